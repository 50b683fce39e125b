"""Write the sentences about a par: the VP to expect, the VP from the mission's own rules, the source and the limits."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from math import ceil

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext, ngettext

from campaign.models import Job
from campaign.par.asked import AskedPar
from campaign.par.players import PlayersHere, players_here
from campaign.scores.words import difference, percent, victory_points, words
from scoring import HouseRules, Mode
from scoring.drafts import Par, Skill
from scoring.drafts.measured import measured_on
from scoring.drafts.pars import EDITION
from scoring.rules import MODE_RULES
from scoring.tiles import SOLO

# A page warns if the box runs out of Inhabitants or Energy Units in at least this share of the games.
OFTEN = 0.1


@dataclass(frozen=True, slots=True)
class ShownPar:
    """The sentences that pages show about a par. `par` is None until the par is measured."""

    asked: AskedPar
    par: Par | None
    is_under_way: bool = False
    own_level: float | None = None  # the group's estimated VP per city in games without a mission
    measured_on: date | None = None

    @classmethod
    def of(cls, asked: AskedPar, job: Job | None = None) -> "ShownPar":
        """Make a `ShownPar` with the par from pars.json, or else with the par that this site has measured."""
        par, day = asked.known, measured_on()
        if par is None and job and job.is_done:
            par, day = Par(**job.result), job.touched.date()
        return cls(asked, par, bool(job and job.is_under_way), measured_on=day)

    @classmethod
    def known(cls, line: str, players: int, house_rules: HouseRules) -> "ShownPar":
        """Make a `ShownPar` with the par from pars.json, or without a par. Makes no query."""
        return cls.of(AskedPar(line, players, house_rules))

    @property
    def players(self) -> PlayersHere | None:
        """Return the average VP of this site's players with the same mission and rules; None if unknown."""
        return players_here(self.asked)

    @property
    def is_unknown(self) -> bool:
        """Tell whether no par is known yet, although a program can measure it."""
        return self.par is None and not self.asked.refusal

    @property
    def mode(self) -> str:
        return words(self.asked.rules.mode.label)

    @property
    def is_without_mission(self) -> bool:
        return self.asked.line == MODE_RULES[self.asked.rules.mode].line

    @property
    def gain(self) -> str:
        """Write the effect of the mission in short: "+5 against a plain game", for example."""
        return gettext("%(gain)s against a plain game") % {"gain": difference(round(self._measured.difference))}

    @property
    def estimate(self) -> int:
        """Estimate the VP of a city, before the par is measured."""
        return round(self.asked.estimate)

    @property
    def difference(self) -> str:
        """Write the effect of the mission: "About 5 VP more than Classic Mode without a mission (±2)", for example."""
        par = self._measured
        count, error = round(par.difference), max(1, ceil(par.error))
        if not count:
            text = gettext("About the same VP as %(mode)s without a mission (±%(error)s).")
        elif count > 0:
            text = ngettext(
                "About %(count)s VP more than %(mode)s without a mission (±%(error)s).",
                "About %(count)s VP more than %(mode)s without a mission (±%(error)s).",
                count,
            )
        else:
            text = ngettext(
                "About %(count)s VP fewer than %(mode)s without a mission (±%(error)s).",
                "About %(count)s VP fewer than %(mode)s without a mission (±%(error)s).",
                -count,
            )
        return text % {"count": abs(count), "mode": self.mode, "error": error}

    @property
    def level(self) -> str:
        """Write how many VP the group can expect, or if that is unknown, how many VP the computer's cities bring."""
        par = self._measured
        if self.own_level is not None:
            text = gettext("Expect about %(expected)s VP. Without a mission you usually have %(own)s.")
            return text % {"own": round(self.own_level), "expected": round(self.own_level + par.difference)}
        text = gettext("A usual city brings %(lower)s to %(upper)s VP.")
        return text % {"lower": par.lower, "upper": par.upper}

    @property
    def short(self) -> str:
        """Write one sentence that sums up the par."""
        return self.level if self.is_without_mission or self.own_level is not None else self.difference

    @property
    def source(self) -> str:
        text = ngettext(
            "%(count)s game drafted by a computer that looks one move ahead.",
            "%(count)s games drafted by a computer that looks one move ahead.",
            self._measured.games,
        )
        return text % {"count": self._measured.games}

    @property
    def details(self) -> Iterator[str]:
        """Yield sentences about the skill of the programs that played, and about the limits of the par."""
        yield gettext("Usual are the figures between which half of the program's cities ended.")
        levels = self.asked.levels
        if len(levels) == len(Skill):
            text = gettext(
                "Levels of the program, VP a city: new %(new)s, practiced %(practised)s, experienced %(experienced)s."
            )
            yield text % {skill.value: round(level) for skill, level in levels.items()}
            yield gettext(
                "These levels are chosen, not measured on people: published first games in Classic Mode brought 31 to "
                "58 VP."
            )
        yield gettext("The program does not look at other players' cities, and sees sets only as far as the next tile.")
        yield gettext("People who plan several moves ahead have more VP than the program.")
        if self.asked.rules.mode is Mode.EXPERT and self.asked.players < 4:  # noqa: PLR2004 - decision D19, docs/rules.md
            yield gettext("Which Expert tiles lie face-up with fewer than 4 players is a guess (D19).")
        if self.measured_on:
            text = gettext("Edition %(edition)s of the program, measured on %(date)s.")
            yield text % {"edition": EDITION, "date": date_format(self.measured_on)}

    @property
    def report(self) -> Iterator[tuple[str, str, str]]:
        """Yield table rows: a name, this mission's value, and the value without a mission ("" if there is none)."""
        par = self._measured
        par_without = None if self.is_without_mission else self.asked.par_without_mission
        yield gettext("VP per city"), victory_points(round(par.mean)), victory_points(round(par.mean - par.difference))
        share = percent(par.mission_vp / par.mean) if par.mean else percent(0)
        yield gettext("From the mission's own rules"), f"{victory_points(round(par.mission_vp))} ({share})", ""
        figures: list[tuple[str, Callable[[Par], str]]] = [
            (gettext("Spread of the cities"), lambda one: "±" + victory_points(round(one.spread))),
            (gettext("The winner's lead"), lambda one: victory_points(round(one.lead))),
            (
                gettext("Games in which the box runs out of Inhabitants or Energy Units"),
                lambda one: percent(one.runs_out),
            ),
            (gettext("Turns without a building, per player"), lambda one: number_format(round(one.idle_turns, 1), 1)),
        ]
        if self.asked.players == SOLO:
            del figures[1]
        for name, figure in figures:
            yield name, figure(par), figure(par_without) if par_without else ""

    @property
    def warning(self) -> str:
        """Warn if the box often runs out of Inhabitants or Energy Units; otherwise return ""."""
        if self.par is None or self.par.runs_out < OFTEN:
            return ""
        text = gettext("In %(share)s of the program's games the box runs out of Inhabitants or Energy Units.")
        return text % {"share": percent(self.par.runs_out)}

    @property
    def figure(self) -> int:
        """Return the par in whole VP."""
        return round(self._measured.mean)

    def against(self, total: int) -> str:
        """Compare a city's total with par: "Par 46: +8"."""
        values = {"par": self.figure, "difference": difference(total - self.figure)}
        return gettext("Par %(par)s: %(difference)s") % values

    @property
    def _measured(self) -> Par:
        assert self.par  # noqa: S101 - templates ask only for a known par
        return self.par
