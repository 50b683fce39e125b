"""Test the town chronicle: one page that tells the whole campaign."""

from django.urls import reverse

from campaign.models import ShareLink
from campaign.results import stories
from scoring import MISSIONS
from tests.factories import LOW, TALL, campaign_of_three, finished_game
from tests.pages import Page


def chronicle(client, campaign):
    return Page(client.get(reverse("chronicle", args=[campaign.public_id]), follow=True))


def test_each_mission_has_its_evening_winning_city_ending_and_leader(as_owner, campaign):
    first = finished_game(campaign, 1, cities=[LOW, TALL, LOW], place="Ben's kitchen", notes="It rained.")
    finished_game(campaign, 2, cities=[TALL, LOW, LOW])
    page = chronicle(as_owner, campaign)
    one, other = page.each(".chapter")
    assert "1. A New Beginning" in one
    assert str(first.played_on.year) in one
    assert "Ben's kitchen" in one
    assert "It rained." in one
    assert "Ben wins with" in one
    assert "In the lead afterwards: Ben" in one
    assert "In the lead afterwards: Ada and Ben" in other
    drawn = page.all(".chapter .board")[0].cssselect("use")
    assert [use.get("href").partition("#")[2] for use in drawn] == ["tower_block-4"]


def test_a_chapter_tells_the_ending_of_the_story(as_owner, campaign):
    game = finished_game(campaign, 1)
    told = Page(as_owner.get(game.get_absolute_url())).each("#story p")
    assert told
    assert all(sentence in chronicle(as_owner, campaign).words(".chapter") for sentence in told)


def test_no_sentence_stands_in_two_chapters_and_most_missions_have_a_remark(as_owner, campaign):
    for number in MISSIONS:
        finished_game(campaign, number, cities=[{"total": "90"}, {"total": "50"}], absent=("Cleo",))
    chapters = chronicle(as_owner, campaign).all(".chapter__text")
    told = [sentence.text_content() for chapter in chapters for sentence in chapter.cssselect("p.small:not(.soft)")]
    assert len(told) == len(set(told)) == len(MISSIONS) + len(stories.WIDE) + len(stories.ABSENT)


def test_the_endings_of_composed_missions_change(as_owner, owner):
    campaign = campaign_of_three(owner=owner)
    for place in campaign.missions.positions:
        finished_game(campaign, place, cities=[TALL, LOW, LOW])
    told = chronicle(as_owner, campaign).each(".chapter__text > p:nth-child(2)")
    assert len({sentence.replace("Ada", "") for sentence in told}) == 3


def test_the_lead_is_told_only_when_it_changes(as_owner, campaign):
    for number, cities in enumerate([(TALL, LOW, LOW), (TALL, LOW, LOW), (LOW, TALL, LOW)], start=1):
        finished_game(campaign, number, cities=cities)
    leads = ["In the lead afterwards" in chapter for chapter in chronicle(as_owner, campaign).each(".chapter")]
    assert leads == [True, False, False]
    finished_game(campaign, 4, cities=(LOW, TALL, LOW))
    assert "In the lead afterwards: Ada and Ben" in chronicle(as_owner, campaign).each(".chapter")[3]


def test_an_attempt_that_does_not_count_is_no_chapter(as_owner, campaign):
    finished_game(campaign, 1, in_standings=False)
    assert not chronicle(as_owner, campaign).has(".chapter")


def test_a_view_only_link_opens_the_chronicle_for_friends(client, as_owner, campaign):
    finished_game(campaign, 1)
    link = ShareLink.renew(campaign, ShareLink.LinkRole.LOOK)
    [sent] = chronicle(as_owner, campaign).each("[data-share]", "data-share")
    assert sent.endswith(reverse("shown_chronicle", args=[link.token]))
    as_owner.logout()
    assert Page(client.get(sent, follow=True)).has(".chapter")


def test_a_replaced_link_or_a_table_link_does_not_open_the_chronicle(client, campaign):
    link = ShareLink.renew(campaign, ShareLink.LinkRole.LOOK)
    address = reverse("shown_chronicle", args=[link.token])
    ShareLink.renew(campaign, ShareLink.LinkRole.LOOK)
    assert client.get(address).status_code == 404
    table = ShareLink.renew(campaign, ShareLink.LinkRole.SCORE)
    assert client.get(reverse("shown_chronicle", args=[table.token])).status_code == 404


def test_only_the_owner_sees_the_link(browser_of, campaign):
    finished_game(campaign, 1)
    ShareLink.renew(campaign, ShareLink.LinkRole.LOOK)
    assert chronicle(browser_of("member"), campaign).each("[data-share]", "data-share") == [""]
