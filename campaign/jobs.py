"""Work out what takes seconds, once for everybody: pages ask for jobs, and a worker process does them one by one.

The worker, `manage.py work`, ends when no job has come for a while. It is nice to the processes that answer requests,
and of those who asked, it serves the one first that it has served longest ago.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from threading import Thread
from time import monotonic, sleep
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils import timezone

from campaign.models import Job
from campaign.web.events import pseudonym_of
from campaign.web.locks import Lock, LockedError, is_free, locked

AT_ONCE = 200  # how many jobs may wait on the whole site
OF_ONE = 16  # how many of them an address may have
WRITE_EVERY = 1.0  # seconds between two writes of the progress
LONGEST = 120  # seconds after which the worker gives up a job
STAYS = 15  # seconds that a worker without jobs waits for another one, because starting a worker takes a second

JobSteps = Iterator[tuple[Any, int]]  # the result so far, and the percentage of the work that is done

logger = logging.getLogger(__name__)


class TooManyJobsError(Exception):
    """Too many jobs wait already, of this address or on the whole site."""


def ask(request: HttpRequest, wanted: list[tuple[Job.Kind, str]]) -> bool:
    """Ask for jobs, each a kind and a task. Return False if all are done or under way. Raises TooManyJobsError."""
    tasks = {task for _kind, task in wanted}
    known = {(job.kind, job.task) for job in Job.objects.filter(task__in=tasks) if job.is_done or job.is_under_way}
    new = [one for one in wanted if one not in known]
    if not new:
        return False
    asker = pseudonym_of(request)
    waiting = Job.objects.under_way().aggregate(all=Count("pk"), own=Count("pk", filter=Q(asker=asker)))
    if waiting["all"] + len(new) > AT_ONCE or waiting["own"] + len(new) > OF_ONE:
        raise TooManyJobsError
    fresh = {"asker": asker, "percent": 0, "touched": timezone.now()}
    for kind, task in new:
        Job.objects.update_or_create(kind=kind, task=task, defaults=fresh)
    transaction.on_commit(start_worker)
    return True


def start_worker() -> None:
    """Start a worker in another process, unless one works already."""
    Thread(target=_run_worker, name="worker", daemon=True).start()


def _run_worker() -> None:
    # A worker that is about to end looks once more for jobs after it has freed its lock.
    if is_free(Lock.WORKING):
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "work", "--ends-with-stdin"]
        # The worker is no process of the server, so nobody would delete its files of metrics.
        environment = {name: value for name, value in os.environ.items() if name != "PROMETHEUS_MULTIPROC_DIR"}
        # This process never writes to the pipe. The pipe ends with this process, and then the worker ends too.
        with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as worker:  # noqa: S603
            worker.wait()


def work(methods: Mapping[Job.Kind, Callable[[str], JobSteps]]) -> None:
    """Do all jobs, until none has come for STAYS seconds. Return at once if another process works."""
    while Job.objects.under_way().exists():
        try:
            with locked(Lock.WORKING, waits=False):
                for job in _jobs_under_way():
                    _do(job, methods[Job.Kind(job.kind)])
        except LockedError:
            return


def _jobs_under_way() -> Iterator[Job]:
    """Yield the jobs under way, until there are none for STAYS seconds. Nobody waits for all jobs of somebody else."""
    served: dict[str, float] = {}
    since = monotonic()
    while True:
        if jobs := list(Job.objects.under_way()):
            job = min(jobs, key=lambda one: (served.get(one.asker, 0.0), one.pk))
            served[job.asker] = monotonic()
            yield job
            since = monotonic()
        elif monotonic() - since >= STAYS:
            return
        else:
            sleep(WRITE_EVERY)


def _do(job: Job, method: Callable[[str], JobSteps]) -> None:
    """Do a job, and store its progress and its result. If that fails, delete the job, so that it can be asked again."""
    begun = written = monotonic()
    try:
        for result, percent in method(job.task):
            job.result, job.percent, now = result, percent, monotonic()
            if now - begun > LONGEST:
                raise TimeoutError  # noqa: TRY301 - a job that takes too long is one that failed
            if now - written >= WRITE_EVERY:
                written = now
                job.save(update_fields=["result", "percent"])
                Job.objects.under_way().update(touched=timezone.now())
        job.asker, job.percent, job.is_done, job.touched = "", 100, True, timezone.now()
        job.save()
    except Exception:
        logger.exception("A job could not be done: %r", str(job))
        job.delete()
