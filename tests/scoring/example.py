"""Share the example of docs/notation.md: a city, its best allocation, and its score."""

UNSETTLED = "T3SU1-/P-FH2/----/---- 12i5e"
SETTLED = f"{UNSETTLED} +4+./e.++/..../...."
CATEGORIES = {
    "tower_block": 6,
    "shop": 7,
    "public_service": 3,
    "park": 2,
    "factory": 3,
    "harbor": 2,
    "office_tower": 0,
    "monument": 0,
    "mission": 0,
    "unused_inhabitants": -5,
    "unused_energy": -2,
}
