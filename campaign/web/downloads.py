"""Responses that a browser saves as a file."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from campaign.models import Campaign


def download(content: str | bytes, content_type: str, name: str) -> HttpResponse:
    header = content_disposition_header(as_attachment=True, filename=name)
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": header})


def file_name(campaign: Campaign) -> str:
    """Turn the name of a campaign into a file name, with letters that every file system accepts."""
    return slugify(campaign.name) or "campaign"
