"""Write sentences about changes for a city's page: "Ada changed B3 first." Makes queries for history and players."""

from collections.abc import Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaign.editor.differences import name_fields
from campaign.editor.meanwhile import Meanwhile, city_of
from campaign.editor.undo import LATEST, Restored
from campaign.meanwhile import Late, is_by, last_to_change
from campaign.models import Evaluation
from campaign.models.history import THE_CITY
from campaign.people import People
from campaign.scores.score_pad import pad_fields, pad_label
from scoring import Rules


def retraced(evaluation: Evaluation, restored: Restored, reader: int | None) -> str:
    """Write a sentence about an undo or redo: the change, its author and its time."""
    change = restored.change
    who = _("you") if is_by(change, reader) else _authors(evaluation, change)[0]
    sentence = _("Undone: %(what)s (%(who)s).") if restored.is_undo else _("Done again: %(what)s (%(who)s).")
    return sentence % {"what": restored.what, "who": f"{who}, {localtime(change.history_date):%H:%M}"}


def came_first(evaluation: Evaluation, meanwhile: Meanwhile, late: Sequence[str], *, others_are_saved: bool) -> str:
    """Write an error message: somebody else was faster. `late` has the fields of the refused taps, or is empty."""
    [name] = _authors(evaluation, meanwhile.since.theirs[late[0]] if late else meanwhile.since.change)
    what = name_fields(late) if late else meanwhile.what
    sentence = _("%(name)s changed %(what)s first. Your change was not saved.")
    if others_are_saved:
        sentence = _("%(name)s changed %(what)s first, and that stays. Your other taps are saved.")
    return capfirst(sentence % {"name": name, "what": what})


def news(evaluation: Evaluation, meanwhile: Meanwhile, reader: int | None) -> str:
    """Describe the latest tap that was refused as too late. If no tap was refused, name the changes by others."""
    if meanwhile.since.late:
        return _told_late(evaluation, meanwhile.since.late[-1], reader)
    [name] = _authors(evaluation, meanwhile.since.change)
    return capfirst(_("%(name)s changed %(what)s.") % {"name": name, "what": meanwhile.what})


def _told_late(evaluation: Evaluation, record: Any, reader: int | None) -> str:
    """Write a sentence about a refused tap: its square, its sender, and the author of the earlier change."""
    field = record.late_field
    late = Late(field, record, _find_first(evaluation, field))
    said = late.told(
        People(evaluation.game.campaign),
        reader,
        own=_("%(what)s stays as you entered it: %(late)s came later."),
        others=_("%(what)s stays as %(name)s entered it: %(late)s came later."),
        what=_words_for(field, evaluation.game.rules),
    )
    return capfirst(said)


def _words_for(field: str, rules: Rules) -> str:
    """Name a square, THE_SUPPLY, THE_CITY, or a field of the score pad by its index, such as "3"."""
    if field.isdecimal():
        return pad_label(pad_fields(rules)[int(field)])
    return name_fields([] if field == THE_CITY else [field])


def _find_first(evaluation: Evaluation, field: str) -> Any:
    """Find the latest change of `field` if it is a square or the supply. Otherwise find the latest change of all."""
    records = list(evaluation.history.order_by("-history_id")[:LATEST])
    if field == THE_CITY or field.isdecimal():
        return next((record for record in records if not record.is_late), None)
    return last_to_change(records, field, city_of(evaluation.game.rules)) or (records[-1] if records else None)


def _authors(evaluation: Evaluation, *records: Any) -> list[str]:
    """Name the authors of history records. Makes one query for the players, unless they are loaded."""
    people = People(evaluation.game.campaign)
    return [people.call(record) for record in records]
