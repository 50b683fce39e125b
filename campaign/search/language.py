"""Reduce the words of a text to canonical words, so that the search treats all synonyms as one word.

The canonical word of "flats" is "tower block". A word without synonyms is reduced to its stem. Each language has a file
`synonyms/<code>.txt`. Its line "stop:" lists function words such as "the". Every other line is a group of synonyms, and
begins with the canonical word.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

import snowballstemmer
from rapidfuzz import process
from rapidfuzz.distance import OSA

STEMMERS = {"en": "english", "de": "german", "ru": "russian"}
SHORTEST_GUESSED = 4  # shorter words are never corrected, because each resembles too many other words
CLOSE = 0.74  # the lowest similarity, from 0 to 1, between a misspelt word and its correction
ENDING = 3  # two forms of a word, such as singular and plural, differ in at most this many letters at the end
SHORTEST_PART = 4  # the lowest number of letters in a part of a compound
MOST_STEMS = MOST_TEXTS = 8192  # the sizes of two caches: one for stems, one for the words of texts
MOST_GUESSED = 5  # the maximum number of candidates for a correction
OFTEN = 2  # a word that occurs at least this often in example queries counts as correctly spelt
# The ending of an ordinal number, which is removed: "5th" becomes "5".
ORDINAL = re.compile(r"(?<=\d)-?(st|nd|rd|th|er|te[nrs]?|[еоы]?й|ая|ое|ую|я|ю|го|му|о?м|ти|х)\b")
# The text before a mission's number in "m9", "mission9" or "mission no. 9".
MISSION = re.compile(r"\b([mм]|(mission|миссия|миссии)( (no|nr|number|nummer|номер)\W*)?)(?=\d+\b)")
LINKS = ("", "s", "n", "en", "es", "er", "e")  # the letters that can join the parts of a German compound


def plain(said: str) -> str:
    """Return a text in lower case without accents. The Russian letters ё and э become е."""
    decomposed = unicodedata.normalize("NFKD", said.casefold().replace("э", "е"))
    return unicodedata.normalize("NFC", re.sub(r"(?<=[a-zе])[\u0300-\u036f]", "", decomposed))


@lru_cache(maxsize=MOST_TEXTS)
def tokens(said: str) -> tuple[str, ...]:
    """Return the words of a text in lower case without accents. Ordinal numbers lose their endings."""
    said = plain(re.sub(r"(?<=\d)[•–](?=\d)", "-", said))
    return tuple(re.findall(r"\w+", MISSION.sub("mission ", ORDINAL.sub("", said))))


@cache
def _stemmer(code: str) -> Callable[[str], str]:
    """Return a function that stems words of this language, with a cache."""
    stemmer, lock = snowballstemmer.stemmer(STEMMERS.get(code, "english")), Lock()

    @lru_cache(maxsize=MOST_STEMS)
    def stem(word: str) -> str:
        with lock:  # the stemmer is not thread-safe
            return str(stemmer.stemWord(word))

    return stem


class Language:
    """The vocabulary of one language. `learn` collects words, and `guess` corrects misspelt words."""

    def __init__(self, code: str) -> None:
        self._stem = _stemmer(code)
        self._known: set[str] = set()
        self._of_length: dict[int, list[str]] = {}
        self._meaning: dict[tuple[str, ...], str] = {}
        self._stop: set[str] = set()
        for line in _lines(code):
            canonical, _colon, others = line.partition(":")
            if canonical == "stop":
                self._stop = set(tokens(others))
                self._known |= self._stop
                continue
            for said in (canonical, *others.split(",")):
                words = tokens(said)
                self._known.update(words)
                self._meaning.setdefault(tuple(self._stem(word) for word in words), canonical)
        self._longest = max(map(len, self._meaning), default=1)
        self.mission = self._number_or_name(_MISSION.get(code, "mission"))
        self._counted: Counter[str] = Counter()
        self._of_sound: dict[str, str] = {}
        self._sounds = SOUNDS.get(code, ())
        self._compounds: dict[str, list[str]] = {}

    def learn(self, texts: Iterable[str], asked: Iterable[str] = ()) -> None:
        """Collect correct spellings: all words of `texts`, and frequent words of `asked`, the example queries."""
        in_texts = Counter(word for said in texts for word in tokens(said))
        in_ways = Counter(word for way in asked for word in tokens(way))
        self._counted = in_texts + in_ways
        self._known.update(in_texts)
        self._known.update(word for word, count in in_ways.items() if count >= OFTEN)
        for word in sorted(self._known):
            if len(word) >= SHORTEST_GUESSED - 1 and not word.isdigit():
                self._of_length.setdefault(len(word), []).append(word)
        self._stems = {self._stem(word) for word in self._known}
        # Of all words that sound alike, keep the most frequent word.
        for word in sorted(self._known, key=lambda word: (-self._counted[word], word)):
            self._of_sound.setdefault(self._sound(word), word)

    def read(self, said: str) -> list[str]:
        """Return the canonical words of a correctly spelt text, in order, without function words."""
        return self._meaning_of(tokens(said))

    def names(self, title: str, said: Collection[str]) -> bool:
        """Tell whether a query's words contain every content word of a mission's title, in any form.

        A different word with the same stem does not count: "unemployed" does not name the mission "Unemployment".
        """
        return all(
            any(
                word[:-ENDING] == other[: len(word) - ENDING] and self._stem(word) == self._stem(other)
                for other in said
            )
            for word in tokens(title)
            if word not in self._stop
        )

    def small(self, said: str) -> list[str]:
        """Return the function words of a text in order, each with the prefix "~", such as "~who"."""
        return [f"~{word}" for word in tokens(said) if word in self._stop]

    def guess(self, said: str, *, longest: int) -> list[str]:
        """Return the canonical words of a typed text, after correcting it with `spelt`."""
        return self._meaning_of(self.spelt(said, longest=longest))

    def spelt(self, said: str, *, longest: int) -> list[str]:
        """Correct misspelt words of a typed text, and split compounds. Read at most `longest` words."""
        return [word for typed in tokens(said)[:longest] for word in self._spelt(typed)]

    def _meaning_of(self, words: Sequence[str]) -> list[str]:
        words = self._with_missions(words)
        found, index = [], 0
        stems = [self._stem(word) for word in words]
        while index < len(stems):
            for length in range(min(self._longest, len(stems) - index), 0, -1):
                canonical = self._meaning.get(tuple(stems[index : index + length]))
                if canonical and (length > 1 or words[index] not in self._stop):
                    found.append(canonical)
                    break
            else:
                length = 1
                if words[index] not in self._stop:
                    found.extend(self._meanings_of_parts(words[index]) or [stems[index]])
            index += length
        return found

    def _meanings_of_parts(self, word: str) -> list[str]:
        """Return the canonical words of both parts of a compound such as "spielplatzbonus", or []."""
        if word not in self._compounds:
            meanings = ([self._number_or_name(part) for part in parts] for parts in _splits(word))
            self._compounds[word] = next(filter(all, meanings), [])
        return self._compounds[word]

    def _with_missions(self, words: Sequence[str]) -> Sequence[str]:
        """Join "mission 8" or "8th mission" to the one word "mission8"."""
        for index, word in enumerate(words):
            if self._number_or_name(word) == self.mission:
                beside = [at for at in (index - 1, index + 1) if 0 <= at < len(words)]
                numbered = [at for at in beside if self._number_or_name(words[at]).isdigit()]
                if numbered:
                    at = min(numbered, key=lambda at: _NEAREST[at > index, words[at].isdigit()])
                    name = f"mission{self._number_or_name(words[at])}"
                    return [*words[: min(at, index)], name, *self._with_missions(words[max(at, index) + 1 :])]
        return words

    def _number_or_name(self, word: str) -> str:
        return word if word.isdigit() else self._meaning.get((self._stem(word),), "")

    def _spelt(self, typed: str) -> Iterator[str]:
        """Yield the correct spelling of a typed word, or the two parts of a compound."""
        if typed in self._known or typed.isdigit():
            yield typed
        elif len(typed) >= SHORTEST_GUESSED and (alike := self._of_sound.get(self._sound(typed))):
            yield alike
        elif self._stem(typed) in self._stems:
            yield typed
        elif parts := self._parts(typed):
            yield from parts
        elif len(typed) >= SHORTEST_GUESSED:
            near = [
                word for length in range(len(typed) - 2, len(typed) + 3) for word in self._of_length.get(length, ())
            ]
            near = [word for word in near if _may_be_meant(word, typed)]
            best = process.extract(
                typed, near, scorer=OSA.normalized_similarity, score_cutoff=CLOSE, limit=MOST_GUESSED
            )
            yield max(best, key=lambda found: (found[1], self._counted[found[0]]))[0] if best else typed
        else:
            yield typed

    def _sound(self, word: str) -> str:
        """Return a spelling by sound, which is the same for all words that sound alike."""
        for written, heard in self._sounds:
            word = word.replace(written, heard)
        return re.sub(r"(.)\1", r"\1", word)

    def _parts(self, typed: str) -> tuple[str, ...]:
        """Return the two known words in a compound such as "buroturmgruppe", or () if the word is no compound."""
        for head, tail in _splits(typed):
            if head in self._known and (tail in self._known or self._stem(tail) in self._stems):
                return head, tail
        return ()


_MISSION = {"ru": "миссия"}
# Order of preference if the word "mission" has a number on both sides: "8th mission", "mission 8", "mission eight",
# "8 mission". Key: does the number follow the word, and is it all digits?
_NEAREST = {(False, False): 0, (True, True): 1, (False, True): 2, (True, False): 3}
# Letters that sound alike: the typed letters, and their replacement.
SOUNDS = {
    "en": (("ph", "f"), ("ck", "k"), ("ough", "o"), ("ie", "e"), ("ei", "e"), ("ea", "e"), ("ou", "u"), ("y", "i")),
    "de": (
        ("ä", "e"),
        ("ae", "e"),
        ("ph", "f"),
        ("v", "f"),
        ("ck", "k"),
        ("c", "k"),
        ("tz", "z"),
        ("ie", "i"),
        ("dt", "t"),
        ("th", "t"),
        ("eh", "e"),
        ("ah", "a"),
        ("oh", "o"),
        ("uh", "u"),
        ("ss", "s"),
        ("y", "i"),
    ),
    "ru": (("о", "а"), ("е", "и"), ("э", "и"), ("я", "и"), ("ы", "и"), ("ь", ""), ("тс", "ц"), ("й", "и")),
}


def _splits(word: str) -> Iterator[tuple[str, str]]:
    """Yield the splits of a compound into two words, with and without the letters that join them (LINKS)."""
    for index in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
        for link in LINKS:
            head = word[:index].removesuffix(link)
            if word[:index].endswith(link) and len(head) >= SHORTEST_PART:
                yield head, word[index:]


def _may_be_meant(word: str, typed: str) -> bool:
    """Tell whether `typed` may be a misspelling of `word`.

    The first letter must be correct, or swapped with the second letter. Words of four letters must have the same
    letters: "prak" may mean "park", but "nice" cannot mean "nine".
    """
    begins_alike = typed[0] == word[0] or typed[:2] == word[1::-1]
    is_other = len(typed) == len(word) == SHORTEST_GUESSED and sorted(typed) != sorted(word)
    return begins_alike and not is_other


def _lines(code: str) -> list[str]:
    file = Path(__file__).parent / "synonyms" / f"{code}.txt"
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()] if file.exists() else []
