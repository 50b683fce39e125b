"""Make installations for tests of faults, on both databases."""

import shutil
import signal
from itertools import count

import pytest

from tests.commands import environment, manage, python
from tests.faults.site import Site
from tests.postgres import cluster

NUMBERS = count(1)
PREPARE = """
from django.core.management import call_command
call_command('migrate', verbosity=0)
call_command('collectstatic', interactive=False, verbosity=0)
"""


@pytest.fixture(scope="session")
def postgres():
    """Run a PostgreSQL server that writes to the disk as in real use."""
    with cluster(durable=True) as server:
        yield server


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    """Return the folder of a site that was started once, for other sites to copy."""
    folder = tmp_path_factory.mktemp("prepared")
    python(PREPARE, env=environment(folder, BACKUPS="0"))
    return folder


@pytest.fixture
def new_site(tmp_path, prepared):
    sites = []

    def make(name="data", **options):
        shutil.copytree(prepared, tmp_path / name, dirs_exist_ok=True)
        sites.append(Site(tmp_path / name, **options))
        return sites[-1]

    yield make
    for site in sites:
        site.end(signal.SIGKILL)  # other tests check an orderly stop, which takes two seconds


@pytest.fixture(scope="session")
def migrated(postgres, tmp_path_factory):
    """Make a database on PostgreSQL with the site's tables, for other databases to copy, and return its name."""
    name = "migrated"
    manage("migrate", "-v", "0", env=environment(tmp_path_factory.mktemp(name), postgres.create(name), BACKUPS="0"))
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request):
    """Return the options of a site on each database. On PostgreSQL each site has its own database."""
    if request.param == "sqlite":
        return {}
    template = request.getfixturevalue("migrated")
    server = request.getfixturevalue("postgres")
    return {"database_url": server.create(f"site_{next(NUMBERS)}", template=template)}


@pytest.fixture
def site(new_site, database):
    site = new_site(**database)
    site.start()
    return site
