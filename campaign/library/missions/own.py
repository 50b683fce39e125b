"""The texts of a mission that a user composed: its rules, its author's story, and endings that fit any mission."""

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Ending, MissionText, Sentence
from campaign.scores.words import words
from scoring import HouseRules, Mission
from scoring.setups import setup
from scoring.tiles import FEWEST_PLAYERS

NOTHING_NEW = Sentence(_("The game as it is in the rulebook. Nothing is added."))
# The endings of composed missions. The number of the game chooses one, so that a campaign does not repeat itself.
ENDINGS = {
    Ending.CLEAR: _(
        "The Mayor closed the file before the tea was cold: the plan of %(winner)s is to be built. The others are asked"
        " to bring their pencils again."
    ),
    Ending.CLOSE: _(
        "Two plans were held against the window, one over the other. The one by %(winner)s reached a little further,"
        " and the Mayor signed it."
    ),
    Ending.SHARED: _(
        "The Mayor counted, asked for a second lamp and counted again. %(winners)s are to share the signature, and the"
        " stamp."
    ),
}
MORE_ENDINGS = (
    ENDINGS,
    {
        Ending.CLEAR: _(
            "The plan of %(winner)s went up on the wall without a nail: nobody wanted to take it down again."
        ),
        Ending.CLOSE: _("Two plans, one ruler. The Mayor measured twice, and %(winner)s was longer by a roof."),
        Ending.SHARED: _(
            "%(winners)s were called in together and left by the same door, each with one end of the approval."
        ),
    },
    {
        Ending.CLEAR: _(
            "It took the committee one look and half a biscuit: the plan of %(winner)s is to be built, biscuit or not."
        ),
        Ending.CLOSE: _(
            "The committee was for another plan until lunch, and for the plan of %(winner)s after it. Lunch decided."
        ),
        Ending.SHARED: _("The approval for %(winners)s was typed with carbon paper, so that nobody keeps the copy."),
    },
)
_words = lazy(words, str)


def told_by_rules(mission: Mission, house_rules: HouseRules, story: str = "") -> MissionText:
    """Return the texts of a composed mission; `story` is its author's story, with one paragraph per line."""
    said = setup(mission, FEWEST_PLAYERS, house_rules).announcements
    return MissionText(
        story=tuple(filter(None, map(str.strip, story.splitlines()))),
        endings=ENDINGS,
        new=tuple(Sentence(_words(message)) for message in said) or (NOTHING_NEW,),
    )
