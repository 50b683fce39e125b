"""Tell a person who changed a city meanwhile, and whose change came too late."""

from itertools import pairwise
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaign.editor.differences import changed_squares, named, supply_of
from campaign.editor.meanwhile import Meanwhile
from campaign.editor.undo import LATEST, EvaluationState
from campaign.models import Evaluation
from campaign.models.history import LATE, THE_CITY
from campaign.people import People
from campaign.scores.score_pad import pad_fields, pad_label
from scoring import Rules


def news(who: str, what: str) -> str:
    """Name the person and the changed squares: "Ada changed B3"."""
    return capfirst(_("%(name)s changed %(what)s.") % {"name": who, "what": what})


def told_late(evaluation: Evaluation, meanwhile: Meanwhile, account: int | None) -> str:
    """Return a sentence about the latest tap that came too late: its square, its sender, and who was first.

    Return "" if no tap came too late. `account` is the reader's. Reads the history and the players.
    """
    if not meanwhile.late:
        return ""
    record = meanwhile.late[-1]
    place = record.history_action.removeprefix(LATE).strip()
    author, people = author_of(evaluation, place), People(evaluation.game.campaign)
    values = {"what": words_for(place, evaluation.game.rules), "late": people.call(record), "name": people.call(author)}
    if author and author.history_user_id and author.history_user_id == account:
        return capfirst(_("%(what)s stays as you entered it: %(late)s came later.") % values)
    return capfirst(_("%(what)s stays as %(name)s entered it: %(late)s came later.") % values)


def words_for(place: str, rules: Rules) -> str:
    """Name the place of a late change: a square, THE_SUPPLY, THE_CITY, or the index of a sum in the score pad."""
    if place.isdecimal():
        return pad_label(pad_fields(rules)[int(place)])
    return named([] if place == THE_CITY else [place])


def author_of(evaluation: Evaluation, place: str) -> Any:
    """Find the latest record that changed a square or the supply. Makes one query, which reads only the latest records.

    For a whole city or a sum of a score pad, find the latest record that changed anything.
    """
    records = list(evaluation.history.order_by("-history_id")[:LATEST])
    if place == THE_CITY or place.isdecimal():
        return next((record for record in records if not record.history_action.startswith(LATE)), None)
    cities = [EvaluationState.of(record).as_city(evaluation.game.rules) for record in records]
    for (after, before), record in zip(pairwise(cities), records, strict=False):
        if place in changed_squares(before, after) or (not place and supply_of(before) != supply_of(after)):
            return record
    return records[-1] if records else None
