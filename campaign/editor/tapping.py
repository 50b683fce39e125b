"""What the city editor does with a tap, whether the city is stored in a game or stands in the calculator's address."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.access import Request
from campaign.cities import CityError
from campaign.editor.forms import NotationForm, SupplyForm, TapForm
from campaign.editor.moves import Do, supplied, tapped
from campaign.editor.screen import Screen, Supply
from scoring import City

FIRST_BRUSH = "T"


class Taps:
    """One tap, as the browser sent it. What is refused changes nothing and says why."""

    form_class = TapForm

    def __init__(self, request: Request, screen: Screen) -> None:
        self.request = request
        self.screen = screen
        self.rules = screen.rules
        self.form = self.form_class(request.POST, rules=self.rules)

    def refuse(self, sentence: str) -> None:
        """Nothing is written, and nothing typed is lost."""
        self.screen.said, self.screen.refused = sentence, True
        self.screen.typed = self.request.POST.get("city")

    def built(self, before: City, do: Do) -> City:
        """The city after a tap on a square, or on a button. Raises CityError."""
        city = before if do is Do.SUPPLY else tapped(before, self.form.tap, self.rules)
        return self.with_supply(city, do)

    def with_supply(self, city: City, do: Do) -> City:
        """The city with what stands in the steppers, which every tap brings along, so that nothing typed is lost."""
        if do is not Do.SUPPLY and not {"inhabitants", "energy"} <= self.request.POST.keys():
            return city
        form = SupplyForm(self.request.POST)
        if form.is_valid():
            return supplied(city, form.cleaned_data["inhabitants"], form.cleaned_data["energy"], self.rules)
        sentences = tuple(dict.fromkeys(str(error) for errors in form.errors.values() for error in errors))
        typed = {name: self.request.POST.get(name, "") for name in form.fields}
        self.screen.supply = Supply(**typed, errors=sentences)
        self.screen.with_supply = self.screen.refused = True
        self.screen.said = sentences[0]
        return city

    def pasted(self, data: QueryDict | None = None) -> City:
        """The city of the line that was typed or pasted. Raises CityError."""
        form = NotationForm(self.request.POST if data is None else data, rules=self.rules)
        if form.is_valid():
            city: City = form.cleaned_data["city"]
            return city
        self.screen.typed_errors = tuple(str(error) for error in form.errors["city"])
        self.screen.position = form.position
        raise CityError(_("This line was not taken over: what is wrong stands below it."))
