"""House rules: decisions in which a group may differ from this product's reading of the rules."""

from dataclasses import dataclass

# The mission whose ranks decide ties in a campaign (decision D16 in docs/rules.md).
DEFAULT_TIEBREAK_MISSION = 10


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of a group. Numbers such as D1 are the decisions in docs/rules.md section 0."""

    manual_tower_points: bool = False  # D1: Tower Blocks score by the campaign manual's table
    keep_discarded: bool = False  # D2: a discarded tile still brings its resources
    harbor_workers: bool = False  # D12: Inhabitants in Harbors count as workers
    four_architects: bool = False  # D13: players with five Architects of their own use only four
    monument_parks_only: bool = False  # D15: a Monument does not count Playgrounds
    park_district_parks_only: bool = False  # D25: the expansion's Park District does not count Playgrounds
    tiebreak_mission: int = DEFAULT_TIEBREAK_MISSION  # D16: the mission whose ranks decide ties in a campaign
