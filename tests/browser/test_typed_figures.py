"""Test that numbers typed into the editor's fields are not lost when a response replaces these fields."""

from tests.browser.conftest import LAPTOP
from tests.browser.test_editor import stored, wait_until_taken
from tests.factories import open_game


def test_a_figure_typed_while_an_answer_arrives_is_not_lost(open_page, owner, campaign):
    evaluation = open_game(campaign, 1).present[0]
    page, held = open_page(owner, evaluation.get_absolute_url(), **LAPTOP), []
    page.locator("#board-A1").focus()
    page.keyboard.type("PPPPPPPPPPPPPPP")
    wait_until_taken(page)

    def hold_the_first(route):
        if route.request.method == "POST" and not held:
            held.append(route)
        else:
            route.fallback()

    page.route("**/*", hold_the_first)
    with page.expect_request(lambda request: request.method == "POST"):
        # This is the city's last tile. So the response contains new fields for Inhabitants and Energy Units.
        page.keyboard.type("P")
    page.keyboard.type("i14e1")
    with page.expect_response(lambda response: response.request.method == "POST"):
        held[0].continue_()
    page.wait_for_timeout(100)  # type the next digit just before the page shows the response
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    wait_until_taken(page)
    assert stored(evaluation).endswith(" 14i12e")
