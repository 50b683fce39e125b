"""Undo and redo in the calculator. The server stores no city, so each tap sends the earlier and later cities along."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from campaign.editor.play import Do, Outcome, Steps, TapForm, play, refuse, what_changed
from campaign.scores.cities import read_city
from scoring import City, Rules

MOST_STEPS = 20
BETWEEN = ";"  # the sign between two cities; the notation does not use this sign


class Trail(NamedTuple):
    """Cities in the notation: undo restores the last of `earlier`, redo restores the last of `later`."""

    earlier: tuple[str, ...] = ()
    later: tuple[str, ...] = ()

    @classmethod
    def of(cls, earlier: str, later: str) -> "Trail":
        return cls(_cities(earlier), _cities(later))

    @property
    def state(self) -> dict[str, str | int]:
        """Return the trail as hidden form fields, which the page sends with each tap."""
        return {"earlier": BETWEEN.join(self.earlier), "later": BETWEEN.join(self.later)}

    def changed(self, before: City) -> "Trail":
        """Return the trail after a change of the city `before`. After a change there is nothing to redo."""
        return Trail((*self.earlier, str(before))[-MOST_STEPS:])

    def undone(self, city: City) -> "Trail":
        return Trail(self.earlier[:-1], (*self.later, str(city)))

    def redone(self, city: City) -> "Trail":
        return Trail((*self.earlier, str(city)), self.later[:-1])

    def steps(self, city: City, rules: Rules) -> Steps:
        """Describe the changes that undo and redo would make. Raises CityError if the browser sent an invalid trail."""
        return Steps(
            undo=what_changed(read_city(self.earlier[-1], rules), city) if self.earlier else "",
            redo=what_changed(city, read_city(self.later[-1], rules)) if self.later else "",
        )


def tap_city(city: City, trail: Trail, form: TapForm, rules: Rules) -> tuple[Outcome, Trail]:
    """Carry out a tap, including undo and redo. Raises CityError if the page sent an invalid city."""
    do = form.cleaned_data.get("do")
    if do is Do.UNDO and trail.earlier:
        return retrace(trail.earlier[-1], form, trail.steps(city, rules).undo, rules), trail.undone(city)
    if do is Do.REDO and trail.later:
        return retrace(trail.later[-1], form, trail.steps(city, rules).redo, rules), trail.redone(city)
    if do in (Do.UNDO, Do.REDO):
        sentence = _("There is nothing to undo.") if do is Do.UNDO else _("There is nothing to redo.")
        return refuse(city, form, sentence), trail
    outcome = play(city, form, rules)
    return outcome, trail if outcome.city == city else trail.changed(city)


def retrace(line: str, form: TapForm, what: str, rules: Rules) -> Outcome:
    """Show the city that undo or redo restores, and name the change that was undone or redone."""
    is_undo = form.cleaned_data["do"] is Do.UNDO
    return Outcome(
        city=read_city(line, rules),
        brush=form.letter,
        said=(_("Undone: %(what)s.") if is_undo else _("Done again: %(what)s.")) % {"what": what},
        offers="redo" if is_undo else "undo",
        moved_supply=True,
    )


def _cities(text: str) -> tuple[str, ...]:
    return tuple(text.split(BETWEEN)[-MOST_STEPS:]) if text else ()
