"""List every page of the site: each URL that answers with a page for the demo's campaigns, and those in FURTHER."""

from collections.abc import Iterator
from typing import NamedTuple

from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Game, ShareLink, User
from scoring import MISSIONS, Mode
from tests.addresses import path_to, routes
from tests.factories import CITY_OF

EXPERT = next(mission for mission in MISSIONS.values() if mission.rules.mode is Mode.EXPERT)

# Further pages: {name: (user, path)}. The "visitor" is logged out, and the "owner" is logged in.
FURTHER = {
    "mission-expert": ("visitor", f"/missions/{EXPERT.number}-{EXPERT.slug}/?players=4"),
    "mission-unknown": ("visitor", "/missions/77/"),
    "rules-found": ("visitor", "/rules/?q=park"),
    "rules-not-found": ("visitor", "/rules/?q=xylophone"),
    "rule-glossary": ("visitor", "/rules/glossary/"),
    "rule-decisions": ("visitor", "/rules/decisions/"),
    "rule-topic": ("visitor", "/rules/activation/"),
    "tiles-filtered": ("visitor", "/tiles/?round=2&kind=shop"),
    "architects-midway": ("visitor", "/architects/?mission=8&players=3&plays=1.2"),
    "calculator-city": ("visitor", f"/calculator/?mission={EXPERT.number}&city={CITY_OF[Mode.EXPERT]}"),
    "compose": ("visitor", "/missions/compose/?rules=classic+districts=4,2&name=Ring"),
    "not-here": ("visitor", "/nowhere/"),
    "home-again": ("owner", "/"),
}


class Stop(NamedTuple):
    """A page, and the person who opens it: a "visitor" or the "owner"."""

    name: str
    person: str
    path: str


def stops(owner: User) -> Iterator[Stop]:
    """Yield every page of the site. `campaign.demo.fill` must have made the campaigns of this user."""
    games = Game.objects.filter(campaign__owner=owner).order_by("pk")
    under_way, over = games.filter(state=Game.State.OPEN).get(), games.filter(state=Game.State.FINISHED).first()
    assert over is not None
    for role in (ShareLink.LinkRole.LOOK, ShareLink.LinkRole.SCORE):
        ShareLink.renew(over.campaign, role)
    browsers = {"visitor": Client(HTTP_HOST="localhost"), "owner": Client(HTTP_HOST="localhost")}
    browsers["owner"].force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    for route, pattern in routes():
        cases = {"": under_way} if "<slug:campaign_id>" not in route else {"-open": under_way, "-over": over}
        for suffix, game in cases.items():
            path = path_to(pattern, game.campaign, Game.objects.for_evening().get(pk=game.pk))
            person = next((person for person, client in browsers.items() if is_page(client, path)), None)
            if person:
                yield Stop(f"{pattern.name}{suffix}", person, path)
                if pattern.name == "evaluation" and game is under_way:
                    yield Stop("evaluation-square", person, f"{path}?at=A1")
    for name, (person, path) in FURTHER.items():
        yield Stop(name, person, path)
    yield from _further_of(over.campaign)


def _further_of(campaign: Campaign) -> Iterator[Stop]:
    player = campaign.players.first()
    links = {link.role: link for link in campaign.share_links.active()}
    yield Stop("log-of-one", "owner", f"{campaign.get_absolute_url()}log/?player={player.pk}")
    yield Stop("campaign-by-link", "visitor", reverse("join", args=[links[ShareLink.LinkRole.LOOK].token]))
    yield Stop("who-by-link", "visitor", reverse("join", args=[links[ShareLink.LinkRole.SCORE].token]))


def is_page(client: Client, path: str) -> bool:
    response = client.get(path)
    is_html = response.status_code == 200 and response.headers["Content-Type"].startswith("text/html")
    return is_html and b"<html" in response.content  # parts of pages, which only htmx requests, have no <html>
