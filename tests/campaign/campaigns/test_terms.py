"""Test the next term of a group: the same people, a new programme, a head start, and one history of all terms."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, ShareLink
from campaign.transfer import exported, import_campaign
from scoring.dealing import deal_programme, draw_order
from tests.factories import CampaignFactory, campaign_of_three, finished_game
from tests.forms import roster
from tests.pages import Page
from tests.sweeps import sweep

CITIES = ("T3SU1-/P-FH2/----/---- 12i5e", "T2SU1-/P-FH2/----/---- 11i5e", "T1SU1-/P-F-/----/---- 8i2e")


@pytest.fixture
def over(owner):
    """Return a finished campaign of three missions, in which Ada became mayor."""
    campaign = campaign_of_three(owner=owner, name="Spring")
    for place in campaign.missions.positions:
        finished_game(campaign, place, cities=CITIES)
    return campaign


def begin_at(campaign):
    return reverse("second_term", args=[campaign.public_id])


def sent(**changes):
    rows = roster(("Ada", "blue"), ("Ben", "green"), ("Cleo", "red"), ("", "purple"))
    return rows | {"name": "Summer", "programme": "ten", "word": "linden", "head_start": "none"} | changes


def term_after(campaign):
    return Campaign.objects.get(before=campaign)


def begun(client, campaign, **changes):
    response = client.post(begin_at(campaign), sent(**changes))
    assert response.status_code == 302, response.content.decode()
    return term_after(campaign)


def lacked(campaign):
    totals = {player.name: 0 for player in campaign.players.all()}
    for game in campaign.games.all():
        for evaluation in game.evaluations.all():
            totals[evaluation.player.name] += evaluation.total
    return {name: max(totals.values()) - total for name, total in totals.items()}


def test_the_election_offers_another_term_to_the_owner(as_owner, over):
    page = as_owner.get(reverse("election", args=[over.public_id])).content.decode()
    assert begin_at(over) in page


def test_the_form_has_the_players_of_the_last_term_and_at_first_at_most_eight_controls(as_owner, over):
    page = Page(as_owner.get(begin_at(over)))
    assert {"Ada", "Ben", "Cleo"} < set(page.each("input", "value"))
    for limit in ("A quarter of the gap, at most 10 VP", "Half of the gap, at most 10 VP"):
        assert limit in page.words("#head-start")
    assert not page.has("details[open]")
    controls = page.all("main a, main button, main summary, main input:not([type=hidden])")
    shown = [one for one in controls if not hidden(one)]
    assert len(shown) <= 8


def hidden(control):
    """Tell whether a control is in a closed fold, or belongs to the word that draws the missions."""
    around = list(control.iterancestors())
    folds = [one for one in around if one.tag == "details"]
    return (bool(folds) and control.tag != "summary") or any("term__word" in one.get("class", "") for one in around)


def test_an_error_opens_its_fold(as_owner, over):
    for wrong, fold in (({"name": ""}, "people"), ({"head_start": "all"}, "head-start")):
        page = Page(as_owner.post(begin_at(over), sent(**wrong)))
        assert page.each("details[open]", "id") == [fold]


def test_no_next_term_begins_before_the_election(as_owner, campaign):
    assert as_owner.get(begin_at(campaign))["Location"] == reverse("election", args=[campaign.public_id])


def test_single_games_have_no_terms(as_owner, owner):
    table = CampaignFactory(owner=owner, form=Campaign.Form.GAMES)
    assert as_owner.get(begin_at(table)).status_code == 404
    assert as_owner.get(reverse("terms", args=[table.public_id])).status_code == 404


def test_a_term_of_the_ten_missions_has_the_same_people_and_all_terms_are_on_one_page(as_owner, over, stranger):
    over.players.filter(name="Ben").update(account=stranger)
    term = begun(as_owner, over)
    assert (term.form, term.programme, term.tiebreak_mission) == (Campaign.Form.TEN, [], 10)
    people = [(player.name, player.account) for player in term.players.all()]
    assert people == [("Ada", None), ("Ben", stranger), ("Cleo", None)]
    assert term.owner == over.owner
    terms = reverse("terms", args=[over.public_id])
    assert as_owner.get(begin_at(over))["Location"] == terms
    assert as_owner.post(begin_at(over), sent(name="Another"))["Location"] == terms
    for campaign in (over, term):
        page = Page(as_owner.get(reverse("terms", args=[campaign.public_id]))).words()
        assert page.index("Spring") < page.rindex("Summer")
        assert "Ada became mayor" in page
        assert "Ada: 1 term" in page
        assert "10 missions are left to play." in page
    assert reverse("terms", args=[term.public_id]) in as_owner.get(term.get_absolute_url()).content.decode()


def test_a_term_can_have_the_ten_in_an_order_drawn_by_a_word(as_owner, over):
    term = begun(as_owner, over, programme="drawn")
    assert list(term.missions) == list(draw_order("linden"))
    assert as_owner.get(term.get_absolute_url()).status_code == 200


def test_a_term_can_have_ten_missions_dealt_by_a_word(as_owner, over):
    term = begun(as_owner, over, programme="dealt")
    assert [one.rules for one in term.missions] == [one.rules for one in deal_programme("linden")]
    assert "linden" in as_owner.get(term.get_absolute_url()).content.decode()


def test_dealt_missions_are_named_in_the_language_of_the_group(as_owner, over):
    as_owner.post("/language/", {"language": "de", "next": "/"})
    term = begun(as_owner, over, programme="dealt")
    assert [one.name for one in term.missions] != [str(one.title) for one in deal_programme("linden")]


def test_a_term_can_have_its_own_programme_which_is_edited_next(as_owner, over):
    response = as_owner.post(begin_at(over), sent(programme="own"))
    term = term_after(over)
    assert response["Location"] == term.get_programme_url()
    assert (term.programme, term.tiebreak_mission) == (over.programme, 3)


def test_the_page_previews_the_missions_of_a_word_and_begins_no_term(as_owner, over):
    page = as_owner.post(begin_at(over), sent(word="maple", show="yes")).content.decode()
    assert str(next(iter(deal_programme("maple"))).title) in page
    assert "maple" in page
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(("head_start", "divisor"), [("quarter", 4), ("half", 2)])
def test_players_who_were_behind_begin_with_a_part_of_the_gap_as_the_standings_tell(
    as_owner, over, head_start, divisor
):
    behind = lacked(over)
    assert max(behind.values()) > 0
    term = begun(as_owner, over, head_start=head_start, **{"players-3-name": "Dora"})
    expected = {name: min(10, vp // divisor) for name, vp in behind.items()} | {"Dora": 0}
    assert {player.name: player.head_start for player in term.players.all()} == expected
    finished_game(term, 1)
    standings = reverse("standings", args=[term.public_id])
    page = as_owner.get(standings).content.decode()
    assert f"Cleo began with a head start of {expected['Cleo']} VP" in page
    assert "Head start</th>" in page
    term.election_by = "average"
    term.save()
    term.touch()
    assert "ead start" not in as_owner.get(standings).content.decode()


@pytest.mark.parametrize("by", ["average", "share"])
def test_a_head_start_is_offered_only_if_the_total_decides(as_owner, over, by):
    Campaign.objects.filter(pk=over.pk).update(election_by=by)
    assert "head_start" not in as_owner.get(begin_at(over)).content.decode()
    term = begun(as_owner, over, head_start="half")
    assert not term.players.exclude(head_start=0).exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    sweep(
        [
            ({"name": ""}, "The campaign needs a name."),
            ({"programme": "twenty"}, "Choose what you play."),
            ({"programme": "dealt", "word": ""}, "Type a word for the draw."),
            ({"programme": "dealt", "word": "a\u202eb"}, "This contains an invisible character"),
            ({"programme": "drawn", "word": "<b>"}, "Write plain text, without angle brackets."),
            ({"programme": "drawn", "word": "x" * 61}, "60"),
            ({"head_start": "all"}, "Choose a head start, or none."),
            ({"players-1-name": "", "players-2-name": ""}, "It takes at least two players."),
        ]
    ),
)
def test_an_error_is_told_at_its_field_and_nothing_is_stored(as_owner, over, changes, sentence):
    response = as_owner.post(begin_at(over), sent(**changes))
    assert response.status_code == 200
    assert sentence in response.content.decode()
    assert Campaign.objects.count() == 1


def test_a_double_tap_begins_one_term(as_owner, over):
    data = sent(once="0123456789abcdef")
    first, second = as_owner.post(begin_at(over), data), as_owner.post(begin_at(over), data)
    assert first["Location"] == second["Location"]
    assert Campaign.objects.filter(before=over).count() == 1


def test_the_elections_of_both_terms_link_to_all_terms(as_owner, over):
    def leads(campaign):
        page = as_owner.get(reverse("election", args=[campaign.public_id])).content.decode()
        return reverse("terms", args=[campaign.public_id]) in page

    assert not leads(over)
    term = begun(as_owner, over, programme="own")
    for place in term.missions.positions:
        finished_game(term, place, cities=CITIES)
    Campaign.objects.filter(pk=term.pk).update(awaits_votes=False)
    assert leads(over)
    assert leads(Campaign.objects.get(pk=term.pk))


def test_the_election_links_to_no_term_in_the_bin_or_of_another_owner(as_owner, over, stranger):
    election, terms = (reverse(name, args=[over.public_id]) for name in ("election", "terms"))
    term = begun(as_owner, over)
    term.throw_away()
    assert terms not in as_owner.get(election).content.decode()
    begun(as_owner, over).hand_over(stranger)
    assert terms not in as_owner.get(election).content.decode()


def test_a_term_in_the_bin_is_not_shown(as_owner, over):
    term = begun(as_owner, over)
    over.throw_away()
    page = as_owner.get(reverse("terms", args=[term.public_id])).content.decode()
    assert "Spring" not in page
    assert "Term 2" in page


def test_the_term_of_another_owner_is_not_shown_and_is_no_term_of_the_group(as_owner, over, stranger):
    term = begun(as_owner, over)
    assert term.has_other_terms
    over.hand_over(stranger)
    assert "Spring" not in as_owner.get(reverse("terms", args=[term.public_id])).content.decode()
    assert not Campaign.objects.get(pk=term.pk).has_other_terms


def test_a_visitor_by_a_link_sees_names_of_terms_without_links(as_owner, over):
    term = begun(as_owner, over)
    guest = Client()
    guest.get(reverse("join", args=[ShareLink.renew(term, "look").token]))
    page = guest.get(reverse("terms", args=[term.public_id])).content.decode()
    assert "Spring" in page
    assert over.get_absolute_url() not in page


def test_nine_terms_make_ten_queries(as_owner, over, django_assert_max_num_queries):
    campaign = over
    for _ in range(8):
        campaign = CampaignFactory(owner=over.owner, before=campaign)
        finished_game(campaign, 1)
    with django_assert_max_num_queries(10):
        as_owner.get(reverse("terms", args=[campaign.public_id]))


def test_an_export_has_the_head_start_and_no_other_campaign(as_owner, over):
    term = begun(as_owner, over, head_start="half", programme="dealt")
    file = exported(term)
    assert "before" not in file["campaign"]
    copied = import_campaign(json.dumps(file).encode(), over.owner)
    assert copied.before is None
    assert copied.programme == term.programme
    given = dict(term.players.values_list("name", "head_start"))
    assert dict(copied.players.values_list("name", "head_start")) == given
    assert max(given.values()) > 0
