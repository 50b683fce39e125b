"""`/healthz`: whether this process can serve, for the machines that watch it."""

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

from campaign.ops.backups import sqlite

ROOM = 1024 * 1024  # bytes that the next changes may take
LOOK_EVERY = 5  # seconds: anybody may ask, and must not make the disk busy by it
# A table of this session alone, which takes ROOM on the disk and is gone at once.
TAKE_ROOM = """
    CREATE TEMPORARY TABLE room ON COMMIT DROP AS
    SELECT repeat(md5(n::text), 32) AS filling FROM generate_series(1, %s) AS n
"""


def pending_migrations() -> list[str]:
    """List migrations not applied yet, such as "campaign.0002_game". Raises DatabaseError."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


class Disk:
    """Whether the database takes changes, as this process found it last."""

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
    """Tell whether a change could be stored. Changes no row: that would make a backup due."""
    try:
        if connection.vendor == "sqlite":
            with tempfile.TemporaryFile(dir=sqlite.embedded().parent) as file:
                os.posix_fallocate(file.fileno(), 0, ROOM)
        with transaction.atomic(), connection.cursor() as cursor:  # of SQLite IMMEDIATE: an error where it is read-only
            if connection.vendor == "postgresql":
                cursor.execute(TAKE_ROOM, [ROOM // 1024])
    except (DatabaseError, OSError):
        return False
    return True


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 if all is well, 507 if only reading goes on, 503 if nothing does; never say the cause."""
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
