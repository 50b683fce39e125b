"""Begin the next term of a group: a campaign of the same people, linked to the previous campaign."""

from dataclasses import fields, replace

from django.db import transaction

from campaign.campaigns.forms import BaseRoster
from campaign.campaigns.term_forms import TermForm
from campaign.http import Request
from campaign.models import Campaign, RosterEntry, User
from campaign.scores.names import folded
from campaign.web.budgets import spend
from scoring import HouseRules

INHERITED = (
    "language",
    "time_zone",
    "election_by",
    "best_of",
    "table_runs_games",
    "analyses_open_games",
    *(rule.name for rule in fields(HouseRules)),
)


def begin_term(request: Request, before: Campaign, form: TermForm, roster: BaseRoster) -> Campaign:
    """Create the campaign of the next term, with the rules of the previous term."""
    spend(request, "campaigns")
    assert isinstance(request.user, User)  # noqa: S101 - only the owner of a campaign begins its next term
    entries = form.entries
    with transaction.atomic():
        term = Campaign(
            owner=request.user,
            name=form.cleaned_data["name"],
            form=Campaign.Form.OWN if entries else Campaign.Form.TEN,
            programme=entries,
            before=before,
            **{name: getattr(before, name) for name in INHERITED},
        )
        if term.missions != before.missions:
            term.tiebreak_mission = len(term.missions)
            term.best_of = min(term.best_of, len(term.missions))
        term.save()
        term.set_roster([_entry(entry, before, form) for entry in roster.entries])
    return term


def _entry(entry: RosterEntry, before: Campaign, form: TermForm) -> RosterEntry:
    """Give a person their head start and their account, if the previous term has a player of the same name."""
    known = next((one for one in before.active_players if folded(one.name) == folded(entry.name)), None)
    if known is None:
        return entry
    return replace(entry, head_start=form.head_starts.get(known, 0), account=known.account)
