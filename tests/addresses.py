"""List every address of the site, for tests that visit all of them."""

from functools import cache

from django.urls import URLPattern, get_resolver, reverse


def routes(patterns=None, route=""):
    """Yield each route and its URL pattern. Leave out Django's admin, which checks access itself."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here = route + str(pattern.pattern)
        if here.startswith("admin/"):
            continue
        if isinstance(pattern, URLPattern):
            yield here, pattern
        else:
            yield from routes(pattern.url_patterns, here)


def path_to(pattern, campaign, game, **others):
    """Build the URL of a pattern. `others` replaces default values of its parameters, such as `slug`."""
    known = {"campaign_id": campaign.public_id, "game_id": game.pk, "player_id": game.present[0].player_id}
    known["builder_id"] = known["player_id"]
    known |= {"number": 7, "slug": "price-of-silence", "page": "harbor", "token": "nonsense"} | others
    names = pattern.pattern.converters.keys() | _converters_above(pattern)
    assert names <= known.keys(), f"{pattern.name} takes {names - known.keys()}: teach path_to what to put there"
    return reverse(pattern.name, kwargs={name: known[name] for name in names})


@cache
def _converters_above(pattern):
    return {"campaign_id"} if next(route for route, p in routes() if p is pattern).startswith("campaigns/<") else set()
