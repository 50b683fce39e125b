"""The form controls for the words of a mission line, such as `rows=2`."""

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
    """A value that a control offers. `is_chosen` is True for the present value."""

    value: str
    label: Words
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class WordNumber:
    """A select list for one number of a word. The word `districts=4,2` has two numbers, so it has two lists."""

    label: Words
    options: tuple[WordOption, ...]


@dataclass(frozen=True, slots=True)
class Control:
    """The form control of a word: a tick box, a choice between two words, or select lists for the word's numbers."""

    name: str
    label: Words
    written: str
    is_on: bool = False
    value: str = ""  # the form value of a tick box; "" for other controls
    either: tuple[WordOption, ...] = ()  # the two words, if the control is a choice between them
    choices: tuple[WordNumber, ...] = ()  # the select lists, one for each number
    blocked: str = ""  # the reason why the word cannot be added to the present rules
    refused: str = ""  # the reason why the word was left out of the typed line


def subjects(composition: Composition) -> list[tuple[Words, list[Control]]]:
    """Return the controls in groups. Each group has a heading, such as "Expansion"."""
    return [(title, list(_controls(texts, composition))) for title, texts in SUBJECTS]


def _controls(texts: Mapping[str, WordText], composition: Composition) -> Iterator[Control]:
    for name, text in texts.items():
        word = WORD_OF_NAME[name]
        if name in EXCLUDED:
            yield _either(word, texts, composition.rules)
        elif not word.excludes:
            yield _control(word, text, composition)


def _either(word: LineWord, texts: Mapping[str, WordText], rules: Rules) -> Control:
    """Make one control for two words that exclude each other. Exactly one of these words always applies."""
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
    """Return the values that mean "off", such as 0 for `offer`; None if the word has no such values."""
    values = word.values(MODE_RULES[rules.mode])
    ranges = word.ranges.get(rules.mode, ())
    said = values is not None and all(value in numbers for value, numbers in zip(values, ranges, strict=False))
    return None if said else values


def _choices(word: LineWord, text: WordText, rules: Rules, values: Values | None) -> Iterator[WordNumber]:
    """Yield a select list for each number of the word. If the word may be missing, the first list begins with "no"."""
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
    """Return the numbers that the form proposes for a word that is not in the mission line."""
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
