"""Test the cost of unused Inhabitants and Energy Units, one fact per city. The expected VP come from the rulebooks."""

import pytest

from tests.scoring.sheets import CLASSIC, CLASSIC_WITH_PLAYGROUNDS, EXPERT, UNEMPLOYMENT, sheet_of


@pytest.mark.parametrize(
    ("mission", "text", "vp"),
    [
        pytest.param(CLASSIC, "----/----/----/---- 0i0e ..../..../..../....", 0, id="none left"),
        pytest.param(CLASSIC, "----/----/----/---- 3i0e ..../..../..../....", -3, id="3 without any building"),
        pytest.param(CLASSIC, "US--/----/----/---- 4i1e +2../..../..../....", -1, id="workers and Customers are used"),
        pytest.param(
            CLASSIC, "US--/----/----/---- 4i0e +.../..../..../....", -3, id="nobody shops in an inactive Shop"
        ),
        pytest.param(CLASSIC, "P---/----/----/---- 2i0e +.../..../..../....", -2, id="a Park takes none"),
        pytest.param(EXPERT, "O----/-----/-----/----- 2i1e +..../...../...../.....", -1, id="an Office Tower takes 1"),
        pytest.param(EXPERT, "O5----/-----/-----/----- 5i1e +..../...../...../.....", -4, id="whatever its height"),
        # An unemployed Inhabitant costs 2 VP in place of 1 VP, not 2 VP more.
        pytest.param(UNEMPLOYMENT, "U---/----/----/---- 4i0e +.../..../..../....", -6, id="Unemployment, -2 each"),
    ],
)
def test_inhabitants_without_work_or_shop_cost_points(mission, text, vp):
    assert sheet_of(mission, text).categories["unused_inhabitants"] == vp


@pytest.mark.parametrize(
    ("mission", "text", "vp"),
    [
        pytest.param(CLASSIC, "----/----/----/---- 0i0e ..../..../..../....", 0, id="none left"),
        pytest.param(CLASSIC, "----/----/----/---- 0i3e ..../..../..../....", -3, id="3 without any building"),
        pytest.param(CLASSIC, "TS--/----/----/---- 0i3e +0../..../..../....", -1, id="towers and Shops use 1"),
        pytest.param(CLASSIC, "T4---/----/----/---- 0i4e +.../..../..../....", -3, id="1 a stack, whatever its height"),
        pytest.param(CLASSIC, "P---/----/----/---- 0i3e e.../..../..../....", -2, id="a Park absorbs 1"),
        pytest.param(CLASSIC, "P--P/----/----/---- 0i2e e..e/..../..../....", 0, id="2 Parks absorb 2"),
        pytest.param(CLASSIC, "P--P/----/----/---- 0i2e e..+/..../..../....", -1, id="only where a unit was placed"),
        pytest.param(CLASSIC_WITH_PLAYGROUNDS, "G---/----/----/---- 0i1e +.../..../..../....", -1, id="no Playground"),
        pytest.param(EXPERT, "O---M/-----/-----/----- 1i3e +...+/...../...../.....", -2, id="an Office Tower uses 1"),
        pytest.param(
            UNEMPLOYMENT, "T---/----/----/---- 0i3e +.../..../..../....", -2, id="Unemployment, still -1 each"
        ),
    ],
)
def test_energy_left_over_costs_points_unless_a_park_absorbs_it(mission, text, vp):
    assert sheet_of(mission, text).categories["unused_energy"] == vp
