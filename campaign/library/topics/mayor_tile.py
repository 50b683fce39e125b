"""The Mayor tile and the first player."""

from django.utils.translation import gettext_lazy as _

from campaign.library.records import Page, Question, Section, Sentence

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
                Sentence(_("Otherwise it is a Tower Block with one Inhabitant.")),
                Sentence(
                    _("The Mayor tile is always turned face-up, however many play."),
                    why=_("Inferred: the rulebooks say that one is in play in every round except the last."),
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
            _("By the Mayor's symbol on its face. It is a Tower Block with one Inhabitant."),
        ),
    ),
    decisions=("D9",),
    see=("tower-block", "rounds"),
    keywords=_("mayor tile, first player, starting player, mayor pawn, green meeple"),
)
