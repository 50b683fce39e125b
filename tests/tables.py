"""Read a table of cases from a text: a case a line, its columns parted by two spaces or more."""

import re


def sections(path):
    """Return the rows of each section. A section begins with its title in brackets; a line with # is a comment."""
    found = {}
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            rows = found.setdefault(line.strip("[]"), [])
        elif found and line and not line.startswith("#"):
            rows.append(re.split(r"\s{2,}", line.strip()))
    assert all(found.values())
    return found
