"""Test exports for other programs: results, the log and planned evenings."""

import csv
import json
import math
from datetime import UTC, date, datetime, timedelta
from io import BytesIO, StringIO
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from icalendar import Calendar
from lxml import etree
from PIL import Image

from campaign.models import Game, Player, ShareLink
from campaign.results.game_result import GameResult
from campaign.scores.words import signed
from campaign.takeaway.card import HEIGHT, WIDTH, card
from campaign.takeaway.drawing import ICON, Icon, Words
from campaign.takeaway.icons import flatten, strokes_of
from campaign.takeaway.spreadsheet import log_as_csv
from scoring import Kind
from tests.factories import finished_game, open_game, played_game
from tests.pages import Page
from tests.sweeps import sweep

MOST_OF_A_LINK = 8_000  # browsers and apps accept addresses of at most this many characters


@pytest.fixture
def game(campaign):
    return finished_game(
        campaign,
        cities=["T2P--/----/----/---- 0i2e", "T---/----/----/---- 0i1e"],
        absent=["Cleo"],
        played_on=date(2026, 5, 1),
        place="Köln",
    )


def address(name, game):
    return reverse(name, args=[game.campaign.public_id, game.pk])


def by_link(name, link, *more):
    return reverse(name, args=[link.token, *more])


def picture(response):
    return Image.open(BytesIO(response.getvalue()))


# --- BG Stats ---------------------------------------------------------------------------------------------------------


def play_of(page):
    link = urlsplit(Page(page).one("section[aria-labelledby=bg-stats] a").get("href"))
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(link.query)["data"][0])


def test_a_play_for_bg_stats_has_players_scores_date_place_and_the_games_number(as_owner, game):
    play = play_of(as_owner.get(address("take_along", game)))
    assert play["game"]["bggId"] == 176396
    assert (play["location"], play["playDate"]) == ("Köln", "2026-05-01 12:00:00")
    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in play["players"]] == [
        (evaluation.player.name, evaluation.total, evaluation.rank, evaluation.rank == 1) for evaluation in game.present
    ]


def test_a_play_of_today_ends_at_the_time_of_finishing(as_owner, campaign):
    game = finished_game(campaign)
    moment = datetime(2026, 3, 2, 21, 15, 7, tzinfo=UTC)
    Game.objects.update(finished_at=moment, played_on=timezone.localdate(moment))
    assert play_of(as_owner.get(address("take_along", game)))["playDate"] == "2026-03-02 21:15:07"


def test_the_link_stays_short_enough_for_a_browser(as_owner, game):
    Player.objects.update(retired_at=None)
    for player in game.campaign.players.all():
        Player.objects.filter(pk=player.pk).update(name=f"{player.pk}".rjust(30, "Ж"))
    Game.objects.update(place="Ж" * 60, notes="Ж" * 2000)
    game.campaign.__class__.objects.update(name="Ж" * 60)
    page = Page(as_owner.get(address("take_along", game)))
    assert len(page.one("section[aria-labelledby=bg-stats] a").get("href")) < MOST_OF_A_LINK


# --- BoardGameGeek ----------------------------------------------------------------------------------------------------


def test_a_forum_post_names_the_winner_and_the_buildings_of_everybody(as_owner, game):
    text = Page(as_owner.get(address("take_along", game))).value("#post")
    ada, ben = game.by_rank
    assert "[thing=176396]Quadropolis[/thing]" in text
    assert f"1. Ada: [b]{ada.total} VP[/b] (Tower Blocks 3, Parks 2" in text
    assert f"2. Ben: [b]{ben.total} VP[/b]" in text
    assert "Absent: Cleo" in text
    assert "Köln" in text


def test_names_and_notes_make_no_markup_in_a_post(as_owner, game):
    Player.objects.filter(name="Ada").update(name="[url=x]Ada[/url]")
    Game.objects.update(notes="a [b]bold[/b] evening")
    text = Page(as_owner.get(address("take_along", game))).value("#post")
    assert "(url=x)Ada(/url)" in text
    assert "[q]a (b)bold(/b) evening[/q]" in text


# --- Spreadsheet ------------------------------------------------------------------------------------------------------


def table_of(response, separator=","):
    return read_table(response.getvalue(), separator)


def read_table(text, separator=","):
    head, *rows = csv.reader(StringIO(text.decode("utf-8-sig")), delimiter=separator)
    return [dict(zip(head, row, strict=False)) for row in rows]


def test_the_spreadsheet_has_a_row_for_each_entry_of_the_log(as_owner, campaign, game):
    response = as_owner.get(reverse("log_csv", args=[campaign.public_id]))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = response.getvalue()
    assert text.startswith(b"\xef\xbb\xbf")
    ada, _ben, cleo = read_table(text)
    assert (ada["Player"], ada["Rank"], ada["VP"], ada["Place"]) == ("Ada", "1", str(game.by_rank[0].total), "Köln")
    assert (ada["Date"], ada["City"]) == ("2026-05-01", "T2P--/----/----/---- 0i2e")
    assert ada["Tower Blocks"] == "3"
    assert (cleo["Player"], cleo["Rank"]) == ("Cleo", "absent")


def test_a_note_is_in_one_row_per_game(as_owner, campaign):
    for note in ("Rain", "Snow"):
        finished_game(campaign, notes=note)
    rows = table_of(as_owner.get(reverse("log_csv", args=[campaign.public_id])))
    assert [row["Note"] for row in rows] == ["Rain", "", "", "Snow", "", ""]


BEGIN_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
SEPARATORS = (",", ";", "\t", "|", ":", " ", "/", "_", '"', "\n", "^", "~", "!", "»")


@pytest.mark.parametrize("first", sweep(BEGIN_A_FORMULA))
def test_no_cell_is_a_formula(as_owner, campaign, game, first):
    Player.objects.filter(name="Ada").update(name=f"{first}1+1")
    Game.objects.update(notes=f"{first}cmd|' /C calc'!A0", place=f"{first}A1")
    for row in table_of(as_owner.get(reverse("log_csv", args=[campaign.public_id]))):
        for cell in row.values():
            assert cell[:1] not in {*BEGIN_A_FORMULA} - {"-"}
            assert not cell.startswith("-") or int(cell) < 0


def test_no_cell_is_a_formula_whatever_a_program_takes_for_the_separator(campaign, game):
    formulas = tuple(f"{sign}1(1)" for sign in BEGIN_A_FORMULA if sign.strip())
    between = [(one + other).strip(" ") or " " for one in SEPARATORS for other in ("", '"', "\t")]
    Game.objects.update(
        notes="\n".join(f"x{sign}{formula}" for sign in between for formula in formulas), place="x;=1(1)"
    )
    Player.objects.filter(name="Ada").update(name="x|+1(1)")
    log = "".join(log_as_csv(campaign))
    assert log.count("1(1)") > len(between) * len(formulas)
    for separator in SEPARATORS:
        # Read the file like a program that ignores quotation marks, and like a program that understands them.
        rows = [log.split(separator)]
        if separator not in '"\n':
            rows += csv.reader(StringIO(log), delimiter=separator)
        assert [cell for row in rows for cell in row if cell.strip(' \t"').startswith(formulas)] == [], separator


def test_names_and_notes_are_unchanged_in_the_table(as_owner, campaign, game):
    Game.objects.update(notes="Jean-Luc won; 3+4 VP, a=b: ада-бен")
    row = table_of(as_owner.get(reverse("log_csv", args=[campaign.public_id])))[0]
    assert row["Note"] == "Jean-Luc won; 3+4 VP, a=b: ада-бен"


def test_the_column_heads_are_in_the_readers_language(as_owner, campaign, game):
    response = as_owner.get(reverse("log_csv", args=[campaign.public_id]), headers={"accept-language": "ru"})
    with translation.override("ru"):
        assert translation.gettext("Player") in table_of(response, ";")[0]


LANGUAGES = ("en", "de", "ru")


def csv_of(as_owner, campaign, language, kind=""):
    address = reverse("log_csv", args=[campaign.public_id])
    response = as_owner.get(address, {"for": kind}, headers={"accept-language": language})
    return response.getvalue().decode("utf-8-sig")


def test_a_spreadsheet_program_in_the_readers_language_finds_the_columns(as_owner, campaign, game):
    for language, separator in (("en", ","), ("de", ";"), ("ru", ";")):
        head = csv_of(as_owner, campaign, language).splitlines()[0]
        assert head.count(separator) > 20, language
        for kind, chosen in (("comma", ","), ("semicolon", ";")):
            assert csv_of(as_owner, campaign, language, kind).splitlines()[0] == head.replace(separator, chosen)


def test_no_two_columns_have_the_same_name(as_owner, campaign, game):
    for language in LANGUAGES:
        reader = csv.DictReader(StringIO(csv_of(as_owner, campaign, language, "comma")))
        assert len(set(reader.fieldnames)) == len(reader.fieldnames) == len(next(reader)), language


def test_scripts_get_the_same_file_in_every_language(as_owner, campaign, game):
    first, *others = [csv_of(as_owner, campaign, language, "programs") for language in LANGUAGES]
    assert others == [first, first]
    ada = next(csv.DictReader(StringIO(first)))
    found = [ada[name] for name in ("mission", "date", "counts", "player", "vp", "vp_tower_block", "vp_mission")]
    assert found == ["1", "2026-05-01", "yes", "Ada", str(game.by_rank[0].total), "3", "0"]


def workbook_of(response):
    """Return a workbook's cells, row by row, as (type of the cell, text or number)."""
    space = {"s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    with ZipFile(BytesIO(response.getvalue())) as parts:
        texts = [
            "".join(item.itertext()) for item in etree.fromstring(parts.read("xl/sharedStrings.xml")).iter("{*}si")
        ]
        sheet = etree.fromstring(parts.read("xl/worksheets/sheet1.xml"))
    assert not sheet.xpath("//s:f", namespaces=space)  # no formula
    return [
        [
            texts[int(cell[0].text)]
            if cell.get("t") == "s"
            else "".join(cell.itertext())
            if cell.get("t") == "inlineStr"
            else float(cell[0].text)
            for cell in row
        ]
        for row in sheet.iter("{*}row")
    ]


def test_the_workbook_has_texts_numbers_and_dates(as_owner, campaign, game):
    Player.objects.filter(name="Ada").update(name="=1+1")
    head, ada, *_others = workbook_of(as_owner.get(reverse("log_xlsx", args=[campaign.public_id])))
    row = dict(zip(head, ada, strict=False))
    assert (row["Player"], row["VP"], row["Place"]) == ("=1+1", game.by_rank[0].total, "Köln")
    assert row["Date"] == (date(2026, 5, 1) - date(1899, 12, 30)).days  # how workbooks count days


# --- Picture ----------------------------------------------------------------------------------------------------------


def test_the_card_is_a_picture_of_the_size_that_chats_show(as_owner, game):
    response = as_owner.get(address("card_png", game))
    assert response.headers["Content-Type"] == "image/png"
    assert picture(response).size == (WIDTH, HEIGHT) == (1200, 630)


def test_the_card_as_svg_has_the_same_text_and_no_script(as_owner, game):
    Player.objects.filter(name="Ben").update(name="<script>Ben&")
    root = etree.fromstring(as_owner.get(address("card_svg", game)).content)
    said = [text.text for text in root.iter("{*}text")]
    assert "Ada wins with 5 VP" in said
    assert "<script>Ben&" in said
    assert {element.tag.split("}")[1] for element in root.iter()} == {"svg", "title", "rect", "text", "path"}


def test_the_picture_shows_every_city_and_a_bar_for_each_like_the_poster(game):
    result = GameResult.of(Game.objects.for_evening().get(pk=game.pk))
    shapes = card(result).shapes
    cities = [entry.evaluation.as_city for entry in result.entries]
    assert len(cities) > 1
    buildings = [building for city in cities for building in city.squares if building]
    assert sum(isinstance(shape, Icon) for shape in shapes) == len(buildings)
    said = [shape.text for shape in shapes if isinstance(shape, Words)]
    for entry in result.entries:
        assert said.count(signed(entry.total)) >= 2  # below the city, and beside the bar


@pytest.mark.parametrize("name", sweep(["Ж" * 30, "W" * 30, "👑" * 30, "漢字", " "], quick=2))
def test_a_card_has_every_name(game, name):
    Player.objects.filter(name="Ada").update(name=name)
    result = GameResult.of(Game.objects.for_evening().get(pk=game.pk))
    for shape in card(result).shapes:
        if isinstance(shape, Words):
            left = {"start": 0, "middle": shape.width / 2, "end": shape.width}[shape.anchor]
            assert shape.x - left >= 0
            assert shape.x - left + shape.width <= WIDTH
    assert card(result).as_png()


def test_the_font_has_letters_of_three_languages():
    boxes = {Words(0, 40, letter, 40, "#000000").width for letter in "iЖШЁ"}
    assert len(boxes) >= 3  # letters that the font lacks would all have the same width


def test_a_card_of_a_score_pad_has_no_city(campaign):
    game = finished_game(campaign, cities=[{"shop": "7"}] * 3)
    assert card(GameResult.of(Game.objects.for_evening().get(pk=game.pk))).as_png()


def test_an_open_game_has_no_card(as_owner, campaign):
    for name in ("card_png", "card_svg"):
        assert as_owner.get(address(name, open_game(campaign))).status_code == 404, name


def test_an_open_game_has_no_exports_yet(as_owner, campaign):
    game = open_game(campaign)
    assert as_owner.get(address("take_along", game)).headers["Location"] == game.get_absolute_url()


# --- View-only link ---------------------------------------------------------------------------------------------------


@pytest.fixture
def link(campaign):
    return ShareLink.renew(campaign, ShareLink.LinkRole.LOOK)


def test_a_chat_shows_the_card_of_an_address_that_holds_the_link(client, game, link):
    page = client.get(by_link("shown_result", link, game.pk))
    tags = {tag.get("property"): tag.get("content") for tag in Page(page).all("meta[property]")}
    assert tags["og:title"] == "Ada wins with 5 VP · 1. A New Beginning"
    # a program requests the picture without a cookie
    assert picture(client.__class__().get(tags["og:image"])).size == (1200, 630)


def test_opening_the_address_of_the_card_gives_access_to_the_game(client, game, link):
    client.get(by_link("shown_result", link, game.pk))
    assert client.get(game.get_absolute_url()).status_code == 200


def test_the_owner_sees_the_address_of_the_card_once_there_is_a_link(as_owner, game):
    assert not Page(as_owner.get(address("take_along", game))).has("#shown")
    link = ShareLink.renew(game.campaign, ShareLink.LinkRole.LOOK)
    shown = Page(as_owner.get(address("take_along", game))).value("#shown")
    assert shown.endswith(by_link("shown_result", link, game.pk))


def test_only_the_owner_sees_the_address_of_the_card(client, game, link):
    client.get(by_link("join", link))
    assert not Page(client.get(address("take_along", game))).has("#shown")


@pytest.mark.parametrize("name", sweep(["shown_result", "shown_card", "evenings"], quick=1))
def test_a_withdrawn_link_or_a_table_link_shows_no_card(client, game, link, name):
    table = ShareLink.renew(game.campaign, ShareLink.LinkRole.SCORE)
    more = [] if name == "evenings" else [game.pk]
    assert client.get(by_link(name, link, *more)).status_code == 200
    assert client.get(by_link(name, table, *more)).status_code == 404
    ShareLink.withdraw(game.campaign, ShareLink.LinkRole.LOOK)
    assert client.get(by_link(name, link, *more)).status_code == 404


def test_a_link_shows_neither_open_games_nor_games_of_another_campaign(client, link, campaign):
    for name in ("shown_result", "shown_card"):
        assert client.get(by_link(name, link, finished_game().pk)).status_code == 404, name
        assert client.get(by_link(name, link, open_game(campaign).pk)).status_code == 404, name


# --- Planned evenings -------------------------------------------------------------------------------------------------


def days_ahead(days):
    return timezone.localdate() + timedelta(days=days)


def events(response):
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(response.content).walk("VEVENT"))


def test_the_calendar_has_all_future_evenings_in_order(client, campaign, link):
    open_game(campaign, 3, played_on=days_ahead(14))
    open_game(campaign, 2, played_on=days_ahead(7), place="Köln; bei Jürgen, oben", notes="Bring cake")
    open_game(campaign, 4, played_on=days_ahead(-1))
    finished_game(campaign)
    first, second = events(client.get(by_link("evenings", link)))
    assert (first["dtstart"].dt, second["dtstart"].dt) == (days_ahead(7), days_ahead(14))
    assert str(first["location"]) == "Köln; bei Jürgen, oben"
    assert "mission 2" in str(first["summary"])
    assert "Ada, Ben, Cleo" in str(first["description"])
    assert "Bring cake" in str(first["description"])


def test_an_evening_keeps_its_entry_when_its_day_changes(client, campaign, link):
    game = open_game(campaign, played_on=days_ahead(7))
    Game.history.update(history_date=timezone.now() - timedelta(hours=1))
    (before,) = events(client.get(by_link("evenings", link)))
    game.annotate(played_on=days_ahead(8), place="", notes="")
    (after,) = events(client.get(by_link("evenings", link)))
    assert (after["uid"], after["dtstart"].dt) == (before["uid"], days_ahead(8))
    assert after["sequence"] > before["sequence"]
    assert after["dtstamp"].dt > before["dtstamp"].dt


def test_the_calendar_has_the_name_of_the_campaign_in_one_piece(client, campaign, link):
    campaign.__class__.objects.update(name="River, Town; and Hills")
    answer = client.get(by_link("evenings", link)).content.decode()
    assert "X-WR-CALNAME:River\\, Town\\; and Hills\r\n" in answer


@pytest.mark.parametrize("games", [1, 20])
def test_the_calendar_takes_as_many_queries_for_any_number_of_evenings(
    client, campaign, link, games, django_assert_num_queries
):
    for number in range(games):
        open_game(campaign, number % 10 + 1, played_on=days_ahead(number))
    with django_assert_num_queries(5):
        client.get(by_link("evenings", link))


def test_the_calendar_is_in_the_language_of_the_campaign(client, campaign, link):
    open_game(campaign, played_on=days_ahead(1))
    campaign.__class__.objects.update(language="de")
    with translation.override("de"):
        title = translation.gettext("%(game)s, mission %(number)s: %(title)s").partition("%(number)s")[0][-8:]
    assert title in str(events(client.get(by_link("evenings", link)))[0]["summary"])


def test_the_owner_subscribes_on_the_page_of_links(as_owner, campaign, link):
    page = Page(as_owner.get(reverse("sharing", args=[campaign.public_id])))
    assert page.value("#calendar").endswith(by_link("evenings", link))
    assert any(address.startswith("webcal://") for address in page.each("#look a", "href"))


def test_one_evening_can_be_added_to_a_calendar_alone(as_owner, campaign):
    game = open_game(campaign, played_on=days_ahead(7))
    page = Page(as_owner.get(game.get_absolute_url()))
    assert address("evening", game) in page.each("#more a", "href")
    (event,) = events(as_owner.get(address("evening", game)))
    assert event["dtstart"].dt == days_ahead(7)


def test_a_planned_evening_does_not_count_as_an_open_game(as_owner, campaign):
    planned = open_game(campaign, 2, played_on=days_ahead(7))
    page = Page(as_owner.get(campaign.get_absolute_url()))
    day = " ".join(date_format(planned.played_on).split())  # without no-break spaces, as in `words`
    assert page.words("#next .bar__said") == f"{day} {planned.numbered_title}"
    begun = open_game(campaign, 1)
    assert campaign.__class__.objects.get(pk=campaign.pk).open_games == [begun, planned]


def test_an_evening_can_be_planned_two_years_ahead_and_no_more(as_owner, campaign):
    here = [player.pk for player in campaign.players.all()]
    values = {"mission": "1", "here": here, "counts": "on"}
    new = reverse("new_game", args=[campaign.public_id])
    assert as_owner.post(new, values | {"played_on": days_ahead(730).isoformat()}).status_code == 302
    refused = as_owner.post(new, values | {"mission": "2", "played_on": days_ahead(735).isoformat()})
    assert "Is the year right?" in Page(refused).words()


def test_the_day_of_a_finished_game_cannot_be_in_the_future(as_owner, campaign):
    game = played_game(campaign, played_on=days_ahead(7))
    assert Game.objects.get(pk=game.pk).played_on == timezone.localdate()
    values = {"played_on": days_ahead(7).isoformat(), "place": "", "notes": "", "version": game.version}
    page = as_owner.post(reverse("edit_game", args=[campaign.public_id, game.pk]), values)
    assert "This day has not come yet." in Page(page).words()


def test_pages_link_to_the_exports_of_a_game(as_owner, campaign, game):
    assert address("take_along", game) in Page(as_owner.get(game.get_absolute_url())).each("a", "href")
    log = Page(as_owner.get(reverse("log", args=[campaign.public_id]))).each("a", "href")
    assert reverse("log_xlsx", args=[campaign.public_id]) in log
    page = Page(as_owner.get(address("take_along", game))).each("a", "href")
    csv = reverse("log_csv", args=[campaign.public_id])
    assert {csv, *(f"{csv}?for={kind}" for kind in ("semicolon", "comma", "programs"))} <= {*page}


def test_each_building_of_the_picture_is_the_sites_drawing_inside_its_square():
    for kind in Kind:
        points = [point for stroke in strokes_of(kind.value) for line in stroke.lines for point in line]
        assert len(points) > 3, kind
        assert all(0 <= x <= ICON and 0 <= y <= ICON for x, y in points), kind


def test_the_points_of_a_circle_keep_their_distance_from_the_center():
    [line] = flatten("M12 4a8 8 0 0 1 0 16 8 8 0 0 1 0-16z")
    assert all(abs(math.dist(point, (12, 12)) - 8) < 0.01 for point in line)


@pytest.mark.parametrize(
    ("path", "middle"),
    [
        ("M0 0a1 1 0 0 1 1 1", (0.71, 0.29)),
        ("M0 0a1 1 0 0 0 1 1", (0.29, 0.71)),
        ("M0 0a1 1 0 1 1 1 1", (1.71, -0.71)),
    ],
    ids=["small and clockwise", "small and the other way", "large and clockwise"],
)
def test_an_arc_follows_its_flags(path, middle):
    [line] = flatten(path)
    assert math.dist(line[len(line) // 2], middle) < 0.01
