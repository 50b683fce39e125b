"""Figures of results in templates: `{% load results %}`."""

from django import template

from campaign.results import signed

register = template.Library()
register.filter(signed)
