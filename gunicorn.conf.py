"""How gunicorn serves the site; `manage.py serve` says the same, and which socket, on its command line."""

import os

wsgi_app = "campaign.wsgi"
bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 4  # a phone that is slow to answer holds up nobody
keepalive = 30  # the proxy in front keeps its connections, and open pages ask every few seconds
control_socket_disable = True
loglevel = "warning"
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112 - heartbeats need no disk
