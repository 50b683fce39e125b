"""Read a mission from an address, which holds either its line or the values of the composer's controls."""

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
    """The rules of a typed line, without the words that cause errors.

    `refused` maps the name of each word that causes an error to the reason. `refusal` is the first error, or "".
    """

    rules: Rules
    typed: str
    refusal: str
    refused: Mapping[str, str]


def read_composition(query: QueryDict) -> Composition:
    """Read the mission from the query: from the composer's controls if the query has them, else from the line.

    If the query has neither, return the rules of Classic Mode.
    """
    line = line_of_controls(query) if query.get("mode") in MODES else query.get("rules", "")
    return read_line_so_far(line if line.strip() else Mode.CLASSIC.value)


def read_line_so_far(typed: str) -> Composition:
    """Read a line, and leave out each word that causes an error. A line that is wrong as a whole becomes Classic."""
    line, refusal = typed, ""
    refused: dict[str, str] = {}
    while True:
        try:
            return Composition(Rules.parse(line), typed, refusal, refused)
        except MissionLineError as error:
            refusal = refusal or words(error.message)
            if not error.word:  # the error is about the whole line: it is too long or empty
                return Composition(MODE_RULES[Mode.CLASSIC], typed, refusal, refused)
            refused.setdefault(_name(error.word), reason(error))
            line = _without(line, error)


def _name(word: str) -> str:
    return word.lower().partition("=")[0]


def reason(error: MissionLineError) -> str:
    """Return the reason of an error. The page shows the reason beside the wrong word, so leave out this word."""
    return words(error.message.params.get("reason", error.message))


def _without(line: str, error: MissionLineError) -> str:
    """Return the line without the wrong word.

    The first word has to be a mode. If the first word may follow a mode in a line, only the mode is missing: put
    Classic before this word. Otherwise, replace the first word by Classic.
    """
    before, after = line[: error.position], line[error.position + len(error.word) :]
    if before.strip():
        return before + after
    return f"{Mode.CLASSIC.value} {error.word if _name(error.word) in WORD_OF_NAME else ''}{after}"


def line_of_controls(query: QueryDict) -> str:
    """Write the line that the controls describe.

    The page showed the controls for a mode. Leave out each word whose value is the default in this mode.
    """
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
    """Write a word with the values of its control; "" if the control is off."""
    if word.excludes or word.name in EXCLUDED:
        return word.name if query.get(word.excludes or word.name) == word.name else ""
    values = query.getlist(word.name)
    if not values or not values[0]:
        return ""
    return f"{word.name}={word.separator.join(values)}" if any(word.ranges.values()) else word.name
