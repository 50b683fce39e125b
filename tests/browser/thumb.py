"""What a thumb does to a page, counted."""


class Thumb:
    def __init__(self, page):
        self.page = page
        self.taps = 0

    def tap(self, target):
        self.page.locator(target).tap()
        self.taps += 1
