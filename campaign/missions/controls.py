"""The form controls for the rules of a composed mission: for each word of a line a tick box, a chip, and steppers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from django.http import QueryDict

from campaign.library.line_words import SUBJECTS, TEXTS_OF_WORDS, words_of
from campaign.library.records import Words
from campaign.missions.composition import Composition, has_controls, ticked, why_not
from scoring import THE_TEN, Mode, Rules
from scoring.dealing import TO_DEAL
from scoring.line_words import WORD_OF_NAME, LineWord, Values
from scoring.rules import MODE_RULES


@dataclass(frozen=True, slots=True)
class RuleNumber:
    """One number of a rule, with its limits. Only Expert Mode has the last number of some point tables."""

    label: Words
    value: int | str
    lowest: int
    highest: int
    is_only_expert: bool


@dataclass(frozen=True, slots=True)
class RuleControl:
    """The controls of one rule. `why` is the reason why the rule is not in the mission and cannot be added."""

    name: str
    label: Words
    said: Words
    drawing: str
    chip: str
    is_ticked: bool
    is_in: bool
    why: str
    numbers: tuple[RuleNumber, ...]


def rule_controls(composition: Composition, query: QueryDict) -> list[tuple[Words, list[RuleControl]]]:
    """Return the controls in groups, each with its heading. The controls keep what the form has sent in `query`."""
    sent = query if has_controls(query) else None
    return [(title, [_control(WORD_OF_NAME[name], composition, sent) for name in names]) for title, names in SUBJECTS]


def _control(word: LineWord, composition: Composition, sent: QueryDict | None) -> RuleControl:
    rules, text = composition.rules, TEXTS_OF_WORDS[word.name]
    is_in = word in words_of(rules)
    values = (word.values(rules) if is_in else None) or suggested(word.name, rules.mode)
    typed = sent.getlist(word.name) if sent else []
    why = "" if is_in else composition.refused.get(word.name) or why_not(word, values, rules)
    return RuleControl(
        word.name,
        text.label,
        text.said,
        text.drawing,
        chip=_chip(word, values, text.label),
        is_ticked=word.name in ticked(sent) if sent else is_in,
        is_in=is_in,
        why=why,
        numbers=tuple(_numbers(word, typed or [*map(str, values)])),
    )


def _has_choice(word: LineWord) -> bool:
    return any(len(numbers) > 1 for ranges in word.ranges.values() for numbers in ranges)


def _chip(word: LineWord, values: Values, label: Words) -> str:
    """Name the rule with its numbers, such as "Full districts 4 / 2"."""
    numbers = " / ".join(str(value) for value in values).replace("-", "−") if _has_choice(word) else ""
    return f"{label} {numbers}".strip()


def _numbers(word: LineWord, values: list[str]) -> Iterator[RuleNumber]:
    if not _has_choice(word):
        return
    classic, expert = (word.ranges.get(mode, ()) for mode in Mode)
    usual, typed = map(str, suggested(word.name, Mode.EXPERT)), values[: max(len(classic), len(expert))]
    for label, one, other, value, other_value in zip_longest(
        TEXTS_OF_WORDS[word.name].numbers, classic, expert, typed, usual
    ):
        both = [*(one or other), *(other or one)]
        shown = other_value if value is None else value
        yield RuleNumber(label, shown, min(both), max(both), is_only_expert=bool(classic) and one is None)


@cache
def suggested(name: str, mode: Mode) -> Values:
    """Return the numbers that the form proposes for a rule: those of a mission that is known, if there is one."""
    word = WORD_OF_NAME[name]
    lines = [*(mission.rules.line for mission in THE_TEN), *(one.line for one in TO_DEAL)]
    for rules in map(Rules.parse, lines):
        values = word.values(rules)
        if rules.mode is mode and values is not None and values != word.values(MODE_RULES[mode]):
            return values
    ranges = word.ranges.get(mode) or next(iter(word.ranges.values()))
    return tuple(numbers[len(numbers) // 2] for numbers in ranges)
