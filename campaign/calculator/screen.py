"""The calculator: a city that is stored nowhere, because its address holds all of it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from campaign.editor.moves import empty_city
from campaign.editor.screen import Screen
from campaign.library.facts import as_rules
from campaign.stamps import RulesStamp
from scoring import MISSIONS, City, HouseRules, Mission, Rules


@dataclass
class Calculation(Screen):
    """A city under a mission's rules; `found` is None where the address holds none, or none that can be scored."""

    stamp: RulesStamp
    found: City | None = None

    @property
    def mission(self) -> Mission:
        return MISSIONS[self.stamp.mission]

    @property
    def house_rules(self) -> HouseRules:
        return self.stamp.house_rules

    @cached_property
    def rules(self) -> Rules:
        return self.stamp.rules

    @property
    def city(self) -> City:
        return self.found or empty_city(self.rules)

    @property
    def text(self) -> str:
        return "" if self.is_blank else str(self.city)

    @property
    def state(self) -> dict[str, str | int]:
        return {"was": self.text}

    @property
    def action(self) -> str:
        return self._address()

    @property
    def address(self) -> str:
        """The page that shows this very city."""
        return self._address(**({"city": self.text} if self.text else {}))

    def with_chosen(self) -> str:
        """The address after a tap without scripts, which remembers the square and the brush too."""
        chosen = {"at": self.at, "brush": self.brush}
        return self._address(**({"city": self.text} if self.text else {}), **chosen) + "#city"

    def _address(self, **more: Any) -> str:
        query = {"mission": self.stamp.mission, "players": self.players, **as_rules(self.house_rules), **more}
        return f"{reverse('calculator')}?{urlencode(query, safe='/*')}"
