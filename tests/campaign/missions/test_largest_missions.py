"""Test that no page of a composed mission is slow or long, even with many rules and the longest story."""

import random

import pytest
from django.urls import reverse

from campaign.library.line_words import told_by_words
from campaign.missions.views import EXAMPLES_AT_ONCE
from campaign.models import Campaign
from campaign.scores.house_rules import SWITCHES
from campaign.scores.programmes import LONGEST_NAME, LONGEST_STORY, MOST_MISSIONS
from scoring import HouseRules, Mode, Rules
from tests.addresses import path_to, routes
from tests.campaign.test_largest_campaign import LARGEST, LONGEST, WHOLE, cost
from tests.factories import CampaignFactory, finished_game
from tests.pages import Page
from tests.scoring.lines import random_line

pytestmark = pytest.mark.django_db

PAGES = ["compose", "own_mission", "own_mission_table", "own_mission_pad", "into_campaign"]
# Each story repeats one of these characters. A quote takes the most bytes in HTML, an emoji in a URL, and a "<" in
# JSON. Only a link with a story of letters is short enough for a QR code.
STORIES = {"letters": "x", "quotes": "'", "emoji": "\N{CITYSCAPE}"}
OF_A_PROGRAMME = {"quotes": "'", "emoji": "\N{CITYSCAPE}", "tags": "<"}
EXPERT = Rules.parse("expert districts=4,2 rows=3").line


def richest_lines():
    """Yield two mission lines for each mode: one with the most examples on its page, and one with the most words."""
    for mode in Mode:
        lines = [random_line(random.Random(seed), mode, share=0.9) for seed in range(60)]
        lines += [random_line(random.Random(seed), mode, first="playgrounds services") for seed in range(60)]
        yield max(lines, key=lambda line: len(told_by_words(line, HouseRules()).examples))
        yield max(lines, key=lambda line: len(line.split()))


@pytest.mark.slow
@pytest.mark.parametrize("sign", STORIES.values(), ids=STORIES)
def test_no_page_of_a_mission_with_many_words_is_slow_or_long(as_owner, owner, sign):
    CampaignFactory.create_batch(3, owner=owner)
    wrong = {}
    for line in sorted(set(richest_lines())):
        for page in PAGES:
            # Also try a shorter story, because pages draw a QR code only for a short link.
            for story in (sign * LONGEST_STORY, sign * (LONGEST_STORY // 5)):
                query = {"rules": line, "name": sign * LONGEST_NAME, "story": story, "players": "4"}
                query |= dict.fromkeys(SWITCHES, "1")
                seconds, size, _queries = cost(as_owner, reverse(page, query=query))
                if seconds > LONGEST or size > LARGEST:
                    wrong[line, page, len(story)] = seconds, size
    assert wrong == {}


@pytest.mark.slow
def test_many_examples_are_drawn_only_on_request(client):
    line = max(richest_lines(), key=lambda line: len(told_by_words(line, HouseRules()).examples))
    examples = told_by_words(line, HouseRules()).examples
    page = Page(client.get(reverse("own_mission"), {"rules": line, "name": "Ring & Co", "story": "At dawn."}))
    assert len(examples) > EXAMPLES_AT_ONCE
    assert not page.has(".example .board")
    hidden = {field.get("name"): field.get("value") for field in page.all("#examples input")}
    for example, slug in zip(examples, page.each("#examples button", "value"), strict=True):
        drawn = Page(client.get(page.one("#examples form").get("action"), hidden | {"example": slug}))
        assert drawn.has(f"figure#{example.slug} .board")
        assert str(example.caption) in drawn.words("figcaption")


def test_a_mission_shows_only_its_own_examples(client):
    assert client.get(reverse("own_mission_example"), {"rules": EXPERT, "example": "unemployment"}).status_code == 404
    assert client.get(reverse("own_mission_example"), {"rules": EXPERT}).status_code == 404
    assert client.get(reverse("own_mission_example"), {"rules": "chess"})["Location"].startswith(reverse("compose"))


def test_a_few_examples_are_drawn_with_the_page(client):
    page = Page(client.get(reverse("own_mission"), {"rules": "expert rows=3"}))
    assert len(page.all(".example .board")) == len(told_by_words("expert rows=3", HouseRules()).examples) > 0


# --- The programme of a campaign --------------------------------------------------------------------------------------


def programme_of(owner, sign, length=LONGEST_STORY):
    entries = [
        {"line": EXPERT, "name": sign * LONGEST_NAME, "story": f"{number} {sign * length}"[:LONGEST_STORY]}
        for number in range(1, MOST_MISSIONS + 1)
    ]
    return CampaignFactory(owner=owner, form=Campaign.Form.OWN, programme=entries, tiebreak_mission=1, best_of=1)


@pytest.mark.slow
@pytest.mark.parametrize("sign", OF_A_PROGRAMME.values(), ids=OF_A_PROGRAMME)
def test_no_page_of_twenty_missions_with_stories_is_slow_or_long(as_owner, owner, sign):
    campaign = programme_of(owner, sign)
    game = finished_game(campaign, 1)
    wrong = {}
    for _route, pattern in routes():
        if pattern.name in WHOLE:
            continue
        path = path_to(pattern, campaign, game)
        seconds, size, _queries = cost(as_owner, path)
        if seconds > LONGEST or size > LARGEST:
            wrong[pattern.name] = seconds, size
    for place in (1, MOST_MISSIONS):
        seconds, size, _queries = cost(as_owner, f"{campaign.get_programme_url()}?story_of={place}")
        if seconds > LONGEST or size > LARGEST:
            wrong["story", place] = seconds, size
    assert wrong == {}


def sent(page):
    """Return the form data that a browser would send from the page of a campaign's programme."""
    form = "main form.stack"
    fields = [*page.all(f"{form} input"), *page.all(f"{form} select option[selected]")]
    data = {field.get("name") or field.getparent().get("name"): field.get("value", "") for field in fields}
    return data | {field.get("name"): field.text.removeprefix("\n") for field in page.all(f"{form} textarea")}


def test_ordinary_stories_are_all_on_the_page_of_the_programme(as_owner, owner):
    page = Page(as_owner.get(programme_of(owner, "ж").get_programme_url()))
    assert len(page.all("textarea")) == MOST_MISSIONS


@pytest.mark.slow
@pytest.mark.parametrize("sign", ["'", "&"])
def test_a_story_too_long_for_the_programmes_page_has_a_link_and_is_kept(as_owner, owner, sign):
    campaign = programme_of(owner, sign)
    stories = [entry["story"] for entry in campaign.programme]
    address = campaign.get_programme_url()
    page = Page(as_owner.get(address))
    links = page.each(".planned__own a", "href")
    assert 0 < len(links) < MOST_MISSIONS
    for link in links:
        place = int(link.partition("=")[2].partition("#")[0])
        asked = Page(as_owner.get(address + link))
        assert asked.one(f"#id_missions-{place - 1}-story").text.strip() == stories[place - 1]
    data = sent(page)
    data["missions-19-name"] = "Another title"
    assert as_owner.post(address, data).status_code == 302
    campaign.refresh_from_db()
    assert [entry["story"] for entry in campaign.programme] == stories
    assert campaign.programme[19]["name"] == "Another title"


def test_a_story_that_was_deleted_stays_empty(as_owner, owner):
    campaign = programme_of(owner, "x", 3)
    page = Page(as_owner.get(campaign.get_programme_url()))
    data = sent(page)
    data |= {f"missions-{number}-story": "" for number in range(MOST_MISSIONS)}
    assert as_owner.post(campaign.get_programme_url(), data).status_code == 302
    campaign.refresh_from_db()
    assert {entry["story"] for entry in campaign.programme} == {""}
