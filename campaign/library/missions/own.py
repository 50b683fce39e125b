"""The texts of a mission that a user composed: its rules, its author's story, and endings that fit any mission."""

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Ending, MissionText, Sentence
from campaign.scores.words import words
from scoring import HouseRules, Mission
from scoring.setups import setup
from scoring.tiles import FEWEST_PLAYERS

NOTHING_NEW = Sentence(_("The game as it is in the rulebook. Nothing is added."))
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
_words = lazy(words, str)


def told_by_rules(mission: Mission, house_rules: HouseRules, story: str = "") -> MissionText:
    """Return the texts of a composed mission; `story` is its author's story, with one paragraph per line."""
    said = setup(mission, FEWEST_PLAYERS, house_rules).announcements
    return MissionText(
        story=tuple(filter(None, map(str.strip, story.splitlines()))),
        endings=ENDINGS,
        new=tuple(Sentence(_words(message)) for message in said) or (NOTHING_NEW,),
    )
