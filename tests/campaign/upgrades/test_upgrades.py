"""Test that today's code can migrate the databases of every release from 1.0 on, and import their exports.

club.py wrote the old files, and stores the same campaign with today's code. Both campaigns must show the same pages.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.test import Client

from campaign.transfer import columns, exported, import_campaign
from tests.campaign.upgrades import club
from tests.campaign.upgrades.reading import MOMENT, said_of
from tests.commands import environment, python
from tests.sweeps import sweep

HERE = Path(__file__).parent
SCHEMAS = sorted(HERE.glob("schema-*.sql"))
FORMATS = sorted(HERE.glob("format-*.json"))
MOMENTS = ("exported_at", "created", "finished_at", "retired_at", "at")
OPEN = """
import json
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from campaign.models import Campaign
from tests.campaign.upgrades import club, reading
settings.ALLOWED_HOSTS = ['testserver']
call_command('migrate', verbosity=0)
tokens = {tokens!r} or club.fill()[1]
campaign = Campaign.objects.get()
browser = Client()
browser.cookies['sessionid'] = club.SESSION
print(json.dumps({{
    'pages': reading.said_of(campaign, browser),
    'links': [reading.status_of(f'/join/{{token}}/') for token in tokens.values()],
    'shown again': sorted(link.token for link in campaign.share_links.all()) == sorted(tokens.values()),
    'logins': [reading.login('ada'), reading.login('ben')],
    'bin': [campaign.name for campaign in Campaign.everything.exclude(deleted_at=None)],
}}))
"""


def opened(data, tokens=()):
    """Migrate the database in the folder `data`. Return the results of opening its pages and share links.

    `tokens` are pairs such as ("look", "x1y2"). Without `tokens`, `club.fill` first stores the test campaign.
    """
    env = environment(data, BACKUPS="0", SECRET_KEY=club.SECRET_KEY, DEBUG="1")
    return json.loads(python(OPEN.format(tokens=dict(tokens)), env=env).splitlines()[-1])


@pytest.fixture(scope="module")
def today(tmp_path_factory):
    found = opened(tmp_path_factory.mktemp("today"))
    assert "Ada" in found["pages"]["standings"]
    assert found["logins"] == [302, 302]
    assert found["links"] == [200, 200]
    assert found["bin"] == ["Drowned Town"]
    return found


def test_the_first_schema_and_an_export_of_each_format_are_stored():
    assert SCHEMAS[0].stem == "schema-0001"
    assert [file.stem for file in FORMATS] == [f"format-{number}" for number in range(4, columns.FORMAT + 1)]


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda file: file.stem)
def test_a_database_of_an_old_schema_shows_the_same_pages(schema, today, tmp_path):
    text = schema.read_text()
    with closing(sqlite3.connect(tmp_path / "cornerstone.sqlite3")) as database:
        database.executescript(text)
    assert opened(tmp_path, [line.split()[1:] for line in text.splitlines()[:2]]) == today


@pytest.mark.django_db
@pytest.mark.parametrize(
    "file",
    sweep(FORMATS, quick=1),
    ids=lambda file: file.stem,
)
def test_an_export_of_every_format_can_be_imported(file, owner):
    imported = import_campaign(file.read_bytes(), owner)
    fresh = club.fill()[0]
    assert without_moments(exported(imported)) == without_moments(exported(fresh))
    client = Client()
    client.force_login(owner)
    other = Client()
    other.force_login(fresh.owner)
    assert said_of(imported, client) == said_of(fresh, other)


def without_moments(thing):
    """Return an exported file, or a part of it, without timestamps."""
    if isinstance(thing, dict):
        return {name: without_moments(value) for name, value in thing.items() if name not in MOMENTS}
    return [without_moments(each) for each in thing] if isinstance(thing, list) else thing


@pytest.mark.parametrize(
    "written", ["Nov. 22, 2026, 5:03 a.m.", "Nov. 22, 2026, 5 p.m.", "Today, 12:30", "Today, noon"]
)
def test_moments_in_every_format_are_left_out_of_the_comparison(written):
    assert MOMENT.sub("", f"12 5 {written} Somebody Ada").split() == ["12", "5", "Somebody", "Ada"]
