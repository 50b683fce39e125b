"""Test that the translations into all languages are complete, and use the rulebooks' names for pieces of the game."""

import json
import re
import unicodedata
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override

import scoring
from campaign.library import contents
from campaign.scores.words import words
from scoring import MISSIONS, Kind, Message, Mode
from scoring.kinds.shop import CUSTOMERS
from scoring.kinds.tower_block import FLOORS
from tests.addresses import path_to, routes
from tests.factories import CampaignFactory, enter, finished_game, open_game
from tests.pages import Page
from tests.sweeps import sweep

LANGUAGES = ("de", "ru")
CATALOGUE = "{}/{}/LC_MESSAGES/django.po"
# The nouns of the rulebooks in each language, in all their forms: {"park": {"de": ["Park", "Parks"]}}. Only the Russian
# words for reserve and supply differ from the rulebook, which has one word for both.
GLOSSARY = json.loads(Path(__file__).with_name("glossary.json").read_text(encoding="utf-8"))
COUNTS = (0, 1, 2, 5, 21)


@cache
def catalogue(language):
    with Path(CATALOGUE.format(settings.LOCALE_PATHS[0], language)).open("rb") as file:
        return read_po(file, locale=language)


def texts(language):
    """Yield (English forms, translated forms, catalogue message) for each text. A text with a count has many forms."""
    for message in catalogue(language):
        if message.id:
            yield *(said if isinstance(said, tuple) else (said,) for said in (message.id, message.string)), message


# --- The catalogues ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_none_is_marked_fuzzy(language):
    assert [message.id for _, forms, message in texts(language) if not all(forms) or message.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_has_the_parameters_and_tags_of_the_english_text(language):
    placed = re.compile(r"%\(\w+\)[sd]|\{\w*\}|<[^>]+>")
    for english, forms, _ in texts(language):
        known, always = set(placed.findall(" ".join(english))), set(placed.findall(english[-1]))
        for form in forms:
            assert always - {"{count}", "%(count)s"} <= set(placed.findall(form)) <= known, (english, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_and_marks_of_the_notation_are_the_same(language):
    notation = re.compile(r"\b\d+i\d+e\b|\bD\d+\b")
    for english, forms, _ in texts(language):
        for form in forms:
            assert set(notation.findall(form)) == set(notation.findall(english[-1])), form


# --- The words of the rulebooks ---------------------------------------------------------------------------------------

# The source text of each name in the glossary. LABELED contains the names of buildings and modes, NAMED all others.
NAMED = {
    "inhabitant": "Inhabitant",
    "energy_unit": "Energy Unit",
    "customer": "Customer",
    "architect": "Architect",
    "urbanist": "Urbanist",
    "mayor_pawn": "Mayor pawn",
    "construction_site": "Construction Site",
    "cloth_bag": "Cloth bag",
    "district": "District",
    "pollution": "Pollution",
    "game": "game",
    "pool": "Pool",
    "reserve": "Reserve",
    "supply": "Supply",
}
LABELED = {
    **{kind.value: kind.label for kind in Kind},
    "classic_mode": Mode.CLASSIC.label,
    "expert_mode": Mode.EXPERT.label,
}
# The quoted name of a special tile, such as “Park District”. The tests skip it, because the word “Park” in this name
# does not mean a Park.
QUOTED = re.compile("“[^”]*”")
# The keys of the glossary whose English words have only one meaning in all texts.
MEANT = [*(kind.value for kind in Kind), "inhabitant", "energy_unit", "customer", "architect", "urbanist"]
MEANT += ["mayor", "construction_site", "classic_mode", "expert_mode", "pollution", "district"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_piece_of_the_game_has_its_name_from_the_rulebook(language):
    with override(language):
        names = {term: gettext(said) for term, said in NAMED.items()}
        names |= {term: words(label) for term, label in LABELED.items()}
    known = {term: {form.casefold() for form in GLOSSARY[term][language]} for term in names}
    assert {term: name for term, name in names.items() if name.casefold() not in known[term]} == {}


def plain(said):
    """Return a text in lower case, without the dots of ä, ö, ü and ё. Then "Turm" is found in "Türme"."""
    decomposed = unicodedata.normalize("NFD", said.casefold())
    return unicodedata.normalize("NFC", decomposed.replace("\u0308", ""))


def stems(form):
    return [word[: max(3, len(word) - 2)] for word in re.findall(r"\w{3,}", plain(form))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_uses_the_rulebooks_name_of_a_piece(language):
    said = [(QUOTED.sub("", english[0]), plain(" ".join(forms))) for english, forms, _ in texts(language)]
    for term in MEANT:
        meant = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, GLOSSARY[term]['en']))})(?!\w)")
        known = GLOSSARY[term][language] + (GLOSSARY["mayor_pawn"][language] if term == "mayor" else [])
        names = [stems(form) for form in known]
        found = [
            (english, translated)
            for english, translated in said
            if meant.search(english) and not any(all(stem in translated for stem in name) for name in names)
        ]
        assert found == [], term


# Forbidden synonyms, because each thing must have only one name.
SECOND_WORDS = {
    "de": re.compile(r"Eigentümer|Kampagnenleitung|Schachtelprüfung|untätig"),
    "ru": re.compile(r"парти[ияюей]|компани|галочк"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_uses_a_second_word_for_the_same_thing(language):
    assert [form for _, forms, _ in texts(language) for form in forms if SECOND_WORDS[language].search(form)] == []


# --- Numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", FLOORS, ["0 floors", "1 floor", "2 floors", "5 floors", "21 floors"]),
        ("de", FLOORS, ["0 Ebenen", "1 Ebene", "2 Ebenen", "5 Ebenen", "21 Ebenen"]),
        ("ru", FLOORS, ["0 этажей", "1 этаж", "2 этажа", "5 этажей", "21 этаж"]),
        ("de", CUSTOMERS, ["0 Kunden", "1 Kunde", "2 Kunden", "5 Kunden", "21 Kunden"]),
        ("ru", CUSTOMERS, ["0 покупателей", "1 покупатель", "2 покупателя", "5 покупателей", "21 покупатель"]),
    ],
)
def test_a_noun_has_the_form_that_its_count_needs(language, text, said):
    with override(language):
        assert [words(Message(text, count=count)) for count in COUNTS] == said


@pytest.mark.parametrize("count", COUNTS)
def test_no_translation_drops_a_number_that_it_needs(count):
    """Check that all Russian plural forms contain {count}, because one form can stand for 1, 21 and 31."""
    with override("ru"):
        for english, _, message in texts("ru"):
            if len(english) == 2 and "{count}" in english[1]:
                assert "{count}" in ngettext(*english, count), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_the_engine_is_translated(language):
    engine = {text for *_, text, _, _ in extract_from_dir(Path(scoring.__file__).parent)}
    of_the_engine = [(english, forms) for english, forms, message in texts(language) if message.id in engine]
    assert len(of_the_engine) > 100
    for english, forms in of_the_engine:
        if re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", english[0])):
            assert forms[0] != english[0] or forms[0] in SAME_IN[language], english


SAME_IN = {"de": {"Park", "Monument", "{tile}: {count} Park"}, "ru": set()}

# --- Pages ------------------------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects the texts of a page and of its HTML attributes. Leaves out code, city notation and texts of users."""

    SAYING = frozenset({"alt", "aria-label", "aria-description", "placeholder", "title", "content", "label"})
    SILENT = frozenset({"script", "style", "code", "kbd", "textarea", "svg", "samp"})
    FOR_MACHINES = frozenset(
        {
            "viewport",
            "color-scheme",
            "theme-color",
            "htmx-config",
            "og:type",
            "og:image",
            "og:image:width",
            "og:image:height",
            "twitter:card",
        }
    )
    EMPTY = frozenset({"input", "meta", "link", "br", "img", "hr", "wbr", "source", "col"})

    def __init__(self, page):
        super().__init__()
        self.said, self.within = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in self.EMPTY:
            self.within.append(tag if not attrs.get("lang") or tag == "html" else "samp")
        if (attrs.get("name") or attrs.get("property")) not in self.FOR_MACHINES:
            self.said += [
                value
                for name, value in attrs.items()
                if value and (name in self.SAYING or (name.startswith("data-") and " " in value.strip()))
            ]

    def handle_endtag(self, tag):
        if self.within and tag not in self.EMPTY:
            self.within.pop()

    def handle_data(self, data):
        if data.strip() and not self.SILENT & set(self.within):
            self.said.append(data.strip())


PUBLIC = [
    "/?players=3",
    "/missions/99/",
    "/nothing-here/",
    "/calculator/?mission=7&city=T3SU1-O/P-FH2O/---M-/-----%2012i6e",
    "/calculator/?mission=2&city=T9",
    "/tiles/?round=3&players=2&kind=shop&mode=expert",
    "/architects/?mission=8&players=2&plays=1.1.2.2.3.4.4",
    *(f"{contents.address_of_mission(mission)}?players=3" for mission in MISSIONS.values()),
    *(further.get_absolute_url() for further in contents.FURTHER),
    *(page.get_absolute_url() for page in contents.pages().values()),
    *(contents.address_of_mission(mission) for mission in MISSIONS.values()),
]
TELLING = ("campaign", "standings", "log", "game", "evaluation", "new_game", "campaign_settings", "election")
OF_A_CAMPAIGN = sorted(
    (pytest.param(pattern, id=route) for route, pattern in routes() if "campaign_id" in route),
    key=lambda case: case.values[0].name not in TELLING,
)
OF_A_PERSON = ["home", "new_campaign", "import_campaign", "account", "password", "bin", "logout"]

# The words in Latin letters that a Russian page may contain: names, file formats, keys of the keyboard, and the game's
# two modes, which every edition of the game prints in English.
LATIN = {
    "Cornerstone",
    "Quadropolis",
    "BG",
    "Stats",
    "BoardGameGeek",
    "PNG",
    "SVG",
    "CSV",
    "Excel",
    "Classic",
    "Expert",
    "English",
    "Deutsch",
    "QR",
    "JSON",
    "HEIC",
    "JPEG",
    "Ctrl",
    "Esc",
}
PLACE = re.compile(r"{\w+}")  # a placeholder that JavaScript replaces by a number
# The tiles of the expansion keep their English names in all languages.
ENGLISH_TILES = re.compile(
    "[«„](City Hall|Customs Office|City Planning|Fire Station|Park District|Police Station|School|Capitol"
    "|Congress Center|TV Station|Maternity Ward|Electric Utility|Reprocessing Plant)[»“]"
)
BEYOND_THE_BOX = "T4T4T4T4/T4T4T4T4/HHHH/GGGG 99i99e"


@pytest.fixture
def town(owner):
    """Return a campaign whose names are all Cyrillic, and its open game, which has an impossible city."""
    campaign = CampaignFactory(owner=owner, name="Заречье", players=("Ада", "Бен", "Вера"))
    owner.username = "хозяйка"
    owner.save()
    finished_game(campaign, 1, absent=("Вера",))
    game = open_game(campaign, 2, place="Кухня")
    enter(game.present[0], BEYOND_THE_BOX)
    return campaign, game


def reads(page):
    assert page.status_code in {200, 404, 409}, page.status_code
    return Reader(page.content.decode()).said


def assert_speaks_russian(said):
    words_of = re.compile(r"[A-Za-z]{2,}")
    foreign = {
        word: text
        for text in said
        if not NOTATION.search(text)
        for word in words_of.findall(ENGLISH_TILES.sub("", PLACE.sub("", text)))
        if word not in LATIN
    }
    assert foreign == {}


def assert_speaks_german(said):
    for text in said:
        assert not ENGLISH.search(ENGLISH_TILES.sub("", PLACE.sub("", text))), text


NOTATION = re.compile(r"\d+i\d+e|^[-A-Z0-9*/]+$|\.py|\.json")
GERMAN_TOO = {form.casefold() for forms in GLOSSARY.values() for form in forms["de"]}
ENGLISH_ONLY = {form.casefold() for forms in GLOSSARY.values() for form in forms["en"]} - GERMAN_TOO
ENGLISH = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, ENGLISH_ONLY))})(?![\w-])", re.IGNORECASE)
SPEAKS = {"de": assert_speaks_german, "ru": assert_speaks_russian}
# The quick tests read the pages only in Russian, because Latin letters reveal any untranslated word there.
EACH_LANGUAGE = sweep(["ru", "de"], quick=1)


@pytest.mark.django_db
@pytest.mark.parametrize("language", EACH_LANGUAGE)
@pytest.mark.parametrize("address", sweep(PUBLIC, quick=4))
def test_a_public_page_is_in_one_language(client, address, language):
    said = reads(client.get(address, headers={"accept-language": language}))
    SPEAKS[language](said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sweep(OF_A_PERSON, quick=1))
def test_a_page_of_an_account_is_in_one_language(as_owner, town, name, language):
    SPEAKS[language](reads(as_owner.get(f"{reverse(name)}?own", headers={"accept-language": language})))


@pytest.mark.parametrize("language", EACH_LANGUAGE)
@pytest.mark.parametrize("pattern", sweep(OF_A_CAMPAIGN, quick=4))
def test_a_page_of_a_campaign_is_in_one_language(as_owner, town, pattern, language):
    campaign, game = town
    for one in (game, campaign.games.get(mission=1)):
        page = as_owner.get(path_to(pattern, campaign, one), headers={"accept-language": language}, follow=True)
        if page.status_code == 200 and page["Content-Type"].startswith("text/html"):
            said = reads(page)
            SPEAKS[language](said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sweep(["new_campaign", "login", "password"], quick=1))
def test_errors_in_forms_are_in_one_language(as_owner, town, name, language):
    if name == "login":
        as_owner.logout()
    nobody = {"players-TOTAL_FORMS": "0", "players-INITIAL_FORMS": "0"}
    filled_in = {"name": "", "username": "я", "password": "я"} | nobody
    page = as_owner.post(reverse(name), filled_in, headers={"accept-language": language})
    SPEAKS[language](reads(page))


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_each_language_is_offered_under_its_own_name(client, language):
    page = Page(client.get(reverse("missions"), headers={"accept-language": language}))
    assert page.each("button[name=language]") == ["English", "Deutsch", "Русский"]
