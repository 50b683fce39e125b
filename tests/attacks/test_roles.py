"""Test that each URL has the access rule in `ADDRESSES`. tests/campaign/test_access.py tests these rules."""

from campaign.access import AccessRule, rule_of
from campaign.http import Role
from tests.addresses import routes

EVERYBODY = AccessRule()
SIGNED_IN = AccessRule(signed_in=True)
LOOK = AccessRule(Role.LOOK, Role.LOOK)
SCORE = AccessRule(Role.SCORE, Role.SCORE)
MEMBER = AccessRule(Role.MEMBER, Role.MEMBER)
OWNER = AccessRule(Role.OWNER, Role.OWNER)
LOOK_AND_SCORE = AccessRule(Role.LOOK, Role.SCORE)
LOOK_AND_REOPEN = AccessRule(Role.LOOK, Role.OWNER)

ADDRESSES = {
    "campaigns/<slug:campaign_id>/games/<int:game_id>/<int:player_id>/": LOOK_AND_SCORE,
    "campaigns/<slug:campaign_id>/games/new/": SCORE,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/": LOOK,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/edit/": SCORE,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/finish/": SCORE,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/reveal/": SCORE,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/reopen/": LOOK_AND_REOPEN,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/count/": MEMBER,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/setup/": LOOK_AND_SCORE,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/<int:player_id>/pad/": LOOK_AND_SCORE,
    "campaigns/<slug:campaign_id>/standings/": LOOK,
    "campaigns/<slug:campaign_id>/election/": LOOK,
    "campaigns/<slug:campaign_id>/election/certificate/": LOOK,
    "campaigns/<slug:campaign_id>/log/": LOOK,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/history/": MEMBER,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/cities/<int:player_id>/": LOOK,
    "": EVERYBODY,
    "campaigns/import/": EVERYBODY,
    "campaigns/<slug:campaign_id>/export/": OWNER,
    "campaigns/new/": EVERYBODY,
    "campaigns/<slug:campaign_id>/": LOOK,
    "campaigns/<slug:campaign_id>/settings/": OWNER,
    "campaigns/<slug:campaign_id>/settings/programme/": OWNER,
    "play/": EVERYBODY,
    "account/bin/": SIGNED_IN,
    "campaigns/<slug:campaign_id>/delete/": OWNER,
    "campaigns/<slug:campaign_id>/bin/": LOOK_AND_SCORE,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/delete/": SCORE,
    "join/<slug:token>/": EVERYBODY,
    "campaigns/<slug:campaign_id>/sharing/": OWNER,
    "campaigns/<slug:campaign_id>/who/": LOOK,
    "missions/compose/": EVERYBODY,
    "missions/own/": EVERYBODY,
    "missions/own/table/": EVERYBODY,
    "missions/own/pad/": EVERYBODY,
    "missions/own/example/": EVERYBODY,
    "missions/own/card.png": EVERYBODY,
    "missions/": EVERYBODY,
    "missions/<int:number>/": EVERYBODY,
    "missions/<int:number>-<slug:slug>/": EVERYBODY,
    "missions/<int:number>-<slug:slug>/table/": EVERYBODY,
    "missions/<int:number>-<slug:slug>/pad/": EVERYBODY,
    "rules/<slug:page>/": EVERYBODY,
    "tiles/": EVERYBODY,
    "architects/": EVERYBODY,
    "rules/": EVERYBODY,
    "calculator/": EVERYBODY,
    "calculator/analysis/": EVERYBODY,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/cities/<int:builder_id>/analysis/": LOOK,
    "par/": EVERYBODY,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/take-along/": LOOK,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/card.svg": LOOK,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/card.png": LOOK,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/evening.ics": LOOK,
    "campaigns/<slug:campaign_id>/log.csv": LOOK,
    "campaigns/<slug:campaign_id>/log.xlsx": LOOK,
    "join/<slug:token>/evenings.ics": EVERYBODY,
    "join/<slug:token>/games/<int:number>/": EVERYBODY,
    "join/<slug:token>/games/<int:number>/card.png": EVERYBODY,
    "campaigns/<slug:campaign_id>/terms/": LOOK,
    "campaigns/<slug:campaign_id>/fair/": OWNER,
    "campaigns/<slug:campaign_id>/chronicle/": LOOK,
    "join/<slug:token>/chronicle/": EVERYBODY,
    "campaigns/<slug:campaign_id>/second-term/": OWNER,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/take/": OWNER,
    "campaigns/into/": EVERYBODY,
    "campaigns/<slug:campaign_id>/election/count/": SCORE,
    "campaigns/<slug:campaign_id>/election/look/": LOOK,
    "campaigns/<slug:campaign_id>/games/<int:game_id>/coach/": LOOK,
    "book/": SIGNED_IN,
    "book/people/": SIGNED_IN,
    "book/records/": SIGNED_IN,
    "account/": SIGNED_IN,
    "account/login/": EVERYBODY,
    "account/recover/": EVERYBODY,
    "account/recovery/": SIGNED_IN,
    "account/password/": SIGNED_IN,
    "account/delete/": SIGNED_IN,
    "account/logout/": EVERYBODY,
    "account/token/": EVERYBODY,
    "offline/": EVERYBODY,
    "manifest.webmanifest": EVERYBODY,
    "service-worker.js": EVERYBODY,
    "language/": EVERYBODY,
    "livez": EVERYBODY,
    "healthz": EVERYBODY,
    "privacy/": EVERYBODY,
    "certificate.crt": EVERYBODY,
}


def test_every_address_has_its_rule_and_no_other():
    assert {route: rule_of(pattern.callback) for route, pattern in routes()} == ADDRESSES
