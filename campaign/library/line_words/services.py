"""Texts for the page of a mission with the special Public Services of the expansion."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.texts import Told, WordText
from campaign.library.records import Example, Question, Sentence
from scoring import Mode, Rules
from scoring.kinds import SPECIALS
from scoring.kinds.services.base import FACE_UP, TILES

COUNTED = {
    Mode.CLASSIC: "X4--U1/----/----/---- 2i0e",
    Mode.EXPERT: "X4--U1-/-----/-----/----- 2i0e",
}


def services(rules: Rules) -> Told:
    return Told(
        new=(
            Sentence(
                format_lazy(_("{count} special Public Services of the expansion are in play."), count=TILES[rules.mode])
            ),
        ),
        turn=(
            Sentence(format_lazy(_("{count} of them lie face-up when a round begins."), count=FACE_UP)),
            Sentence(_("If you take a Public Service, build it and discard a special one, or the reverse.")),
            Sentence(_("After a round discard the special ones left. If the stack runs out, reshuffle them.")),
        ),
        scoring=(
            Sentence(_("A special Public Service counts as a Public Service.")),
            Sentence(_("The printed tile says what else it brings: count it and type the VP.")),
        ),
        examples=(
            Example(
                "special-service",
                COUNTED[rules.mode],
                rules,
                ("public_service",),
                _("Two districts, 1 VP printed on one tile, and 4 VP that the table counted for the other."),
            ),
        ),
        questions=(
            Question(_("Can special Public Services be stacked?"), _("No, no Public Service can.")),
            Question(
                _("Why are the VP of most of them typed here?"),
                format_lazy(
                    _("{count} Expert tiles are computed. What the others bring is not known for certain."),
                    count=sum(facts.is_one for facts in SPECIALS.values()),
                ),
            ),
        ),
        see=("public-services-expansion", "public-service"),
    )


SERVICES = {
    "services": WordText(
        _("Special Public Services"),
        services,
        _("The special tiles of the expansion join the game."),
        "public_service",
    )
}
