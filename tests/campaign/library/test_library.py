"""Test the mission library: its pages, its speed, and the scores in its examples."""

import re
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils.translation import override

from campaign.library import contents
from campaign.library.decisions import DECISIONS, decisions_of
from campaign.library.facts import switches_of
from campaign.library.missions import TEXTS, chapters
from campaign.library.records import HouseRuled, Sentence, played
from campaign.library.steps import evening
from campaign.models import Campaign, Tick
from campaign.scores.house_rules import SWITCHES
from scoring import MISSIONS, HouseRules
from scoring.setups import setup
from tests.campaign.library.within import within
from tests.factories import CampaignFactory, finished_game, open_game
from tests.pages import Page, words
from tests.sweeps import TELLING_MISSIONS, sweep
from tests.tables import sections

PLAYERS = (2, 3, 4)
ALL_SWITCHED = HouseRules(**dict.fromkeys(SWITCHES, True))
PAGES = [
    "/missions/",
    "/missions/7-price-of-silence/?players=3",
    "/missions/9-unemployment/?players=4&harbor_workers=1",
    "/missions/7-price-of-silence/table/?players=3",
    "/rules/",
    "/rules/?q=pollution",
    "/rules/harbor/",
    "/rules/office-tower/",
    "/rules/placement/",
    "/rules/glossary/",
    "/rules/decisions/",
    "/tiles/",
    "/tiles/?round=3&kind=shop&mode=classic&players=2",
    "/architects/",
    "/architects/?mission=8&players=3&plays=1.2",
]


def mission_address(number):
    return reverse("mission", args=[number, MISSIONS[number].slug])


def text_of(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


# --- The length of rules ----------------------------------------------------------------------------------------------

LONGEST_RULE = {"en": 85, "de": 86, "ru": 76}  # maximum number of characters, about two lines of text on a phone


def sentences_in(record):
    """Yield the text of every rule in a record, without house rules and with all house rules."""
    for sentence in within(record, Sentence):
        said = sentence.text
        yield from (said.usual, played(said, ALL_SWITCHED)) if isinstance(said, HouseRuled) else (said,)


@pytest.mark.parametrize("language", LONGEST_RULE)
def test_a_rule_fits_two_lines_of_a_phone(language):
    with override(language):
        said = {str(said) for record in (*contents.pages().values(), *TEXTS.values()) for said in sentences_in(record)}
    assert len(said) > 150
    assert [rule for rule in said if len(rule) > LONGEST_RULE[language]] == []


# --- Examples ---------------------------------------------------------------------------------------------------------

# The VP of each example on the rules pages, counted by hand with the rules in section 6 of docs/rules.md.
EXAMPLES = {
    "towers": 6 + 3 + 1,
    "tower-left-dark": 10,
    "towers-expert": 15 + 3,
    "shops": 7 + 1,
    "shop-expert": 11 + 1,
    "services": 9 + 0 + 1 + 2,
    "services-together": 5,
    "services-expert": 20,
    "park": 7,
    "park-diagonal": 0,
    "park-expert": 4,
    "playground": 4,
    "playground-absorbs-nothing": 2 - 1,
    "playground-monument": 5 + 2,
    "factory": 2 + 3,
    "factory-expert": 4 + 2 + 3,
    "harbor-corner": 7 + 3,
    "harbor-gap": 3,
    "harbor-printed": 3 + 2,
    "harbor-expert": 18,
    "offices": 5 + 5 + 9,
    "office-alone": 0 + 3,
    "offices-six": 6 * 4,
    "monument": 5 + 5 + 3 + 2,
    "monument-factory": 5 + 3 + 2 - 5,
    "monument-factory-idle": 5 + 3 + 2,
    "stacks": 3 + 6,
    "activation": 6 + 0 + 2 + 2 - 1,
    "pollution": -1,
    "pollution-playground": -2,
    "first-city": 6 + 7 + 3 + 2 + 3 + 2 - 5 - 2,
    "playground-set": (4 + 2 + 0) + 3,
    "playground-no-set": 4 + 2 + 0,
    "experts": (5 + 5 + 9) + 4 + 4 + 3,
    "mayor-tiles": 6 + 3,
    "districts": 4 + 2,
    "districts-idle": 4,
    "unemployment": 7 + 2 - 3 - 2,
    "playground-beside-monument": 2 + (5 + 5),
}


def examples():
    for page in contents.pages().values():
        for example in page.examples:
            yield example.slug, page.get_absolute_url(), example
    for mission in MISSIONS.values():
        for example in TEXTS[mission.slug].examples:
            yield example.slug, mission_address(mission.number), example


def test_every_example_was_counted_by_hand():
    slugs = [slug for slug, _address, _example in examples()]
    assert len(slugs) == len(set(slugs))
    assert set(slugs) == set(EXAMPLES)


@pytest.mark.parametrize("slug", sweep(EXAMPLES, quick=6))
def test_the_page_tells_the_score_of_the_drawn_city(client, slug):
    address, example = next((address, example) for name, address, example in examples() if name == slug)
    assert example.vp == EXAMPLES[slug] == sum(line.vp for line in example.lines)
    shown = [int(vp.replace("−", "-")) for vp in Page(client.get(address)).each(f"#{slug} .vp__number")]
    assert shown[-1] == EXAMPLES[slug]
    assert sum(shown[:-1]) == EXAMPLES[slug]


@pytest.mark.parametrize("page", contents.pages().values(), ids=lambda page: page.slug)
def test_every_building_shows_its_table_and_an_example(page):
    if page.kind:
        assert page.needs
        assert page.tables
        assert page.examples
        assert page.mistakes


# --- Drawings of the Construction Site --------------------------------------------------------------------------------


def site_of(client, page, slug):
    """Read a drawn Construction Site: seven rows of seven signs, such as "2" for Architect #2, "U" and "×"."""
    parts = Page(client.get(f"/rules/{page}/")).all(f"#{slug} .site > span")
    drawn = [part.cssselect("use")[0].get("href").partition("#")[2] if part.cssselect("use") else "" for part in parts]
    signs = [
        {"urbanist": "U"}.get(icon, icon.removeprefix("architect-")) or part.text_content().strip() or "."
        for part, icon in zip(parts, drawn, strict=True)
    ]
    return ["".join(signs[start : start + 7]) for start in range(0, len(signs), 7)]


@pytest.mark.parametrize(("slug", "row"), [("site-row-3", (3, "21U...×")), ("site-row-4", (4, "312U..×"))])
def test_an_architect_counts_the_squares_from_his_own_place(client, slug, row):
    number, drawn = row
    assert site_of(client, "turn", slug)[number] == drawn


def test_the_drawing_of_the_urbanist_marks_the_locked_places(client):
    assert site_of(client, "urbanist", "site-locked") == [
        "..×.4..",
        ".......",
        ".......",
        "21U...×",
        ".......",
        "......1",
        "..×....",
    ]


# --- Missions ---------------------------------------------------------------------------------------------------------


def test_the_chapters_have_every_mission_once():
    assert [mission for _chapter, missions in chapters() for mission in missions] == list(MISSIONS.values())


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("number", sweep(TELLING_MISSIONS, quick=2))
def test_every_mission_has_a_page_for_every_number_of_players(client, number, players):
    page = client.get(mission_address(number), {"players": players})
    assert page.status_code == 200
    assert f"Setup for {players} players" in text_of(page)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_checklists_cover_every_round_and_each_step_once(players):
    for number, mission in MISSIONS.items():
        table = setup(mission, players)
        parts = evening(table)
        assert [part.number for part in parts[:-1]] == [one.number for one in table.rounds], number
        keys = [step.key for part in parts for step in part.steps]
        assert len(set(keys)) == len(keys), number
        assert all(len(key) <= Tick._meta.get_field("step").max_length for key in keys), number


def test_the_setup_tells_its_numbers(client):
    for table, sentences in sections(Path(__file__).with_name("setups.txt")).items():
        number, players = re.findall(r"\d+", table)
        said = text_of(client.get(mission_address(int(number)), {"players": players}))
        assert [sentence for (sentence,) in sentences if sentence not in said] == [], table


@pytest.mark.parametrize(
    ("number", "players", "switched", "staying"),
    [
        (1, 4, {}, "All other Architects stay in the box, the gray #5 too."),
        (9, 2, {}, "All other Architects stay in the box, the gray #5 too."),
        (10, 4, {"four_architects": True}, "All other Architects stay in the box, the gray #5 too."),
        (5, 3, {}, "All other Architects stay in the box."),
        (3, 4, {}, ""),
        (10, 4, {}, ""),
    ],
)
def test_the_setup_tells_which_architects_stay_in_the_box(number, players, switched, staying):
    table = setup(MISSIONS[number], players, HouseRules(**switched))
    (step,) = [step for step in evening(table)[0].steps if step.key == "architects"]
    assert [detail for detail in step.details if "stay in the box" in detail] == ([staying] if staying else [])


def test_a_house_rule_changes_the_setup(client):
    address = mission_address(10)
    assert "Give each player Architects #1–#5" in text_of(client.get(address))
    chosen = text_of(client.get(address, {"players": 2, "four_architects": 1}))
    assert "the Architects #1–#4 of one color" in chosen


@pytest.mark.parametrize(
    ("number", "own"),
    [
        pytest.param(1, [], id="Harbors and Architects as ever"),
        pytest.param(9, ["harbor_workers"], id="workers count"),
        pytest.param(10, ["four_architects", "monument_parks_only"], id="Architects of one's own, and Playgrounds"),
    ],
)
def test_only_house_rules_that_change_something_are_offered(number, own):
    assert switches_of(MISSIONS[number]) == ["manual_tower_points", "keep_discarded", *own]


@pytest.mark.parametrize(
    ("decision", "told", "untold"),
    [
        ("D6", 2, 3),
        ("D7", 3, 4),
        ("D8", 4, 3),
        ("D9", 6, 5),
        ("D10", 7, 6),
        ("D11", 8, 1),
        ("D12", 9, 8),
        ("D13", 10, 5),
        ("D14", 2, 1),  # decision D14 is about Playgrounds
        ("D15", 10, 7),  # decision D15 is about Playgrounds beside Monuments
        ("D19", 5, 1),  # decision D19 is about Expert Mode
    ],
)
def test_a_decision_is_told_only_with_missions_that_it_concerns(decision, told, untold):
    of_missions = [{one.number for one in decisions_of(MISSIONS[number].rules)} for number in (told, untold)]
    assert [decision in told_there for told_there in of_missions] == [True, False]


def test_every_decision_is_told_with_its_switch(client):
    switches = {decision.switch for decision in DECISIONS.values()} - {""}
    assert switches == {*HouseRules.__dataclass_fields__, "election_by"}
    said = text_of(client.get("/rules/decisions/"))
    assert all(str(decision.asked) in said.replace("&#x27;", "'") for decision in DECISIONS.values())


@pytest.mark.parametrize(
    "address",
    [
        "/missions/0/",
        "/missions/98/",
        "/missions/99-nowhere/",
        "/missions/7-price-of-silence/?players=7",
        "/missions/7-price-of-silence/?players=lots",
        "/missions/7-price-of-silence/table/?players=5",
        "/architects/?mission=8&players=9",
        "/architects/?mission=1",
        pytest.param(f"/architects/?mission={'8' * 5000}", id="a mission of 5000 digits"),
    ],
)
def test_an_unknown_mission_leads_to_the_list_of_missions(client, address):
    page = client.get(address)
    assert page.status_code == 404
    for number in MISSIONS:
        assert mission_address(number) in page.content.decode()


def test_short_and_wrong_addresses_redirect_to_the_mission(client):
    assert client.get("/missions/7/?players=3")["Location"] == f"{mission_address(7)}?players=3"
    assert client.get("/missions/7-silence/?players=3")["Location"].startswith(mission_address(7))


# --- Folded stories ---------------------------------------------------------------------------------------------------


def is_folded(client, number):
    return '<details class="details" id="story">' in client.get(mission_address(number)).content.decode()


def test_a_visitor_without_a_campaign_finds_no_story_folded(client):
    assert [number for number in (1, 2, 10) if is_folded(client, number)] == []


@pytest.mark.django_db
@pytest.mark.parametrize("played", [0, 2])
def test_a_campaign_unfolds_all_stories_up_to_its_next_mission(as_owner, campaign, played):
    for number in range(1, played + 1):
        finished_game(campaign, number)
    following = played + 1
    assert [is_folded(as_owner, number) for number in (1, following, following + 1, 10)] == [False, False, True, True]


@pytest.mark.django_db
def test_an_open_game_unfolds_its_story(as_owner, campaign):
    open_game(campaign, 6)
    assert not is_folded(as_owner, 6)
    assert is_folded(as_owner, 7)


# --- The list of missions ---------------------------------------------------------------------------------------------


def test_a_visitor_finds_ten_missions_to_play_tonight(client):
    page = Page(client.get("/missions/"))
    assert page.each(".columns .button", "href") == [f"/play/?mission={number}" for number in MISSIONS]
    assert page.words("h1") == "Missions"


@pytest.mark.django_db
def test_a_campaign_finds_its_winners_and_the_next_mission(as_owner, campaign):
    game = finished_game(campaign, 1)
    page = Page(as_owner.get("/missions/"))
    assert page.words(".page-head .eyebrow") == f"In {campaign.name}, 1 of 10 played"
    won = page.one(".rows__side")
    assert won.get("href") == game.get_absolute_url()
    assert [winner.name for winner in game.winners] == page.each(".rows__side .player__name")
    assert words(won).endswith(f"{game.by_rank[0].total}VP")
    assert page.one(".button--start").get("href") == f"{reverse('new_game', args=[campaign.public_id])}?mission=2"


@pytest.mark.django_db
def test_a_game_on_the_table_is_the_one_to_go_on_with(as_owner, campaign):
    game = open_game(campaign, 4)
    rows = Page(as_owner.get("/missions/"))
    assert game.get_absolute_url() in rows.each(".is-next .button--start", "href")


@pytest.mark.django_db
def test_the_list_names_no_winner_while_the_mayor_is_hidden(as_owner, campaign):
    for number in MISSIONS:
        finished_game(campaign, number)
    assert Page(as_owner.get("/missions/")).has(".rows__side .player")
    Campaign.objects.update(awaits_votes=True)
    hidden = Page(as_owner.get("/missions/"))
    assert len(hidden.all(".rows__side")) == len(MISSIONS)
    assert not hidden.has(".rows__side .player")


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_twist_of_a_mission_is_one_short_line(language):
    with override(language):
        assert {slug: str(text.twist) for slug, text in TEXTS.items() if not 10 < len(str(text.twist)) <= 36} == {}


# --- Tiles ------------------------------------------------------------------------------------------------------------


def counted(client, **query):
    return Page(client.get("/tiles/", query)).each(".count .vp__number")


def test_the_catalogue_tells_the_number_of_shops_in_round_3(client):
    # Classic uses all three Shops of round 3.
    assert counted(client, round=3, kind="shop", mode="classic") == ["3"]
    answer = counted(client, round=3, kind="shop", mode="classic", players=2)
    assert len(answer) == 1
    assert answer[0].isdecimal()


def test_the_catalogue_counts_the_whole_box(client):
    assert counted(client) == ["100", "125"]
    assert counted(client, mode="classic", players=2) == [str(4 * 16)]
    assert counted(client, mode="expert", kind="monument", players=3) == ["3"]


def test_a_round_that_the_mode_lacks_is_explained(client):
    assert "no such round" in text_of(client.get("/tiles/", {"mode": "classic", "round": 5}))


def test_an_unknown_value_of_a_filter_is_ignored(client):
    assert client.get("/tiles/", {"kind": "castle"}).status_code == 200


# --- Architects -------------------------------------------------------------------------------------------------------


def test_the_aid_ignores_an_impossible_tiebreak_mission(client):
    for tiebreak in ("on", "0", "99", ""):
        page = client.get("/architects/", {"mission": 8, "players": 3, "tiebreak_mission": tiebreak})
        assert page.status_code == 200, tiebreak
        assert "tiebreak_mission" not in page.content.decode(), tiebreak


def choices(client, **query):
    return [address.removeprefix("?") for address in Page(client.get("/architects/", query)).each(".play", "href")]


def test_the_sequence_allows_the_same_number_and_the_next(client):
    assert [link.split("plays=")[1] for link in choices(client, mission=8, players=2)] == ["1"]
    assert [link.split("plays=")[1] for link in choices(client, mission=8, players=2, plays="1.2")] == [
        "1.2.2",
        "1.2.3",
    ]


def test_a_player_with_neither_number_is_told_the_exception(client):
    # In mission 8, an Architect 4 or 1 must follow an Architect 4. The second player has only an Architect 3 left.
    plays = "1.1.2.2.3.4.4"
    page = client.get("/architects/", {"mission": 8, "players": 2, "plays": plays})
    assert "plays the next higher one" in text_of(page)
    assert [link.split("plays=")[1] for link in choices(client, mission=8, players=2, plays=plays)] == [f"{plays}.3"]


def test_the_gray_architect_offers_every_number(client):
    links = choices(client, mission=3, players=2)
    assert [link.split("plays=")[1] for link in links] == ["1", "2", "3", "4", "5-1", "5-2", "5-3", "5-4"]


@pytest.mark.parametrize(
    "plays",
    ["9", "x", "1.4", "1-3", "5-9", "1.2.3.4.1.2.3.4.1", pytest.param("9" * 5000, id="a number of 5000 digits")],
)
def test_an_impossible_sequence_of_plays_starts_again_and_says_so(client, plays):
    page = client.get("/architects/", {"mission": 8, "players": 2, "plays": plays})
    assert page.status_code == 200
    assert "The round starts again" in text_of(page)


# --- Queries and caching ----------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("address", sweep(PAGES, quick=4))
def test_a_visit_makes_no_query_and_a_repeated_one_is_answered_with_304(client, address, django_assert_num_queries):
    with django_assert_num_queries(0):
        first = client.get(address)
    assert first.status_code == 200
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.django_db
@pytest.mark.parametrize("campaigns", [1, 20])
def test_a_logged_in_user_makes_few_queries(as_owner, owner, campaigns, django_assert_num_queries):
    for _ in range(campaigns):
        open_game(CampaignFactory(owner=owner))
    # queries: session, user, and the games of all campaigns, or campaign, players, games and entries
    for address, queries in (("/missions/7-price-of-silence/?players=3", 3), ("/missions/", 6), ("/rules/harbor/", 0)):
        with django_assert_num_queries(queries):
            as_owner.get(address)


@pytest.mark.django_db
def test_a_finished_mission_has_another_etag(as_owner, campaign):
    tag = as_owner.get("/missions/2-public-opinion/")["ETag"]
    finished_game(campaign)
    assert as_owner.get("/missions/2-public-opinion/", headers={"If-None-Match": tag}).status_code == 200
