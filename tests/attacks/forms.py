"""Find all POST forms on the pages of the site, with the fields that a browser would send."""

import re
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from tests.addresses import path_to, routes
from tests.pages import Page

# URL prefixes to skip: forms on these pages belong to no campaign and no user.
LIBRARY = (
    "missions/",
    "rules/",
    "tiles/",
    "architects/",
    "calculator/",
    "search/",
    "offline/",
    "par/",
    "styleguide/",
    "join/",
)


class Form(NamedTuple):
    """A form on a page: its URL and the values of its fields."""

    path: str
    values: dict[str, list[str]]

    def with_value(self, name, value):
        return Form(self.path, self.values | {name: [value]})

    @property
    def different(self):
        """Return the fields that differ in more than their row: of the rows of a formset only the last one's."""
        rows = {re.sub(r"-\d+-", "-row-", name): name for name in self.values}
        return {name: self.values[name] for name in rows.values()}

    def send(self, client, **headers):
        return client.post(self.path, self.values, headers=headers)


def forms_of(client, campaign, games):
    """Find the POST forms on all pages outside LIBRARY, one Form for each URL, button and set of fields."""
    found = {}
    for game in games:
        for route, pattern in routes():
            if route.startswith(LIBRARY) or (game != games[0] and "game_id" not in route):
                continue
            path = path_to(pattern, campaign, game)
            page = client.get(path)
            if page.status_code == 200 and page.get("Content-Type", "").startswith("text/html"):
                for form in _on(path, page):
                    found.setdefault((form.path, tuple(form.values), *form.values.get("do", ())), form)
    return list(found.values())


def _on(path, page):
    for form in Page(page).root.forms:
        if form.method != "POST":
            continue
        typed = form.cssselect("textarea[name], input[name]:not([type=checkbox]):not([type=radio]):not([type=submit])")
        values = {}
        for name, value in [*form.form_values(), *((field.name, "") for field in typed if not field.value)]:
            if name != "csrfmiddlewaretoken":
                values.setdefault(name, []).append(value)
        action = urlsplit(urljoin(path, form.get("action") or path))._replace(fragment="").geturl()
        buttons = [button for button in form.cssselect("button[name]") if button.get("type", "submit") == "submit"]
        yield Form(action, values)
        for button in buttons:
            yield Form(action, values | {button.get("name"): [button.get("value", "")]})
