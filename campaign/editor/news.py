"""Write sentences about changes for a city's page: "Ada changed B3 first." Makes queries for history and players."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaign.editor.differences import changed_squares, name_places, supply_of
from campaign.editor.meanwhile import Meanwhile
from campaign.editor.undo import LATEST, EvaluationState, Restored
from campaign.models import Evaluation
from campaign.models.history import THE_CITY
from campaign.people import People
from campaign.scores.score_pad import pad_fields, pad_label
from scoring import Rules


def retraced(evaluation: Evaluation, restored: Restored, reader: int | None) -> str:
    """Write a sentence about an undo or redo: the change, its author and its time."""
    change = restored.change
    who = _("you") if _is_by(change, reader) else _authors(evaluation, change)[0]
    sentence = _("Undone: %(what)s (%(who)s).") if restored.is_undo else _("Done again: %(what)s (%(who)s).")
    return sentence % {"what": restored.what, "who": f"{who}, {localtime(change.history_date):%H:%M}"}


def came_first(evaluation: Evaluation, meanwhile: Meanwhile, late: Sequence[str], *, others_are_saved: bool) -> str:
    """Write an error message: somebody else was faster. `late` has the squares of the refused taps, or is empty."""
    [name] = _authors(evaluation, meanwhile.theirs[late[0]] if late else meanwhile.change)
    what = name_places(late) if late else meanwhile.what
    sentence = _("%(name)s changed %(what)s first. Your change was not saved.")
    if others_are_saved:
        sentence = _("%(name)s changed %(what)s first, and that stays. Your other taps are saved.")
    return capfirst(sentence % {"name": name, "what": what})


def news(evaluation: Evaluation, meanwhile: Meanwhile, reader: int | None) -> str:
    """Describe the latest tap that was refused as too late. If no tap was refused, name the changes by others."""
    if meanwhile.late:
        return _told_late(evaluation, meanwhile.late[-1], reader)
    [name] = _authors(evaluation, meanwhile.change)
    return capfirst(_("%(name)s changed %(what)s.") % {"name": name, "what": meanwhile.what})


def _told_late(evaluation: Evaluation, record: Any, reader: int | None) -> str:
    """Write a sentence about a refused tap: its square, its sender, and the author of the earlier change."""
    place = record.late_place
    first = _find_first(evaluation, place)
    name, late = _authors(evaluation, first, record)
    values = {"what": _words_for(place, evaluation.game.rules), "name": name, "late": late}
    if _is_by(first, reader):
        return capfirst(_("%(what)s stays as you entered it: %(late)s came later.") % values)
    return capfirst(_("%(what)s stays as %(name)s entered it: %(late)s came later.") % values)


def _words_for(place: str, rules: Rules) -> str:
    """Name `place`: a square, THE_SUPPLY, THE_CITY, or the index of a field of the score pad, such as "3"."""
    if place.isdecimal():
        return pad_label(pad_fields(rules)[int(place)])
    return name_places([] if place == THE_CITY else [place])


def _find_first(evaluation: Evaluation, place: str) -> Any:
    """Find the latest change of `place` if it is a square or the supply. Otherwise find the latest change of all."""
    records = list(evaluation.history.order_by("-history_id")[:LATEST])
    if place == THE_CITY or place.isdecimal():
        return next((record for record in records if not record.is_late), None)
    cities = [EvaluationState.of(record).as_city(evaluation.game.rules) for record in records]
    for (after, before), record in zip(pairwise(cities), records, strict=False):
        if place in changed_squares(before, after) or (not place and supply_of(before) != supply_of(after)):
            return record
    return records[-1] if records else None


def _authors(evaluation: Evaluation, *records: Any) -> list[str]:
    """Name the authors of history records. Makes one query for the players, unless they are loaded."""
    people = People(evaluation.game.campaign)
    return [people.call(record) for record in records]


def _is_by(record: Any, account: int | None) -> bool:
    """Tell whether this account made a change. Return False if `account` is None (a visitor without an account)."""
    return bool(record and record.history_user_id and record.history_user_id == account)
