"""Run the project's own commands as people run them: in a process, folder and database of their own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def environment(data, database_url=None, **more):
    """Return the environment variables of a command, with this data folder and database."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BACKUPS")}
    ours = {"DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "campaign.settings"}
    return inherited | ours | ({"DATABASE_URL": database_url} if database_url else {}) | more


def manage(*arguments, env, check=True, root=ROOT):
    """Run `manage.py` and return the finished process."""
    command = [sys.executable, "manage.py", *map(str, arguments)]
    done = subprocess.run(command, env=env, cwd=root, capture_output=True, text=True, check=False)
    if check:
        assert done.returncode == 0, done.stdout + done.stderr
    return done


def python(code, *, env, root=ROOT):
    """Run lines of Python in the project, and return what they print."""
    return manage("shell", "--no-imports", "-v", "0", "-c", code, env=env, root=root).stdout.strip()
