"""Write planned game nights as a calendar file. Calendar apps that subscribe to it load it again from time to time."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils.translation import gettext
from icalendar import Calendar, Event, vText

from campaign.models import Campaign, Game
from campaign.scores.words import words
from campaign.takeaway.game import GAME_NAME

MAKER = "-//Cornerstone//Planned evenings//EN"
MOST_EVENINGS = 100  # the most game nights in a calendar
ASKED_AGAIN = timedelta(hours=6)


def calendar(campaign: Campaign, games: Iterable[Game]) -> bytes:
    """Write game nights as all-day events, each with its players. `games` must come from `for_evening()`."""
    made = Calendar()
    made.add("prodid", MAKER)
    made.add("version", "2.0")
    made.add("x-wr-calname", vText(campaign.name))  # icalendar escapes the values only of properties that it knows
    made.add("refresh-interval", ASKED_AGAIN, {"VALUE": "DURATION"})
    games = list(games)
    numbers = [game.pk for game in games]
    changes = Game.history.filter(id__in=numbers).order_by().values_list("id").annotate(Max("history_date"))
    changed = dict(changes)
    for game in games:
        made.add_component(_event(campaign, game, changed.get(game.pk, game.created)))
    return bytes(made.to_ical())


def _event(campaign: Campaign, game: Game, changed: datetime) -> Event:
    title = {"game": GAME_NAME, "number": game.mission, "title": words(game.as_mission.title)}
    names = ", ".join(str(evaluation.player) for evaluation in game.present)
    event = Event()
    event.add("uid", f"{campaign.public_id}-{game.pk}@cornerstone")
    event.add("dtstamp", changed)
    event.add("sequence", game.version)
    event.add("dtstart", game.played_on)
    event.add("dtend", game.played_on + timedelta(days=1))
    summary = gettext("%(game)s, mission %(number)s: %(title)s") if game.mission else gettext("%(game)s: %(title)s")
    event.add("summary", summary % title)
    if game.place:
        event.add("location", game.place)
    event.add("description", "\n".join(filter(None, [f"{campaign.name}: {names}", game.notes])))
    return event
