"""Test that several queries read one state of the database, and keep nobody from writing."""

import pytest
from django.db import DatabaseError, connection

from campaign.web import one_state

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two(tmp_path, monkeypatch):
    """Connect a reader and a writer to one database. SQLite's test database is in memory, and without a second one."""
    reader, writer = connection, connection.copy()
    if connection.vendor == "sqlite":
        reader = connection.copy()
        for each in (reader, writer):
            each.settings_dict["NAME"] = tmp_path / "cornerstone.sqlite3"
        monkeypatch.setattr(one_state, "connection", reader)
    ask(writer, "CREATE TABLE tower (height integer)")
    yield reader, writer
    ask(writer, "DROP TABLE tower")
    writer.close()
    if reader is not connection:
        reader.close()


def ask(database, query):
    with database.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall() if query.startswith("SELECT") else None


def test_others_write_and_the_reader_sees_it_only_afterwards(two):
    reader, writer = two
    with one_state.one_state():
        before = ask(reader, "SELECT height FROM tower")
        ask(writer, "INSERT INTO tower VALUES (4)")
        assert ask(reader, "SELECT height FROM tower") == before == []
    assert ask(reader, "SELECT height FROM tower") == [(4,)]


def test_an_error_ends_the_state_too(two):
    reader, writer = two
    with pytest.raises(DatabaseError), one_state.one_state():
        ask(reader, "SELECT width FROM tower")
    ask(writer, "INSERT INTO tower VALUES (4)")
    assert ask(reader, "SELECT height FROM tower") == [(4,)]
