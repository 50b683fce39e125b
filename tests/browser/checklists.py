"""Tap in the checklists of an evening, whose steps all stand in a sheet."""

STEPS = "[data-stage]:not([hidden]) .step__label"
SETTLED = "#evening:not([data-busy])"


def open_steps(page):
    """Open the sheet with all steps of the present phase, unless it is open."""
    if not page.locator(".steps:visible").count():
        page.locator("[data-stage]:not([hidden]) .opens-pop[popovertarget^=steps-]").tap()


def close_steps(page):
    page.locator(".pop:popover-open .pop__close").tap()


def tick(page, step):
    """Tick or untick a step by its id, such as "tick-mats", and close the sheet again."""
    open_steps(page)
    page.locator(f"#{step}").tap()
    close_steps(page)


def steps_of(page):
    """List the ids of the steps of the present phase."""
    return [step.get_attribute("id") for step in page.locator(STEPS).all()]


def begin_round(page, number):
    """Begin a round from the sheet with all steps, whatever is ticked."""
    open_steps(page)
    page.locator(f".pop:popover-open button[name=phase][value=round-{number}]").tap()


def move_to(page, phase):
    """Move to the next phase by the large button, or from the sheet if a step is ticked and another is not."""
    if page.locator("#next-step:visible").count():
        page.locator(f"#next-step[value='{phase}']:not([aria-disabled=true])").tap()
    else:
        begin_round(page, phase.removeprefix("round-"))
