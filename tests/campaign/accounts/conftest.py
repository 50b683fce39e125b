"""Make recovery codes in no time: what their hash costs matters to a guesser only."""

import pytest

from campaign.accounts import recovery


@pytest.fixture(autouse=True)
def quick_codes(monkeypatch):
    monkeypatch.setattr(recovery, "ITERATIONS", 1)
