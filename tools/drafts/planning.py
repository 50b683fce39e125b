"""A seat that plans: it tries its best moves, and plays the game to its end several times after each of them.

`python -m tools.drafts.planning --mode expert --games 20` measures by how many VP such a seat beats three shipped
programs. The programs know no such endings: they look one move ahead.
"""

from argparse import ArgumentParser
from copy import copy
from functools import partial
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from scoring.boards import Mode
from scoring.drafts.draft import Draft, Turn, TurnChooser, drafted
from scoring.drafts.drafters import Candidate, Drafter, facts_of
from scoring.drafts.mats import PlayerMat
from scoring.drafts.weights import Weights
from scoring.rules import MODE_RULES, Rules
from scoring.settling import best_total

PLAYERS = 4
BEST, ENDINGS = 5, 4  # how many moves a seat tries, and how many endings it plays for each of them
NEXT_BEST = 40  # the further moves are from this many moves after the best ones
LOOKS = 8  # how often `take_any` looks for a tile


class Tried(NamedTuple):
    """A move that was tried: the mat after it, and the mean VP of the endings."""

    turn: Turn
    mat: PlayerMat
    vp: float


class PlanningSeat(Drafter):
    """A program that compares moves by simulated endings.

    All seats play well in an ending. If it is `quick`, only this seat does, and the others take any tiles.
    """

    def __init__(
        self, rules: Rules, weights: Weights | None = None, *, further: int = 0, missed: float = 0, quick: bool = False
    ) -> None:
        super().__init__(rules, weights=weights)
        self.program = Drafter(rules, weights=weights)
        self.further, self.missed, self.quick = further, missed, quick
        self.tried: list[tuple[int, list[Tried]]] = []  # (turns left, moves) of each turn

    def turn(self, draft: Draft, rng: Random) -> Turn:
        if not draft.turns_left:
            return super().turn(draft, rng)
        seeds = [str(rng.random()) for _ending in range(ENDINGS)]
        tried = [self._try(draft, turn, seeds) for turn in self._moves(draft, rng)]
        self.tried.append((draft.turns_left, tried))
        if rng.random() < self.missed:
            return rng.choice(tried).turn
        return max(tried, key=lambda one: one.vp).turn

    def _moves(self, draft: Draft, rng: Random) -> list[Turn]:
        """Return the best moves, and some of the next best ones."""
        different: dict[object, Candidate] = {}
        for candidate in sorted(self.candidates(draft, rng), key=lambda one: -one.value):
            tile = candidate.option.tile
            key = candidate.way, candidate.takes_offer, tile and facts_of(tile), candidate.option.play
            different.setdefault(key, candidate)
        ordered = list(different.values())
        others = [one for one in ordered[BEST : BEST + NEXT_BEST] if one.way]
        chosen = ordered[:BEST] + rng.sample(others, min(self.further, len(others)))
        return [Turn(one.option.play, rng.choice(one.option.places), one.way, one.takes_offer) for one in chosen]

    def _try(self, draft: Draft, turn: Turn, seeds: list[str]) -> Tried:
        seat, after, totals = draft.seat, copy_of(draft, draft.seed), []
        after.take(turn)
        for seed in seeds:
            ending, rng = copy_of(after, seed), Random(seed)
            well: TurnChooser = partial(self.program.turn, rng=rng)
            seats = [partial(take_any, rng=rng) if self.quick else well] * draft.players
            seats[seat] = well
            for _taken in drafted(ending, seats):
                pass
            totals.append(best_total(ending.mats[seat].city, self.rules))
        return Tried(turn, after.mats[seat], mean(totals))


def copy_of(draft: Draft, seed: str) -> Draft:
    """Copy a position. The seed determines the construction sites of the following rounds."""
    new = copy(draft)
    new.seed, new.taken = seed, []
    new.mats = [copy(mat) for mat in draft.mats]
    for mat in new.mats:
        mat.squares = mat.squares.copy()
    new.site = copy(draft.site)
    new.site.tiles, new.site.architects = draft.site.tiles.copy(), draft.site.architects.copy()
    new.hands, new.rivals = [hand.copy() for hand in draft.hands], draft.rivals.copy()
    return new


def take_any(draft: Draft, rng: Random) -> Turn:
    """Take any tile, and discard it: this is quick, and takes the tile from the player who plans."""
    plays, places = draft.plays(), draft.site.free_places()
    for _look in range(LOOKS):
        play, place = rng.choice(plays), rng.choice(places)
        tile = draft.site.tile_from(place, play.number)
        if tile and not tile.mayor:
            return Turn(play, place)
    option = rng.choice(draft.options())
    return Turn(option.play, rng.choice(option.places))


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--mode", type=Mode, choices=list(Mode), default=Mode.EXPERT)
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    rules = MODE_RULES[options.mode]
    planning, program, margins, totals = PlanningSeat(rules), Drafter(rules), [], []
    for game in range(options.games):
        draft, rng, seat = Draft(rules, PLAYERS, f"planning {game}"), Random(f"planning {game}"), game % PLAYERS
        seats = [partial((planning if one == seat else program).turn, rng=rng) for one in range(PLAYERS)]
        for _taken in drafted(draft, seats):
            pass
        others = [best_total(city, rules) for city in draft.cities]
        totals.append(others.pop(seat))
        margins.append(totals[-1] - mean(others))
        if game:
            error = stdev(margins) / sqrt(len(margins))
            print(f"{game + 1} games: {mean(totals):.1f} VP, {mean(margins):+.1f} ±{error:.1f}", flush=True)


if __name__ == "__main__":
    main()
