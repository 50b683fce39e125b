"""Split a long list of examples: the tests at every save try some of them, and the slow tests try all."""

import pytest

from scoring import MISSIONS

# The numbers of all missions. The first two are a Classic mission and an Expert mission.
TELLING_MISSIONS = sorted(MISSIONS, key=lambda number: number not in {1, 7})
NO_VALUE = pytest.param()


def sweep(values, quick=3):
    """Return values as parameters of a test. All values after the first `quick` values are marked slow.

    So put the most important values first. A tuple holds the values of several parameters, and `pytest.param` names
    a value, as in any list of parameters.
    """
    parameters = []
    for place, value in enumerate(values):
        if isinstance(value, type(NO_VALUE)):
            parameter = value
        else:
            parameter = pytest.param(*value) if isinstance(value, tuple) else pytest.param(value)
        slow = () if place < quick else (pytest.mark.slow,)
        parameters.append(parameter._replace(marks=(*parameter.marks, *slow)))
    return parameters
