"""Test the collected static files that the site serves under names with their hashes."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.http import HttpResponseNotFound
from django.test import RequestFactory, override_settings
from whitenoise.compress import Compressor

from campaign.web.static import HashedStaticFilesStorage, StaticFilesOfAnyRelease, is_compressed, without_comments

OWN = "campaign/js/photo"
HASHED = re.compile(r"\.[0-9a-f]{12}\.(?:css|js)$")
HASHING = settings.STORAGES | {"staticfiles": {"BACKEND": "campaign.web.static.HashedStaticFilesStorage"}}
FIRST_RULE = re.compile(r"\n  [^/ }][^\n]*[{,]\n|\n[^/ }@\n][^\n]*{\n|\n@font-face")
# These tests leave out some files, because collecting all files takes seconds. tests/faults collects all of them.
OTHER_THAN_SCRIPTS = ["admin", "css", "img", "vendor", "*.json"]
OTHER_THAN_STYLES = ["admin", "js", "*.json"]


def gather(folder, others, **more):
    with override_settings(STATIC_ROOT=folder, STORAGES=HASHING, **more):
        finders.get_finder.cache_clear()
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=others)
    finders.get_finder.cache_clear()


@pytest.fixture(scope="module")
def gathered(tmp_path_factory):
    """Return a folder with the collected scripts. No test may change it."""
    folder = tmp_path_factory.mktemp("static")
    gather(folder, OTHER_THAN_SCRIPTS)
    return folder


@pytest.mark.slow
def test_scripts_import_each_other_by_hashed_names(gathered):
    scripts = [path for path in (gathered / OWN).glob("*.js") if HASHED.search(path.name)]
    imported = {name for path in scripts for name in re.findall(r'"\./([^"]+\.js)"', path.read_text())}
    assert len(imported) >= 10
    assert all(HASHED.search(name) and (gathered / OWN / name).exists() for name in imported)
    assert all(path.with_name(f"{path.name}.br").exists() for path in scripts if path.stat().st_size > 1_000)


@pytest.mark.slow
def test_scripts_are_served_without_comments_and_stay_valid(gathered, tmp_path):
    assert without_comments("/* A\n   b. */\na(); // c\n// d\nb('// e'); // f's\n") == "a();\nb('// e'); // f's\n"
    reader = pytest.importorskip("tools.photo.reader")
    scripts = sorted((gathered / "campaign" / "js").rglob("*.js"))
    assert not [path for path in scripts if re.search(r"^ *(/\*|//)", path.read_text(), re.MULTILINE)]
    for path in scripts:
        module = tmp_path / "script.mjs"
        module.write_text(path.read_text())
        assert subprocess.run([reader.NODE, "--check", module], check=False).returncode == 0, path


@pytest.mark.slow
def test_no_content_is_compressed_twice(gathered, tmp_path, monkeypatch):
    folder = shutil.copytree(gathered, tmp_path / "static") / "campaign" / "js"
    whole, cut_off, missing = (folder / name for name in ("page.js", "evening.js", "share.js"))
    packed = cut_off.with_name(f"{cut_off.name}.gz")
    packed.write_bytes(packed.read_bytes()[:-20])
    [same] = (path for path in folder.glob("share.*.js") if HASHED.search(path.name))
    for path in (missing, same):
        path.with_name(f"{path.name}.br").unlink()
    asked, compress = [], Compressor.compress
    monkeypatch.setattr(Compressor, "compress", lambda self, path: asked.append(path) or compress(self, path))
    gather(tmp_path / "static", OTHER_THAN_SCRIPTS)
    assert str(cut_off) in asked
    assert str(whole) not in asked
    assert len({str(missing), str(same)} & set(asked)) == 1
    assert all(map(is_compressed, (whole, cut_off, missing, same)))


@pytest.fixture
def uncompressed(monkeypatch):
    """Skip the compression, which takes most of the time, in tests that do not need it."""
    monkeypatch.setattr(HashedStaticFilesStorage, "compress_files", lambda _storage, _paths: [])


@pytest.mark.usefixtures("uncompressed")
def test_a_style_sheet_and_its_parts_become_one_file(tmp_path):
    gather(tmp_path, OTHER_THAN_STYLES)
    made = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.css") if not HASHED.search(path.name)}
    sheets = [path for path in made if "@import" in Path(finders.find(path)).read_text(encoding="utf-8")]
    assert Path("campaign/css/site.css") in sheets
    for path in sheets:
        [hashed] = (tmp_path / path).parent.glob(f"{path.stem}.*.css")
        sheet = hashed.read_text()
        assert "@import" not in sheet
        parts = re.findall(r'@import url\("([^"]+)"\)', Path(finders.find(path)).read_text(encoding="utf-8"))
        firsts = [
            FIRST_RULE.search(Path(finders.find(path.parent / part)).read_text(encoding="utf-8"))[0] for part in parts
        ]
        assert sorted(firsts, key=sheet.index) == firsts
        assert not re.search(r"^ */\*", sheet, re.MULTILINE)
        assert all(re.search(r"\.[0-9a-f]{12}\.", address) for address in re.findall(r'url\("([^"]+)"\)', sheet))


@pytest.mark.usefixtures("uncompressed")
def test_a_changed_style_is_in_the_file_after_the_next_start(tmp_path):
    gather(tmp_path / "static", OTHER_THAN_STYLES)
    changed = tmp_path / "own" / "campaign" / "css" / "base.css"
    changed.parent.mkdir(parents=True)
    changed.write_text(".changed { color: red; }")
    gather(tmp_path / "static", OTHER_THAN_STYLES, STATICFILES_DIRS=[tmp_path / "own"])
    assert ".changed {" in (tmp_path / "static" / "campaign" / "css" / "site.css").read_text()


@pytest.mark.slow
@pytest.mark.django_db  # at the end of a response, Django checks its connection to the database
def test_a_file_of_another_release_is_answered_with_the_current_one(gathered):
    with override_settings(STATIC_ROOT=gathered, STORAGES=HASHING, DEBUG=False):
        middleware = StaticFilesOfAnyRelease(lambda _request: HttpResponseNotFound())

        def ask(path):
            return middleware(RequestFactory().get(f"/static/{path}"))

        present = ask(HashedStaticFilesStorage().stored_name("campaign/js/page.js"))
        other, without = ask("campaign/js/page.0123456789ab.js"), ask("campaign/js/page.js")
        assert (present.status_code, present.headers["Cache-Control"]) == (200, "max-age=315360000, public, immutable")
        assert (other.status_code, other.headers["Cache-Control"]) == (200, "max-age=60, public")
        assert b"".join(other) == b"".join(without)
        assert ask("campaign/js/nothing.0123456789ab.js").status_code == 404
        for response in (present, other, without):
            response.close()
