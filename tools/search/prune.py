"""Shorten and sort the files in campaign/search/asked: delete example queries that the search does not need.

python -m tools.search.prune en de ru --seed 24 --fewest 3

Each query belongs to a page or a sentence. The tool keeps a few queries of each page or sentence. It deletes other
queries if the search still answers them correctly. Last, it restores queries until all questions of
tests/campaign/search/questions/<code>.json find the same first result as before the deletions.
"""

import argparse
import datetime as dt
import json
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import django

from campaign.search.asked import Asked, read_file

ROOT = Path(__file__).parents[2]
ASKED = ROOT / "campaign/search/asked"
QUESTIONS = ROOT / "tests/campaign/search/questions"
PORTIONS = 8  # how many times `Pruning.keep_needed` rebuilds the search index
WORD = re.compile(r"[^\W\d_]+")

Ways = dict[str, list[str]]  # example queries by page or sentence: {"activation#question-1": ["when does it count"]}


class Search:
    """A search index in one language, with the example queries in `asked`."""

    def __init__(self, code: str, asked: Mapping[str, Asked]) -> None:
        from campaign.scores.house_rules import NO_TABLE  # noqa: PLC0415 - Django has to be set up
        from campaign.search.entries import entries_of  # noqa: PLC0415
        from campaign.search.index import Index  # noqa: PLC0415
        from campaign.search.language import Language  # noqa: PLC0415

        lines = entries_of(code, NO_TABLE, {subject: each.lines for subject, each in asked.items()})
        self.index = Index(Language(code), lines)

    def first(self, query: str) -> int | None:
        """Return the index of the line found first, or None. Skip lines about mistakes and house rules."""
        rules = (number for number in self.index.search(query) if not self.index.entries[number].is_aside)
        return next(rules, None)

    def answering(self) -> dict[str, set[int]]:
        """Map each example query to the indexes of the lines that it should find."""
        found: dict[str, set[int]] = {}
        for number, line in enumerate(self.index.entries):
            for way in line.asked:
                found.setdefault(way, set()).add(number)
        return found


def has_blank(way: str) -> bool:
    return "{" in way


def words_of(way: str) -> set[str]:
    """Return the words of a query, without numbers. If the query has a placeholder, return no words."""
    return set(WORD.findall(way.casefold())) if not has_blank(way) else set()


def with_further_words(asked: Mapping[str, Asked], kept: Ways) -> dict[str, Asked]:
    """Return only the kept queries, and for each page or sentence the counts of words in its deleted queries."""
    found = {}
    for subject, each in asked.items():
        words = Counter(each.further_words)
        for way in each.ways:
            if way not in kept[subject]:
                words.update(words_of(way))
        found[subject] = Asked(tuple(kept[subject]), dict(sorted(words.items())))
    return found


def lines_in(asked: Mapping[str, Asked]) -> int:
    return sum(len(each.lines) for each in asked.values())


@dataclass
class Pruning:
    """Decide which queries of one language are kept. `asked` has all queries, and `kept` the queries kept so far."""

    code: str
    asked: Mapping[str, Asked]
    chance: random.Random
    whole: Collection[str] = ()

    def __post_init__(self) -> None:
        self.everything = Search(self.code, self.asked)
        self.right = self.everything.answering()
        self.kept: Ways = {
            subject: [way for way in each.ways if self._stays(subject, way)] for subject, each in self.asked.items()
        }

    @property
    def left(self) -> dict[str, Asked]:
        return with_further_words(self.asked, self.kept)

    def _stays(self, subject: str, way: str) -> bool:
        return has_blank(way) or subject in self.whole or subject.partition("#")[0] in self.whole

    def keep_needed(self, fewest: int) -> None:
        """Keep a few queries of each page or sentence. Also keep queries without which the search answers wrongly."""
        waiting: list[tuple[str, str]] = []
        for subject, each in self.asked.items():
            others = [way for way in each.ways if not self._stays(subject, way)]
            self.chance.shuffle(others)
            while others and len(self.kept[subject]) < fewest:
                said = set[str]().union(*map(words_of, self.kept[subject]))
                newest = max(others, key=lambda way: len(words_of(way) - said))
                others.remove(newest)
                self.kept[subject].append(newest)
            waiting += [(subject, way) for way in others]
        self.chance.shuffle(waiting)
        for portion in range(PORTIONS):
            search = Search(self.code, self.left)
            for subject, way in waiting[portion::PORTIONS]:
                if search.first(way) not in self.right.get(way, ()):
                    self.kept[subject].append(way)
            sys.stdout.write(f"{self.code}: portion {portion + 1}, {lines_in(self.left)} kept\n")
            sys.stdout.flush()

    def keep_for_questions(self) -> None:
        """Restore queries until each test question finds the same first result as before the deletions."""
        bank = json.loads((QUESTIONS / f"{self.code}.json").read_text(encoding="utf-8"))["questions"]
        search = Search(self.code, self.left)
        by_way = {way: subject for subject, each in self.asked.items() for way in each.ways}
        for question in (entry["question"] for entry in bank):
            wanted = self.everything.first(question)
            if wanted is None:
                continue
            lines_ways = [way for way in self.everything.index.entries[wanted].asked if way in by_way]
            deleted = [way for way in lines_ways if way not in self.kept[by_way[way]]]
            deleted.sort(key=lambda way: (len(words_of(way) & words_of(question)), way))
            while deleted and search.first(question) != wanted:
                way = deleted.pop()
                self.kept[by_way[way]].append(way)
                search = Search(self.code, self.left)


def pruned(
    code: str, asked: Mapping[str, Asked], seed: str, fewest: int, whole: Collection[str] = ()
) -> dict[str, Asked]:
    """Delete needless queries. Keep at least `fewest` per page or sentence, and all queries of pages in `whole`."""
    pruning = Pruning(code, asked, random.Random(f"{seed} {code}"), whole)
    pruning.keep_needed(fewest)
    pruning.keep_for_questions()
    return pruning.left


def text_of(asked: Mapping[str, Asked], head: Iterable[str]) -> str:
    """Return the text of a language's file: the lines of `head` as comments, and then the sorted queries."""

    def lines() -> Iterator[str]:
        yield from (f"# {line}" for line in head)
        for subject in sorted(asked):
            yield subject
            sorted_ways = replace(asked[subject], ways=tuple(sorted(asked[subject].ways, key=str.casefold)))
            yield from (f"  {line}" for line in sorted_ways.lines)

    return "\n".join(lines()) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("codes", nargs="+")
    parser.add_argument("--fewest", type=int, default=3, help="the fewest ways that a place keeps, if it has so many")
    parser.add_argument(
        "--whole", nargs="*", default=(), metavar="PLACE", help="places and pages that keep all their ways"
    )
    parser.add_argument("--seed", default="24")
    parser.add_argument("--date", default=dt.datetime.now(dt.UTC).date().isoformat(), help="the date for the files")
    parser.add_argument("--to", type=Path, default=ASKED, help="another folder to write to")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.utils.translation import override  # noqa: PLC0415

    for code in given.codes:
        with override(code):
            before = read_file(code)
            left = pruned(code, before, given.seed, given.fewest, given.whole)
        head = (
            f"Pruned on {given.date} from {lines_in(before):,} ways to ask to {lines_in(left):,}, by this command:",
            f"python -m tools.search.prune {code} --seed {given.seed} --fewest {given.fewest} --date {given.date}"
            + (f" --whole {' '.join(given.whole)}" if given.whole else ""),
            "Written since: 0 ways to ask.",
        )
        (given.to / f"{code}.txt").write_text(text_of(left, head), encoding="utf-8")
        sys.stdout.write(f"{code}: {lines_in(before)} lines, {lines_in(left)} left\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
