"""Test that the database is backed up before it is migrated."""

import pytest
from django.core.management import CommandError
from django.db import DatabaseError, connection

from campaign.ops import backups
from tests.installation import installation_in, told

pytestmark = pytest.mark.slow


@pytest.fixture
def behind(site):
    """Yield an installation's folder. Its database lacks the records of some migrations, so an upgrade is due."""
    with installation_in(site, BACKUPS=True):
        assert "upgrade" not in told("migrate")  # so far, no migration is pending
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = 'axes' AND name NOT LIKE '0001%'")
        yield site


def test_a_database_is_backed_up_before_it_is_migrated(behind):
    # the migration fails, because its columns exist already; but the backup was made before the migration
    with pytest.raises(DatabaseError):
        told("migrate")
    (made,) = (behind / "backups").glob("before-upgrade-*.sqlite3")
    assert backups.check(made).games == 16


def test_a_database_that_cannot_be_backed_up_is_not_migrated(behind):
    (behind / "backups").write_text("in the way")
    with pytest.raises(CommandError, match="was not backed up, and so not changed"):
        told("migrate")
