"""Test that CONTRIBUTING.md is true: each file, function, target and package that it names exists."""

import ast
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
NAMES = sorted(set(re.findall(r"`([^`\n]+)`", TEXT)))
FOLDERS = ("campaign", "docs", "requirements", "scoring", "templates", "tests", "tools")
PATHS = [name for name in NAMES if name.split("/")[0] in FOLDERS and "/" in name and " " not in name]
IN_A_FILE = re.findall(r"`([\w.]+)`\s+of\s+`([\w/]+(?:\.py|/))`", TEXT)
ROWS = re.findall(r"^\| (`.+`) \| (.+) \|$", TEXT, re.MULTILINE)
A_NAME = re.compile(r"_?[a-z]+(_[a-z]+)+|([A-Z]\w+\.)?[a-z_]+|[A-Z][a-zA-Z]+")


def variants(name):
    """Return the paths that a name stands for: {de,ru} gives two paths, and <kind> matches any name."""
    name = re.sub(r"<\w+>", "*", name)
    if not (choice := re.search(r"\{([^}]+)\}", name)):
        return [name]
    return [name.replace(choice[0], each) for each in choice[1].split(",")]


def defined(path):
    """Return the names that a file or package defines. A method has two names: `parse` and `City.parse`."""
    found = set()
    for file in [path] if path.is_file() else path.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                found.add(node.name)
            if isinstance(node, ast.ClassDef):
                found |= {f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def test_a_file_that_is_named_exists():
    assert [each for name in PATHS for each in variants(name) if not any(ROOT.glob(each.rstrip("/")))] == []


def test_a_named_function_is_defined_in_the_named_file():
    assert [(name, file) for name, file in IN_A_FILE if name not in defined(ROOT / file)] == []


def test_every_name_of_code_is_defined():
    names = {name for name in NAMES if A_NAME.fullmatch(name)}
    assert len(names) > 20
    known = set().union(*map(defined, (ROOT / "scoring", ROOT / "campaign")))
    known |= {"scoring", "slow", "demo", "if", "Dockerfile"}  # names that no module defines
    assert names - known == set()


def test_a_row_of_a_recipe_names_the_code_of_its_files():
    for files, what in ROWS:
        paths = [
            path for name in re.findall(r"`([^`]+)`", files) for each in variants(name) for path in ROOT.glob(each)
        ]
        sources = [path for each in paths for path in ([each] if each.is_file() else each.rglob("*.py"))]
        texts = [path.read_text() for path in sources]
        names = [name for name in re.findall(r"`([^`]+)`", what) if A_NAME.fullmatch(name)]
        assert [name for name in names if not any(name in text for text in texts)] == [], files


def test_a_target_of_make_and_a_command_exist():
    targets, commands = (set(re.findall(rf"`{program} ([\w-]+)", TEXT)) for program in ("make", r"manage\.py"))
    assert targets <= set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert commands <= get_commands().keys()


@pytest.mark.parametrize("package", ["scoring", "campaign"])
def test_the_map_of_contributing_has_every_package_and_module(package):
    drawn = set(re.findall(r"\w+", TEXT.split("```")[1]))
    found = {
        path.stem for path in (ROOT / package).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert found - {"__init__"} <= drawn
