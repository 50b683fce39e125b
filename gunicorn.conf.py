"""Settings of gunicorn, started directly or by `manage.py serve`."""

import os
import pathlib
import resource
import shutil
import sys
import tempfile

if os.environ.get("METRICS_TOKEN"):
    # Each process writes its counts to files in this folder. The process that serves /metrics adds them up.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="cornerstone-metrics-")

# The server reads a Content-Length by `int`. The number can have up to 8,190 digits, and Python's usual limit of 4,300
# digits would cause an error. With a higher limit, the site can refuse such a number with a sentence.
sys.set_int_max_str_digits(10_000)

# a process may open this many files besides its connections: static files, databases, and request bodies on the disk
OTHER_FILES = 224
OF_A_CONNECTION = 128 * 1024  # bytes of memory for a connection with its stream and page
# the files in which Linux gives the memory limit of a container
MEMORY_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def most_connections(processes):  # type: ignore[no-untyped-def]
    """Return how many connections each process may have with its open files and its share of half the memory."""
    _now, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = min(files, 65_536) if files != resource.RLIM_INFINITY else 65_536
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for limit in map(pathlib.Path, MEMORY_LIMITS):
        if limit.exists() and (said := limit.read_text().strip()).isdigit():
            memory = min(memory, int(said))
    return max(min(files - OTHER_FILES, memory // 2 // OF_A_CONNECTION // processes), 100)


os.environ["SERVED"] = "1"  # tells the settings that the web server runs, so that they limit how long a query may take

wsgi_app = "campaign.asgi"
worker_class = "campaign.web.worker.Worker"
bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_connections = most_connections(workers)  # the limit of one process, with open pages and slow clients
limit_request_line = 8190  # bytes; enough for an address that holds a mission's line, name and story
# the next request on a connection must arrive within this many seconds, with its headers; a proxy reuses connections
keepalive = 30
graceful_timeout = 10  # when the site is stopped, unfinished requests have this many seconds
asgi_lifespan = "off"
control_socket_disable = True
loglevel = "warning"
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112 - heartbeats need no disk


def on_starting(server):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Make the secret key and the search index before the site listens, because all processes inherit both.

    Otherwise each process would make both at its first request, and this request would take a second longer.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")
    import django  # noqa: PLC0415 - only when the site is served
    from django.conf import settings  # noqa: PLC0415

    str(settings.SECRET_KEY)
    django.setup()
    from campaign.search.search import prepare  # noqa: PLC0415 - it needs the models

    prepare()


def when_ready(server):  # type: ignore[no-untyped-def]
    """Print the number of connections that the site accepts."""
    most = server.cfg.worker_connections
    sys.stderr.write(f"{server.cfg.workers} processes, each for {most} connections\n")


def child_exit(server, worker):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Remove an ended process from the metrics."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client import multiprocess  # noqa: PLC0415 - needed only for metrics

        multiprocess.mark_process_dead(worker.pid)


def on_exit(server):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Delete the folder of the metrics."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        shutil.rmtree(folder, ignore_errors=True)
