"""One search over all texts of the library: the best entries for a query, only a few per page."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from django.utils.translation import get_language

from campaign.scores.house_rules import STANDARD, as_rules
from campaign.search.entries import SearchEntry, entries_of
from campaign.search.index import index_of
from scoring import HouseRules

MOST_RESULTS = 8
MOST_ASIDES = 2
MOST_OF_A_PAGE = 3
LONGEST_QUERY = 200


def _shown(ranked: list[SearchEntry]) -> list[SearchEntry]:
    """Return the best entries, only a few per page. Entries about mistakes and house rules come last."""
    rules: list[SearchEntry] = []
    asides: list[SearchEntry] = []
    of_page: Counter[str] = Counter()
    for entry in ranked:
        if entry.is_aside:
            asides.append(entry)
        elif (
            len(rules) < MOST_RESULTS
            and of_page[entry.page] < MOST_OF_A_PAGE
            and entry.said not in {r.said for r in rules}
        ):
            of_page[entry.page] += 1
            rules.append(entry)
    return [*rules, *asides[:MOST_ASIDES]] if rules else []


@lru_cache(maxsize=12)
def _told(code: str, house_rules: HouseRules) -> list[SearchEntry]:
    """Return all entries under these house rules. An entry that does not apply has an empty sentence."""
    usual = index_of(code).entries
    if not as_rules(house_rules):
        return usual
    return [
        entry if entry.said == before.said or not before.said else replace(entry, is_switched=True)
        for entry, before in zip(entries_of(code, house_rules), usual, strict=True)
    ]


@lru_cache(maxsize=256)
def _search(code: str, query: str, house_rules: HouseRules) -> list[SearchEntry]:
    entries = _told(code, house_rules)
    return _shown([entry for index in index_of(code).search(query) if (entry := entries[index]).said])


def search(query: str, house_rules: HouseRules = STANDARD) -> list[SearchEntry]:
    """Return the entries that answer a query under these house rules, in the active language, the best first."""
    return _search(get_language() or "", " ".join(query.split())[:LONGEST_QUERY], house_rules)
