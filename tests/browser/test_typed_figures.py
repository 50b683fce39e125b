"""Test that typed figures of the supply are not lost while the site answers."""

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
        # The answer to the sixteenth tile asks for the supply, and therefore replaces the fields of the supply.
        page.keyboard.type("P")
    page.keyboard.type("i14e1")
    with page.expect_response(lambda response: response.request.method == "POST"):
        held[0].continue_()
    page.wait_for_timeout(100)  # after this time, the page is about to show the answer
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    wait_until_taken(page)
    assert stored(evaluation).endswith(" 14i12e")
