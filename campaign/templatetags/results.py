"""Figures of results in templates: `{% load results %}`."""

from django import template

from campaign.words import signed

register = template.Library()
register.filter(signed)
