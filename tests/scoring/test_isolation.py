"""The engine stands alone: importing it needs nothing but Python, and it carries its data."""

import ast
import json
import shutil
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

import scoring

PACKAGE = Path(scoring.__file__).parent
IMPORT = """
import sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
import scoring
import json
print(json.dumps(sorted(set(sys.modules) - before)))
"""


@pytest.fixture(scope="module")
def loaded():
    """The top-level packages that importing the engine loads into a fresh Python without any installed package."""
    command = [sys.executable, "-I", "-S", "-c", IMPORT, str(PACKAGE.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(done.stdout)}


@pytest.mark.no_mutants
def test_importing_the_engine_loads_only_the_standard_library(loaded):
    assert loaded - sys.stdlib_module_names == {"scoring"}


@pytest.mark.no_mutants
def test_importing_the_engine_loads_neither_django_nor_the_site(loaded):
    assert not {"django", "campaign"} & loaded


@pytest.mark.no_mutants
@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_of_the_engine_names_another_package(path):
    # Imports inside functions too, which the import above would not show.
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(node.module.partition(".")[0])
    assert imported <= sys.stdlib_module_names | {"scoring"}


def test_the_catalogue_of_tiles_ships_inside_the_package():
    data = json.loads(resources.files(scoring).joinpath("tiles.json").read_text(encoding="utf-8"))
    assert len(data["tiles"]) == 142
    assert len(data["playgrounds"]) == 5


@pytest.mark.slow
@pytest.mark.no_mutants
def test_the_engine_runs_from_a_copy_of_its_folder_alone(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "scoring", ignore=shutil.ignore_patterns("__pycache__"))
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import scoring as s; "
        "city = s.City.parse('T3SU1-/P-FH2/----/---- 12i5e'); print(s.report(city, s.MISSIONS[1])['total'])"
    )
    command = [sys.executable, "-I", "-S", "-c", program, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "16\n"


def test_every_public_name_is_there():
    assert all(hasattr(scoring, name) for name in scoring.__all__)
    assert len(set(scoring.__all__)) == len(scoring.__all__)
