"""Read and write a mission's rules as one line of text, such as "classic districts=4,2".

The line has the mode, and then a word for each changed rule. Source: docs/mission_lines.md.
"""

import re
from typing import TYPE_CHECKING, NamedTuple

from scoring.boards import Mode
from scoring.errors import MissionLineError
from scoring.line_words import WORD_OF_NAME, WORDS
from scoring.messages import Message, Text, gettext

if TYPE_CHECKING:
    from scoring.rules import Rules

LONGEST_LINE = 160
MODES = tuple(mode.value for mode in Mode)

TOO_LONG = gettext("This line has {count} characters; a mission's line has {limit} at most.")
NO_MODE = gettext("This line is empty; it begins with {classic} or {expert}.")
REFUSED = gettext("Word {number}, {word}: {reason}.")
MODE_FIRST = gettext("a line begins with {classic} or {expert}")
ONE_MODE = gettext("only the first word names the mode")
UNKNOWN = gettext("there is no such word; the words are {words}")
TWICE = gettext("it is in this line already; write it once")
EXCLUDED = gettext("write {word} or {other}, not both")
OTHER_MODE = gettext("this word belongs to {mode}")
ONE_FORM = gettext("write {form}")
FORMS = gettext("write {lowest} to {highest}")


class TypedWord(NamedTuple):
    """A word as a user typed it, its number in the line (from 1), and the index of its first character in the line."""

    text: str
    number: int
    position: int

    @property
    def name(self) -> str:
        return self.text.lower().partition("=")[0]

    @property
    def shown(self) -> str:
        """Return the word for an error message. Unprintable characters are replaced, because some reverse the text."""
        return "".join(
            [character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in self.text]
        )

    def refused(self, reason: Text, **params: object) -> MissionLineError:
        return self.refused_by(Message(reason, **params))

    def refused_by(self, reason: Message) -> MissionLineError:
        message = Message(REFUSED, number=self.number, word=self.shown, reason=reason)
        return MissionLineError(message, self.position, self.text)


def read_line(text: str) -> tuple[Mode, list[TypedWord]]:
    """Read a mission's line. Return its mode, and its other words in the order of WORDS.

    The values of the words are not checked here. Raises MissionLineError.
    """
    if len(text) > LONGEST_LINE:
        raise MissionLineError(Message(TOO_LONG, count=len(text), limit=LONGEST_LINE), LONGEST_LINE, "")
    typed = [TypedWord(word[0], number, word.start()) for number, word in enumerate(re.finditer(r"\S+", text), start=1)]
    if not typed:
        raise MissionLineError(Message(NO_MODE, classic=Mode.CLASSIC.value, expert=Mode.EXPERT.value), 0, "")
    first, *typed = typed
    if first.text.lower() not in MODES:
        raise first.refused(MODE_FIRST, classic=Mode.CLASSIC.value, expert=Mode.EXPERT.value)
    _check_names(typed)
    order = list(WORD_OF_NAME)
    return Mode(first.text.lower()), sorted(typed, key=lambda word: order.index(word.name))


def _check_names(typed: list[TypedWord]) -> None:
    """Refuse a second mode, unknown words, repeated words, and words that exclude each other."""
    names: set[str] = set()
    for word in typed:
        if word.name in MODES:
            raise word.refused(ONE_MODE)
        if word.name not in WORD_OF_NAME:
            raise word.refused(UNKNOWN, words=", ".join(WORD_OF_NAME))
        if word.name in names:
            raise word.refused(TWICE)
        names.add(word.name)
        for other in names:
            if (excluded := WORD_OF_NAME[other].excludes) in names:
                raise word.refused(EXCLUDED, word=excluded, other=other)


def change(rules: "Rules", typed: TypedWord) -> "Rules":
    """Return the rules with the change of one typed word. Raises MissionLineError if the word is wrong."""
    word = WORD_OF_NAME[typed.name]
    if rules.mode not in word.ranges:
        raise typed.refused(OTHER_MODE, mode=next(iter(word.ranges)).label)
    _name, equals, value = typed.text.lower().partition("=")
    # A word without numbers has no equals sign.
    values = word.read(value, rules.mode) if equals or word.ranges[rules.mode] else ()
    if values is None:
        lowest, highest = word.span(rules.mode)
        if lowest == highest:
            raise typed.refused(ONE_FORM, form=lowest)
        raise typed.refused(FORMS, lowest=lowest, highest=highest)
    if refusal := word.refusal(rules):
        raise typed.refused_by(refusal)
    return word.change(rules, values)


def write_line(rules: "Rules", mode_rules: "Rules") -> str:
    """Write rules as a line: their mode, and a word for each difference from `mode_rules`."""
    words = [
        word.form(values)
        for word in WORDS
        if (values := word.values(rules)) is not None and values != word.values(mode_rules)
    ]
    return " ".join([rules.mode.value, *words])
