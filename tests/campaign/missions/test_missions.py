"""Test the composer, and the pages of a mission whose line is in the address."""

import random
import re
from html import unescape
from urllib.parse import quote, quote_plus

import pytest
from django.utils.translation import override

from campaign.library.line_words import SUBJECTS, TEXTS_OF_WORDS, told_by_words
from campaign.missions.forms import LONGEST_SEED
from campaign.par.asked import AskedPar
from campaign.scores.programmes import LONGEST_NAME, LONGEST_STORY
from campaign.scores.words import words
from scoring import HouseRules, Mission, Mode, Rules
from scoring.dealing import TO_DEAL, deal
from scoring.line_words import WORDS
from scoring.setups import setup
from scoring.tiles import PLAYERS, SOLO
from tests.pages import Page
from tests.scoring.lines import random_line
from tests.sweeps import sweep

COMPOSE, OWN = "/missions/compose/", "/missions/own/"
LANGUAGES = ("en", "de", "ru")
TABLES = (SOLO, *PLAYERS)
PAGES = (OWN, f"{OWN}table/", f"{OWN}pad/", COMPOSE)
LARGEST_PAGE = 100_000  # the most bytes of a page, before it is compressed


def text_of(response):
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split()))


def dealt(count):
    return [deal(f"line {number}").rules for number in range(count)]


# --- The pages of any line --------------------------------------------------------------------------------------------


def look_at(client, lines):
    """Open one page for each mission, in each language. The pages take turns."""
    for number, rules in enumerate(lines):
        for language in LANGUAGES:
            page, players = PAGES[number % len(PAGES)], TABLES[number // len(PAGES) % len(TABLES)]
            query = {"rules": rules.line, "name": "Ring", "players": players}
            response = client.get(page, query, headers={"accept-language": language})
            assert response.status_code == 200, (page, query)
            assert len(response.content) < LARGEST_PAGE
            assert rules.line in text_of(response) or page not in (OWN, COMPOSE)


@pytest.mark.parametrize("count", sweep([1, 8], quick=1))
def test_every_page_of_a_dealt_mission_answers_in_three_languages(client, count):
    look_at(client, dealt(count))


def any_lines(count):
    """Return the rules of random mission lines, including lines that `deal` never returns."""
    return [Rules.parse(random_line(random.Random(seed), list(Mode)[seed % 2])) for seed in range(count)]


def look_at_setups(client, lines):
    """Open the page of each line for each number of players. The languages take turns."""
    for number, rules in enumerate(lines):
        for players in TABLES:
            language = LANGUAGES[(number + players) % len(LANGUAGES)]
            query = {"rules": rules.line, "players": players}
            response = client.get(OWN, query, headers={"accept-language": language})
            assert response.status_code == 200, query
            assert response.context["table"].players == players, query


@pytest.mark.parametrize("count", sweep([1, 3], quick=1))
def test_every_page_of_any_line_answers_in_three_languages(client, count):
    lines = any_lines(count)
    look_at(client, lines)
    look_at_setups(client, lines)


@pytest.mark.slow
def test_pages_of_200_random_lines_with_every_word_answer_in_three_languages(client):
    lines = any_lines(200)
    assert {word.partition("=")[0] for rules in lines for word in rules.line.split()} >= {word.name for word in WORDS}
    look_at(client, lines)


@pytest.mark.slow
def test_every_setup_of_200_random_lines_answers_in_three_languages(client):
    look_at_setups(client, any_lines(200))


def test_every_word_of_a_line_has_a_text_and_a_control(client):
    assert TEXTS_OF_WORDS.keys() == {word.name for word in WORDS}
    page = Page(client.get(COMPOSE, {"rules": "classic"}))
    assert page.each("#add input[name=rule]", "value") == [name for _title, names in SUBJECTS for name in names]
    assert set(page.each("#add input[name=rule]", "value")) == TEXTS_OF_WORDS.keys()


def test_a_composed_mission_reads_like_one_of_the_ten(client):
    page = text_of(client.get(OWN, {"rules": "classic districts=4,2", "name": "The Ring Road", "story": "At dawn."}))
    for said in (
        "The Ring Road",
        "At dawn.",
        "A district without an empty square brings 4 VP, with one empty square 2 VP.",
        "Nothing: take, move the Urbanist, place, receive.",
        "District 1 is full, district 2 has one empty square, and the others have more.",
        "Is a stack one square?",
    ):
        assert said in page


def test_an_example_shows_only_its_own_word():
    rules = "classic playgrounds sets=3:3 districts=4,2 rows=3"
    examples = {example.slug: example for example in told_by_words(rules, HouseRules()).examples}
    assert examples["districts"].vp == 4 + 2
    assert examples["full-rows"].vp == 3
    assert examples["playground-sets"].vp == (4 + 2 + 0) + 3


def test_no_question_about_the_words_of_a_line_is_repeated():
    asked = [str(question.asked) for question in told_by_words("classic districts=4,2 rows=3", HouseRules()).questions]
    assert len(asked) == len(set(asked)) > 3


def test_a_chat_shows_a_preview_of_the_link(client):
    page = client.get(OWN, {"rules": "classic rows=3", "name": "A & B"}).content.decode()
    assert '<meta property="og:title" content="A &amp; B">' in page
    assert 'property="og:description" content="At the end each row without an empty square brings 3 VP."' in page
    picture = unescape(re.search(r'property="og:image"\s+content="([^"]+)"', page)[1])
    answer = client.get(picture)
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


def test_a_link_too_long_for_a_camera_has_no_qr_code(client):
    line = {"rules": "classic rows=3"}
    assert Page(client.get(OWN, line)).has("svg.qr")
    long = client.get(OWN, line | {"story": "ж" * 600})
    assert not Page(long).has("svg.qr")
    assert "too long for a QR code" in long.content.decode()


def test_aid_and_calculator_follow_the_line(client):
    page = text_of(client.get("/architects/", {"rules": "expert own sequence", "players": 3}))
    assert "Turn 1: player 1 may play" in page
    page = text_of(
        client.get("/calculator/", {"rules": "classic rows=3", "name": "Rows", "city": "PPPP/----/----/---- 0i0e"})
    )
    assert "row 1: no empty square" in page
    # this page exists only for missions that change the rules for Architects
    assert client.get("/architects/", {"rules": "classic rows=3"}).status_code == 404


# --- The composer -----------------------------------------------------------------------------------------------------

CONTROLS = {"mode": "classic", "players": "3"}


def test_the_composers_controls_redirect_to_the_address_of_their_line(client):
    ticked = {"rule": ["playgrounds", "districts"], "districts": ["5", "0"], "sets": ["2", "3"], "name": "Ring Road"}
    response = client.get(COMPOSE, CONTROLS | ticked)
    assert response.status_code == 302
    assert response["Location"] == f"{COMPOSE}?rules=classic+playgrounds+districts=5,0&name=Ring+Road&players=3"


def ask(client, query):
    """Send the form like htmx, after a change of a control."""
    return client.get(COMPOSE, CONTROLS | query, headers={"HX-Request": "true", "HX-Target": "card"})


def test_htmx_gets_the_card_and_the_new_address_but_no_control(client):
    response = ask(client, {"rule": "sequence"})
    assert response["HX-Replace-Url"] == f"{COMPOSE}?rules=classic+sequence&players=3"
    assert "The table plays Architects in sequence." in text_of(response)
    page = Page(response)
    assert not page.has("input, button, select, textarea, form")
    replaced = {each.get("id") for each in page.all("[hx-swap-oob]")}
    of_rules = {f"{part}-{word.name}" for part in ("chip", "why") for word in WORDS}
    assert replaced == of_rules | {"facts", "errors"}


def test_the_seed_is_left_out_and_the_name_stays_when_a_dealt_mission_is_changed(client):
    dealt = deal("spring")
    response = ask(client, {"seed": "spring", "rule": "rounds", "rounds": "2"})
    name = quote_plus(words(dealt.title))
    assert response["HX-Replace-Url"] == f"{COMPOSE}?rules=classic+rounds=2&name={name}&players=3"


def test_a_chip_removes_its_rule_without_javascript(client):
    sent = CONTROLS | {"rule": ["rows", "sequence"], "rows": "3", "drop": "rows"}
    assert client.get(COMPOSE, sent)["Location"] == f"{COMPOSE}?rules=classic+sequence&players=3"


def test_the_chips_of_the_rules_are_shown_and_the_others_wait(client):
    page = Page(client.get(COMPOSE, {"rules": "classic districts=4,2 corners=-3"}))
    shown = [each.text_content() for each in page.all(".rchips li:not([hidden]) .rchip__text")]
    assert shown == ["Full districts 4 / 2", "Empty corners −3"]


def test_a_number_of_a_point_table_that_only_expert_mode_has_is_ignored_in_classic_mode(client):
    towers = {"rule": "towers", "towers": ["2", "5", "6", "10", "15"]}
    assert "rules=classic+towers=2/5/6/10&" in client.get(COMPOSE, CONTROLS | towers)["Location"]
    sent = CONTROLS | towers | {"mode": "expert"}
    assert "rules=expert+towers=2/5/6/10/15&" in client.get(COMPOSE, sent)["Location"]


def why(page, word):
    """Return the reason beside a rule's tick box, which is greyed if there is a reason."""
    greyed = page.one(f"#id_{word}").get("aria-disabled") == "true"
    reason = page.words(f"#why-{word}")
    assert greyed == bool(reason)
    return reason


def test_rules_that_cannot_be_together_are_greyed_with_the_reason(client):
    for line, word, said in (
        ("classic", "sets", "Only together with “Playgrounds”."),
        ("classic", "numbers", "Classic Mode has no such rule."),
        ("classic", "own", "Classic Mode has this anyway."),
        ("expert", "shared", "Expert Mode has this anyway."),
        ("expert", "wild", "Only together with “Fewer Architects”."),
        ("classic playgrounds", "sets", ""),
        ("expert numbers=4", "wild", ""),
    ):
        assert why(Page(client.get(COMPOSE, {"rules": line})), word) == said, line


def test_a_ticked_rule_that_does_not_fit_is_left_out_with_the_reason(client):
    response = client.get(COMPOSE, CONTROLS | {"rule": ["sets", "rows"], "sets": ["3", "3"], "rows": "3"})
    page = Page(response)
    assert page.words(".line-code") == "classic rows=3"
    assert page.words("#why-sets") == "Only together with “Playgrounds”."
    assert page.one("#id_sets").get("checked") is not None


def test_a_number_out_of_its_limits_is_refused_at_its_rule_and_kept(client):
    for typed in ("10", "-1", "", "x", "9" * 5000, "٣x"):
        page = Page(client.get(COMPOSE, CONTROLS | {"rule": "rows", "rows": typed}))
        assert page.words("#why-rows") == "Type numbers from 1 to 9.", typed
        assert page.one("#id_rows_1").get("value") == typed, typed


def test_all_rules_at_once_have_no_room_in_a_line(client):
    page = Page(client.get(COMPOSE, {"rules": "expert"}))
    numbers = {name: page.each(f"#add input[name={name}]", "value") for name in TEXTS_OF_WORDS}
    sent = CONTROLS | numbers | {"mode": "expert", "rule": list(TEXTS_OF_WORDS)}
    assert "There is no room for one more rule." in text_of(client.get(COMPOSE, sent))


def test_every_page_opens_with_a_dealt_mission(client):
    response = client.get(COMPOSE)
    seed = re.search(r"seed=(\w+)", response["Location"])[1]
    assert f"rules={deal(seed).rules.line.replace(' ', '+')}" in response["Location"]
    page = Page(client.get(response["Location"]))
    assert page.words("#card h2") == words(deal(seed).title)


def test_a_seed_deals_the_same_mission_for_everybody_and_another_deals_anew(client):
    response = client.get(COMPOSE, {"seed": "spring", "players": "4"})
    assert f"rules={deal('spring').rules.line.replace(' ', '+')}&seed=spring&players=4" in response["Location"]
    assert "Seed: spring" in Page(client.get(response["Location"])).words("#facts")
    typed = client.get(COMPOSE, CONTROLS | {"deal": "word", "word": "spring", "seed": "autumn"})
    assert "&seed=spring&" in typed["Location"]
    other = client.get(COMPOSE, CONTROLS | {"deal": "another", "seed": "spring", "rule": "rows", "rows": "3"})
    assert "players=3" in other["Location"]
    assert "seed=spring" not in other["Location"]


def test_a_dealt_mission_has_its_name_in_the_language_of_the_reader(client):
    address = client.get(COMPOSE, {"seed": "spring"})["Location"]
    for language in LANGUAGES:
        with override(language):
            name = words(deal("spring").title)
        page = Page(client.get(address, headers={"accept-language": language}))
        assert page.words("#card h2") == name


def test_undo_leads_to_the_mission_before_this_one(client):
    before = f"{COMPOSE}?rules=classic+rows=3&name=Ring&players=3"
    page = Page(client.get(COMPOSE, {"rules": "classic sequence"}, headers={"referer": f"http://testserver{before}"}))
    assert page.each("#composer a", "href") == [before]
    for other in ("http://testserver/missions/", f"http://testserver{COMPOSE}", "http://testserver/?rules=classic"):
        page = Page(client.get(COMPOSE, {"rules": "classic sequence"}, headers={"referer": other}))
        assert not page.has("#composer a")


def test_each_button_takes_the_mission_as_the_form_has_it(client):
    for go, address in (
        ("play", "/play/?line=classic+rows=3&name=Ring&players=3"),
        ("read", f"{OWN}?rules=classic+rows=3&name=Ring&players=3"),
        ("send", f"{OWN}?rules=classic+rows=3&name=Ring&players=3#share"),
        ("into", "/campaigns/into/?rules=classic+rows=3&name=Ring"),
        ("pad", f"{OWN}pad/?rules=classic+rows=3&name=Ring&players=3"),
        ("table", f"{OWN}table/?rules=classic+rows=3&name=Ring&players=3"),
        ("calculator", "/calculator/?rules=classic+rows=3&name=Ring&players=3"),
    ):
        response = client.get(COMPOSE, CONTROLS | {"rule": "rows", "rows": "3", "name": "Ring", "go": go})
        assert response["Location"] == address, go


@pytest.mark.parametrize("line", sweep([mission.line for mission in TO_DEAL], quick=2))
def test_the_card_of_a_mission_to_deal_says_at_once_what_to_expect(client, line):
    page = Page(client.get(COMPOSE, {"rules": line, "players": 4}))
    assert "VP expected" in page.words("#expected")
    assert page.all("#card li")


def test_the_card_of_another_mission_has_an_estimate_and_measures_it(client):
    page = Page(client.get(COMPOSE, {"rules": "classic pollution=5 districts=4,2", "players": 3}))
    without, districts = (AskedPar(line, 3).known for line in ("classic", "classic districts=4,2"))
    assert page.words("#expected b") == str(round(without.mean + districts.difference))
    assert "counting" in page.words("#expected")
    assert page.one("#expected").get("hx-post").startswith("/par/?rules=classic")


# --- Errors in the input ----------------------------------------------------------------------------------------------


def test_an_impossible_line_is_refused_at_its_field(client):
    for line, said in (
        ("classic " + "x" * 10_000, "a mission's line has 160 at most"),
        ("classic fountains", "Word 2, fountains: there is no such word"),
        ("classic sequence sequence", "Word 3, sequence: it is in this line already; write it once."),
        ("classic districts=44,2", "Word 2, districts=44,2: write districts=1,0 to districts=9,9."),
        ("classic sets=3:3", "Word 2, sets=3:3: it needs the word playgrounds too."),
        ("<script>alert(1)</script>", "a line begins with classic or expert"),
        ("\u202ecissalc", "a line begins with classic or expert"),
        ("\x00\x1f", "a line begins with classic or expert"),
    ):
        response = client.get(COMPOSE, {"rules": line, "name": "Ring"})
        assert response.status_code == 200, line
        page = response.content.decode()
        assert said in text_of(response), line
        typed = unescape(re.search(r'<textarea id="id_rules".*?>(.*?)</textarea>', page, re.DOTALL)[1])
        assert typed == line, line
        assert "<script>alert" not in page, line
        assert 'value="Ring"' in page, line


def test_the_readable_words_of_a_refused_line_stay(client):
    page = Page(client.get(COMPOSE, {"rules": "expert fountains rows=3 sets=3:3"}))
    assert page.words(".line-code") == "expert rows=3"


def test_impossible_words_are_refused_at_their_field(client):
    for field, typed, said in (
        ("name", "Ring\u202eRoad", "invisible character (U+202E)"),
        ("name", "<b>Ring</b>", "Write plain text, without angle brackets."),
        ("name", "x" * (LONGEST_NAME + 1), "at most 60 characters"),
        ("story", "<a href=//x>y</a>", "Write plain text, without angle brackets."),
        ("story", "x" * (LONGEST_STORY + 1), "at most 600 characters"),
        ("word", "x" * (LONGEST_SEED + 1), "at most 60 characters"),
    ):
        for page in (COMPOSE, OWN):
            response = client.get(page, {"rules": "classic rows=3", field: typed}, follow=True)
            assert response.status_code == 200, field
            if page == COMPOSE or field != "word":
                assert said in text_of(response), field
                assert "<b>Ring" not in response.content.decode(), field
                assert "rows=3" in text_of(response), field


@pytest.mark.parametrize("seed", sweep(["", "🏙" * 20, "\u202e\u0000", "' OR 1=1", "%00%ff", "a b+c&d=e"]))
def test_any_text_as_a_seed_deals_a_mission_or_is_refused_with_the_reason(client, seed):
    assert client.get(COMPOSE, CONTROLS | {"deal": "word", "word": seed}, follow=True).status_code == 200


def test_an_address_without_a_valid_mission_leads_to_the_composer_with_the_reason(client):
    response = client.get(OWN, {"rules": "classic fountains", "name": "Ring"}, follow=True)
    assert response.redirect_chain[0][0].startswith(COMPOSE)
    assert "there is no such word" in text_of(response)


@pytest.mark.parametrize("page", ["/calculator/", "/architects/"])
@pytest.mark.parametrize(
    ("query", "said"),
    sweep(
        [
            ({"rules": "classic fountains"}, "Word 2, fountains: there is no such word"),
            ({"rules": "classic " + "x" * 10_000}, "a mission's line has 160 at most"),
            ({"rules": "classic sequence", "name": "<b>Ring</b>"}, "Write plain text, without angle brackets."),
        ],
        quick=1,
    ),
)
def test_other_pages_explain_a_wrong_line_and_link_to_the_composer(client, page, query, said):
    response = client.get(page, query)
    assert response.status_code == 404
    assert said in text_of(response)
    (composer,) = (each.get("href") for each in Page(response).all("main p.buttons a"))
    assert said in text_of(client.get(composer))


@pytest.mark.slow
def test_noise_in_an_address_never_breaks_a_page(client):
    noise = random.Random(1)
    names = ["mode", "rule", "drop", "go", "deal", "rules", "name", "players", "seed", *(word.name for word in WORDS)]
    values = ["", "classic", "expert", "-1", "9" * 50, "own", "3", "\u202e", "é=,:/", "sets=3:3"]
    for _ in range(60):
        query = {name: noise.choices(values, k=noise.randint(0, 3)) for name in noise.sample(names, 6)}
        assert client.get(noise.choice((*PAGES, "/calculator/", "/architects/")), query, follow=True).status_code in (
            200,
            404,
        )


def test_name_and_story_of_a_mission_are_escaped_and_make_no_link(client):
    story = 'See https://example.org & "more"'
    page = client.get(OWN, {"rules": "classic", "name": "A & B", "story": story}).content.decode()
    assert "See https://example.org &amp; &quot;more&quot;" in page
    assert 'href="https://example.org' not in page


@pytest.mark.django_db
def test_a_composed_mission_can_be_played_at_once(client):
    page = client.get(OWN, {"rules": "classic rows=3", "name": "Ring Road"}).content.decode()
    address = unescape(re.search(r'href="(/play/[^"]+)"', page)[1])
    assert address == "/play/?line=classic+rows=3&name=Ring+Road"
    assert "Ring Road" in text_of(client.get(address))


# --- The box ----------------------------------------------------------------------------------------------------------


def test_a_line_that_needs_more_pieces_than_the_box_has_gets_a_warning(client):
    rules = "expert inhabitants=2 offer=2"
    warnings = [words(message) for message in setup(Mission.parse(rules), 4).shortages]
    assert len(warnings) == 2
    for page in (COMPOSE, OWN):
        assert all(warning in text_of(client.get(page, {"rules": rules, "players": 4})) for warning in warnings)
        assert warnings[0][:20] not in text_of(client.get(page, {"rules": "expert", "players": 4}))


# --- Queries ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_no_page_of_a_mission_makes_a_query(client, django_assert_num_queries):
    for page in PAGES:
        with django_assert_num_queries(0):
            client.get(page, {"rules": "classic rows=3"})


# --- Missions that are kept -------------------------------------------------------------------------------------------


def kept(client):
    """Return title and address of each kept mission, as the page of all missions lists them."""
    page = Page(client.get("/missions/"))
    assert page.has(f"a[href='{COMPOSE}']")
    rows = page.all("a[href*='/missions/compose/?']")
    return [(row.cssselect("b")[0].text_content(), row.get("href")) for row in rows]


@pytest.mark.django_db
def test_a_mission_is_kept_under_its_name_on_the_device_and_forgotten(client):
    for name, rule in (("Rows", "rows"), ("In step", "sequence"), ("Rows", "rows")):
        client.get(COMPOSE, CONTROLS | {"rule": rule, "rows": "3", "name": name, "go": "keep"})
    rows = ("Rows", f"{COMPOSE}?rules=classic+rows=3&name=Rows")
    assert kept(client) == [rows, ("In step", f"{COMPOSE}?rules=classic+sequence&name=In+step")]
    assert Page(client.get(rows[1])).has("[name=go][value=forget]")
    client.get(COMPOSE, CONTROLS | {"rule": "sequence", "name": "In step", "go": "forget"})
    assert kept(client) == [rows]


@pytest.mark.django_db
def test_the_oldest_kept_missions_make_room_for_new_ones(client):
    for number in range(12):
        client.get(COMPOSE, CONTROLS | {"rule": "rows", "rows": "3", "name": f"{number} {'ж' * 55}", "go": "keep"})
    assert 4 < len(kept(client)) < 12
    assert kept(client)[0][0].startswith("11 ")


@pytest.mark.django_db
def test_a_cookie_that_holds_no_missions_is_ignored(client):
    for value in ("x", "[]", "{}", "[1]", '[["chess", "x"]]', '[["classic", "\\u202e"]]', "null"):
        client.cookies["missions"] = quote(value)
        assert kept(client) == [], value
