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
                Sentence(
                    _("The tile shows the Mayor's symbol. Every round but the last has one."),
                    _("how many mayor tiles, is there a mayor in the last round, green symbol, mayor each round"),
                ),
                Sentence(
                    _("Build it and you take the Mayor pawn at once."),
                    _("how do I become first player, get the mayor, take the pawn, when do I receive the pawn"),
                ),
                Sentence(
                    _("The holder of the Mayor pawn is first player next round."),
                    _("who is first player, who starts the next round, change of first player, this round or next"),
                ),
                Sentence(
                    _("If nobody builds it, the first player stays first."),
                    _("nobody takes the mayor tile, mayor not taken, no new first player, mayor tile left over"),
                ),
                Sentence(
                    _("Apart from that it is a Tower Block with one Inhabitant."),
                    _("is the mayor tile a tower, stack the mayor tile, what does the mayor tile bring"),
                ),
            ),
        ),
    ),
    mistakes=(_("Taking the pawn for a discarded Mayor tile. Only building it brings the pawn."),),
    questions=(
        Question(
            _("Who goes first in the first round?"),
            _("Anyone: choose in any way you like."),
            _("who starts the game, who begins, starting player"),
        ),
        Question(
            _("I discard the Mayor tile. Do I become first player?"),
            _("No. Only building it brings the pawn."),
            _("throw away the mayor tile, mayor pawn for a discarded tile"),
        ),
    ),
    decisions=("D9",),
    see=("tower-block", "rounds"),
    keywords=_("mayor tile, first player, starting player, mayor pawn, green meeple"),
)
