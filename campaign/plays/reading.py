"""Read the plays of Quadropolis from the file of another program. All other plays of the file are left alone.

BG Stats exports JSON (`BGStatsExport.json`, or one play as `.bgsplay`). BoardGameGeek's XML API lists the plays of a
user (`<plays>`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from xml.etree import ElementTree as ET

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.models.days import is_day_of_a_game, latest_day
from campaign.scores.score_pad import PadError, parse_sum
from campaign.takeaway.game import BGG_ID, GAME_NAME
from campaign.transfer.reading import ImportRefusedError, parse
from campaign.web.names import looks
from scoring import Mode, Rules
from scoring.limits import highest_total
from scoring.tiles import MOST_PLAYERS

MOST_PLAYS = 300  # the most plays of an import; the next import of the same file brings the rest
HIGHEST = max(highest_total(Rules.parse(mode.value)) for mode in Mode)
LONGEST = Game._meta.get_field("place").max_length or 0
UNSURE = (b"<!DOCTYPE", b"<!ENTITY")  # XML with definitions of its own can grow without limit


@dataclass(frozen=True, slots=True)
class OldPlay:
    """A finished game of which only the totals are known. `totals` lists (name, VP) in the order of the seats."""

    day: date
    totals: tuple[tuple[str, int], ...]
    first: str = ""  # the name of the player who began; "" if the file does not say it
    place: str = ""

    @property
    def fingerprint(self) -> tuple[date, frozenset[tuple[str, int]]]:
        """Return what is the same for two records of one game: the day, and the players with their totals."""
        return self.day, frozenset((looks(name), total) for name, total in self.totals)

    def renamed(self, who: Mapping[str, str]) -> "OldPlay":
        """Return the play with the names of the people here. `who` maps each name of the file to such a name."""
        totals = tuple((who[name], total) for name, total in self.totals)
        return replace(self, totals=totals, first=who.get(self.first, ""))


@dataclass(frozen=True, slots=True)
class PlaysFile:
    """The plays of Quadropolis in a file, and how many of its plays of Quadropolis cannot become a game."""

    plays: tuple[OldPlay, ...]
    unusable: int

    @classmethod
    def read(cls, raw: bytes) -> "PlaysFile":
        """Read a file. Raises ImportRefusedError if it is not one of the formats, or has no play of Quadropolis."""
        read: Callable[[bytes], Iterable[OldPlay | None]] = _read_xml if raw.lstrip()[:1] == b"<" else _read_json
        found = list(read(raw))
        plays = {play.fingerprint: play for play in found if play}
        if not found:
            raise ImportRefusedError(_("This file has no play of %(game)s.") % {"game": GAME_NAME})
        return cls(tuple(plays.values()), found.count(None))


def _read_json(raw: bytes) -> Iterable[OldPlay | None]:
    """Yield each play of Quadropolis in a file of BG Stats; None for a play that cannot become a game."""
    try:
        file = parse(raw)
        games = {game["id"] for game in file["games"] if _is_quadropolis(game.get("bggId"), game.get("name", ""))}
        names = {player["id"]: str(player["name"]) for player in file["players"]}
        places = {place["id"]: str(place["name"]) for place in file.get("locations", ())}
        plays = [play for play in file["plays"] if play["gameRefId"] in games and not play.get("ignored")]
    except (AttributeError, KeyError, TypeError) as error:
        raise ImportRefusedError(_not_known()) from error
    for play in plays:
        try:
            seats = [
                (score.get("seatOrder") or 0, names[score["playerRefId"]], score["score"], bool(score["startPlayer"]))
                for score in play["playerScores"]
            ]
            yield _play(str(play["playDate"]), seats, places.get(play.get("locationRefId"), ""))
        except (AttributeError, KeyError, TypeError):
            yield None


def _read_xml(raw: bytes) -> Iterable[OldPlay | None]:
    """Yield each play of Quadropolis in a list of BoardGameGeek; None for a play that cannot become a game."""
    if any(sign in raw for sign in UNSURE):
        raise ImportRefusedError(_not_known())
    try:
        root = ET.fromstring(raw)  # noqa: S314 - it has no definitions of its own, see UNSURE
    except ET.ParseError as error:
        raise ImportRefusedError(_not_known()) from error
    for play in root.iter("play"):
        item = play.find("item")
        if item is None or not _is_quadropolis(item.get("objectid"), item.get("name", "")):
            continue
        seats = [
            (_whole(player.get("startposition")), player.get("name") or player.get("username") or "",
             player.get("score"), player.get("startposition") == "1")
            for player in play.iter("player")
        ]  # fmt: skip
        yield _play(play.get("date", ""), seats, play.get("location", ""))


def _not_known() -> str:
    return _("This is neither an export of BG Stats (.json, .bgsplay) nor a list of plays from BoardGameGeek (.xml).")


def _is_quadropolis(bgg_id: Any, name: str) -> bool:
    return str(bgg_id) == str(BGG_ID) or (not bgg_id and name == GAME_NAME)


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() else 0


def _play(day: str, seats: list[tuple[int, str, Any, bool]], place: str) -> OldPlay | None:
    """Return a play, or None if its day, its number of players or its points are not those of a finished game."""
    try:
        played_on = date.fromisoformat(day[:10])
        totals = tuple(
            (" ".join(name.split()), parse_sum(str(score)))
            for _seat, name, score, _starts in sorted(seats, key=lambda seat: seat[0])
            if str(score or "").strip()
        )
    except (PadError, ValueError):
        return None
    people = {looks(name) for name, _total in totals}
    if not (
        is_day_of_a_game(played_on)
        and played_on <= latest_day()
        and 1 <= len(seats) == len(totals) == len(people) <= MOST_PLAYERS
        and all(name for name, _total in totals)
        and all(0 <= total <= HIGHEST for _name, total in totals)
    ):
        return None
    first = next((" ".join(name.split()) for _seat, name, _score, starts in seats if starts), "")
    return OldPlay(played_on, totals, first, " ".join(place.split())[:LONGEST])
