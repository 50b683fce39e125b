"""Read the histories of a campaign's rows as the changes in its file, one after the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from campaign.models import Evaluation
from campaign.people import People
from campaign.transfer.columns import ACTION, BESIDE_VALUES, COLUMNS, REFERENCES, field_of

OF_RECORD = ("id", "history_date", "history_type", "history_user_id", "history_name")
AT_ONCE = 1000  # records that are in memory at once
NOTHING = object()  # no value has been written yet

Written = dict[str, Any]
T = TypeVar("T")


def plain(value: Any) -> Any:
    """Return the value of a column as the file has it."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value


class ByKey(Generic[T]):
    """Rows in the order of a key, handed out key by key in the same order. Some keys may have no rows."""

    def __init__(self, rows: Iterable[T], key: Callable[[T], int]) -> None:
        self._groups = groupby(rows, key)
        self._group = next(self._groups, None)

    def of(self, key: int) -> Iterator[T]:
        if self._group is not None and self._group[0] == key:
            yield from self._group[1]
            self._group = next(self._groups, None)


class Columns:
    """The columns of a model in the file, with `numbers` for its players."""

    def __init__(self, model: Any, numbers: Mapping[int, int]) -> None:
        self.names = COLUMNS[model]
        self.stored = [field_of(model, name).attname for name in self.names]
        self.numbers = numbers
        self._references = [index for index, name in enumerate(self.names) if name in REFERENCES]

    def read(self, row: Sequence[Any]) -> list[Any]:
        """Read a row that begins with the stored columns: its values, with players as their numbers."""
        values = list(row[: len(self.names)])
        for index in self._references:
            values[index] = self.numbers.get(values[index])
        return values

    def write(self, values: Sequence[Any]) -> Written:
        return dict(zip(self.names, map(plain, values), strict=True))


class Histories:
    """The histories of rows of one model. Of all their records, only the latest are read, at most `most`.

    `count` is the number of these records, and `stored` about how many bytes those read so far take in the database.
    """

    def __init__(self, rows: QuerySet[Any], columns: Columns, people: People, most: int) -> None:
        self.columns, self.people = columns, people
        self.action = ACTION if rows.model is Evaluation else {}
        self.stored = 0
        model: Any = rows.model
        found = model.history.filter(id__in=rows.order_by().values("pk"))
        self.count = found.count()
        if self.count > most:
            self.count = most
            latest = found.order_by("-history_id").values_list("history_id", flat=True)
            found = found.filter(history_id__gte=latest[most - 1]) if most else found.none()
        order = ("game_id", "id", "history_id") if model is Evaluation else ("id", "history_id")
        wanted = found.order_by(*order).values_list(*columns.stored, *OF_RECORD, *self.action.values(), named=True)
        self._records = ByKey(wanted.iterator(AT_ONCE), attrgetter("id"))

    def of(self, pk: int) -> Iterator[Written]:
        """Yield the changes of a row: who changed which values, and when. Rows must be asked for in their order."""
        names = self.columns.names
        before: Sequence[Any] = [NOTHING] * len(names)
        size = BESIDE_VALUES
        for record in self._records.of(pk):
            values = self.columns.read(record)
            changed = [index for index, (old, new) in enumerate(zip(before, values, strict=True)) if old != new]
            size += sum(_bytes(values[index]) - _bytes(before[index]) for index in changed)
            self.stored += size
            before = values
            if changed:  # a change without a field in the file, such as a move to the bin, has none
                yield {
                    "at": plain(record.history_date),
                    "kind": record.history_type,
                    "by": self.people.find_name(record) or None,
                    "changed": {names[index]: plain(values[index]) for index in changed},
                    **{name: getattr(record, column) for name, column in self.action.items()},
                }


def _bytes(value: Any) -> int:
    return 0 if value is NOTHING else len(str(value).encode())
