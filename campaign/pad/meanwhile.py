"""Save a score pad, even if other people have changed it since the page was loaded.

Changes of different totals are merged. If two people change the same total, the first figure stays, and pages show both
people a sentence about the conflict.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from operator import attrgetter
from typing import Any, NamedTuple, cast

from django.db import OperationalError
from django.utils.translation import gettext as _

from campaign.models import Evaluation, Game, VersionConflictError
from campaign.models.history import LATE, THE_CITY, Action
from campaign.people import People
from campaign.scores.score_pad import pad_fields, pad_label
from campaign.scores.words import names

MOST_TRIES = 12  # the most attempts to save; an attempt fails if somebody else saves at the same moment
MOST_RECORDS = 100  # only this many of the latest history records are searched for refused totals

Pad = Mapping[str, str]


class TooLate(NamedTuple):
    """Typed totals that were refused, because somebody else saved other totals or a city first."""

    evaluation: Evaluation  # the stored row
    fields: tuple[str, ...]  # the names of the refused totals; may be empty if a city replaced the pad
    shown: Pad  # the totals to show on the page: the typed totals, merged with other people's
    author: Any  # a history record; its author saved the stored city or totals

    def said(self, people: People) -> str:
        values = {"name": people.call(self.author), "player": self.evaluation.player.name}
        if not self.fields:
            said = _("Meanwhile %(name)s changed these points. Below is what you typed; save it again to keep it.")
            return said % values
        said = _(
            "Meanwhile %(name)s typed %(fields)s for %(player)s. Your figures are below; save them again to keep them."
        )
        return said % (values | {"fields": names(pad_label(name) for name in self.fields)})


def save(evaluation: Evaluation, typed: Pad, *, version: int, action: Action, account: int | None) -> TooLate | None:
    """Save the typed totals. Return the refused totals, or None if everything is saved. Raises GameFinishedError.

    `version` is the version of the score pad that the page showed. Makes two queries if nobody else saved meanwhile.
    """
    for _attempt in range(MOST_TRIES):
        try:
            return _save(evaluation, typed, version, action, account)
        except VersionConflictError as conflict:
            evaluation = cast("Evaluation", conflict.current)
    # The site answers with status 503, and the browser sends the totals again.
    raise OperationalError("too many people save this score pad at this moment")


def _save(evaluation: Evaluation, typed: Pad, version: int, action: Action, account: int | None) -> TooLate | None:
    if version == evaluation.version:
        evaluation.record(typed, version=version, action=action)
        return None
    history = evaluation.history
    if action.key and history.filter(history_key=action.key, history_user=account).exists():
        return None  # these totals are saved already: the phone got no answer and sent them again
    before = history.filter(version=version).order_by("-history_id").first()
    was: Pad = before.pad if before else {}
    fields = pad_fields(evaluation.game.rules)
    mine = {name: typed[name] for name in fields if typed[name] != was.get(name, "")}
    merged = {**dict.fromkeys(fields, ""), **evaluation.pad, **mine}
    late = tuple(name for name, text in mine.items() if evaluation.pad.get(name, "") not in (text, was.get(name, "")))
    stored = evaluation.as_city or evaluation.pad
    if not (late or evaluation.city):
        evaluation.record(merged, version=evaluation.version, action=action)
        return None
    author = history.exclude(history_action__startswith=LATE).order_by("-history_id").first()
    places = [str(fields.index(name)) for name in late] or [THE_CITY]
    told = [(stored, replace(action, name=f"{LATE} {place}", key="")) for place in places]
    evaluation.record_each(told, version=evaluation.version)
    return TooLate(evaluation, late, typed if evaluation.city else merged, author)


def told_late(game: Game, reader: int | None) -> list[str]:
    """Write a sentence about each score pad whose latest change was refused. Makes at most two queries.

    `reader` is the primary key of the reader's account.
    """
    pads = {evaluation.pk: evaluation for evaluation in game.present if evaluation.is_pad}
    if not pads:
        return []
    latest = list(Evaluation.history.filter(id__in=pads).order_by("-history_id")[:MOST_RECORDS])
    records = {pk: [record for record in latest if record.id == pk] for pk in pads}
    late = {pk: list(takewhile(attrgetter("is_late"), of_pad)) for pk, of_pad in records.items()}
    if not any(late.values()):
        return []
    people = People(game.campaign)
    return [
        _told(pads[pk], of_pad, next(iter(records[pk][len(of_pad) :]), None), people, reader)
        for pk, of_pad in late.items()
        if of_pad
    ]


def _told(evaluation: Evaluation, late: list[Any], author: Any, people: People, reader: int | None) -> str:
    """Write the sentence about refused totals. `author` is the history record of the totals that stay."""
    fields = pad_fields(evaluation.game.rules)
    places = sorted({int(record.late_place) for record in late})
    values = {
        "player": evaluation.player.name,
        "fields": names(pad_label(fields[place]) for place in places),
        "name": people.call(author),
        "late": people.call(late[0]),
    }
    if author and author.history_user_id and author.history_user_id == reader:
        return _("%(player)s, %(fields)s: what you typed stays, because %(late)s came later.") % values
    return _("%(player)s, %(fields)s: what %(name)s typed stays, because %(late)s came later.") % values
