"""Test that built.js computes the same building after a tap as the server, for all cases of editor/built.json."""

import pytest
from django.templatetags.static import static

from scoring import MISSIONS
from tests.browser.conftest import PHONE
from tests.campaign.editor.test_built import CASES, city_with

PAINT = """async ([script, cases]) => {
    const { brushesIn, built, tilesOf } = await import(script);
    const brushes = brushesIn(document.getElementById("editor"));
    return cases.map(({ tap, before }) => {
        const after = built(tap, before, brushes) ?? before;
        return [after, tilesOf(after, brushes)];
    });
}"""


@pytest.mark.parametrize(("mission", "services"), sorted({(case["mission"], "services" in case) for case in CASES}))
def test_the_phone_paints_a_square_as_built_json_says(visit, mission, services):
    page = visit(f"/calculator/?mission={mission}" + ("&services=1" if services else ""), **PHONE)
    cases = [case for case in CASES if (case["mission"], "services" in case) == (mission, services)]
    painted = page.evaluate(PAINT, [static("campaign/js/built.js"), cases])
    board = MISSIONS[mission].rules.board
    assert dict(zip([case["case"] for case in cases], painted, strict=True)) == {
        case["case"]: [case["after"], city_with(case["after"], board).tile_count] for case in cases
    }
