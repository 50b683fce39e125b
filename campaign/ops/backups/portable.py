"""Backups as lines of JSON, for either database."""

import gzip
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

from campaign.ops.backups.files import BackupError

PORTABLE_HEAD = b"\x1f\x8b"
PORTABLE_FORMAT = 1
ROWS_AT_ONCE = 500
# What a portable copy holds besides this app: a guest's session is the only way back to the campaign.
OTHER_MODELS = ("sessions.session",)
# Rights given in the admin are numbered differently in every database.
NOT_PORTABLE = frozenset({"groups", "user_permissions"})


def _portable_models() -> list[type[Model]]:
    """The models of a portable copy, each after those it refers to."""
    own = apps.get_app_config("campaign").get_models()
    return _parents_first([*own, *(apps.get_model(name) for name in OTHER_MODELS)])


def _parents_first(models: list[type[Model]]) -> list[type[Model]]:
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


def write_portable(file: Path) -> None:
    with _snapshot(), gzip.open(file, "wt", encoding="utf-8") as out:
        head = {"cornerstone": PORTABLE_FORMAT, "migrations": _applied()}
        out.write(json.dumps(head) + "\n")
        rows = 0
        for model in _portable_models():
            fields = [
                field.name
                for field in (*model._meta.concrete_fields, *model._meta.many_to_many)
                if field.name not in NOT_PORTABLE
            ]
            found = model._base_manager.order_by("pk").iterator(chunk_size=ROWS_AT_ONCE)
            for row in found:
                (line,) = serializers.serialize("python", [row], fields=fields)
                out.write(json.dumps(line, default=_in_full) + "\n")
                rows += 1
        out.write(json.dumps({"rows": rows}) + "\n")


def _in_full(value: Any) -> str:
    """Moments to the microsecond: Django's own JSON cuts them to the millisecond."""
    return value.isoformat() if isinstance(value, date) else str(value)


@contextmanager
def _snapshot() -> Iterator[None]:
    """A transaction that sees the database as it is at one moment."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def portable_lines(file: Path) -> Iterator[dict[str, Any]]:
    """The head, then the rows; the last line's count has been compared when the iteration ends."""
    rows = -1
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for rows, text in enumerate(lines, start=-1):
                line = json.loads(text)
                if rows < 0 and line.get("cornerstone") != PORTABLE_FORMAT:
                    raise BackupError(_("%(file)s is no backup of Cornerstone.") % {"file": file})
                yield line
                if line.get("rows") == rows:
                    return
    except (OSError, EOFError, ValueError, AttributeError) as error:
        raise BackupError(_("%(file)s is damaged: %(found)s") % {"file": file, "found": error}) from error
    raise BackupError(_("%(file)s is not whole.") % {"file": file})


def read_portable(file: Path) -> None:
    lines = portable_lines(file)
    call_command("migrate", interactive=False, verbosity=0)
    if next(lines).get("migrations") != _applied():
        raise BackupError(_("This backup comes from another release: put it back with that one, and upgrade then."))
    models = _portable_models()
    with transaction.atomic():
        for model in [apps.get_model("admin.logentry"), *reversed(models)]:
            model._base_manager.all()._raw_delete(connection.alias)
        for rows in _batches(lines):
            type(rows[0])._base_manager.bulk_create(rows)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)


def _batches(lines: Iterable[dict[str, Any]]) -> Iterator[list[Model]]:
    """Rows of one model each, as they come."""
    batch: list[Model] = []
    for line in lines:
        if "model" not in line:
            continue
        (found,) = serializers.deserialize("python", [line])
        row = found.object
        if batch and (type(row) is not type(batch[0]) or len(batch) == ROWS_AT_ONCE):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch
