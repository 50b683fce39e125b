"""`manage.py serve`: prepare the database and the static files, then serve the site, in one step."""

import os
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser
from io import StringIO
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.ops import backups, chores, serving
from campaign.ops.certificate import certificate_for
from campaign.ops.data_dir import faults_as_sentences, make_data_dir, refuse_data_of_another_release
from campaign.ops.health import pending_migrations

HTTPS_FURTHER = 443  # added to the HTTP port, this gives the HTTPS port: 8443 for 8000


class Command(BaseCommand):
    help = "Prepare the database and the static files where needed, and serve the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="8000 by default; 0 takes any free port")
        parser.add_argument("--lan", action="store_true", help="serve the phones around the table too")

    def handle(self, *_args: Any, port: int, lan: bool, **_options: Any) -> None:
        os.umask(0o077)  # only the account that runs the site may read its data
        make_data_dir()
        with faults_as_sentences():
            serving.claim()
            refuse_data_of_another_release()
        listener = listen("0.0.0.0" if lan else "127.0.0.1", port)  # noqa: S104 - asked for by --lan
        port = listener.getsockname()[1]
        lan_host = lan_address() if lan else None
        with faults_as_sentences():
            self.prepare()

        self.stdout.write(_("Cornerstone is at %(address)s") % {"address": f"http://127.0.0.1:{port}/"})
        commands = [gunicorn(listener)]
        if lan_host:
            os.environ["ALLOWED_HOSTS"] = ",".join([*settings.ALLOWED_HOSTS, lan_host])
            address = f"http://{lan_host}:{port}/"
            self.stdout.write(_("On a phone in the same network: %(address)s") % {"address": address})
            self.write_qr_code(address)
            commands.append(self.offer_https(lan_host, port))
        self.stdout.write(_("Stop it with Ctrl+C."))
        self.stdout.flush()

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")
        # All threads share two areas of memory, because each area keeps much of the memory that a large upload needed.
        os.environ.setdefault("MALLOC_ARENA_MAX", "2")
        os.chdir(settings.BASE_DIR)
        if len(commands) == 1:
            # Gunicorn replaces this process, so that Ctrl+C and a service manager's signals reach Gunicorn directly.
            os.execv(sys.executable, commands[0])  # noqa: S606
        sys.exit(run_together(commands))

    def prepare(self) -> None:
        self.back_up()
        if pending_migrations():
            self.stdout.write(_("Preparing the database"))
            call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
        call_command("collectstatic", interactive=False, verbosity=0)

    def offer_https(self, host: str, port: int) -> list[str]:
        """Open a port for HTTPS, and return the command that serves it. Phones install a site only over HTTPS."""
        listener = listen("0.0.0.0", (port + HTTPS_FURTHER) % 65536)  # noqa: S104 - asked for by --lan
        chain = certificate_for(host).chain
        told = {
            "authority": f"http://{host}:{port}{reverse('authority')}",
            "address": f"https://{host}:{listener.getsockname()[1]}/",
        }
        self.stdout.write(
            _(
                "To install the site on a phone, open %(authority)s there, trust the certificate for this address, "
                "and then open %(address)s"
            )
            % told
        )
        return gunicorn(listener, f"--certfile={chain}", f"--keyfile={chain}", "--workers=1")

    def back_up(self) -> None:
        """Back up the embedded database if it has changed since the last backup. Report a failure, and go on."""
        # At the first start the file is there, because this start looked into it, but it is empty.
        if not chores.backs_up() or not MigrationRecorder(connection).has_table():
            return
        try:
            backups.back_up_if_changed()
        except backups.BackupError as error:
            self.stderr.write(_("The last evening was not backed up. %(reason)s") % {"reason": error})

    def write_qr_code(self, address: str) -> None:
        drawing = StringIO()
        segno.make(address, error="m").terminal(drawing, border=2, compact=True)
        try:
            drawing.getvalue().encode(sys.stdout.encoding)
        except UnicodeEncodeError:
            self.stdout.write(_("(This terminal cannot draw the QR code.)"))
        else:
            self.stdout.write(drawing.getvalue())


def gunicorn(listener: socket.socket, *options: str) -> list[str]:
    """Return the command that serves the site on a listening socket. Gunicorn uses HTTPS on all its sockets or none."""
    return [sys.executable, "-m", "gunicorn", f"--bind=fd://{listener.fileno()}", *options]


def run_together(commands: list[list[str]]) -> int:
    """Run commands until a signal arrives or one of them ends. End them all, and return the highest exit status."""
    servers = [subprocess.Popen(command, close_fds=False) for command in commands]  # noqa: S603 - our own commands

    def stop(*_signal: object) -> None:
        for server in servers:
            server.terminate()

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) != signal.SIG_IGN:  # as after `nohup`
            signal.signal(each, stop)
    os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
    stop()
    return max(server.wait() for server in servers)


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket. Raises CommandError if the port cannot be used."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OverflowError as error:
        raise CommandError(_("There is no port %(port)s: choose one from 1 to 65535.") % {"port": port}) from error
    except OSError as error:
        message = _("Port %(port)s cannot be used (%(reason)s). Try another: make run PORT=%(other)s")
        other = port % 65535 + 1
        raise CommandError(message % {"port": port, "reason": error.strerror, "other": other}) from error
    # Without this option, the body of each response waits about 40 ms until the browser acknowledges the headers.
    # Gunicorn does not set the option on a socket that it gets from this process.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.listen(socket.SOMAXCONN)
    listener.set_inheritable(True)
    return listener


def lan_address() -> str:
    """Return this machine's address in its own network. Raises CommandError if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent to 192.0.2.1, an address for documentation. The system only chooses a route to it. After
            # that, the socket knows this machine's address in its own network.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError as error:
            raise CommandError(_("No phone can reach this machine: it is in no network.")) from error
