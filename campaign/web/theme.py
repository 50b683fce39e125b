"""Colours of tokens.css, for what is told to a browser before, or outside of, any style sheet."""

import re
from functools import cache
from pathlib import Path

TOKENS = Path(__file__).parents[1] / "static" / "campaign" / "css" / "tokens.css"
_TOKEN = re.compile(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);")


@cache
def _colours() -> dict[str, dict[str, str]]:
    return {name: {"light": light, "dark": dark} for name, light, dark in _TOKEN.findall(TOKENS.read_text())}


def colour(name: str, theme: str = "light") -> str:
    """Return the colour of a token in a theme: `colour("paper", "dark")`."""
    return _colours()[name][theme]
