"""Look up the par of a mission: the mean VP of computer players. Each release contains many pars."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse

from campaign.scores.house_rules import STANDARD, SWITCHES, as_rules
from campaign.scores.words import words
from scoring import HouseRules, Rules
from scoring.drafts import Par, Skill, no_draft
from scoring.drafts.measured import TableOfPrograms, measured
from scoring.drafts.pars import EDITION
from scoring.rules import MODE_RULES

# Pages show the par of programs with this level of skill.
SHOWN = Skill.PRACTISED


@dataclass(frozen=True)
class AskedPar:
    """The key of a par: a mission line such as "classic districts=4,2", the number of players, and the house rules."""

    line: str
    players: int
    house_rules: HouseRules = field(default=STANDARD)

    @cached_property
    def switches(self) -> tuple[str, ...]:
        """Name the house rules that are on. The tie-break mission is left out, because it changes no game."""
        return tuple(name for name in SWITCHES if getattr(self.house_rules, name))

    @cached_property
    def rules(self) -> Rules:
        return Rules.parse(self.line).with_house_rules(self.house_rules)

    @property
    def refusal(self) -> str:
        """Say why no program can measure this par; "" if a program can."""
        message = no_draft(self.rules)
        return words(message) if message else ""

    @property
    def known(self) -> Par | None:
        """Return the par from pars.json; None without such a par, or if a house rule is on. Makes no query."""
        if self.switches:
            return None
        found = measured().get(TableOfPrograms(self.line, self.players, SHOWN))
        return found.par if found else None

    @property
    def par_without_mission(self) -> Par | None:
        """Return the par without a mission, for the same mode and number of players; None if unknown."""
        return replace(self, line=MODE_RULES[self.rules.mode].line).known

    @property
    def estimate(self) -> float:
        """Add the known differences of the line's words to the mean VP without a mission; 0 if that is unknown."""
        mode, *line_words = self.line.split()
        without = replace(self, line=mode, house_rules=STANDARD).known
        alone = [replace(self, line=f"{mode} {word}", house_rules=STANDARD).known for word in line_words]
        return without.mean + sum(par.difference for par in alone if par) if without else 0.0

    @property
    def levels(self) -> dict[Skill, float]:
        """Map each level of skill of the programs to its mean VP; {} if pars.json has no such par."""
        if self.switches:
            return {}
        found = {skill: measured().get(TableOfPrograms(self.line, self.players, skill)) for skill in Skill}
        return {skill: one.par.mean for skill, one in found.items() if one}

    @property
    def task(self) -> str:
        """Return the task of the job that measures this par. Another edition of the programs measures it again."""
        return "\n".join((self.line, str(self.players), " ".join(self.switches), str(EDITION)))

    @property
    def address(self) -> str:
        query = {"rules": self.line, "players": self.players}
        return f"{reverse('par')}?{urlencode(query | as_rules(self._without_tiebreak), safe=',:=')}"

    @property
    def _without_tiebreak(self) -> HouseRules:
        return replace(self.house_rules, tiebreak_mission=STANDARD.tiebreak_mission)

    @classmethod
    def of_task(cls, task: str) -> "AskedPar":
        line, players, switches, _edition = task.split("\n")
        return cls(line, int(players), HouseRules(**dict.fromkeys(switches.split(), True)))
