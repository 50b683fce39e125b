"""What a thumb does to a page, counted, and what moves under it."""

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


class Thumb:
    def __init__(self, page):
        self.page = page
        self.taps = 0

    def tap(self, target):
        self.page.locator(target).tap()
        self.taps += 1


def note_places(page):
    """Begin to note, at every frame, where the parts of the editor stand that a thumb is over."""
    page.evaluate(NOTE_PLACES, UNDER_A_THUMB)


def moved(page):
    """Return the noted places of those parts that have not stayed where they were."""
    places = page.evaluate("window.places")
    return {name: places[name] for name in UNDER_A_THUMB if len(places[name]) != 1}
