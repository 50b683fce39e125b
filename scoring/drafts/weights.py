"""Read the learnt weights of a city's features from weights.json. tools/drafts/learn.py writes this file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scoring.boards import Mode
from scoring.drafts.features import FEATURES

MILLI = 1000  # weights and values are whole thousandths of a VP
WEIGHTS = Path(__file__).with_name("weights.json")


@dataclass(frozen=True)
class Weights:
    """The weights of all features, at evenly spaced moments from the end of the game to its start.

    Each entry of `moments` has one weight for each feature: thousandths of a VP per unit of the feature.
    """

    moments: Sequence[Sequence[int]]

    def by_turns_left(self, turns: int) -> list[tuple[int, ...]]:
        """Return the weights for 0 to `turns - 1` turns left. Interpolate linearly between entries of `moments`."""
        laid, last, steps = [], len(self.moments) - 1, turns - 1
        for left in range(turns):
            moment, part = divmod(left * last, steps)
            lower, upper = self.moments[moment], self.moments[min(moment + 1, last)]
            laid.append(tuple((a * (steps - part) + b * part) // steps for a, b in zip(lower, upper, strict=True)))
        return laid


@cache
def learnt_weights() -> Mapping[Mode, Weights]:
    """Read the weights of both modes. Raises KeyError if a feature is missing."""
    modes = json.loads(WEIGHTS.read_text(encoding="utf-8"))["modes"]
    return {
        Mode(mode): Weights(tuple(zip(*[by_feature[name] for name in FEATURES], strict=True)))
        for mode, by_feature in modes.items()
    }
