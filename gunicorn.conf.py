"""Gunicorn's settings. The commands `gunicorn` and `manage.py serve` both use them."""

import os
import pathlib
import resource
import shutil
import sys
import tempfile

if os.environ.get("METRICS_TOKEN"):
    # Each process writes its counts to files in this folder. The process that serves /metrics adds them up.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="cornerstone-metrics-")

# The header Content-Length can have up to 8,190 digits, but `int` fails on more than 4,300 digits by default.
sys.set_int_max_str_digits(10_000)

OTHER_FILES = 224  # the number of files that a process may open besides its connections, such as static files
OF_A_CONNECTION = 128 * 1024  # the memory in bytes for one connection, with its stream and its page
# Linux writes the memory limit of a container into one of these files
MEMORY_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def most_connections(processes):  # type: ignore[no-untyped-def]
    """Raise the process's limit of open files, and return how many connections the process may have."""
    _now, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = min(files, 65_536) if files != resource.RLIM_INFINITY else 65_536
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for limit in map(pathlib.Path, MEMORY_LIMITS):
        if limit.exists() and (said := limit.read_text().strip()).isdigit():
            memory = min(memory, int(said))
    return max(min(files - OTHER_FILES, memory // 2 // OF_A_CONNECTION // processes), 100)


# campaign/settings.py reads this variable. If it is set, each database query has a time limit.
os.environ["SERVED"] = "1"

wsgi_app = "campaign.asgi"
worker_class = "campaign.web.worker.Worker"
bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_connections = most_connections(workers)  # for one process; connections of slow clients count too
limit_request_line = 8190  # bytes; a URL can hold a mission's rules, name and story
keepalive = 30  # seconds within which the next request on a connection must arrive, with its headers
graceful_timeout = 10  # seconds that unfinished requests have after a signal to stop
asgi_lifespan = "off"
control_socket_disable = True
loglevel = "warning"
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112 - a heartbeat file in memory


def on_starting(server):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Create the secret key and the search index once, before the worker processes start and inherit both."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")
    import django  # noqa: PLC0415 - only when the site is served
    from django.conf import settings  # noqa: PLC0415

    str(settings.SECRET_KEY)
    django.setup()
    refuse_data_before_1_0()
    from campaign.search.search import prepare  # noqa: PLC0415 - this module needs `django.setup`

    prepare()


def refuse_data_before_1_0():  # type: ignore[no-untyped-def]
    """End with a sentence if the database is from before 1.0. If the database is not there yet, the site starts."""
    from django.core.management import CommandError  # noqa: PLC0415 - only when the site is served
    from django.db import DatabaseError, connection  # noqa: PLC0415

    from campaign.ops import data_dir  # noqa: PLC0415 - this module needs `django.setup`

    try:
        data_dir.refuse_data_before_1_0()
    except CommandError as error:
        sys.exit(str(error))
    except DatabaseError:
        pass
    finally:
        connection.close()  # the worker processes open their own connections


def when_ready(server):  # type: ignore[no-untyped-def]
    most = server.cfg.worker_connections
    sys.stderr.write(f"{server.cfg.workers} processes, each for {most} connections\n")


def child_exit(server, worker):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Remove a process from the metrics after it has ended."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client import multiprocess  # noqa: PLC0415 - needed only for metrics

        multiprocess.mark_process_dead(worker.pid)


def on_exit(server):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Delete the folder that holds the files of the metrics."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        shutil.rmtree(folder, ignore_errors=True)
