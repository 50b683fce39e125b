import os

from hypothesis import Phase, settings

from scoring import boards, bonuses, boxcheck, points, settled, sheets, terms, tiles, worth
from scoring.kinds import harbor, neighbours, office_tower, park, printed, public_service, shop, tower_block

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
    boards._groups,
    bonuses._district_line,
    settled._marks,
    sheets._idle_line,
    sheets._absorbed_line,
    sheets._unused_line,
    harbor._promises,
    harbor._lines,
    neighbours._lines,
    office_tower._line,
    office_tower._most_up_to,
    park._lines,
    printed._line,
    public_service._promises,
    public_service._districts,
    public_service._line,
    shop._line,
    shop.distributed,
    shop.enough_shops,
    shop.most_for_one,
    shop.most_vp,
    tower_block._line,
    terms.is_rising,
    points.counting,
    points.counting_on,
    worth._choice,
    worth._customers_bring,
    worth._enough_workers,
    worth._most_customers_bring,
    worth._rises,
)


def pytest_runtest_setup():
    """Before each test of `make mutants` nothing is remembered: else only the first test to ask would meet a mutant."""
    if "MUTANT_UNDER_TEST" in os.environ:
        for function in REMEMBERING:
            function.cache_clear()
