"""Make addresses (URLs) of missions. The address of a composed mission contains its mission line."""

import re
from urllib.parse import quote_plus

from django.urls import reverse

from scoring import Mission

SERVICES = "services"
# Punctuation that stays unescaped, because people may read a mission line or a city in an address.
READABLE = ",:/=*"
# The characters to escape. Browsers escape all others themselves, such as Cyrillic letters.
ESCAPED = re.compile(r"[\x00-\x7f]+|\s")


def with_query(address: str, query: str) -> str:
    """Append a query string to an address. The address may already have a query string."""
    path, hash_mark, fragment = address.partition("#")
    return f"{path}{'&' if '?' in path else '?'}{query}{hash_mark}{fragment}" if query else address


def query_text(query: dict[str, str]) -> str:
    """Encode a query string for a link, such as "rules=classic+districts=4,2".

    Cyrillic letters stay unescaped. Apply `iri_to_uri` before an address goes into an HTTP header.
    """
    return "&".join(f"{_quote(name)}={_quote(value)}" for name, value in query.items())


def _quote(text: str) -> str:
    return ESCAPED.sub(lambda found: quote_plus(found[0], READABLE), text)


def mission_query(mission: Mission) -> dict[str, str]:
    """Return query parameters: `{"mission": "7"}`, or `{"rules": ..., "name": ...}` for a composed mission."""
    if not mission.is_own:
        return {"mission": str(mission.number)} | services_query(mission)
    return {"rules": mission.rules.line} | ({"name": str(mission.name)} if mission.name else {})


def services_query(mission: Mission) -> dict[str, str]:
    """Return `{"services": "1"}` for a mission with the Public Services expansion, otherwise {}."""
    return {SERVICES: "1"} if mission.rules.services else {}


def play_query(mission: Mission) -> dict[str, str]:
    """Return the query that chooses a mission on the page for a single game."""
    if mission.is_own:
        return {"line": mission.rules.line, "name": str(mission.name)}
    return {"mission": str(mission.number)}


def address_of_mission(mission: Mission, query: dict[str, str] | None = None, *, view: str = "mission") -> str:
    """Return the address of a mission's page. `view` selects another page of the mission, such as its score pad."""
    if mission.is_own:
        path, query = reverse(f"own_{view}"), mission_query(mission) | (query or {})
    else:
        path, query = reverse(view, args=[mission.number, mission.slug]), (query or {}) | services_query(mission)
    return f"{path}?{query_text(query)}" if query else path
