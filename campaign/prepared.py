"""Prepared queries: Django makes their SQL once per process, and each call only fills in the values.

Only frequent or large queries are prepared. For them, making the SQL takes longer than the database needs to answer
(docs/scale.md).

    @cache
    def _names() -> Reading:
        return Reading(Player.objects.filter(pk=Given("player", AutoField())).values_list("name"))

    _names().rows(player=7)
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, JSONField, Model, QuerySet

M = TypeVar("M", bound=Model)


class Given(Expression):
    """A placeholder in a prepared query. Each call of the query fills in its value."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name
        # Values of these types need no conversion for any database, and skipping the conversion saves time.
        self.as_it_is = () if isinstance(field, JSONField) else (int, str, bool, type(None))

    def as_sql(self, _compiler: Any, _connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]

    def adapt(self, value: Any, database: BaseDatabaseWrapper) -> Any:
        return value if type(value) in self.as_it_is else self.output_field.get_db_prep_save(value, database)


class Prepared:
    """SQL with named parameters. Some parameters have fixed values. Each call fills in all other parameters."""

    def __init__(self, sql: str, parameters: Sequence[Any]) -> None:
        given = [each for each in parameters if isinstance(each, Given)]
        names = [each.name if isinstance(each, Given) else f"fixed_{place}" for place, each in enumerate(parameters)]
        self.sql = sql % tuple(f"%({name})s" for name in names)
        self.given = tuple({each.name: each for each in given}.items())
        self.fixed = {name: each for name, each in zip(names, parameters, strict=True) if not isinstance(each, Given)}

    def fill(self, values: Mapping[str, Any], database: BaseDatabaseWrapper) -> dict[str, Any]:
        """Return all parameters of the SQL by name: the fixed values, and `values` converted for the database."""
        return self.fixed | {name: given.adapt(values[name], database) for name, given in self.given}


class Reading(Prepared):
    """A prepared SELECT of a queryset's `values_list`."""

    def __init__(self, queryset: "QuerySet[Any, Any]") -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        super().__init__(*compiler.as_sql())
        self.converters = tuple(compiler.get_converters([column for column, *_ in compiler.select]).items())

    def rows(self, **values: Any) -> list[list[Any]]:
        """Run the SELECT with these values and return its rows. Makes one query."""
        database = connections[DEFAULT_DB_ALIAS]  # looked up once; `connection` would look it up at every use
        with database.cursor() as cursor:
            cursor.execute(self.sql, self.fill(values, database))
            rows = [list(row) for row in cursor.fetchall()]
        for place, (converters, column) in self.converters:
            for row in rows:
                for convert in converters:
                    row[place] = convert(row[place], column, database)
        return rows


def columns(model: type[Model], path: str = "") -> list[str]:
    """List the columns of a model for `values_list`, each after the prefix `path`, for example "game__"."""
    return [f"{path}{field.attname}" for field in model._meta.concrete_fields]


def take(model: type[M], values: Iterator[Any]) -> M:
    """Make an instance from the next values of a row, one value for each of the model's `columns`."""
    names = _names(model)
    return model.from_db(DEFAULT_DB_ALIAS, names, list(islice(values, len(names))))


@cache
def _names(model: type[Model]) -> list[str]:
    return columns(model)
