"""`manage.py work`: do the jobs that pages have asked for. A running site starts this command by itself."""

import os
import sys
from argparse import ArgumentParser
from threading import Thread
from typing import Any

from django.core.management.base import BaseCommand

from campaign import jobs
from campaign.analysis.work import arrange, weigh
from campaign.models import Job
from campaign.par.work import measure

METHODS = {Job.Kind.WORTHS: weigh, Job.Kind.ARRANGEMENT: arrange, Job.Kind.PAR: measure}
NICENESS = 10


class Command(BaseCommand):
    help = "Do the jobs that pages have asked for: analyses of cities, pars of missions. A running site starts this."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ends-with-stdin", action="store_true", help="end when the standard input ends")

    def handle(self, *_args: Any, ends_with_stdin: bool, **_options: Any) -> None:
        if ends_with_stdin:
            Thread(target=end_with_stdin, daemon=True).start()
            os.nice(NICENESS)
        jobs.work(METHODS)


def end_with_stdin() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
