"""Template filters for the engine's messages and missions: `{% load words %}`."""

from django import template
from django.utils.translation import gettext, ngettext

from campaign.scores import words as rule_book
from scoring import Message, Mission, Programme

register = template.Library()


@register.filter
def words(message: Message) -> str:
    """Translate a message of the engine: `{{ mission.title|words }}`."""
    return rule_book.words(message)


@register.filter
def numbered(mission: Mission) -> str:
    """Write the number and title of a mission, "7. Price of Silence". A composed mission has only its title."""
    return rule_book.numbered_title(mission)


@register.filter
def at_position(programme: Programme, position: int) -> Mission:
    """Return a mission by its number in a programme: `{{ campaign.missions|at_position:number }}`."""
    return programme[position]


@register.filter
def counted(number: int, things: str) -> str:
    """Write a number of players, rounds or games: `{{ table.players|counted:"players" }}`."""
    match things:
        case "players":
            text = ngettext("%(count)s player", "%(count)s players", number)
        case "rounds":
            text = ngettext("%(count)s round", "%(count)s rounds", number)
        case "games":
            text = ngettext("%(count)s game", "%(count)s games", number)
        case _:
            raise template.TemplateSyntaxError(f"expected players, rounds or games, got {things!r}")
    return text % {"count": number}


@register.filter
def mission_label(number: int) -> str:
    """Write the number of a mission: `{{ row.position|mission_label }}` is "Mission 7"."""
    return gettext("Mission %(number)s") % {"number": number}


@register.filter
def player_label(number: int) -> str:
    """Write the number of a player: `{{ seat|player_label }}` is "Player 2"."""
    return gettext("Player %(number)s") % {"number": number}
