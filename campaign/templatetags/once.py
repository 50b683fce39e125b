import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaign.web.idempotency import FIELD

register = template.Library()


@register.simple_tag(takes_context=True)
def once(context: template.Context) -> SafeString:
    """Draw the hidden one-time key of a form, so that sending the form twice creates only one object."""
    request = context.get("request")
    key = (request.POST.get(FIELD) if request else None) or secrets.token_urlsafe(12)
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, key)
