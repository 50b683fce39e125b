"""Template filters for the engine's messages and missions: `{% load words %}`."""

from django import template

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
