"""Test properties of all cities: notation, symmetry, sums, best allocation, and refusals."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import (
    CATEGORIES,
    MISSIONS,
    Allocation,
    AllocationError,
    City,
    Mode,
    NotationError,
    ScoringError,
    advise,
    audit,
    audit_game,
    report,
    score,
    settle,
)
from scoring.boards import CLASSIC, EXPERT
from tests.scoring.cities import MISSIONS_OF, SUPPLIES, cities, dice, random_city, settled_cities

pytestmark = [pytest.mark.slow, pytest.mark.no_mutants]

# Hypothesis gets no time limit, because other tests measure how fast a city is settled.
patiently = settings(deadline=None)


def value(sheet):
    """Return a sort key for allocations: VP, Inhabitants on buildings, negative number of empty squares."""
    return sheet.total, sheet.tiebreak.inhabitants_on_buildings, -sheet.tiebreak.empty_squares


def best_sheet(city, rules):
    return score(city, settle(city, rules), rules)


def rules_of(city):
    return [MISSIONS[number].rules for number in MISSIONS_OF[city.mode]]


# Notation -------------------------------------------------------------------------------------------------------------


@given(city=st.one_of(cities(), settled_cities()))
@patiently
def test_a_printed_city_is_canonical_and_read_back_as_the_same_city(city):
    text = str(city)
    assert City.parse(text) == city
    assert str(City.parse(text)) == text
    # The notation leaves out default digits. It has spaces only between grid, supply and allocation.
    assert "T1" not in text
    assert "O1" not in text
    assert "U0" not in text
    assert "H0" not in text
    assert text.count(" ") == (2 if city.allocation else 1)


@given(city=cities(), data=st.data())
@patiently
def test_every_way_to_write_a_city_has_one_canonical_form(city, data):
    grid, supply = str(city).split(" ")
    cells = []
    for cell, following in zip(grid, [*grid[1:], "/"], strict=True):
        default = {"T": "1", "O": "1", "U": "0", "H": "0"}.get(cell) if not following.isdigit() else None
        cells.append(cell + default if default and data.draw(st.booleans()) else cell)
    zeros = "0" * data.draw(st.integers(0, 3))
    text = f"{''.join(cells)} {zeros}{supply}"
    assert City.parse(text) == city
    assert str(City.parse(text)) == str(city)


@given(city=settled_cities())
@patiently
def test_a_city_and_its_allocation_are_rebuilt_from_text_and_have_the_same_hash(city):
    assert Allocation.parse(str(city.allocation)) == city.allocation
    assert eval(repr(city), {"City": City}) == city  # noqa: S307 - our own repr
    assert hash(City.parse(str(city))) == hash(city)


# Symmetry -------------------------------------------------------------------------------------------------------------


def moved(board, place):
    """List the old index of each square of a turned board. `place` returns the old (row, column) of a new one."""
    return [
        row * board.columns + column for row, column in (place(*divmod(n, board.columns)) for n in range(len(board)))
    ]


# The turns and reflections that move each district of a board onto a district.
TURNS = [
    pytest.param(board, moved(board, place), id=f"{board.mode}, {name}")
    for board, name, place in (
        (CLASSIC, "turned by 90 degrees", lambda row, column: (3 - column, row)),
        (CLASSIC, "turned by 180 degrees", lambda row, column: (3 - row, 3 - column)),
        (CLASSIC, "turned by 270 degrees", lambda row, column: (column, 3 - row)),
        (CLASSIC, "left and right exchanged", lambda row, column: (row, 3 - column)),
        (CLASSIC, "top and bottom exchanged", lambda row, column: (3 - row, column)),
        (CLASSIC, "mirrored along the diagonal", lambda row, column: (column, row)),
        (CLASSIC, "mirrored along the other diagonal", lambda row, column: (3 - column, 3 - row)),
        (EXPERT, "turned by 180 degrees", lambda row, column: (3 - row, 4 - column)),
        (EXPERT, "left and right exchanged", lambda row, column: (row, 4 - column)),
        (EXPERT, "top and bottom exchanged", lambda row, column: (3 - row, column)),
    )
]


@pytest.mark.parametrize(("board", "squares"), TURNS)
def test_turning_a_board_takes_districts_to_districts_and_neighbours_to_neighbours(board, squares):
    assert sorted(squares) == list(range(len(board)))
    districts = {(board.districts[new], board.districts[old]) for new, old in enumerate(squares)}
    assert len(districts) == len(set(board.districts))
    for new, old in enumerate(squares):
        assert {squares[neighbour] for neighbour in board.neighbours[new]} == set(board.neighbours[old])


@pytest.mark.parametrize(("board", "squares"), TURNS)
@given(data=st.data())
@settings(patiently, max_examples=30)
def test_a_turned_or_mirrored_city_scores_the_same(board, squares, data):
    city = data.draw(settled_cities(mode=board.mode))
    marks = "".join(city.allocation.marks[square] for square in squares)
    other = replace(
        city,
        squares=tuple(city.squares[square] for square in squares),
        allocation=Allocation(board, marks),
    )
    for rules in rules_of(city):
        before, after = (score(one, one.allocation, rules) for one in (city, other))
        assert (after.categories, after.tiebreak) == (before.categories, before.tiebreak)
        assert value(best_sheet(other, rules)) == value(best_sheet(city, rules))


# Totals ---------------------------------------------------------------------------------------------------------------


@given(city=settled_cities())
@patiently
def test_lines_add_up_and_name_each_building_and_the_tie_break_counts_inhabitants_and_squares(city):
    buildings = {name for name, building in zip(city.board.names, city.squares, strict=True) if building}
    for rules in rules_of(city):
        sheet = score(city, city.allocation, rules)
        assert tuple(sheet.categories) == CATEGORIES
        for category, vp in sheet.categories.items():
            assert vp == sum(line.vp for line in sheet.lines if line.category == category)
        assert sheet.total == sum(sheet.categories.values()) == sum(line.vp for line in sheet.lines)
        assert {name for line in sheet.lines for name in line.squares if line.category != "mission"} == buildings
        unused = sheet.categories["unused_inhabitants"] // -rules.unused_inhabitant
        assert sheet.tiebreak.inhabitants_on_buildings == city.inhabitants - unused
        assert sheet.tiebreak.empty_squares == city.allocation.marks.count(".")


# The best allocation --------------------------------------------------------------------------------------------------


@given(city=settled_cities())
@patiently
def test_no_allocation_is_better_than_the_best_nor_changes_it(city):
    for rules in rules_of(city):
        assert value(score(city, city.allocation, rules)) <= value(best_sheet(city, rules))
        assert settle(city, rules) == settle(city.unsettled, rules)


@given(city=cities())
@patiently
def test_the_best_allocation_can_be_scored_and_written(city):
    for rules in rules_of(city):
        best = settle(city, rules)
        settled = city.settled(best)
        assert City.parse(str(settled)) == settled
        # `score` refuses an allocation for which the supply does not suffice.
        score(city, best, rules)


@given(city=cities())
@patiently
def test_one_unit_less_gains_no_more_than_the_penalty_it_would_have_cost(city):
    # `city` can use the best allocation of `poorer`. It then has one more unused unit, which costs a penalty.
    for resource, penalty in (("inhabitants", "unused_inhabitant"), ("energy", "unused_energy")):
        if had := getattr(city, resource):
            poorer = replace(city, **{resource: had - 1})
            for rules in rules_of(city):
                assert best_sheet(poorer, rules).total <= best_sheet(city, rules).total + getattr(rules, penalty)


@given(city=cities(), more=st.integers(1, 20))
@patiently
def test_resources_that_nothing_can_use_only_cost_their_penalty(city, more):
    # No city can use 200 units of a resource, so all further units are unused.
    plenty = replace(city, inhabitants=200, energy=200)
    richer = replace(city, inhabitants=200 + more, energy=200 + more)
    for rules in rules_of(city):
        lost = more * (rules.unused_inhabitant + rules.unused_energy)
        assert best_sheet(richer, rules).total == best_sheet(plenty, rules).total - lost
        assert settle(richer, rules) == settle(plenty, rules)


# A program that prints best allocations. Every process must choose the same one of several equally good ones.
SETTLE = """
import sys
sys.path.insert(0, sys.argv[1])
from scoring import MISSIONS, City, settle
for line in sys.stdin:
    mission, _, text = line.strip().partition(" ")
    print(settle(City.parse(text), MISSIONS[int(mission)].rules))
"""


def test_settling_in_another_process_gives_the_same_allocation():
    rng = dice("processes")
    some = [(mission, random_city(rng, mission, supply)) for mission in MISSIONS for supply in SUPPLIES * 2]
    here = [str(settle(city, MISSIONS[mission].rules)) for mission, city in some]
    text = "".join(f"{mission} {city}\n" for mission, city in some)
    command = [sys.executable, "-S", "-c", SETTLE, str(Path(scoring.__file__).parents[1])]
    for seed in ("0", "1", "4242"):
        environment = {"PYTHONHASHSEED": seed}
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, env=environment)
        assert done.stdout.splitlines() == here


# Refusals -------------------------------------------------------------------------------------------------------------

BUILDINGS = "TSUPGFHOM-"
PIECES = [
    *f"{BUILDINGS}/*.+e i0123456789\n",
    *("T4*", "T5", "U2", "H3", "----", "/----", "12i5e", " 0i0e", "..../", "M/", "-1", "{count}", "9" * 60),
    *("٣", "Т", "é", "\x00", "\u202e", "\ud800", "😀"),
]


def random_unicode(rng):
    return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0x110000)))) for _ in range(rng.randrange(60)))


def near_grammar(rng):
    """Return a text that is almost a city: pieces of the notation at random, or rows with few mistakes."""
    if rng.random() < 0.5:
        return "".join(rng.choices(PIECES, k=rng.randrange(1, 30)))
    width = rng.choice((4, 4, 5, 5, 3, 6))
    cells = ["-"] * 4 + ["T", "T2*", "T4", "T5", "S", "U", "U2", "P", "G", "F", "H", "H3", "O", "O5", "M", "U3", "X"]
    rows = ["".join(rng.choices(cells, k=width)) for _ in range(rng.choice((4, 4, 4, 3, 5)))]
    text = f"{'/'.join(rows)} {rng.randrange(30)}i{rng.randrange(20)}e"
    if rng.random() < 0.4:
        text += " " + "/".join("".join(rng.choices(".+e04", k=width)) for _ in range(4))
    return text


def mutated(rng, text):
    """Return a city with a few characters removed, inserted or replaced, often by characters of the notation."""
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(text))
        if text[place] in BUILDINGS and rng.random() < 0.7:
            text = text[:place] + rng.choice(BUILDINGS) + text[place + 1 :]
        else:
            text = text[:place] + rng.choice(("", rng.choice(PIECES))) + text[place + rng.randrange(3) :]
        text = text or "-"
    return text


def random_texts(count):
    rng = dice("texts")
    written = [str(random_city(rng, mission, supply)) for mission in MISSIONS for supply in SUPPLIES]
    settled = [
        str(city.settled(settle(city, MISSIONS[mission].rules)))
        for mission in MISSIONS
        for city in (random_city(rng, mission), random_city(rng, mission, "scarce"))
    ]
    for number in range(count):
        if number % 4 == 0:
            yield random_unicode(rng)
        elif number % 4 == 1:
            yield near_grammar(rng)
        else:
            yield mutated(rng, rng.choice(written + settled))


def refused(error, text):
    """Check that an error has a message, and names a position in the text or a square of a board."""
    assert str(error)
    if isinstance(error, NotationError):
        assert 0 <= error.position <= len(text)
    if isinstance(error, AllocationError):
        assert error.square in CLASSIC.names + EXPERT.names


@pytest.fixture(scope="module")
def read_texts():
    """Read 20,000 random texts, and return the cities among them. Check that all other texts are properly refused."""
    found = []
    for text in random_texts(20_000):
        try:
            city = City.parse(text)
        except NotationError as error:
            refused(error, text)
        else:
            assert City.parse(str(city)) == city
            found.append(city)
    return found


def test_of_20000_random_texts_some_are_cities_and_the_others_are_refused(read_texts):
    assert 2_000 < len(read_texts) < 10_000
    assert {city.mode for city in read_texts} == set(Mode)
    assert any(city.allocation for city in read_texts)


def test_of_20000_random_texts_each_allocation_is_read_or_refused():
    for text in random_texts(20_000):
        marks = text.rpartition(" ")[2]
        try:
            allocation = Allocation.parse(marks)
        except NotationError as error:
            refused(error, marks)
        else:
            assert str(allocation) == marks


def test_random_texts_that_are_cities_are_scored_settled_and_advised_or_refused(read_texts):
    refusals = Counter()
    for number, city in enumerate(read_texts):
        mission = MISSIONS[number % len(MISSIONS) + 1]
        try:
            best = settle(city, mission.rules)
            assert score(city, best, mission.rules).total >= -city.inhabitants * 2 - city.energy - 20 * 20
            if city.allocation:
                score(city, city.allocation, mission.rules)
                advise(city, city.allocation, mission.rules)
                report(city, mission)
        except ScoringError as error:
            refused(error, str(city))
            refusals[type(error).__name__] += 1
    assert set(refusals) == {"AllocationError", "RuleError"}


@given(city=cities(), data=st.data())
@patiently
def test_any_marks_are_scored_or_refused(city, data):
    count = len(city.squares)
    marks = data.draw(st.lists(st.sampled_from(".+e012345"), min_size=count, max_size=count))
    for rules in rules_of(city):
        try:
            score(city, Allocation(city.board, "".join(marks)), rules)
        except AllocationError as error:
            refused(error, str(city))


def test_random_texts_that_are_cities_are_audited(read_texts):
    for number, city in enumerate(read_texts):
        mission = MISSIONS[number % len(MISSIONS) + 1]
        for finding in audit(city, mission, 2 + number % 3):
            assert str(finding.message)
            assert finding.square is None or finding.square in city.board.names
        assert isinstance(audit_game(read_texts[number : number + 4], mission, 4), list)
