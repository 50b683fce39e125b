"""Test how a composed mission gets into a campaign's programme, and what the programme's page says about it."""

from django.urls import reverse

from campaign.models import Campaign
from scoring.dealing import TO_DEAL
from tests.campaign.campaigns.test_programme import RING_ROAD, address, sent
from tests.factories import CampaignFactory, finished_game, open_game
from tests.pages import Page

INTO = reverse("into_campaign")
CROWDED = {"line": "expert inhabitants=2", "name": "Crowded", "story": ""}


def own_campaign(owner, *entries):
    return CampaignFactory(owner=owner, form=Campaign.Form.OWN, programme=list(entries), tiebreak_mission=1, best_of=1)


def test_the_composer_links_to_the_form_that_chooses_a_campaign(client):
    sent = {"mode": "classic", "rule": "sequence", "name": "In a row", "go": "into"}
    assert client.get(reverse("compose"), sent)["Location"] == f"{INTO}?rules=classic+sequence&name=In+a+row"


def test_an_only_campaign_is_chosen_and_its_free_row_filled(as_owner, campaign):
    response = as_owner.get(INTO, {"rules": "classic sequence", "name": "In a row", "story": "Once."})
    assert response["Location"].startswith(address(campaign))
    page = as_owner.get(response["Location"]).content.decode()
    assert 'value="classic sequence"' in page
    assert 'value="In a row"' in page
    assert "Once." in page
    campaign.refresh_from_db()
    assert campaign.programme == []


def test_a_user_with_several_campaigns_chooses_one(as_owner, owner, campaign):
    other = CampaignFactory(owner=owner, name="Autumn")
    CampaignFactory(owner=owner, form=Campaign.Form.GAMES, name="Single games")
    page = as_owner.get(INTO, {"rules": "classic sequence"}).content.decode()
    assert other.get_programme_url() in page
    assert campaign.get_programme_url() in page
    assert "Single games" not in page


def test_a_visitor_is_told_to_start_a_campaign(client):
    assert reverse("new_campaign") in client.get(INTO, {"rules": "classic sequence"}).content.decode()


def test_a_wrong_line_from_an_address_is_refused_when_the_form_is_sent(as_owner, campaign):
    page = as_owner.get(address(campaign) + "?rules=chess&name=%3Ci%3E").content.decode()
    assert "<i>" not in page
    answer = as_owner.post(address(campaign), sent(("", 1, "own", "chess", "", "")))
    assert "chess" in answer.content.decode()
    campaign.refresh_from_db()
    assert campaign.form == Campaign.Form.TEN


def test_a_mission_that_needs_more_pieces_than_the_box_has_gets_a_warning(as_owner, owner):
    campaign = own_campaign(owner, CROWDED)
    assert "the box holds 65" in as_owner.get(address(campaign)).content.decode()
    game = open_game(campaign, 1)
    assert "the box holds 65" in as_owner.get(game.get_absolute_url()).content.decode()


def test_a_mission_for_which_the_box_has_enough_pieces_gets_no_warning(as_owner, owner):
    campaign = own_campaign(owner, RING_ROAD)
    assert "the box holds" not in as_owner.get(address(campaign)).content.decode()
    assert "the box holds" not in as_owner.get(open_game(campaign, 1).get_absolute_url()).content.decode()


def test_the_programme_says_how_many_finished_games_keep_their_rules(as_owner, owner):
    campaign = own_campaign(owner, RING_ROAD)
    finished_game(campaign, 1)
    finished_game(campaign, 1)
    page = as_owner.get(address(campaign)).content.decode()
    assert "2 finished games" in " ".join(page.split())
    row = (1, 1, "own", "classic rows=3", "The Ring Road", "")
    page = as_owner.post(address(campaign), sent(row), follow=True).content.decode()
    assert "Saved. 2 finished games keep the rules they were scored by." in page


def test_a_new_name_changes_no_rules(as_owner, owner):
    campaign = own_campaign(owner, RING_ROAD)
    finished_game(campaign, 1)
    row = (1, 1, "own", RING_ROAD["line"], "Another name", "")
    assert "Saved. " not in as_owner.post(address(campaign), sent(row), follow=True).content.decode()


def test_a_programme_of_20_missions_makes_five_queries(as_owner, owner, django_assert_max_num_queries):
    campaign = own_campaign(owner, *[CROWDED] * 20)
    for place in campaign.missions.positions:
        open_game(campaign, place)
    with django_assert_max_num_queries(5):
        as_owner.get(address(campaign))


def test_the_certificate_counts_the_missions_of_the_programme(as_owner, owner):
    campaign = own_campaign(owner, RING_ROAD)
    finished_game(campaign, 1)
    page = as_owner.get(reverse("certificate", args=[campaign.public_id])).content.decode()
    assert "The votes of 1 mission are counted." in page
    assert "ten missions" not in page


# --- Dealt missions ---------------------------------------------------------------------------------------------------


def rows_of(response):
    """Return position, mission, line and name of each row of the page."""
    page = Page(response)
    count = int(page.one("[name=missions-TOTAL_FORMS]").get("value"))
    return [
        (
            page.one(f"[name=missions-{row}-order]").get("value"),
            "".join(page.each(f"[name=missions-{row}-mission] option[selected]", "value")),
            page.one(f"[name=missions-{row}-line]").get("value") or "",
            page.one(f"[name=missions-{row}-name]").get("value") or "",
        )
        for row in range(count)
    ]


def test_five_missions_are_dealt_after_those_with_a_game_and_nothing_is_saved(as_owner, campaign):
    finished_game(campaign, 1)
    rows = [(number, number, number) for number in range(1, 11)]
    response = as_owner.post(address(campaign), sent(*rows) | {"deal": "five"})
    first, *dealt = rows_of(response)[:6]
    assert first[1] == "1"
    assert [mission for _order, mission, _line, _name in dealt] == ["own"] * 5
    assert {line for *_row, line, _name in dealt} <= {one.line for one in TO_DEAL}
    assert [mission for _order, mission, *_own in rows_of(response)[6:]] == [""] * 4
    campaign.refresh_from_db()
    assert campaign.form == Campaign.Form.TEN


def test_a_short_programme_gets_rows_for_five_dealt_missions_which_can_be_saved(as_owner, campaign):
    response = as_owner.post(address(campaign), sent(("", 1, "")) | {"deal": "five"})
    rows = [("", order, *own) for order, *own in rows_of(response)]
    assert len(rows) == 5
    assert as_owner.post(address(campaign), sent(*rows)).status_code == 302
    campaign.refresh_from_db()
    assert [mission.rules.line for mission in campaign.missions] == [line for _was, _order, _own, line, _name in rows]


def test_one_dealt_mission_is_swapped_and_the_others_stay_as_typed(as_owner, campaign):
    rows = (("", 1, "own", "classic rows=3", "Rows", "Once."), ("", 2, "own", "classic jobs=1", "Jobs", ""))
    response = as_owner.post(address(campaign), sent(*rows) | {"deal": "1"})
    first, second = rows_of(response)
    assert first == ("1", "own", "classic rows=3", "Rows")
    assert second[2] not in ("classic rows=3", "classic jobs=1")
    assert "Once." in response.content.decode()


def test_a_mission_with_a_game_and_a_row_that_does_not_exist_are_never_swapped(as_owner, campaign):
    finished_game(campaign, 1)
    for wanted in ("0", "99", "-1", "x", ""):
        response = as_owner.post(address(campaign), sent((1, 1, 1), (2, 2, 2)) | {"deal": wanted})
        assert [mission for _order, mission, *_own in rows_of(response)] == ["1", "2"], wanted


def test_a_row_says_what_is_new_in_its_mission(as_owner, owner):
    campaign = own_campaign(owner, {"line": "classic rows=3", "name": "Rows", "story": ""})
    page = as_owner.get(address(campaign)).content.decode()
    assert "At the end each row without an empty square brings 3 VP." in page
