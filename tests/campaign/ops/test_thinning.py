"""Test that the command `thin_history` keeps one history record per sitting of old games, and changes no page.

A sitting is a series of changes that one account makes to one city without a long pause.
"""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaign.editor.undo import EvaluationState, restore, timeline
from campaign.models import Evaluation, Game
from campaign.models.history import Action
from campaign.results.history import read_history
from scoring import City
from tests.factories import enter, open_game

pytestmark = pytest.mark.django_db

# Two sittings with an hour between them. Each change is a pair of the new supply and the action. The last change is an
# undo, which restores the city with 5 Inhabitants.
SITTINGS = (
    [("1i0e", "supply"), ("2i0e", "supply"), ("3i0e", "supply")],
    [("4i0e", "supply"), ("5i0e", "supply"), ("6i0e", "supply"), ("5i0e", "undo")],
)
# The supplies in the thinned history: the empty city, the last change of each sitting, and the finished game.
LEFT = ["", "3i0e", "5i0e", "5i0e"]


def play(campaign, mission=1, *, days=400):
    """Play a game that began `days` days ago and was finished two hours later. If `days` is 0, leave the game open."""
    game = open_game(campaign, mission, absent=("Cleo",))
    ada, ben = game.present
    for sitting in SITTINGS:
        for supply, action in sitting:
            ada.record(City.parse(f"T3S--/----/----/---- {supply}"), version=ada.version, action=Action(action, supply))
    enter(ben)
    if days:
        game.finish()
    return date(game, days)


def date(game, days):
    """Set the dates of a game and its history, so that the game began `days` days and 3 hours ago."""
    begun = timezone.now() - timedelta(days=days, hours=3)
    for entry in (game, *game.evaluations.all()):
        hours = (0, 0, 0, 0, 1, 1, 1, 1, 2)
        for place, record in enumerate(entry.history.order_by("history_id")):
            record.history_date = begun + timedelta(hours=hours[place], seconds=place)
            record.save()
    Game.objects.filter(pk=game.pk, state=Game.State.FINISHED).update(finished_at=begun + timedelta(hours=2))
    game.refresh_from_db()
    return game


def supplies(game):
    """Return the supply in each history record of Ada's city, such as "3i0e"."""
    records = game.evaluations.get(player__name="Ada").history.order_by("history_id")
    return [record.city.partition(" ")[2] for record in records]


def test_a_sitting_keeps_its_last_record(campaign):
    game = play(campaign)
    assert len(supplies(game)) == 9
    call_command("thin_history")
    assert supplies(game) == LEFT
    call_command("thin_history")
    assert supplies(game) == LEFT


def test_the_history_page_is_the_same_after_thinning(campaign):
    game = play(campaign)
    before = read_history(game, campaign)
    assert [sentence for change in before.changes for sentence in change.sentences].count("The city was changed.") == 1
    call_command("thin_history")
    assert read_history(game, campaign) == before


@pytest.mark.parametrize("days", [0, 364])
def test_open_games_and_games_of_this_year_keep_every_record(campaign, days):
    game = play(campaign, days=days)
    before = supplies(game)
    call_command("thin_history")
    assert supplies(game) == before


def test_an_option_sets_the_age_of_games(campaign, capsys):
    recent, old = play(campaign, 1, days=20), play(campaign, 2, days=40)
    call_command("thin_history", days=30)
    assert (len(supplies(recent)), supplies(old)) == (9, LEFT)
    assert "5 records of the history deleted" in capsys.readouterr().out


def test_a_change_of_author_or_absence_keeps_its_own_record(campaign, member):
    game = play(campaign)
    ada = game.evaluations.get(player__name="Ada")
    second = ada.history.order_by("history_id")[2]
    second.history_user = member
    second.save()
    call_command("thin_history")
    assert supplies(game) == ["", "1i0e", "2i0e", "3i0e", "5i0e", "5i0e"]


def test_undo_in_a_reopened_thinned_game_reverses_a_whole_sitting(campaign):
    game = play(campaign)
    call_command("thin_history")
    game.reopen()
    ada = Evaluation.objects.for_editor().get(game=game, player__name="Ada")
    line = timeline(ada)
    assert line.past[-1].state == EvaluationState.of(ada)
    assert restore(ada, is_undo=True).state.city.endswith("3i0e")


def test_the_export_of_a_thinned_campaign_can_be_imported(as_owner, campaign):
    game = play(campaign)
    call_command("thin_history")
    file = as_owner.get(reverse("export_campaign", args=[campaign.public_id])).content
    answer = as_owner.post(reverse("import_campaign"), {"file": SimpleUploadedFile("campaign.json", file)})
    assert answer.status_code == 302
    copy = Game.objects.latest("pk")
    assert copy != game
    assert supplies(copy) == LEFT


def test_many_games_take_no_more_queries(campaign):
    play(campaign, 1)
    with CaptureQueriesContext(connection) as few:
        call_command("thin_history")
    for mission in range(2, 5):
        play(campaign, mission)
    with CaptureQueriesContext(connection) as many:
        call_command("thin_history")
    assert len(many) == len(few)
