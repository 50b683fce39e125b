"""Compare the points of Expert and Classic missions by their pars."""

from collections.abc import Iterable

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from campaign.par.asked import SHOWN
from campaign.scores.words import percent
from scoring import Mission, Mode
from scoring.drafts.measured import TableOfPrograms, measured
from scoring.rules import MODE_RULES
from scoring.tiles import MOST_PLAYERS


def weights_sentence(missions: Iterable[Mission]) -> str:
    """Compare the points of Expert and Classic missions, by their pars; "" if a mode or a par is missing."""
    pars: dict[Mode, list[float]] = {mode: [] for mode in Mode}
    for mission in missions:
        pars[mission.rules.mode].append(_mean(mission.rules.line, mission.rules.mode))
    classic, expert = pars[Mode.CLASSIC], pars[Mode.EXPERT]
    if not classic or not expert or not all((*classic, *expert)):
        return ""
    weight = sum(expert) / len(expert) * len(classic) / sum(classic)
    text = ngettext(
        "By par, an Expert mission brings %(weight)s times the points of a Classic one: in a sum of all points the "
        "%(count)s Expert mission decides %(share)s.",
        "By par, an Expert mission brings %(weight)s times the points of a Classic one: in a sum of all points the "
        "%(count)s Expert missions decide %(share)s.",
        len(expert),
    )
    share = percent(sum(expert) / (sum(classic) + sum(expert)))
    said = text % {"weight": number_format(weight, 1), "count": len(expert), "share": share}
    return " ".join(
        (
            said,
            gettext("By the share of the best score, every mission weighs the same."),
            gettext("By points above par the order is that of the sum, as long as nobody misses an evening."),
        )
    )


def _mean(line: str, mode: Mode) -> float:
    """Return a mission's mean VP from pars.json. If it is missing, use the mean VP of games without a mission, or 0."""
    lines = (line, MODE_RULES[mode].line)
    found = [measured().get(TableOfPrograms(one, MOST_PLAYERS, SHOWN)) for one in lines]
    return next((one.par.mean for one in found if one), 0.0)
