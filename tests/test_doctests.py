"""Test that the examples in docstrings and in the README are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [path for package in ("scoring", "campaign") for path in sorted((ROOT / package).rglob("*.py"))]
WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in SOURCES if ">>> " in path.read_text()
]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_of_a_module_are_true(module):
    result = doctest.testmod(import_module(module.removesuffix(".__init__")))
    assert result.attempted
    assert not result.failed


def test_the_examples_of_the_readme_are_true():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted
    assert not result.failed
