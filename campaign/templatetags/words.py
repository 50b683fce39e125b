"""The engine's words in templates: `{% load words %}`."""

from django import template

from campaign import words as rule_book
from scoring import MISSIONS, Message, Mission

register = template.Library()


@register.filter
def words(message: Message) -> str:
    """Say in the reader's language what the engine says: `{{ mission.title|words }}`."""
    return rule_book.words(message)


@register.filter
def as_mission(number: int) -> Mission:
    """Return the mission of a number: `{{ game.mission|as_mission }}`."""
    return MISSIONS[number]
