"""Test the calculator: it scores a city without a campaign, and stores the city only in the address."""

from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse

from campaign.models import Evaluation, Game, User
from scoring import MISSIONS, City, HouseRules, score, settle
from tests.pages import Page
from tests.sweeps import TELLING_MISSIONS, sweep

HTMX = {"HX-Request": "true", "HX-Target": "city"}
CITY = "-OFH-/TPOFS/GTPOF/T4GT-S 17i9e"  # the first city of tests/scoring/boards.json, 103 VP in mission 10
CLASSIC = "T3SU1-/P-FH2/----/---- 12i5e"


def address(**query):
    return reverse("calculator", query=query)


def page_of(response):
    return unescape(response.content.decode())


def total(response):
    return int(Page(response).each(".tally__total .vp__number")[0].replace("−", "-"))


def said(response):
    return Page(response).words("#said")


def notation(response):
    return (Page(response).value("#id_city") or "").strip()


def best(text, mission, **house_rules):
    rules = MISSIONS[mission].rules.with_house_rules(HouseRules(**house_rules))
    city = City.parse(text)
    return score(city, city.allocation or settle(city, rules), rules).total


# --- The address ------------------------------------------------------------------------------------------------------


def test_the_address_has_the_whole_city(client):
    response = client.get(address(mission=10, players=3, city=CITY))
    assert response.status_code == 200
    assert notation(response) == CITY
    assert total(response) == best(CITY, 10) == 103


def test_an_address_without_a_query_shows_mission_1_and_an_empty_city(client):
    response = client.get(address())
    assert response.status_code == 200
    assert notation(response) == ""
    assert total(response) == 0


@pytest.mark.parametrize("mission", sweep(TELLING_MISSIONS))
def test_every_mission_can_be_chosen(client, mission):
    response = client.get(address(mission=mission))
    assert f'<option value="{mission}" selected>' in page_of(response)


def test_house_rules_are_in_the_address_and_count(client):
    city = "T4---/T3---/----/---- 9i0e"
    response = client.get(address(mission=3, city=city, manual_tower_points=1))
    assert total(response) == best(city, 3, manual_tower_points=True)
    assert Page(response).has("[name=manual_tower_points][checked]")


def test_an_allocation_by_hand_is_in_the_address(client):
    taken = client.post(address(mission=1), {"do": "by_hand", "was": CLASSIC}, headers=HTMX)
    replaced = dict(parse_qsl(urlsplit(taken["HX-Replace-Url"]).query))
    assert len(replaced["city"].split()) == 3
    response = client.get(taken["HX-Replace-Url"])
    assert notation(response) == replaced["city"]
    assert "data-by-hand" in page_of(response)


def test_a_tap_replaces_the_address_by_that_of_the_city_it_made(client):
    response = client.post(address(mission=7, players=3), {"square": "B1", "brush": "S", "was": ""}, headers=HTMX)
    assert dict(parse_qsl(urlsplit(response["HX-Replace-Url"]).query)) == {
        "mission": "7",
        "players": "3",
        "city": "-S---/-----/-----/----- 0i0e",
    }
    again = client.get(response["HX-Replace-Url"])
    assert notation(again) == notation(response) == "-S---/-----/-----/----- 0i0e"
    assert 'value="-S---/-----/-----/----- 0i0e" data-state' in page_of(response)


def test_without_scripts_a_tap_leads_to_the_address(client):
    values = {"square": "B1", "brush": "S", "was": CLASSIC, "inhabitants": "12", "energy": "5"}
    response = client.post(address(mission=1), values, follow=True)
    (where, status), *_more = response.redirect_chain
    assert status == 302
    assert dict(parse_qsl(urlsplit(where).query)) == {
        "mission": "1",
        "players": "2",
        "city": CLASSIC,
        "at": "B1",
        "brush": "S",
    }
    assert Page(response).has("[name=brush][value=S][checked]")


def test_a_tap_without_a_change_keeps_the_address(client):
    response = client.post(address(mission=1), {"square": "A1", "brush": "", "was": CLASSIC}, headers=HTMX)
    assert "HX-Replace-Url" not in response.headers


def test_clearing_the_last_building_leaves_an_empty_address(client):
    was = "T---/----/----/---- 0i0e"
    response = client.post(address(mission=1), {"at": "A1", "do": "clear", "was": was}, headers=HTMX)
    assert response["HX-Replace-Url"] == address(mission=1, players=2)


def test_the_steppers_change_the_supply(client):
    values = {"do": "supply", "inhabitants": "13", "energy": "4", "was": CLASSIC}
    response = client.post(address(mission=1), values, headers=HTMX)
    assert notation(response) == "T3SU1-/P-FH2/----/---- 13i4e"


def test_the_link_is_complete_and_another_mission_keeps_the_city(client):
    response = client.get(address(mission=1, city=CLASSIC))
    link = Page(response).value("#id_link")
    assert link.startswith("http://testserver/calculator/?mission=1&players=2&city=T3SU1-/P-FH2/")
    assert notation(client.get(link)) == CLASSIC
    assert f'form="table" name="city" value="{CLASSIC}"' in page_of(response)


# --- A pasted line ----------------------------------------------------------------------------------------------------


def test_a_pasted_city_replaces_the_city_of_the_calculator(client):
    response = client.post(address(mission=10), {"do": "paste", "city": f"  {CITY}\n", "was": ""}, headers=HTMX)
    assert notation(response) == CITY
    assert notation(client.get(response["HX-Replace-Url"])) == CITY
    assert 'id="inhabitants"' in page_of(response)


WRONG = [
    pytest.param("nonsense", 1, id="nonsense"),
    pytest.param("T" * 10_000, 1, id="10,000 characters"),
    pytest.param("9" * 10_000 + "i", 1, id="10,000 digits"),
    pytest.param("🏙️💥/🏠", 1, id="emoji"),
    pytest.param("T²--/----/----/---- 1i1e", 1, id="another digit"),
    pytest.param("T\x00--/----/----/---- 1i1e", 1, id="a null character"),
    pytest.param("----/----/----/---- 1000i0e", 1, id="more than any city has"),
    pytest.param(CITY, 1, id="an Expert city in Classic"),
    pytest.param(CLASSIC, 10, id="a Classic city in Expert"),
    pytest.param("T---/----/----/---- 0i0e +.../..../..../....", 1, id="more given out than there is"),
    pytest.param("<script>alert(1)</script>", 1, id="a script"),
]


@pytest.mark.parametrize(("text", "mission"), sweep(WRONG))
def test_a_wrong_line_in_the_address_is_kept_with_an_error_at_its_field(client, text, mission):
    response = client.get(address(mission=mission, city=text))
    assert response.status_code == 200
    # every parser of HTML replaces a zero byte by this character
    assert notation(response) == text.replace("\x00", "\ufffd")
    assert Page(response).words("#id_city_error > .field__error")
    assert total(response) == 0
    assert "<script>alert" not in response.content.decode()


@pytest.mark.parametrize(("text", "mission"), sweep(WRONG))
@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_a_wrong_typed_line_gets_an_error_at_its_field_and_changes_nothing(client, text, mission, headers):
    was = CLASSIC if mission == 1 else CITY
    response = client.post(address(mission=mission), {"do": "paste", "city": text, "was": was}, headers=headers)
    assert response.status_code == 200
    # every parser of HTML replaces a zero byte by this character
    assert notation(response) == text.replace("\x00", "\ufffd")
    assert Page(response).words("#id_city_error > .field__error")
    assert "This line cannot be used" in said(response)
    assert total(response) == best(was, mission)
    assert "HX-Replace-Url" not in response.headers


def test_an_impossible_building_is_refused_with_the_reason(client):
    was = "T4---/----/----/---- 0i0e"
    response = client.post(address(mission=1), {"square": "A1", "brush": "T", "was": was}, headers=HTMX)
    assert said(response) == "A1: 4 floors at most."
    assert "HX-Replace-Url" not in response.headers


def test_a_supply_that_is_no_number_stays_as_typed(client):
    values = {"do": "supply", "inhabitants": "lots", "energy": "4", "was": CLASSIC}
    response = client.post(address(mission=1), values, headers=HTMX)
    assert "whole number" in said(response)
    assert 'value="lots"' in page_of(response)


def test_a_meaningless_tap_gets_a_message(client):
    for values in (
        {},
        {"do": "undo", "was": CLASSIC},
        {"do": "redo"},
        {"do": "dance", "was": CLASSIC},
        {"square": "Z9", "brush": "T"},
        {"square": "A1", "brush": "💥"},
        {"square": "A1", "brush": "T", "was": "nonsense"},
        {"square": "A1", "brush": "T", "was": CITY},
        {"at": "A1", "do": "digit", "digit": "9" * 5000, "was": CLASSIC},
        {"do": "supply", "inhabitants": "9" * 5000, "energy": "1"},
        {"square": "A1\x00", "brush": "T\x00", "was": "\x00"},
    ):
        for headers in (HTMX, {}):
            response = client.post(address(mission=1), values, headers=headers)
            assert response.status_code == 200, values
            assert "data-refused" in page_of(response), values
            assert said(response), values


UNKNOWN = [{"mission": 11}, {"mission": 0}, {"mission": "x"}, {"mission": "💥"}, {"players": 5}, {"players": "1e3"}]


def test_an_unknown_mission_or_number_of_players_leads_to_a_choice(client, db):
    for query, ask in zip(UNKNOWN, (client.get, client.post) * 3, strict=True):
        response = ask(address(**query))
        assert response.status_code == 404, query
        assert str(MISSIONS[7].title) in page_of(response), query


def test_other_parameters_in_the_address_do_no_harm(client):
    for query in ({"at": "💥", "brush": "xyz"}, {"at": "A1"}, {"city": ""}, {"city": "   "}):
        assert client.get(address(mission=1, **query)).status_code == 200, query


# --- The sheet, the box check -----------------------------------------------------------------------------------------


def test_the_box_check_uses_the_number_of_players(client):
    hands_full = "UUUU/UUUU/----/---- 0i0e"
    few, many = (Page(client.get(address(mission=1, players=n, city=hands_full))).words("#findings") for n in (2, 4))
    assert few != many


def test_the_sheet_of_an_allocation_by_hand_tells_its_distance_from_the_best(client):
    taken = client.post(address(mission=1), {"do": "by_hand", "was": CLASSIC}, headers=HTMX)
    was = dict(parse_qsl(urlsplit(taken["HX-Replace-Url"]).query))["city"]
    response = client.post(address(mission=1), {"at": "A1", "do": "down", "was": was}, headers=HTMX)
    assert 'id="advice"' in page_of(response)
    back = client.post(address(mission=1), {"do": "best", "was": notation(response)}, headers=HTMX)
    assert notation(back) == CLASSIC


# --- Undo ------------------------------------------------------------------------------------------------------------


class Calculator:
    """Somebody who taps in the calculator. Each tap sends the page's fields back."""

    def __init__(self, client):
        self.client = client
        self.state = {}

    def tap(self, **values):
        response = self.client.post(address(mission=1), self.state | values, headers=HTMX)
        page, self.page = Page(response), page_of(response)
        self.state = {field.get("name"): field.get("value") for field in page.all("input[data-state]")}
        self.said = " ".join(page.each("#said"))
        return self


def test_taps_are_undone_and_done_again_by_name(client):
    calculator = Calculator(client).tap(square="A1", brush="T").tap(square="B3", brush="S")
    assert 'aria-label="Undo B3 Shop"' in calculator.page
    calculator.tap(do="undo")
    assert calculator.state["was"] == "T---/----/----/---- 0i0e"
    assert calculator.said == "Undone: B3 Shop."
    assert 'aria-label="Undo A1 Tower Block"' in calculator.page
    assert 'aria-label="Redo B3 Shop"' in calculator.page
    calculator.tap(do="redo")
    assert calculator.state["was"] == "T---/----/-S--/---- 0i0e"
    calculator.tap(do="undo").tap(square="C1", brush="P").tap(do="redo")
    assert calculator.said == "There is nothing to redo."
    for _ in range(2):
        calculator.tap(do="undo")
    assert calculator.state["was"] == ""
    calculator.tap(do="undo")
    assert calculator.said == "There is nothing to undo."


def test_the_page_keeps_a_limited_number_of_cities_for_undo(client):
    calculator = Calculator(client)
    for _ in range(11):
        calculator.tap(square="A1", brush="T").tap(square="A1", brush="S")
    assert calculator.state["earlier"].count(";") == 19


def test_nonsense_in_place_of_earlier_cities_is_answered_and_truncated(client):
    for earlier in ("nonsense", "T" * 10_000, ";".join(["T---/----/----/---- 0i0e"] * 1000), CITY, "💥;💥"):
        for do in ("undo", "redo", "tap"):
            values = {"do": do, "square": "A1", "was": CLASSIC, "earlier": earlier, "later": earlier}
            response = client.post(address(mission=1), values, headers=HTMX)
            assert response.status_code == 200, earlier
            assert response.content.decode().count("T---/----") <= 200, earlier


def test_the_settings_are_always_folded_at_first(client):
    for shown in (address(), address(city=CLASSIC)):
        assert Page(client.get(shown)).has("#rules:not([open])")


# --- Costs ------------------------------------------------------------------------------------------------------------
# No test above has the mark `django_db`, so any query of the database would fail there.


def test_a_visitor_of_the_calculator_makes_no_query(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        client.get(address(mission=7, city="T----/-----/-----/----- 1i0e"))
        client.post(address(mission=7), {"square": "B1", "brush": "S", "was": ""}, headers=HTMX)
        client.post(address(mission=7), {"square": "B1", "brush": "S", "was": ""})


def test_the_calculator_stores_nothing(client, db):
    client.get(address(mission=1, city=CLASSIC))
    client.post(address(mission=1), {"square": "B2", "brush": "S", "was": CLASSIC}, headers=HTMX)
    assert not any(model.objects.exists() for model in (Evaluation, Game, User, Session))
    assert "sessionid" not in client.cookies


def test_a_repeat_visit_is_answered_with_304(client):
    first = client.get(address(mission=1, city=CLASSIC))
    tag = {"If-None-Match": first["ETag"]}
    assert client.get(address(mission=1, city=CLASSIC), headers=tag).status_code == 304
    assert client.get(address(mission=1, city="T---/----/----/---- 1i0e"), headers=tag).status_code == 200


def test_the_navigation_has_a_link_to_the_calculator(client):
    assert f'href="{address()}" aria-current="page"' in page_of(client.get(address()))
