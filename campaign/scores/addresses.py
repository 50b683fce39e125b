"""Addresses of missions.

An address has the number of one of the manual's ten missions, or the line and the name of a composed mission.
"""

import re
from urllib.parse import quote_plus

from django.urls import reverse

from scoring import Mission

SERVICES = "services"
READABLE = ",:/=*"  # characters that are not escaped, so that people can read a line or a city in an address
ESCAPED = re.compile(r"[\x00-\x7f]+|\s")  # the characters to escape; browsers themselves escape other alphabets


def with_query(address: str, query: str) -> str:
    """Append a query to an address, which may have a query already."""
    path, hash_mark, place = address.partition("#")
    return f"{path}{'&' if '?' in path else '?'}{query}{hash_mark}{place}" if query else address


def query_text(query: dict[str, str]) -> str:
    """Write the query of a link, with readable lines of missions: "rules=classic+districts=4,2".

    Characters beyond ASCII are not escaped. Escapes would take three times the bytes in a page.
    Before an address goes into a header, escape it with `iri_to_uri`.
    """
    return "&".join(f"{_quote(name)}={_quote(value)}" for name, value in query.items())


def _quote(text: str) -> str:
    return ESCAPED.sub(lambda found: quote_plus(found[0], READABLE), text)


def mission_query(mission: Mission) -> dict[str, str]:
    """Return the query of a mission: `{"mission": "7"}`, or the line and name of a composed mission."""
    if not mission.is_own:
        return {"mission": str(mission.number)} | services_query(mission)
    return {"rules": mission.rules.line} | ({"name": str(mission.name)} if mission.name else {})


def services_query(mission: Mission) -> dict[str, str]:
    """Return the query for a mission whose number is in the path: `{"services": "1"}` with the expansion, else {}."""
    return {SERVICES: "1"} if mission.rules.services else {}


def address_of_mission(mission: Mission, query: dict[str, str] | None = None, *, view: str = "mission") -> str:
    """Return the address of a mission's page, or of another view of the mission such as its score pad (`view`)."""
    if mission.is_own:
        path, query = reverse(f"own_{view}"), mission_query(mission) | (query or {})
    else:
        path, query = reverse(view, args=[mission.number, mission.slug]), (query or {}) | services_query(mission)
    return f"{path}?{query_text(query)}" if query else path
