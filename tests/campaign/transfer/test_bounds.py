"""Test that a campaign at each limit comes back through its file, and that the limits hold while people play."""

import json
from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from campaign.campaigns.move_single_game import destinations
from campaign.campaigns.programme import PlannedMission, change_programme
from campaign.models import CampaignFullError, Game, Player
from campaign.models.bounds import MOST_EVER_PLAYED, MOST_GAMES
from campaign.scores.programmes import LONGEST_NAME, LONGEST_STORY, MOST_MISSIONS, entry_of
from campaign.scores.score_pad import LONGEST_SUM, LONGEST_TYPED
from campaign.transfer import exported, exporting, import_campaign, written
from campaign.transfer.columns import length_of
from scoring import THE_TEN
from scoring.election import MOST_HEAD_START
from tests.campaign.transfer.conftest import without_date
from tests.factories import CLASSIC_CITY, CampaignFactory, enter, finished_game, open_game, played_game
from tests.forms import NEW, evening, roster
from tests.pages import Page

LONG_LINE = "classic districts=4,2"
DEAR = "\N{CITYSCAPE}"  # four bytes in a file


def brought_back(campaign, owner):
    """Export a campaign, import the file, and return the copy and its file."""
    campaign = type(campaign).objects.get(pk=campaign.pk)
    file = "".join(written(campaign))
    copy = import_campaign(file.encode(), owner)
    return copy, json.loads(file)


def comes_back(campaign, owner):
    """Return whether the file of the imported copy is the file of the campaign."""
    copy, file = brought_back(campaign, owner)
    return without_date(exported(copy)) == without_date(file)


# --- Campaigns at each limit come back --------------------------------------------------------------------------------


def fill_with_games(campaign, most):
    Game.objects.bulk_create(Game(campaign=campaign, mission=2) for _ in range(most - campaign.games.count()))


def with_most_games(campaign):
    played_game(campaign, 1)
    fill_with_games(campaign, MOST_GAMES)


def with_most_people(campaign):
    for number in range(campaign.players.count(), MOST_EVER_PLAYED):
        campaign.invite(f"Guest {number}", in_standings=number % 2 == 0)
    campaign.players.filter(is_guest=True).update(retired_at=timezone.now())
    played_game(campaign, 1)


def with_longest_texts(campaign):
    campaign.name = DEAR * length_of(type(campaign), "name")
    campaign.save()
    for player, sign in zip(campaign.players.all(), "äßЖ", strict=True):
        player.name = sign * length_of(type(player), "name")
        player.head_start = MOST_HEAD_START
        player.save()
    texts = {name: DEAR * length_of(Game, name) for name in ("place", "notes")}
    played_game(campaign, 1, **texts)


def with_longest_programme(campaign):
    campaign.form = campaign.Form.OWN
    entry = {"line": LONG_LINE, "name": DEAR * LONGEST_NAME, "story": "\n\t" * (LONGEST_STORY // 2)}
    campaign.programme = [entry] * MOST_MISSIONS
    campaign.tiebreak_mission = campaign.best_of = MOST_MISSIONS
    campaign.save()
    played_game(campaign, MOST_MISSIONS)


def with_longest_pad(campaign):
    spaced = "9" + " " * (LONGEST_TYPED - 3) + "+9"
    longest = {"tower_block": "1" + "+1" * (LONGEST_SUM // 2 - 1), "shop": spaced}
    played_game(campaign, 1, cities=[longest, {"total": "-999"}, {"total": "999"}])


def with_a_clock_that_began_in_1970(campaign):
    game = open_game(campaign)
    Game.history.update(history_date=datetime(1970, 1, 1, tzinfo=UTC))
    enter(game.present[0])


def with_the_ten_again(campaign):
    """Replace a played mission by a composed one, play it, and go back to the ten missions."""
    played_game(campaign, 1)
    own = {"line": "classic districts=4,2", "name": "Ring Road", "story": ""}
    rest = [PlannedMission(entry_of(mission), mission.number) for mission in list(THE_TEN)[1:]]
    assert change_programme(campaign, [PlannedMission(own, 1), *rest])
    played_game(campaign, 1)
    back = [PlannedMission(entry_of(mission), mission.number) for mission in THE_TEN]
    assert change_programme(campaign, back)


@pytest.mark.parametrize(
    "fill",
    [
        with_most_games,
        with_most_people,
        with_longest_texts,
        with_longest_programme,
        with_longest_pad,
        with_a_clock_that_began_in_1970,
        with_the_ten_again,
    ],
)
def test_a_campaign_at_a_limit_comes_back_whole(campaign, stranger, fill):
    fill(campaign)
    assert comes_back(campaign, stranger)


def examples(number):
    return hypothesis_settings(
        max_examples=number, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )


LIMITS = {"most": st.integers(0, 12), "size": st.integers(0, 4000), "file_size": st.integers(4000, 20000)}


@examples(5)
@given(**LIMITS)
def test_a_file_leaves_out_the_earliest_changes_and_no_game(campaign, stranger, settings, most, size, file_size):
    leave_out_changes(campaign, stranger, settings, most, size, file_size)


@pytest.mark.slow
@examples(25)
@given(**LIMITS)
def test_many_files_leave_out_the_earliest_changes_and_no_game(campaign, stranger, settings, most, size, file_size):
    leave_out_changes(campaign, stranger, settings, most, size, file_size)


def leave_out_changes(campaign, stranger, settings, most, size, file_size):
    if not campaign.games.exists():
        played_game(campaign, 1)
        ada = open_game(campaign, 2).present[0]
        for supply in range(8):
            enter(ada, CLASSIC_CITY.replace("12i", f"{12 + supply}i"))
    settings.IMPORT_RECORDS, settings.IMPORT_STORED_BYTES = most, size
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exporting, "LARGEST_FILE", file_size)
        copy, file = brought_back(campaign, stranger)
    assert [game.present[0].city for game in copy.games.all()] == [
        game.present[0].city for game in campaign.games.all()
    ]
    settings.IMPORT_RECORDS, settings.IMPORT_STORED_BYTES = 1000, 100_000
    whole = exported(type(campaign).objects.get(pk=campaign.pk))
    for kept, history in zip(histories(file), histories(whole), strict=True):
        assert [change["at"] for change in kept] == [change["at"] for change in history][len(history) - len(kept) :]


def cities_of(campaign):
    return [evaluation.city for game in campaign.games.order_by("pk") for evaluation in game.present]


def histories(file):
    things = [file["campaign"], *file["players"], *file["games"]]
    things += [entry for game in file["games"] for entry in game["evaluations"]]
    return [thing["history"] for thing in things]


# --- While people play ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("short_of", [0, 1])
def test_no_game_begins_beyond_the_limit_and_the_page_warns_before(as_owner, campaign, short_of):
    fill_with_games(campaign, MOST_GAMES - short_of)
    address = reverse("new_game", args=[campaign.public_id])
    assert f"Games in this campaign: {MOST_GAMES - short_of} of at most {MOST_GAMES}." in Page(
        as_owner.get(address)
    ).words("main")
    answer = as_owner.post(address, evening(campaign))
    assert answer.status_code == (302 if short_of else 200)
    if not short_of:
        assert "no more fit in. Begin a new campaign." in Page(answer).words("main")
    assert campaign.games.count() == MOST_GAMES


def test_no_page_warns_while_there_is_room(as_owner, campaign):
    open_game(campaign)
    assert "of at most" not in Page(as_owner.get(reverse("new_game", args=[campaign.public_id]))).words("main")
    assert "of at most" not in Page(as_owner.get(reverse("campaign_settings", args=[campaign.public_id]))).words("main")


def test_single_games_beyond_the_limit_go_to_a_new_campaign(as_owner, owner):
    table = CampaignFactory(owner=owner, form="games", players=("Ada", "Ben"))
    fill_with_games(table, MOST_GAMES)
    typed = {"mission": "1"} | roster(("Ada", "blue"), ("Ben", "green"))
    assert as_owner.post(reverse("play"), typed).status_code == 302
    assert owner.campaigns.filter(form="games").count() == 2


def test_a_full_campaign_takes_no_single_game(owner, campaign):
    table = CampaignFactory(owner=owner, form="games")
    game = finished_game(table, 1, in_standings=False)
    assert destinations(game, owner)
    fill_with_games(campaign, MOST_GAMES)
    assert not destinations(game, owner)


def fill_with_people(campaign, most):
    left = [
        Player(campaign=campaign, name=f"Left {number}", colour="blue", retired_at=timezone.now())
        for number in range(most - campaign.players.count())
    ]
    Player.objects.bulk_create(left)


def test_nobody_is_invited_beyond_the_limit(as_owner, campaign):
    fill_with_people(campaign, MOST_EVER_PLAYED)
    campaign.players.filter(name="Cleo").update(retired_at=timezone.now())
    address = reverse("new_game", args=[campaign.public_id])
    page = Page(as_owner.post(address, evening(campaign, guest_name="Eve")))
    assert page.value("input[name=guest_name]") == "Eve"
    assert "no more fit in. Take somebody who is listed." in page.words("#guest")
    with pytest.raises(CampaignFullError):
        campaign.invite("Eve", in_standings=True)
    assert campaign.players.count() == MOST_EVER_PLAYED


def test_nobody_is_added_to_the_roster_beyond_the_limit_but_somebody_may_come_back(as_owner, campaign):
    fill_with_people(campaign, MOST_EVER_PLAYED)
    campaign.players.filter(name="Cleo").update(retired_at=timezone.now())
    address = reverse("campaign_settings", args=[campaign.public_id])
    page = Page(as_owner.get(address))
    assert f"People who have played in this campaign: {MOST_EVER_PLAYED} of" in page.words("#players")
    players = campaign.players.order_by("pk")  # Ada, Ben, Cleo and those who left
    rows = [(player.name, player.colour, str(player.pk), player.is_active) for player in players]
    typed = NEW | {"version": str(campaign.version)}
    refused = as_owner.post(address, typed | roster(*rows, ("Eve", "red")))
    assert "no more fit in" in Page(refused).words("#players")
    rows = [(*row[:3], row[0] == "Cleo" or row[3]) for row in rows]
    assert as_owner.post(address, typed | roster(*rows)).status_code == 302
    assert campaign.players.get(name="Cleo").is_active


def test_an_address_begins_so_many_games_an_hour(as_owner, campaign, settings):
    settings.BUDGETS = settings.BUDGETS | {"games": "1/h"}
    address = reverse("new_game", args=[campaign.public_id])
    assert as_owner.post(address, evening(campaign)).status_code == 302
    refused = as_owner.post(address, evening(campaign, notes="Rain"))
    assert "Try again in" in Page(refused).words("main")
    assert "Rain" in refused.content.decode()
    assert campaign.games.count() == 1


@pytest.mark.parametrize(
    ("name", "page"), [("export_campaign", "campaign_settings"), ("log_csv", "log"), ("log_xlsx", "log")]
)
def test_an_account_downloads_so_many_files_an_hour(as_owner, campaign, settings, name, page):
    settings.BUDGETS = settings.BUDGETS | {"exports": "1/h"}
    address = reverse(name, args=[campaign.public_id])
    assert as_owner.get(address).status_code == 200
    refused = as_owner.get(address, follow=True)
    assert refused.redirect_chain == [(reverse(page, args=[campaign.public_id]), 302)]
    assert "Try again in" in refused.content.decode()
