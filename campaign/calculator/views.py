from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods
from django_htmx.http import push_url

from campaign.access import Request, everybody
from campaign.calculator.forms import CalculatorForm, CalculatorTapForm
from campaign.calculator.screen import Calculation
from campaign.cities import CityError, read_city
from campaign.editor.forms import OUT_OF_DATE
from campaign.editor.moves import Do
from campaign.editor.tapping import FIRST_BRUSH, Taps
from campaign.library.facts import SWITCHES
from campaign.library.views import no_mission
from campaign.web.conditional import revalidated
from campaign.web.partials import render_part
from scoring import MISSIONS, City
from scoring.tiles import PLAYERS


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
@revalidated
def calculator_page(request: Request) -> HttpResponse:
    """A city without a campaign, and every tap on it. No query: the address and the tap hold everything."""
    form = CalculatorForm(request.GET)
    if not form.is_valid():
        return no_mission(request)
    screen = Calculation(form.stamp, players=form.count, may_edit=True)
    taps = Calculating(request, screen)
    return taps.answer() if request.method == "POST" else taps.page()


def show(request: Request, screen: Calculation) -> HttpResponse:
    context = {
        "screen": screen,
        "chosen": "mission" in request.GET,
        "missions": MISSIONS.values(),
        "tables": PLAYERS,
        "switches": [
            {"name": name, "label": label, "on": getattr(screen.house_rules, name)} for name, label in SWITCHES.items()
        ],
        "link": request.build_absolute_uri(screen.address),
        "answering": request.htmx.target == "city",
    }
    return render_part(request, "calculator/calculator.html", context, part="city")


class Calculating(Taps):
    """What the address shows, and what a tap makes of it: another address."""

    screen: Calculation
    form_class = CalculatorTapForm

    def page(self) -> HttpResponse:
        screen, query = self.screen, self.request.GET
        screen.at, screen.brush = query.get("at", ""), query.get("brush", FIRST_BRUSH)
        if query.get("city", "").strip():
            try:
                screen.found = self.pasted(query)
            except CityError as refusal:
                screen.said, screen.refused, screen.typed = str(refusal), True, query["city"]
        return show(self.request, screen)

    def answer(self) -> HttpResponse:
        screen = self.screen
        self.form.is_valid()
        screen.at, screen.brush = self.form.name, self.form.cleaned_data.get("brush", "")
        before = screen.address
        try:
            screen.found = self.before()
            before = screen.address
            screen.found = self.after()
        except CityError as refusal:
            self.refuse(str(refusal))
        if not self.request.htmx and not screen.refused:
            return redirect(screen.with_chosen())
        response = show(self.request, screen)
        return response if screen.address == before else push_url(response, screen.address)

    def before(self) -> City | None:
        """The city that was tapped."""
        text = self.request.POST.get("was", "")
        try:
            return read_city(text, self.rules) if text else None
        except CityError as error:
            raise CityError(str(OUT_OF_DATE)) from error

    def after(self) -> City:
        if not self.form.is_valid():
            raise CityError(self.form.sentence)
        do: Do = self.form.cleaned_data["do"]
        self.screen.with_supply = do is Do.PASTE
        if do in (Do.UNDO, Do.REDO):
            raise CityError(str(OUT_OF_DATE))  # the browser's own buttons do that here
        return self.pasted() if do is Do.PASTE else self.built(self.screen.city, do)
