"""Test the photo reader's data in the page, and the files that a phone loads for this reader."""

import gzip
from html import unescape
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders

from campaign.editor.photo import mat_of
from campaign.web.static import without_comments
from scoring import MISSIONS, Mode, Rules

READER = Path(finders.find("campaign/js/photo/reader.js")).parent


def asked(rules):
    return {kind.letter: kind for kind in mat_of(rules).kinds}


def test_a_photo_asks_only_for_floors_and_printed_vp():
    kinds = asked(MISSIONS[10].rules)
    assert {letter: kind.asks for letter, kind in kinds.items() if kind.asks} == {
        "T": "floors",
        "O": "floors",
        "U": "vp",
        "H": "vp",
    }
    assert (kinds["T"].lowest, kinds["T"].highest) == (1, 5)
    assert (kinds["H"].lowest, kinds["H"].highest) == (0, 3)


def test_a_classic_tower_block_has_at_most_four_floors_and_its_mat_is_experimental():
    mat = mat_of(MISSIONS[1].rules)
    assert (mat.columns, mat.rows, mat.kinds[0].highest, mat.experimental) == (4, 4, 4, True)
    assert not mat_of(MISSIONS[10].rules).experimental


@pytest.mark.parametrize(("mission", "mayors"), [(6, True), (10, False)])
def test_a_photo_asks_for_mayor_tiles_only_if_the_mission_has_them(mission, mayors):
    kinds = asked(MISSIONS[mission].rules)
    assert kinds["T"].mayors is mayors
    assert not kinds["O"].mayors


@pytest.mark.parametrize("mode", list(Mode))
def test_a_special_public_service_is_asked_for_only_with_the_expansion(client, mode):
    kinds = asked(Rules.parse(f"{mode.value} services"))
    assert [letter for letter, kind in kinds.items() if kind.is_special] == ["X"]
    assert (kinds["X"].asks, kinds["X"].lowest, kinds["X"].highest) == ("vp", 0, 20)
    assert "X" not in asked(Rules.parse(mode.value))
    pages = [
        client.get("/calculator/", {"rules": line}).content.decode() for line in (mode.value, f"{mode.value} services")
    ]
    assert ["Which Public Service?" in page for page in pages] == [False, True]


def test_the_page_names_only_the_buildings_of_its_mission(client):
    classic = unescape(client.get("/calculator/?mission=1").content.decode())
    assert "data-photo\n" in classic.replace(" ", "")
    assert "nobody has measured yet" in classic
    assert 'data-letter="T"' in classic
    assert 'data-letter="M"' not in classic


def test_the_files_that_a_phone_loads_for_a_photo_are_small():
    parameters = (READER / "parameters.json").read_bytes()
    scripts = [without_comments(path.read_text()).encode() for path in READER.glob("*.js")]
    assert sum(len(brotli.compress(script)) for script in scripts) <= 24_000
    for compress in (brotli.compress, gzip.compress):
        assert len(compress(parameters)) <= 40_000
        assert sum(len(compress(file)) for file in (*scripts, parameters)) <= 65_000
