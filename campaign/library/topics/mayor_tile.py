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
                    _("The tile shows the Mayor's symbol. Every round except the last has one."),
                    _(
                        "how many mayor tiles, is there a mayor in the last round, green symbol, mayor each"
                        " round, how do I recognize the mayor tile, is there a mayor tile in the final round"
                    ),
                ),
                Sentence(
                    _("Build it and you take the Mayor pawn at once."),
                    _(
                        "how do I become first player, get the mayor, take the pawn, when do I receive the pawn,"
                        " when do I get the green meeple, how do I get the start player marker"
                    ),
                ),
                Sentence(
                    _("The holder of the Mayor pawn is first player next round."),
                    _(
                        "who is first player, who starts the next round, change of first player, this round or"
                        " next, does the new first player start immediately, when does the new start player"
                        " begin, who begins once the mayor was built"
                    ),
                ),
                Sentence(
                    _("If nobody builds it, the first player stays first."),
                    _(
                        "nobody takes the mayor tile, mayor not taken, no new first player, mayor tile left over,"
                        " what if no one took the mayor tile, nobody built the mayor tower who starts next round,"
                        " who starts if the mayor was not built, nobody wants the tile with the mayor"
                    ),
                ),
                Sentence(
                    _("Otherwise it is a Tower Block with one Inhabitant."),
                    _(
                        "is the mayor tile a tower, stack the mayor tile, what does the mayor tile bring, can I"
                        " stack the mayor tower, is the mayor tile a normal building"
                    ),
                ),
            ),
        ),
    ),
    mistakes=(_("Taking the pawn for a discarded Mayor tile. Only building it brings the pawn."),),
    questions=(
        Question(
            _("Who goes first in the first round?"),
            _("Anyone: choose in any way you like."),
            _("who starts the game, who begins, starting player, who is first at the start of the game"),
        ),
        Question(
            _("I discard the Mayor tile. Do I become first player?"),
            _("No. Only building it brings the pawn."),
            _(
                "throw away the mayor tile, mayor pawn for a discarded tile, do I get the mayor if I"
                " throw the tile away"
            ),
        ),
    ),
    decisions=("D9",),
    see=("tower-block", "rounds"),
    keywords=_("mayor tile, first player, starting player, mayor pawn, green meeple"),
)
