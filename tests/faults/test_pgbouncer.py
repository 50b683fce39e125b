"""Test the site behind PgBouncer in transaction mode: DATABASE_POOLER=1 (Debian's package pgbouncer)."""

import os
import shutil
import subprocess
import time
from contextlib import closing
from urllib.parse import quote

import psycopg
import pytest

from tests.commands import manage
from tests.faults.site import Writer
from tests.postgres import UNPRIVILEGED

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PGBOUNCER is None, reason="needs Debian's pgbouncer")]


@pytest.fixture
def pooled(postgres):
    """Return the URL of an empty database behind PgBouncer, which has two connections for all clients together."""
    postgres.create("pooled")
    folder = postgres.folder / "pooler"
    folder.mkdir()
    lines = [
        "[databases]",
        f"pooled = host={postgres.folder} user=postgres pool_size=2",
        "[pgbouncer]",
        "auth_type = any",
    ]
    lines += ["pool_mode = transaction", f"unix_socket_dir = {folder}", f"logfile = {folder}/log", "listen_port = 6432"]
    (folder / "pooler.ini").write_text("\n".join(lines))
    user = UNPRIVILEGED if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    with subprocess.Popen([PGBOUNCER, "-q", folder / "pooler.ini"], user=user, cwd=folder) as process:
        try:
            while not (folder / ".s.PGSQL.6432").exists():
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.1)
            yield f"postgres://postgres@:6432/pooled?host={quote(str(folder))}"
        finally:
            process.terminate()


def test_migrations_games_rescoring_and_backups_work_behind_a_pooler(new_site, pooled, postgres, tmp_path):
    programs = f"{postgres.programs}{os.pathsep}{os.environ['PATH']}"
    site = new_site(database_url=pooled, DATABASE_POOLER="1", PATH=programs)
    site.start()
    writers = [Writer(site, number, *entry) for number, entry in enumerate(site.prepare(1, 2), start=1)]
    for _ in range(5):
        assert [writer.write() for writer in writers] == [200] * len(writers)
    manage("migrate", env=site.environment)
    manage("rescore", env=site.environment)
    manage("backup", tmp_path / "copy.pgdump", env=site.environment)
    assert (tmp_path / "copy.pgdump").stat().st_size > 10_000


def test_the_site_uses_the_first_of_several_hosts_that_answers(new_site, postgres):
    postgres.create("second")
    nobody, there = quote("/nowhere"), quote(str(postgres.folder))
    site = new_site(database_url=f"postgres://postgres@/second?host={nobody},{there}")
    site.start()
    writer = Writer(site, 1, *site.prepare(1)[0])
    assert writer.write() == 200
    with closing(psycopg.connect(dbname="second", user="postgres", host=str(postgres.folder))) as connection:
        assert connection.execute("SELECT count(*) FROM campaign_evaluation").fetchone()[0] > 0
