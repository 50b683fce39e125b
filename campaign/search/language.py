"""Turn a text into its meanings. All synonyms of a language have the same meaning.

A language has a Snowball stemmer and a file `synonyms/<code>.txt`. After `stop:` the file lists the function words.
Each further line is a group of synonyms, and the first word of a group is the meaning of all its words.
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
SHORTEST_GUESSED = 4  # letters; a shorter word is never corrected, because it resembles too many other words
CLOSE = 0.74  # a misspelt word is at least this similar to the intended word, on a scale from 0 to 1
ENDING = 3  # the forms of a word differ in at most this many letters at its end
SHORTEST_PART = 4  # each part of a compound has at least this many letters
MOST_STEMS = MOST_TEXTS = 8192  # the sizes of two caches: stems of words, and words of texts
MOST_GUESSED = 5  # compare this many similar words; choose the most similar, and among equals the most frequent
OFTEN = 2  # a word that occurs at least this often in ways to ask counts as correctly spelt
# The ending of an ordinal number, which is removed: "5th" is read as "5".
ORDINAL = re.compile(r"(?<=\d)-?(st|nd|rd|th|er|te[nrs]?|[еоы]?й|ая|ое|ую|я|ю|го|му|о?м|ти|х)\b")
# The text before a mission's number: "m9", "mission9", "mission no. 9".
MISSION = re.compile(r"\b([mм]|(mission|миссия|миссии)( (no|nr|number|nummer|номер)\W*)?)(?=\d+\b)")
LINKS = ("", "s", "n", "en", "es", "er", "e")  # the letters that can join the parts of a German compound


def plain(said: str) -> str:
    """Write a text in small letters without accents.

    Because many people write е for ё and э, both become е; й stays й.
    """
    decomposed = unicodedata.normalize("NFKD", said.casefold().replace("э", "е"))
    return unicodedata.normalize("NFC", re.sub(r"(?<=[a-zе])[\u0300-\u036f]", "", decomposed))


@lru_cache(maxsize=MOST_TEXTS)
def tokens(said: str) -> tuple[str, ...]:
    """Return the words of a text in small letters without accents. Cached, because the index reads texts repeatedly."""
    said = plain(re.sub(r"(?<=\d)[•–](?=\d)", "-", said))
    return tuple(re.findall(r"\w+", MISSION.sub("mission ", ORDINAL.sub("", said))))


@cache
def _stemmer(code: str) -> Callable[[str], str]:
    """Return the function that stems a word of this language. Its stems are cached, because the index repeats words."""
    stemmer, lock = snowballstemmer.stemmer(STEMMERS.get(code, "english")), Lock()

    @lru_cache(maxsize=MOST_STEMS)
    def stem(word: str) -> str:
        with lock:  # the stemmer keeps the word while it works, so threads would mix their words
            return str(stemmer.stemWord(word))

    return stem


class Language:
    """The words of one language. `guess` corrects misspelt words to words that `learn` has read."""

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
        """Learn correct spellings: all words of `texts`, and words that occur several times in the ways to ask."""
        in_texts = Counter(word for said in texts for word in tokens(said))
        in_ways = Counter(word for way in asked for word in tokens(way))
        self._counted = in_texts + in_ways
        self._known.update(in_texts)
        self._known.update(word for word, count in in_ways.items() if count >= OFTEN)
        for word in sorted(self._known):
            if len(word) >= SHORTEST_GUESSED - 1 and not word.isdigit():
                self._of_length.setdefault(len(word), []).append(word)
        self._stems = {self._stem(word) for word in self._known}
        # Of several words with the same sound, the most frequent comes first, so `setdefault` keeps it.
        for word in sorted(self._known, key=lambda word: (-self._counted[word], word)):
            self._of_sound.setdefault(self._sound(word), word)

    def read(self, said: str) -> list[str]:
        """Return the meanings of a correctly spelt text, in order."""
        return self._meaning_of(tokens(said))

    def names(self, title: str, said: Collection[str]) -> bool:
        """Tell whether these words name a mission by its title. Each content word must occur, in any form.

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
        """Return the function words of a text in order. A mark "~" shows that such a word is no meaning."""
        return [f"~{word}" for word in tokens(said) if word in self._stop]

    def guess(self, said: str, *, longest: int) -> list[str]:
        """Return the meanings of the first `longest` typed words.

        Misspelt words are corrected and compounds are split.
        """
        return self._meaning_of(self.spelt(said, longest=longest))

    def spelt(self, said: str, *, longest: int) -> list[str]:
        """Return the first `longest` words of a text, correctly spelt and with compounds split."""
        return [word for typed in tokens(said)[:longest] for word in self._spelt(typed)]

    def _meaning_of(self, words: Sequence[str]) -> list[str]:
        words = self._with_missions(words)
        found, place = [], 0
        stems = [self._stem(word) for word in words]
        while place < len(stems):
            for length in range(min(self._longest, len(stems) - place), 0, -1):
                canonical = self._meaning.get(tuple(stems[place : place + length]))
                if canonical and (length > 1 or words[place] not in self._stop):
                    found.append(canonical)
                    break
            else:
                length = 1
                if words[place] not in self._stop:
                    found.extend(self._meanings_of_parts(words[place]) or [stems[place]])
            place += length
        return found

    def _meanings_of_parts(self, word: str) -> list[str]:
        """Return the meanings of the parts of a compound such as "spielplatzbonus"; [] if a part has no synonyms."""
        if word not in self._compounds:
            meanings = ([self._number_or_name(part) for part in parts] for parts in _splits(word))
            self._compounds[word] = next(filter(all, meanings), [])
        return self._compounds[word]

    def _with_missions(self, words: Sequence[str]) -> Sequence[str]:
        """Join "mission 8" or "8th mission" to one word.

        In "the second mission, 3 tiles" numbers stand on both sides of "mission". `_NEAREST` chooses one.
        """
        for place, word in enumerate(words):
            if self._number_or_name(word) == self.mission:
                beside = [at for at in (place - 1, place + 1) if 0 <= at < len(words)]
                numbered = [at for at in beside if self._number_or_name(words[at]).isdigit()]
                if numbered:
                    at = min(numbered, key=lambda at: _NEAREST[at > place, words[at].isdigit()])
                    name = f"mission{self._number_or_name(words[at])}"
                    return [*words[: min(at, place)], name, *self._with_missions(words[max(at, place) + 1 :])]
        return words

    def _number_or_name(self, word: str) -> str:
        return word if word.isdigit() else self._meaning.get((self._stem(word),), "")

    def _spelt(self, typed: str) -> Iterator[str]:
        """Yield the correctly spelt word for a typed word, or the parts of a compound.

        A known word with the same sound is a better guess than a word that only looks similar.
        """
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
        """Spell a word by its sound.

        Letters that people confuse become one letter, and double letters become single.
        """
        for written, heard in self._sounds:
            word = word.replace(written, heard)
        return re.sub(r"(.)\1", r"\1", word)

    def _parts(self, typed: str) -> tuple[str, ...]:
        """Return the two known words of a compound such as "buroturmgruppe"; () if the word is no compound."""
        for head, tail in _splits(typed):
            if head in self._known and (tail in self._known or self._stem(tail) in self._stems):
                return head, tail
        return ()


_MISSION = {"ru": "миссия"}
# If numbers stand before and after the word "mission", the number with the lowest rank is the number of the mission. A
# key answers two questions: does the number follow the word "mission", and is the number written in figures?
_NEAREST = {(False, False): 0, (True, True): 1, (False, True): 2, (True, False): 3}
# Letters that people confuse when they write by ear.
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
    """Yield each way to split a compound into two words, beginning with the longest first word.

    If the first word ends in joining letters (LINKS), yield first the word as it is, and then without these letters.
    """
    for place in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
        for link in LINKS:
            head = word[:place].removesuffix(link)
            if word[:place].endswith(link) and len(head) >= SHORTEST_PART:
                yield head, word[place:]


def _may_be_meant(word: str, typed: str) -> bool:
    """Tell whether a typed word can be a misspelt form of this word.

    The first letter must be right or swapped with the second, so that "lend" is not read as "end". If both words have
    four letters, these must be the same letters in any order: "prak" may mean "park", but "nice" cannot mean "nine".
    """
    begins_alike = typed[0] == word[0] or typed[:2] == word[1::-1]
    is_other = len(typed) == len(word) == SHORTEST_GUESSED and sorted(typed) != sorted(word)
    return begins_alike and not is_other


def _lines(code: str) -> list[str]:
    file = Path(__file__).parent / "synonyms" / f"{code}.txt"
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()] if file.exists() else []
