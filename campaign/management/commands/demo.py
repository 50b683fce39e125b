"""`manage.py demo`: serve the site with two demo campaigns, in a database separate from the real one."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from campaign.demo.sample import DEMO_USER, fill
from campaign.models import User
from campaign.ops.data_dir import faults_as_sentences, make_data_dir, refuse_data_of_another_release
from campaign.ops.health import pending_migrations


class Command(BaseCommand):
    help = "Fill a separate database with demo campaigns, once, and serve the site with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="8000 by default; 0 takes any free port")
        parser.add_argument("--lan", action="store_true", help="serve other devices in the network too")
        parser.add_argument("--no-serve", action="store_true", help="only fill the database")

    def handle(self, *_args: Any, port: int, lan: bool, no_serve: bool, **_options: Any) -> None:
        if not settings.DEMO:
            # This process has already chosen its database. So run the command again, this time with the demo database.
            os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"DEMO": "1"})  # noqa: S606
        make_data_dir()
        with faults_as_sentences():
            self.prepare()
        if not no_serve:
            call_command("serve", port=port, lan=lan)

    def prepare(self) -> None:
        refuse_data_of_another_release()
        if pending_migrations():
            call_command("migrate", interactive=False, verbosity=0)
        if not User.objects.filter(username=DEMO_USER).exists():
            self.stdout.write(_("Playing two campaigns; this takes a few seconds."))
            self.stdout.flush()
            fill()
