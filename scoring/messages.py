"""The engine's texts: English templates with parameters. Code outside the engine translates them.

Each text is written where it is used. The marks `gettext` and `ngettext` let Django's `makemessages` find it for
translation.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Text(NamedTuple):
    """An English template. `many` is the plural if the parameter `count` chooses between two forms, otherwise None."""

    one: str
    many: str | None = None


def gettext(one: str) -> Text:
    """Mark a text for translation."""
    return Text(one)


def ngettext(one: str, many: str) -> Text:
    """Mark for translation a text that has a singular and a plural."""
    return Text(one, many)


class Message:
    """A text with its parameters, before it is put into a language.

    `str(message)` is English. A parameter may be a message itself, such as the name of a kind.

    >>> str(Message(ngettext("{count} floor", "{count} floors"), count=3))
    '3 floors'
    """

    __slots__ = ("params", "text")

    def __init__(self, text: Text, /, **params: Any) -> None:
        self.text = text
        self.params: Mapping[str, Any] = params

    def translate(self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
        """Translate with two functions, which take the arguments of the standard library's `gettext` and `ngettext`."""
        text = self.text
        template = gettext(text.one) if text.many is None else ngettext(text.one, text.many, self.params["count"])
        if not self.params:
            return template
        return template.format_map(
            {
                name: value.translate(gettext, ngettext) if isinstance(value, Message) else value
                for name, value in self.params.items()
            }
        )

    def __str__(self) -> str:
        return self.translate(_as_written, _english_form)

    def __repr__(self) -> str:
        params = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"Message({self.text!r}{params})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.text, self.params) == (other.text, other.params)

    def __hash__(self) -> int:
        return hash((self.text, frozenset(self.params.items())))


def _as_written(text: str) -> str:
    return text


def _english_form(one: str, many: str, count: int) -> str:
    return one if count == 1 else many
