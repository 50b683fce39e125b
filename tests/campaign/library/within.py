from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TypeVar

from campaign.library.records import HouseRuled

Found = TypeVar("Found")


def within(record: object, kind: type[Found]) -> Iterator[Found]:
    """Yield all objects of a class inside a record of the library, at any depth."""
    if isinstance(record, kind):
        yield record
    if isinstance(record, HouseRuled):
        yield from within(record.usual, kind)
    elif isinstance(record, tuple):
        for each in record:
            yield from within(each, kind)
    elif is_dataclass(record):
        for field in fields(record):
            yield from within(getattr(record, field.name), kind)
