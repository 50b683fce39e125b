"""Indexes of words and of trigrams, both called signs: where a sign occurs, and how likely the sign is there."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping


class Postings:
    """The places at which each sign occurs, and the weight of the sign at each of these places.

    A place is the number of a line, of a way to ask, or of a page.
    """

    def __init__(self) -> None:
        self._places: dict[str, array[int]] = defaultdict(lambda: array("H"))
        self._worths: dict[str, array[float]] = defaultdict(lambda: array("f"))

    def add(self, place: int, worths: Mapping[str, float]) -> None:
        for sign, worth in worths.items():
            self._places[sign].append(place)
            self._worths[sign].append(worth)

    def __contains__(self, sign: object) -> bool:
        return sign in self._places

    def of(self, sign: str) -> Iterator[tuple[int, float]]:
        return zip(self._places.get(sign, ()), self._worths.get(sign, ()), strict=True)

    def weigh(self, count: int) -> None:
        """Compute the rarity of each sign. If fewer of the `count` places have a sign, the sign is rarer."""
        self.rarity = {sign: math.log(1 + count / (1 + len(places))) for sign, places in self._places.items()}

    def sums(self, asked: Mapping[str, float], rarity: Mapping[str, float], power: int = 1) -> dict[int, float]:
        """Return the score of each place: a sum over the signs of the question, which are words or trigrams.

        Each sign adds its weight in the question, times its weight at the place, times its rarity ** power.
        """
        found: dict[int, float] = defaultdict(float)
        for sign, worth in asked.items():
            share = worth * rarity[sign] ** power
            for place, there in self.of(sign):
                found[place] += share * there
        return found


class LikelihoodModel:
    """Tells for each place how much likelier a question's signs are at this place than on average over all places.

    A place is described by the counts of its signs, with Dirichlet's smoothing. `typical` is the number of signs of a
    typical place. If `typical` is higher, places with few signs differ less from the average.
    """

    def __init__(self, of_places: Iterable[Counter[str]], typical: int) -> None:
        of_places = list(of_places)
        of_all = Counter[str]()
        for counts in of_places:
            of_all.update(counts)
        self._signs = Postings()
        expected = typical / max(of_all.total(), 1)
        for place, counts in enumerate(of_places):
            worths = {sign: math.log1p(count / (expected * of_all[sign])) for sign, count in counts.items()}
            self._signs.add(place, worths)
        self._more = [math.log1p(counts.total() / typical) for counts in of_places]

    def likelihoods(self, asked: Iterable[str]) -> list[float]:
        """For each place, tell how much likelier the signs of a question are at this place than on average.

        For each sign, divide the likelihood at the place by the average likelihood. The returned figure is the mean of
        the logarithms of these ratios. So it is above 0 if the signs are likelier at the place than on average.
        """
        known = {sign: 1.0 for sign in asked if sign in self._signs}
        found = self._signs.sums(known, known)
        return [found.get(place, 0.0) / (len(known) or 1) - more for place, more in enumerate(self._more)]
