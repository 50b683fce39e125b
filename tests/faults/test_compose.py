"""Run the commands of the services in compose.yaml, without containers. `make image` tries the image itself."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")  # a package of requirements/dev.txt

pytestmark = pytest.mark.slow

COMPOSE = yaml.safe_load((Path(__file__).parents[2] / "compose.yaml").read_text())


@pytest.mark.parametrize(("status", "seconds"), [(0, 24 * 60 * 60), (1, 10 * 60)], ids=["made", "failed"])
def test_the_backup_service_makes_a_backup_a_day_and_stops_without_an_error(tmp_path, status, seconds):
    python, sleep = tmp_path / "python", tmp_path / "sleep"
    python.write_text(f'#!/bin/sh\necho "$@"\nexit {status}\n')
    sleep.write_text('#!/bin/sh\necho "for $1"\nexec /bin/sleep "$1"\n')
    for program in (python, sleep):
        program.chmod(0o755)
    command = [word.replace("$$", "$") for word in COMPOSE["services"]["backup"]["command"]]
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True) as shell:
        try:
            assert shell.stdout.readline() == "manage.py backup --automatic\n"
            assert shell.stdout.readline() == f"for {seconds}\n"
            shell.send_signal(signal.SIGTERM)
            assert shell.wait(10) == 0
        finally:
            with suppress(ProcessLookupError):  # if the shell ended before its `sleep` began, no process is left
                os.killpg(shell.pid, signal.SIGKILL)
