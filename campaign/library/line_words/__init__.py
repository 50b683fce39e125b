"""Explanations of the words in a mission's line, such as `districts=4,2` in "classic districts=4,2"."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.architects import ARCHITECTS
from campaign.library.line_words.mayor import MAYOR
from campaign.library.line_words.people import PEOPLE
from campaign.library.line_words.playgrounds import GREEN
from campaign.library.line_words.services import SERVICES
from campaign.library.line_words.squares import SQUARES
from campaign.library.line_words.tables import TABLES
from campaign.library.line_words.texts import Told, WordText
from campaign.library.records import MissionText, Words, played
from scoring import HouseRules, Rules
from scoring.line_words import WORDS, LineWord
from scoring.rules import MODE_RULES

SEE_OF_A_PLAIN_GAME = ("turn", "placement", "activation", "pollution")
TEXTS_OF_WORDS: dict[str, WordText] = GREEN | SERVICES | ARCHITECTS | MAYOR | PEOPLE | SQUARES | TABLES
# The words in groups, each with its heading.
SUBJECTS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    (_("Buildings"), ("playgrounds", "sets", "towers", "parks", "variety", "services")),
    (_("People"), ("inhabitants", "unemployed", "pollution", "jobs", "offer", "mayors")),
    (_("Architects"), ("numbers", "wild", "shared", "own", "sequence")),
    (_("Districts"), ("districts", "rows", "corners")),
    (_("Length"), ("rounds",)),
)


def words_of(rules: Rules) -> Iterator[LineWord]:
    """Yield the words of a mission's line: one for each rule that differs from the rules of its mode."""
    mode_rules = MODE_RULES[rules.mode]
    return (word for word in WORDS if word.values(rules) not in (None, word.values(mode_rules)))


def alone(word: LineWord, rules: Rules) -> Rules:
    """Make rules for an example: the mode's rules with this word, and with Playgrounds if the mission has them."""
    needed = ("playgrounds",) if rules.playgrounds and word.name != "playgrounds" else ()
    values = word.values(rules)
    assert values is not None  # noqa: S101 - callers pass only words in the line of these rules
    return Rules.parse(" ".join((rules.mode.value, *needed, word.form(values))))


@lru_cache(maxsize=64)
def told_by_words(line: str, house_rules: HouseRules) -> MissionText:
    """Make the text of a composed mission's page: the explanations of all words in its line, under house rules."""
    rules = Rules.parse(line)
    told = [_told_by(word, rules) for word in words_of(rules)]
    turns = [each.example_of_turns for each in told if each.example_of_turns]
    text = MissionText(
        story=(),
        endings={},
        new=_all(told, "new"),
        turn=_all(told, "turn"),
        scoring=_all(told, "scoring"),
        examples=_all(told, "examples"),
        example_of_turns=turns[-1] if turns else None,
        questions=_all(told, "questions"),
        see=_all(told, "see") or SEE_OF_A_PLAIN_GAME,
    )
    return played(text, house_rules)


def _told_by(word: LineWord, rules: Rules) -> Told:
    tell = TEXTS_OF_WORDS[word.name].told
    told = tell(rules)
    return replace(told, examples=tell(alone(word, rules)).examples) if told.examples else told


def _all(told: list[Told], part: str) -> tuple[Any, ...]:
    """Join the field `part` of several texts into one tuple, without duplicates."""
    parts = [each for one in told for each in getattr(one, part)]
    return tuple(each for index, each in enumerate(parts) if each not in parts[:index])
