"""Test that `make` works where a checkout was moved, and whatever this machine's settings of pip say."""

import os
import re
import shutil
import site
import subprocess
import sys

import pytest

from tests.commands import ROOT

CALLS = re.compile(r"(?:\$\(BIN\)|\.venv/bin)/([\w.-]+)")
# Python itself, and a compiled program. A script begins with the absolute path of the Python that installed it.
ALLOWED = {"python", "hadolint"}


@pytest.mark.parametrize("name", ["Makefile", ".ci/run", ".ci/image", "README.md", "CONTRIBUTING.md", "docs"])
def test_no_script_of_the_environment_is_called_by_its_path(name):
    paths = [ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*.md")
    for path in paths:
        assert set(CALLS.findall(path.read_text(encoding="utf-8"))) <= ALLOWED, path


@pytest.fixture
def moved(tmp_path):
    """Make a checkout with an environment, and then move it."""
    first, second = tmp_path / "first", tmp_path / "second"
    shutil.copytree(ROOT / "campaign" / "locale", first / "campaign" / "locale", ignore=lambda _f, _n: ["django.mo"])
    (first / "requirements").mkdir()
    shutil.copy(ROOT / "Makefile", first)
    for name in ("base", "nothing"):
        (first / "requirements" / f"{name}.txt").touch()
    subprocess.run([sys.executable, "-m", "venv", first / ".venv"], check=True)
    [packages] = (first / ".venv" / "lib").glob("python*/site-packages")
    (packages / "ours.pth").write_text(site.getsitepackages()[0], encoding="utf-8")
    (first / ".venv" / "base.stamp").touch()
    first.rename(second)
    return second


@pytest.mark.slow
@pytest.mark.parametrize("more", [{"PIP_USER": "1", "PIP_REQUIRE_VIRTUALENV": "1"}, "user = true"], ids=str)
def test_a_moved_checkout_compiles_translations_and_installs_packages(moved, more):
    if isinstance(more, str):
        (moved / "pip.conf").write_text(f"[global]\n{more}\n", encoding="utf-8")
        more = {"PIP_CONFIG_FILE": str(moved / "pip.conf")}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "translations", ".venv/nothing.stamp"]
    done = subprocess.run(command, cwd=moved, env=inherited | more, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(moved.rglob("django.mo"))) == 2
    assert (moved / ".venv" / "nothing.stamp").exists()
