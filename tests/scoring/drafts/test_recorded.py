"""Test a recorded game of two players, with one round in Classic. All its results were counted by hand from the rules.

The construction site of the game. "." is a tile that lies face-down, "*" is the Mayor symbol, "3e" means 3 Energy
Units, and "1i" means 1 Inhabitant:

    Park          .             Shop          Factory 3e    .
    .             .             Harbor 2i     .             Public Service
    Tower 1i      Tower 3i      Harbor 2e     Tower * 1i    .
    Park          Service 2 VP  .             Tower 1i      Factory 2e
    .             Tower 2i      .             Shop          Factory 1e
"""

import pytest

from scoring import Rules, score, settle
from scoring.drafts import Draft, Turn
from scoring.drafts.mats import Way
from scoring.drafts.sites import PLACE_NAMES, ConstructionSite
from scoring.turns import Play
from tests.scoring.drafts.positions import tile

SITE = (
    *(tile("park"), None, tile("shop"), tile("factory", energy=3), None),
    *(None, None, tile("harbor", inhabitants=2), None, tile("public_service")),
    *(tile("tower_block", inhabitants=1), tile("tower_block", inhabitants=3), tile("harbor", energy=2)),
    *(tile("tower_block", inhabitants=1, mayor=True), None),
    *(tile("park"), tile("public_service", vp=2), None),
    *(tile("tower_block", inhabitants=1), tile("factory", energy=2)),
    *(None, tile("tower_block", inhabitants=2), None, tile("shop"), tile("factory", energy=1)),
)
# Turns: (Architect, its place at the edge, square of the building, supply after the turn, places at the edge that the
# Urbanist blocks after the turn). ↓4 is the place above column 4.
RECORD = (
    (1, "↓4", "D1", "0i3e", "↓4 ↑4 →1 ←1"),  # the first tile of column 4, a Factory
    (4, "←5", "D3", "2i0e", "↓2 ↑2 →5 ←5"),  # the fourth tile from the right in row 5
    (4, "↑3", "D4", "2i3e", "↓3 ↑3 →2 ←2"),  # the fourth tile from below in column 3, a Harbor
    (3, "↑2", "C4", "5i0e", "↓2 ↑2 →3 ←3"),  # the third tile from below in column 2
    (3, "←1", "C3", "2i3e", "↓3 ↑3 →1 ←1"),  # the third tile from the right in row 1, the Shop
    (1, "↑5", "D1", "5i1e", "↓5 ↑5 →5 ←5"),  # the lowest tile of column 5
    (2, "↑4", "B2", "3i3e", "↓4 ↑4 →4 ←4"),  # the second tile from below in column 4
    (2, "←3", "C2", "6i1e", ""),  # the second tile from the right in row 3, the Mayor tile; the game is over
)
# Player 1: 1 VP for a Tower Block, 4 VP for three Customers, -1 VP for an unused Energy Unit. Player 2: 1 VP for a
# Tower Block, -5 VP for five unused Inhabitants.
TOTALS = [1 + 4 - 1, 1 - 5]


@pytest.fixture
def played():
    """Return an iterator that plays the turns of RECORD one by one, and yields the `Draft` after each turn."""
    draft = Draft(Rules.parse("classic rounds=1"), 2, "the site is laid by hand")
    draft.site = ConstructionSite(SITE)

    def turns():
        for number, place, square, _supply, _barred in RECORD:
            way = Way(draft.rules.board.names.index(square), 1)
            draft.take(Turn(Play(number, number), PLACE_NAMES.index(place), way))
            yield draft

    return turns()


def test_each_turn_of_the_record_is_legal_and_brings_the_counted_supply(played):
    for draft, (_number, _place, _square, supply, _barred) in zip(played, RECORD, strict=True):
        assert str(draft.mats[draft.taken[-1].seat].city).endswith(f" {supply}")
    assert [taken.seat for taken in draft.taken] == [0, 1] * 4
    assert draft.is_over


def test_the_urbanist_bars_his_lines_and_architects_keep_their_places(played):
    used = set()
    for draft, (_number, place, _square, _supply, barred) in zip(played, RECORD, strict=True):
        used.add(place)
        if not draft.is_over:
            free = {PLACE_NAMES[one] for one in draft.site.free_places()}
            assert free == set(PLACE_NAMES) - used - set(barred.split())


def test_the_finished_cities_score_the_counted_totals(played):
    *_, draft = played
    assert [str(city).split()[0] for city in draft.cities] == ["---F/-T--/--S-/---H", "---F/--T*-/---T/--T-"]
    assert [score(city, settle(city, draft.rules), draft.rules).total for city in draft.cities] == TOTALS


def test_the_builder_of_the_mayor_tile_goes_first_next(played):
    *_, draft = played
    assert draft.next_first_player == 1
