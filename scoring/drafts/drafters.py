"""Drafters: simple programs that play the game. They look one move ahead and value cities with learnt weights.

A drafter values every way to build each tile that it can take now, and chooses the best way. On its last turn it
compares exact totals. Values are whole thousandths of a VP. So there are no rounding errors, and a game has the same
result on every machine.
"""

from dataclasses import replace
from enum import StrEnum
from functools import cache
from operator import mul
from random import Random
from typing import NamedTuple

from scoring.buildings import Building
from scoring.city import City
from scoring.drafts.draft import Draft, Option, Turn
from scoring.drafts.features import STANDING_FEATURES, FeatureReader, Needs, Standing
from scoring.drafts.mats import PlayerMat, Way, with_tile
from scoring.drafts.weights import MILLI, Weights, learnt_weights
from scoring.kinds import Kind
from scoring.limits import tiles_a_city
from scoring.rules import Rules
from scoring.settling import best_total
from scoring.tiles import Tile

SETTLED_EXACTLY = 10  # on the last turn, compare the exact totals of at most this many different moves
# To draw a random error, a program tosses COINS coins. The number of heads minus its mean is nearly normally
# distributed, with the standard deviation COINS_DEVIATION.
COINS = 256
COINS_DEVIATION = 8


class Skill(StrEnum):
    """The skill of a program. A less skilled program values moves with larger random errors."""

    NEW = "new"
    PRACTISED = "practised"
    EXPERIENCED = "experienced"


# By skill: the standard deviation of the random error in a move's value, in thousandths of a VP.
MISJUDGEMENT = {Skill.NEW: 7000, Skill.PRACTISED: 1500, Skill.EXPERIENCED: 500}


TileFacts = tuple[Kind, int, int, int, bool]


def facts_of(tile: Tile) -> TileFacts:
    """Return the properties of a tile that matter to a player who builds it."""
    return tile.kind, tile.inhabitants, tile.energy, tile.vp, tile.mayor


class Candidate(NamedTuple):
    """A possible move and its value in thousandths of a VP."""

    value: int
    option: Option
    way: Way | None = None
    takes_offer: bool = False
    error: int = 0  # the random error that `value` includes


class Drafter:
    """A program that plays games under one set of rules."""

    def __init__(self, rules: Rules, misjudgement: int = 0, weights: Weights | None = None) -> None:
        self.rules = rules
        self.misjudgement = misjudgement
        self.reader = FeatureReader(rules)
        turns = tiles_a_city(rules)
        by_turn = (weights or learnt_weights()[rules.mode]).by_turns_left(turns)
        split = len(STANDING_FEATURES)
        self.standing_weights = [each[:split] for each in by_turn]
        self.supply_weights = [each[split:] for each in by_turn]

    def turn(self, draft: Draft, rng: Random) -> Turn:
        """Choose the present player's turn."""
        candidates = self.candidates(draft, rng)
        if not draft.turns_left:
            candidates = with_exact_totals(candidates, draft.mat)
        best = max([candidate.value for candidate in candidates])
        chosen = rng.choice([candidate for candidate in candidates if candidate.value == best])
        return Turn(chosen.option.play, rng.choice(chosen.option.places), chosen.way, chosen.takes_offer)

    def candidates(self, draft: Draft, rng: Random) -> list[Candidate]:
        """Evaluate all moves: each way to build each tile that can be taken, discarding a tile, and taking no tile."""
        appraisal = Appraisal(self, draft.mat, draft.turns_left)
        nothing = appraisal.value_of_nothing
        # Pairs of (value, random error). Equal tiles that are built in the same way get the same pair.
        judged: dict[TileFacts, dict[tuple[Way, bool], tuple[int, int]]] = {}
        found = []
        for option in draft.options():
            tile = option.tile
            if tile is None:
                found.append(Candidate(nothing, option))
                continue
            found.append(Candidate(appraisal.value_of_discarding(tile), option))
            known = judged.setdefault(facts_of(tile), {})
            offers = (False, True) if tile.mayor and self.rules.mayor_offer else (False,)
            for way in appraisal.ways(tile, option.play.number):
                for takes_offer in offers:
                    key = way, takes_offer
                    if key not in known:
                        error = self.misjudge(rng)
                        known[key] = appraisal.value(tile, way, takes_offer=takes_offer) + error, error
                    value, error = known[key]
                    found.append(Candidate(value, option, way, takes_offer, error))
        return found

    def misjudge(self, rng: Random) -> int:
        """Draw a random error for the value of a move, in thousandths of a VP."""
        if not self.misjudgement:
            return 0
        return (rng.getrandbits(COINS).bit_count() - COINS // 2) * self.misjudgement // COINS_DEVIATION


class Appraisal:
    """Computes the value of a player's city after each possible move.

    `turns_left` is the number of turns that the player still has after this move.
    """

    def __init__(self, drafter: Drafter, mat: PlayerMat, turns_left: int) -> None:
        self.rules, self.reader, self.mat = drafter.rules, drafter.reader, mat
        self.standing_weights = drafter.standing_weights[turns_left]
        self.supply_weights = drafter.supply_weights[turns_left]
        self.printed = sum([building.vp for building in mat.squares if building])
        self.squares = [building and without_vp(building) for building in mat.squares]
        self.masks = dict.fromkeys(Kind, 0)
        for square, building in enumerate(mat.squares):
            if building:
                self.masks[building.kind] |= 1 << square
        self.known_ways: dict[tuple[Kind, int], list[Way]] = {}
        self.seen: dict[tuple[Kind, Way, bool], tuple[int, Needs]] = {}
        # A cache: the value of the supply by needs, Inhabitants, Energy Units and printed VP.
        self.supply_values: dict[tuple[Needs, int, int, int], int] = {}
        self.buildings = self.reader.read(self.squares, self.masks)
        self.now = self.valued(self.buildings.standing)
        self.value_of_nothing = self.with_supply(self.now, mat.inhabitants, mat.energy, self.printed)

    def valued(self, standing: Standing) -> tuple[int, Needs]:
        return sum(map(mul, self.standing_weights, standing.features)), standing.needs

    def with_supply(self, valued: tuple[int, Needs], inhabitants: int, energy: int, printed: int) -> int:
        value, needs = valued
        key = needs, inhabitants, energy, printed
        supply_value = self.supply_values.get(key)
        if supply_value is None:
            supply_value = self.supply_values[key] = sum(map(mul, self.supply_weights, self.reader.supply(*key)))
        return value + supply_value

    def ways(self, tile: Tile, number: int) -> list[Way]:
        """Return the squares and floors where an Architect with this number can build a tile of this kind."""
        key = (tile.kind, number)
        if key not in self.known_ways:
            self.known_ways[key] = list(self.mat.ways(tile, number))
        return self.known_ways[key]

    def value(self, tile: Tile, way: Way, *, takes_offer: bool) -> int:
        """Return the value of the city with this tile added, in thousandths of a VP."""
        # `seen` caches the part of the value that depends on buildings. A bonus can make it different for Mayor tiles.
        key = (tile.kind, way, tile.mayor and bool(self.rules.bonuses))
        valued = self.seen.get(key)
        if valued is None:
            squares, masks = self.squares.copy(), self.masks.copy()
            squares[way.square] = with_tile(squares[way.square], tile.kind, mayor=tile.mayor)
            masks[tile.kind] |= 1 << way.square
            valued = self.seen[key] = self.valued(self.reader.read_on(self.buildings, squares, masks, way))
        offer = self.rules.mayor_offer if takes_offer else 0
        return self.with_supply(valued, *self.supply_with(tile, offer), self.printed + tile.vp)

    def value_of_discarding(self, tile: Tile) -> int:
        if not self.rules.keep_discarded:
            return self.value_of_nothing
        return self.with_supply(self.now, *self.supply_with(tile), self.printed)

    def supply_with(self, tile: Tile, offer: int = 0) -> tuple[int, int]:
        inhabitants = tile.inhabitants * self.rules.inhabitants_factor
        return self.mat.inhabitants + inhabitants + offer, self.mat.energy + tile.energy + offer


@cache
def without_vp(building: Building) -> Building:
    return replace(building, vp=0)


def with_exact_totals(candidates: list[Candidate], mat: PlayerMat) -> list[Candidate]:
    """Return the best candidates for the last turn. Their new values are exact totals plus the old random errors.

    Candidates that lead to equal cities share one total. At most SETTLED_EXACTLY totals are computed.
    """
    kept: list[Candidate] = []
    totals: dict[tuple[object, ...], int] = {}
    for candidate in sorted(candidates, key=lambda candidate: -candidate.value):
        tile = candidate.option.tile
        key = (
            candidate.way,
            candidate.takes_offer,
            tile and (candidate.way or mat.rules.keep_discarded) and facts_of(tile),
        )
        if key not in totals:
            if len(totals) == SETTLED_EXACTLY:
                continue
            totals[key] = best_total(city_after(candidate, mat), mat.rules)
        kept.append(candidate._replace(value=totals[key] * MILLI + candidate.error))
    return kept


def city_after(candidate: Candidate, mat: PlayerMat) -> City:
    """Return the city on this mat after a move. The mat itself does not change."""
    after = PlayerMat(mat.rules)
    after.squares, after.inhabitants, after.energy = mat.squares.copy(), mat.inhabitants, mat.energy
    tile = candidate.option.tile
    if tile and candidate.way:
        after.build(tile, candidate.way, mat.rules.mayor_offer if candidate.takes_offer else 0)
    elif tile:
        after.discard(tile)
    return after.city
