"""Test that no name breaks a page: nothing scrolls sideways or is cut off, and no text lies on another."""

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Game, ShareLink
from campaign.models.phase import COUNTING, REVEALS, playing
from tests.addresses import path_to, routes
from tests.browser.tour import is_page
from tests.conftest import sign_in
from tests.factories import LOW, MIDDLE, TALL, campaign_of_three, enter, enter_all, open_game, played_game

NAMES = ("Alexandra-Maria", "Featherstonehaugh", "Donaudampfschifffahrtsgese", "W" * 30)
WIDTHS = (320, 360, 390, 412, 768, 1280)
# The pages outside a campaign on which names stand
ALSO = {"home", "book", "book_people", "book_records", "missions", "into_campaign", "bin"}

# Open everything that a reader can open: parts that are folded or far away, and sheets, which then stand in the page.
UNFOLD = """() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    for (const part of document.querySelectorAll(".drawn-near")) part.style.contentVisibility = "visible";
    for (const sheet of document.querySelectorAll("[popover]")) {
        sheet.removeAttribute("popover");
        sheet.style.display = "flex";
    }
}"""
# Find boxes that scroll sideways, texts that stick out, and texts that lie on each other. A bar lies on the page, so
# compare its texts only with each other.
TROUBLES = """(width) => {
    const common = (one, other) => ({
        left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
        top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
    });
    const everywhere = { left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 };
    const troubles = [];
    const places = new Map([[document.body, { box: everywhere, layer: document.body }]]);
    const placeOf = (element) => {
        if (!places.has(element)) {
            let { box, layer } = placeOf(element.parentElement);
            const style = getComputedStyle(element);
            if (["fixed", "sticky"].includes(style.position)) layer = element;
            if (style.clipPath.startsWith("inset")) box = { ...box, right: -1e6 };
            if (style.display !== "inline" && style.overflowX !== "visible")
                box = common(box, element.getBoundingClientRect());
            places.set(element, { box, layer, shortens: style.textOverflow === "ellipsis" });
        }
        return places.get(element);
    };
    const seen = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        if (!text.data.trim() || !text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
        const { box, layer, shortens } = placeOf(text.parentElement);
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) {
            const rect = common(box, line);
            const isShown = rect.right - rect.left > 2 && rect.bottom - rect.top > 4;
            if (isShown && !shortens && rect.right < line.right - 2) troubles.push(`cut off: ${text.data.trim()}`);
            if (isShown)
                seen.push({ said: text.data.trim(), text, layer, ...rect, height: rect.bottom - rect.top });
        }
    }
    seen.sort((one, other) => one.top - other.top);
    for (const one of seen) if (one.right > width + 1) troubles.push(`sticks out: ${one.said}`);
    seen.forEach((one, place) => {
        for (let next = place + 1; next < seen.length && seen[next].top < one.bottom; next += 1) {
            const other = seen[next];
            const both = common(one, other);
            const least = 0.4 * Math.min(one.height, other.height);
            if (one.layer === other.layer && one.text !== other.text
                && both.right - both.left > 2 && both.bottom - both.top > least)
                troubles.push(`on each other: ${one.said} / ${other.said}`);
        }
    });
    for (const box of document.querySelectorAll("html, main *"))
        if (box.scrollWidth > box.clientWidth + 1 && !box.matches("textarea, input, select") && box.checkVisibility()
            && (box.matches("html") || ["auto", "scroll"].includes(getComputedStyle(box).overflowX)))
            troubles.push(`${box.scrollWidth} pixels wide: ${box.tagName} ${box.className}`);
    return troubles;
}"""

# Find words of names that stand in two lines. A word ends at a space or after a hyphen.
BROKEN_WORDS = """() => [...document.querySelectorAll("main .player__name:not(.visually-hidden)")].flatMap((name) => {
    const text = name.firstChild;
    return [...text.data.matchAll(/[^\\s-]+-?/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return name.checkVisibility() && range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""


def pages(owner, *games):
    """Return the paths of all pages of these games and their campaigns."""
    client = Client(HTTP_HOST="localhost")
    sign_in(client, owner)
    paths = dict.fromkeys(
        path_to(pattern, game.campaign, game)
        for route, pattern in routes()
        for game in games
        if "<slug:campaign_id>" in route or pattern.name in ALSO
    )
    return [path for path in paths if is_page(client, path)]


@pytest.fixture
def paths(owner):
    """Return the paths of all pages with the names of four players: before the end, in each phase, and at the end."""
    campaign = campaign_of_three(owner=owner, name="Unabhängigkeitserklärungen", players=NAMES)
    played_game(campaign, 1)
    games = [played_game(campaign, 2, absent=NAMES[2:3]), open_game(campaign, 3)]
    enter(games[1].present[0])
    found = pages(owner, *games)
    for mission, phase in enumerate((playing(1), COUNTING, REVEALS[0]), start=1):
        game = open_game(campaign, mission)
        if phase in REVEALS:
            enter_all(game)
        Game.objects.filter(pk=game.pk).update(phase=phase)
        found.append(game.get_absolute_url())
    ended = campaign_of_three(owner=owner, name="The End", players=NAMES)
    for mission in (1, 2, 3):
        game = played_game(ended, mission, cities=[TALL, MIDDLE, LOW])
    at_the_end = ("", "standings/", "election/", "election/certificate/", "chronicle/", "second-term/", "terms/")
    link = ShareLink.renew(ended, ShareLink.LinkRole.LOOK)
    by_link = [reverse("shown_result", args=[link.token, game.pk]), reverse("shown_chronicle", args=[link.token])]
    return [*found, *(f"{ended.get_absolute_url()}{place}" for place in at_the_end), *by_link]


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_name_may_have_any_length_on_every_page(open_page, owner, paths, language):
    page = open_page(owner, "/", locale=language, reduced_motion="reduce")
    troubles = []
    for path in paths:
        assert page.goto(path, wait_until="domcontentloaded").ok
        page.evaluate(UNFOLD)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 664})
            troubles += [(path, width, trouble) for trouble in page.evaluate(TROUBLES, width)]
    assert not troubles, "\n".join(map(str, troubles))


def test_the_editor_shows_a_long_name_whole_on_a_small_phone(open_page, owner):
    campaign = campaign_of_three(owner=owner, players=NAMES)
    for entry in open_game(campaign, 3).present[:2]:
        page = open_page(owner, entry.get_absolute_url(), viewport={"width": 360, "height": 664})
        name = page.locator(".editor__player .player__name")
        assert name.evaluate("(name) => name.scrollHeight <= name.clientHeight + 1"), entry.player.name
        assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth + 1"), entry.player.name


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_name_breaks_between_its_words_on_a_small_phone(open_page, owner, language):
    names = ("Maximiliana-Alexandra Hohenber", "Katarzyna Wiśniewska-Kowalczyk", "Jean-Pierre", "Дмитрий")
    campaign = campaign_of_three(owner=owner, players=names)
    played_game(campaign, 1, cities=[TALL, MIDDLE, LOW])
    counted, revealed = open_game(campaign, 2), open_game(campaign, 3)
    enter(counted.present[0])
    enter_all(revealed)
    for game, phase in ((counted, COUNTING), (revealed, REVEALS[-1])):
        Game.objects.filter(pk=game.pk).update(phase=phase)
    page = open_page(owner, "/", locale=language, viewport={"width": 360, "height": 560})
    for path in (campaign, counted, revealed, *counted.present):
        page.goto(path.get_absolute_url())
        assert page.locator("main .player__name").count()
        assert page.evaluate(BROKEN_WORDS) == []
