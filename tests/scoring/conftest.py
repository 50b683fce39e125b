import os

from hypothesis import Phase, settings

from scoring import boards, boxcheck, lines, settled, terms, tiles, worth
from scoring.kinds import office_tower, shop

# For `make mutants`: a mutant only has to be noticed, always in the same way, not explained by its smallest example.
settings.register_profile(
    "mutants", derandomize=True, database=None, deadline=None, max_examples=20, phases=[Phase.explicit, Phase.generate]
)

# For every save: a few examples of each property. `.ci/run` asks for "thorough".
settings.register_profile("quick", deadline=None, max_examples=5)
settings.register_profile("thorough", deadline=None)
if settings.get_current_profile_name() == "default":
    settings.load_profile("quick")

REMEMBERING = (
    tiles.rounds,
    tiles.tiles_in_use,
    tiles.face_up,
    tiles.possibly_face_up,
    tiles.playgrounds,
    boxcheck._tiles,
    boxcheck._brought,
    boards.squares_of,
    lines.make_line,
    settled._marks,
    shop.most_vp,
    office_tower._most_up_to,
    terms.is_rising,
    worth._rises,
)


def pytest_runtest_setup():
    """Before each test of `make mutants` nothing is remembered: else only the first test to ask would meet a mutant."""
    if "MUTANT_UNDER_TEST" in os.environ:
        for function in REMEMBERING:
            function.cache_clear()
