"""Define the fixtures for all tests: a campaign, users with and without rights in it, browsers, and real servers."""

import fcntl
import gc
import shutil
import signal
from importlib import import_module

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from campaign.models import ShareLink
from tests.commands import environment, python
from tests.factories import CampaignFactory, UserFactory, open_game
from tests.faults.site import Site

PREPARE = """
from django.core.management import call_command
call_command('migrate', verbosity=0)
call_command('collectstatic', interactive=False, verbosity=0)
"""


# Folders with no test for a run, and the part of `-m` that tells it. Only importing them would take a second a process.
LEFT_OUT = {"browser": "not browser", "faults": "not slow"}


def pytest_ignore_collect(collection_path, config):
    unwanted = LEFT_OUT.get(collection_path.name)
    return True if unwanted and collection_path.is_dir() and unwanted in config.option.markexpr else None


def pytest_collection_finish():
    """Make the garbage collector run less often, and skip the test objects, which stay in use anyway."""
    gc.freeze()
    gc.set_threshold(20_000, 50, 1_000)


@pytest.fixture(autouse=True)
def in_english():
    """Run each test in English, because an earlier request may have activated another language in this thread."""
    with override("en"):
        yield


def sign_in(client, user):
    """Log a user in by storing a session, without Django's login signal."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key


@pytest.fixture
def owner(db):
    return UserFactory(username="owner")


@pytest.fixture
def campaign(owner):
    """Return a campaign with the players Ada, Ben and Cleo. The fixture `member` gives Ben an account."""
    return CampaignFactory(owner=owner, name="River Town")


@pytest.fixture
def game(campaign):
    """Return a game of mission 1 that has just begun, with all three players at the table."""
    return open_game(campaign)


@pytest.fixture
def member(campaign):
    user = UserFactory(username="member")
    campaign.players.filter(name="Ben").update(account=user)
    return user


@pytest.fixture
def stranger(db):
    """Return a user with a campaign of their own, who has no right in `campaign`."""
    user = UserFactory(username="stranger")
    CampaignFactory(owner=user, name="Elsewhere")
    return user


@pytest.fixture
def browser_of(request, campaign, owner, member):
    """Return a function that makes a browser for a role in the campaign.

    The roles are "anonymous", "stranger", "look link", "score link" (plays as Ada), "member" and "owner".
    """

    def browser(person, **options):
        client = Client(**options)
        if person in {"owner", "member", "stranger"}:
            sign_in(client, request.getfixturevalue(person))
        elif person.endswith(" link"):
            link = ShareLink.renew(campaign, person.removesuffix(" link"))
            client.get(reverse("join", args=[link.token]))
            session = client.session
            session["visits"][campaign.public_id]["player"] = campaign.players.get(name="Ada").pk
            session.save()
        return client

    return browser


@pytest.fixture
def as_owner(client, owner):
    sign_in(client, owner)
    return client


@pytest.fixture(scope="session")
def prepared(tmp_path_factory, worker_id):
    """Return a folder with a migrated database and static files. The first test process makes it for all others."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "prepared"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            begun = folder.with_suffix(".begun")
            python(PREPARE, env=environment(begun, BACKUPS="0"))
            begun.rename(folder)
    return folder


@pytest.fixture
def new_site(tmp_path, prepared):
    """Return a function that makes a `Site`, a real server that the test can start."""
    sites = []

    def make(name="data", **options):
        shutil.copytree(prepared, tmp_path / name, dirs_exist_ok=True)
        sites.append(Site(tmp_path / name, **options))
        return sites[-1]

    yield make
    for site in sites:
        site.end(signal.SIGKILL)  # a regular stop would take two seconds
