"""Test that the queries in plain SQL read the same as Django's own queries, on both databases."""

from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.db.models import Count, Max, Sum
from django.http import Http404
from django.utils import timezone

from campaign.access import enter as enter_campaign
from campaign.accounts.sessions import SessionStore
from campaign.editor.seats import evaluations_of
from campaign.following.state import Followed, look
from campaign.http import Role
from campaign.models import Campaign, Evaluation, ShareLink, Tick
from tests.factories import enter, finished_game, open_game

pytestmark = pytest.mark.django_db


def columns_of(thing):
    return {name: value for name, value in vars(thing).items() if not name.startswith("_")}


@pytest.mark.parametrize("make", [open_game, finished_game])
def test_the_cities_of_a_table_are_those_of_djangos_query(campaign, make):
    game = make(campaign)
    if not game.is_finished:
        enter(game.present[0])
        Evaluation.objects.filter(pk=game.present[1].pk).update(pad={"shop": "7"})
        Evaluation.objects.filter(pk=game.present[2].pk).update(seat=None, absent=True)
    make(campaign, 2)
    found = Evaluation.objects.filter(game=game, game__campaign=campaign, absent=False).order_by("seat")
    expected = list(found.select_related("game", "player"))
    read = evaluations_of(campaign, game.pk)
    assert [columns_of(evaluation) for evaluation in read] == [columns_of(evaluation) for evaluation in expected]
    for evaluation, other in zip(read, expected, strict=True):
        for name in ("game", "player"):
            columns, others = columns_of(getattr(evaluation, name)), columns_of(getattr(other, name))
            assert columns.items() <= others.items()
            assert others.keys() - columns.keys() <= {
                "created",
                "deleted_at",
                "finished_at",
                "retired_at",
                "merged_at",
                "taken_at",
            }
        assert evaluation.game.campaign is campaign
        assert (evaluation._state.adding, evaluation._state.db) == (False, "default")


def test_a_table_of_another_campaign_has_no_cities(campaign, stranger):
    assert evaluations_of(stranger.campaigns.get(), open_game(campaign).pk) == []


def test_a_session_is_that_of_djangos_query(as_owner):
    key = as_owner.cookies["sessionid"].value
    stored = Session.objects.get()
    read = SessionStore(key)._get_session_from_db()  # noqa: SLF001 - the method of Django's class that reads a session
    assert columns_of(read) == columns_of(stored)
    Session.objects.update(expire_date=timezone.now())
    assert not SessionStore(key).load()


def request_of(client):
    return SimpleNamespace(session=client.session, user=get_user(client))


@pytest.mark.parametrize("person", ["owner", "member", "score link", "look link", "stranger", "anonymous"])
def test_somebody_has_the_rights_that_djangos_queries_find(browser_of, campaign, person):
    client = browser_of(person)
    user, visited = get_user(client).pk, client.session.get("visits", {}).get(campaign.public_id, {})
    link = ShareLink.objects.active().filter(campaign=campaign, pk=visited.get("link")).first()
    player = campaign.players.active().filter(pk=visited.get("player"), pin_hash="").first()
    read, membership, _state = enter_campaign(request_of(client), campaign.public_id)
    assert columns_of(Campaign.objects.get(pk=campaign.pk)).items() <= columns_of(read).items()
    assert bool(membership.seat) is campaign.players.active().filter(account=user).exclude(account=None).exists()
    assert membership.opened_to_score is bool(link and link.role == "score")
    assert membership.may_claim is bool(link and link.may_claim)
    assert membership.visitor == (player and player.pk)


@pytest.mark.parametrize("change", ["retired", "another PIN", "link withdrawn", "campaign in the bin"])
def test_somebody_loses_the_rights_of_a_link(browser_of, campaign, change):
    client = browser_of("score link")
    if change == "retired":
        campaign.players.filter(name="Ada").update(retired_at=timezone.now())
    elif change == "another PIN":
        campaign.players.filter(name="Ada").update(pin_hash="a hash")
    elif change == "link withdrawn":
        ShareLink.objects.update(revoked_at=timezone.now())
    else:
        campaign.throw_away()
        with pytest.raises(Http404):
            enter_campaign(request_of(client), campaign.public_id)
        return
    _read, membership, _state = enter_campaign(request_of(client), campaign.public_id)
    assert membership.role == (Role.STRANGER if change == "link withdrawn" else Role.LOOK)


@pytest.mark.parametrize("shows", ["campaign", "game", "city"])
def test_the_state_of_a_page_are_those_of_djangos_queries(as_owner, campaign, shows):
    finished_game(campaign, 2)
    game = open_game(campaign)
    enter(game.present[0])
    for step in ("mats", "bag"):
        Tick.objects.create(game=game, step=step)
    game.course.let_go_first(game.present[1].player_id, during=game.phase, seen=None)
    games, ticks = campaign.games.order_by(), game.ticks.order_by()
    game.refresh_from_db()
    expected = [campaign.version, *games.aggregate(made=Count("pk"), changed=Sum("version")).values()]
    page = Followed(campaign.pk)
    if shows == "game":
        page = Followed(campaign.pk, game.pk)
        entries = game.evaluations.order_by().aggregate(made=Count("pk"), changed=Sum("version"))
        expected += [*entries.values(), *ticks.aggregate(made=Count("pk"), latest=Max("pk")).values()]
        expected += [game.phase, game.first_player_id, game.pawn_id]
    elif shows == "city":
        city = game.evaluations.get(pk=game.present[0].pk)
        page = Followed(campaign.pk, game.pk, city.player_id)
        expected = [campaign.version, game.version, city.version]
    shown = {"with_state": True, "game": page.game, "player": page.player}
    _read, _membership, state = enter_campaign(request_of(as_owner), campaign.public_id, **shown)
    assert state == look([page])[page] == tuple(expected)


def test_no_campaigns_id_is_read_as_sql(as_owner, campaign):
    for public_id in ("' OR 1=1 --", "%s", ""):
        with pytest.raises(Http404):
            enter_campaign(request_of(as_owner), public_id)


def test_a_number_beyond_all_rows_is_not_found(as_owner, campaign):
    assert as_owner.get(f"{campaign.get_absolute_url()}games/{2**63}/").status_code == 404
    assert as_owner.get(f"{campaign.get_absolute_url()}games/{2**63 - 1}/").status_code == 404
