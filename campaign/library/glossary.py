"""The words of the game, each with the page that says more."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from campaign.library.records import Term
from scoring import MISSIONS, Mode, Rules
from scoring.bonuses import DistrictCompletion


def _first_mission(holds: Callable[[Rules], bool]) -> tuple[str, str]:
    """The first mission with such rules, as the address of a page."""
    return "mission", next(mission.slug for mission in MISSIONS.values() if holds(mission.rules))


GLOSSARY = (
    Term(
        "activate",
        _("Activate"),
        _("To lay on a building the Inhabitants and Energy Units it needs."),
        ("rule", "activation"),
    ),
    Term(
        "adjacent",
        _("Adjacent"),
        _("Sharing a side. Squares that meet at a corner are not adjacent."),
        ("rule", "park"),
        _("neighbour, neighbor, beside, next to, diagonal"),
    ),
    Term(
        "alejandro",
        _("Alejandro"),
        _("The campaign's name for the gray #5 Architect, who may be played as #1 to #4."),
        _first_mission(lambda rules: bool(rules.architects.wild)),
        _("gray architect, grey five, wild, joker"),
    ),
    Term(
        "architect",
        _("Architect"),
        _("A numbered piece. It chooses the tile you take, and where it may stand."),
        ("rule", "turn"),
        _("worker, piece, number"),
    ),
    Term("bag", _("Cloth bag"), _("The tiles of one round are drawn from it."), ("rule", "rounds")),
    Term("city", _("City"), _("The buildings on a player's mat."), ("rule", "placement"), _("mat, board, player mat")),
    Term(
        "classic",
        _("Classic Mode"),
        _("The colored side of the mats: sixteen squares in rows and columns."),
        ("rule", "placement"),
    ),
    Term(
        "construction-site",
        _("Construction Site"),
        _("The board in the middle, with the tiles of the round."),
        ("rule", "turn"),
        _("center, board, grid"),
    ),
    Term("customer", _("Customer"), _("An Inhabitant in a Shop."), ("rule", "shop")),
    Term("discard", _("Discard"), _("To give up a tile that was taken. It brings nothing."), ("rule", "turn")),
    Term("district", _("District"), _("A part of the mat: four squares of one color."), ("rule", "public-service")),
    Term(
        "empty-district",
        _("Empty squares of a district"),
        _("Squares without an activated building; in one mission a district is worth points for having few."),
        _first_mission(lambda rules: any(isinstance(bonus, DistrictCompletion) for bonus in rules.bonuses)),
        _("empty district, full district, gap, lot"),
    ),
    Term(
        "empty-square",
        _("Empty square"),
        _("One without a building, or whose building was not activated at the end."),
        ("rule", "ties"),
    ),
    Term(
        "energy-unit",
        _("Energy Unit"),
        _("Red. It lights towers and Shops; what nothing uses is pollution."),
        ("rule", "activation"),
        _("energy, red cylinder, power"),
    ),
    Term(
        "expert",
        _("Expert Mode"),
        _("The gray side of the mats: twenty squares in five districts, one round more, two more kinds of building."),
        _first_mission(lambda rules: rules.mode is Mode.EXPERT),
    ),
    Term(
        "face-down",
        _("Face-down"),
        _("Not turned over. With fewer than four players some of the marked tiles stay so, and count as not there."),
        ("rule", "rounds"),
    ),
    Term(
        "first-player",
        _("First player"),
        _("Begins every round, and every turn of the table; holds the Mayor pawn."),
        ("rule", "mayor-tile"),
        _("starting player, who starts"),
    ),
    Term("floor", _("Floor"), _("One tile of a stack."), ("rule", "stacking")),
    Term("helper", _("Helper"), _("The card with the point tables."), ("rules", "")),
    Term(
        "inhabitant",
        _("Inhabitant"),
        _("Blue. Works in a building, shops, or is idle and costs points."),
        ("rule", "activation"),
        _("meeple, people, worker, person"),
    ),
    Term("line", _("Line"), _("A row of squares. With columns, what Harbors are scored by."), ("rule", "harbor")),
    Term(
        "marker",
        _("Marker"),
        _("A small 4 or 3•4 on a tile: the number of players from which it is turned over."),
        ("rule", "rounds"),
        _("player number, 3-4"),
    ),
    Term("mayor-pawn", _("Mayor pawn"), _("Marks the first player."), ("rule", "mayor-tile"), _("green meeple")),
    Term(
        "mayor-tile",
        _("Mayor tile"),
        _("The Tower Block of a round that brings the Mayor pawn."),
        ("rule", "mayor-tile"),
    ),
    Term(
        "pollution", _("Pollution"), _("Energy Units that activate nothing and lie on no Park."), ("rule", "pollution")
    ),
    Term(
        "pool",
        _("Pool"),
        _("Architects that belong to nobody: everybody takes from there."),
        _first_mission(lambda rules: rules.architects.shared),
        _("shared, common"),
    ),
    Term("reserve", _("Reserve"), _("The Inhabitants and Energy Units that nobody owns yet."), ("rule", "turn")),
    Term("round", _("Round"), _("Four turns for everybody with the tiles of one number."), ("rule", "rounds")),
    Term("stack", _("Stack"), _("Tower Blocks or Office Towers on one square."), ("rule", "stacking")),
    Term("tie", _("Tie"), _("The same VP. Inhabitants on buildings decide first."), ("rule", "ties"), _("draw")),
    Term("turn", _("Turn"), _("Take, Urbanist, place, receive."), ("rule", "turn")),
    Term("urbanist", _("Urbanist"), _("The piece that stands where something was taken last."), ("rule", "urbanist")),
    Term("vp", _("VP"), _("Victory points."), ("rules", ""), _("points, victory points, score")),
    Term(
        "worker",
        _("Worker"),
        _("An Inhabitant in an activated Public Service, Factory or Office Tower."),
        _first_mission(lambda rules: rules.inhabitants_factor > 1),
        _("job, employed"),
    ),
)
