"""Test the composer, and the pages of a mission whose line is in the address."""

import random
import re
from html import unescape

import pytest
from django.utils.translation import override

from campaign.library.line_words import TEXTS_OF_WORDS, told_by_words
from campaign.missions.forms import LONGEST_SEED
from campaign.scores.programmes import LONGEST_NAME, LONGEST_STORY
from campaign.scores.words import words
from scoring import HouseRules, Mission, Mode, Rules
from scoring.dealing import deal
from scoring.line_words import WORDS
from scoring.setups import setup
from scoring.tiles import PLAYERS, SOLO
from tests.campaign.library.test_library import LONGEST_RULE, sentences_in
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
    return [deal(f"line {number}") for number in range(count)]


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
def test_200_random_lines_have_every_word():
    lines = any_lines(200)
    assert {word.partition("=")[0] for rules in lines for word in rules.line.split()} >= {word.name for word in WORDS}


@pytest.mark.slow
def test_pages_of_200_random_lines_answer_in_three_languages(client):
    look_at(client, any_lines(200))


@pytest.mark.slow
def test_every_setup_of_200_random_lines_answers_in_three_languages(client):
    look_at_setups(client, any_lines(200))


def lines_of_words():
    """Yield a valid line with the lowest values of each word, and one with its highest values."""
    needs = {("sets", mode): "playgrounds " for mode in Mode} | {("wild", Mode.EXPERT): "numbers=4 "}
    for word in WORDS:
        for mode in word.ranges:
            for form in word.span(mode):
                yield f"{mode.value} {needs.get((word.name, mode), '')}{form}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_about_words_fit_two_lines_of_a_phone(language):
    with override(language):
        told = [told_by_words(line, HouseRules()) for line in lines_of_words()]
        said = {str(sentence) for text in told for sentence in sentences_in(text)}
    assert len(said) > 40
    assert [sentence for sentence in said if len(sentence) > LONGEST_RULE[language]] == []


def test_every_word_of_a_line_has_a_text_and_a_control(client):
    assert TEXTS_OF_WORDS.keys() == {word.name for word in WORDS}
    page = client.get(COMPOSE).content.decode()
    assert {word.name for word in WORDS if not word.excludes} == set(re.findall(r'id="word-(\w+)"', page))


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

CONTROLS = {"mode": "classic", "shown": "classic", "shared": "own", "unemployed": "1", "pollution": "1", "players": "3"}


def test_the_composers_controls_redirect_to_the_address_of_their_line(client):
    sent = CONTROLS | {"playgrounds": "1", "districts": ["5", "0"], "sets": ["", "3"], "name": "Ring Road"}
    response = client.get(COMPOSE, sent)
    assert response.status_code == 302
    assert response["Location"] == f"{COMPOSE}?rules=classic+playgrounds+districts=5,0&name=Ring+Road&players=3"


def test_htmx_gets_a_part_of_the_page_and_the_new_address(client):
    headers = {"HX-Request": "true", "HX-Target": "composer"}
    response = client.get(COMPOSE, CONTROLS | {"sequence": "1"}, headers=headers)
    assert response["HX-Replace-Url"] == f"{COMPOSE}?rules=classic+sequence&players=3"
    assert "<html" not in response.content.decode()
    assert "The Architects" not in text_of(response)
    assert "A round opens with a #1" in text_of(response)


def test_changing_the_mode_drops_values_that_are_defaults_of_the_old_mode(client):
    towers = ["1", "3", "6", "10"]
    response = client.get(COMPOSE, CONTROLS | {"mode": "expert", "towers": towers, "rows": "3"})
    assert response["Location"] == f"{COMPOSE}?rules=expert+rows=3&players=3"


def control(client, word, **query):
    page = client.get(COMPOSE, query).content.decode()
    return re.search(rf'id="word-{word}">(.*?)(?=id="word-|id="authors-words")', page, re.DOTALL)[1]


@pytest.mark.parametrize(
    ("line", "word", "why"),
    [
        ("classic", "sets", "it needs the word playgrounds too"),
        ("classic", "numbers", "this word belongs to Expert Mode"),
        ("expert", "wild", "here the gray #5s are used as ordinary #5s; write numbers=4 too"),
    ],
)
def test_words_that_cannot_be_together_are_disabled_with_the_reason(client, line, word, why):
    greyed = control(client, word, rules=line)
    assert "disabled" in greyed
    assert f"Not now: {why}." in greyed


def test_words_that_can_be_together_are_enabled(client):
    assert "disabled" not in control(client, "sets", rules="classic playgrounds")


def test_a_seed_deals_the_same_mission_for_everybody_and_is_shown(client):
    response = client.get(COMPOSE, {"deal": "1", "seed": "spring", "players": "4"})
    assert f"rules={deal('spring').line.replace(' ', '+')}&seed=spring&players=4" in response["Location"]
    page = client.get(response["Location"]).content.decode()
    assert 'name="seed" value="spring"' in page


def test_a_seed_is_made_if_none_is_typed(client):
    response = client.get(COMPOSE, {"deal": "1", "seed": ""})
    seed = re.search(r"seed=(\w+)", response["Location"])[1]
    assert f"rules={deal(seed).line.replace(' ', '+')}" in response["Location"]


@pytest.mark.slow
def test_dealt_missions_can_be_parsed_and_differ():
    lines = [rules.line for rules in dealt(200)]
    assert all(Rules.parse(line).line == line for line in lines)
    assert len(set(lines)) > 150
    assert {line.split()[0] for line in lines} == {"classic", "expert"}


# --- Errors in the input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    sweep(
        [
            ("classic " + "x" * 10_000, "a mission's line has 160 at most"),
            ("classic fountains", "Word 2, fountains: there is no such word"),
            ("classic sequence sequence", "Word 3, sequence: it is in this line already; write it once."),
            ("classic districts=44,2", "Word 2, districts=44,2: write districts=1,0 to districts=9,9."),
            ("classic sets=3:3", "Word 2, sets=3:3: it needs the word playgrounds too."),
            ("<script>alert(1)</script>", "a line begins with classic or expert"),
            ("\u202ecissalc", "a line begins with classic or expert"),
            ("\x00\x1f", "a line begins with classic or expert"),
        ]
    ),
)
def test_an_impossible_line_is_refused_at_its_field(client, line, said):
    response = client.get(COMPOSE, {"rules": line, "name": "Ring"})
    assert response.status_code == 200
    page = response.content.decode()
    assert said in text_of(response)
    typed = unescape(re.search(r'<textarea id="id_rules".*?>(.*?)</textarea>', page, re.DOTALL)[1])
    assert typed == line
    assert "<script>alert" not in page
    assert 'value="Ring"' in page


def test_the_readable_words_of_a_refused_line_stay(client):
    page = client.get(COMPOSE, {"rules": "expert fountains rows=3 sets=3:3"}).content.decode()
    assert "<code>expert rows=3</code>" in page
    assert "“sets” was left out: it needs the word playgrounds too." in text_of(
        client.get(COMPOSE, {"rules": "expert sets=3:3"})
    )


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    sweep(
        [
            ("name", "Ring\u202eRoad", "invisible character (U+202E)"),
            ("name", "<b>Ring</b>", "Write plain text, without angle brackets."),
            ("name", "x" * (LONGEST_NAME + 1), "at most 60 characters"),
            ("story", "<a href=//x>y</a>", "Write plain text, without angle brackets."),
            ("story", "x" * (LONGEST_STORY + 1), "at most 600 characters"),
            ("seed", "x" * (LONGEST_SEED + 1), "at most 60 characters"),
        ]
    ),
)
def test_impossible_words_are_refused_at_their_field(client, field, typed, said):
    for page in (COMPOSE, OWN):
        response = client.get(page, {"rules": "classic rows=3", field: typed}, follow=True)
        assert response.status_code == 200
        if page == COMPOSE or field != "seed":
            assert said in text_of(response)
            assert "<b>Ring" not in response.content.decode()
            assert "rows=3" in text_of(response)


@pytest.mark.parametrize("seed", sweep(["", "🏙" * 20, "\u202e\u0000", "' OR 1=1", "%00%ff", "a b+c&d=e"]))
def test_any_text_as_a_seed_deals_a_mission_or_is_refused_with_the_reason(client, seed):
    assert client.get(COMPOSE, {"deal": "1", "seed": seed}, follow=True).status_code == 200


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
    names = ["mode", "shown", "rules", "name", "players", "seed", *(word.name for word in WORDS)]
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


# --- Links to the composer --------------------------------------------------------------------------------------------


def test_the_missions_link_to_the_composer(client):
    assert f'href="{COMPOSE}"' in client.get("/missions/").content.decode()


@pytest.mark.django_db
def test_no_page_of_a_mission_makes_a_query(client, django_assert_num_queries):
    for page in PAGES:
        with django_assert_num_queries(0):
            client.get(page, {"rules": "classic rows=3"})
