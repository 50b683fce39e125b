"""How gunicorn serves the site, by `manage.py serve` too."""

import os
import shutil
import tempfile

if os.environ.get("METRICS_TOKEN"):
    # Each process counts for itself, in files here; whichever is asked adds them up.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="cornerstone-metrics-")

wsgi_app = "campaign.asgi"
worker_class = "campaign.web.worker.Worker"
bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_connections = 800  # a process: open pages, and whoever is slow; 1,024 files are open at most by default
keepalive = 30  # seconds, for a request's head too; the proxy in front keeps its connections
graceful_timeout = 10  # seconds for what is under way when the site is stopped
asgi_lifespan = "off"
control_socket_disable = True
loglevel = "warning"
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112 - heartbeats need no disk


def child_exit(server, worker):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Forget what a process has under way when it is gone."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client import multiprocess  # noqa: PLC0415 - only where it is asked for

        multiprocess.mark_process_dead(worker.pid)


def on_exit(server):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Leave no files behind."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        shutil.rmtree(folder, ignore_errors=True)
