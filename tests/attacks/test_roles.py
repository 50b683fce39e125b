"""Test that each URL has the access rule in roles.txt. tests/campaign/test_access.py tests these rules."""

from pathlib import Path

from campaign.access import AccessRule, rule_of
from campaign.http import Role
from tests.addresses import routes
from tests.tables import sections

RULES = {
    "EVERYBODY": AccessRule(),
    "SIGNED_IN": AccessRule(signed_in=True),
    "LOOK": AccessRule(Role.LOOK, Role.LOOK),
    "SCORE": AccessRule(Role.SCORE, Role.SCORE),
    "MEMBER": AccessRule(Role.MEMBER, Role.MEMBER),
    "OWNER": AccessRule(Role.OWNER, Role.OWNER),
    "LOOK_AND_SCORE": AccessRule(Role.LOOK, Role.SCORE),
    "LOOK_AND_REOPEN": AccessRule(Role.LOOK, Role.OWNER),
}


def test_every_address_has_its_rule_and_no_other():
    listed = sections(Path(__file__).with_name("roles.txt"))
    expected = {route.removeprefix("(home)"): RULES[rule] for rule, rows in listed.items() for (route,) in rows}
    assert {route: rule_of(pattern.callback) for route, pattern in routes()} == expected
