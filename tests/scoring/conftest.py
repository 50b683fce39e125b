import pytest
from hypothesis import Phase, settings

from scoring import boxcheck, tiles

# For `make mutants`: a mutant only has to be noticed, always in the same way, not explained by its smallest example.
settings.register_profile(
    "mutants", derandomize=True, database=None, deadline=None, max_examples=20, phases=[Phase.explicit, Phase.generate]
)

REMEMBERING = (
    tiles.rounds,
    tiles.tiles_in_use,
    tiles.face_up,
    tiles.possibly_face_up,
    tiles.playgrounds,
    boxcheck._tiles,
    boxcheck._brought,
)


@pytest.fixture(autouse=True, scope="session")
def forgetful():
    """Nothing is remembered from before the tests: the process that starts a mutant has run them all without it."""
    for function in REMEMBERING:
        function.cache_clear()
