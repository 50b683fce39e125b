"""Back up either database as lines of JSON, packed with gzip, and restore it into either.

The first line names the format and the migrations; then follows a line for each row; the last line holds the number
of rows and the SHA-256 of all lines before it.
"""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.utils.translation import gettext as _

from campaign.ops.backups.files import BackupError, Copied, altered, damaged, not_ours

HEAD = b"\x1f\x8b"
FORMAT = 1
ROWS_AT_ONCE = 500
# Beside this app's models: a guest's session is the guest's login.
OTHER_MODELS = ("sessions.session",)
# Rights given in the admin are numbered differently in every database.
NOT_PORTABLE = frozenset({"groups", "user_permissions"})


def copy(target: Path) -> None:
    digest, rows = hashlib.sha256(), -1  # the head is no row
    with gzip.open(target, "wt", encoding="utf-8") as out:
        for line in _lines():
            rows += 1
            digest.update(line.encode())
            out.write(line)
        out.write(json.dumps({"rows": rows, "sha256": digest.hexdigest()}) + "\n")


def _lines() -> Iterator[str]:
    with _snapshot():
        yield json.dumps({"cornerstone": FORMAT, "migrations": _applied()}) + "\n"
        for model in _models():
            fields = [
                field.name
                for field in (*model._meta.concrete_fields, *model._meta.many_to_many)
                if field.name not in NOT_PORTABLE
            ]
            for row in model._base_manager.order_by("pk").iterator(chunk_size=ROWS_AT_ONCE):
                (line,) = serializers.serialize("python", [row], fields=fields)
                yield json.dumps(line, default=_in_full) + "\n"


def _models() -> list[type[Model]]:
    """List the models of a portable backup, each after those it refers to."""
    own = apps.get_app_config("campaign").get_models()
    models = [*own, *(apps.get_model(name) for name in OTHER_MODELS)]
    ordered: list[type[Model]] = []

    def add(model: type[Model]) -> None:
        for field in model._meta.concrete_fields:
            if field.related_model in models and field.related_model is not model:
                add(field.related_model)
        if model not in ordered:
            ordered.append(model)

    for model in models:
        add(model)
    return ordered


def _applied() -> list[list[str]]:
    return sorted([app, name] for app, name in MigrationRecorder(connection).applied_migrations())


def _in_full(value: Any) -> str:
    """Write moments to the microsecond: Django's own JSON cuts them to the millisecond."""
    return value.isoformat() if isinstance(value, date) else str(value)


@contextmanager
def _snapshot() -> Iterator[None]:
    """Open a transaction that sees the database as it is at one moment."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def check(file: Path) -> Copied:
    """Read a whole backup. Raises BackupError."""
    counts = {"campaign.campaign": 0, "campaign.game": 0}
    for line in _read(file):
        if line.get("model") in counts:
            counts[line["model"]] += 1
    return Copied(*counts.values())


def _read(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the head, then the rows; at the end, compare their number and checksum with the last line."""
    rows, digest = -1, hashlib.sha256()
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for rows, text in enumerate(lines, start=-1):
                line = json.loads(text)
                if rows < 0 and line.get("cornerstone") != FORMAT:
                    raise not_ours(file)
                if "rows" in line:
                    if line["rows"] != rows or line.get("sha256", digest.hexdigest()) != digest.hexdigest():
                        raise altered(file)
                    return
                digest.update(text.encode())
                yield line
    except (OSError, EOFError, ValueError, AttributeError) as error:
        raise damaged(file, error) from error
    raise BackupError(_("%(file)s is not complete.") % {"file": file})


def restore(file: Path) -> None:
    """Replace the database's rows with those of a backup of this release, in one transaction. Raises BackupError."""
    lines = _read(file)
    call_command("migrate", interactive=False, verbosity=0, no_backup=True)
    if next(lines).get("migrations") != _applied():
        raise BackupError(_("This backup comes from another release: restore it with that release, then upgrade."))
    models = _models()
    with transaction.atomic():
        for model in [apps.get_model("admin.logentry"), *reversed(models)]:
            model._base_manager.all()._raw_delete(connection.alias)
        for rows in _batches(lines):
            type(rows[0])._base_manager.bulk_create(rows)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)


def _batches(lines: Iterable[dict[str, Any]]) -> Iterator[list[Model]]:
    """Yield rows in lists of at most ROWS_AT_ONCE, each of one model."""
    batch: list[Model] = []
    for line in lines:
        (found,) = serializers.deserialize("python", [line])
        row = found.object
        if batch and (type(row) is not type(batch[0]) or len(batch) == ROWS_AT_ONCE):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch
