"""Test that a refused form leads to its first error: it has the focus, and no bar covers it."""

from django.urls import reverse

from tests.browser.conftest import SMALL, SMALLEST

# Tell whether the focused element, or its field with the error below it, lies between the top and the bar.
IS_CLEAR = """() => {
    const box = (document.activeElement.closest(".field--error") ?? document.activeElement).getBoundingClientRect();
    const bar = document.querySelector(".bar").getBoundingClientRect();
    return box.top >= 0 && box.bottom <= bar.top;
}"""


def focused(page):
    return page.evaluate("document.activeElement.name || document.activeElement.innerText.trim()")


def test_the_pad_leads_to_the_wrong_field(open_page, owner, game):
    evaluation = game.present[0]
    pad = reverse("pad", args=[game.campaign.public_id, game.pk, evaluation.player_id])
    page = open_page(owner, pad, **SMALLEST)
    page.locator("#id_shop").fill("3")
    page.locator("#id_total").fill("45")
    page.get_by_role("button", name="Save").tap()
    page.locator(".field__error").wait_for()
    assert focused(page) == "total"
    assert page.evaluate(IS_CLEAR)


def test_a_game_without_names_leads_to_the_sentence_about_players(visit):
    page = visit("/play/?people=new", **SMALL)
    page.locator("main button.button--start").tap()
    page.locator("form .alert--error").wait_for()
    assert focused(page) == "It takes at least one player."
    assert page.evaluate(IS_CLEAR)


def test_a_refused_login_leads_to_the_name(visit):
    page = visit(reverse("login"))
    page.locator("[name=username]").fill("Ada")
    page.locator("[name=password]").fill("wrong")
    page.locator("[name=password]").press("Enter")
    page.locator("form .alert--error").wait_for()
    assert focused(page) == "username"
