"""Read a composed mission from the query string: a mission line, or the values of a form with a control per rule."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext

from campaign.library.line_words import TEXTS_OF_WORDS
from campaign.scores.words import words
from scoring import MissionLineError, Mode, Rules
from scoring.line_words import WORD_OF_NAME, WORDS, LineWord, Values
from scoring.mission_lines import MODES
from scoring.rules import MODE_RULES


@dataclass(frozen=True, slots=True)
class Composition:
    """The rules that somebody typed as a line or chose in the form.

    `refused` maps the name of each ticked rule that was left out to the reason. If a typed line is invalid, `refusal`
    is the first reason, and `typed` is the line.
    """

    rules: Rules
    refused: Mapping[str, str]
    refusal: str = ""
    typed: str = ""


def read_composition(query: QueryDict) -> Composition:
    """Read the mission from the form's controls or from the mission line. Without either, return Classic Mode."""
    if has_controls(query):
        return _read_controls(query)
    line = query.get("rules", "")
    return _read_line_so_far(line if line.strip() else Mode.CLASSIC.value)


def has_controls(query: QueryDict) -> bool:
    """Tell whether the form's controls describe the mission. The button beside the typed line sends `go=line`."""
    return query.get("mode") in MODES and query.get("go") != "line"


def ticked(query: QueryDict) -> set[str]:
    """Return the names of the ticked rules, without the rule whose chip was touched."""
    return set(query.getlist("rule")) - {query.get("drop")}


def _read_controls(query: QueryDict) -> Composition:
    rules = MODE_RULES[Mode(str(query["mode"]))]
    refused: dict[str, str] = {}
    names = ticked(query)
    for word in WORDS:
        if word.name in names:
            numbers = word.ranges.get(rules.mode, ())
            values = _numbers(query.getlist(word.name), numbers)
            if values is None:
                refused[word.name] = gettext("Type numbers from %(lowest)s to %(highest)s.") % {
                    "lowest": min(each[0] for each in numbers),
                    "highest": max(each[-1] for each in numbers),
                }
            elif sentence := why_not(word, values, rules):
                refused[word.name] = sentence
            else:
                rules = _with_word(word, values, rules)
    return Composition(rules, refused)


def _numbers(typed: list[str], ranges: tuple[range, ...]) -> Values | None:
    """Read a rule's numbers; None if a number is missing or too large or small. A rule may have only one choice."""
    try:
        values = [
            numbers[0] if len(numbers) == 1 else int(each)
            for each, numbers in zip(typed or [""] * len(ranges), ranges, strict=False)
        ]
    except ValueError:
        return None
    fits = len(values) == len(ranges) and all(value in each for value, each in zip(values, ranges, strict=True))
    return tuple(values) if fits else None


def _with_word(word: LineWord, values: Values, rules: Rules) -> Rules:
    return Rules.parse(f"{rules.line} {word.form(values)}")


def why_not(word: LineWord, values: Values, rules: Rules) -> str:
    """Say in a sentence why a rule cannot be added to these rules, or changes nothing; "" if it can be added."""
    mode = {"mode": words(rules.mode.label)}
    if rules.mode not in word.ranges:
        return gettext("%(mode)s has no such rule.") % mode
    if message := word.refusal(rules):
        needed = str(message.params["needed"]).partition("=")[0]
        return gettext("Only together with “%(rule)s”.") % {"rule": TEXTS_OF_WORDS[needed].label}
    if word.change(rules, values) == rules:
        return gettext("%(mode)s has this anyway.") % mode
    try:
        _with_word(word, values, rules)
    except MissionLineError:  # the line has too many characters
        return gettext("There is no room for one more rule.")
    return ""


def _read_line_so_far(typed: str) -> Composition:
    """Read the valid words of a mission line. A line that is empty or too long becomes Classic Mode."""
    line, refusal = typed, ""
    while True:
        try:
            return Composition(Rules.parse(line), {}, refusal, typed)
        except MissionLineError as error:
            refusal = refusal or words(error.message)
            if not error.word:  # the line is too long or empty
                return Composition(MODE_RULES[Mode.CLASSIC], {}, refusal, typed)
            line = _without(line, error)


def _without(line: str, error: MissionLineError) -> str:
    """Return the line without the invalid word. If the line does not begin with a mode, begin it with Classic Mode.

    For example, "playgrounds rows=2" becomes "classic playgrounds rows=2", and "abc rows=2" becomes "classic rows=2".
    """
    before, after = line[: error.position], line[error.position + len(error.word) :]
    if before.strip():
        return before + after
    return f"{Mode.CLASSIC.value} {error.word if error.word.lower().partition('=')[0] in WORD_OF_NAME else ''}{after}"
