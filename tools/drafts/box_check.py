"""Draft many games, and check the drafted cities with `audit`.

Drafts follow the rules, so an error about a drafted city shows a fault of the code. Warnings about unusual cities do
not count, and neither do errors about more Inhabitants or Energy Units than the box holds.

python -m tools.drafts.box_check --games 10000
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from itertools import product

from scoring import MISSIONS, Finding, Mission, Severity, audit, audit_game
from scoring.boxcheck import TOO_MANY_ENERGY_UNITS, TOO_MANY_INHABITANTS
from scoring.drafts import Draft, Drafters, Skill
from scoring.tiles import TABLES, nearest_table

MORE_SUPPLY_THAN_BOX = (TOO_MANY_INHABITANTS, TOO_MANY_ENERGY_UNITS)
TOLD_AFTER = 500  # the number of games between two lines about the progress


def findings(mission: Mission, draft: Draft) -> Iterator[Finding]:
    """Yield the findings about each city of a finished draft, and about all cities together."""
    players = nearest_table(draft.players)
    for city in draft.cities:
        yield from audit(city, mission, players)
    yield from audit_game(draft.cities, mission, players)


def is_fault(finding: Finding) -> bool:
    """Tell whether the finding about a drafted city proves a fault in this project."""
    return finding.severity is not Severity.UNUSUAL and finding.message.text not in MORE_SUPPLY_THAN_BOX


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", default="box")
    options = parser.parse_args()
    tables = {
        (skill, number, players): Drafters(mission.rules, players, skill)
        for skill, (number, mission), players in product(Skill, MISSIONS.items(), TABLES)
    }
    order, cities, wrong = list(tables), 0, 0
    found: Counter[tuple[int, str, str]] = Counter()
    for game in range(options.games):
        key = _skill, number, players = order[game % len(order)]
        mission, draft = MISSIONS[number], Draft(MISSIONS[number].rules, players, f"{options.seed} {game}")
        for _taken in tables[key].turns(draft):
            pass
        cities += players
        for finding in findings(mission, draft):
            found[number, finding.severity.value, finding.message.text.one] += 1
            if is_fault(finding):
                wrong += 1
                print(f"mission {number}, {players} players, game {game}: {finding.message}", flush=True)
        if game % TOLD_AFTER == TOLD_AFTER - 1:
            print(
                f"  {game + 1} games, {cities} cities: {wrong} faults, {found.total()} findings so far",
                file=sys.stderr,
                flush=True,
            )
    for (number, severity, text), count in sorted(found.items()):
        print(f"mission {number}, {severity}: {count} times: {text}")
    print(f"{options.games} games, {cities} cities: {wrong} faults, {found.total()} findings")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
