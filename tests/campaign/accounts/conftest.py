"""Make the hash of recovery codes fast in tests: a slow hash only protects stored codes against guessing."""

import pytest

from campaign.accounts import recovery


@pytest.fixture(autouse=True)
def quick_codes(monkeypatch):
    monkeypatch.setattr(recovery, "ITERATIONS", 1)
