"""Queries that are asked with every tap: Django makes their SQL once a process, and later only the values are new.

To make the SQL takes Django several times as long as the database takes to answer it.

    @cache
    def _names() -> Reading:
        return Reading(Player.objects.filter(pk=Given("player", AutoField())).values_list("name"))

    _names().rows(player=7)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, JSONField, Model, QuerySet
from django.db.models.sql import InsertQuery, UpdateQuery

M = TypeVar("M", bound=Model)


class Given(Expression):
    """Stands in a query for a value that comes when it is asked; the field says how the database takes it."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name
        # Every database takes these as they are, and a tap has forty of them.
        self.as_it_is = () if isinstance(field, JSONField) else (int, str, bool, type(None))

    def as_sql(self, _compiler: Any, _connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]

    def adapt(self, value: Any, database: BaseDatabaseWrapper) -> Any:
        """Give a value the form in which the database takes it."""
        return value if type(value) in self.as_it_is else self.output_field.get_db_prep_save(value, database)


class Prepared:
    """SQL with named parameters: those that are always the same, and those that are given."""

    def __init__(self, sql: str, parameters: Sequence[Any]) -> None:
        given = [each for each in parameters if isinstance(each, Given)]
        names = [each.name if isinstance(each, Given) else f"fixed_{place}" for place, each in enumerate(parameters)]
        self.sql = sql % tuple(f"%({name})s" for name in names)
        self.given = tuple({each.name: each for each in given}.items())
        self.fixed = {name: each for name, each in zip(names, parameters, strict=True) if not isinstance(each, Given)}

    def fill(self, values: Mapping[str, Any], database: BaseDatabaseWrapper) -> dict[str, Any]:
        """Return all parameters for these values."""
        return self.fixed | {name: given.adapt(values[name], database) for name, given in self.given}


class Reading(Prepared):
    """A SELECT, of a queryset's `values_list`."""

    def __init__(self, queryset: "QuerySet[Any, Any]") -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        super().__init__(*compiler.as_sql())
        self.converters = tuple(compiler.get_converters([column for column, *_ in compiler.select]).items())

    def rows(self, **values: Any) -> list[list[Any]]:
        """Read the rows for these values. One query."""
        database = connections[DEFAULT_DB_ALIAS]  # once: `connection` looks for it at every use
        with database.cursor() as cursor:
            cursor.execute(self.sql, self.fill(values, database))
            rows = [list(row) for row in cursor.fetchall()]
        for place, (converters, column) in self.converters:
            for row in rows:
                for convert in converters:
                    row[place] = convert(row[place], column, database)
        return rows


class Writing(Prepared):
    """An UPDATE of a queryset's rows."""

    def __init__(self, queryset: "QuerySet[Any]", **changes: Any) -> None:
        query = cast("UpdateQuery", queryset.query.chain(UpdateQuery))
        query.add_update_values(changes)
        super().__init__(*query.get_compiler(connection=connection).as_sql())

    def write(self, **values: Any) -> int:
        """Write these values; return to how many rows. One query."""
        database = connections[DEFAULT_DB_ALIAS]
        with database.cursor() as cursor:
            cursor.execute(self.sql, self.fill(values, database))
            return int(cursor.rowcount)


class Adding(Prepared):
    """An INSERT of rows of a model, whose keys the database makes."""

    def __init__(self, model: type[Model]) -> None:
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        query = InsertQuery(model)
        query.insert_values(fields, [model(**{each.attname: Given(each.attname, each) for each in fields})], raw=True)
        [(sql, parameters)] = query.get_compiler(connection=connection).as_sql()
        super().__init__(sql, parameters)

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows, each with a value for every column by its name. One query, however many they are."""
        database = connections[DEFAULT_DB_ALIAS]
        with database.cursor() as cursor:
            cursor.executemany(self.sql, [self.fill(values, database) for values in rows])


def columns(model: type[Model], path: str = "") -> list[str]:
    """Name the columns of a model for `values_list`, at the end of a path such as "game__"."""
    return [f"{path}{field.attname}" for field in model._meta.concrete_fields]


def take(model: type[M], values: Iterator[Any]) -> M:
    """Make an instance of the next values of a row, which are those of its `columns`."""
    names = _names(model)
    return model.from_db(DEFAULT_DB_ALIAS, names, list(islice(values, len(names))))


@cache
def _names(model: type[Model]) -> list[str]:
    return columns(model)
