"""A campaign's file: all of it comes back, and what is no such file is refused with a sentence and changes nothing."""

import copy
import json
import time

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse

from campaign.demo.sample import fill
from campaign.models import Campaign, Evaluation, Game, Player, Tick, User
from campaign.models.history import Action
from campaign.transfer import RefusedError, as_text, columns, exported, import_campaign, importing, upgrades
from campaign.transfer.importing import LARGEST_FILE
from scoring import City
from tests.factories import (
    CLASSIC_CITY,
    EXPERT_CITY,
    CampaignFactory,
    UserFactory,
    enter,
    finished_game,
    open_game,
)
from tests.pages import Page

pytestmark = pytest.mark.django_db
IMPORT = "/campaigns/import/"


def play(campaign, member):
    """A bit of everything: finished twice, open, absent, on paper, by hand, noted, ticked, undone."""
    finished_game(campaign, 1, absent=["Cleo"], notes="<b>Rain</b>\nand 'tea' \N{SNOWMAN}", place="At Ben's")
    finished_game(campaign, 1)
    finished_game(campaign, 4)
    game = open_game(campaign, 2, first_player=campaign.players.get(name="Ben"))
    ada, ben, _cleo = game.present
    enter(ada)
    ada.record(City.parse(f"{CLASSIC_CITY} +4+./e.++/..../...."), version=ada.version, action=Action("by_hand", "k3y"))
    ben.record_pad({"tower_block": "3+6", "inhabitants_on_buildings": "7"}, version=ben.version)
    record = ada.history.first()
    record.history_user = member
    record.save()
    Tick.objects.create(game=game, step="board")
    campaign.players.filter(name="Cleo").update(colour="purple", retired_at=campaign.created)
    return campaign


@pytest.fixture
def played(campaign, member):
    return play(campaign, member)


@pytest.fixture(scope="module")
def text(django_db_setup, django_db_blocker):
    """The file of a campaign that was played elsewhere: made once, and nothing of it is stored here."""
    with django_db_blocker.unblock(), transaction.atomic():
        campaign, member = CampaignFactory(name="River Town"), UserFactory(username="member")
        campaign.players.filter(name="Ben").update(account=member)
        text = as_text(exported(play(campaign, member)))
        transaction.set_rollback(True)
    return text


@pytest.fixture
def file(text):
    return json.loads(text)


def without_date(file):
    return {name: value for name, value in file.items() if name != "exported_at"}


def text_of(file):
    return json.dumps(file).encode()


# There and back


def test_a_campaign_comes_back_equal(played, stranger):
    file = exported(played)
    copied = import_campaign(as_text(file).encode(), stranger)
    assert copied.owner == stranger
    assert copied.public_id != played.public_id
    assert without_date(exported(copied)) == without_date(file)


@pytest.mark.slow
def test_the_demo_campaigns_come_back_equal_field_by_field(stranger):
    elsewhere = {"id", "public_id", "owner", "campaign", "game", "player", "first_player", "account"}
    elsewhere |= {"history_id", "history_user", "history_relation"}
    campaigns = list(fill().campaigns.all())
    assert len(campaigns) == 2
    for campaign in campaigns:
        copied = import_campaign(as_text(exported(campaign)).encode(), stranger)
        for model in (Campaign, Player, Game, Evaluation, Campaign.history.model, Player.history.model,
                      Game.history.model, Evaluation.history.model):  # fmt: skip
            apart = elsewhere | ({"version"} if model is Campaign else set())  # counts the changes of settings here
            names = [field.name for field in model._meta.concrete_fields if field.name not in apart]
            ours, theirs = (rows_of(model, each).values_list(*names) for each in (campaign, copied))
            assert list(ours) == list(theirs), model
            assert len(ours) > 0


def rows_of(model, campaign):
    rows = model.objects.order_by("id", model._meta.pk.name)
    name = model._meta.model_name.removeprefix("historical")
    if name == "campaign":
        return rows.filter(id=campaign.pk)
    if name == "evaluation":
        return rows.filter(game_id__in=campaign.games.values("pk"))
    return rows.filter(campaign_id=campaign.pk)


def test_the_history_names_people_and_no_accounts(played, member):
    file = exported(played)
    text = as_text(file)
    entry = file["games"][3]["evaluations"][0]
    assert entry["history"][-1]["by"] == "Ben"
    assert (entry["history"][-1]["action"], entry["history"][-1]["key"]) == ("by_hand", "k3y")
    assert "member" not in text
    assert member.password not in text
    assert played.public_id not in text


def test_names_of_people_elsewhere_stand_in_the_history_page(client, file):
    owner = User.objects.create_user("new")
    copied = import_campaign(text_of(file), owner)
    client.force_login(owner)
    game = copied.games.order_by("pk").last()
    assert "Ben" in client.get(reverse("game_history", args=[copied.public_id, game.pk])).content.decode()


def test_what_was_done_elsewhere_can_be_undone_here(file, client):
    owner = User.objects.create_user("new")
    copied = import_campaign(text_of(file), owner)
    client.force_login(owner)
    evaluation = copied.open_game.present[0]
    values = {"do": "undo", "version": evaluation.version}
    assert client.post(evaluation.get_absolute_url(), values).status_code == 302
    evaluation.refresh_from_db()
    assert (evaluation.city, evaluation.allocation) == (CLASSIC_CITY, "")


@pytest.mark.parametrize("model", [Campaign, Player, Game, Evaluation])
def test_every_column_is_in_the_file_or_left_out_for_a_reason(model):
    name = model._meta.model_name
    written, here = set(getattr(columns, name.upper())), {field.name for field in model._meta.concrete_fields}
    assert written <= here
    assert here - written <= columns.LEFT_OUT[name]


def test_every_model_is_in_the_file_or_left_out_for_a_reason():
    elsewhere = {"user", "sharelink", "submission", "counter", "analysis", "sameperson"}
    names = {model._meta.model_name for model in apps.get_app_config("campaign").get_models()}
    assert {name for name in names if not name.startswith("historical")} - elsewhere == {
        "campaign", "player", "game", "evaluation", "tick"
    }  # fmt: skip


def test_an_export_takes_ten_queries_at_most(played, django_assert_max_num_queries):
    with django_assert_max_num_queries(10):
        exported(Campaign.objects.get(pk=played.pk))


# Formats


def test_a_file_of_an_older_format_is_upgraded(file, owner, monkeypatch):
    def upgraded(old):
        old["campaign"]["name"] = old["campaign"].pop("title")
        return old

    old = in_format_1(file) | {"format": 0}
    old["campaign"]["title"] = old["campaign"].pop("name")
    monkeypatch.setitem(upgrades.UPGRADES, 0, upgraded)
    assert without_date(exported(import_campaign(text_of(old), owner))) == without_date(file)


def in_format_1(file):
    """The file as it was written when every record said `why`."""
    old = copy.deepcopy(file) | {"format": 1}
    entries = [entry for game in old["games"] for entry in game["evaluations"]]
    for thing in (old["campaign"], *old["players"], *old["games"], *entries):
        for record in thing["history"]:
            how = [record.pop(name, "") for name in ("action", "key", "by_link")]
            record["why"] = " ".join(filter(None, how[:2])) or None
    return old


def test_a_file_of_format_1_is_read_with_its_actions_and_keys(file, owner):
    assert without_date(exported(import_campaign(text_of(in_format_1(file)), owner))) == without_date(file)


@pytest.mark.parametrize("why", [7, ["undo"], {"undo": 1}])
def test_a_why_of_format_1_that_is_no_text_is_refused(file, owner, why):
    old = in_format_1(file)
    old["games"][0]["evaluations"][0]["history"][0]["why"] = why
    assert "format 1" in refusal(text_of(old), owner)


def test_a_file_that_is_not_what_its_old_format_says_is_refused(file, owner, monkeypatch):
    monkeypatch.setitem(upgrades.UPGRADES, 0, lambda old: old["nothing of the kind"])
    assert "format 0" in refusal(text_of(file | {"format": 0}), owner)


def test_a_newer_format_is_refused_with_what_to_do(file, owner):
    assert "update this one first" in refusal(text_of(file | {"format": columns.FORMAT + 1}), owner)


def test_there_never_was_a_format_0(file, owner):
    assert "does not exist" in refusal(text_of(file | {"format": 0}), owner)


def test_an_unknown_engine_edition_is_refused(file, owner):
    file["games"][0]["rules_stamp"] = "edition=99 mission=1"
    assert "rules_stamp" in refusal(text_of(file), owner)


# Hostile files


def counted():
    return [model.objects.count() for model in apps.get_app_config("campaign").get_models()]


def refusal(raw, owner):
    before = counted()
    with pytest.raises(RefusedError) as refused:
        import_campaign(raw, owner)
    assert counted() == before
    return str(refused.value)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\xff\xfe",
        b"null",
        b"[]",
        b"{}",
        b'{"format": 1}',
        b'{"format": "1"}',
        b'{"format": true}',
        b'{"format": 1e400}',
        b'{"format": NaN}',
        b"[" * 1_000_000,
        b'{"format": ' + b"9" * 10_000 + b"}",
        b'{"format": 1, "a": ' + b'{"a":' * 100_000,
    ],
    ids=range(13),
)
def test_what_is_no_campaign_is_refused(raw, owner):
    assert refusal(raw, owner)


def test_a_file_over_the_limit_is_refused_before_it_is_parsed(owner):
    assert "too large" in refusal(b" " * (LARGEST_FILE + 1), owner)


def test_a_contradiction_that_the_database_finds_is_said_on_the_page(as_owner, file, monkeypatch):
    monkeypatch.setattr(importing.CampaignFile, "_check_players", lambda _self: None)
    file["players"][1]["colour"] = "blue"
    response = as_owner.post(IMPORT, {"file": SimpleUploadedFile("river.json", text_of(file))})
    assert "The file contradicts itself" in Page(response).words()


def test_a_file_cut_off_anywhere_is_refused(file, owner):
    raw = as_text(file).encode()
    for end in range(0, len(raw) - 2, max(1, len(raw) // 60)):
        assert refusal(raw[:end], owner)


def at(file, path):
    """The object that the last name of a path is in."""
    for name in path[:-1]:
        file = file[name]
    return file


CITY = ("games", 1, "evaluations", 0)
WRONG = [
    (("exported_at",), "today"),
    (("made_by",), None),
    (("campaign", "name"), ""),
    (("campaign", "name"), "x" * 61),
    (("campaign", "name"), 7),
    (("campaign", "name"), "\ud800"),
    (("campaign", "name"), "a\x00b"),
    (("campaign", "name"), "\x1b[2J"),
    (("campaign", "language"), "xx"),
    (("campaign", "language"), ["en"]),
    (("campaign", "created"), "yesterday"),
    (("campaign", "created"), "2026-01-01T00:00:00"),
    (("campaign", "created"), 0),
    (("campaign", "tiebreak_mission"), 11),
    (("campaign", "harbor_workers"), "yes"),
    (("campaign", "owner"), 1),
    (("campaign",), []),
    (("players",), {}),
    (("players",), []),
    (("players", 0, "colour"), "mauve"),
    (("players", 1, "colour"), "blue"),
    (("players", 1, "name"), "ADA"),
    (("players", 0, "position"), -1),
    (("players", 0, "retired_at"), "2026-01-01T00:00:00Z"),
    (("players", 0, "history"), {}),
    (("players", 0, "history", 0, "kind"), "?"),
    (("players", 0, "history", 0, "changed"), {}),
    (("players", 0, "history", 0, "by"), 5),
    (("games",), None),
    (("games", 0, "mission"), 11),
    (("games", 0, "mission"), 2),
    (("games", 0, "mission"), 1.0),
    (("games", 0, "mission"), True),
    (("games", 0, "played_on"), "2026-02-30"),
    (("games", 0, "first_player"), 3),
    (("games", 0, "first_player"), -1),
    (("games", 0, "counts"), True),
    (("games", 0, "state"), "open"),
    (("games", 0, "rules_stamp"), ""),
    (("games", 0, "rules_stamp"), "edition=1 mission=2"),
    (("games", 0, "rules_stamp"), "edition=one mission=1"),
    (("games", 0, "rules_stamp"), "edition=1 mission=11"),
    (("games", 0, "rules_stamp"), "edition=1 mission=1 dice=1"),
    (("games", 0, "history", 0, "changed"), "a text"),
    (("players", 0, "counts"), False),
    (("games", 0, "version"), 2**31),
    (("games", 0, "finished_at"), None),
    (("games", 0, "ticks"), ["a", "a"]),
    (("games", 0, "evaluations"), []),
    (("games", 0, "evaluations", 0, "player"), 9),
    (("games", 0, "evaluations", 0, "player"), 1),
    (("games", 1, "evaluations", 0, "seat"), 2),
    (("games", 1, "evaluations", 0, "seat"), 5),
    (("games", 0, "evaluations", 0, "seat"), 3),
    (("games", 0, "evaluations", 0, "city"), CLASSIC_CITY),
    ((*CITY, "absent"), True),
    ((*CITY, "city"), EXPERT_CITY),
    ((*CITY, "city"), "T5---/----/----/---- 1i1e"),
    ((*CITY, "city"), "T1---/----/----/---- 9999999999i1e"),
    ((*CITY, "city"), ""),
    ((*CITY, "allocation"), "++++/++++/++++/++++"),
    ((*CITY, "pad"), {"shop": "2"}),
    ((*CITY, "pad"), {"bank": "2"}),
    ((*CITY, "pad"), {"shop": "two"}),
    ((*CITY, "total"), None),
    ((*CITY, "total"), 99),
    ((*CITY, "rank"), None),
    ((*CITY, "rank"), 0),
    ((*CITY, "categories"), {"bank": 2}),
    ((*CITY, "categories"), None),
    ((*CITY, "history", 0, "changed", "city"), "nonsense"),
    (("games", 3, "evaluations", 0, "total"), 3),
    (("games", 3, "finished_at"), "2026-01-01T00:00:00Z"),
]


@pytest.mark.parametrize(("path", "value"), WRONG, ids=str)
def test_a_wrong_value_is_refused(file, owner, path, value):
    at(file, path)[path[-1]] = value
    assert refusal(text_of(file), owner).endswith(".")


# An owner may be missing, and a record of the history says only what changed.
NEEDED = {path for path, _value in WRONG if path[-1] != "owner" and path[-2:] != ("changed", "city")}


@pytest.mark.parametrize("path", sorted(NEEDED, key=str), ids=str)
def test_a_missing_value_is_refused(file, owner, path):
    del at(file, path)[path[-1]]
    assert refusal(text_of(file), owner)


def test_a_million_games_are_refused_at_once(file, owner):
    file["games"] = [0] * 1_000_000
    start = time.monotonic()
    assert "1000000" in refusal(text_of(file), owner)
    assert time.monotonic() - start < 5


def test_no_file_has_more_records_than_the_site_takes(file, owner, settings):
    """Three things with a history of 101 changes each: none of them is long by itself."""
    settings.IMPORT_RECORDS = 300
    names = ["Ada", "Eve"] * 51
    renamed = [{"at": "2026-01-01T00:00:00Z", "kind": "~", "by": None, "changed": {"name": name}} for name in names]
    moved = [record | {"changed": {"place": record["changed"]["name"]}} for record in renamed]
    for thing, records in ((file["campaign"], renamed), (file["players"][1], renamed), (file["games"][0], moved)):
        thing["history"] += records[:101]
    assert refusal(text_of(file), owner).startswith("history: expected at most 300")


def test_a_contradiction_that_only_the_database_sees_changes_nothing(file, owner, monkeypatch):
    monkeypatch.setattr(importing.CampaignFile, "_check_players", lambda _self: None)
    file["players"][1]["colour"] = "blue"
    assert refusal(text_of(file), owner) == "The file contradicts itself, so nothing was imported."


# The pages


def test_the_owner_takes_the_file_and_brings_it_along(as_owner, played, owner):
    response = as_owner.get(reverse("export_campaign", args=[played.public_id]))
    assert response["Content-Disposition"].startswith('attachment; filename="river-town-')
    assert "no-store" in response["Cache-Control"]
    page = as_owner.post(IMPORT, {"file": SimpleUploadedFile("river.json", response.content)}, follow=True)
    assert owner.campaigns.filter(name="River Town").count() == 2
    assert "Campaign imported." in page.content.decode()


def test_a_file_sent_twice_makes_one_campaign(as_owner, file, owner):
    def sent(file):
        return as_owner.post(IMPORT, {"once": "k3y", "file": SimpleUploadedFile("river.json", text_of(file))}).url

    first = sent(file)
    assert sent(file) == first
    assert owner.campaigns.count() == 1
    assert sent(file | {"exported_at": "2026-01-01T00:00:00.5Z", "made_by": "a word of mine"}) != first
    assert sent(file | {"made_by": file["made_by"].upper()}) != first  # of the same size


def test_a_visitor_who_brings_a_file_becomes_a_guest(client, file):
    response = client.post(IMPORT, {"file": SimpleUploadedFile("river.json", text_of(file))})
    copied = Campaign.objects.order_by("pk").last()
    assert response["Location"] == copied.get_absolute_url()
    assert copied.owner.is_guest
    assert client.get(copied.get_absolute_url()).status_code == 200


def test_a_refused_file_makes_no_guest_and_says_why(client, file):
    file["campaign"]["language"] = "<script>alert(1)</script>"
    users = User.objects.count()
    response = client.post(IMPORT, {"file": SimpleUploadedFile("<script>.json", text_of(file))})
    assert response.status_code == 200
    assert User.objects.count() == users
    assert b"campaign.language" in response.content
    assert b"<script>alert" not in response.content
    assert b"<script>.json" not in response.content


def test_script_in_names_is_shown_as_the_text_it_is(client, file):
    file["campaign"]["name"] = file["players"][0]["name"] = "<script>alert(1)</script>"
    client.post(IMPORT, {"file": SimpleUploadedFile("river.json", text_of(file))})
    copied = Campaign.objects.order_by("pk").last()
    assert copied.name == "<script>alert(1)</script>"
    for name in ("campaign", "standings", "log", "campaign_settings"):
        assert b"<script>alert" not in client.get(reverse(name, args=[copied.public_id])).content


@pytest.mark.parametrize("size", [LARGEST_FILE + 1, 100 * 1024 * 1024], ids=["a byte too many", "100 MB"])
def test_a_large_file_is_not_even_kept(client, size):
    response = client.post(IMPORT, {"file": SimpleUploadedFile("big.json", bytes(size))})
    assert "at most 8 MB" in response.content.decode()


@pytest.mark.parametrize("data", [{}, {"file": SimpleUploadedFile("a.json", b"")}], ids=["no file", "an empty file"])
def test_a_file_that_is_none_is_explained(client, data):
    response = client.post(IMPORT, data)
    assert response.status_code == 200
    assert b"field--error" in response.content


def test_a_request_beyond_all_bounds_is_cut_off(client):
    response = client.generic("POST", IMPORT, b"x", content_type="multipart/form-data; boundary=x",
                              CONTENT_LENGTH=str(300 * 1024 * 1024))  # fmt: skip
    assert response.status_code == 400


def test_a_guest_who_saw_nothing_sees_no_export(client, played, member):
    client.force_login(member)
    assert client.get(reverse("export_campaign", args=[played.public_id])).status_code == 404
