"""Save a score pad, even if other people have changed it since the page was loaded.

Changes of different totals are merged. If two people change the same total, the first figure stays, and pages show both
people a sentence about the conflict.
"""

from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from campaign.meanwhile import Comparison, Sender, latest_late, since, try_until_stored
from campaign.models import Evaluation, Game
from campaign.models.history import THE_CITY, Action
from campaign.people import People
from campaign.scores.names import isolated
from campaign.scores.score_pad import pad_fields, pad_label
from campaign.scores.words import names
from scoring import Rules

MOST_RECORDS = 100  # only this many of the latest history records are searched for refused totals

Pad = Mapping[str, str]


class TooLate(NamedTuple):
    """Typed totals that were refused, because somebody else saved other totals or a city first."""

    evaluation: Evaluation  # the stored row
    fields: tuple[str, ...]  # the names of the refused totals; may be empty if a city replaced the pad
    shown: Pad  # the totals to show on the page: the typed totals, merged with other people's
    first: Any  # the history record of the stored city or totals

    def said(self, people: People) -> str:
        values = {"name": people.call(self.first), "player": isolated(self.evaluation.player)}
        if not self.fields:
            said = _("Meanwhile %(name)s changed these points. Below is what you typed; save it again to keep it.")
            return said % values
        said = _(
            "Meanwhile %(name)s typed %(fields)s for %(player)s. Your figures are below; save them again to keep them."
        )
        return said % (values | {"fields": names(map(pad_label, self.fields))})


def pad_codes(rules: Rules) -> dict[str, str]:
    """Map the codes by which the history names the totals of a refused change to the names of these totals."""
    return {str(code): name for code, name in enumerate(pad_fields(rules))}


def pad_of(rules: Rules) -> Comparison[Pad]:
    """Describe a score pad for `campaign.meanwhile`. Its fields are the codes of its totals."""
    codes = pad_codes(rules)

    def changed(before: Pad, after: Pad) -> list[str]:
        return [code for code, name in codes.items() if before.get(name, "") != after.get(name, "")]

    return Comparison(lambda record: record.pad if record else {}, changed)


def save(evaluation: Evaluation, typed: Pad, *, version: int, action: Action, sender: Sender) -> TooLate | None:
    """Save the typed totals. Return the refused totals, or None if everything is saved. Raises GameFinishedError.

    `version` is the version of the score pad that the page showed. Makes two queries if nobody else saved meanwhile.
    """
    return try_until_stored(evaluation, lambda row: _save(row, typed, version, action, sender))


def _save(evaluation: Evaluation, typed: Pad, version: int, action: Action, sender: Sender) -> TooLate | None:
    if version == evaluation.version:
        evaluation.record(typed, version=version, action=action)
        return None
    codes, comparison = pad_codes(evaluation.game.rules), pad_of(evaluation.game.rules)
    meanwhile = since(evaluation, version, comparison, sender)
    if meanwhile.has(action.key):
        return None  # these totals are saved already: the phone got no answer and sent them again
    mine = comparison.changed(comparison.state(meanwhile.shown), typed)
    late = [code for code in comparison.changed(evaluation.pad, typed) if code in mine and code in meanwhile.theirs]
    merged = dict.fromkeys(codes.values(), "") | evaluation.pad | {codes[code]: typed[codes[code]] for code in mine}
    if not (late or evaluation.city):
        evaluation.record(merged, version=evaluation.version, action=action)
        return None
    stored = evaluation.as_city or evaluation.pad
    evaluation.record_each([(stored, action.late(field)) for field in late or [THE_CITY]], version=evaluation.version)
    first = meanwhile.theirs[late[0]] if late else meanwhile.change
    refused = tuple(codes[code] for code in late)
    return TooLate(evaluation, refused, typed if evaluation.city else merged, first)


def told_late(game: Game, reader: int | None) -> list[str]:
    """Write a sentence about each score pad whose latest change was refused. Makes at most two queries.

    `reader` is the primary key of the reader's account.
    """
    pads = {evaluation.pk: evaluation for evaluation in game.present if evaluation.is_pad}
    if not pads:
        return []
    latest = list(Evaluation.history.filter(id__in=pads).order_by("-history_id")[:MOST_RECORDS])
    codes, comparison = pad_codes(game.rules), pad_of(game.rules)
    late = {pk: latest_late([record for record in latest if record.id == pk], comparison) for pk in pads}
    if not any(late.values()):
        return []
    people = People(game.campaign)
    return [
        last.told(
            people,
            reader,
            own=_("%(what)s: what you typed stays, because %(late)s came later."),
            others=_("%(what)s: what %(name)s typed stays, because %(late)s came later."),
            what=f"{isolated(pads[pk].player)}, {names(pad_label(codes[each.field]) for each in (*others, last))}",
        )
        for pk, of_pad in late.items()
        # A late tap on a city, which has become a pad, has no field of the pad.
        for _first, (*others, last) in groupby((each for each in of_pad if each.field in codes), attrgetter("first"))
    ]
