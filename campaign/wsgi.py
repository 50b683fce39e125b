"""The site as a WSGI application, for `manage.py runserver` and other WSGI servers."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")

application = get_wsgi_application()

from campaign.ops import chores  # noqa: E402 - chores needs the models

chores.begin_with_first_request()
