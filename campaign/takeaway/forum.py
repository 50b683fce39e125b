"""Write a result in BoardGameGeek's markup, for a logged play or a forum post. Players' names cannot add markup."""

from django.utils.formats import date_format
from django.utils.translation import gettext

from campaign.results.game_result import GameResult, LogEntry
from campaign.scores.words import victory_points
from campaign.takeaway.game import BGG_ID, GAME_NAME

BRACKETS = str.maketrans("[]", "()")


def post(result: GameResult) -> str:
    """Write a result as a post: the players, best first, and the game's note."""
    game = result.game
    lines = [
        f"[b][thing={BGG_ID}]{GAME_NAME}[/thing] · {plain(game.numbered_title)}[/b]",
        plain(", ".join(filter(None, [date_format(game.played_on), game.place]))),
        "",
        f"[b]{plain(result.headline)}[/b]",
        *[_line(entry, with_rank=not result.is_solo) for entry in result.entries],
    ]
    if result.absent:
        names = ", ".join(str(entry.player) for entry in result.absent)
        lines.append(plain(gettext("Absent: %(names)s") % {"names": names}))
    if game.notes:
        lines += ["", f"[q]{plain(game.notes)}[/q]"]
    return "\n".join(lines)


def _line(entry: LogEntry, *, with_rank: bool) -> str:
    rank = f"{entry.ranked.rank}. " if entry.ranked and with_rank else ""
    kinds = ", ".join(f"{line.label} {line.figure}" for line in entry.categories)
    return f"{rank}{plain(str(entry.player))}: [b]{victory_points(entry.evaluation.total or 0)}[/b] ({plain(kinds)})"


def plain(text: str) -> str:
    """Replace square brackets by round brackets, because square brackets would be markup."""
    return text.translate(BRACKETS)
