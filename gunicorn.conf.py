"""Gunicorn's settings. The commands `gunicorn` and `manage.py serve` both use them."""

import os
import resource
import shutil
import signal
import sys
import tempfile

if os.environ.get("METRICS_TOKEN"):
    # Each process writes its counts to files in this folder. The process that serves /metrics adds them up.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="cornerstone-metrics-")

# The header Content-Length can have up to 8,190 digits, but `int` fails on more than 4,300 digits by default.
sys.set_int_max_str_digits(10_000)

# Every connection is an open file, and most systems allow only 1,024 of them unless a process asks for more.
_soft, MOST_FILES = resource.getrlimit(resource.RLIMIT_NOFILE)
FILES = 65_536 if MOST_FILES == resource.RLIM_INFINITY else min(MOST_FILES, 65_536)
resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, MOST_FILES))

NO_HANGUP = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # as after `nohup`, which lets a terminal be closed

# campaign/settings.py reads this variable. If it is set, each database query has a time limit.
os.environ["SERVED"] = "1"

wsgi_app = "campaign.asgi"
worker_class = "asgi"
bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
limit_request_line = 8190  # bytes; a URL can hold a mission's rules, name and story
keepalive = 30  # seconds within which the next request on a connection must arrive, with its headers
graceful_timeout = 5  # seconds after a signal to stop until a process is killed
LAST_REQUESTS = 1  # seconds of these in which a process still answers; then it ends its streams and connections
asgi_lifespan = "off"
control_socket_disable = True
loglevel = "warning"
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112 - a heartbeat file in memory


def on_starting(server):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Create the secret key and the search index once, before the worker processes start and inherit both."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")
    import django  # noqa: PLC0415 - only when the site is served
    from django.conf import settings  # noqa: PLC0415
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415

    try:
        str(settings.SECRET_KEY)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    django.setup()
    refuse_data_of_another_release()
    from campaign.search.index import prepare  # noqa: PLC0415 - this module needs `django.setup`

    prepare()


def refuse_data_of_another_release():  # type: ignore[no-untyped-def]
    """End with a sentence if this release cannot use the database. If it is not there yet, the site starts."""
    from django.core.management import CommandError  # noqa: PLC0415 - only when the site is served
    from django.db import DatabaseError, connection  # noqa: PLC0415

    from campaign.ops import data_dir  # noqa: PLC0415 - this module needs `django.setup`

    try:
        data_dir.refuse_data_of_another_release()
    except CommandError as error:
        sys.exit(str(error))
    except DatabaseError:
        pass
    finally:
        connection.close()  # the worker processes open their own connections


def when_ready(server):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Stop when the terminal is closed. Gunicorn itself would only read its settings again."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN if NO_HANGUP else stop)


def stop(*_signal: object) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def post_worker_init(worker):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Leave the signal of a closed terminal to the first process, which lets this one end properly."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def post_fork(server, worker):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Let a process end by itself, with the backup at its end, before gunicorn kills it."""
    worker.cfg.set("graceful_timeout", LAST_REQUESTS)


def child_exit(server, worker):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Remove a process from the metrics after it has ended."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client import multiprocess  # noqa: PLC0415 - needed only for metrics

        multiprocess.mark_process_dead(worker.pid)


def on_exit(server):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Delete the folder that holds the files of the metrics."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        shutil.rmtree(folder, ignore_errors=True)
