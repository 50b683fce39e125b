"""Write a stored campaign as the JSON of its file, in pieces."""

import json
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from campaign.models import Campaign, Evaluation, Tick
from campaign.people import People
from campaign.transfer.changes import AT_ONCE, ByKey, Columns, Histories, Written, plain
from campaign.transfer.columns import FORMAT
from campaign.transfer.reading import MOST_VALUES, count_values
from campaign.web.one_state import one_state
from campaign.web.responses import joined
from campaign.web.uploads import LARGEST_FILE

LONGEST_HEAD = 200  # the bytes of the first piece, at most
CHANGES_AT_ONCE = 100  # to encode each alone takes longer
QUICKEST = 1  # zlib's level. JSON becomes a tenth of its size

# Without an indent, because Python writes indented JSON several times slower.
as_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class TooLargeError(Exception):
    """An import would refuse the file."""


def written(campaign: Campaign) -> Iterator[str]:
    """Write a campaign's file in pieces: everything except accounts and links.

    All pieces but the first are of one state of the database, and are compressed before the second is sent: so a slow
    client keeps neither a connection of the database nor the memory of a whole file. A file that an import would refuse
    is written again, without the earliest half of its changes.
    """
    yield as_json({"format": FORMAT, "made_by": "Cornerstone", "exported_at": plain(timezone.now())})[:-1]
    for piece in compressed(campaign):
        yield zlib.decompress(piece).decode()


def compressed(campaign: Campaign) -> list[bytes]:
    most = settings.IMPORT_RECORDS
    with one_state():
        while True:
            try:
                return [zlib.compress(piece, QUICKEST) for piece in within_limits(_File(campaign, most))]
            except TooLargeError:
                most //= 2


def within_limits(file: "_File") -> Iterator[bytes]:
    """Join the parts of a file to pieces. Raises TooLargeError, unless no change is left that could be left out."""
    size = values = 0
    for piece in joined(file.parts()):
        raw = piece.encode()
        size, values = size + len(raw), values + count_values(raw)
        is_large = (
            size > LARGEST_FILE - LONGEST_HEAD or values > MOST_VALUES or file.stored > settings.IMPORT_STORED_BYTES
        )
        if is_large and file.most:
            raise TooLargeError
        yield raw


def exported(campaign: Campaign) -> dict[str, Any]:
    """Return the content of a campaign's file. It makes as many queries for any number of games."""
    file: dict[str, Any] = json.loads("".join(written(campaign)))
    return file


class _File:
    """The file of a campaign, with at most `most` changes: the latest, first those of the campaign and its players."""

    def __init__(self, campaign: Campaign, most: int) -> None:
        self.most = most
        self.people = People(campaign)
        players, games = campaign.players.order_by("pk"), campaign.games.order_by("pk")
        numbers = {player.pk: number for number, player in enumerate(players)}
        self.numbers = {pk: numbers[player.pk] for pk, player in self.people.players.items()}
        self.histories: list[Histories] = []
        self.campaign = self._things(Campaign.everything.filter(pk=campaign.pk))
        self.players = self._things(players)
        self.games = self._things(games)
        entries = Evaluation.objects.filter(game__in=games.order_by()).order_by("game_id", "pk")
        self.entries = ByKey(self._things(entries, "game_id"), attrgetter("key"))
        ticks = Tick.objects.filter(game__in=games.order_by()).order_by("game_id").values_list("game_id", "step")
        self.ticks = ByKey(ticks, itemgetter(0))

    @property
    def stored(self) -> int:
        """Return about how many bytes the changes read so far take in the database."""
        return sum(histories.stored for histories in self.histories)

    def parts(self) -> Iterator[str]:
        """Write the file after its head, in parts of any length."""
        for campaign in self.campaign:
            yield ',"campaign":'
            yield from campaign.parts
        yield '},"players":['
        yield from listed(chain(player.parts, "}") for player in self.players)
        yield '],"games":['
        yield from listed(self._of_game(game) for game in self.games)
        yield "]}\n"

    def _of_game(self, game: "_Thing") -> Iterator[str]:
        yield from game.parts
        ticks = sorted(step for _game, step in self.ticks.of(game.key))
        yield f',"ticks":{as_json(ticks)},"evaluations":['
        yield from listed(chain(entry.parts, "}") for entry in self.entries.of(game.key))
        yield "]}"

    def _things(self, rows: QuerySet[Any], key: str = "pk") -> Iterator["_Thing"]:
        """Read rows, and write each with its history. Earlier calls take of the changes first."""
        columns = Columns(rows.model, self.numbers)
        left = self.most - sum(histories.count for histories in self.histories)
        histories = Histories(rows, columns, self.people, left)
        self.histories.append(histories)
        found = rows.values_list(*columns.stored, "pk", key)
        return (
            _Thing(row[-1], self._parts(columns.write(columns.read(row)), histories.of(row[-2])))
            for row in found.iterator(AT_ONCE)
        )

    def _parts(self, values: Written, changes: Iterator[Written]) -> Iterator[str]:
        yield f'{as_json(values)[:-1]},"history":['
        some = iter(lambda: list(islice(changes, CHANGES_AT_ONCE)), [])
        yield from listed((as_json(together)[1:-1],) for together in some)
        yield "]"


class _Thing(NamedTuple):
    """A row with its history, as parts of an object of JSON that is still open. `key` is its id, or its game's."""

    key: int
    parts: Iterator[str]


def listed(things: Iterable[Iterable[str]]) -> Iterator[str]:
    """Write things with commas between them."""
    for number, parts in enumerate(things):
        if number:
            yield ","
        yield from parts
