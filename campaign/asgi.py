"""The site for an ASGI server."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")

application = get_asgi_application()

from campaign.ops import chores  # noqa: E402 - it needs the models

chores.begin_with_first_request()
