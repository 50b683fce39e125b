"""Share functions between the tests of the box check, which finds cities that cannot be built with the game's tiles."""

import re

from scoring import MISSIONS, City, HouseRules, Mode, Severity, audit

IMPOSSIBLE, MORE_THAN_BOX, UNUSUAL = Severity.IMPOSSIBLE, Severity.MORE_THAN_BOX, Severity.UNUSUAL
CLASSIC, EXPERT = 1, 5
EMPTY = {Mode.CLASSIC: "/----" * 4, Mode.EXPERT: "/-----" * 4}
DISCARDED_TOO = HouseRules(keep_discarded=True)


def findings(text, mission=CLASSIC, players=4, house_rules=None):
    """Return the errors that the box check finds in a city, but not the warning about few tiles."""
    found = audit(City.parse(text), MISSIONS[mission], players, house_rules)
    return [finding for finding in found if finding.severity is not UNUSUAL]


def said(finding):
    """Return the message of a finding without punctuation, with a space before and after each word."""
    return f" {' '.join(re.findall(r'[0-9A-Za-z]+', str(finding.message)))} "


def one(found, severity, square, *mentioned):
    """Check that there is one finding, with this severity and square, and with all these words in its message."""
    assert len(found) == 1
    assert (found[0].severity, found[0].square) == (severity, square)
    for words in mentioned:
        assert f" {words} " in said(found[0])
