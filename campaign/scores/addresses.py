"""Make addresses (URLs) of missions.

An address contains the number of one of the manual's ten missions. For a composed mission it contains the mission line,
such as "classic districts=4,2", and the name.
"""

import re
from urllib.parse import quote_plus

from django.urls import reverse

from scoring import Mission

SERVICES = "services"
# ASCII punctuation that stays unescaped. People can then read a mission line or a city in an address.
READABLE = ",:/=*"
# The characters to escape: ASCII and white space. Browsers themselves escape all others, such as Cyrillic letters.
ESCAPED = re.compile(r"[\x00-\x7f]+|\s")


def with_query(address: str, query: str) -> str:
    """Append a query string to an address. The address may already have a query string."""
    path, hash_mark, place = address.partition("#")
    return f"{path}{'&' if '?' in path else '?'}{query}{hash_mark}{place}" if query else address


def query_text(query: dict[str, str]) -> str:
    """Encode a query string for a link, such as "rules=classic+districts=4,2".

    Characters beyond ASCII are not escaped, because an escaped character takes three times the bytes.
    Before an address goes into an HTTP header, escape it with `iri_to_uri`.
    """
    return "&".join(f"{_quote(name)}={_quote(value)}" for name, value in query.items())


def _quote(text: str) -> str:
    return ESCAPED.sub(lambda found: quote_plus(found[0], READABLE), text)


def mission_query(mission: Mission) -> dict[str, str]:
    """Return the query parameters for a mission, such as `{"mission": "7"}`.

    For a composed mission they are the mission line and, if it has one, the name.
    """
    if not mission.is_own:
        return {"mission": str(mission.number)} | services_query(mission)
    return {"rules": mission.rules.line} | ({"name": str(mission.name)} if mission.name else {})


def services_query(mission: Mission) -> dict[str, str]:
    """Return `{"services": "1"}` for a mission with the Public Services expansion, otherwise {}.

    An address with the mission's number in its path needs these query parameters.
    """
    return {SERVICES: "1"} if mission.rules.services else {}


def address_of_mission(mission: Mission, query: dict[str, str] | None = None, *, view: str = "mission") -> str:
    """Return the address of a mission's page. `view` selects another page of the mission, such as its score pad."""
    if mission.is_own:
        path, query = reverse(f"own_{view}"), mission_query(mission) | (query or {})
    else:
        path, query = reverse(view, args=[mission.number, mission.slug]), (query or {}) | services_query(mission)
    return f"{path}?{query_text(query)}" if query else path
