"""Keep the ways to ask that change an answer of the search, and write the files of campaign/search/asked anew, sorted.

python -m tools.search.prune en de ru --seed 24

Every place keeps a few random ways, every way with a placeholder such as {kind}, and every way of one or two words. The
tool then asks the search each of the other ways, in random order. A way is kept if the search, with the ways kept so
far, does not give the right first answer. Otherwise the way is not needed, and is deleted. The search learns the kept
ways after each portion. The seed decides everything random. Last, the tool asks the questions of
tests/campaign/search/questions/<code>.json. A line that is no longer the first answer gets all its ways back. `--whole`
leaves a place as it is, or all of a page.
"""

import argparse
import datetime as dt
import json
import os
import random
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import django

from campaign.search.language import tokens

ROOT = Path(__file__).parents[2]
ASKED = ROOT / "campaign/search/asked"
QUESTIONS = ROOT / "tests/campaign/search/questions"
FEWEST = 3  # every place keeps at least this number of ways to ask, if it has so many
PORTIONS = 8  # after each portion of the ways, the search learns the ways that it needs
SHORT = 2  # a way with at most this number of words is always kept

Ways = dict[str, list[str]]


class Search:
    """The search in one language, which knows only some of the ways to ask."""

    def __init__(self, code: str, ways: Mapping[str, Iterable[str]]) -> None:
        from campaign.scores.house_rules import NO_TABLE  # noqa: PLC0415 - Django has to be set up
        from campaign.search.language import Language  # noqa: PLC0415
        from campaign.search.lines import lines_of  # noqa: PLC0415
        from campaign.search.search import Index  # noqa: PLC0415

        lines = lines_of(code, NO_TABLE, {place: tuple(each) for place, each in ways.items()})
        self.index = Index(Language(code), lines)

    def first(self, query: str) -> int | None:
        """Return the place of the line that a visitor sees first; None if nothing is found."""
        rules = (place for place in self.index.search(query) if not self.index.lines[place].is_aside)
        return next(rules, None)

    def answering(self) -> dict[str, set[int]]:
        """Map each way to ask to the lines whose way to ask it is."""
        found: dict[str, set[int]] = {}
        for place, line in enumerate(self.index.lines):
            for way in line.asked:
                found.setdefault(way, set()).add(place)
        return found


def has_blank(way: str) -> bool:
    return "{" in way


def pruned(code: str, ways: Mapping[str, tuple[str, ...]], seed: str, whole: Collection[str]) -> Ways:
    """Return the ways to ask that change an answer. Places and pages in `whole` keep all their ways."""
    chance = random.Random(f"{seed} {code}")
    everything = Search(code, ways)
    right = everything.answering()
    kept: Ways = {}
    waiting: list[tuple[str, str]] = []
    for place, each in ways.items():
        is_whole = place in whole or place.partition("#")[0] in whole
        kept[place] = [way for way in each if is_whole or has_blank(way) or len(tokens(way)) <= SHORT]
        others = [way for way in each if way not in kept[place]]
        chance.shuffle(others)
        few = max(0, FEWEST - len(kept[place]))
        kept[place] += others[:few]
        waiting += [(place, way) for way in others[few:]]
    chance.shuffle(waiting)
    for portion in range(PORTIONS):
        search = Search(code, kept)
        for place, way in waiting[portion::PORTIONS]:
            if search.first(way) not in right.get(way, ()):
                kept[place].append(way)
        sys.stdout.write(f"{code}: portion {portion + 1}, {sum(map(len, kept.values()))} kept\n")
        sys.stdout.flush()
    return _for_the_questions(code, ways, kept, everything)


def _for_the_questions(code: str, ways: Mapping[str, tuple[str, ...]], kept: Ways, everything: Search) -> Ways:
    """Keep all ways of a line if the line is the first answer to a question of the bank only with all of its ways."""
    asked = json.loads((QUESTIONS / f"{code}.json").read_text(encoding="utf-8"))["questions"]
    search = Search(code, kept)
    by_way = {way: place for place, each in ways.items() for way in each}
    for question in (entry["question"] for entry in asked):
        wanted = everything.first(question)
        if wanted is not None and search.first(question) != wanted:
            for way in everything.index.lines[wanted].asked:
                place = by_way.get(way)
                if place and way not in kept[place]:
                    kept[place].append(way)
    return kept


def text_of(ways: Ways, head: Iterable[str]) -> str:
    """Write the text of a language's file: how it was made, then the places and their ways, sorted."""

    def lines() -> Iterator[str]:
        yield from (f"# {line}" for line in head)
        for place in sorted(ways):
            yield place
            yield from (f"  {way}" for way in sorted(ways[place], key=str.casefold))

    return "\n".join(lines()) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("codes", nargs="+")
    parser.add_argument("--whole", nargs="*", default=(), metavar="PLACE", help="places that keep all their ways")
    parser.add_argument("--seed", default="24")
    parser.add_argument("--date", default=dt.datetime.now(dt.UTC).date().isoformat(), help="the day to write down")
    parser.add_argument("--to", type=Path, default=ASKED, help="another folder to write to")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.utils.translation import override  # noqa: PLC0415

    from campaign.search.asked import read_asked  # noqa: PLC0415

    for code in given.codes:
        with override(code):
            before = read_asked(code)
            kept = pruned(code, before, given.seed, given.whole)
        written, left = sum(map(len, before.values())), sum(map(len, kept.values()))
        head = (
            f"Pruned on {given.date} from {written:,} ways to ask to {left:,}, those that change an answer:",
            f"python -m tools.search.prune {code} --seed {given.seed} --date {given.date}"
            + (f" --whole {' '.join(given.whole)}" if given.whole else ""),
        )
        (given.to / f"{code}.txt").write_text(text_of(kept, head), encoding="utf-8")
        sys.stdout.write(f"{code}: {written} ways, {left} left\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
