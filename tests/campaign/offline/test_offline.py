"""Test the site's data for phones that install it: its name, pages to fetch, and pages not to keep."""

import json
import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import storages
from django.urls import reverse

from campaign.offline import pages as offline
from campaign.web import release
from campaign.web.offline import KEEP
from scoring import MISSIONS
from tests.factories import finished_game
from tests.sweeps import sweep


def told(client):
    script = client.get(reverse("service_worker")).content.decode()
    return json.loads(re.search(r"= (\{.*\});\n", script)[1])


def test_the_service_worker_covers_the_whole_site_and_is_never_cached(client):
    answer = client.get(reverse("service_worker"))
    assert reverse("service_worker").count("/") == 1
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer.headers["Cache-Control"]
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("step", sweep([8, 1], quick=1))
def test_every_page_to_fetch_in_advance_exists_and_may_be_kept(client, step):
    kept = told(client)
    for address in kept["pages"][::step]:
        answer = client.get(address)
        assert (answer.status_code, answer.headers.get(kept["mark"])) == (200, "public"), address
    assert client.get(kept["offline"]).status_code == 200
    assert all(finders.find(address.removeprefix(f"/{settings.STATIC_URL.strip('/')}/")) for address in kept["files"])


def test_a_part_of_a_style_sheet_is_fetched_only_if_the_sheet_lacks_it(client, monkeypatch):
    def fetched():
        return {address.rpartition("/")[2].split(".")[0] for address in told(client)["files"]}

    assert {"site", "tokens"} <= fetched()
    monkeypatch.setattr(offline, "HashedStaticFilesStorage", type(storages["staticfiles"]))
    assert {"site", "tokens"} & fetched() == {"site"}


def test_each_mission_is_kept_for_every_number_of_players(client):
    pages = told(client)["pages"]
    assert all(f"/missions/{number}-{mission.slug}/?players=3" in pages for number, mission in MISSIONS.items())


def test_another_language_has_another_edition(client):
    editions = {told(client)["edition"]}
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    editions.add(told(client)["edition"])
    assert len(editions) == 2


def test_another_release_has_another_edition(client, tmp_path, monkeypatch):
    before = told(client)["edition"]
    (tmp_path / "page.html").write_text("new")
    monkeypatch.setattr(release, "SOURCES", (tmp_path,))
    release.release.cache_clear()
    assert told(client)["edition"] != before
    release.release.cache_clear()


def test_the_readers_own_campaign_is_kept_on_a_shelf_of_its_own_and_never_fetched_beforehand(as_owner, campaign):
    game = finished_game(campaign)
    shelf = f"own {whose(as_owner.get(campaign.get_absolute_url()))}"
    for name in ("campaign", "standings", "log", "game"):
        address = reverse(name, args=[campaign.public_id, *([game.pk] if name == "game" else [])])
        assert as_owner.get(address).headers[KEEP] == shelf, name
        assert address not in told(as_owner)["pages"], name


def test_the_calculator_may_be_kept_with_the_files_that_read_a_photo(client):
    address = reverse("calculator")
    assert KEEP in client.get(address).headers
    assert address in told(client)["pages"]
    assert any(file.endswith("parameters.json") for file in told(client)["files"])


def test_other_pages_of_a_campaign_are_not_kept(as_owner, campaign):
    for name in ("election", "sharing", "campaign_settings", "new_game"):
        assert KEEP not in as_owner.get(reverse(name, args=[campaign.public_id])).headers, name


def test_who_logs_out_leaves_nothing_on_the_device(as_owner):
    assert as_owner.post(reverse("logout"), {"really": "1"}).headers["Clear-Site-Data"] == '"cache", "storage"'


def whose(response):
    """Return the pseudonym that a response tells the scripts; None if it tells nothing new."""
    return response.cookies["whose"].value if "whose" in response.cookies else None


def test_scripts_learn_whose_session_it_is(client, owner, stranger, campaign):
    address = campaign.get_absolute_url()
    pseudonyms = []
    for user in (owner, stranger, owner):
        client.force_login(user)
        pseudonyms.append(whose(client.get(address)))
        assert whose(client.get(address)) is None
    assert pseudonyms[0] == pseudonyms[2] != pseudonyms[1]
    left = client.post(reverse("logout"), {"really": "1"})
    assert whose(left) == "nobody"
    assert not left.cookies["whose"]["httponly"]


def test_a_page_that_needs_no_session_tells_nothing_about_it(client):
    assert whose(client.get(reverse("rules"))) is None


def test_no_page_of_a_person_may_be_kept(as_owner):
    for name in ("home", "account", "new_campaign", "login"):
        assert KEEP not in as_owner.get(reverse(name)).headers, name


def test_a_page_with_a_one_time_message_is_not_kept(as_owner, campaign):
    as_owner.post(reverse("campaign_settings", args=[campaign.public_id]))
    as_owner.post(reverse("delete_campaign", args=[campaign.public_id]), {"name": campaign.name})
    answers = [as_owner.get(reverse("missions")) for _visit in range(2)]
    assert b'class="alert' in answers[0].content
    assert [KEEP in answer.headers for answer in answers] == [False, True]


def test_a_part_of_a_page_is_not_kept(client):
    answer = client.get("/rules/?q=park", headers={"HX-Request": "true", "HX-Target": "results"})
    assert KEEP not in answer.headers


def test_the_manifest_speaks_the_readers_language_and_names_icons_that_exist(client):
    english = client.get(reverse("manifest")).json()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    german = client.get(reverse("manifest")).json()
    assert (english["lang"], german["lang"]) == ("en", "de")
    assert {icon.get("purpose", "any") for icon in english["icons"]} == {"any", "maskable"}
    assert all(finders.find(icon["src"].removeprefix("/static/")) for icon in english["icons"])
    assert re.fullmatch("#[0-9a-f]{6}", english["theme_color"])
    assert all(client.get(shortcut["url"]).status_code == 200 for shortcut in english["shortcuts"])
