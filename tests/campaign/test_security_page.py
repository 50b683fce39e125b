"""Test that every test named in docs/security.md exists."""

import ast
import re
from functools import cache

from tests.commands import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
REQUIREMENTS = [
    [cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if re.match(r"\| [0-9]", line)
]
NAMED = re.compile(r"`([\w/.]+)::([^`]+)`")


@cache
def functions_in(file):
    """Return the names of the test functions in a file of `tests/`, without importing the file."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def exists(file, name):
    if file == ".ci/run":
        return f'\ncheck "{name}" ' in (ROOT / file).read_text(encoding="utf-8")
    return (ROOT / "tests" / file).is_file() and name in functions_in(file)


def test_every_line_names_its_tests_and_they_exist():
    for number, requirement, here, shown in REQUIREMENTS:
        named, row = NAMED.findall(shown), (number, requirement[:20])
        assert here.startswith(("kept", "**partly**", "**not kept**", "not applicable")), row
        assert named or not here.startswith(("kept", "**partly**")), row
        assert "".join(f"`{file}::{name}`" for file, name in named) == shown.replace(", ", ""), row
        assert [each for each in named if not exists(*each)] == [], row


def test_a_test_that_is_not_there_is_missed():
    assert exists("campaign/test_security_page.py", "test_a_test_that_is_not_there_is_missed")
    assert not exists("campaign/test_security_page.py", "test_of_nothing")
    assert not exists("campaign/test_of_nothing.py", "test_of_nothing")
    assert not exists(".ci/run", "a check of nothing")


def test_the_page_lists_more_than_forty_requirements():
    assert len(REQUIREMENTS) > 40
