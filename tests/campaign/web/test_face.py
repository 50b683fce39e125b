"""Test the look of all pages: templates, drawings and colours."""

import gzip
import re
from pathlib import Path

import pytest
from django import forms
from django.template import Context, Template
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory

from campaign.models import Campaign, Player
from campaign.scores.boards import STACKS
from campaign.web.static import parts, without_comments
from scoring import CATEGORIES, Kind
from tests.pages import Page

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "campaign" / "static" / "campaign"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SPRITE = (STATIC / "img" / "icons.svg").read_text()
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
LAYERS = ("tokens", "base", "components", "pages", "print")
ERRORS = ["400", "403", "403_csrf", "404", "500"]


def page(**cookies: str) -> str:
    request = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    return render_to_string("base.html", {}, request)


def render(source: str, **context) -> str:
    return Template(source).render(Context(context))


# --- Every page -------------------------------------------------------------------------------------------------------


def test_no_template_has_inline_styles_or_scripts():
    inline = re.compile(r"\sstyle=|<style|\son[a-z]+=|javascript:|hx-on|<script(?![^>]*\ssrc=)")
    assert [str(path) for path in TEMPLATES if inline.search(path.read_text())] == []


def test_every_drawing_in_a_template_exists():
    drawing = re.compile(r'{%\s*icon "([^"]+)"|drawing="([^"]+)"')
    named = {(str(path), name) for path in TEMPLATES for pair in drawing.findall(path.read_text()) for name in pair}
    assert {(path, name) for path, name in named if name and name not in SYMBOLS} == set()


def test_every_building_floor_and_category_has_a_drawing():
    assert {kind.value for kind in Kind} <= SYMBOLS
    assert {f"{kind.value}-{floors}" for kind in STACKS for floors in range(1, 6)} <= SYMBOLS
    assert {f"architect-{number}" for number in range(1, 6)} <= SYMBOLS
    assert set(CATEGORIES) <= SYMBOLS


def test_only_a_valid_theme_is_written_into_the_page():
    assert 'data-theme="dark"' in page(theme="dark")
    assert "data-theme=" not in page()
    assert "data-theme=" not in page(theme='"><script>')


def test_a_page_has_its_language_and_a_link_to_skip_to_its_content():
    html = page()
    assert '<html lang="en"' in html
    assert 'href="#main"' in html
    assert 'id="main"' in html


@pytest.mark.parametrize("code", ERRORS)
def test_an_error_page_needs_no_request_and_links_to_home(code):
    html = get_template(f"{code}.html").render()
    assert 'href="/"' in html
    assert "<h1>" in html
    assert code[:3] in html


def test_the_page_for_a_missing_address_has_the_words_of_the_site(client):
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert "empty square" in response.content.decode()


def test_a_first_visit_loads_little():
    """Check the compressed size of styles, scripts, drawings and fonts, without the photo reader, which loads later.

    The site sends them without their comments.
    """
    found = (path for kind in ("css", "js", "svg") for path in STATIC.rglob(f"*.{kind}"))
    sent = {
        path: len(gzip.compress(without_comments(path.read_text(encoding="utf-8")).encode()))
        for path in found
        if path.parent != STATIC / "js" / "photo"
    }
    assert sum(sent.values()) + sum(path.stat().st_size for path in STATIC.glob("vendor/*.woff2")) < 150_000
    assert sum(size for path, size in sent.items() if path.suffix == ".js") < 60_000


# --- Style sheets -----------------------------------------------------------------------------------------------------

SHEETS = sorted((STATIC / "css").rglob("*.css"))
LONGEST = 500  # the most lines of a style sheet


def rules(path: Path) -> list[str]:
    source = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    heads = (head.strip() for head in re.findall(r"([^{};]+){", source))
    return [one.strip() for head in heads if head[0] != "@" for one in re.split(r",(?![^()]*\))", head)]


def test_every_style_is_in_a_layer():
    for path in SHEETS:
        text = path.read_text()
        assert re.findall(r"^(?![ }/*@])\S.*{", text, flags=re.MULTILINE) == [], path
        assert set(re.findall(r"^@layer (\w+) {", text, flags=re.MULTILINE)) <= set(LAYERS), path


def test_a_style_sheet_is_short_and_used():
    assert [path.name for path in SHEETS if len(path.read_text().splitlines()) > LONGEST] == []
    linked = re.findall(r'{% style "([^"]+)" %}', "".join(map(Path.read_text, ROOT.glob("templates/**/*.html"))))
    assert set(SHEETS) == {STATIC / "css" / f"{name}.css" for name in linked} | parts(STATIC)


def test_the_first_style_sheet_sets_the_order_of_the_layers():
    assert re.findall(r'{% style "(\w+)" %}', (ROOT / "templates" / "base.html").read_text()) == ["site"]
    assert re.findall(r'@import url\("(\w+)\.css"\)', (STATIC / "css" / "site.css").read_text())[0] == "tokens"
    assert f"@layer {', '.join(LAYERS)};" in (STATIC / "css" / "tokens.css").read_text()


def test_a_block_is_styled_in_one_file():
    """Check that all selectors that begin with the class of a block are in one style sheet."""
    files: dict[str, set[str]] = {}
    for path in SHEETS:
        for selector in rules(path):
            if block := re.search(r"\.([a-z][a-z-]*?)(?:__|--|(?![a-z-]))", selector):
                files.setdefault(block[1], set()).add(path.relative_to(STATIC / "css").as_posix())
    assert {block: names for block, names in files.items() if len(names) > 1} == {}


# --- Tags -------------------------------------------------------------------------------------------------------------


def test_an_icon_has_a_label_only_without_a_word_beside_it():
    assert 'aria-hidden="true"' in render('{% icon "harbor" %}')
    assert 'role="img" aria-label="Harbor"' in render('{% icon "harbor" "Harbor" %}')


def test_points_have_their_unit_and_a_true_minus_sign():
    assert re.sub("<[^>]+>", "", render("{% vp -3 %}")) == "−3 VP"
    assert "vp--loss" in render("{% vp -3 %}")
    assert "no points yet" in render("{% vp none %}", none=None)


def test_a_player_is_shown_by_initial_and_escaped_name():
    html = render("{% player ben absent=True %}", ben=Player(name="<b>ob", colour="blue"))
    assert "player--blue" in html
    assert "&lt;b&gt;ob" in html
    assert "absent" in html


def test_a_table_and_its_box_are_named_by_its_caption():
    html = render("{% captioned_table name css='log' %}<tr><td>1</td></tr>{% endcaptioned_table %}", name="A & B")
    box = Page(html).one("[role=region][tabindex]")
    assert box.get("aria-label") == "A & B"
    assert Page(html).words(".table.log > caption.visually-hidden") == "A & B"


def test_a_head_has_a_button_back_only_below_a_page_and_a_menu_only_with_rows():
    bare = Page(render("{% page_head 'Log' 'Harbor Lights' lead='All.' %}"))
    assert bare.words("header.page-head") == "Harbor Lights Log"
    assert not bare.has("header :is(a, button)")
    full = Page(render("{% page_head_with 'Log' 'rules' %}<li><a href='#x'>Print</a></li>{% endpage_head_with %}"))
    assert full.one("header a").get("aria-label") == "Back: Rules"
    assert full.one("header button").get("popovertarget") == full.one("[popover]").get("id")
    assert full.words("[popover] .rows a") == "Print"


def test_the_title_of_the_window_names_what_is_above_the_page():
    source = "{% page_head 'Log' campaign %}{% window_title %}"
    assert render(source, campaign=Campaign(name="Harbor Lights")).endswith("</header>Log · Harbor Lights")


def test_a_row_leads_to_a_page_or_opens_a_sheet_or_is_a_button():
    assert Page(render("{% way 'log' 'Log' 'All' 'missions' %}")).one("li > a").get("href") == "/missions/"
    assert Page(render("{% way 'log' 'Log' '' '#more' %}")).one("li > button").get("popovertarget") == "more"
    button = Page(render("{% act 'print' 'Print' data_print=True hidden=False name='<' %}")).one("li > button")
    assert dict(button.attrib) == {"type": "submit", "data-print": "", "name": "<"}


def test_a_list_of_ways_on_with_a_title_is_a_section():
    listed = "{% ways title id='own' %}{% way 'log' 'Log' '' 'missions' %}{% endways %}"
    page = Page(render(listed, title="A & B"))
    assert page.words("section > h2.label") == "A & B"
    assert page.one("section > ul#own.rows[role=list] > li > a").get("href") == "/missions/"
    assert not Page(render(listed, title="")).has("section")


def test_a_fold_is_open_if_it_has_errors():
    fold = "{% details title drawing='lock' body='stack' is_open=errors %}<p>Fields</p>{% enddetails %}"
    shut = Page(render(fold, title="A & B", errors=""))
    assert shut.words("details:not([open]) > summary:has(.icon)") == "A & B"
    assert shut.words("details > .details__body.stack > p") == "Fields"
    assert Page(render(fold, title="PINs", errors=["Too short."])).has("details[open]")


def test_a_form_asks_before_unsaved_changes_are_lost():
    sent = Page(render("{% posts css='stack' asks=form rank=2 %}{{ form }}{% endposts %}", form=Sample({"name": ""})))
    assert sent.one("form.stack[method=post][novalidate]").get("data-ask") == "now"
    assert sent.one("form > [name=rank]").get("value") == "2"
    assert Page(render("{% posts asks=form %}{% endposts %}", form=Sample())).one("form").get("data-ask") == ""
    assert "enctype" in render("{% posts has_files=True %}{% endposts %}")
    assert "data-ask" not in render("{% posts %}{% endposts %}")


class Sample(forms.Form):
    name = forms.CharField(help_text="How you are called.")
    mode = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)
    agreed = forms.BooleanField()
    secret = forms.CharField(widget=forms.HiddenInput, required=False)


def test_a_refused_field_shows_its_error_beside_it():
    html = str(Sample({"name": ""}))
    field = Page(html).one("input[type=text][aria-invalid=true]")
    assert all(Page(html).has(f"#{name}") for name in field.get("aria-describedby").split())
    assert html.count("This field is required.") == 3
    assert 'type="hidden"' in html


def test_every_choice_has_a_label():
    page = Page(str(Sample()))
    choices = page.each("input:is([type=radio], [type=checkbox])", "id")
    assert len(choices) == 3
    assert set(choices) <= set(page.each("label", "for"))


# --- Colours: WCAG 2.2 AA, measured -----------------------------------------------------------------------------------

TOKENS = {
    name: (light, dark)
    for name, light, dark in re.findall(
        r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", (STATIC / "css" / "tokens.css").read_text()
    )
} | {
    name: (value, value)
    for name, value in re.findall(r"--([\w-]+): (#[0-9a-f]{6});", (STATIC / "css" / "tokens.css").read_text())
}  # fmt: skip


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


SURFACES = ["paper", "surface", "sunken"]
TEXT = (
    [(ink, surface) for ink in ("ink", "ink-soft", "accent", "accent-strong") for surface in SURFACES]
    + [(status, ground) for status in ("good", "warn", "bad") for ground in ("paper", "surface", f"{status}-wash")]
    + [("ink", f"{wash}-wash") for wash in ("accent", "ochre", "good", "warn", "bad")]
    + [("ochre-ink", "ochre-wash"), ("ochre-ink", "surface"), ("accent-strong", "accent-wash"), ("on-ochre", "ochre")]
    + [("on-accent", "accent"), ("on-blueprint", "blueprint"), ("on-blueprint-soft", "blueprint-grid")]
    + [("on-blueprint", "blueprint-grid"), ("paper", "ink")]
    + [("ink-soft", "ochre-wash"), ("ink-soft", "accent-wash"), ("accent", "accent-wash")]
    + [("on-player", f"player-{colour}") for colour in ("blue", "green", "red", "purple")]
    + [("ink", f"district-{number}") for number in range(1, 6)]
    + [("on-status", f"district-{number}-line") for number in range(1, 6)]
)
SHAPES = (
    [("edge", surface) for surface in SURFACES]
    + [(f"district-{number}-line", "paper") for number in range(1, 6)]
    + [(f"district-{number}-line", f"district-{number}") for number in range(1, 6)]
    + [("accent", f"district-{number}") for number in range(1, 6)]
)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (SHAPES, 3)], ids=["text", "edges and drawings"])
def test_what_is_read_or_seen_has_enough_contrast(pairs, least, theme):
    found = {pair: contrast(*(TOKENS[name][theme] for name in pair)) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < least} == {}
