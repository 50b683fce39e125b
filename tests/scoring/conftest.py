from hypothesis import Phase, settings

# For `make mutants`: a mutant only has to be noticed, always in the same way, and not explained by its smallest example.
settings.register_profile(
    "mutants", derandomize=True, database=None, deadline=None, max_examples=20, phases=[Phase.explicit, Phase.generate]
)
