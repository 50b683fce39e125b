"""Missions and programmes: rules with a name, and the missions of a campaign in order.

The campaign manual's ten missions stand in one table. Source: docs/rules.md section 9, decisions D6-D13.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.messages import Message, Text, gettext
from scoring.rules import Rules

NAME_AS_WRITTEN = Text("{name}")  # an author's words are not translated
WITH_SERVICES = gettext("{mode} with the expansion")


@dataclass(frozen=True, slots=True)
class Mission:
    """Rules with a name: one of the manual's ten missions, or a composed mission."""

    number: int  # 0 for a composed mission
    slug: str  # the name in URLs; "" for a composed mission
    name: Text | str  # a `Text` if the name is translatable; a str, possibly "", if an author gave it
    rules: Rules

    @classmethod
    def parse(cls, line: str, name: str = "") -> "Mission":
        """Make a composed mission from its line. Raises MissionLineError."""
        return cls(0, "", name, Rules.parse(line))

    @property
    def title(self) -> Message:
        """Return the name. Without a name, return the mode if no rule is changed, otherwise the line."""
        if isinstance(self.name, Text):
            return Message(self.name)
        mode = self.rules.mode
        if not self.name and replace(self.rules, services=False).line == mode.value:
            return Message(WITH_SERVICES, mode=mode.label) if self.rules.services else mode.label
        return Message(NAME_AS_WRITTEN, name=self.name or self.rules.line)

    @property
    def is_own(self) -> bool:
        """Tell whether this is a composed mission, not one of the manual's ten."""
        return not self.number


@dataclass(frozen=True, slots=True)
class Programme:
    """The missions of a campaign, in order."""

    missions: tuple[Mission, ...]

    @property
    def positions(self) -> range:
        return range(1, len(self.missions) + 1)

    def __len__(self) -> int:
        return len(self.missions)

    def __iter__(self) -> Iterator[Mission]:
        return iter(self.missions)

    def __getitem__(self, position: int) -> Mission:
        """Return the mission at a position, counted from 1. Raises KeyError for a wrong position."""
        if position not in self.positions:
            raise KeyError(position)
        return self.missions[position - 1]

    def items(self) -> Iterator[tuple[int, Mission]]:
        """Yield the position, counted from 1, and the mission."""
        return enumerate(self.missions, start=1)


THE_TEN = Programme(
    tuple(
        Mission(number, slug, name, Rules.parse(line))
        for number, slug, name, line in (
            (1, "a-new-beginning", gettext("A New Beginning"), "classic"),
            (2, "public-opinion", gettext("Public Opinion"), "classic playgrounds sets=3:3"),
            (3, "senior-architect", gettext("Senior Architect"), "classic playgrounds wild=1"),
            (4, "banding-together", gettext("Banding Together"), "classic playgrounds wild=1 shared"),
            (5, "bringing-in-experts", gettext("Bringing in Experts"), "expert"),
            (6, "mayors-favor", gettext("Mayor's Favor"), "expert offer=1 mayors=3"),
            (7, "price-of-silence", gettext("Price of Silence"), "expert districts=4,2"),
            (8, "the-corruption-trail", gettext("The Corruption Trail"), "classic sequence"),
            (9, "unemployment", gettext("Unemployment"), "classic playgrounds inhabitants=2 unemployed=2 jobs=1"),
            (10, "re-election", gettext("Re-Election"), "expert playgrounds own"),
        )
    )
)
MISSIONS = {mission.number: mission for mission in THE_TEN}
