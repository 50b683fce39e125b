"""The terms of the game, each with the page that explains more."""

from collections.abc import Callable

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.election_words import decided_by
from campaign.library.mission_rules import first_mission, with_bonus
from campaign.library.records import GlossaryTerm, house_ruled
from scoring import Mode, Rules
from scoring.bonuses import DistrictCompletion


def _page_of_first_mission(holds: Callable[[Rules], bool]) -> tuple[str, str]:
    """Return a reference to the page of the first mission whose rules meet a condition: `("mission", slug)`."""
    return "mission", first_mission(holds).slug


GLOSSARY = (
    GlossaryTerm(
        "activate",
        _("Activate"),
        _("To put the Inhabitants and Energy Units a building needs on it."),
        ("rule", "activation"),
    ),
    GlossaryTerm(
        "adjacent",
        _("Adjacent"),
        _("Sharing a side. Squares that meet at a corner are not adjacent."),
        ("rule", "placement"),
    ),
    GlossaryTerm(
        "alejandro",
        _("Alejandro"),
        _("The campaign's name for the gray #5 Architect. He plays as #1 to #4."),
        _page_of_first_mission(lambda rules: bool(rules.architects.wild)),
    ),
    GlossaryTerm(
        "architect",
        _("Architect"),
        _("A numbered piece. It decides which tile you take and where you may place it."),
        ("rule", "turn"),
    ),
    GlossaryTerm("bag", _("Cloth bag"), _("You draw the tiles of a round from it."), ("rule", "rounds")),
    GlossaryTerm(
        "build",
        _("Build"),
        _("To erect a building: place its tile on an empty square or on a stack."),
        ("rule", "placement"),
    ),
    GlossaryTerm(
        "campaign",
        _("Campaign"),
        house_ruled(
            "election_by",
            _("Ten missions, played one after the other. Their points are added up."),
            lambda table: format_lazy(_("Ten missions, played one after the other. {rule}."), rule=decided_by(table)),
        ),
        ("rule", "campaign"),
    ),
    GlossaryTerm("city", _("City"), _("The buildings on a player's mat."), ("rule", "placement")),
    GlossaryTerm(
        "classic",
        _("Classic Mode"),
        _("The colored side of the mats: sixteen squares in rows and columns."),
        ("rule", "placement"),
    ),
    GlossaryTerm(
        "construction-site",
        _("Construction Site"),
        _("The board in the middle with the tiles of the round: five rows and five columns."),
        ("rule", "turn"),
    ),
    GlossaryTerm(
        "customer", _("Customer"), _("An Inhabitant in a Shop. The Shop scores by its Customers."), ("rule", "shop")
    ),
    GlossaryTerm(
        "discard",
        _("Discard"),
        house_ruled(
            "keep_discarded",
            _("To give up the tile you took. It brings nothing."),
            _("To give up the tile you took. By your house rule you keep its resources."),
        ),
        ("rule", "turn"),
    ),
    GlossaryTerm(
        "district",
        _("District"),
        _("Four squares of one color on the mat: four districts in Classic, five in Expert."),
        ("rule", "public-service"),
    ),
    GlossaryTerm(
        "empty-district",
        _("Empty squares of a district"),
        _("Squares without an activated building. In mission 7 a district with few of them is worth points."),
        _page_of_first_mission(with_bonus(DistrictCompletion)),
    ),
    GlossaryTerm(
        "empty-square",
        _("Empty square"),
        _("A square without a building. At the end also the square of a removed building."),
        ("rule", "ties"),
    ),
    GlossaryTerm(
        "energy-unit",
        _("Energy Unit"),
        _("A red cylinder. It activates Tower Blocks, Shops and Office Towers; unused it is pollution."),
        ("rule", "activation"),
    ),
    GlossaryTerm(
        "expert",
        _("Expert Mode"),
        _("The gray side of the mats: twenty squares in five districts, five rounds, two more kinds of building."),
        _page_of_first_mission(lambda rules: rules.mode is Mode.EXPERT),
    ),
    GlossaryTerm(
        "face-down",
        _("Face-down"),
        _("Not turned over: the back shows. A face-down tile counts as an empty square."),
        ("rule", "rounds"),
    ),
    GlossaryTerm(
        "first-player",
        _("First player"),
        _("Takes the first turn of each round and holds the Mayor pawn."),
        ("rule", "mayor-tile"),
    ),
    GlossaryTerm("floor", _("Floor"), _("One tile of a stack."), ("rule", "stacking")),
    GlossaryTerm("helper", _("Helper"), _("The card with the point tables."), ("rules", "")),
    GlossaryTerm(
        "house-rule",
        _("House rule"),
        _("A rule that your table changes. You choose it in the settings of your campaign."),
        ("rule", "campaign"),
    ),
    GlossaryTerm(
        "inhabitant",
        _("Inhabitant"),
        _("A blue piece. It works in a building or is a Customer; unused it costs points."),
        ("rule", "activation"),
    ),
    GlossaryTerm("line", _("Line"), _("A row or column. Harbors score by both."), ("rule", "harbor")),
    GlossaryTerm(
        "manual",
        _("Campaign manual"),
        _("The rules of the ten missions, written by fans. They are not in the box."),
        ("rule", "campaign"),
    ),
    GlossaryTerm(
        "marker",
        _("Marker"),
        _("A small 4 or 3•4 on a tile: the number of players from which it is turned over."),
        ("rule", "rounds"),
    ),
    GlossaryTerm("mayor-pawn", _("Mayor pawn"), _("Marks the first player."), ("rule", "mayor-tile")),
    GlossaryTerm(
        "mayor-tile",
        _("Mayor tile"),
        _("The Tower Block of a round that brings the Mayor pawn."),
        ("rule", "mayor-tile"),
    ),
    GlossaryTerm(
        "opponent", _("Opponent"), _("A rival: everybody else at the table. There are no teams."), ("rule", "turn")
    ),
    GlossaryTerm(
        "pollution",
        _("Pollution"),
        _("Energy Units that activate nothing and lie on no Park. Each costs points."),
        ("rule", "pollution"),
    ),
    GlossaryTerm(
        "pool",
        _("Pool"),
        _("Architects that belong to nobody: everybody takes from there."),
        _page_of_first_mission(lambda rules: rules.architects.shared),
    ),
    GlossaryTerm(
        "reserve",
        _("Reserve"),
        _("The Inhabitants and Energy Units beside the board that nobody owns yet."),
        ("rule", "turn"),
    ),
    GlossaryTerm(
        "round", _("Round"), _("Four turns for each player, with the tiles of one number."), ("rule", "rounds")
    ),
    GlossaryTerm(
        "scoring-pad",
        _("Scoring pad"),
        _("The sheets in the box on which you write down the points at the end."),
        ("rule", "rounds"),
    ),
    GlossaryTerm("stack", _("Stack"), _("Tower Blocks or Office Towers on one square."), ("rule", "stacking")),
    GlossaryTerm("supply", _("Supply"), _("The Inhabitants and Energy Units a player owns."), ("rule", "activation")),
    GlossaryTerm("tie", _("Tie"), _("The same VP. More Inhabitants on buildings decide first."), ("rule", "ties")),
    GlossaryTerm("turn", _("Turn"), _("Take, move the Urbanist, place, receive."), ("rule", "turn")),
    GlossaryTerm(
        "urbanist",
        _("Urbanist"),
        _("The piece that stands where a tile was last taken. It blocks that row and column."),
        ("rule", "urbanist"),
    ),
    GlossaryTerm("vp", _("VP"), _("Victory points."), ("rules", "")),
    GlossaryTerm(
        "worker",
        _("Worker"),
        house_ruled(
            "harbor_workers",
            _("In mission 9: an Inhabitant in an activated Public Service or Factory."),
            _("In mission 9: an Inhabitant in an activated Public Service, Factory or Harbor."),
        ),
        _page_of_first_mission(lambda rules: rules.inhabitants_factor > 1),
    ),
)
