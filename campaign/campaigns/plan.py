"""The plan of a campaign: a drawing with a plot for each mission. A played plot has the city of its winner."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise

from campaign.library.missions import chapters
from campaign.models import Campaign, Evaluation, Game
from scoring import Mission


@dataclass(frozen=True, slots=True)
class Plot:
    """A mission on the plan. `best` lists the winners' results, or [] while the mission is not played.

    `game` is the game that counts, `open_game` an unfinished one. `is_next` marks the plot that asks to be played.
    `chapter` is the title of the chapter that begins here, or "".
    """

    position: int
    mission: Mission
    game: Game | None
    open_game: Game | None
    best: list[Evaluation]
    is_next: bool
    chapter: Promise | str


class Plan(NamedTuple):
    """The plots of a campaign, and the number of played ones."""

    plots: list[Plot]
    played: int


def plan_of(campaign: Campaign) -> Plan:
    """Draw up the plan. The campaign must come from `prefetch_games`; then this makes no query."""
    games = campaign.games_in_standings
    return Plan(list(_plots(campaign, games)), len(games))


def _plots(campaign: Campaign, games: dict[int, Game]) -> Iterator[Plot]:
    on_the_table = {game.mission: game for game in reversed(campaign.open_games)}
    following = campaign.open_game.mission if campaign.open_game else campaign.next_mission
    is_of_the_ten = campaign.form == Campaign.Form.TEN
    begin = {missions[0].number: chapter.title for chapter, missions in chapters()} if is_of_the_ten else {}
    for position, planned in campaign.missions.items():
        game = games.get(position)
        yield Plot(
            position,
            game.as_mission if game else planned,
            game,
            on_the_table.get(position),
            [entry for entry in game.by_rank if entry.rank == 1] if game else [],
            is_next=position == following,
            chapter=begin.get(position, ""),
        )
