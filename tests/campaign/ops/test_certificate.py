"""Test the certificate that a site in a home network makes for HTTPS, and its certificate authority."""

import os
import signal
import ssl
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.core.management.base import CommandError

from campaign.management.commands.serve import listen
from campaign.ops import certificate
from campaign.ops.certificate import certificate_for
from tests.commands import ROOT, environment
from tests.faults.site import SERVER

HOME = "192.168.1.5"
# Serve on two listening sockets, as `serve --lan` does. The arguments are the sockets and the file of the certificate.
TOGETHER = """
import socket, sys
import django
django.setup()
from campaign.management.commands.serve import gunicorn, run_together
plain, secure = (socket.socket(fileno=int(number)) for number in sys.argv[1:3])
chain = sys.argv[3]
sys.exit(run_together([gunicorn(plain), gunicorn(secure, f"--certfile={chain}", f"--keyfile={chain}")]))
"""


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path / "https"


def trusted(files):
    return ssl.create_default_context(cafile=files.authority)


def test_a_certificate_is_kept_and_made_again_for_another_address():
    first = certificate_for(HOME).chain.read_bytes()
    assert certificate_for(HOME).chain.read_bytes() == first
    assert certificate_for("192.168.1.6").chain.read_bytes() != first


def test_a_certificate_is_renewed_before_it_expires():
    files = certificate_for(HOME)
    first = files.chain.read_bytes()
    long_ago = files.chain.stat().st_mtime - (certificate.LASTS - timedelta(days=20)).total_seconds()
    os.utime(files.chain, (long_ago, long_ago))
    assert certificate_for(HOME).chain.read_bytes() != first


def test_only_the_site_reads_its_key_and_the_authoritys_key_is_not_stored(folder):
    files = certificate_for(HOME)
    assert stat.S_IMODE(files.chain.stat().st_mode) == 0o600
    kept = {path.name: path.read_text().count("PRIVATE KEY-----") for path in folder.iterdir()}
    # A private key contains the text "PRIVATE KEY-----" twice, in its first and its last line.
    assert kept == {"site.pem": 2, "authority.pem": 0, "address": 0}


def test_an_error_names_the_folder_that_cannot_be_made(folder):
    folder.touch()
    with pytest.raises(CommandError, match="https"):
        certificate_for(HOME)


def test_a_site_without_a_certificate_offers_no_authority(client):
    assert client.get("/certificate.crt").status_code == HTTPStatus.NOT_FOUND


@pytest.mark.slow
@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_phones_reach_the_site_by_http_and_https_until_it_stops(tmp_path, sig):
    files = certificate_for("127.0.0.1")
    with listen("127.0.0.1", 0) as plain, listen("127.0.0.1", 0) as secure:
        env = environment(
            tmp_path,
            WEB_CONCURRENCY="1",
            BACKUPS="0",
            DJANGO_SETTINGS_MODULE="campaign.settings",
            GUNICORN_CMD_ARGS=f"--config {SERVER}",
        )
        command = [sys.executable, "-c", TOGETHER, str(plain.fileno()), str(secure.fileno()), str(files.chain)]
        addresses = [
            f"{protocol}://127.0.0.1:{listener.getsockname()[1]}/certificate.crt"
            for protocol, listener in (("http", plain), ("https", secure))
        ]
        with subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=(plain.fileno(), secure.fileno())) as site:
            plain.close()
            secure.close()
            try:
                for address in addresses:
                    with urllib.request.urlopen(address, timeout=60, context=trusted(files)) as response:  # noqa: S310
                        assert response.headers["Content-Type"] == "application/x-x509-ca-cert"
                        assert response.read() == files.authority.read_bytes()
            finally:
                site.send_signal(sig)
            site.wait(20)
        for address in addresses:
            with pytest.raises(urllib.error.URLError, match="refused"):
                urllib.request.urlopen(address, timeout=10, context=trusted(files))  # noqa: S310
