"""Static files as the site serves them: gathered, with their hashes in their names."""

import re
import shutil

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from whitenoise.compress import Compressor

from campaign.web.static import is_compressed

OWN = "campaign/js/photo"
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")
HASHING = settings.STORAGES | {"staticfiles": {"BACKEND": "campaign.web.static.HashedStaticFilesStorage"}}
OTHERS = ["admin", "css", "img", "vendor", "*.json"]  # compressing all of them takes seconds: tests/faults does


def gather_scripts(folder):
    with override_settings(STATIC_ROOT=folder, STORAGES=HASHING):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=OTHERS)


@pytest.fixture(scope="module")
def gathered(tmp_path_factory):
    """A folder that the scripts are gathered in: no test may change it."""
    folder = tmp_path_factory.mktemp("static")
    gather_scripts(folder)
    return folder


def test_scripts_import_each_other_by_hashed_names(gathered):
    scripts = [path for path in (gathered / OWN).glob("*.js") if HASHED.search(path.name)]
    imported = {name for path in scripts for name in re.findall(r'"\./([^"]+\.js)"', path.read_text())}
    assert len(imported) >= 10
    assert all(HASHED.search(name) and (gathered / OWN / name).exists() for name in imported)
    assert all(path.with_name(f"{path.name}.br").exists() for path in scripts if path.stat().st_size > 1_000)


def test_what_is_compressed_already_is_not_compressed_again(gathered, tmp_path, monkeypatch):
    folder = shutil.copytree(gathered, tmp_path / "static")
    whole, cut_off, missing = (folder / "campaign" / "js" / name for name in ("editor.js", "evening.js", "pad.js"))
    packed = cut_off.with_name(f"{cut_off.name}.gz")
    packed.write_bytes(packed.read_bytes()[:-20])
    missing.with_name(f"{missing.name}.br").unlink()
    asked, compress = [], Compressor.compress
    monkeypatch.setattr(Compressor, "compress", lambda self, path: asked.append(path) or compress(self, path))
    gather_scripts(folder)
    assert {str(cut_off), str(missing)} <= set(asked)
    assert str(whole) not in asked
    assert all(map(is_compressed, (whole, cut_off, missing)))
