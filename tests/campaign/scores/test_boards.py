"""Test the descriptions of a board's squares for screen readers, and the states of squares in its drawing."""

from dataclasses import replace

import pytest
from django.template import Context, Template, TemplateSyntaxError

from campaign.book.pictures import by_square
from campaign.scores.boards import CityDrawing, draw
from scoring import MISSIONS, City, Finding, Kind, Severity, score, settle
from scoring.boards import CLASSIC, EXPERT
from tests.pages import Page

CITY = "T3*SU1-/P-FH2/--HH/---- 12i5e +4+./e.++/..++/...."
CUSTOMERS = "S---/----/----/---- 4i1e 4.../..../..../...."  # the city has more Customers than workers


def drawn(text: str, mission: int = 1, **wishes) -> CityDrawing:
    city = City.parse(text)
    allocation = city.allocation or settle(city, MISSIONS[mission].rules)
    return draw(city, score(city, allocation, MISSIONS[mission].rules), allocation, **wishes)


def squares(drawing: CityDrawing) -> dict:
    return {square.name: square for row in drawing.rows for square in row}


def rendered(text: str, tag: str, **context) -> str:
    source = f"{{% board city {tag} %}}"
    return Template(source).render(Context({"city": City.parse(text), **context}))


@pytest.mark.parametrize(
    ("city", "name", "label"),
    [
        pytest.param(CITY, "A1", "A1, Tower Block, 3 floors, 1 Mayor tile, 6 points", id="stack with a Mayor tile"),
        pytest.param(CITY, "B1", "B1, Shop, 4 Customers, 7 points", id="shop"),
        pytest.param(CITY, "C1", "C1, Public Service, 1 VP printed on it, 3 points", id="alone in its category"),
        pytest.param(CITY, "D1", "D1, empty", id="empty"),
        pytest.param(CITY, "A2", "A2, Park, absorbs an Energy Unit, 2 points", id="park with energy"),
        pytest.param(CITY, "C2", "C2, Factory, 6 points", id="factory"),
        pytest.param(
            CITY, "D2", "D2, Harbor, 2 VP printed on it, 2 points, 3 points together with others", id="own and shared"
        ),
        pytest.param(CITY, "C3", "C3, Harbor, 3 points together with others", id="shared only"),
        pytest.param(CITY, "D3", "D3, Harbor, 6 points together with others", id="in two lines"),
        pytest.param("S---/----/----/---- 0i1e 0.../..../..../....", "A1", "A1, Shop, 0 Customers, 0 points", id="no"),
        pytest.param("T1---/----/----/---- 0i0e ..../..../..../....", "A1",
                     "A1, Tower Block, 1 floor, not activated, 0 points", id="not activated"),
    ],
)  # fmt: skip
def test_a_square_says_place_building_state_and_points(city, name, label):
    assert squares(drawn(city))[name].label == label


def test_an_empty_expert_square_names_its_numbers():
    assert squares(drawn("-----/-----/-----/----- 0i0e", 5))["C3"].label == "C3, empty, district 4, number 3"


def test_lost_points_have_a_minus_sign_in_a_label():
    assert (
        squares(drawn("MF---/-----/-----/----- 1i0e ++.../...../...../.....", 5))["A1"].label
        == "A1, Monument, −5 points"
    )


def test_labels_tell_points_only_with_a_sheet_and_activation_only_with_an_allocation():
    square = squares(draw(City.parse("SP--/----/----/---- 4i1e")))["A1"]
    assert (square.label, square.tile.vp, square.active) == ("A1, Shop", None, None)


def test_a_building_without_needs_is_active_even_without_an_allocation():
    assert squares(draw(City.parse("P---/----/----/---- 0i0e")))["A1"].active is True


def test_a_building_left_without_resources_is_inactive_and_holds_none():
    square = squares(drawn("F---/----/----/---- 0i0e"))["A1"]
    assert (square.active, square.tile.inhabitants, square.tile.energy) == (False, 0, 0)
    assert "is-idle" in square.css


@pytest.mark.parametrize(
    ("name", "inhabitants", "energy"), [("A1", 0, 1), ("B1", 4, 1), ("C1", 1, 0), ("D1", 0, 0), ("A2", 0, 1)]
)
def test_a_square_shows_the_resources_on_it(name, inhabitants, energy):
    square = squares(drawn(CITY))[name]
    assert (square.tile.inhabitants, square.tile.energy) == (inhabitants, energy)


def test_floors_are_drawn():
    shown = squares(drawn("T4O2---/-----/-----/----- 5i5e", 5))
    assert [shown[name].tile.drawing for name in ("A1", "B1")] == ["tower_block-4", "office_tower-2"]


def test_own_points_and_lines_of_one_building_add_up_to_the_sheet():
    city = City.parse("H3H2H2HH/-O1FH-/T5GO1FS/-T2-S- 20i6e")
    rules = MISSIONS[10].rules
    best = settle(city, rules)
    sheet = score(city, best, rules)
    own = sum(square.tile.vp or 0 for square in squares(draw(city, sheet, best)).values())
    together = sum(line.vp for line in sheet.lines if len(line.squares) > 1 and line.category == "harbor")
    assert own + together + sheet.categories["unused_inhabitants"] + sheet.categories["unused_energy"] == sheet.total


@pytest.mark.parametrize(
    ("text", "own", "together"),
    [
        pytest.param("CU---/-----/-----/----- 2i0e", {"A1": 2, "B1": 0}, ["A1", "B1"], id="City Hall"),
        pytest.param("LUT1--/-----/-----/----- 3i1e", {"A1": 1, "B1": 0}, ["A1", "B1"], id="School"),
        pytest.param("NUPP-/PPPP-/-----/----- 2i0e", {"A1": 1, "B1": 0}, ["A1", "B1"], id="City Planning"),
    ],
)
def test_the_points_of_a_named_tile_are_on_its_own_square(text, own, together):
    rules = replace(MISSIONS[5].rules, services=True)
    city = City.parse(text)
    best = settle(city, rules)
    sheet = score(city, best, rules)
    shown = squares(draw(city, sheet, best))
    assert {name: shown[name].tile.vp for name in own} == own
    districts = next(line.vp for line in sheet.lines if line.category == "public_service" and not line.is_of_first)
    assert {name: square.tile.shared for name, square in shown.items() if square.tile.shared} == dict.fromkeys(
        together, districts
    )
    assert sum(vp for _, vp in by_square(sheet.lines)) == sum(line.vp for line in sheet.lines if line.squares)


def test_points_of_a_mission_for_a_district_belong_to_no_building():
    assert squares(drawn("PP---/PP---/-----/----- 0i0e", 7))["A1"].tile.shared is None


def test_the_penalty_of_a_mission_for_customers_is_not_drawn_on_a_shop():
    city, rules = City.parse(CUSTOMERS), MISSIONS[9].rules
    sheet = score(city, city.allocation, rules)
    assert sheet.categories["mission"] < 0
    assert squares(drawn(CUSTOMERS, 9))["A1"].tile.vp == sheet.categories["shop"] > 0


def test_a_finding_is_marked_at_its_square_and_in_its_label():
    findings = [
        Finding(Severity.UNUSUAL, "A1", Kind.SHOP.label),
        Finding(Severity.IMPOSSIBLE, "B1", Kind.PARK.label),
        Finding(Severity.IMPOSSIBLE, None, Kind.PARK.label),
    ]
    shown = squares(drawn(CITY, findings=findings))
    assert [shown[name].tile.trouble for name in ("A1", "B1", "C1")] == ["warning", "error", ""]
    assert shown["A1"].label.endswith(", Shop")


def test_the_more_serious_of_two_findings_marks_the_square():
    findings = [
        Finding(Severity.UNUSUAL, "A1", Kind.SHOP.label),
        Finding(Severity.IMPOSSIBLE, "A1", Kind.PARK.label),
    ]
    assert squares(drawn(CITY, findings=findings))["A1"].tile.trouble == "error"


def test_the_mat_has_the_numbers_of_its_mode():
    expert = drawn("-----/-----/-----/----- 0i0e", 5)
    classic = drawn("----/----/----/---- 0i0e")
    assert tuple(square.tile.number for square in squares(expert).values()) == EXPERT.numbers
    assert tuple(square.district for square in squares(classic).values()) == CLASSIC.districts
    assert (classic.has_numbers, expert.has_numbers) == (False, True)
    assert [drawing.letters for drawing in (classic, expert)] == ["ABCD", "ABCDE"]


def test_the_interactive_board_has_a_button_for_every_square():
    html = rendered(CITY, 'variant="interactive" selected="B1" id="mine" name="at" form="entry"')
    page = Page(html)
    assert len(page.all("button")) == 16
    assert page.each("button[name=at][form=entry]", "value") == list(CLASSIC.names)
    assert page.each("button[aria-current=true]", "id") == ["mine-B1"]
    assert html.count('role="row"') == 4


def test_a_view_only_board_has_no_buttons_and_a_label_for_every_square():
    html = rendered(CITY, "lit=lit", lit=["A1", "B1"])
    assert "<button" not in html
    assert html.count('role="cell"') == 16
    assert html.count("is-lit") == 2
    assert "B1, Shop, 4 Customers" in html


def test_a_small_board_is_one_image_with_a_label():
    html = rendered(CITY, 'variant="small"')
    assert 'role="img" aria-label="City with 8 buildings"' in html
    assert "square__code" not in html


def test_a_board_can_be_drawn_from_its_notation():
    assert 'value="A1"' in Template('{% board "T---/----/----/---- 0i0e" variant="interactive" %}').render(Context())


def test_an_unknown_variant_is_refused():
    with pytest.raises(TemplateSyntaxError, match="interactive"):
        rendered(CITY, 'variant="huge"')


def test_a_label_cannot_break_out_of_its_attribute():
    html = rendered(CITY, "label=label", label='"><script>')
    assert "<script>" not in html
