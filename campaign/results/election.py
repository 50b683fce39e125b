"""The election rule of a campaign in words: what decides, its figures, the lead, and what a player still needs."""

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext

from campaign.words import signed, victory_points
from scoring import CountBy, ElectionRule

Figure = int | Fraction

# Up to where a lead at the end of a campaign is narrow.
NARROW: dict[CountBy, Figure] = {
    CountBy.TOTAL: 25,
    CountBy.BEST: 20,
    CountBy.AVERAGE: Fraction(5, 2),
    CountBy.SHARE: Fraction(1, 20),
}


def decimal(figure: float | Fraction) -> str:
    """Write a figure with one digit after the point."""
    return number_format(round(float(figure), 1), decimal_pos=1).replace("-", "−")


def percentage(figure: Figure) -> str:
    return gettext("%(number)s%%") % {"number": decimal(100 * figure)}


def figure_of(rule: ElectionRule, figure: Figure) -> str:
    """Write a score, or a difference of two: "123", "34.5", "92.4%"."""
    if rule.by is CountBy.SHARE:
        return percentage(figure)
    return decimal(figure) if rule.by is CountBy.AVERAGE else signed(int(figure))


def on_chart(rule: ElectionRule, figure: Figure) -> int:
    """Scale a difference for the chart: VP, or hundredths of the best score."""
    return round(100 * figure if rule.by is CountBy.SHARE else figure)


def chart_unit(rule: ElectionRule) -> str:
    match rule.by:
        case CountBy.AVERAGE:
            return gettext("VP a mission behind the leader, after each mission")
        case CountBy.SHARE:
            return gettext("Percentage points behind the leader, after each mission")
    return gettext("VP behind the leader, after each mission")


def column(rule: ElectionRule) -> str:
    """Head the column of what decides."""
    match rule.by:
        case CountBy.AVERAGE:
            return gettext("Average")
        case CountBy.SHARE:
            return pgettext("of the best score", "Share")
        case CountBy.BEST:
            return gettext("Best %(count)s") % {"count": rule.best_of}
    return gettext("Total")


def what_decides(rule: ElectionRule) -> str:
    match rule.by:
        case CountBy.AVERAGE:
            return gettext(
                "The average of the missions each player has played decides: a missed evening costs nothing."
            )
        case CountBy.SHARE:
            return gettext(
                "The share of each mission's best score decides, averaged over the missions played: every mission"
                " weighs the same, and a missed evening costs nothing."
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
    """Write how far two players are apart, with its unit."""
    match rule.by:
        case CountBy.AVERAGE:
            return gettext("%(figure)s VP a mission") % {"figure": decimal(figure)}
        case CountBy.SHARE:
            return gettext("%(figure)s percentage points") % {"figure": decimal(100 * figure)}
    return victory_points(int(figure))


def is_narrow(rule: ElectionRule, lead: Figure) -> bool:
    """Tell whether a campaign was close: ours to choose."""
    return lead <= NARROW[rule.by]


def need(rule: ElectionRule, behind: Figure, needed: Figure, *, is_last: bool) -> str:
    """Say what draws somebody level who is behind; `needed` is StandingsRow.needed."""
    match rule.by:
        case CountBy.TOTAL if is_last:
            text = gettext("%(behind)s behind: must beat the leader by that in the last mission to draw level.")
        case CountBy.TOTAL:
            text = gettext("%(behind)s behind: must beat the leader by %(needed)s in each mission to draw level.")
        case CountBy.SHARE if needed > 1:
            text = gettext("%(behind)s behind: can draw level only if the leader falls back.")
        case CountBy.SHARE:
            text = gettext(
                "%(behind)s behind: needs %(needed)s of the best score in each mission left to draw level, if the"
                " leader's share stays."
            )
        case CountBy.AVERAGE:
            text = gettext(
                "%(behind)s behind: needs %(needed)s in each mission left to draw level, if the leader keeps the"
                " average."
            )
        case CountBy.BEST:
            text = gettext(
                "%(behind)s behind: needs %(needed)s in each mission left to draw level, if the leader gains nothing."
            )
    wanted = percentage(needed) if rule.by is CountBy.SHARE else victory_points(int(needed))
    return text % {"behind": difference(rule, behind), "needed": wanted}
