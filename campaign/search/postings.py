"""Inverted indexes for the search, and a likelihood model.

A token is a word or a trigram. A document is a sentence, an example query or a page, and has a number.
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping


class Postings:
    """An inverted index: for each token, the documents that contain it, and its weight in each."""

    def __init__(self) -> None:
        self._numbers: dict[str, array[int]] = defaultdict(lambda: array("H"))
        self._worths: dict[str, array[float]] = defaultdict(lambda: array("f"))

    def add(self, number: int, worths: Mapping[str, float]) -> None:
        for sign, worth in worths.items():
            self._numbers[sign].append(number)
            self._worths[sign].append(worth)

    def __contains__(self, sign: object) -> bool:
        return sign in self._numbers

    def of(self, sign: str) -> Iterator[tuple[int, float]]:
        return zip(self._numbers.get(sign, ()), self._worths.get(sign, ()), strict=True)

    def weigh(self, count: int) -> None:
        """Compute the rarity (inverse document frequency) of each token. `count` is the number of documents."""
        self.rarity = {sign: math.log(1 + count / (1 + len(numbers))) for sign, numbers in self._numbers.items()}

    def sums(self, asked: Mapping[str, float], rarity: Mapping[str, float], power: int = 1) -> dict[int, float]:
        """Return the score of each document: a sum over the tokens of the query.

        Each token adds its weight in the query, times its weight in the document, times its rarity ** power.
        """
        found: dict[int, float] = defaultdict(float)
        for sign, worth in asked.items():
            share = worth * rarity[sign] ** power
            for number, there in self.of(sign):
                found[number] += share * there
        return found


class LikelihoodModel:
    """A unigram language model with Dirichlet smoothing. It compares each document with the average of all documents.

    `of_entries` holds the token counts of each document. `typical` is the number of tokens in a typical document.
    """

    def __init__(self, of_entries: Iterable[Counter[str]], typical: int) -> None:
        of_entries = list(of_entries)
        of_all = Counter[str]()
        for counts in of_entries:
            of_all.update(counts)
        self._signs = Postings()
        expected = typical / max(of_all.total(), 1)
        for number, counts in enumerate(of_entries):
            worths = {sign: math.log1p(count / (expected * of_all[sign])) for sign, count in counts.items()}
            self._signs.add(number, worths)
        self._more = [math.log1p(counts.total() / typical) for counts in of_entries]

    def likelihoods(self, asked: Iterable[str]) -> list[float]:
        """Return a figure for each document: above 0 if the query's tokens are likelier in it than on average.

        It is the mean of log(likelihood in the document / average likelihood).
        """
        known = {sign: 1.0 for sign in asked if sign in self._signs}
        found = self._signs.sums(known, known)
        return [found.get(number, 0.0) / (len(known) or 1) - more for number, more in enumerate(self._more)]
