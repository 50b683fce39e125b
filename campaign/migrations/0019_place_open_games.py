"""Set the new column `phase` of open games, from the entered cities or the ticked steps of the checklists."""

import re

from django.db import migrations
from django.db.models import Q

LIST_OF_A_ROUND = re.compile(r"(?:clear|home|bag|face-up|first-player)-([2-5])")
STEPS = 5  # the number of steps in the checklist before each of rounds 2 to 5
LAST_OF_SETUP = "first-player"


def place(ticks):
    """Return the phase of a game with these ticked steps and no city."""
    if any(tick.startswith("end-") for tick in ticks):
        return "counting"
    rounds = [int(found[1]) for tick in ticks if (found := LIST_OF_A_ROUND.fullmatch(tick))]
    if not rounds:
        return "round-1" if LAST_OF_SETUP in ticks else "setup"
    latest = max(rounds)
    return f"round-{latest}" if rounds.count(latest) == STEPS else f"before-{latest}"


def place_games(apps, _schema_editor):
    games = apps.get_model("campaign", "Game").objects.filter(state="open")
    games.filter(~Q(evaluations__city="") | ~Q(evaluations__pad={}), evaluations__isnull=False).update(phase="counting")
    for game in games.filter(phase="setup", ticks__isnull=False).distinct().prefetch_related("ticks"):
        games.filter(pk=game.pk).update(phase=place([tick.step for tick in game.ticks.all()]))


class Migration(migrations.Migration):
    dependencies = [("campaign", "0018_phases")]

    operations = [migrations.RunPython(place_games, migrations.RunPython.noop, elidable=True)]
