"""Test that the engine finds the best allocation under random mission lines. `brute_force` tries every allocation."""

import pytest

from scoring import City, HouseRules, Mode, Rules, score, settle
from scoring.line_words import WORDS
from scoring.settling import best_total, better_total, supply_prices
from tests.scoring.cities import dice
from tests.scoring.lines import random_line
from tests.scoring.second_opinion import NAMED, NO_HOUSE_RULES, brute_force, marks_of

MOST_ALLOCATIONS = 500
KINDS = {Mode.CLASSIC: "TSUPFH", Mode.EXPERT: "TSUPFHOM"}
TYPED = ("0", "1", "4", "9", "12", "20", "0:2", "4:2", "9:3", "20:3")
DIGITS = {"T": "1234", "O": "1234", "U": "012", "H": "0123", "X": TYPED}


def dense_city(rng, line):
    """Return the notation of a crowded random city. The city has at most MOST_ALLOCATIONS possible allocations."""
    rules = Rules.parse(line)
    mode = rules.mode
    letters = list(KINDS[mode]) if rng.random() < 0.7 else []
    rng.shuffle(letters)
    letters += rng.choices(KINDS[mode] + "GGG" + "M" * 3 * (mode is Mode.EXPERT), k=20)
    if rules.services:
        named = rng.sample(NAMED, rng.randint(0, 5)) if mode is Mode.EXPERT else []
        letters = ["X", *named, "X", *letters]
    squares = ["-"] * (20 if mode is Mode.EXPERT else 16)
    left = MOST_ALLOCATIONS
    for square, letter in zip(rng.sample(range(len(squares)), len(squares)), letters, strict=False):
        ways = len(marks_of(letter, line))
        if ways <= left and rng.random() < 0.9:
            left //= ways
            digit = rng.choice(DIGITS[letter]) if letter in DIGITS else ""
            squares[square] = letter + digit.removeprefix("0") + ("*" if letter == "T" and rng.random() < 0.2 else "")
    width = len(squares) // 4
    grid = "/".join("".join(squares[row * width : (row + 1) * width]) for row in range(4))
    return f"{grid} {rng.randint(0, 9)}i{rng.randint(0, 7)}e"


def is_the_best(line, text, house_rules=NO_HOUSE_RULES):
    """Check that `settle`, `best_total` and `better_total` find the total that `brute_force` finds."""
    engine_house_rules = HouseRules(**house_rules._asdict())
    rules, city = Rules.parse(line).with_house_rules(engine_house_rules), City.parse(text)
    sheet = score(city, settle(city, rules), rules)
    found = sheet.total, sheet.tiebreak.inhabitants_on_buildings, sheet.tiebreak.empty_squares
    assert found == brute_force(text, line, house_rules)[:3], (line, text, house_rules)
    prices = supply_prices(city, rules)
    assert better_total(city, rules, sheet.total - 1, prices) == sheet.total == best_total(city, rules)
    assert better_total(city, rules, sheet.total, prices) is None


def drawn(seed, mode):
    rng = dice("lines", seed)
    line = random_line(rng, mode)
    return line, dense_city(rng, line)


@pytest.mark.parametrize("mode", Mode)
def test_no_allocation_beats_the_settled_one_under_random_lines(mode):
    for seed in range(20):
        is_the_best(*drawn(seed, mode))


@pytest.mark.parametrize("mode", Mode)
def test_no_allocation_beats_the_settled_one_with_special_services(mode):
    with_special(mode, range(20))


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("mode", Mode)
def test_no_allocation_beats_the_settled_one_in_a_thousand_cities_with_special_services(mode, part):
    with_special(mode, range(1_000 + part * 70, 1_000 + (part + 1) * 70))


def with_special(mode, seeds):
    """Check cities with special Public Services under random mission lines that allow them."""
    checked = 0
    for seed in seeds:
        rng = dice("services", seed)
        line = random_line(rng, mode, first="services")
        city = dense_city(rng, line)
        checked += not set(city).isdisjoint("X" + NAMED)
        house = NO_HOUSE_RULES._replace(park_district_parks_only=bool(seed % 2), monument_parks_only=bool(seed % 3))
        is_the_best(line, city, house)
    assert checked > len(seeds) * 0.9


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("mode", Mode)
def test_no_allocation_beats_the_settled_one_under_many_random_lines(mode, part):
    for seed in range(1_000 + part * 130, 1_000 + (part + 1) * 130):
        is_the_best(*drawn(seed, mode))


@pytest.mark.parametrize("mode", Mode)
def test_the_lines_drawn_have_every_word(mode):
    lines = {word.partition("=")[0] for seed in range(200) for word in random_line(dice("lines", seed), mode).split()}
    assert lines >= {word.name for word in WORDS if mode in word.ranges} - {"shared" if mode is Mode.EXPERT else "own"}
