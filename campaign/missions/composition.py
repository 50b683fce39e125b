"""Read a composed mission from the query string: a mission line, or the values of a form with a control per word."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import QueryDict

from campaign.scores.words import words
from scoring import MissionLineError, Mode, Rules
from scoring.line_words import WORD_OF_NAME, WORDS, LineWord
from scoring.mission_lines import MODES
from scoring.rules import MODE_RULES

EXCLUDED = {word.excludes for word in WORDS if word.excludes}


@dataclass(frozen=True, slots=True)
class Composition:
    """A mission line as somebody typed it, and the rules from its valid words.

    `refused` maps the name of each invalid word to an error message. `refusal` is the first error message, or "".
    """

    rules: Rules
    typed: str
    refusal: str
    refused: Mapping[str, str]


def read_composition(query: QueryDict) -> Composition:
    """Read the mission from the form's values or from the mission line. Without either, return Classic Mode."""
    line = line_of_controls(query) if query.get("mode") in MODES else query.get("rules", "")
    return read_line_so_far(line if line.strip() else Mode.CLASSIC.value)


def read_line_so_far(typed: str) -> Composition:
    """Read the valid words of a mission line. A line that is empty or too long becomes Classic Mode."""
    line, refusal = typed, ""
    refused: dict[str, str] = {}
    while True:
        try:
            return Composition(Rules.parse(line), typed, refusal, refused)
        except MissionLineError as error:
            refusal = refusal or words(error.message)
            if not error.word:  # the line is too long or empty
                return Composition(MODE_RULES[Mode.CLASSIC], typed, refusal, refused)
            refused.setdefault(_name(error.word), reason(error))
            line = _without(line, error)


def _name(word: str) -> str:
    return word.lower().partition("=")[0]


def reason(error: MissionLineError) -> str:
    """Return an error message without the invalid word, because the page shows the message beside this word."""
    return words(error.message.params.get("reason", error.message))


def _without(line: str, error: MissionLineError) -> str:
    """Return the line without the invalid word. If the line does not begin with a mode, begin it with Classic Mode.

    For example, "playgrounds rows=2" becomes "classic playgrounds rows=2", and "abc rows=2" becomes "classic rows=2".
    """
    before, after = line[: error.position], line[error.position + len(error.word) :]
    if before.strip():
        return before + after
    return f"{Mode.CLASSIC.value} {error.word if _name(error.word) in WORD_OF_NAME else ''}{after}"


def line_of_controls(query: QueryDict) -> str:
    """Write the mission line for a submitted form, without the words that have their default values."""
    shown = query.get("shown")
    mode_rules = MODE_RULES[Mode(shown)] if shown in MODES else None
    return " ".join([str(query["mode"]), *_said(query, mode_rules)])


def _said(query: QueryDict, mode_rules: Rules | None) -> Iterator[str]:
    for word in WORDS:
        form = _form(word, query)
        usual = word.values(mode_rules) if mode_rules else None
        if form and (usual is None or form != word.form(usual)):
            yield form


def _form(word: LineWord, query: QueryDict) -> str:
    """Write a word of the line with the submitted values of its form control; "" if the control is off."""
    if word.excludes or word.name in EXCLUDED:
        return word.name if query.get(word.excludes or word.name) == word.name else ""
    values = query.getlist(word.name)
    if not values or not values[0]:
        return ""
    return f"{word.name}={word.separator.join(values)}" if any(word.ranges.values()) else word.name
