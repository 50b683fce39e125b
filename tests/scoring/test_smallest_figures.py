"""Test standings in which one point more or less changes the result."""

import pytest

from scoring import CATEGORIES, FinishedGame, Result, standings


def table_of(*games):
    return standings(("ann", "bob"), [FinishedGame(mission, results) for mission, results in games])


def rows(table):
    return {row.player: row for row in table.rows}


def test_a_single_point_makes_a_specialist():
    table = table_of((1, {"ann": Result(1, categories={"park": 1}), "bob": Result(0, categories={"park": 0})}))
    assert table.specialists["park"] == ("ann",)


def test_a_category_missing_from_a_result_counts_as_0():
    table = table_of((1, {"ann": Result(1, categories={"park": 1}), "bob": Result(3, categories={"shop": 3})}))
    assert (table.specialists["park"], table.specialists["shop"]) == (("ann",), ("bob",))
    assert table.specialists["harbor"] == ()


def test_a_row_adds_up_the_eleven_categories_of_all_games():
    table = rows(
        table_of(
            (1, {"ann": Result(5, categories={"park": 4, "shop": 1}), "bob": Result(7)}),
            (2, {"ann": Result(3, categories={"park": 3}), "bob": Result(7)}),
        )
    )
    assert table["ann"].categories == {**dict.fromkeys(CATEGORIES, 0), "park": 7, "shop": 1}
    assert table["bob"].categories == dict.fromkeys(CATEGORIES, 0)


def test_a_best_score_of_one_point_can_be_shared():
    table = rows(table_of((1, {"ann": Result(1), "bob": Result(0)})))
    assert (table["ann"].share, table["bob"].share) == (1, 0)


@pytest.mark.parametrize(("bob", "share"), [(Result(1), 0.5), (Result(0), 0), (Result(2), 1)])
def test_a_share_of_two_points(bob, share):
    assert rows(table_of((1, {"ann": Result(2), "bob": bob})))["bob"].share == share
