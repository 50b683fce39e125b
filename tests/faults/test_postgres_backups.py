"""Test backups of PostgreSQL, and the move from the embedded database to PostgreSQL."""

import fcntl
import os
from pathlib import Path

import psycopg
import pytest

from tests.commands import environment, manage, python
from tests.postgres import cluster

pytestmark = pytest.mark.slow

# Migrate and fill in one process, because each start of a process takes a while.
FILL = """
from django.core.management import call_command
from campaign.demo.sample import fill
call_command('migrate', verbosity=0)
fill()
"""
COUNTS = "from campaign.models import *; print(Campaign.objects.count(), Game.objects.count(), User.objects.count())"
EXPORTS = """
import json
from campaign.models import *
from campaign.transfer import exported
print(Campaign.objects.count(), Game.objects.count(), User.objects.count())
for campaign in Campaign.objects.order_by('pk'):
    file = exported(campaign)
    print(json.dumps({name: file[name] for name in file if name != 'exported_at'}, sort_keys=True))
"""
ROWS = """
import json
from django.db import connection
with connection.cursor() as cursor:
    for name in sorted(connection.introspection.table_names()):
        cursor.execute(f'SELECT * FROM "{name}" ORDER BY 1')
        print(name, json.dumps(cursor.fetchall(), default=str))
"""
MOVED_ROWS = """
import json
from django.apps import apps
for model in [*apps.get_app_config('campaign').get_models(), apps.get_model('sessions', 'session')]:
    for row in model._base_manager.order_by('pk').values():
        print(model.__name__, json.dumps(row, sort_keys=True, default=str))
"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory, postgres):
    """Make a database with the demo's campaigns, and return its name. Other databases are copies of it."""
    python(FILL, env=environment(tmp_path_factory.mktemp("filled"), postgres.create("filled")))
    yield "filled"
    postgres.drop("filled")  # so that this process can make the database again, if it runs more tests


@pytest.fixture
def played(tmp_path, postgres, filled):
    """Return the environment variables of an installation on PostgreSQL that has the demo's campaigns."""
    path = f"{postgres.programs}{os.pathsep}{os.environ['PATH']}"
    (tmp_path / "played").mkdir()
    yield environment(tmp_path / "played", postgres.create("played", template=filled), PATH=path)
    postgres.drop("played")


def test_a_restored_backup_is_complete(played, tmp_path):
    before = python(EXPORTS, env=played)
    file = tmp_path / "copy.pgdump"
    assert "2 campaigns, 16 games, checked" in manage("backup", file, env=played).stdout
    lost = "from campaign.models import *; Game.objects.all().delete(); User.objects.create_user('late')"
    python(lost, env=played)
    assert "Restored: 2 campaigns, 16 games." in manage("restore", file, env=played).stdout
    assert python(EXPORTS, env=played) == before
    assert python(COUNTS, env=played) == "2 16 1"
    altered = bytearray(file.read_bytes())
    altered[-100] ^= 1
    (tmp_path / "altered.pgdump").write_bytes(altered)
    assert "Nothing was changed." in manage("restore", tmp_path / "altered.pgdump", env=played, check=False).stderr
    half = tmp_path / "half.pgdump"
    half.write_bytes(file.read_bytes()[:2000])
    assert "Nothing was changed." in manage("restore", half, env=played, check=False).stderr
    assert python(COUNTS, env=played) == "2 16 1"


@pytest.fixture
def moving(tmp_path, postgres):
    """Return environments for one data folder: SQLite with the demo's campaigns, and an empty PostgreSQL."""
    before = environment(tmp_path / "moving")
    python(FILL, env=before)
    yield before, environment(tmp_path / "moving", postgres.create("moved"))
    postgres.drop("moved")


def test_one_command_moves_the_embedded_database_to_postgresql(moving):
    before, after = moving
    exports, tables = (python(code, env=before) for code in (EXPORTS, MOVED_ROWS))
    assert "Moved: 2 campaigns, 16 games." in manage("move_to_postgresql", env=after).stdout
    assert [python(code, env=after) for code in (EXPORTS, MOVED_ROWS)] == [exports, tables]
    made = "from campaign.models import *; print(Campaign.objects.create(owner=User.objects.get(), name='x').pk > 2)"
    assert python(made, env=after) == "True"
    assert "in use already: nothing was changed" in manage("move_to_postgresql", env=after, check=False).stderr
    assert python(EXPORTS, env=before) == exports


def test_a_database_in_use_or_of_another_release_is_not_moved(moving, tmp_path):
    before, after = moving
    with (tmp_path / "moving" / ".serving").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        assert "stop it first" in manage("move_to_postgresql", env=after, check=False).stderr
    manage("migrate", "axes", "0001", env=before)
    assert "manage.py migrate" in manage("move_to_postgresql", env=after, check=False).stderr
    assert "Set DATABASE_URL" in manage("move_to_postgresql", env=before, check=False).stderr
    assert python(COUNTS, env=after) == "0 0 0"


def test_a_database_that_others_use_is_not_replaced(played, tmp_path):
    file = tmp_path / "copy.pgdump"
    manage("backup", file, env=played)
    with psycopg.connect(played["DATABASE_URL"]):
        said = manage("restore", file, env=played, check=False).stderr
    assert "1 other connections" in said


def test_a_backup_from_before_1_0_is_refused_and_changes_nothing(played, tmp_path):
    file = tmp_path / "copy.pgdump"
    applied = "M(connection).record_applied('campaign', '0002_campaigns_and_games')"
    taken_back = "M(connection).record_unapplied('campaign', '0002_campaigns_and_games')"
    names = "from django.db import connection; from django.db.migrations.recorder import MigrationRecorder as M; "
    python(names + applied, env=played)
    manage("backup", file, env=played)
    python(names + taken_back, env=played)
    before = python(EXPORTS, env=played)
    said = manage("restore", file, "--no-copy", env=played, check=False).stderr
    assert "from before Cornerstone 1.0" in said
    assert said.rstrip().endswith("Nothing was changed.")
    assert python(EXPORTS, env=played) == before


def test_every_row_of_a_restored_backup_is_unchanged(played, tmp_path):
    file, before = tmp_path / "copy.pgdump", python(ROWS, env=played)
    manage("backup", file, env=played)
    python("from campaign.models import *; Game.objects.all().delete()", env=played)
    manage("restore", file, env=played)
    assert python(ROWS, env=played) == before


def test_a_database_is_backed_up_before_it_is_migrated(played):
    python(
        "from django.db.migrations.recorder import MigrationRecorder as M; "
        "M.Migration.objects.filter(app='axes').exclude(name__startswith='0001').delete()",
        env=played,
    )
    manage("migrate", env=played, check=False)
    assert list((Path(played["DATA_DIR"]) / "backups").glob("before-upgrade-*.pgdump"))


def test_without_pg_dump_the_error_names_its_package(played, tmp_path):
    said = manage("backup", tmp_path / "copy", env=played | {"PATH": str(tmp_path)}, check=False).stderr
    assert "postgresql-client" in said


# --- A backup counts as checked only if a trial restored it -----------------------------------------------------------


def instead(folder, program, *lines):
    """Put a script in the place of a program of PostgreSQL. `exec "$real" "$@"` in a script runs the program itself."""
    folder.mkdir(exist_ok=True)
    (folder / program).write_text("\n".join(["#!/bin/sh", f'real="$(PATH=${{PATH#*:}} command -v {program})"', *lines]))
    (folder / program).chmod(0o755)


def test_a_backup_that_the_server_cannot_restore_is_refused_and_leaves_nothing(played, tmp_path):
    refuses = 'case "$*" in *_trial*) echo "unrecognized parameter transaction_timeout" >&2; exit 1;; esac'
    instead(tmp_path / "bin", "pg_restore", refuses, 'exec "$real" "$@"')
    path = f"{tmp_path / 'bin'}{os.pathsep}{played['PATH']}"
    done = manage("backup", tmp_path / "copy.pgdump", env=played | {"PATH": path}, check=False)
    assert "transaction_timeout" in done.stderr
    assert not (tmp_path / "copy.pgdump").exists()
    with psycopg.connect(played["DATABASE_URL"]) as opened:
        assert opened.execute("SELECT 1 FROM pg_database WHERE datname LIKE '%_trial'").fetchall() == []


def test_an_older_pg_dump_is_refused_before_a_backup_is_made(played, tmp_path):
    instead(tmp_path / "bin", "pg_dump", 'echo "pg_dump (PostgreSQL) 9.6.24"')
    path = f"{tmp_path / 'bin'}{os.pathsep}{played['PATH']}"
    said = manage("backup", tmp_path / "copy.pgdump", env=played | {"PATH": path}, check=False).stderr
    assert "pg_dump has version 9 and the server" in said


def test_without_the_right_to_make_a_database_the_backup_is_only_read_and_says_so(played, tmp_path):
    with psycopg.connect(played["DATABASE_URL"], autocommit=True) as opened:
        opened.execute("CREATE ROLE plain LOGIN IN ROLE pg_read_all_data")
        try:
            plain = played | {"DATABASE_URL": played["DATABASE_URL"].replace("postgres@", "plain@")}
            said = manage("backup", tmp_path / "copy.pgdump", env=plain).stdout
        finally:
            opened.execute("DROP ROLE plain")
    assert "2 campaigns, 16 games, read." in said
    assert "ALTER ROLE" in said


VERSIONS = {
    folder.parent.name: folder
    for folder in (*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/opt/postgresql").glob("*/bin"))
}


@pytest.mark.parametrize("client", sorted(VERSIONS))
@pytest.mark.parametrize("server", sorted(VERSIONS))
def test_what_counts_as_checked_can_be_restored_with_each_version_of_this_machine(server, client, tmp_path):
    """Debian has each version in a folder of /usr/lib/postgresql. Other versions can be put into /opt/postgresql."""
    with cluster(programs=VERSIONS[server]) as running:
        path = f"{VERSIONS[client]}{os.pathsep}{os.environ['PATH']}"
        env = environment(tmp_path / "site", running.create("site"), PATH=path)
        python("from django.core.management import call_command; call_command('migrate', verbosity=0)", env=env)
        file = tmp_path / "copy.pgdump"
        backup = manage("backup", file, env=env, check=False)
        if backup.returncode == 0:
            assert "checked" in backup.stdout
            assert "Restored" in manage("restore", file, "--no-copy", env=env).stdout
        else:
            assert f"pg_dump has version {client} and the server {server}" in backup.stderr
            assert client != server
