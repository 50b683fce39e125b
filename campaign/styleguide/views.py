"""The style page at `/style/`: every component in both themes. The site has this page only if DEBUG is set."""

import re
from pathlib import Path

from django import forms
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.access import everybody
from campaign.models import Colour, Player
from scoring import MISSIONS, City, Kind, audit, score, settle

EXPERT_CITY = "H3HH2H1U1/P-O2FT5/T3*O1OMP/SUT2-S 13i9e"
CLASSIC_CITY = "T4*SU2P/T2PFH1/GSHH2/-TFS 9i7e"
WRONG_CITY = "T4T4T4T4/T4T4T4T4/----/---- 9i70e"


class SampleForm(forms.Form):
    name = forms.CharField(help_text="As it stands on the box of your campaign.")
    players = forms.IntegerField(min_value=2, max_value=4, initial=3)
    place = forms.CharField(required=False)
    mission = forms.ChoiceField(choices=[(number, mission.title) for number, mission in MISSIONS.items()])
    colour = forms.ChoiceField(choices=Colour.choices, widget=forms.RadioSelect)
    notes = forms.CharField(widget=forms.Textarea, required=False)
    house_rules = forms.BooleanField(label="Harbor workers count", required=False, help_text="Decision D12.")

    def clean(self) -> None:
        self.add_error(None, "Two players share a colour. Give each their own.")


def drawings() -> list[str]:
    """Return the names of the drawings in icons.svg."""
    sprite = Path(str(finders.find("campaign/img/icons.svg"))).read_text(encoding="utf-8")
    return re.findall(r'<symbol id="([^"]+)"', sprite)


@everybody
def style(request: HttpRequest) -> HttpResponse:
    expert, classic, wrong = City.parse(EXPERT_CITY), City.parse(CLASSIC_CITY), City.parse(WRONG_CITY)
    expert_rules, classic_rules = MISSIONS[10].rules, MISSIONS[2].rules
    best = settle(expert, expert_rules)
    classic_best = settle(classic, classic_rules)
    context = {
        "kinds": list(Kind),
        "people": [Player(name=str(name), colour=colour) for colour, name in Colour.choices],
        "icons": drawings(),
        "expert": expert,
        "best": best,
        "sheet": score(expert, best, expert_rules),
        "classic": classic,
        "classic_best": classic_best,
        "classic_sheet": score(classic, classic_best, classic_rules),
        "wrong": wrong,
        "findings": audit(wrong, MISSIONS[1], 2),
        "lit": ("A1", "B1", "C1", "D1"),
        "empty_expert": City.parse("-----/-----/-----/----- 0i0e"),
        "themes": [
            {"theme": theme, "form": SampleForm({"name": "", "players": 7, "colour": "blue"}, auto_id=f"{theme}-%s")}
            for theme in ("light", "dark")
        ],
    }
    return render(request, "styleguide/styleguide.html", context)
