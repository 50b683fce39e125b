"""Compare the speed of pages on PostgreSQL with an empty view. Measure whether more campaigns slow the pages down."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection

from benchmarks.site import _served
from benchmarks.tables import print_table
from tests.postgres import cluster

REQUESTS = 60  # the number of requests for each page; the pages take turns
CAMPAIGNS = (10, 1_000, 10_000, 100_000)
FLAT_WITHIN = 1.5

# SQL that adds campaigns, each with two players and a finished game.
FILL = (
    """INSERT INTO campaign_campaign (public_id, owner_id, name, language, created, version, manual_tower_points,
         keep_discarded, harbor_workers, four_architects, tiebreak_mission)
       SELECT lpad(n::text, 12, '0'), {owner}, 'Campaign ' || n, 'en', now(), 0, false, false, false, false, 10
       FROM generate_series({first}, {last}) n""",
    """INSERT INTO campaign_player (campaign_id, name, colour, position)
       SELECT c.id, p.name, p.colour, p.position FROM campaign_campaign c,
         (VALUES ('Ada', 'blue', 0), ('Ben', 'green', 1)) p (name, colour, position)
       WHERE NOT EXISTS (SELECT 1 FROM campaign_player x WHERE x.campaign_id = c.id)""",
    """INSERT INTO campaign_game (campaign_id, mission, played_on, place, notes, counts, state, version, rules_stamp,
         finished_at, created)
       SELECT c.id, 1, current_date, '', '', true, 'finished', 1, 'edition=1 mission=1', now(), now()
       FROM campaign_campaign c WHERE NOT EXISTS (SELECT 1 FROM campaign_game g WHERE g.campaign_id = c.id)""",
    """INSERT INTO campaign_evaluation (game_id, player_id, seat, absent, city, allocation, pad, version, total,
         categories, rank)
       SELECT g.id, p.id, p.position + 1, false, '', '', '{{"shop": "9"}}', 1, 9, '{{"shop": 9}}', 1
       FROM campaign_game g JOIN campaign_player p ON p.campaign_id = g.campaign_id
       WHERE NOT EXISTS (SELECT 1 FROM campaign_evaluation e WHERE e.game_id = g.id)""",
    "ANALYZE",
)


def report() -> None:
    with tempfile.TemporaryDirectory() as data, cluster(durable=True) as server:
        environment = {"DATA_DIR": data, "DATABASE_URL": server.url(), "SECRET_KEY": "bench" * 12, "BACKUPS": "0"}
        environment |= {"DJANGO_SETTINGS_MODULE": "benchmarks.site_settings"}
        subprocess.run([sys.executable, "-m", "benchmarks.site_load"], env=os.environ | environment, check=True)


def measure() -> None:
    import django  # noqa: PLC0415 - it reads the settings of the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from campaign.demo.sample import fill  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    owner = fill()
    campaign = owner.campaigns.order_by("pk").last()
    client = Client()
    client.force_login(owner)
    game = owner.campaigns.order_by("pk").first().open_game
    addresses = {
        "empty view": "/empty",
        "mission page": "/missions/7-price-of-silence/?players=3",
        "standings": f"{campaign.get_absolute_url()}standings/",
        "campaign page": campaign.get_absolute_url(),
        "idle poll": game.get_absolute_url(),
    }
    bystander = type(owner).objects.create_user("bystander")
    rows, growth, filled = [], [], owner.campaigns.count()
    for count in CAMPAIGNS:
        with connection.cursor() as cursor:
            for statement in FILL:
                cursor.execute(statement.format(owner=bystander.pk, first=filled + 1, last=count))
        filled = count
        with _served() as port:
            times = _times(HTTPConnection("127.0.0.1", port), addresses, client.cookies["sessionid"].value)
        medians = {name: statistics.median(of_page) for name, of_page in times.items()}
        if count == CAMPAIGNS[0]:
            rows = [(name, medians[name], medians[name] / medians["empty view"]) for name in addresses]
        growth.append((f"{count:,}", medians["empty view"], medians["standings"], medians["idle poll"]))
    print_table("Pages on PostgreSQL, one process of gunicorn", ("", "median ms", "times the empty view"), rows)
    print_table(
        f"Standings among more campaigns (wanted: flat within {FLAT_WITHIN} times)",
        ("campaigns", "empty view ms", "standings ms", "idle poll ms", "standings, times the first"),
        [(*row, (row[2] / row[1]) / (growth[0][2] / growth[0][1])) for row in growth],
    )


def _times(browser: HTTPConnection, addresses: dict[str, str], session: str) -> dict[str, list[float]]:
    """Return milliseconds by page. Request the pages in turns: if the machine is busy, it delays all pages alike."""
    times: dict[str, list[float]] = {name: [] for name in addresses}
    tag = _get(browser, addresses["idle poll"], session, {"HX-Request": "true", **ASKING})[1]
    for number in range(REQUESTS + 5):
        for name, address in addresses.items():
            asking = {"HX-Request": "true", "If-None-Match": tag, **ASKING} if name == "idle poll" else {}
            took, _tag, status = _get(browser, address, session, asking)
            assert status == (304 if asking else 200), (address, status)
            if number >= 5:  # the first requests are not counted, because they load templates and open connections
                times[name].append(took)
    return times


ASKING = {"HX-Target": "evening"}


def _get(browser: HTTPConnection, address: str, session: str, more: dict[str, str]) -> tuple[float, str, int]:
    start = time.perf_counter()
    browser.request("GET", address, headers={"Cookie": f"sessionid={session}", **more})
    response = browser.getresponse()
    response.read()
    return (time.perf_counter() - start) * 1000, response.headers.get("ETag", ""), response.status


if __name__ == "__main__":
    measure()
