"""Test that an altered campaign file is either refused with a sentence, or makes an ordinary campaign."""

import json
from copy import deepcopy
from random import Random

import pytest
from django.db import transaction
from django.test import Client

from campaign.models import Campaign, User
from campaign.transfer import exported, import_campaign
from campaign.transfer.reading import ImportRefusedError

pytestmark = pytest.mark.django_db

ODD = [
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2**31,
        2**63,
        10**400,
        1.5,
        1e308,
        "",
        " ",
        "\0",
        "a\0b",
        "\ud800",
        "\u202e",
        "x" * 5000,
    ),
    *("=1+1", "<b>", "{{7*7}}", "2026-02-30", "9999-12-31T23:59:59+00:00", "0001-01-01", "T4T4/T4T4/T4T4/T4T4 99i99e"),
    *([], {}, [[]], [{}], {"": ""}, [None] * 50, {"format": 1}, "~", "+", "finished", "edition=1 mission=10", "Ada"),
]
PAGES = ("", "standings/", "log/", "chronicle/", "settings/", "bin/", "games/new/")
PIECES = (b"{", b"}", b"[", b"]", b",", b'"', b"\\u0000", b"\\ud800", b"\xff", b"\x00", b"1e999", b"NaN", b"-", b"null")


def places(value, path=()):
    """Yield the paths of a value and of all values inside it. A path is a tuple of names and indexes."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from places(each, (*path, name))


def alter(file, random):
    """Remove or copy a random value of a file, or replace it by an odd value or another value of the file."""
    *path, last = random.choice([path for path in places(file) if path])
    around = file
    for name in path:
        around = around[name]
    kind = random.randrange(5)
    if kind == 0:
        del around[last]
    elif kind == 1 and isinstance(around, list):
        around.extend(deepcopy(around[last]) for _ in range(random.choice([1, 2, 40])))
    elif kind == 2 and isinstance(around, dict):
        around[random.choice([*around, "pk", "id", "owner", "__class__", ""])] = deepcopy(around[last])
    elif kind == 3:
        *to, name = random.choice([path for path in places(file) if path])
        value = file
        for part in (*to, name):
            value = value[part]
        around[last] = deepcopy(value)
    else:
        around[last] = random.choice(ODD)


def mutant(files, seed):
    """Return one of the files with random changes, and sometimes damaged bytes. Equal seeds give equal results."""
    random = Random(seed)
    file = json.loads(random.choice(files))
    for _change in range(random.randint(1, 3)):
        alter(file, random)
    raw = json.dumps(file).encode()
    if random.random() < 0.2:
        at = random.randrange(len(raw))
        raw = raw[:at] + random.choice(PIECES) + raw[at + random.randrange(3) :]
    return raw


@pytest.fixture
def files(campaign, games):
    return [json.dumps(exported(campaign))]


def is_taken(client, owner, raw):
    """Return True if the site accepts a file. Then also check the campaign's pages and its export."""
    try:
        with transaction.atomic():
            campaign = import_campaign(raw, owner)
            file = exported(campaign) | {"exported_at": ""}
            again = import_campaign(json.dumps(exported(campaign)).encode(), owner)
            assert exported(again) | {"exported_at": ""} == file
            games = [game.get_absolute_url() for game in campaign.games.all()]
            for path in (*(campaign.get_absolute_url() + page for page in PAGES), *games[:3]):
                assert client.get(path).status_code == 200, path
            transaction.set_rollback(True)
    except ImportRefusedError:
        return False
    return True


def try_each(files, owner, seeds):
    """Import a mutant of the files for each seed. Return how many mutants the site accepts."""
    client, taken = Client(), 0
    client.force_login(owner)
    before = Campaign.everything.count(), User.objects.count()
    for seed in seeds:
        try:
            taken += is_taken(client, owner, mutant(files, seed))
        except Exception as error:
            error.add_note(f"The mutant has seed {seed}")
            raise
        assert (Campaign.everything.count(), User.objects.count()) == before, seed
    return taken


def test_an_altered_file_is_refused_or_makes_a_campaign(files, owner):
    assert 0 < try_each(files, owner, range(50, 80)) < 30


@pytest.mark.slow
@pytest.mark.parametrize("half", range(2))  # two tests, so that two processors can share the work
def test_five_hundred_altered_files_are_refused_or_make_campaigns(files, owner, half):
    assert 0 < try_each(files, owner, range(half * 250, half * 250 + 250)) < 250
