"""Test that the engine needs only Python and the files in its own folder."""

import ast
import json
import re
import shutil
import subprocess
import sys
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
    """Return the top-level packages that the import of the engine loads, in a new Python without installed packages."""
    command = [sys.executable, "-I", "-S", "-c", IMPORT, str(PACKAGE.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(done.stdout)}


@pytest.mark.no_mutants
def test_importing_the_engine_loads_only_the_standard_library(loaded):
    assert loaded - sys.stdlib_module_names == {"scoring"}


@pytest.mark.no_mutants
def test_no_module_of_the_engine_names_another_package():
    # The syntax tree shows even imports inside functions, which do not run when the engine is imported.
    for path in PACKAGE.rglob("*.py"):
        imported = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, path
                imported.add(node.module.partition(".")[0])
        assert imported <= sys.stdlib_module_names | {"scoring"}, path


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


def test_only_the_search_itself_imports_its_modules():
    own = re.compile(r"^ *from scoring\.settling\.", re.MULTILINE)
    importing = {path.parent for path in PACKAGE.rglob("*.py") if own.search(path.read_text(encoding="utf-8"))}
    assert importing <= {PACKAGE / "settling"}
