"""Mark the later examples of a long list as slow. `make test` skips them, and `.ci/run` tries all examples."""

import pytest

from scoring import MISSIONS

# The numbers of all missions. A Classic and an Expert mission come first, because `sweep` marks later values as slow.
TELLING_MISSIONS = sorted(MISSIONS, key=lambda number: number not in {1, 7})
NO_VALUE = pytest.param()


def sweep(values, quick=3):
    """Return values as test parameters. All but the first `quick` are marked slow, so put important ones first."""
    parameters = []
    for place, value in enumerate(values):
        if isinstance(value, type(NO_VALUE)):
            parameter = value
        else:
            parameter = pytest.param(*value) if isinstance(value, tuple) else pytest.param(value)
        slow = () if place < quick else (pytest.mark.slow,)
        parameters.append(parameter._replace(marks=(*parameter.marks, *slow)))
    return parameters
