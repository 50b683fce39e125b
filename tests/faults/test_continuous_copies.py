"""Test that Litestream copies the embedded database while it changes, and that a restored copy has every row."""

import base64
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from campaign.ops import backups
from tests.commands import ROOT, environment, python
from tests.faults.site import WRITTEN, Writer, missing

pytestmark = pytest.mark.slow

LITESTREAM = Path(sys.executable).with_name("litestream")  # requirements/dev.txt installs it
TO_A_FOLDER = """
dbs:
  - path: {database}
    replica:
      type: file
      path: {copies}
      sync-interval: 100ms
"""


def litestream(*words, **more):
    done = subprocess.run([LITESTREAM, *map(str, words)], capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_acknowledged_change_is_in_the_copy_on_another_machine(new_site, tmp_path):
    site = new_site()
    site.start()
    entries = site.prepare(1)
    config, restored = tmp_path / "litestream.yml", tmp_path / "elsewhere"
    config.write_text(TO_A_FOLDER.format(database=site.data / "cornerstone.sqlite3", copies=tmp_path / "copies"))
    with subprocess.Popen([LITESTREAM, "replicate", "-config", config], stderr=subprocess.DEVNULL) as copying:
        try:
            writer = Writer(site, 1, *entries[0])
            for _ in range(20):
                assert writer.write() == 200
            time.sleep(1)  # the copy may be up to one second behind
            site.end(signal.SIGKILL)
        finally:
            copying.kill()
    restored.mkdir()
    litestream("restore", "-config", config, "-o", restored / "cornerstone.sqlite3", site.data / "cornerstone.sqlite3")
    assert backups.check(restored / "cornerstone.sqlite3").campaigns == 1
    held = json.loads(python(WRITTEN, env=environment(restored, BACKUPS="0")))
    assert len(writer.acknowledged) == 20
    assert missing([writer], held) == []
    # In real use, people restore such a copy by `manage.py restore`, which checks and migrates it.
    assert backups.content(restored / "cornerstone.sqlite3") == backups.content(site.data / "cornerstone.sqlite3")


def test_litestream_accepts_the_configuration_of_the_documentation(tmp_path):
    key = tmp_path / "key"
    key.write_text(base64.b64encode(bytes(32)).decode())
    where = {"REPLICA_ENDPOINT": "https://storage.example", "REPLICA_BUCKET": "club", "REPLICA_KEY_FILE": str(key)}
    env = os.environ | where | {"DATA_DIR": str(tmp_path)}
    said = litestream("databases", "-config", ROOT / "docs" / "litestream.yml", env=env)
    assert f"{tmp_path}/cornerstone.sqlite3" in said
    assert "s3" in said
