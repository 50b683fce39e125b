"""Test the phase that a migration gives to older games."""

from importlib import import_module

import pytest

place = import_module("campaign.migrations.0019_place_open_games").place


@pytest.mark.parametrize(
    ("ticks", "phase"),
    [
        pytest.param([], "setup", id="nothing ticked"),
        pytest.param(["site", "mats"], "setup", id="half a setup"),
        pytest.param(["site", "bag-1", "face-up-1", "first-player"], "round-1", id="setup"),
        pytest.param(["first-player", "clear-2", "bag-2"], "before-2", id="half of the list before round 2"),
        pytest.param(
            ["clear-3", "home-3", "bag-3", "face-up-3", "first-player-3", "clear-2"], "round-3", id="round 3 prepared"
        ),
        pytest.param(["first-player", "clear-4", "end-settle"], "counting", id="the end begun"),
    ],
)
def test_the_phase_follows_from_the_ticks(ticks, phase):
    assert place(ticks) == phase
