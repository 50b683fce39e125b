"""Sentences about the election rule: the figure that decides, the lead, and the points that a player still needs."""

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext

from campaign.scores.words import signed, victory_points
from scoring import CountBy, ElectionRule

Figure = int | Fraction

# The largest final lead that is called narrow, for each way to decide the campaign.
NARROW: dict[CountBy, Figure] = {
    CountBy.TOTAL: 25,
    CountBy.BEST: 20,
    CountBy.AVERAGE: Fraction(5, 2),
    CountBy.SHARE: Fraction(1, 20),
    CountBy.PAR: Fraction(5, 2),
}


def decimal(figure: float | Fraction) -> str:
    """Write a figure with one decimal."""
    return number_format(round(float(figure), 1), decimal_pos=1).replace("-", "−")


def percentage(figure: Figure) -> str:
    return gettext("%(number)s%%") % {"number": decimal(100 * figure)}


def figure_of(rule: ElectionRule, figure: Figure) -> str:
    """Write a score or a difference of scores: "123", "34.5", "92.4%"."""
    if rule.by is CountBy.SHARE:
        return percentage(figure)
    if rule.by is CountBy.PAR:
        return "+" * (figure > 0) + decimal(figure)
    return decimal(figure) if rule.by is CountBy.AVERAGE else signed(int(figure))


def change_of(rule: ElectionRule, gained: Figure) -> str:
    """Write the change of a score with its sign: "+12", "−0.4", "+1.5%"."""
    figure = figure_of(rule, gained)
    return f"+{figure}" if gained > 0 and rule.by is not CountBy.PAR else figure


def on_chart(rule: ElectionRule, figure: Figure) -> int:
    """Convert a difference to the unit of `chart_unit`: VP, or percentage points."""
    return round(100 * figure if rule.by is CountBy.SHARE else figure)


def chart_unit(rule: ElectionRule) -> str:
    match rule.by:
        case CountBy.AVERAGE | CountBy.PAR:
            return gettext("VP per mission behind the leader, after each mission")
        case CountBy.SHARE:
            return gettext("Percentage points behind the leader, after each mission")
    return gettext("VP behind the leader, after each mission")


def column(rule: ElectionRule) -> str:
    """Return the heading of the column with the figures that decide the election."""
    match rule.by:
        case CountBy.AVERAGE:
            return gettext("Average")
        case CountBy.SHARE:
            return pgettext("of the best score", "Share")
        case CountBy.PAR:
            return gettext("Above par")
        case CountBy.BEST:
            return gettext("Best %(count)s") % {"count": rule.best_of}
    return gettext("Total")


def unit(rule: ElectionRule) -> str:
    """Say what the figures are that decide the election, as a text beside them."""
    match rule.by:
        case CountBy.AVERAGE:
            return gettext("VP per mission")
        case CountBy.SHARE:
            return gettext("of each mission's best score")
        case CountBy.PAR:
            return gettext("VP above par per mission")
        case CountBy.BEST:
            text = ngettext("VP in the best mission", "VP in the best %(count)s missions", rule.best_of)
            return text % {"count": rule.best_of}
    return gettext("VP in all missions")


def what_decides(rule: ElectionRule) -> str:
    match rule.by:
        case CountBy.AVERAGE:
            return gettext("The average VP of the missions each player has played decides.")
        case CountBy.SHARE:
            return gettext(
                "The share of each mission's best score decides, averaged over the missions played: every mission"
                " weighs the same, so it does not matter which of them somebody misses."
            )
        case CountBy.PAR:
            return gettext(
                "The points above par decide, averaged over the missions played: a missed evening costs nothing, easy"
                " and hard missions count alike."
            )
        case CountBy.BEST:
            text = ngettext(
                "Each player's best mission decides; the others do not count.",
                "Each player's best %(count)s missions decide; the others do not count.",
                rule.best_of,
            )
            return text % {"count": rule.best_of}
    return gettext("The sum of all missions' points decides, as in the campaign manual.")


def difference(rule: ElectionRule, figure: Figure) -> str:
    """Write the difference between two players with its unit."""
    match rule.by:
        case CountBy.AVERAGE | CountBy.PAR:
            return gettext("%(figure)s VP per mission") % {"figure": decimal(figure)}
        case CountBy.SHARE:
            return gettext("%(figure)s percentage points") % {"figure": decimal(100 * figure)}
    return victory_points(int(figure))


def is_narrow(rule: ElectionRule, lead: Figure) -> bool:
    """Tell whether the final lead is narrow. This project chose the limit; no rule defines one."""
    return lead <= NARROW[rule.by]


def need(rule: ElectionRule, behind: Figure, needed: Figure, *, is_last: bool) -> str:
    """Describe the points that a trailing player needs to draw level; `needed` is StandingsRow.needed."""
    match rule.by:
        case CountBy.TOTAL if is_last:
            text = gettext("%(behind)s behind: to draw level, must beat the leader by as much in the last mission.")
        case CountBy.TOTAL:
            text = gettext(
                "%(behind)s behind: to draw level, must beat the leader by %(needed)s in each remaining mission."
            )
        case CountBy.SHARE if needed > 1:
            text = gettext("%(behind)s behind: can draw level only if the leader falls back.")
        case CountBy.SHARE:
            text = gettext(
                "%(behind)s behind: to draw level, needs %(needed)s of the best score in each remaining mission, if the"
                " leader's share stays."
            )
        case CountBy.AVERAGE:
            text = gettext(
                "%(behind)s behind: to draw level, needs %(needed)s in each remaining mission, if the leader's average"
                " stays."
            )
        case CountBy.PAR:
            text = gettext(
                "%(behind)s behind: to draw level, needs %(needed)s above par in each remaining mission, if the"
                " leader's average stays."
            )
        case CountBy.BEST:
            text = gettext(
                "%(behind)s behind: to draw level, needs %(needed)s in each remaining mission, if the leader gains"
                " nothing."
            )
    wanted = percentage(needed) if rule.by is CountBy.SHARE else victory_points(int(needed))
    return text % {"behind": difference(rule, behind), "needed": wanted}
