"""Test that the import refuses a damaged, too long or foreign file with an error message, and stores nothing."""

import json

import pytest

from campaign.transfer import importing, reading
from campaign.transfer.importing import LARGEST_FILE
from campaign.transfer.reading import Value
from tests.campaign.transfer.conftest import refusal, text_of
from tests.factories import CLASSIC_CITY, EXPERT_CITY
from tests.sweeps import sweep


@pytest.mark.parametrize(
    "raw",
    sweep(
        [
            b"",
            b"\x00\xff\xfe",
            b"null",
            b"[]",
            b"{}",
            b'{"format": 1}',
            b'{"format": "1"}',
            b'{"format": true}',
            b'{"format": 1e400}',
            b'{"format": NaN}',
            b"[" * 1_000_000,
            b'{"format": ' + b"9" * 10_000 + b"}",
            b'{"format": 1, "a": ' + b'{"a":' * 100_000,
        ],
        quick=6,
    ),
    ids=range(13),
)
def test_a_file_without_a_campaign_is_refused(raw, owner):
    assert refusal(raw, owner)


def test_a_file_over_the_limit_is_refused_before_it_is_parsed(owner):
    assert "too large" in refusal(b" " * (LARGEST_FILE + 1), owner)


@pytest.mark.parametrize("cuts", sweep([10, 60], quick=1))
def test_a_file_cut_off_anywhere_is_refused(file, owner, cuts):
    raw = json.dumps(file).encode()
    for end in range(0, len(raw) - 2, max(1, len(raw) // cuts)):
        assert refusal(raw[:end], owner)


def at(file, path):
    """Return the container of the value at a path: for ("games", 1, "place"), return `file["games"][1]`."""
    for name in path[:-1]:
        file = file[name]
    return file


CITY = ("games", 1, "evaluations", 0)
WRONG = [
    (("exported_at",), "today"),
    (("made_by",), None),
    (("campaign", "name"), ""),
    (("campaign", "name"), "x" * 61),
    (("campaign", "name"), 7),
    (("campaign", "name"), "\ud800"),
    (("campaign", "name"), "a\x00b"),
    (("campaign", "language"), "xx"),
    (("campaign", "language"), ["en"]),
    (("campaign", "created"), "yesterday"),
    (("campaign", "created"), "2026-01-01T00:00:00"),
    (("campaign", "created"), 0),
    (("campaign", "tiebreak_mission"), 11),
    (("campaign", "harbor_workers"), "yes"),
    (("campaign", "owner"), 1),
    (("campaign",), []),
    (("players",), {}),
    (("players",), []),
    (("players", 0, "colour"), "mauve"),
    (("players", 1, "colour"), "blue"),
    (("players", 0, "position"), -1),
    (("players", 0, "retired_at"), "2026-01-01T00:00:00Z"),
    (("players", 0, "history"), {}),
    (("players", 0, "history", 0, "kind"), "?"),
    (("players", 0, "history", 0, "changed"), {}),
    (("players", 0, "history", 0, "by"), 5),
    (("games",), None),
    (("games", 0, "mission"), 11),
    (("games", 0, "mission"), 1.0),
    (("games", 0, "mission"), True),
    (("games", 0, "played_on"), "2026-02-30"),
    (("games", 0, "first_player"), 3),
    (("games", 0, "first_player"), -1),
    (("games", 0, "counts"), True),
    (("games", 0, "state"), "open"),
    (("games", 0, "rules_stamp"), ""),
    (("games", 0, "rules_stamp"), "edition=one mission=1"),
    (("games", 0, "rules_stamp"), "edition=1 mission=11"),
    (("games", 0, "rules_stamp"), "edition=1 mission=1 dice=1"),
    (("games", 0, "history", 0, "changed"), "a text"),
    (("players", 0, "counts"), False),
    (("games", 0, "version"), 2**31),
    (("games", 0, "finished_at"), None),
    (("games", 0, "ticks"), ["a", "a"]),
    (("games", 0, "evaluations"), []),
    (("games", 0, "evaluations", 0, "player"), 9),
    (("games", 0, "evaluations", 0, "player"), 1),
    (("games", 1, "evaluations", 0, "seat"), 2),
    (("games", 1, "evaluations", 0, "seat"), 5),
    (("games", 0, "evaluations", 0, "seat"), 3),
    (("games", 0, "evaluations", 0, "city"), CLASSIC_CITY),
    ((*CITY, "absent"), True),
    ((*CITY, "city"), EXPERT_CITY),
    ((*CITY, "city"), "T5---/----/----/---- 1i1e"),
    ((*CITY, "city"), "T1---/----/----/---- 9999999999i1e"),
    ((*CITY, "city"), ""),
    ((*CITY, "allocation"), "++++/++++/++++/++++"),
    ((*CITY, "pad"), {"shop": "2"}),
    ((*CITY, "pad"), {"bank": "2"}),
    ((*CITY, "pad"), {"shop": "two"}),
    ((*CITY, "total"), None),
    ((*CITY, "total"), 99),
    ((*CITY, "rank"), None),
    ((*CITY, "rank"), 0),
    ((*CITY, "categories"), {"bank": 2}),
    ((*CITY, "categories"), None),
    ((*CITY, "history", 0, "changed", "city"), "nonsense"),
    (("games", 3, "evaluations", 0, "total"), 3),
    (("games", 3, "finished_at"), "2026-01-01T00:00:00Z"),
]


@pytest.mark.parametrize(("path", "value"), sweep(WRONG, quick=10), ids=str)
def test_a_wrong_value_is_refused(file, owner, path, value):
    at(file, path)[path[-1]] = value
    assert refusal(text_of(file), owner).endswith(".")


# The paths of the required values. The import refuses a file without one of them.
NEEDED = [
    *((name,) for name in ("format", "made_by", "exported_at", "campaign", "players", "games")),
    ("campaign", "name"),
    ("campaign", "history"),
    ("players", 0, "name"),
    ("players", 0, "colour"),
    ("players", 0, "history", 0, "at"),
    ("players", 0, "history", 0, "kind"),
    ("players", 0, "history", 0, "by"),
    ("players", 0, "history", 0, "changed"),
    ("players", 0, "history", 0, "changed", "name"),
    ("games", 0, "mission"),
    ("games", 0, "ticks"),
    ("games", 0, "evaluations"),
    ("games", 0, "history"),
    (*CITY, "player"),
]
# A finished game needs further values.
NEEDED += [("games", 0, name) for name in ("state", "finished_at", "rules_stamp")]
NEEDED += [(*CITY, name) for name in ("seat", "city", "total", "categories", "rank")]


@pytest.mark.parametrize("path", sweep(map(pytest.param, NEEDED), quick=8), ids=str)
def test_a_missing_value_is_refused(file, owner, path):
    del at(file, path)[path[-1]]
    assert refusal(text_of(file), owner)


def test_a_column_of_a_newer_release_is_refused_with_advice(file, owner):
    file["games"][0]["weather"] = "rain"
    assert "nothing is called “weather” here. If a newer Cornerstone wrote it" in refusal(text_of(file), owner)


def test_a_file_of_too_many_values_is_refused_before_it_is_parsed(owner, monkeypatch):
    monkeypatch.setattr(reading.json, "loads", None)
    assert "expected at most 800000, found 1000000." in refusal(b"[" + b"{}," * 499_999 + b"{}]", owner)


def test_half_a_million_games_are_refused_before_anything_is_made_for_each(file, owner, monkeypatch):
    made = []

    def value(*parts):
        made.append(parts)
        return Value(*parts)

    file["games"] = [0] * 500_000
    monkeypatch.setattr(reading, "Value", value)
    monkeypatch.setattr(importing, "_GameRows", None)
    assert "500000" in refusal(text_of(file), owner)
    assert 0 < len(made) < 1000


def test_a_file_with_too_many_records_is_refused(file, owner, settings):
    """Give three rows a history of 101 changes each. Together they exceed the limit of 300 records in a file."""
    settings.IMPORT_RECORDS = 300
    names = ["Ada", "Eve"] * 51
    renamed = [{"at": "2026-01-01T00:00:00Z", "kind": "~", "by": None, "changed": {"name": name}} for name in names]
    moved = [record | {"changed": {"place": record["changed"]["name"]}} for record in renamed]
    for thing, records in ((file["campaign"], renamed), (file["players"][1], renamed), (file["games"][0], moved)):
        thing["history"] += records[:101]
    assert refusal(text_of(file), owner).startswith("history: expected at most 300")


def test_a_contradiction_found_only_by_the_database_changes_nothing(file, owner, monkeypatch):
    monkeypatch.setattr(importing.CampaignFile, "_check_players", lambda _self: None)
    file["players"][1]["colour"] = "blue"
    assert refusal(text_of(file), owner) == "The file contradicts itself, so nothing was imported."
