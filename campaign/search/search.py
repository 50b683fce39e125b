"""One search over all texts of the library: the best entries for a query, only a few per page."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from django.utils.translation import get_language

from campaign.scores.house_rules import STANDARD, as_rules
from campaign.search.index import index_of
from campaign.search.lines import SearchLine, lines_of
from scoring import HouseRules

MOST_RESULTS = 8
MOST_ASIDES = 2
MOST_OF_A_PAGE = 3
LONGEST_QUERY = 200


def _shown(ranked: list[SearchLine]) -> list[SearchLine]:
    """Return the best entries, only a few per page. Entries about mistakes and house rules come last."""
    rules: list[SearchLine] = []
    asides: list[SearchLine] = []
    of_page: Counter[str] = Counter()
    for line in ranked:
        if line.is_aside:
            asides.append(line)
        elif (
            len(rules) < MOST_RESULTS
            and of_page[line.page] < MOST_OF_A_PAGE
            and line.said not in {r.said for r in rules}
        ):
            of_page[line.page] += 1
            rules.append(line)
    return [*rules, *asides[:MOST_ASIDES]] if rules else []


@lru_cache(maxsize=12)
def _told(code: str, house_rules: HouseRules) -> list[SearchLine]:
    """Return all entries under these house rules. An entry that does not apply has an empty sentence."""
    usual = index_of(code).lines
    if not as_rules(house_rules):
        return usual
    return [
        line if line.said == before.said or not before.said else replace(line, is_switched=True)
        for line, before in zip(lines_of(code, house_rules), usual, strict=True)
    ]


@lru_cache(maxsize=256)
def _search(code: str, query: str, house_rules: HouseRules) -> list[SearchLine]:
    lines = _told(code, house_rules)
    return _shown([line for index in index_of(code).search(query) if (line := lines[index]).said])


def search(query: str, house_rules: HouseRules = STANDARD) -> list[SearchLine]:
    """Return the entries that answer a query under these house rules, in the active language, the best first."""
    return _search(get_language() or "", " ".join(query.split())[:LONGEST_QUERY], house_rules)
