"""`/healthz`: whether this process can serve, for the machines that watch it."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


def pending_migrations() -> list[str]:
    """Names of migrations not applied yet, such as "campaign.0002_game". DatabaseError where there is no database."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """200 with the database reachable and every migration applied, else 503. Says which, and nothing of the cause."""
    try:
        applied = not pending_migrations()
    except DatabaseError:
        return JsonResponse({"database": "unreachable", "migrations": "unknown"}, status=503)
    migrations = "applied" if applied else "pending"
    return JsonResponse({"database": "reachable", "migrations": migrations}, status=200 if applied else 503)
