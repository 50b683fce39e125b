"""Undo and redo of the calculator: nothing is stored, so the page carries the cities before and after its own."""

from typing import NamedTuple

from campaign.cities import read_city
from campaign.editor.taps import Steps, what_changed
from scoring import City, Rules

MOST_STEPS = 20
BETWEEN = ";"  # two cities; no notation has it


class Trail(NamedTuple):
    """Cities in the notation: `earlier` ends with what undo brings back, `later` with what redo does."""

    earlier: tuple[str, ...] = ()
    later: tuple[str, ...] = ()

    @classmethod
    def of(cls, earlier: str, later: str) -> "Trail":
        return cls(_cities(earlier), _cities(later))

    @property
    def state(self) -> dict[str, str | int]:
        """The trail as the page sends it along with a tap."""
        return {"earlier": BETWEEN.join(self.earlier), "later": BETWEEN.join(self.later)}

    def changed(self, before: City) -> "Trail":
        """Return the trail after a city was changed from this one."""
        return Trail((*self.earlier, str(before))[-MOST_STEPS:])

    def undone(self, city: City) -> "Trail":
        return Trail(self.earlier[:-1], (*self.later, str(city)))

    def redone(self, city: City) -> "Trail":
        return Trail((*self.earlier, str(city)), self.later[:-1])

    def steps(self, city: City, rules: Rules) -> Steps:
        """Name what undo and redo would change of this city. CityError where the trail was tampered with."""
        return Steps(
            undo=what_changed(read_city(self.earlier[-1], rules), city) if self.earlier else "",
            redo=what_changed(city, read_city(self.later[-1], rules)) if self.later else "",
        )


def _cities(text: str) -> tuple[str, ...]:
    return tuple(text.split(BETWEEN)[-MOST_STEPS:]) if text else ()
