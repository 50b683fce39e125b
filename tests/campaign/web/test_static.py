"""Static files as the site serves them: gathered, with their hashes in their names."""

import re

import pytest
from django.core.management import call_command
from whitenoise.compress import Compressor

from campaign.web.static import is_compressed

OWN = "campaign/js/photo"
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture
def collected(settings, tmp_path):
    """A folder that all static files are gathered in."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "campaign.web.static.HashedStaticFilesStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_scripts_import_each_other_by_hashed_names(collected, tmp_path):
    scripts = [path for path in (tmp_path / OWN).glob("*.js") if HASHED.search(path.name)]
    imported = {name for path in scripts for name in re.findall(r'"\./([^"]+\.js)"', path.read_text())}
    assert len(imported) >= 10
    assert all(HASHED.search(name) and (tmp_path / OWN / name).exists() for name in imported)
    assert all(path.with_name(f"{path.name}.br").exists() for path in scripts if path.stat().st_size > 1_000)


def test_what_is_compressed_already_is_not_compressed_again(collected, monkeypatch):
    whole, cut_off, missing = (collected / "campaign" / "js" / name for name in ("editor.js", "evening.js", "pad.js"))
    packed = cut_off.with_name(f"{cut_off.name}.gz")
    packed.write_bytes(packed.read_bytes()[:-20])
    missing.with_name(f"{missing.name}.br").unlink()
    asked, compress = [], Compressor.compress
    monkeypatch.setattr(Compressor, "compress", lambda self, path: asked.append(path) or compress(self, path))
    call_command("collectstatic", interactive=False, verbosity=0)
    assert {str(cut_off), str(missing)} <= set(asked)
    assert str(whole) not in asked
    assert all(map(is_compressed, (whole, cut_off, missing)))
