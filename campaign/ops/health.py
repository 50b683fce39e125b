"""Health checks for monitoring: `/livez` tells whether this process answers, `/healthz` whether it can serve."""

import os
import tempfile
import time
from http import HTTPStatus
from threading import Lock

from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.ops import backups

ROOM = 1024 * 1024  # bytes that must be free on the disk for the next changes
LOOK_EVERY = 5  # seconds between two checks, so that nobody can keep the disk busy with requests for /healthz
# This statement makes a temporary table of ROOM bytes. PostgreSQL drops the table when the transaction ends.
TAKE_ROOM = """
    CREATE TEMPORARY TABLE room ON COMMIT DROP AS
    SELECT repeat(md5(n::text), 32) AS filling FROM generate_series(1, %s) AS n
"""


def pending_migrations() -> list[str]:
    """List the migrations that are not applied yet, such as "campaign.0002_game". Raises DatabaseError."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


class Disk:
    """The cached result of the last check whether the database accepts changes."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.looked: float | None = None
        self.takes_changes = True

    def look(self) -> bool:
        with self.lock:
            if self.looked is None or time.monotonic() - self.looked >= LOOK_EVERY:
                self.takes_changes = takes_changes()
                self.looked = time.monotonic()
            return self.takes_changes


disk = Disk()


def takes_changes() -> bool:
    """Tell whether a change could be stored. The check changes no row, because that would make a backup due."""
    try:
        if connection.vendor == "sqlite":
            with tempfile.TemporaryFile(dir=backups.embedded().parent) as file:
                os.posix_fallocate(file.fileno(), 0, ROOM)
        # SQLite begins the transaction as IMMEDIATE, which fails if the database is read-only.
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(TAKE_ROOM, [ROOM // 1024])
    except (DatabaseError, OSError):
        return False
    return True


@never_cache
@require_safe
def livez(_request: HttpRequest) -> JsonResponse:
    """Answer 200 without a query, so that a load balancer keeps this process while the database is down."""
    return JsonResponse({"site": "alive"})


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 if everything works, 507 if only reading works, and 503 if nothing works. Keep the cause secret."""
    try:
        applied = not pending_migrations()
    except DatabaseError:
        found = {"database": "unreachable", "migrations": "unknown", "changes": "unknown"}
        return JsonResponse(found, status=HTTPStatus.SERVICE_UNAVAILABLE)
    if not applied:
        found = {"database": "reachable", "migrations": "pending", "changes": "unknown"}
        return JsonResponse(found, status=HTTPStatus.SERVICE_UNAVAILABLE)
    stored = disk.look()
    found = {"database": "reachable", "migrations": "applied", "changes": "stored" if stored else "refused"}
    return JsonResponse(found, status=HTTPStatus.OK if stored else HTTPStatus.INSUFFICIENT_STORAGE)
