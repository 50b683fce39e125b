"""Give the tests of some folders access to the database."""

import pytest
from django.core.management import call_command

from campaign import jobs

# The folders whose tests may all use the database. In other folders, only tests with the mark `django_db` may use it.
WITH_DATABASE = {
    *("accounts", "analysis", "bin", "book", "campaigns", "chronicle", "games", "home", "offline", "par", "results"),
    *("sharing", "singles", "takeaway", "terms", "transfer"),
}


def pytest_itemcollected(item):
    if item.path.parent.name in WITH_DATABASE and not item.get_closest_marker("django_db"):
        item.add_marker(pytest.mark.django_db)


@pytest.fixture
def work_at_once(monkeypatch):
    """Do jobs in the thread of the request, because another process would not see the test's rows."""
    monkeypatch.setattr(jobs, "STAYS", 0)
    monkeypatch.setattr(jobs, "start_worker", lambda: call_command("work"))
