"""The page about activation: the Inhabitants and Energy Units that each building needs."""

from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.records import Example, Page, Question, Section, Sentence, Source
from scoring.rules import CLASSIC_RULES

PAGE = Page(
    "activation",
    _("Activation"),
    _("A building scores only with its Inhabitants and Energy Units on it. Decide at the end."),
    "energy",
    sections=(
        Section(
            "rule",
            _("How it goes"),
            (
                Sentence(_("You may move Inhabitants and Energy Units at any time, as often as you like.")),
                Sentence(_("Only where they lie at the end of the game counts.")),
                Sentence(_("A building without its resources is removed before scoring.")),
                Sentence(_("A removed building is nobody's neighbor, and its square is empty.")),
                Sentence(_("Tower Blocks and Shops need an Energy Unit.")),
                Sentence(_("Public Services, Factories and Harbors need an Inhabitant.")),
                Sentence(_("Parks, Playgrounds and Monuments need nothing."), source=Source.MANUAL),
                Sentence(_("A stack needs its resources once, however high it is.")),
            ),
        ),
    ),
    tables=(tables.NEEDS,),
    examples=(
        Example(
            "activation",
            "T3SU-/P---/----/---- 2i1e",
            CLASSIC_RULES,
            ("tower_block", "shop", "public_service", "park", "unused_inhabitants"),
            _("The Tower Block takes the Energy Unit; the Shop is removed. One Inhabitant works, one is unused."),
        ),
    ),
    mistakes=(
        _("Deciding too early. You may move resources until the game ends."),
        _("Forgetting that an Office Tower needs both."),
    ),
    questions=(
        Question(
            _("May I leave a building inactive on purpose?"),
            _("Yes. It can pay, for example with a Factory beside a Monument."),
        ),
        Question(
            _("Does a removed building cost points?"),
            _("No. It brings nothing and costs nothing; unused resources do cost."),
        ),
        Question(
            _("Where do Inhabitants and Energy Units come from?"),
            _("Inhabitants from Tower Blocks and Playgrounds, Energy Units from Factories; Harbors bring either."),
            source=Source.MANUAL,
        ),
        Question(
            _("May an Energy Unit take the place of an Inhabitant?"),
            _("No. A building needs just what it shows, and one cannot replace the other."),
        ),
        Question(
            _("Which buildings bring neither Inhabitants nor Energy Units?"),
            _("Shops, Public Services, Parks, Office Towers and Monuments."),
        ),
        Question(
            _("May more Inhabitants work in a building than it needs?"),
            _("No, one is enough; another is unused. Only Shops take several, as Customers."),
        ),
        Question(
            _("Is there a limit to the Inhabitants and Energy Units I hold?"),
            _("No rule limits them. What you do not use costs points at the end."),
        ),
        Question(
            _("May I still move Inhabitants while the points are counted?"),
            _("No. Your last chance is after the last round, before the scoring."),
        ),
    ),
    decisions=("D5",),
    see=("pollution", "tower-block", "shop"),
    keywords=_("activate, resources, cost, needs, remove, unactivated, power"),
)
