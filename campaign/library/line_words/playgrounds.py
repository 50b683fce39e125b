"""Texts for the page of a mission with Playgrounds, or with VP for full sets of Playgrounds."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.library.line_words.texts import Told, WordText
from campaign.library.mission_rules import bonus_of
from campaign.library.records import Example, Question, Sentence, house_ruled
from scoring import Mode, Rules
from scoring.bonuses import PlaygroundSets
from scoring.tiles import PLAYGROUND_INHABITANTS

REPLACED = Sentence(_("Playgrounds replace some Parks."))
BRINGS = Sentence(
    house_ruled(
        "keep_discarded",
        format_lazy(_("Building a Playground brings {count} Inhabitant."), count=PLAYGROUND_INHABITANTS),
        format_lazy(_("Building or discarding a Playground brings {count} Inhabitant."), count=PLAYGROUND_INHABITANTS),
    )
)
SCORED = (
    Sentence(_("A Playground scores by the towers beside it, as a Park does.")),
    Sentence(_("A Playground absorbs no Energy Unit.")),
)
ABSORB = Question(_("Do Playgrounds absorb pollution?"), _("No. Only Parks do."))
BESIDE_MONUMENT = "TGM--/--P--/-----/----- 0i1e"
THREE = {
    Mode.CLASSIC: "GTGS/T-G-/----/---- 3i3e",
    Mode.EXPERT: "GTGS-/T-G--/-----/----- 3i3e",
}


def playgrounds(rules: Rules) -> Told:
    beside_monument = Example(
        "playground-beside-monument",
        BESIDE_MONUMENT,
        rules,
        ("park", "monument"),
        house_ruled(
            "monument_parks_only",
            _("The Monument counts two Parks, one of them a Playground."),
            _("The Monument counts the Park, not the Playground."),
        ),
    )
    return Told(
        new=(REPLACED,),
        turn=(BRINGS,),
        scoring=SCORED,
        examples=(beside_monument,) if rules.mode is Mode.EXPERT else (),
        questions=(ABSORB,),
        see=("playground", "park"),
    )


def sets(rules: Rules) -> Told:
    bonus = bonus_of(rules, PlaygroundSets)
    return Told(
        new=(
            Sentence(
                format_lazy(
                    ngettext_lazy(
                        "Every full set of {count} Playground brings {vp} VP.",
                        "Every full set of {count} Playgrounds brings {vp} VP.",
                        bonus.size,
                    ),
                    count=bonus.size,
                    vp=bonus.vp,
                )
            ),
        ),
        scoring=(
            Sentence(
                format_lazy(
                    ngettext_lazy(
                        "At the end of the game: {vp} VP for every full set of {count} Playground.",
                        "At the end of the game: {vp} VP for every full set of {count} Playgrounds.",
                        bonus.size,
                    ),
                    count=bonus.size,
                    vp=bonus.vp,
                ),
            ),
        ),
        examples=(
            Example(
                "playground-sets",
                THREE[rules.mode],
                rules,
                ("park", "mission"),
                _("Three Playgrounds, and two of them have towers beside them."),
            ),
        ),
        questions=(
            Question(_("Must the Playgrounds of a set be beside each other?"), _("No, anywhere in the city.")),
            Question(_("What do Playgrounds beyond a full set bring?"), _("Nothing more. Only full sets count.")),
        ),
        see=("playground", "park"),
    )


GREEN = {
    "playgrounds": WordText(_("Playgrounds"), playgrounds, REPLACED.text, "playground"),
    "sets": WordText(
        _("Sets of Playgrounds"),
        sets,
        _("Every full set of Playgrounds brings VP."),
        "playground",
        (_("Playgrounds in a set"), _("VP for a set")),
    ),
}
