"""Count taps, detect parts that move under a thumb, and hold a press as long as people do."""

HELD = 80  # duration of a press in milliseconds

UNDER_A_THUMB = ("board", "palette", "steps", "supply")
NOTE_PLACES = """(names) => {
    window.places = Object.fromEntries(names.map((name) => [name, []]));
    const look = () => {
        for (const name of names) {
            const { x, y, width, height } = document.getElementById(name).getBoundingClientRect();
            const place = [x, y, width, height].join(" ");
            if (window.places[name].at(-1) !== place) window.places[name].push(place);
        }
        requestAnimationFrame(look);
    };
    look();
}"""


LISTEN = """() => {
    window.wasHeard = false;
    addEventListener("click", () => { window.wasHeard = true; }, { capture: true, once: true });
    return true;
}"""


def tap(target):
    """Tap, and wait until the page has received the click, which Chromium sends a moment after the tap."""
    target.page.wait_for_function(LISTEN)  # unlike `evaluate`, this begins again if a new page has just loaded
    target.tap()
    # On a new page `wasHeard` is undefined, so a tap that opened a new page counts as received.
    target.page.wait_for_function("() => window.wasHeard !== false")


class Thumb:
    def __init__(self, page):
        self.page = page
        self.taps = 0

    def tap(self, target):
        self.page.locator(target).tap()
        self.taps += 1


def note_places(page):
    """Begin to record the positions of board, palette, steps and supply at every frame of the browser."""
    page.evaluate(NOTE_PLACES, UNDER_A_THUMB)


def moved(page):
    """Return the recorded positions of each part that has moved since `note_places`, by the name of the part."""
    places = page.evaluate("window.places")
    return {name: places[name] for name in UNDER_A_THUMB if len(places[name]) != 1}


def press(page, x, y, *, by):
    """Press this point by a "finger" or a "mouse", and hold it as long as people do."""
    if by == "mouse":
        page.mouse.move(x, y)
        page.mouse.down()
        page.wait_for_timeout(HELD)
        page.mouse.up()
        return
    devtools = page.context.new_cdp_session(page)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(HELD)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    devtools.detach()
