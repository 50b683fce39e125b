"""Change the missions of a running campaign. If a mission gets another position, its games move too."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_update_with_history

from campaign.models import Campaign, Evaluation, Game
from campaign.scores.programmes import ProgrammeEntry, entry_of, programme_of, with_services
from scoring import THE_TEN

IS_PLAYED = _("This mission has a game. You can move or replace the mission; its games stay.")
IN_BIN = _("A game of this mission is in the bin. Until it leaves the bin, you can move or replace the mission.")
NO_ROOM = _(
    "A game with the expansion is open here, and this line has no room for one more word. Finish the game first."
)
OTHER_SIDE = _("A game of this mission is open, with cities on the other side of the mats. Finish the game first.")


@dataclass(frozen=True, slots=True)
class PlannedMission:
    """A mission of the new programme. `was` is its position in the old programme; None for an added mission."""

    entry: ProgrammeEntry
    was: int | None = None


class ProgrammeRefusedError(Exception):
    """A refused change of the programme: `sentence` is the reason, `was` the old position of the affected mission."""

    def __init__(self, was: int, sentence: object) -> None:
        super().__init__(sentence)
        self.was = was
        self.sentence = sentence


def plan_of_the_ten(campaign: Campaign) -> list[PlannedMission]:
    """Return a programme of the campaign manual's ten missions. A mission of the old programme keeps its games."""
    positions = {mission.number: position for position, mission in campaign.missions.items() if not mission.is_own}
    return [PlannedMission(entry_of(mission), positions.get(mission.number)) for mission in THE_TEN]


def change_programme(campaign: Campaign, planned: Sequence[PlannedMission], *, version: int | None = None) -> bool:
    """Give a campaign these missions in this order. Return False if somebody else changed the campaign meanwhile.

    Finished games keep the rules by which they were scored. Raises ProgrammeRefusedError without changing anything.
    """
    with transaction.atomic():
        if not campaign.touch(version):
            return False
        games = list(Game.everything.filter(campaign=campaign).select_for_update().order_by("pk"))
        moves = {mission.was: position for position, mission in enumerate(planned, start=1) if mission.was}
        if left_behind := {game.mission for game in games} - moves.keys():
            position = min(left_behind)
            is_played = any(game.mission == position and game.deleted_at is None for game in games)
            raise ProgrammeRefusedError(position, IS_PLAYED if is_played else IN_BIN)
        before, missions = campaign.missions, programme_of(mission.entry for mission in planned)
        open_games = [game for game in games if not game.is_finished]
        changed = [game for game in open_games if before[game.mission] != missions[moves[game.mission]]]
        for game in changed:
            if game.services and not with_services(missions[moves[game.mission]]).rules.services:
                raise ProgrammeRefusedError(game.mission, NO_ROOM)
        evaluations = list(Evaluation.objects.select_for_update().filter(game__in=changed).select_related("game"))
        for evaluation in evaluations:
            was = evaluation.game.mission
            if evaluation.is_in and before[was].rules.mode != missions[moves[was]].rules.mode:
                raise ProgrammeRefusedError(was, OTHER_SIDE)
            evaluation.version += 1  # with a higher version, taps that were sent under the old rules are refused
        bulk_update_with_history(evaluations, Evaluation, ["version"])
        _move([game for game in games if moves[game.mission] != game.mission or game in changed], moves)
        is_ten = [mission.entry for mission in planned] == [entry_of(mission) for mission in THE_TEN]
        campaign.form = Campaign.Form.TEN if is_ten else Campaign.Form.OWN
        campaign.programme = [] if is_ten else [mission.entry for mission in planned]
        campaign.tiebreak_mission = moves.get(campaign.tiebreak_mission, len(planned))
        campaign.best_of = min(campaign.best_of, len(planned))
        campaign.save(update_fields=["form", "programme", "tiebreak_mission", "best_of"])
    return True


def _move(games: Sequence[Game], moves: "dict[int, int]") -> None:
    """Move games to the new positions of their missions. `moves` maps each old position to its new position."""
    # First take them out of the standings, because the database refuses two such games at one position.
    Game.everything.filter(pk__in=[game.pk for game in games]).update(in_standings=False)
    for game in games:
        game.mission = moves[game.mission]
        game.version += 1
    bulk_update_with_history(games, Game, ["mission", "in_standings", "version"], manager=Game.everything)
