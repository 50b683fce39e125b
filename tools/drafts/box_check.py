"""Draft many games of the ten missions, and check that the box could have brought every city.

python -m tools.drafts.box_check --games 10000
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator

from scoring import MISSIONS, Finding, Mission, Severity, audit, audit_game
from scoring.drafts import Draft, Drafters, Skill
from scoring.tiles import PLAYERS, SOLO, nearest_table

TABLES = (SOLO, *PLAYERS)
TOLD_AFTER = 500  # the number of games between two lines about the progress


def impossible(mission: Mission, draft: Draft) -> Iterator[Finding]:
    """Yield the impossible facts about the cities of a finished draft: of each city, and of all together."""
    players = nearest_table(draft.players)
    for city in draft.cities:
        yield from (one for one in audit(city, mission, players) if one.severity is Severity.IMPOSSIBLE)
    yield from (one for one in audit_game(draft.cities, mission, players) if one.severity is Severity.IMPOSSIBLE)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", default="box")
    options = parser.parse_args()
    tables = {
        (number, players): Drafters(mission.rules, players, Skill.NEW)
        for number, mission in MISSIONS.items()
        for players in TABLES
    }
    order, cities, found = list(tables), 0, 0
    for game in range(options.games):
        number, players = order[game % len(order)]
        draft = Draft(MISSIONS[number].rules, players, f"{options.seed} {game}")
        for _taken in tables[number, players].turns(draft):
            pass
        cities += players
        for finding in impossible(MISSIONS[number], draft):
            found += 1
            print(f"mission {number}, {players} players, game {game}: {finding.message}", flush=True)
        if game % TOLD_AFTER == TOLD_AFTER - 1:
            print(f"  {game + 1} games, {cities} cities: {found} findings so far", file=sys.stderr, flush=True)
    print(f"{options.games} games, {cities} cities: {found} findings")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
