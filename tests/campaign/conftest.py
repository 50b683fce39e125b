"""Open the database to the features that store what people type."""

import pytest

# In other folders, a test must ask for the database itself. So these tests also show which pages need no database.
WITH_DATABASE = {
    *("accounts", "analysis", "bin", "book", "campaigns", "chronicle", "games", "home", "offline", "par", "results"),
    *("sharing", "singles", "takeaway", "terms", "transfer"),
}


def pytest_itemcollected(item):
    if item.path.parent.name in WITH_DATABASE and not item.get_closest_marker("django_db"):
        item.add_marker(pytest.mark.django_db)
