"""Make positions for tests of drafts: Construction Sites with few tiles, and drafts with random turns."""

from random import Random

from hypothesis import strategies as st

from scoring import MISSIONS
from scoring.drafts import Draft, Turn
from scoring.drafts.sites import SIZE, ConstructionSite
from scoring.kinds import Kind
from scoring.tiles import Tile

CELLS = SIZE * SIZE
missions = st.sampled_from(sorted(MISSIONS))
players = st.integers(1, 4)
seeds = st.integers(0, 10**6).map(str)


def tile(kind, **facts):
    return Tile("test", 1, Kind(kind), (), **facts)


def site_with(tiles):
    """Make a site. `tiles` maps cells to face-up tiles, and all other tiles lie face-down."""
    return ConstructionSite([tiles.get(cell) for cell in range(CELLS)])


def draft_of(mission, players, seed="test", rules=None):
    return Draft(rules or MISSIONS[mission].rules, players, seed)


def random_turn(draft, rng):
    """Return a random legal turn. It discards some tiles, and declines some offers of Mayor tiles."""
    option = rng.choice(draft.options())
    ways = list(draft.mat.ways(option.tile, option.play.number)) if option.tile else []
    way = rng.choice(ways) if ways and rng.random() < 0.75 else None
    takes_offer = bool(way and option.tile.mayor and draft.rules.mayor_offer and rng.random() < 0.5)
    return Turn(option.play, rng.choice(option.places), way, takes_offer)


def played(mission, players, seed):
    """Return a draft that was played to its end."""
    *_, draft = play_at_random(draft_of(mission, players, seed), seed)
    return draft


def play_at_random(draft, seed):
    """Play a draft to its end by random legal turns. Yield the draft after each turn."""
    rng = Random(seed)
    while not draft.is_over:
        draft.take(random_turn(draft, rng))
        yield draft
