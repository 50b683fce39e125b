"""The text of a play or a forum post on BoardGameGeek: its own markup, which no name of a player can add to."""

from django.utils.formats import date_format
from django.utils.translation import gettext

from campaign.results.game_result import Entry, GameResult
from campaign.takeaway.game import BGG_ID, GAME_NAME
from campaign.words import numbered_title, victory_points

BRACKETS = str.maketrans("[]", "()")


def post(result: GameResult) -> str:
    """Write a result down, best first, with the note of the evening."""
    game = result.game
    lines = [
        f"[b][thing={BGG_ID}]{GAME_NAME}[/thing] · {plain(numbered_title(game.as_mission))}[/b]",
        plain(", ".join(filter(None, [date_format(game.played_on), game.place]))),
        "",
        f"[b]{plain(result.headline)}[/b]",
        *[_line(entry) for entry in result.entries],
    ]
    if result.absent:
        names = ", ".join(entry.player.name for entry in result.absent)
        lines.append(plain(gettext("Absent: %(names)s") % {"names": names}))
    if game.notes:
        lines += ["", f"[q]{plain(game.notes)}[/q]"]
    return "\n".join(lines)


def _line(entry: Entry) -> str:
    place = entry.place.rank if entry.place else ""
    kinds = ", ".join(f"{line.label} {line.figure}" for line in entry.categories)
    return f"{place}. {plain(entry.player.name)}: [b]{victory_points(entry.evaluation.total or 0)}[/b] ({plain(kinds)})"


def plain(text: str) -> str:
    """Take the brackets out of a text: they would be markup."""
    return text.translate(BRACKETS)
