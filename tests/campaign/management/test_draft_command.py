"""Test `manage.py draft`: it prints a game move by move, and stops without an error if its output is closed."""

import subprocess
import sys

import pytest

from tests.commands import ROOT, environment, manage


@pytest.mark.no_mutants
def test_a_game_is_shown_move_by_move(tmp_path):
    said = manage("draft", "--mission", "classic rounds=1", "--players", "2", "--seed", "7", env=environment(tmp_path))
    assert "Round 1" in said.stdout
    turns = [line for line in said.stdout.splitlines() if line[:4] in {"1  #", "2  #"}]
    assert len(turns) == 8
    assert said.stdout.count(" VP") == 2


@pytest.mark.slow
@pytest.mark.no_mutants
def test_a_reader_that_stops_early_gets_no_error(tmp_path):
    command = [sys.executable, "manage.py", "draft", "--mission", "1", "--players", "4"]
    env = environment(tmp_path, PYTHONUNBUFFERED="1")
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("command", [("draft", "--mission", "classic services"), ("par", "classic services")])
def test_a_line_with_the_expansion_is_refused(command, tmp_path):
    done = manage(*command, env=environment(tmp_path), check=False)
    assert done.returncode == 2
    assert "Games with the expansion cannot be drafted" in done.stderr
