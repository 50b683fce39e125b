"""Test the ranks of a game: most VP, then most Inhabitants on buildings, then fewest empty squares, else shared."""

from pathlib import Path

import pytest

from scoring import DecidedBy, Result, rank
from scoring.ranking import lacking, margin
from tests.tables import sections

POINTS, INHABITANTS, EMPTY, SHARED = (
    DecidedBy.POINTS,
    DecidedBy.INHABITANTS,
    DecidedBy.EMPTY_SQUARES,
    DecidedBy.SHARED,
)


def places(**results):
    """Rank results (VP, Inhabitants, empty squares). Return (player, rank, deciding figure), the best player first."""
    ranked = rank({player: Result(*figures) for player, figures in results.items()})
    return [(place.player, place.rank, place.decided_by) for place in ranked]


def results_in(text):
    """Read results such as "ann 50 9 4, bob 50 - -". A dash is a figure that nobody knows."""
    read = (each.split() for each in text.split(", "))
    return {player: [None if figure == "-" else int(figure) for figure in figures] for player, *figures in read}


@pytest.mark.parametrize("rows", sections(Path(__file__).with_name("ranks.txt")).values())
def test_the_order_of_a_game_even_without_tie_break_figures(rows):
    for results, expected, case in rows:
        found = [f"{player} {rank} {decided_by}" for player, rank, decided_by in places(**results_in(results))]
        assert ", ".join(found) == expected, case


def test_after_a_shared_first_place_comes_the_third():
    assert places(ann=(50, 9, 4), bob=(30, 9, 4), cleo=(50, 9, 4)) == [
        ("ann", 1, SHARED),
        ("cleo", 1, SHARED),
        ("bob", 3, POINTS),
    ]


def test_after_a_shared_second_place_comes_the_fourth():
    assert places(ann=(50, 1, 1), bob=(40, 2, 2), cleo=(40, 2, 2), dan=(30, 3, 3)) == [
        ("ann", 1, POINTS),
        ("bob", 2, SHARED),
        ("cleo", 2, SHARED),
        ("dan", 4, POINTS),
    ]


def test_all_four_can_share_the_first_place():
    four = dict.fromkeys(("ann", "bob", "cleo", "dan"), (50, 9, 4))
    assert [(rank, decided_by) for _, rank, decided_by in places(**four)] == [(1, SHARED)] * 4


def test_each_tie_is_broken_by_the_first_figure_that_differs():
    # Ann has the most Inhabitants. Bob and Cleo have equally many, but differ in empty squares. Dan is not in the tie.
    assert places(dan=(60, 0, 0), bob=(50, 8, 4), cleo=(50, 8, 2), ann=(50, 9, 9)) == [
        ("dan", 1, POINTS),
        ("ann", 2, INHABITANTS),
        ("cleo", 3, EMPTY),
        ("bob", 4, EMPTY),
    ]


def test_a_tie_left_after_a_tie_is_shared():
    assert places(ann=(50, 9, 4), bob=(50, 8, 4), cleo=(50, 8, 4)) == [
        ("ann", 1, INHABITANTS),
        ("bob", 2, SHARED),
        ("cleo", 2, SHARED),
    ]


def test_a_pad_outside_the_tie_does_not_disturb_it():
    assert places(ann=(50, 9, 4), bob=(50, 10, 4), cleo=(20, None, None)) == [
        ("bob", 1, INHABITANTS),
        ("ann", 2, INHABITANTS),
        ("cleo", 3, POINTS),
    ]


def test_a_game_of_one_and_a_game_of_nobody_have_ranks_too():
    assert places(ann=(12, None, None)) == [("ann", 1, POINTS)]
    assert places() == []


def test_categories_and_the_best_possible_total_do_not_rank():
    results = {
        "ann": Result(50, 9, 4, categories={"mission": 12}, best_possible=60),
        "bob": Result(50, 9, 4, categories={}, best_possible=50),
    }
    assert [place.rank for place in rank(results)] == [1, 1]


def test_level_lists_the_players_still_tied_before_the_deciding_figure():
    results = {"dan": (60, 0, 0), "bob": (50, 8, 4), "cleo": (50, 8, 2), "ann": (50, 9, 9)}
    ranked = rank({player: Result(*figures) for player, figures in results.items()})
    assert {place.player: set(place.level) for place in ranked} == {
        "dan": set(),
        "ann": {"bob", "cleo"},
        "cleo": {"bob"},
        "bob": {"cleo"},
    }


@pytest.mark.parametrize(
    ("totals", "expected"), [([], None), ([50], None), ([40, 62, 51], 11), ([50, 50, 30], 0), ([-3, -10], 7)]
)
def test_the_margin_is_the_difference_of_the_two_highest_totals(totals, expected):
    assert margin(totals) == expected


@pytest.mark.parametrize(("best_possible", "left"), [(45, 4), (41, 0), (None, None)])
def test_left_is_the_vp_that_the_best_allocation_would_have_added(best_possible, left):
    assert Result(41, best_possible=best_possible).left == left


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        pytest.param({"ann": (40, 9, 1), "bob": (41, None, None)}, [], id="no tie, nothing is missing"),
        pytest.param({"ann": (40, 9, 1), "bob": (40, None, 1)}, [("bob", INHABITANTS)], id="one pad"),
        pytest.param(
            {"ann": (40, None, 1), "bob": (40, None, 2)}, [("ann", INHABITANTS), ("bob", INHABITANTS)], id="two"
        ),
        pytest.param({"ann": (40, 9, 1), "bob": (40, 9, None)}, [("bob", EMPTY)], id="level in Inhabitants too"),
        pytest.param({"ann": (40, 9, 1), "bob": (40, 8, None)}, [], id="the Inhabitants decide"),
    ],
)
def test_the_unknown_figures_that_a_tie_needs_are_listed(results, expected):
    assert lacking({player: Result(*figures) for player, figures in results.items()}) == expected
