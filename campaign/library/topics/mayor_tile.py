"""The page about the Mayor tile and the first player."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import mission_with
from campaign.library.records import Page, Question, Section, Sentence, Source
from scoring.bonuses import MayorTiles

PAGE = Page(
    "mayor-tile",
    _("The Mayor tile and the first player"),
    _("One Tower Block a round brings the Mayor pawn: its builder goes first next round."),
    "mayor",
    sections=(
        Section(
            "rule",
            _("How it goes"),
            (
                Sentence(_("The tile shows the Mayor's symbol. Every round except the last has one.")),
                Sentence(_("Build it and you take the Mayor pawn at once.")),
                Sentence(_("The holder of the Mayor pawn is first player next round.")),
                Sentence(_("If nobody builds it, the first player stays first.")),
                Sentence(_("It is a Tower Block with 1 Inhabitant.")),
                Sentence(
                    _("The Mayor tile is always turned face-up, however many play."),
                    why=_("The rulebooks say that one is in play in every round except the last."),
                    source=Source.INFERRED,
                ),
            ),
        ),
    ),
    mistakes=(_("Taking the pawn for a discarded Mayor tile. Only building it brings the pawn."),),
    questions=(
        Question(_("Who goes first in the first round?"), _("Anyone: choose in any way you like.")),
        Question(_("I discard the Mayor tile. Do I become first player?"), _("No. Only building it brings the pawn.")),
        Question(
            _("Does the Mayor pawn bring points?"),
            _("No. It only marks the first player."),
        ),
        Question(
            _("What if the first player builds the Mayor tile?"),
            _("They keep the Mayor pawn and go first again."),
        ),
        Question(
            _("I build another floor on the Mayor tile. Do I keep the Mayor pawn?"),
            _("Yes, until somebody else builds the next Mayor tile."),
        ),
        Question(
            _("How do I recognize the Mayor tile?"),
            _("By the Mayor's green symbol on its face. It is a Tower Block with 1 Inhabitant."),
            source=Source.MANUAL,
        ),
        Question(
            _("May the first player take the Mayor tile?"),
            format_lazy(
                _("Yes, in any turn. Only mission {mission} forbids it, on the first turn of a round."),
                mission=mission_with(MayorTiles),
            ),
            source=Source.MANUAL,
        ),
    ),
    decisions=("D9",),
    see=("tower-block", "rounds"),
    keywords=_("mayor tile, first player, starting player, mayor pawn, green meeple"),
)
