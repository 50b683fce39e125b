"""Test the tools of an operator: admin, security events in the log, metrics, and error reports."""

import json
import logging
import re
import sys
from io import BytesIO
from types import SimpleNamespace

import pytest
import sentry_sdk
from django.contrib import admin
from django.http import Http404
from django.test import Client
from django.urls import clear_url_caches, path, reverse
from sentry_sdk.transport import Transport

from campaign import urls as site_urls
from campaign.accounts import recovery
from campaign.accounts.views import login_page
from campaign.models import Campaign, ShareLink, User
from campaign.ops import reports
from campaign.ops.logging import NameRequest, OneObjectALine
from campaign.ops.metrics import metrics
from campaign.web.events import pseudonym_of
from tests.commands import environment, python
from tests.factories import PASSWORD, CampaignFactory, finished_game
from tests.pages import Page

pytestmark = pytest.mark.django_db


# --- Admin ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def operator(settings, monkeypatch):
    """Return a browser of the operator of a site with ADMIN=1."""
    monkeypatch.setattr(admin.site, "login", login_page)
    urlconf = SimpleNamespace(
        urlpatterns=[*site_urls.urlpatterns, path("admin/", admin.site.urls)],
        handler400=site_urls.handler400,
        handler500=site_urls.handler500,
    )
    monkeypatch.setitem(sys.modules, "urls_with_admin", urlconf)
    settings.ROOT_URLCONF = "urls_with_admin"
    clear_url_caches()
    client = Client()
    client.force_login(User.objects.create_superuser("operator", password=PASSWORD))
    yield client
    clear_url_caches()


def test_the_admin_lists_what_there_is_and_shows_no_way_in(operator, campaign, member):
    links = [ShareLink.renew(campaign, role) for role in ("look", "score")]
    game = finished_game(campaign)
    addresses = ["/admin/"]
    for model, thing in (
        ("campaign", campaign),
        ("user", member),
        ("player", campaign.players.first()),
        ("game", game),
        ("evaluation", game.present[0]),
        ("sharelink", links[0]),
    ):
        addresses += [f"/admin/campaign/{model}/", f"/admin/campaign/{model}/{thing.pk}/change/"]
        addresses += [f"/admin/campaign/{model}/?q=River"] * (model != "user")
    addresses += [
        f"/admin/campaign/{model}/{pk}/history/" for model, pk in (("game", game.pk), ("campaign", campaign.pk))
    ]
    for address in addresses:
        answer = operator.get(address)
        assert answer.status_code == 200, address
        text = answer.content.decode()
        for link in links:
            assert not {link.token, link.seed, link.token_hash} & set(re.findall(r"[\w-]+", text)), address


@pytest.mark.parametrize("model", ["game", "evaluation", "player", "sharelink"])
def test_what_was_played_is_only_read(operator, campaign, model):
    game = finished_game(campaign)
    link = ShareLink.renew(campaign, "look")
    thing = {"game": game, "evaluation": game.present[0], "player": campaign.players.first(), "sharelink": link}[model]
    assert operator.post(f"/admin/campaign/{model}/{thing.pk}/change/", {"_save": "1"}).status_code == 403
    assert operator.post(f"/admin/campaign/{model}/{thing.pk}/delete/", {"post": "yes"}).status_code == 403
    assert operator.get(f"/admin/campaign/{model}/add/").status_code == 403


def test_open_pages_notice_what_an_operator_changes(operator, campaign, member):
    version = campaign.version
    page = operator.get(f"/admin/campaign/campaign/{campaign.pk}/change/")
    form = page.context["adminform"].form
    values = {name: form[name].value() or "" for name in form.fields} | {"name": "Lake Town", "owner": member.pk}
    for inline in page.context["inline_admin_formsets"]:
        values |= {f"{inline.formset.prefix}-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    assert operator.post(f"/admin/campaign/campaign/{campaign.pk}/change/", values).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.name, campaign.owner) == ("Lake Town", member)
    assert campaign.version > version


def test_an_operator_restores_campaigns_from_the_bin_and_withdraws_links(operator, campaign):
    link = ShareLink.renew(campaign, "look")
    campaign.throw_away()
    selected = {"action": "bring_back", "_selected_action": [campaign.pk]}
    operator.post("/admin/campaign/campaign/", selected)
    version = Campaign.objects.get(pk=campaign.pk).version
    operator.post("/admin/campaign/sharelink/", {"action": "withdraw", "_selected_action": [link.pk]})
    assert not campaign.share_links.active().exists()
    assert Campaign.objects.get(pk=campaign.pk).version > version


def test_a_password_that_the_operator_sets_ends_the_recovery_code(operator, member):
    code, new = recovery.renew_code(member), "another of some length"
    typed = {"password1": new, "password2": new, "usable_password": "true"}
    assert operator.post(f"/admin/campaign/user/{member.pk}/password/", typed).status_code == 302
    member.refresh_from_db()
    assert member.check_password(new)
    assert recovery.owner_of(code) is None


def test_the_admins_door_has_the_budgets_of_every_login(operator, settings):
    settings.BUDGETS = settings.BUDGETS | {"wrong_logins": "2/15m"}
    guesses = [Client().post("/admin/login/", {"username": f"u{n}", "password": "wrong"}).status_code for n in range(3)]
    assert guesses == [200, 200, 429]
    door = Client()
    asked = door.get("/admin/", follow=True)
    assert Page(asked).value("input[name=next]") == "/admin/"


def test_a_user_who_is_no_operator_cannot_open_the_admin(operator, member):
    client = Client()
    client.force_login(member)
    assert client.get("/admin/campaign/campaign/").status_code == 302


# --- Security events --------------------------------------------------------------------------------------------------


@pytest.fixture
def events(caplog):
    """Return a function that lists the security events in the log until now, as pairs of event and facts."""
    caplog.set_level(logging.INFO, "campaign.security")
    return lambda: [(record.event, record.facts) for record in caplog.records if record.name == "campaign.security"]


def test_each_campaign_and_account_that_an_operator_deletes_is_in_the_log(events, operator, campaign, stranger):
    finished_game(campaign)
    theirs = stranger.campaigns.get().pk
    others = [CampaignFactory().pk for _ in range(2)]
    operator.post(f"/admin/campaign/campaign/{campaign.pk}/delete/", {"post": "yes"})
    ticked = {"action": "delete_selected", "post": "yes", "_selected_action": others}
    operator.post("/admin/campaign/campaign/", ticked)
    operator.post(f"/admin/campaign/user/{stranger.pk}/delete/", {"post": "yes"})
    assert not Campaign.everything.filter(pk__in=[campaign.pk, theirs, *others]).exists()
    assert not User.objects.filter(pk=stranger.pk).exists()
    deletions = [(event, facts.get("campaign") or facts["deleted"]) for event, facts in events()]
    assert deletions[0] == ("campaign deleted", campaign.pk)
    assert sorted(deletions[1:3]) == [("campaign deleted", pk) for pk in sorted(others)]
    assert deletions[3] == ("account deleted", stranger.pk)


def test_what_matters_for_security_is_in_the_log(events, client, campaign, owner):
    client.post(reverse("login"), {"username": "owner", "password": "wrong"})
    client.post(reverse("login"), {"username": "owner", "password": PASSWORD})
    sharing = reverse("sharing", args=[campaign.public_id])
    for do in ("renew", "withdraw"):
        client.post(sharing, {"do": do, "role": "look"})
    client.get(reverse("export_campaign", args=[campaign.public_id]))
    client.post(reverse("delete_campaign", args=[campaign.public_id]), {"name": campaign.name})
    client.post(reverse("bin"), {"campaign": campaign.public_id})
    client.post(reverse("recovery"), {"old_password": PASSWORD})
    client.post(reverse("logout"))
    assert [event for event, _facts in events()] == [
        "login refused",
        "login",
        "link made",
        "link withdrawn",
        "export",
        "campaign deleted",
        "campaign restored",
        "recovery code made",
        "logout",
    ]
    assert all(facts["visitor"] == events()[0][1]["visitor"] for _event, facts in events())
    assert all(facts["account"] == owner.pk for _event, facts in events()[1:])
    assert events()[2][1]["campaign"] == campaign.pk


def test_imports_and_refused_pins_are_in_the_log(events, as_owner, campaign):
    file = BytesIO(as_owner.get(reverse("export_campaign", args=[campaign.public_id])).getvalue())
    as_owner.post(reverse("import_campaign"), {"file": file})
    assert [event for event, _facts in events()] == ["export", "import"]
    ada = campaign.players.get(name="Ada")
    ada.set_pin("2468")
    phone = Client()
    phone.get(reverse("join", args=[ShareLink.renew(campaign, "score").token]))
    phone.post(reverse("who", args=[campaign.public_id]), {"player": ada.pk, "pin": "1357"})
    assert events()[-1][0] == "pin refused"
    assert events()[-1][1]["player"] == ada.pk


def test_whoever_is_locked_out_is_in_the_log(events, client, owner):
    for _ in range(6):
        client.post(reverse("login"), {"username": "owner", "password": "wrong"})
    assert "login locked" in [event for event, _facts in events()]


def test_whoever_meets_a_budget_is_in_the_log(events, client, settings):
    settings.BUDGETS = settings.BUDGETS | {"wrong_codes": "1/15m"}
    for _ in range(2):
        client.post(reverse("recover"), {"code": "abandon ability able about above absent"})
    assert events()[-1][0] == "budget met"
    assert events()[-1][1]["budget"] == "wrong_codes"


def test_the_log_names_nobody(caplog, client, campaign, owner):
    caplog.set_level(logging.INFO, "campaign.security")
    client.post(reverse("login"), {"username": "owner", "password": PASSWORD}, REMOTE_ADDR="192.0.2.77")
    client.post(reverse("sharing", args=[campaign.public_id]), {"do": "renew", "role": "score"})
    said = caplog.text
    assert "192.0.2.77" not in said
    assert "owner" not in said
    assert campaign.name not in said
    assert ShareLink.objects.get().token not in said


def test_a_pseudonym_stays_the_same_and_depends_on_the_secret_key(rf, settings):
    ours, again, other = (rf.get("/", REMOTE_ADDR=address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"))
    assert pseudonym_of(ours) == pseudonym_of(again) != pseudonym_of(other)
    before = pseudonym_of(ours)
    settings.SECRET_KEY = "another"  # noqa: S105
    assert pseudonym_of(ours) != before


def test_each_log_line_and_the_answer_have_the_number_of_the_request(client, owner):
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(json.loads(OneObjectALine().format(record)))
    handler.addFilter(NameRequest())
    logger = logging.getLogger("campaign.security")
    logger.addHandler(handler)
    try:
        answer = client.post(reverse("login"), {"username": "owner", "password": PASSWORD})
    finally:
        logger.removeHandler(handler)
    (line,) = lines
    assert line["request_id"] == answer.headers["X-Request-ID"]
    assert (line["event"], line["account"]) == ("login", owner.pk)


# --- Figures ----------------------------------------------------------------------------------------------------------


def test_there_are_no_metrics_if_no_token_is_set(client):
    assert client.get("/metrics").status_code == 404


def test_metrics_need_the_right_token(rf, settings):
    settings.METRICS_TOKEN = "s3cret"  # noqa: S105
    assert metrics(rf.get("/metrics", headers={"Authorization": "Bearer s3cret"})).status_code == 200
    for said in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "s3cret"}):
        with pytest.raises(Http404):
            metrics(rf.get("/metrics", headers=said))


COUNT = """
from django.conf import settings
from django.test import RequestFactory
from campaign.ops.metrics import metrics
from campaign.web.events import Event, log_event
request = RequestFactory().get("/metrics", headers={"Authorization": "Bearer s3cret"}, REMOTE_ADDR="192.0.2.77")
for _ in range(3):
    log_event(Event.LOGIN_REFUSED, request)
log_event(Event.BUDGET_MET, request, budget="wrong_logins")
print(metrics(request).content.decode())
"""


def test_figures_count_security_events_for_an_alert_and_name_nobody(tmp_path):
    said = python(COUNT, env=environment(tmp_path, METRICS_TOKEN="s3cret"))  # noqa: S106
    counted = "cornerstone_security_events_total"
    assert f'{counted}{{budget="",event="login refused"}} 3.0' in said
    assert f'{counted}{{budget="wrong_logins",event="budget met"}} 1.0' in said
    assert "192.0.2.77" not in said


# --- Reports ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow  # Sentry's wrappers around Django stay after this test, and slow down all later tests
def test_a_report_holds_the_place_and_nobody(monkeypatch, campaign, owner):
    sent = []

    class Kept(Transport):
        def capture_envelope(self, envelope):
            sent.append(envelope.get_event())

    typed = "Lady " + User.make_guest().username

    def fail(*_args):
        raise ValueError(typed)

    token = ShareLink.renew(campaign, "score").token
    monkeypatch.setattr(ShareLink.objects.__class__, "opened_by", fail)
    reports.begin("http://key@127.0.0.1:9/1", transport=Kept)
    try:
        client = Client(raise_request_exception=False, REMOTE_ADDR="192.0.2.77")
        client.force_login(owner)
        answer = client.get(f"/join/{token}/", {"q": typed})
        assert answer.status_code == 500
    finally:
        sentry_sdk.get_client().close()
        sentry_sdk.init()
    (report,) = [event for event in sent if event]
    assert report["transaction"] == "/join/{token}/"
    assert report["tags"]["request_id"] == answer.headers["X-Request-ID"]
    text = json.dumps(report, default=str)
    assert "opened_by" in text or "fail" in text
    for secret in (token, typed, "192.0.2.77", client.cookies["sessionid"].value):
        assert secret not in text, secret
