"""Serve with the site's settings, but without the search's index, which takes seconds and is not needed here."""

import os
from pathlib import Path
from runpy import run_path

globals().update(run_path(str(Path("gunicorn.conf.py").absolute())))
# A process on a slow machine needs seconds to end by itself. So a test can tell it from one that has to be killed.
graceful_timeout = 25


def on_starting(server):
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")
    import django  # noqa: PLC0415 - only when the site is served
    from django.conf import settings  # noqa: PLC0415

    str(settings.SECRET_KEY)
    django.setup()
