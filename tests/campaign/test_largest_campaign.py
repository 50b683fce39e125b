"""Test that no page of the largest campaign that an import accepts is slow or long."""

import json
import time
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice

import pytest
from django.test import Client

from campaign.transfer import exported, import_campaign
from campaign.transfer.columns import MOST_EVER_PLAYED
from campaign.transfer.importing import MOST_GAMES, MOST_TICKS
from scoring import MISSIONS
from tests.addresses import path_to, routes
from tests.factories import CampaignFactory, UserFactory, finished_game, open_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.no_mutants]

LONGEST = 0.3  # the most seconds of processor time
ATTEMPTS = 3  # only the fastest attempt counts, because a busy machine can slow down any page
LARGEST = 100_000  # the most bytes of a compressed page
# This address sends a file with the whole campaign, so its size does not count.
WHOLE = {"export_campaign"}
# the number of history records of one game; with its other games, the campaign nearly reaches the limit of an import
HEAVIEST = 20_000


@pytest.fixture(scope="module")
def largest(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        campaign, owner = CampaignFactory(name="x" * 60), UserFactory()
        finished_game(campaign, 1, notes="Rain. " * 333, place="y" * 60)
        open_game(campaign, 2)
        imported = import_campaign(json.dumps(grown(exported(campaign))).encode(), owner)
        client = Client()
        client.force_login(owner)
        yield client, imported
        imported.delete()
        campaign.delete()


def grown(file):
    """Return the file of a small campaign, enlarged to the limits of an import."""
    finished, evening = file["games"]
    left = file["players"][0] | {"retired_at": file["exported_at"], "is_guest": True, "history": []}
    players = [left | {"name": f"Player {number} {'z' * 15}"} for number in range(3, MOST_EVER_PLAYED)]
    classic = [number for number, mission in MISSIONS.items() if mission.rules.mode == MISSIONS[1].rules.mode]
    attempts = [
        finished | {"mission": mission, "counts": False, "history": [], "rules_stamp": f"edition=1 mission={mission}"}
        for mission in islice(cycle(classic), MOST_GAMES - 2)
    ]
    absent = finished["evaluations"][0] | dict.fromkeys(
        ("seat", "total", "categories", "inhabitants_on_buildings", "empty_squares", "rank", "best_possible")
    )
    absent |= {"absent": True, "city": "", "allocation": "", "history": []}
    everybody = [*finished["evaluations"], *(absent | {"player": number} for number in range(3, MOST_EVER_PLAYED))]
    first = datetime(2020, 1, 1, tzinfo=UTC)
    entry = evening["evaluations"][0]
    entry["history"] += [
        {
            "at": (first + timedelta(hours=number)).isoformat(),
            "kind": "~",
            "by": "Ada",
            "changed": {"city": f"T3SU1-/P-FH2/----/---- {number % 90}i5e"},
            "action": "tap",
            "key": str(number),
            "by_link": False,
        }
        for number in range(HEAVIEST)
    ]
    evening["ticks"] = [f"step {number}" for number in range(MOST_TICKS)]
    evening["notes"] = "Rain. " * 333
    return file | {
        "players": file["players"] + players,
        "games": [finished | {"evaluations": everybody}, evening, *attempts],
    }


def test_no_page_of_the_largest_campaign_is_slow_or_long(largest, record_property):
    client, campaign = largest
    found, wrong = {}, {}
    for game in (campaign.games.order_by("pk")[0], campaign.games.order_by("pk")[1]):
        for route, pattern in routes():
            if pattern.name in WHOLE:
                continue
            path = path_to(pattern, campaign, game)
            seconds, size = cost(client, path)
            found[path] = (round(seconds, 3), size)
            if seconds > LONGEST or size > LARGEST:
                wrong[route, game.state] = found[path]
    record_property("figures", str(sorted(found.items(), key=lambda each: each[1], reverse=True)[:10]))
    assert wrong == {}


def cost(client, path):
    """Return the processor time of a page in seconds and its size in bytes, by the fastest of several attempts."""
    times = []
    for _attempt in range(ATTEMPTS):
        start = time.thread_time()
        answer = client.get(path, headers={"accept-encoding": "gzip"})
        times.append(time.thread_time() - start)
        size = 0 if answer.streaming else len(answer.content)
        if times[-1] <= LONGEST:
            break
    return min(times), size
