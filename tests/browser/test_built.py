"""Test that built.js computes the building after a tap as the server does, by the cases of editor/built.json."""

import pytest
from django.templatetags.static import static

from tests.browser.conftest import PHONE
from tests.campaign.editor.test_built import CASES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAINT = """async ([script, cases]) => {
    const { brushesIn, built } = await import(script);
    const brushes = brushesIn(document.getElementById("editor"));
    return cases.map(({ tap, before }) => built(tap, before, brushes) ?? before);
}"""


@pytest.mark.parametrize(("mission", "services"), sorted({(case["mission"], "services" in case) for case in CASES}))
def test_the_phone_paints_of_a_square_what_the_table_says(visit, mission, services):
    page = visit(f"/calculator/?mission={mission}" + ("&services=1" if services else ""), **PHONE)
    cases = [case for case in CASES if (case["mission"], "services" in case) == (mission, services)]
    painted = page.evaluate(PAINT, [static("campaign/js/built.js"), cases])
    assert dict(zip([case["case"] for case in cases], painted, strict=True)) == {
        case["case"]: case["after"] for case in cases
    }
