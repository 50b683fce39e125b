"""Test `manage.py score` against its description in docs/notation.md."""

import io
import json
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from scoring import City, Mission, report
from tests.scoring.example import CATEGORIES, SETTLED
from tests.scoring.example import UNSETTLED as CITY


def run(*args, stdin=None, monkeypatch=None):
    if stdin is not None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
    out = io.StringIO()
    call_command("score", *args, stdout=out)
    return out.getvalue()


@pytest.fixture
def answers(monkeypatch):
    """Return a function that sends text to `score --stdin`, and returns the objects of the answer."""

    def feed(text):
        return [json.loads(line) for line in run("--stdin", stdin=text, monkeypatch=monkeypatch).splitlines()]

    return feed


def test_json_has_the_keys_and_values_that_the_notation_promises():
    answer = json.loads(run("--mission", "1", "--json", CITY))
    assert list(answer) == [
        "mission",
        "city",
        "settled_by",
        "allocation",
        "total",
        "categories",
        "tiebreak",
        "lines",
    ]
    assert (answer["mission"], answer["city"], answer["settled_by"]) == (1, "T3SU1-/P-FH2/----/---- 12i5e", "best")
    assert answer["categories"].keys() == CATEGORIES.keys()
    assert answer["total"] == sum(answer["categories"].values()) == sum(line["vp"] for line in answer["lines"])


def test_json_of_a_city_with_an_allocation_keeps_the_allocation():
    answer = json.loads(run("--mission", "1", "--json", SETTLED))
    assert answer["settled_by"] == "player"
    assert answer["allocation"] == "+4+./e.++/..../...."
    assert answer["total"] == 16
    assert answer["categories"] == CATEGORIES
    assert answer["tiebreak"] == {"inhabitants_on_buildings": 7, "empty_squares": 10}
    assert answer["lines"][0] == {"category": "tower_block", "squares": ["A1"], "vp": 6, "reason": "3 floors"}


def test_the_table_draws_the_board_and_every_line_of_the_sheet():
    page = run("--mission", "1", SETTLED)
    assert page.startswith("Mission 1: A New Beginning\n")
    assert (
        "     A      B      C      D\n"
        "  ┌──────┬──────┬──────┬──────┐\n"
        "1 │ T3 + │ S  4 │ U1 + │      │\n"
        "  ├──────┼──────┼──────┼──────┤\n"
        "2 │ P  e │      │ F  + │ H2 + │\n"
    ) in page
    total = next(line for line in page.splitlines() if line.startswith("Total"))
    tower = next(line for line in page.splitlines() if line.startswith("Tower Blocks"))
    assert tower.split() == ["Tower", "Blocks", "A1", "3", "floors", "6"]
    assert total.split() == ["Total", "16"]
    assert len(total) == len(tower)
    assert "Tie-break: 7 Inhabitants on buildings, 10 empty squares" in page


def test_the_table_of_a_city_without_an_allocation_names_the_best_one():
    best = json.loads(run("--mission", "1", "--json", CITY))["allocation"]
    assert run("--mission", "1", CITY).rstrip().endswith(f"Best allocation: {CITY} {best}")


def test_the_table_of_a_worse_allocation_tells_the_vp_of_the_best():
    page = run("--mission", "1", f"{CITY} +3+./e.++/..../....")
    assert page.rstrip().endswith(f"The best allocation brings 16 VP: {SETTLED}")


def test_the_table_says_if_an_allocation_is_as_good_as_the_best():
    assert run("--mission", "1", SETTLED).rstrip().endswith("no allocation does better.")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--mission", "1", "T3S"], "row", id="bad city"),
        pytest.param(["--mission", "11", CITY], "no mission '11'", id="unknown mission"),
        pytest.param(["--mission", "07", CITY], "no mission '07'", id="mission written oddly"),
        pytest.param(["--mission", "classic districts=44", CITY], "Word 2, districts=44", id="bad line"),
        pytest.param(["--mission", "5", CITY], "Expert", id="city of the other mode"),
        pytest.param(["--mission", "1", f"{CITY} 0+++/e.++/..../...."], "A1", id="bad allocation"),
        pytest.param(["--mission", "1"], "Give a city", id="no city"),
        pytest.param([CITY], "Give a city", id="no mission"),
        pytest.param(["--stdin", CITY], "give neither", id="stdin and a city"),
    ],
)
def test_an_impossible_argument_is_refused_with_status_two_and_empty_output(arguments, words):
    for form in ([], ["--json"]):
        out = io.StringIO()
        with pytest.raises(CommandError, match=words) as refusal:
            call_command("score", *arguments, *form, stdout=out)
        assert refusal.value.returncode == 2
        assert out.getvalue() == ""


@pytest.mark.parametrize(
    ("text", "column"),
    [
        pytest.param("T3SU1-/P-ZH2/----/---- 12i5e", 9, id="unknown letter"),
        pytest.param(f"{CITY} +4+./e.++/.+../....", CITY.index("e") + 13, id="mark on an empty square"),
    ],
)
def test_a_caret_marks_the_place_of_the_error(text, column):
    with pytest.raises(CommandError) as refusal:
        call_command("score", "--mission", "1", text)
    shown, caret = str(refusal.value).splitlines()[1:]
    assert (shown, caret.index("^") - 2) == (f"  {text}", column)


@pytest.mark.parametrize("typed", ["classic districts=4,2", " Classic  districts=4,2"])
def test_a_mission_can_be_given_by_its_line(answers, typed):
    expected = report(City.parse(CITY), Mission.parse(typed))
    assert expected["mission"] == "classic districts=4,2"
    assert json.loads(run("--mission", typed, "--json", CITY)) == expected
    assert answers(f"{typed} {CITY}\n") == [expected]
    assert run("--mission", typed, CITY).startswith("Mission: classic districts=4,2\n")


def test_stdin_answers_each_line_in_order(answers):
    first, bad, second = answers(f"1 {CITY}\n1 T3S?\n1 {SETTLED}\n")
    assert (first["settled_by"], second["settled_by"]) == ("best", "player")
    assert bad.keys() == {"error", "position"}


@pytest.mark.parametrize(
    ("line", "position"),
    [
        pytest.param("", 0, id="empty line"),
        pytest.param(f" {CITY}", 0, id="blank mission"),
        pytest.param(CITY, 0, id="no mission"),
        pytest.param(f"11 {CITY}", 0, id="unknown mission"),
        pytest.param(f"¹ {CITY}", 0, id="a digit that is none"),
        pytest.param("1", 1, id="no city"),
        pytest.param("10 T3SU1-/P-ZH2/----/---- 12i5e", 12, id="unknown letter"),
        pytest.param(f"5 {CITY}", 2, id="city of the other mode"),
        pytest.param(f"classic districts=44 {CITY}", 8, id="bad word of a mission's line"),
        pytest.param("classic districts=4,2 T3SU1-/P-ZH2/----/---- 12i5e", 31, id="bad city behind a line"),
        pytest.param("classic sequence", 16, id="a line and no city"),
        pytest.param(f"1 {CITY} +4+./e.++/.+../....", 2 + 29 + 11, id="mark on an empty square"),
        pytest.param("1 " + "-" * 5000, 4096, id="endless line"),
    ],
)
def test_stdin_tells_the_position_of_an_error_in_its_line(answers, line, position):
    (answer,) = answers(line + "\n")
    assert answer["position"] == position
    assert answer["error"]


def test_stdin_continues_after_a_line_that_is_too_long(answers):
    long, good = answers(f"1 {'-' * 50_000}\n1 {CITY}\n")
    assert "error" in long
    assert good["city"] == CITY


@pytest.mark.parametrize("end", ["", "\n", "\r\n"], ids=["none", "unix", "windows"])
def test_stdin_accepts_every_kind_of_line_end(answers, end):
    (answer,) = answers(f"1 {CITY}{end}")
    assert answer["city"] == CITY


def test_empty_stdin_gets_no_answer(answers):
    assert answers("") == []


def command(*args, **options):
    return subprocess.run(
        [sys.executable, "manage.py", "score", *args], capture_output=True, timeout=60, check=False, **options
    )


@pytest.mark.slow
def test_a_refused_city_leaves_status_two_and_an_empty_standard_output():
    result = command("--mission", "1", "T3S")
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"Traceback" not in result.stderr
    assert result.stderr


@pytest.mark.slow
def test_the_command_needs_no_database_and_no_folder_to_write_to(tmp_path):
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "DATA_DIR": str(tmp_path / "missing")}
    result = command("--mission", "1", "--json", CITY, env=nowhere)
    assert (result.returncode, result.stderr) == (0, b"")
    assert not (tmp_path / "missing").exists()


@pytest.mark.slow
def test_undecodable_bytes_make_one_bad_line_only():
    result = command("--stdin", input=b"1 \xff\xfe\n1 " + CITY.encode() + b"\n")
    bad, good = map(json.loads, result.stdout.splitlines())
    assert (bad["position"], good["city"]) == (2, CITY)


@pytest.mark.slow
def test_stdin_answers_each_line_before_it_reads_the_next():
    with subprocess.Popen(
        [sys.executable, "manage.py", "score", "--stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        for _ in range(3):
            process.stdin.write(f"1 {CITY}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["city"] == CITY
        process.stdin.close()
        assert process.wait(timeout=60) == 0


@pytest.mark.slow
def test_a_reader_that_closes_the_pipe_gets_no_error():
    with subprocess.Popen(
        [sys.executable, "manage.py", "score", "--stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        _, complaint = process.communicate(f"1 {CITY}\n".encode() * 100, timeout=60)
        assert (process.returncode, complaint) == (0, b"")
