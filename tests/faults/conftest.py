"""Make installations for tests of faults, on both databases."""

from itertools import count

import pytest

from tests.commands import environment, manage
from tests.postgres import cluster

NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres():
    """Run a PostgreSQL server that writes to the disk as in real use."""
    with cluster(durable=True) as server:
        yield server


@pytest.fixture(scope="session")
def migrated(postgres, tmp_path_factory):
    """Make a migrated database on PostgreSQL, which other databases copy, and return its name."""
    name = "migrated"
    manage("migrate", "-v", "0", env=environment(tmp_path_factory.mktemp(name), postgres.create(name), BACKUPS="0"))
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request):
    """Return the options of `new_site` for each kind of database. On PostgreSQL each site has its own database."""
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
