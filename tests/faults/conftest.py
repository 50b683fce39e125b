"""Installations to be ill-treated, on both databases."""

from itertools import count

import pytest

from tests.faults.site import Site
from tests.postgres import cluster

NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL that writes as a real one does."""
    with cluster(durable=True) as server:
        yield server


@pytest.fixture
def new_site(tmp_path):
    sites = []

    def make(name="data", **options):
        sites.append(Site(tmp_path / name, **options))
        return sites[-1]

    yield make
    for site in sites:
        site.end()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request):
    """The options of a site on each database; those of PostgreSQL have one of their own."""
    if request.param == "sqlite":
        return {}
    server = request.getfixturevalue("postgres")
    return {"database_url": server.create(f"site_{next(NUMBERS)}")}


@pytest.fixture
def site(new_site, database):
    site = new_site(**database)
    site.start()
    return site
