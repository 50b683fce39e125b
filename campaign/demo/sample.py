"""Make the data of `make demo`: one campaign with all ten missions played, and one campaign that is halfway.

The cities come from simulated games. Each player takes the best of a few random moves, so scores look realistic.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.models import Campaign, Colour, Evaluation, Game, Player, RosterEntry, User
from campaign.scores.score_pad import pad_categories
from scoring import MISSIONS, Building, City, Kind, Mission, Mode, Rules, score, settle
from scoring.boards import Board
from scoring.kinds import KINDS, Digit
from scoring.rules import TURNS_A_ROUND
from scoring.tiles import PLAYGROUND_INHABITANTS, Tile, playgrounds, possibly_face_up

DEMO_USER = "demo"
SEED = 2016
MOVES_LOOKED_AT = 7
WORTH_OF_SPARE = 1.2  # VP that the demo adds for an unused resource before the last round; the rules subtract 1 VP


class SampleMove(NamedTuple):
    tile: int  # the index of the tile in the construction site
    square: int
    building: Building


@dataclass(slots=True)
class Mat:
    """A player's city during the game."""

    squares: list[Building | None]
    inhabitants: int = 0
    energy: int = 0
    numbers: list[int] = field(default_factory=list)  # the Architects in the order in which they are played this round

    def city(self, board: Board) -> City:
        return City(board, tuple(self.squares), self.inhabitants, self.energy)


def play(mission: Mission, players: int, random: Random) -> list[City]:
    """Simulate a game of a mission. Return the cities in seat order."""
    rules = mission.rules
    mats = [Mat([None] * len(rules.board)) for _seat in range(players)]
    for number in rules.rounds:
        site = _site(rules, players, number)
        is_last = number == rules.rounds[-1]
        for mat in mats:
            mat.numbers = _architects(rules, random)
        for turn in range(TURNS_A_ROUND):
            for mat in mats:
                # In mission 6, the first player must not take the Mayor tile on the first turn of a round. To keep the
                # demo simple, nobody takes it on the first turn, in any mission.
                takeable = [index for index, tile in enumerate(site) if turn or not tile.mayor]
                moves = [move for index in takeable for move in _moves(mat, index, site[index], rules, turn)]
                if not moves:
                    continue  # this Architect allows no move
                looked_at = random.sample(moves, min(MOVES_LOOKED_AT, len(moves)))
                best = max(looked_at, key=lambda move: _worth(mat, move, site, rules, is_last=is_last))
                _build(mat, best, site.pop(best.tile), rules)
    return [mat.city(rules.board) for mat in mats]


def _site(rules: Rules, players: int, of_round: int) -> list[Tile]:
    """Return the tiles of a round. In missions with Playgrounds, one Park becomes a Playground in some rounds."""
    site = list(possibly_face_up(rules.mode, players, of_round))
    if rules.playgrounds and any(swap.round == of_round and swap.is_certain for swap in playgrounds(rules.mode)):
        index = next(index for index, tile in enumerate(site) if tile.kind is Kind.PARK)
        site[index] = site[index]._replace(kind=Kind.PLAYGROUND, inhabitants=PLAYGROUND_INHABITANTS)
    return site


def _architects(rules: Rules, random: Random) -> list[int]:
    """Choose four Architects in the order of play. In Classic, always use 1 to 4, as some missions demand."""
    if rules.mode is Mode.CLASSIC:
        return [1, 2, 3, 4]
    return random.sample([1, 2, 3, 4, 5][: len(rules.architects.numbers)], TURNS_A_ROUND)


def _moves(mat: Mat, index: int, tile: Tile, rules: Rules, turn: int) -> Iterator[SampleMove]:
    """Yield the moves for a tile: onto an empty square that the Architect allows, or as one more floor."""
    number = mat.numbers[turn]
    opened = rules.board.opened_by(number)
    facts = KINDS[tile.kind]
    for square, standing in enumerate(mat.squares):
        if standing is None:
            if square in opened:
                yield SampleMove(index, square, Building(tile.kind, vp=tile.vp, mayors=int(tile.mayor)))
        elif facts.digit is Digit.FLOORS and standing.kind is tile.kind:
            floors = standing.floors + 1
            if floors <= facts.highest[rules.mode] and (square in opened or floors == number):
                yield SampleMove(
                    index, square, Building(tile.kind, floors=floors, mayors=standing.mayors + int(tile.mayor))
                )


def _worth(mat: Mat, move: SampleMove, site: Sequence[Tile], rules: Rules, *, is_last: bool) -> float:
    tried = Mat(list(mat.squares), mat.inhabitants, mat.energy)
    _build(tried, move, site[move.tile], rules)
    city = tried.city(rules.board)
    sheet = score(city, settle(city, rules), rules)
    if is_last:
        return sheet.total
    return sheet.total - WORTH_OF_SPARE * (sheet.categories["unused_inhabitants"] + sheet.categories["unused_energy"])


def _build(mat: Mat, move: SampleMove, tile: Tile, rules: Rules) -> None:
    # Mission 6 offers extra resources for a Mayor tile. In the demo nobody takes them, because the box may lack them.
    mat.squares[move.square] = move.building
    mat.inhabitants += tile.inhabitants * rules.inhabitants_factor
    mat.energy += tile.energy


@dataclass(frozen=True, slots=True)
class SampleEvening:
    """A game of the demo: the players who were absent, and the player whose city was scored on paper."""

    absent: tuple[str, ...] = ()
    on_paper: str = ""


# The finished games of the two campaigns, by mission number, in the order in which they are played.
FINISHED = {number: SampleEvening() for number in MISSIONS} | {6: SampleEvening(absent=("Ben",))}
REPLAYED = 3
BEGUN = {1: SampleEvening(), 2: SampleEvening(absent=("Gus",)), 4: SampleEvening(on_paper="Emil"), 5: SampleEvening()}
ON_THE_TABLE = 3


@transaction.atomic
def fill() -> User:
    """Create the owner and both campaigns of the demo. Every call makes the same campaigns."""
    random = Random(SEED)  # noqa: S311 - the random numbers are not secrets
    owner = User.objects.create_user(DEMO_USER)
    begun = _campaign(owner, _("The Second Flood"), ("Dora", "Emil", "Fay", "Gus"))
    whole = _campaign(owner, _("Harbor Lights"), ("Ada", "Ben", "Cleo"))
    today = timezone.localdate()

    for number, evening in FINISHED.items():
        played_on = today - timedelta(weeks=3 + 2 * (len(MISSIONS) - number), days=number % 3)
        if number == REPLAYED:
            first = _play_evening(whole, number, evening, random, played_on - timedelta(days=6))
            notes = _("We had forgotten the gray Architects.")
            first.annotate(played_on=first.played_on, place=first.place, notes=notes)
        _play_evening(whole, number, evening, random, played_on)
    for number, evening in BEGUN.items():
        _play_evening(begun, number, evening, random, today - timedelta(weeks=7 - number))

    dora, emil, fay, gus = begun.active_players
    game = Game.objects.start(begun, ON_THE_TABLE, seats=[fay, gus, dora, emil], played_on=today, first_player=fay)
    for evaluation, city in list(zip(game.present, play(MISSIONS[ON_THE_TABLE], 4, random), strict=True))[:2]:
        evaluation.record(city, version=evaluation.version)
    return owner


def _turned(players: list[Player], number: int) -> list[Player]:
    """Rotate the players by `number` seats, so that the seats differ from game to game."""
    start = number % len(players)
    return players[start:] + players[:start]


def _campaign(owner: User, name: str, players: Sequence[str]) -> Campaign:
    campaign = Campaign.objects.create(owner=owner, name=name)
    colours = Colour.values
    campaign.set_roster([RosterEntry(None, player, colours[index]) for index, player in enumerate(players)])
    return campaign


def _play_evening(campaign: Campaign, number: int, evening: SampleEvening, random: Random, played_on: date) -> Game:
    players = _turned(campaign.active_players, number)
    seats = [player for player in players if player.name not in evening.absent]
    absent = [player for player in players if player.name in evening.absent]
    places = [_("Ada's kitchen"), _("The club"), _("On the balcony"), ""]
    game = Game.objects.start(
        campaign,
        number,
        seats=seats,
        absent=absent,
        first_player=seats[0],
        place=random.choice(places),
        played_on=played_on,
    )
    for evaluation, city in zip(game.present, play(MISSIONS[number], len(seats), random), strict=True):
        if evaluation.player.name == evening.on_paper:
            _write_on_paper(evaluation, city)
        else:
            evaluation.record(city, version=evaluation.version)
    game.finish()
    return game


def _write_on_paper(evaluation: Evaluation, city: City) -> None:
    """Enter a city's VP by category, as on a score pad, with one number per Tower Block."""
    rules = evaluation.game.rules
    sheet = score(city, settle(city, rules), rules)
    towers = "+".join(str(line.vp) for line in sheet.lines if line.category == "tower_block")
    pad = {category: str(sheet.categories[category]) for category in pad_categories(rules)}
    evaluation.record(pad | {"tower_block": towers or "0"}, version=evaluation.version)
