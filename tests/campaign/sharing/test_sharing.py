"""Test links into a campaign: how they are made, opened, renewed and withdrawn, and the rights of their visitors."""

import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, ShareLink
from campaign.models.phase import COUNTING
from tests.factories import PASSWORD, UserFactory, finished_game, open_game
from tests.pages import Page

ANOTHER = "another key"
SCORE, LOOK = ShareLink.LinkRole.SCORE, ShareLink.LinkRole.LOOK


def path(name, campaign, *args):
    return reverse(name, args=[campaign.public_id, *args])


def opened(campaign, role, client=None):
    """Make a new link for this role, and open it in `client`, by default in a new browser. Return the browser."""
    client = client or Client()
    client.get(reverse("join", args=[ShareLink.renew(campaign, role).token]))
    return client


def scorer(campaign, name="Ada", client=None):
    """Return a browser of a visitor who has chosen this player."""
    client = opened(campaign, SCORE, client)
    client.post(path("who", campaign), {"player": campaign.players.get(name=name).pk})
    return client


def city_of(campaign, game, name):
    return path("evaluation", campaign, game.pk, campaign.players.get(name=name).pk)


TAP = {"version": "0", "square": "A1", "brush": "T"}


# --- Making links -----------------------------------------------------------------------------------------------------


def test_links_are_made_once_and_can_be_shown_again(as_owner, campaign):
    assert as_owner.post(path("sharing", campaign), {"do": "renew", "role": "look"}).status_code == 302
    token = campaign.share_links.get().token
    for _ in range(2):
        page = as_owner.get(path("sharing", campaign)).content.decode()
        assert f"http://testserver{reverse('join', args=[token])}" in page
        assert page.count("<svg") > 1
        assert 'class="qr"' in page
        assert "style=" not in page


def test_the_first_link_ends_no_other_and_a_second_tap_keeps_it(as_owner, campaign):
    page = Page(as_owner.get(path("sharing", campaign)))
    do = page.one("#score form.bar button").get("value")
    for _tap in range(2):
        page = Page(as_owner.post(path("sharing", campaign), {"do": do, "role": "score"}, follow=True))
        assert "no longer works" not in page.words("main")
    assert campaign.share_links.count() == 1


@pytest.mark.parametrize("where", ["campaign", "game", "result"])
def test_the_qr_code_opens_at_once_on_pages_of_campaign_and_game(as_owner, campaign, where):
    shown = {"campaign": lambda _: campaign, "game": open_game, "result": finished_game}[where](campaign)
    page = Page(as_owner.get(shown.get_absolute_url()))
    assert page.has("button[popovertarget=code]")
    asks = page.one("#code[popover] #let-in")
    opened = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "let-in"}
    for _ in range(2):  # the first request makes the link, and the second shows it again
        after = Page(as_owner.post(asks.get("hx-post"), json.loads(asks.get("hx-vals")), **opened))
        assert after.one("#let-in").getchildren()[0].get("class") == "code"
    assert campaign.share_links.get().role == SCORE


def test_only_the_owner_is_offered_the_qr_code(campaign):
    visitor = scorer(campaign)
    for shown in (campaign, open_game(campaign)):
        assert not Page(visitor.get(shown.get_absolute_url())).has("#code")


def test_tokens_cannot_be_guessed_nor_read_from_the_database(campaign):
    links = [ShareLink.renew(campaign, role) for role in (LOOK, SCORE, LOOK)]
    tokens = {link.token for link in links}
    assert len(tokens) == 3
    for link in links:
        assert len(link.token) == 43
        stored = "".join(str(value) for value in ShareLink.objects.filter(pk=link.pk).values().get().values())
        assert link.token not in stored


def test_a_link_stays_valid_after_a_change_of_the_secret_key_but_is_not_shown(as_owner, owner, campaign):
    link = ShareLink.renew(campaign, LOOK)
    token = link.token
    with override_settings(SECRET_KEY=ANOTHER):
        assert link.token is None
        assert Client().get(reverse("join", args=[token])).status_code == 302
        client = Client()
        client.force_login(owner)
        assert b"cannot be shown again" in client.get(path("sharing", campaign)).content
    with override_settings(SECRET_KEY=ANOTHER, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert link.token == token


def test_a_renewed_link_opens_and_the_old_one_does_not(as_owner, campaign):
    before = ShareLink.renew(campaign, LOOK).token
    as_owner.post(path("sharing", campaign), {"do": "renew", "role": "look"})
    now = campaign.share_links.active().get().token
    assert Client().get(reverse("join", args=[before])).status_code == 404
    assert Client().get(reverse("join", args=[now])).status_code == 302


def test_withdrawing_a_link_ends_the_access_of_all_its_visitors(as_owner, campaign):
    game = open_game(campaign)
    visitor, other = scorer(campaign), opened(campaign, LOOK)
    assert visitor.get(city_of(campaign, game, "Ada")).status_code == 200
    as_owner.post(path("sharing", campaign), {"do": "withdraw", "role": "score"})
    assert visitor.get(city_of(campaign, game, "Ada")).status_code == 404
    assert visitor.post(city_of(campaign, game, "Ada"), TAP).status_code == 404
    assert other.get(campaign.get_absolute_url()).status_code == 200


def test_only_a_sheet_that_asks_has_the_buttons_that_end_a_link(as_owner, campaign):
    ShareLink.renew(campaign, SCORE)
    page = Page(as_owner.get(path("sharing", campaign)))
    assert page.has("[popovertarget=stop-score]")
    assert page.each("#score button[name=do]:not([value=accounts])", "value") == ["withdraw", "renew"]
    assert len(page.all("#stop-score[popover] button[name=do]")) == 2


def test_an_ended_link_tells_until_when_it_worked(as_owner, campaign):
    before = ShareLink.renew(campaign, LOOK).token
    as_owner.post(path("sharing", campaign), {"do": "withdraw", "role": "look"})
    answer = Client().get(reverse("join", args=[before]))
    assert answer.status_code == 404
    assert Page(answer).words("h1") == "This link was withdrawn"
    assert "It worked until" in Page(answer).words(".lead")


@override_settings(ALLOWED_HOSTS=["*"])
def test_a_code_that_no_other_phone_can_open_is_shown_with_a_sentence(as_owner, campaign):
    ShareLink.renew(campaign, SCORE)
    for host, told in (("localhost:8000", True), ("127.0.0.1", True), ("192.168.1.7:8000", False)):
        for headers in ({"host": host}, {"host": host, "HX-Request": "true"}):  # the whole page and the popover
            page = Page(as_owner.get(path("sharing", campaign), headers=headers))
            assert page.has(".qr")
            assert page.has(".alert--warning") == told, host


def test_renewing_a_link_keeps_the_right_of_accounts_to_claim_players(campaign):
    ShareLink.renew(campaign, SCORE)
    campaign.share_links.update(may_claim=True)
    assert ShareLink.renew(campaign, SCORE).may_claim


# --- Opening links ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "page"), [(LOOK, "campaign"), (SCORE, "who")])
def test_a_link_leads_to_an_address_without_its_token(campaign, role, page):
    link = ShareLink.renew(campaign, role)
    response = Client().get(reverse("join", args=[link.token]))
    assert response["Location"] == path(page, campaign)
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]


def test_a_visitor_reads_the_language_of_the_campaign_unless_they_chose_one(campaign):
    Campaign.objects.update(language="de")
    link = ShareLink.renew(campaign, LOOK)
    address = reverse("join", args=[link.token])
    assert Client().get(address).cookies[settings.LANGUAGE_COOKIE_NAME].value == "de"
    chosen = Client()
    chosen.cookies[settings.LANGUAGE_COOKIE_NAME] = "ru"
    assert settings.LANGUAGE_COOKIE_NAME not in chosen.get(address).cookies


def test_an_invalid_token_opens_nothing_and_gets_a_message(campaign):
    ShareLink.renew(campaign, LOOK)
    for token in ("nonsense", "A" * 43, "x" * 2000):
        response = Client().get(reverse("join", args=[token]))
        assert response.status_code == 404
        assert b"This link does not work" in response.content


def test_a_link_to_a_campaign_in_the_bin_opens_nothing(campaign):
    link = ShareLink.renew(campaign, LOOK)
    client = opened(campaign, SCORE)
    campaign.throw_away()
    assert Client().get(reverse("join", args=[link.token])).status_code == 404
    assert client.get(campaign.get_absolute_url()).status_code == 404


# --- The choice of a player -------------------------------------------------------------------------------------------


def test_choosing_a_player_leads_to_what_this_player_does_next(campaign):
    client, cleo = opened(campaign, SCORE), campaign.players.get(name="Cleo")

    def place_of_cleo():
        return client.post(path("who", campaign), {"player": cleo.pk})["Location"]

    assert place_of_cleo() == campaign.get_absolute_url()
    planned = open_game(campaign, played_on=timezone.localdate() + timedelta(days=9))
    assert place_of_cleo() == campaign.get_absolute_url()
    planned.delete()
    game = open_game(campaign)
    assert place_of_cleo() == game.get_absolute_url()
    game.course.move(COUNTING, seen=game.phase)
    assert Page(client.get(path("who", campaign))).each("main .player__name") == ["Ada", "Ben", "Cleo"]
    assert place_of_cleo() == city_of(campaign, game, "Cleo")


def test_an_unknown_player_is_asked_for_again(campaign):
    client = opened(campaign, SCORE)
    for player in ("", "x", "0", "-1", "9" * 30, "٣"):
        assert client.post(path("who", campaign), {"player": player})["Location"] == path("who", campaign)


def test_a_visitor_cannot_choose_a_player_of_another_campaign(campaign, stranger):
    theirs = stranger.campaigns.get()
    client = opened(campaign, SCORE)
    response = client.post(path("who", campaign), {"player": theirs.players.first().pk})
    assert response["Location"] == path("who", campaign)
    assert client.get(theirs.get_absolute_url()).status_code == 404


def test_a_view_only_link_asks_for_no_player(campaign):
    assert opened(campaign, LOOK).get(path("who", campaign))["Location"] == campaign.get_absolute_url()


# --- The rights of a visitor ------------------------------------------------------------------------------------------


def test_a_visitor_enters_only_their_own_city(campaign):
    game = open_game(campaign)
    client = scorer(campaign, "Ada")
    assert client.post(city_of(campaign, game, "Ada"), TAP).status_code == 302
    assert client.post(city_of(campaign, game, "Ben"), TAP).status_code == 403
    pad = path("pad", campaign, game.pk, campaign.players.get(name="Ben").pk)
    assert client.post(pad, {"version": "0", "park": "3"}).status_code == 403
    cities = {evaluation.player.name: evaluation.city for evaluation in game.evaluations.select_related("player")}
    assert cities["Ada"]
    assert not cities["Ben"]
    assert b"data-editor" in client.get(city_of(campaign, game, "Ada")).content
    assert b"data-editor" not in client.get(city_of(campaign, game, "Ben")).content


def test_a_visitor_who_has_chosen_no_player_may_only_look(campaign):
    game = open_game(campaign)
    client = opened(campaign, SCORE)
    assert client.get(city_of(campaign, game, "Ada")).status_code == 200
    assert client.post(city_of(campaign, game, "Ada"), TAP).status_code == 403


def test_a_visitor_cannot_enter_a_city_of_a_finished_game(campaign):
    game = finished_game(campaign)
    version = game.evaluations.get(player__name="Ada").version
    response = scorer(campaign).post(city_of(campaign, game, "Ada"), TAP | {"version": str(version)})
    assert response.status_code == 409


def test_a_visitor_whose_player_has_left_may_only_look(campaign):
    game = open_game(campaign)
    client = scorer(campaign, "Cleo")
    campaign.players.filter(name="Cleo").update(retired_at="2024-01-01T00:00Z")
    assert client.post(city_of(campaign, game, "Cleo"), TAP).status_code == 403


def test_opening_a_view_only_link_keeps_the_right_to_enter_points(campaign):
    client = scorer(campaign)
    look = ShareLink.renew(campaign, LOOK)
    client.get(reverse("join", args=[look.token]))
    score = campaign.share_links.active().get(role=SCORE)
    client.get(reverse("join", args=[score.token]))
    game = open_game(campaign)
    assert client.post(city_of(campaign, game, "Ada"), TAP).status_code == 302


def test_links_of_two_campaigns_are_kept_apart(campaign, stranger):
    theirs = stranger.campaigns.get()
    client = scorer(campaign)
    opened(theirs, LOOK, client)
    game, elsewhere = open_game(campaign), open_game(theirs)
    assert client.post(city_of(campaign, game, "Ada"), TAP).status_code == 302
    assert client.post(city_of(theirs, elsewhere, "Ada"), TAP).status_code == 403


def test_a_login_keeps_the_access_by_a_link(campaign):
    user = UserFactory(username="new-here")
    client = scorer(campaign)
    client.post(reverse("login"), {"username": user.username, "password": PASSWORD})
    assert client.get(campaign.get_absolute_url()).status_code == 200


def test_home_links_to_the_campaign_that_a_link_opened(campaign):
    client = scorer(campaign)
    assert client.get("/")["Location"] == campaign.get_absolute_url()
    own = Page(client.get(campaign.get_absolute_url())).one("main a[href='/?own']").get("href")
    assert Page(client.get(own)).has(f"a[href='{reverse('new_campaign')}']")
    ShareLink.withdraw(campaign, SCORE)
    assert campaign.get_absolute_url() not in client.get("/").content.decode()


def test_home_of_an_account_without_campaigns_is_the_campaign_of_a_link(campaign):
    client = Client()
    client.force_login(UserFactory())
    scorer(campaign, client=client)
    assert client.get("/")["Location"] == campaign.get_absolute_url()


def test_the_history_names_a_visitor_as_the_chosen_player(as_owner, campaign):
    game = open_game(campaign)
    scorer(campaign, "Cleo").post(city_of(campaign, game, "Cleo"), TAP)
    page = as_owner.get(path("game_history", campaign, game.pk)).content.decode()
    assert "<span>Cleo</span>" in page


# --- Becoming a member ------------------------------------------------------------------------------------------------


def test_a_user_becomes_a_member_if_the_link_allows_it(campaign, stranger):
    client = Client()
    client.force_login(stranger)
    opened(campaign, SCORE, client)
    ada = campaign.players.get(name="Ada")
    client.post(path("who", campaign), {"player": ada.pk, "claim": "on"})
    ada.refresh_from_db()
    assert ada.account is None
    campaign.share_links.active().update(may_claim=True)
    assert b'name="claim"' in client.get(path("who", campaign)).content
    client.post(path("who", campaign), {"player": ada.pk, "claim": "on"})
    ada.refresh_from_db()
    assert ada.account == stranger
    ShareLink.withdraw(campaign, SCORE)
    assert client.get(path("new_game", campaign)).status_code == 200


def test_a_player_of_another_user_cannot_be_claimed(campaign, member, stranger):
    client = Client()
    client.force_login(stranger)
    opened(campaign, SCORE, client)
    campaign.share_links.active().update(may_claim=True)
    response = client.post(
        path("who", campaign), {"player": campaign.players.get(name="Ben").pk, "claim": "on"}, follow=True
    )
    assert campaign.players.get(name="Ben").account == member
    assert b"belongs to another account" in response.content


def test_the_owner_chooses_their_own_player_and_removes_an_account(as_owner, owner, campaign, member):
    ada, ben = (campaign.players.get(name=name) for name in ("Ada", "Ben"))
    as_owner.post(path("who", campaign), {"player": ada.pk})
    ada.refresh_from_db()
    assert ada.account == owner
    as_owner.post(path("sharing", campaign), {"do": "leave", "player": ben.pk})
    client = Client()
    client.force_login(member)
    assert client.get(campaign.get_absolute_url()).status_code == 404


def test_the_owner_allows_accounts_to_claim_players_and_stops_it(as_owner, campaign):
    ShareLink.renew(campaign, SCORE)
    for data, may_claim in (({"may_claim": "on"}, True), ({}, False)):
        as_owner.post(path("sharing", campaign), {"do": "accounts", "role": "score"} | data)
        assert campaign.share_links.get().may_claim is may_claim


def test_an_unknown_button_of_the_sharing_page_changes_nothing(as_owner, campaign):
    for data in ({}, {"do": "renew"}, {"do": "renew", "role": "owner"}, {"do": "leave", "player": "x"}):
        assert as_owner.post(path("sharing", campaign), data).status_code == 404
    assert not campaign.share_links.exists()
