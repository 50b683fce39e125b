"""Render a whole page, or only the part of it that htmx asked for, from one template."""

from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

if TYPE_CHECKING:
    from campaign.http import Request


def render_part(
    request: "Request", template: str, context: dict[str, Any], *, part: str, status: int = 200
) -> HttpResponse:
    """Render the page. If htmx asked for the element with the id `part`, render only the partial of that name."""
    wanted = f"{template}#{part}" if request.htmx.target == part else template
    response = render(request, wanted, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response
