"""Choose the mission of a single game: Classic, Expert, one of the ten missions, or the composed mission in the URL."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.scores.programmes import LONGEST_NAME, own_mission, with_services
from campaign.scores.words import numbered_title, words
from campaign.web.names import hidden_in, is_hidden
from scoring import THE_TEN, Mission, MissionLineError, Mode
from scoring.mission_lines import LONGEST_LINE

NO_ROOM = _("This mission's line has no room for one more word: it has %(limit)s characters at most.")


@dataclass(frozen=True, slots=True)
class SingleGame:
    """The mission of a single game, and whether the players use the Public Services expansion (`services`)."""

    mission: Mission
    services: bool = False

    @property
    def columns(self) -> dict[str, Any]:
        """Return the values of the Game columns that store this mission."""
        services = {"services": self.services}
        if not self.mission.is_own:
            return {"mission": self.mission.number, **services}
        return {"mission": 0, **services, "line": self.mission.rules.line, "title": str(self.mission.name)}


class SingleField(forms.ChoiceField):
    """The choice of mission: the composed mission in the URL, none (Classic or Expert), or one of the ten."""

    def __init__(self, own: Mission | None = None, **kwargs: Any) -> None:
        missions = [*(own_mission(mode.value) for mode in Mode), *THE_TEN]
        if own and own not in missions:
            missions = [own, *missions]
        self.missions = {str(each.number or each.rules.line): each for each in missions}
        sentences = dict.fromkeys(("required", "invalid_choice"), _("Choose a mission."))
        choices = [(key, lazy(numbered_title, str)(mission)) for key, mission in self.missions.items()]
        super().__init__(label=_("Mission"), choices=choices, error_messages=sentences, **kwargs)

    @property
    def with_expansion(self) -> list[str]:
        """List the titles of the missions that always use the expansion."""
        return [numbered_title(mission) for mission in self.missions.values() if mission.rules.services]

    def clean(self, value: Any) -> SingleGame:
        return SingleGame(self.missions[super().clean(value)])


def brought_along(asked: Mapping[str, str]) -> tuple[Mission | None, str]:
    """Read the composed mission in a URL (`?line=`, `?name=`). Return it or None, and an error message or ""."""
    line, name = asked.get("line", ""), asked.get("name", "")
    if not line:
        return None, ""
    is_plain = all(sign not in "<>" and (is_hidden(sign) or sign.isprintable()) for sign in name)
    if len(name) > LONGEST_NAME or hidden_in(name) or not is_plain:
        sentence = gettext(
            "The name of this mission has more than %(limit)s characters, angle brackets, or invisible characters."
        )
        return None, sentence % {"limit": LONGEST_NAME}
    try:
        return own_mission(line, name.strip()), ""
    except MissionLineError as error:
        return None, words(error.message)


class ServicesField(forms.BooleanField):
    """Ask whether a game uses the Public Services expansion. `always` are the titles of missions that always use it."""

    def __init__(self, always: Iterable[str] = ()) -> None:
        super().__init__(
            label=_("With the Public Services expansion"),
            required=False,
            help_text=_(
                "For tables that own it. Cornerstone counts some of its tiles; of the others you enter the VP."
            ),
        )
        if titles := ", ".join(always):
            more = gettext("Always with the expansion: %(titles)s.") % {"titles": titles}
            self.help_text = f"{self.help_text} {more}"


def check_room_for_services(mission: Mission) -> None:
    """Raise ValidationError if the mission's line of rules would be too long with the word `services`."""
    if not with_services(mission).rules.services:
        raise ValidationError(NO_ROOM, code="no_room", params={"limit": LONGEST_LINE})


class SingleForm(forms.Form):
    """Ask for the mission of a single game, and whether the table plays it with the expansion."""

    def __init__(self, data: QueryDict | None = None, *, asked: Mapping[str, str]) -> None:
        super().__init__(data, initial={"mission": asked.get("mission")})
        own, self.refused = brought_along(asked)
        self.fields["mission"] = missions = SingleField(own)
        self.fields["services"] = ServicesField(missions.with_expansion)

    def clean_services(self) -> bool:
        services: bool = self.cleaned_data["services"]
        if services and (single := self.cleaned_data.get("mission")):
            check_room_for_services(single.mission)
        return services

    @property
    def single(self) -> SingleGame:
        """Return the chosen mission as a single game. The form has to be valid."""
        single: SingleGame = self.cleaned_data["mission"]
        return replace(single, services=self.cleaned_data["services"])
