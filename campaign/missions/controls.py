"""The controls of the composer: one per word of a mission's line, made from the table of words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from campaign.library.line_words import SUBJECTS
from campaign.library.line_words.texts import WordText
from campaign.library.records import Words
from campaign.missions.composition import EXCLUDED, Composition, reason
from scoring import THE_TEN, MissionLineError, Rules
from scoring.line_words import WORD_OF_NAME, LineWord, Values
from scoring.rules import MODE_RULES


@dataclass(frozen=True, slots=True)
class WordOption:
    """A value offered by a control; `is_chosen` is true for the mission's present value."""

    value: str
    label: Words
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class WordNumber:
    """One of the numbers of a word: its label, and the options from which the author chooses the number."""

    label: Words
    options: tuple[WordOption, ...]


@dataclass(frozen=True, slots=True)
class Control:
    """The control of a word: a tick box with `value`, two words that exclude each other, or lists of numbers.

    `either` holds the two words, and `choices` holds the lists. `blocked` is the reason why the word cannot be added to
    the present rules. `refused` is the reason why the word was removed from the line. Both are "" without a reason.
    """

    name: str
    label: Words
    written: str
    is_on: bool = False
    value: str = ""
    either: tuple[WordOption, ...] = ()
    choices: tuple[WordNumber, ...] = ()
    blocked: str = ""
    refused: str = ""


def subjects(composition: Composition) -> list[tuple[Words, list[Control]]]:
    """List the subjects, each with its controls."""
    return [(title, list(_controls(texts, composition))) for title, texts in SUBJECTS]


def _controls(texts: Mapping[str, WordText], composition: Composition) -> Iterator[Control]:
    for name, text in texts.items():
        word = WORD_OF_NAME[name]
        if name in EXCLUDED:
            yield _either(word, texts, composition.rules)
        elif not word.excludes:
            yield _control(word, text, composition)


def _either(word: LineWord, texts: Mapping[str, WordText], rules: Rules) -> Control:
    """Make one control for two words that exclude each other. One of these words always applies."""
    other = next(other for other in WORD_OF_NAME.values() if other.excludes == word.name)
    options = tuple(
        WordOption(each.name, texts[each.name].label, each.values(rules) is not None) for each in (other, word)
    )
    return Control(word.name, gettext("Whose they are"), f"{other.name} / {word.name}", is_on=True, either=options)


def _control(word: LineWord, text: WordText, composition: Composition) -> Control:
    rules = composition.rules
    ranges = word.ranges.get(rules.mode) or next(iter(word.ranges.values()))
    values = word.values(rules)
    is_on = values is not None and rules.mode in word.ranges and values != _off(word, rules)
    choices: tuple[WordNumber, ...] = ()
    value = ""
    if any(len(numbers) > 1 for numbers in ranges):
        choices = tuple(_choices(word, text, rules, values if is_on else None))
    else:
        value = str(ranges[0][0]) if ranges else "1"
    return Control(
        word.name,
        text.label,
        word.form(values) if is_on and values is not None else word.name,
        is_on=is_on,
        value=value,
        choices=choices,
        blocked="" if is_on else _blocked(word, rules),
        refused=composition.refused.get(word.name, ""),
    )


def _off(word: LineWord, rules: Rules) -> Values | None:
    """Return the mode's own values for a word that a line in this mode can contain, but not with these values.

    For example, `offer` is 0 in both modes, but a line can only contain `offer=1` or `offer=2`. So a line without the
    word stands for the returned values. For any other word, return None.
    """
    values = word.values(MODE_RULES[rules.mode])
    ranges = word.ranges.get(rules.mode, ())
    said = values is not None and all(value in numbers for value, numbers in zip(values, ranges, strict=False))
    return None if said else values


def _choices(word: LineWord, text: WordText, rules: Rules, values: Values | None) -> Iterator[WordNumber]:
    """Yield a list to choose from for each number of the word.

    If the word can be left out, the first list begins with "no".
    """
    ranges = word.ranges.get(rules.mode) or next(iter(word.ranges.values()))
    has_off = _off(word, rules) is not None or word.values(MODE_RULES[rules.mode]) is None
    shown = values or _suggested(word, rules)
    for place, numbers in enumerate(ranges):
        options = [
            WordOption(str(number), str(number).replace("-", "−"), bool(values or place) and number == shown[place])
            for number in numbers
            if number or not (has_off and len(ranges) == 1)  # a bonus of 0 VP is the same as no bonus
        ]
        if has_off and not place:
            options.insert(0, WordOption("", gettext("no"), values is None))
        labels = text.numbers or ([str(n) for n in range(1, len(ranges) + 1)] if len(ranges) > 1 else [text.label])
        yield WordNumber(labels[place], tuple(options))


def _suggested(word: LineWord, rules: Rules) -> Values:
    """Return the numbers that the form proposes for a word.

    If the mode's own rules have the word, propose the mode's numbers. Otherwise find the first of the ten missions that
    has the word, and propose that mission's numbers. If no mission has the word, propose the lowest numbers.
    """
    found = (word.values(mission.rules) for mission in THE_TEN)
    of_mode = word.values(MODE_RULES[rules.mode]) if rules.mode in word.ranges else None
    ranges = word.ranges.get(rules.mode) or next(iter(word.ranges.values()))
    first = next((values for values in found if values is not None and len(values) == len(ranges)), None)
    return of_mode or first or tuple([numbers[0] for numbers in ranges])


def _blocked(word: LineWord, rules: Rules) -> str:
    """Return the reason why a word cannot be added to these rules; "" if the word can be added."""
    ranges = word.ranges.get(rules.mode) or next(iter(word.ranges.values()))
    try:
        Rules.parse(f"{rules.line} {word.form(tuple([numbers[0] for numbers in ranges]))}")
    except MissionLineError as error:
        return reason(error)
    return ""
