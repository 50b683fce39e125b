"""Sentences about a player's rank in the standings: how a tie was broken, and who can still become mayor."""

from dataclasses import dataclass

from django.utils.translation import gettext

from campaign.models import Player
from campaign.results import election
from campaign.scores.words import names
from scoring import DecidedBy, ElectionRule, StandingsRow


@dataclass(frozen=True, slots=True)
class RankSentences:
    rows: tuple[StandingsRow[Player], ...]
    remaining: tuple[int, ...]  # the positions of the missions that are not yet played
    rule: ElectionRule
    tiebreak_mission: int
    has_begun: bool

    def decision(self, row: StandingsRow[Player]) -> str:
        """Describe the tie-break that ranked a player; "" if the score alone decided the rank."""
        level = [other for other in self.rows if other.player in row.level]
        if not self.has_begun or not level:
            return ""
        values = {"names": names(other.player for other in level), "number": self.tiebreak_mission}
        match row.decided_by:
            case DecidedBy.TIEBREAK_MISSION:
                text = gettext("Level with %(names)s; the rank in mission %(number)s decides the tie.")
            case DecidedBy.MISSIONS_WON:
                values |= {"own": row.missions_won, "theirs": names(other.missions_won for other in level)}
                text = gettext("Level with %(names)s; the missions won decide, %(own)s to %(theirs)s.")
            case DecidedBy.INHABITANTS:
                values |= {
                    "own": row.inhabitants_on_buildings,
                    "theirs": names(other.inhabitants_on_buildings for other in level),
                }
                text = gettext("Level with %(names)s; the Inhabitants on buildings decide, %(own)s to %(theirs)s.")
            case _:  # SHARED: no tie-break decides
                text = gettext("Level with %(names)s in everything that counts: the place is shared.")
        return text % values

    def chance(self, row: StandingsRow[Player]) -> str:
        """Describe the lead, or the points needed to become mayor; "" before the first and after the last mission."""
        if not self.has_begun or not self.remaining:
            return ""
        if row.player.is_guest:
            return gettext("Was here as a guest.")
        if not row.player.is_active:
            return gettext("Has left the campaign.")
        return self._lead(row) if row.rank == 1 else self._gap(row)

    def _lead(self, row: StandingsRow[Player]) -> str:
        lead = min((other.behind for other in self.rows if other.player != row.player), default=0)
        if not lead:
            return gettext("Leads, level with others.")
        return gettext("Leads by %(lead)s.") % {"lead": election.difference(self.rule, lead)}

    def _gap(self, row: StandingsRow[Player]) -> str:
        if not row.behind or row.needed is None:
            return gettext("Level with the leader: any lead in the remaining missions is enough.")
        if not row.can_still_win:
            text = gettext("%(behind)s behind: cannot catch up in the remaining missions.")
            return text % {"behind": election.difference(self.rule, row.behind)}
        return election.need(self.rule, row.behind, row.needed, is_last=len(self.remaining) == 1)
