"""Test that the file of a campaign restores the whole campaign."""

import json
import re
import shutil
from pathlib import Path

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaign.demo.sample import fill
from campaign.models import Campaign, Evaluation, Game, Player, User
from campaign.transfer import columns, exported, import_campaign
from campaign.transfer.importing import LARGEST_FILE
from campaign.web.uploads import LimitedUpload
from tests.campaign.transfer.conftest import IMPORT, refusal, text_of, without_date
from tests.factories import CLASSIC_CITY, many_finished_games, open_game
from tests.pages import Page
from tests.sweeps import sweep

# --- Export and import ------------------------------------------------------------------------------------------------


def test_a_campaign_is_imported_unchanged(played, stranger):
    file = exported(played)
    copied = import_campaign(json.dumps(file).encode(), stranger)
    assert copied.owner == stranger
    assert copied.public_id != played.public_id
    assert without_date(exported(copied)) == without_date(file)


@pytest.mark.slow
def test_the_demo_campaigns_are_imported_with_equal_fields(stranger):
    elsewhere = {"id", "public_id", "owner", "campaign", "game", "player", "first_player", "account"}
    elsewhere |= {"history_id", "history_user", "history_relation"}
    campaigns = list(fill().campaigns.all())
    assert len(campaigns) == 2
    for campaign in campaigns:
        copied = import_campaign(json.dumps(exported(campaign)).encode(), stranger)
        for model in (Campaign, Player, Game, Evaluation, Campaign.history.model, Player.history.model,
                      Game.history.model, Evaluation.history.model):  # fmt: skip
            # A campaign's version counts changes of its settings. The version of the copy starts anew.
            apart = elsewhere | ({"version"} if model is Campaign else set())
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
    text = json.dumps(file)
    entry = file["games"][3]["evaluations"][0]
    assert entry["history"][-1]["by"] == "Ben"
    assert (entry["history"][-1]["action"], entry["history"][-1]["key"]) == ("by_hand", "k3y")
    assert "member" not in text
    assert member.password not in text
    assert played.public_id not in text


def test_the_history_page_shows_names_from_another_installation(client, file):
    owner = User.objects.create_user("new")
    copied = import_campaign(text_of(file), owner)
    client.force_login(owner)
    game = copied.games.order_by("pk").last()
    assert "Ben" in client.get(reverse("game_history", args=[copied.public_id, game.pk])).content.decode()


def test_an_imported_change_can_be_undone(file, client):
    owner = User.objects.create_user("new")
    copied = import_campaign(text_of(file), owner)
    client.force_login(owner)
    evaluation = copied.open_game.present[0]
    values = {"do": "undo", "version": evaluation.version}
    assert client.post(evaluation.get_absolute_url(), values).status_code == 302
    evaluation.refresh_from_db()
    assert (evaluation.city, evaluation.allocation) == (CLASSIC_CITY, "")


@pytest.mark.parametrize("model", columns.COLUMNS)
def test_every_column_is_in_the_file_or_listed_as_left_out(model):
    written = {columns.field_of(model, name).name for name in columns.COLUMNS[model]}
    here = {field.name for field in model._meta.concrete_fields}
    assert written - here == set()
    assert here - written - columns.LEFT_OUT[model] == set(), "write it, or list it in LEFT_OUT of transfer/columns.py"


@pytest.mark.parametrize("model", columns.COLUMNS)
def test_every_column_is_described(model):
    described = set(re.findall(r"\w+", Path("docs/export.md").read_text(encoding="utf-8")))
    assert set(columns.COLUMNS[model]) - described == set(), "describe it in docs/export.md"


def test_every_model_is_in_the_file_or_listed_as_left_out():
    elsewhere = {"user", "sharelink", "submission", "counter", "job", "sameperson"}
    elsewhere |= {"sharedsum", "sharedgame"}
    names = {model._meta.model_name for model in apps.get_app_config("campaign").get_models()}
    assert {name for name in names if not name.startswith("historical")} - elsewhere == {
        "campaign", "player", "game", "evaluation", "tick"
    }  # fmt: skip


@pytest.mark.parametrize("games", [1, 20])
def test_an_export_takes_as_many_queries_for_any_number_of_games(campaign, games, django_assert_num_queries):
    many_finished_games(campaign, games)
    with django_assert_num_queries(15):
        exported(campaign)


# --- Formats ----------------------------------------------------------------------------------------------------------


def lacking(thing, name):
    """Return an exported file, or a part of it, without the columns that have this name."""
    if isinstance(thing, dict):
        return {key: lacking(value, name) for key, value in thing.items() if key != name}
    return [lacking(each, name) for each in thing] if isinstance(thing, list) else thing


MOMENTS = ("created", "played_on")  # the default of these columns is the present time
DEFAULTS = [
    (model, name)
    for model, names in columns.COLUMNS.items()
    for name in names
    if columns.field_of(model, name).null or columns.field_of(model, name).has_default()
    if name != "seat"  # every player at the table must have a seat
]
FIRST = dict(reversed(DEFAULTS))  # one column of each model; the quick tests try only these
DEFAULTS.sort(key=lambda column: FIRST[column[0]] != column[1])


@pytest.mark.parametrize(
    ("model", "name"), sweep(DEFAULTS, quick=len(FIRST)), ids=lambda part: getattr(part, "__name__", part)
)
def test_a_column_that_a_file_lacks_takes_the_default_of_its_model(campaign, stranger, model, name):
    open_game(campaign, 2)
    imported = import_campaign(text_of(lacking(exported(campaign), name)), stranger)
    field = columns.field_of(model, name)
    found = [getattr(row, field.name) for rows in (model, model.history.model) for row in rows_of(rows, imported)]
    default = field.get_default()
    assert found
    assert name in MOMENTS or all(value == default for value in found)


def test_a_newer_format_is_refused_with_advice(file, owner):
    assert "update this one first" in refusal(text_of(file | {"format": columns.FORMAT + 1}), owner)


def test_a_format_from_before_1_0_is_refused_with_the_commit_that_reads_it(file, owner):
    said = refusal(text_of(file | {"format": 3}), owner)
    assert said.startswith("This file has format 3, from before Cornerstone 1.0. Import it with the commit 2e2e4516")


def test_an_unknown_engine_edition_is_refused(file, owner):
    file["games"][0]["rules_stamp"] = "edition=99 mission=1"
    assert "rules_stamp" in refusal(text_of(file), owner)


# --- Downloads and uploads --------------------------------------------------------------------------------------------


def test_the_owner_takes_the_file_and_brings_it_along(as_owner, played, owner):
    response = as_owner.get(reverse("export_campaign", args=[played.public_id]))
    assert response["Content-Disposition"].startswith('attachment; filename="river-town-')
    assert "no-store" in response["Cache-Control"]
    page = as_owner.post(IMPORT, {"file": SimpleUploadedFile("river.json", response.getvalue())}, follow=True)
    assert owner.campaigns.filter(name="River Town").count() == 2
    assert "Campaign imported." in page.content.decode()


def test_a_file_sent_twice_makes_one_campaign(as_owner, file, owner):
    def sent(file):
        return as_owner.post(IMPORT, {"once": "k3y", "file": SimpleUploadedFile("river.json", text_of(file))}).url

    first = sent(file)
    assert sent(file) == first
    assert owner.campaigns.count() == 1
    assert sent(file | {"exported_at": "2026-01-01T00:00:00.5Z", "made_by": "a word of mine"}) != first
    assert sent(file | {"made_by": file["made_by"].upper()}) != first  # a different file of the same size


def test_a_visitor_who_imports_a_file_becomes_a_guest(client, file):
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


def test_script_in_names_is_shown_as_text(client, file):
    file["campaign"]["name"] = file["players"][0]["name"] = "<script>alert(1)</script>"
    client.post(IMPORT, {"file": SimpleUploadedFile("river.json", text_of(file))})
    copied = Campaign.objects.order_by("pk").last()
    assert copied.name == "<script>alert(1)</script>"
    for name in ("campaign", "standings", "log", "campaign_settings"):
        assert b"<script>alert" not in client.get(reverse(name, args=[copied.public_id])).content


def test_the_documented_proxy_lets_the_largest_file_through():
    megabytes = re.search(r"client_max_body_size ([0-9]+)m;", Path("docs/serving.md").read_text(encoding="utf-8"))
    assert int(megabytes[1]) * 1024 * 1024 > LARGEST_FILE


@pytest.mark.parametrize(
    "size",
    sweep([LARGEST_FILE + 1, 100 * 1024 * 1024], quick=1),
    ids=["a byte too many", "100 MB"],
)
def test_a_large_file_is_not_even_kept(client, size):
    response = client.post(IMPORT, {"file": SimpleUploadedFile("big.json", bytes(size))})
    assert "at most 16 MB" in response.content.decode()


def test_imports_leave_the_disk_room_for_games_whoever_sends_them(client, as_owner, campaign, file, settings):
    settings.IMPORT_LEAVES_BYTES = shutil.disk_usage(settings.DATA_DIR).total
    game, campaigns, users = open_game(campaign), Campaign.everything.count(), User.objects.count()
    for browser in (client, as_owner):
        response = browser.post(IMPORT, {"file": SimpleUploadedFile("river.json", text_of(file))})
        assert response.status_code == 507
        assert "no room left for imports" in Page(response).words(".alert")
    assert (Campaign.everything.count(), User.objects.count()) == (campaigns, users)
    evaluation = game.evaluations.first()
    sent = {"do": "paste", "city": CLASSIC_CITY, "version": evaluation.version}
    as_owner.post(evaluation.get_absolute_url(), sent)
    evaluation.refresh_from_db()
    assert evaluation.city == CLASSIC_CITY
    settings.IMPORT_LEAVES_BYTES = 0
    assert client.post(IMPORT, {"file": SimpleUploadedFile("river.json", text_of(file))}).status_code == 302


def test_of_a_file_that_is_too_large_nothing_is_held():
    upload = LimitedUpload()
    upload.new_file("file", "big.json", "application/json", LARGEST_FILE + 1)
    upload.receive_data_chunk(b"x" * LARGEST_FILE, 0)
    upload.receive_data_chunk(b"x", LARGEST_FILE)
    file = upload.file_complete(LARGEST_FILE + 1)
    assert (file.size, file.read()) == (LARGEST_FILE + 1, b"")


def test_a_missing_or_empty_file_is_explained(client):
    for data in ({}, {"file": SimpleUploadedFile("a.json", b"")}):
        response = client.post(IMPORT, data)
        assert response.status_code == 200, data
        assert b"field--error" in response.content, data


def test_a_request_far_too_large_is_refused_at_once(client):
    response = client.generic("POST", IMPORT, b"x", content_type="multipart/form-data; boundary=x",
                              CONTENT_LENGTH=str(300 * 1024 * 1024))  # fmt: skip
    assert response.status_code == 400
