"""How gunicorn serves the site, by `manage.py serve` too."""

import os

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
