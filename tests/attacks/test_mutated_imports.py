"""Test that an altered campaign file is either refused with a sentence, or makes an ordinary campaign."""

import json
from copy import deepcopy
from random import Random

import pytest
from django.db import transaction
from django.test import Client

from campaign.models import Campaign, User
from campaign.transfer import exported, import_campaign
from campaign.transfer.columns import COLUMNS
from campaign.transfer.reading import ImportRefusedError
from tests.factories import CampaignFactory, played_game
from tests.sweeps import sweep

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
COMPOSED = {"line": "classic districts=4,2", "name": "Ring Road", "story": "A road goes round the city."}
EACH = 5  # an odd value is tried in each fifth field, beginning at another one than the value before
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
    """Return the files of a campaign of the ten missions, of one with missions of its own, and of single games.

    They have every field of a file: totals alone, games in and left out of the figures, guests, absent people and
    people who left, head starts, composed missions with stories, and the tiles of the expansion.
    """
    campaign.invite("Eve", in_standings=False)
    campaign.players.filter(name="Ben").update(head_start=3)
    played_game(campaign, 3, cities=[{"total": "57"}, {"tower_block": "6+1"}], left_out=True, services=True)
    own = CampaignFactory(form="own", players=("Ada", "Ben"), programme=[COMPOSED, {"mission": 7}], tiebreak_mission=2)
    played_game(own, 1)
    single = CampaignFactory(form="games", players=("Ada",))
    played_game(single, 0, line=COMPOSED["line"], title="Ring Road", in_standings=False)
    return [json.dumps(exported(type(each).objects.get(pk=each.pk))) for each in (campaign, own, single)]


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
                assert client.get(path, follow=True).status_code == 200, path
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


def fields(file):
    """Return a path for each field of a file: the last path of those that differ only in their indexes."""
    return {tuple(name for name in path if isinstance(name, str)): path for path in places(file) if path}


def with_value(file, path, value):
    changed = deepcopy(file)
    *around, last = path
    inner = changed
    for name in around:
        inner = inner[name]
    inner[last] = value
    return json.dumps(changed).encode()


def test_every_field_is_in_a_file(files):
    """Test that the files above have a value in each column, so that the next test reaches it."""
    said = {path[-1] for file in files for path, place in fields(json.loads(file)).items() if place}
    assert {name for names in COLUMNS.values() for name in names} <= said


@pytest.mark.parametrize("odd", sweep(range(len(ODD)), quick=1))
def test_an_odd_value_in_any_field_is_refused_or_makes_a_campaign(files, owner, odd):
    for file in map(json.loads, files):
        for path in list(fields(file).values())[odd % EACH :: EACH]:
            try:
                with transaction.atomic():
                    campaign = import_campaign(with_value(file, path, ODD[odd]), owner)
                    import_campaign(json.dumps(exported(campaign)).encode(), owner)
                    transaction.set_rollback(True)
            except ImportRefusedError:
                continue
            except Exception as error:
                error.add_note(f"{ODD[odd]!r} is in {path}")
                raise


def test_an_altered_file_is_refused_or_makes_a_campaign(files, owner):
    assert 0 < try_each(files, owner, range(50, 80)) < 30


@pytest.mark.slow
@pytest.mark.parametrize("half", range(2))  # two tests, so that two processors can share the work
def test_five_hundred_altered_files_are_refused_or_make_campaigns(files, owner, half):
    assert 0 < try_each(files, owner, range(half * 250, half * 250 + 250)) < 250
