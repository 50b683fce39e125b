import os
from importlib import import_module
from pkgutil import walk_packages

from hypothesis import Phase, settings

import scoring

# The profile for `make mutants`. A mutant is found if a test fails, so Hypothesis need not look for the smallest
# example. Equal runs must give equal results, so the examples are not random.
settings.register_profile(
    "mutants", derandomize=True, database=None, deadline=None, max_examples=20, phases=[Phase.explicit, Phase.generate]
)

# The profile for quick runs after each change: a few examples per property. `.ci/run` uses "thorough".
settings.register_profile("quick", deadline=None, max_examples=5)
settings.register_profile("thorough", deadline=None)
if settings.get_current_profile_name() == "default":
    settings.load_profile("quick")

REMEMBERING = {
    function
    for module in walk_packages(scoring.__path__, "scoring.")
    for function in vars(import_module(module.name)).values()
    if hasattr(function, "cache_clear")
}


def pytest_runtest_setup():
    """Clear all caches before each mutation test (`make mutants`). A cached result would hide the changed code."""
    if "MUTANT_UNDER_TEST" in os.environ:
        for function in REMEMBERING:
            function.cache_clear()
