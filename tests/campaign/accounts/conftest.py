"""Make the hash of recovery codes fast in tests, which need no protection against guessing."""

import pytest

from campaign.accounts import recovery


@pytest.fixture(autouse=True)
def quick_codes(monkeypatch):
    monkeypatch.setattr(recovery, "ITERATIONS", 1)
