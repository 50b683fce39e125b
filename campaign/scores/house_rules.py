"""House rules that a group of players chooses, and the rule that decides who wins a campaign."""

from dataclasses import dataclass, fields

from django.utils.translation import gettext_lazy as _

from scoring import CountBy, ElectionRule, HouseRules

STANDARD = HouseRules()
# House rules that are either on or off, each with its text.
SWITCHES = {
    "manual_tower_points": _("Tower Blocks score as in the campaign manual"),
    "keep_discarded": _("Discarded tiles bring their resources"),
    "harbor_workers": _("Inhabitants in Harbors are workers"),
    "four_architects": _("Each player owns #1 to #4 only"),
    "monument_parks_only": _("A Monument does not count Playgrounds"),
    "park_district_parks_only": _("“Park District” counts only Parks"),
}
TIEBREAK = "tiebreak_mission"
ELECTION, BEST_OF = "election_by", "best_of"
HOUSE_RULES = (*SWITCHES, TIEBREAK)


@dataclass(frozen=True, slots=True)
class TableRules(HouseRules):
    """A group's house rules, and the rule that decides its campaign (decision D20 in docs/rules.md)."""

    election_by: CountBy = CountBy.TOTAL
    best_of: int = ElectionRule().best_of

    @classmethod
    def of(cls, house_rules: HouseRules, election: ElectionRule | None = None) -> "TableRules":
        election = election or ElectionRule()
        best_of = election.best_of if election.by is CountBy.BEST else ElectionRule().best_of
        values = {rule.name: getattr(house_rules, rule.name) for rule in fields(HouseRules)}
        return cls(**values, election_by=election.by, best_of=best_of)

    @property
    def house_rules(self) -> HouseRules:
        """Return the house rules, without the rule that decides the campaign."""
        return HouseRules(**{rule.name: getattr(self, rule.name) for rule in fields(HouseRules)})


NO_TABLE = TableRules()
"""The rules for pages that belong to no table: every rule has its default."""


def as_rules(house_rules: HouseRules) -> dict[str, str]:
    """Return query parameters for all rules that differ from the default, such as `{"harbor_workers": "1"}`."""
    query = {name: "1" for name in SWITCHES if getattr(house_rules, name)}
    if house_rules.tiebreak_mission != STANDARD.tiebreak_mission:
        query[TIEBREAK] = str(house_rules.tiebreak_mission)
    if isinstance(house_rules, TableRules) and house_rules.election_by is not CountBy.TOTAL:
        query[ELECTION] = house_rules.election_by.value
        if house_rules.best_of != NO_TABLE.best_of:
            query[BEST_OF] = str(house_rules.best_of)
    return query
