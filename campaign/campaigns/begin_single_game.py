"""Begin a single game. All single games of the same players belong to one `Campaign` of the form GAMES."""

from django.db.models import Count, F, Max
from django.utils.translation import get_language, gettext

from campaign.book.people import WhoIsWho, links_of, players_of
from campaign.campaigns.forms import BaseRoster
from campaign.games.single_games import SingleGame
from campaign.http import Request
from campaign.models import Campaign, Colour, Game, Player, User
from campaign.models.bounds import MOST_GAMES
from campaign.scores.words import joined
from campaign.web.budgets import spend
from campaign.web.guests import user_or_guest
from campaign.web.preferences import told_zone_name
from scoring.tiles import TABLES

LONGEST_NAME = Campaign._meta.get_field("name").max_length


def latest_table(request: Request) -> Campaign | None:
    """Among the user's campaigns of single games, find the most recently played one."""
    own = Campaign.objects.visible_to(request.user).filter(owner=request.user.pk, form=Campaign.Form.GAMES)
    by_day = own.annotate(last_played=Max("games__created")).order_by(F("last_played").desc(nulls_last=True), "-pk")
    return by_day.first()


def proposed_players(request: Request) -> list[Player]:
    """List the players of the user's latest campaign, as a proposal for the form."""
    latest = Campaign.objects.for_home(request.user).first()
    return latest.active_players if latest else []


def numbered_players(count: str) -> list[Player]:
    """Propose players whose names are their numbers, so that a first game can begin at once; [] without a count."""
    if not count.isdecimal() or int(count) not in TABLES:
        return []
    return [
        Player(name=gettext("Player %(number)s") % {"number": number}, colour=colour)
        for number, colour in enumerate(Colour.values[: int(count)], start=1)
    ]


def known_names(request: Request) -> list[str]:
    """List the names of all people whom the user has played with, as suggestions. Makes two queries."""
    if not isinstance(request.user, User):
        return []
    who = WhoIsWho(players_of(request.user), links_of(request.user))
    return list(dict.fromkeys(person.players[0].name for person in who.all))


def begin_at_new_table(request: Request, roster: BaseRoster, single: SingleGame) -> str:
    """Begin a game of these players, and return its address. Reuse their campaign of single games, if any."""
    spend(request, "campaigns")
    user = user_or_guest(request)
    table = _table_of(user, roster) or _new_table(user, roster, told_zone_name(request))
    if "first_is_me" in request.POST:
        _link_creator(table, user, roster.entries[0].name)
    players = [player for player in table.players.all() if player.is_active]
    game = Game.objects.start(table, seats=players, in_standings=False, **single.columns)
    return game.get_absolute_url()


def _table_of(user: User, roster: BaseRoster) -> Campaign | None:
    """Find the user's campaign of single games with exactly these players, in the same colours, and room for a game."""
    wanted = {(entry.name, entry.colour) for entry in roster.entries}
    tables = user.campaigns.annotate(played=Count("games")).filter(form=Campaign.Form.GAMES, played__lt=MOST_GAMES)
    tables = tables.prefetch_related("players")
    return next((table for table in tables if {(one.name, one.colour) for one in table.active_players} == wanted), None)


def _link_creator(table: Campaign, user: User, name: str) -> None:
    """Link the user to the active player of this name, unless the user is a player already."""
    creator = table.players.filter(name=name, account=None, retired_at=None).first()
    if creator and not table.players.filter(account=user).exists():
        creator.account = user
        creator.save(update_fields=["account"])


def _new_table(user: User, roster: BaseRoster, time_zone: str) -> Campaign:
    name = joined(entry.name for entry in roster.entries)[:LONGEST_NAME]
    form, language = Campaign.Form.GAMES, get_language() or ""
    table = Campaign.objects.create(owner=user, name=name, form=form, language=language, time_zone=time_zone)
    table.set_roster(roster.entries)
    return table
