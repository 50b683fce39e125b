"""Draw the parts of the editor's page that a tap can change. A response to a tap holds only the changed parts.

Each part has a tag, computed from its data. The page sends the tags that it shows, and gets the parts with new tags.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString

from campaign.editor.screen import Group, Screen, Steps
from campaign.http import Request
from campaign.scores.words import words
from campaign.templatetags.face import square_part
from campaign.web.parts import Part, part


def state(screen: Screen) -> Part:
    """Draw the hidden form fields: the version of the city, and the square chosen last."""
    return part(
        "editor/_state.html",
        state=tuple(screen.editor.state.items()),
        at=screen.outcome.at,
        by_hand=screen.by_hand,
        label=screen.drawing.label,
    )


def squares(screen: Screen) -> Iterator[Part]:
    """Draw every square of the board."""
    return (square_part(square) for row in screen.drawing.rows for square in row)


def bar(screen: Screen) -> Part:
    """Draw the bar with the number of tiles and the total VP."""
    return part(
        "editor/_bar.html",
        by_hand=screen.by_hand,
        has_remarks=bool(screen.remarks),
        tiles=screen.tiles,
        tiles_expected=screen.tiles_expected,
        total=screen.sheet.total,
        is_pad=screen.editor.is_pad,
    )


def prompt(screen: Screen) -> Part:
    """Draw the line above the palette: a sentence, or the tools for the chosen square, or a message above the tools."""
    return part(
        "editor/_prompt.html",
        prompt=screen.prompt,
        said=screen.outcome.said,
        refused=screen.outcome.refused,
        offers=screen.outcome.offers,
        # Draw the button beside the tray as a separate part, so that many cities share the cached HTML of the tray.
        tray=part("editor/_tray.html", tray=screen.tray, by_hand=screen.by_hand, stamp=screen.editor.stamp)
        if screen.tray and screen.prompt in ("tray", "said") and screen.editor.may_edit
        else None,
        at=screen.outcome.at if screen.prompt == "square" else "",
        stamp=screen.editor.stamp,
        onward=part("editor/_onward.html", onward=screen.onward, prompt=screen.prompt, done=screen.editor.done),
    )


def distance(screen: Screen) -> Part:
    """Draw a sentence that compares the player's own allocation with the best allocation."""
    return part("editor/_distance.html", by_hand=screen.by_hand, sentence=(*screen.advice, "")[0])


def steps(screen: Screen) -> Part:
    """Draw the buttons for undo and redo. Their labels name the changes that they would make."""
    return part("editor/_steps.html", **(screen.outcome.steps or Steps("", ""))._asdict())


def supply(screen: Screen) -> Part:
    """Draw the two steppers, for Inhabitants and for Energy Units."""
    return part("editor/_supply.html", supply=screen.supply, is_asked=screen.prompt == "supply")


def line(screen: Screen) -> Part:
    """Draw the field with the city's notation, and the errors of this text."""
    return part("editor/_line.html", notation=screen.notation, may_edit=screen.editor.may_edit)


def total(screen: Screen) -> Part:
    """Draw the total, the last line of the score sheet."""
    return part("editor/_total.html", total=screen.sheet.total)


def findings(screen: Screen) -> Part:
    """Draw the warnings and errors about the city, such as more tiles than the box has."""
    return part("editor/_findings.html", remarks=screen.remarks, remarks_so_far=screen.remarks_so_far)


def group(each: Group, screen: Screen) -> Part:
    """Draw a category of the score sheet. page.js later highlights the lines of the touched square."""
    return part("editor/_group.html", group=each, stamp=screen.editor.stamp)


def sheet(screen: Screen) -> Part:
    """Draw the frame of the score sheet. Its categories, total and warnings are separate parts."""
    return part(
        "editor/_sheet.html",
        may_edit=screen.editor.may_edit,
        by_hand=screen.by_hand,
        advice=screen.advice,
        is_empty=not screen.sheet.lines,
        notes=tuple((note.decision, words(note.message)) for note in screen.sheet.notes),
        stamp=screen.editor.stamp,
    )


def draw_sheet(screen: Screen) -> SafeString:
    """Draw the whole score sheet: the frame with its categories, total and warnings."""
    frame = sheet(screen)
    inside = {
        "groups": [(each, group(each, screen), each.is_lit(screen.outcome.at)) for each in screen.groups],
        "at": screen.outcome.at,
        "total": total(screen),
        "findings": findings(screen),
    }
    return render_to_string(frame.template, dict(frame.shows) | inside | {"mark": frame.mark})


def answer_with_parts(request: Request, screen: Screen, *more: str, status: int = 200) -> HttpResponse:
    """Answer a tap with the changed parts, or with all parts if the page sent no tags. `more` is HTML to add."""
    seen = set(request.POST.get("seen", "").split())
    response = HttpResponse(
        "".join((*_new([state(screen), *squares(screen)], seen), *beside(screen, seen), *more)), status=status
    )
    response["HX-Reswap"] = "none"  # each part replaces its own element; htmx swaps nothing else
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def beside(screen: Screen, seen: AbstractSet[str] = frozenset()) -> Iterator[str]:
    """Draw the parts outside the board, except parts with a tag in `seen`."""
    changing = [bar(screen), prompt(screen), line(screen)]
    if screen.editor.may_edit:
        changing.append(distance(screen))
    if screen.outcome.steps:
        changing.append(steps(screen))
    if screen.outcome.moved_supply:
        changing.append(supply(screen))
    frame = sheet(screen)
    if frame.tag in seen:
        changing += [*(group(each, screen) for each in screen.groups), total(screen), findings(screen)]
    else:
        yield frame.put_in_place(draw_sheet(screen))
    yield from _new(changing, seen)


def _new(parts: Iterable[Part], seen: AbstractSet[str]) -> Iterator[str]:
    return (each.as_answer() for each in parts if each.tag not in seen)
