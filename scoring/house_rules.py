"""What a group may decide differently."""

from dataclasses import dataclass

# D16: the mission whose rank breaks a campaign tie, unless the group agreed on another.
DEFAULT_TIEBREAK_MISSION = 10


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a group may decide differently; the defaults are the product's reading (docs/rules.md section 0)."""

    manual_tower_points: bool = False  # D1
    keep_discarded: bool = False  # D2
    harbor_workers: bool = False  # D12
    four_architects: bool = False  # D13
    tiebreak_mission: int = DEFAULT_TIEBREAK_MISSION  # D16
