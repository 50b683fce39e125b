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
    """Rules with a name: one of the manual's ten missions, or a composed mission.

    Each of the ten has a number, and a slug for its address. A player composes a mission from words like
    `districts=4,2`. A composed mission has the number 0, an empty slug, and the name that its author gave it. If it has
    no name, its title is its line. If this line has only a mode, or a mode and the expansion, the title names the mode,
    or the mode and the expansion. A mission from `deal_programme` counts as composed, and has a translatable name.
    """

    number: int
    slug: str
    name: Text | str
    rules: Rules

    @classmethod
    def parse(cls, line: str, name: str = "") -> "Mission":
        """Make a composed mission from its line. Raises MissionLineError."""
        return cls(0, "", name, Rules.parse(line))

    @property
    def title(self) -> Message:
        if isinstance(self.name, Text):
            return Message(self.name)
        mode = self.rules.mode
        if not self.name and replace(self.rules, services=False).line == mode.value:
            return Message(WITH_SERVICES, mode=mode.label) if self.rules.services else mode.label
        return Message(NAME_AS_WRITTEN, name=self.name or self.rules.line)

    @property
    def is_own(self) -> bool:
        """Tell whether this is a composed mission. If not, it is one of the manual's ten."""
        return not self.number


@dataclass(frozen=True, slots=True)
class Programme:
    """The missions of a campaign in order. A place is a mission's position in this order, counted from 1."""

    missions: tuple[Mission, ...]

    @property
    def places(self) -> range:
        return range(1, len(self.missions) + 1)

    def __len__(self) -> int:
        return len(self.missions)

    def __iter__(self) -> Iterator[Mission]:
        return iter(self.missions)

    def __getitem__(self, place: int) -> Mission:
        """Return the mission at a place. Raises KeyError for a place that is not in the programme."""
        if place not in self.places:
            raise KeyError(place)
        return self.missions[place - 1]

    def items(self) -> Iterator[tuple[int, Mission]]:
        """Yield each place with its mission."""
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
# The ten missions by number.
MISSIONS = {mission.number: mission for mission in THE_TEN}
