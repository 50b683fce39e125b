"""Keep composed missions under their names on this device: a cookie holds their lines and names, the newest first."""

import json
from urllib.parse import quote, unquote

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from campaign.scores.programmes import LONGEST_NAME, own_mission
from campaign.web.names import is_hidden
from scoring import Mission, MissionLineError

COOKIE = "missions"
LONGEST = 3_000  # browsers take cookies of about 4,000 bytes; the oldest missions make room for a new one


def saved_missions(request: HttpRequest) -> list[Mission]:
    """Return the missions in the cookie. Leave out what is no mission, because a visitor can write any cookie."""
    try:
        kept = [own_mission(str(line), _name(name)) for line, name in json.loads(unquote(request.COOKIES[COOKIE]))]
    except (KeyError, TypeError, ValueError, MissionLineError):
        return []
    return kept


def _name(name: object) -> str:
    text = str(name)
    if len(text) > LONGEST_NAME or any(map(is_hidden, text)):
        raise ValueError
    return text


def keep(request: HttpRequest, response: HttpResponse, mission: Mission) -> None:
    """Keep a mission as the newest one."""
    _store(response, [mission, *_others(request, mission)])


def forget(request: HttpRequest, response: HttpResponse, mission: Mission) -> None:
    """Keep a mission no longer."""
    _store(response, _others(request, mission))


def _others(request: HttpRequest, mission: Mission) -> list[Mission]:
    return [other for other in saved_missions(request) if other != mission]


def _store(response: HttpResponse, missions: list[Mission]) -> None:
    rows = [(mission.rules.line, str(mission.name)) for mission in missions]
    while len(value := quote(json.dumps(rows, ensure_ascii=False))) > LONGEST:
        rows.pop()
    age = settings.SESSION_COOKIE_AGE
    response.set_cookie(
        COOKIE, value, max_age=age, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
    )
