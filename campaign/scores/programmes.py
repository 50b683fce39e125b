"""The stored form of a campaign's own programme: a list with one entry per mission.

An entry is `{"mission": 7}` for one of the manual's ten missions. For a composed mission it is
`{"line": "classic districts=4,2", "name": "Ring Road", "story": "…"}`.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scoring import MISSIONS, THE_TEN, Mission, MissionLineError, Programme

MOST_MISSIONS = 20  # the highest number of missions in a campaign
LONGEST_NAME = 60
LONGEST_STORY = 600

ProgrammeEntry = dict[str, Any]


def programme_of(entries: Iterable[ProgrammeEntry]) -> Programme:
    """Return the programme of these entries; without entries, the manual's ten missions. Raises MissionLineError."""
    return Programme(tuple(_mission_of(entry) for entry in entries)) or THE_TEN


def entry_of(mission: Mission, story: str = "") -> ProgrammeEntry:
    """Return the entry that stores a mission in a programme."""
    if mission.is_own:
        return {"line": mission.rules.line, "name": str(mission.name), "story": story}
    return {"mission": mission.number}


def _mission_of(entry: ProgrammeEntry) -> Mission:
    return MISSIONS[entry["mission"]] if "mission" in entry else own_mission(entry["line"], entry["name"])


def with_services(mission: Mission) -> Mission:
    """Add the Public Services expansion to a mission.

    Return a composed mission unchanged if its mission line would become too long.
    """
    if not mission.is_own:
        return _of_the_ten_with_services(mission.number)
    try:
        return own_mission(replace(mission.rules, services=True).line, str(mission.name))
    except MissionLineError:
        return mission


@lru_cache(maxsize=len(MISSIONS))
def _of_the_ten_with_services(number: int) -> Mission:
    mission = MISSIONS[number]
    return replace(mission, rules=replace(mission.rules, services=True))


@lru_cache(maxsize=1 << 8)
def own_mission(line: str, name: str = "") -> Mission:
    """Return the composed mission with this line and name, from a cache. Raises MissionLineError."""
    return Mission.parse(line, name)
