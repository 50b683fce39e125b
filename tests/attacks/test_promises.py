"""Test that the site meets some of the requirements in docs/security.md."""

import json
import logging
import re

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaign import settings as served
from campaign.accounts.hashers import CappedPBKDF2PasswordHasher
from campaign.models import User
from campaign.ops.logging import OneLine, OneObjectALine
from tests.commands import ROOT
from tests.factories import UserFactory


def test_no_service_has_more_rights_than_it_needs():
    text = (ROOT / "compose.yaml").read_text()
    services = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n|  #.*\n)+)", text.split("\nservices:\n")[1], re.MULTILINE))
    assert {"db", "prepare", "web"} <= services.keys()
    assert all("<<: *confined" in service or "<<: *site" in service for service in services.values())
    assert "<<: *confined" in text.split("x-site:")[1].split("\nservices:")[0]
    confined = text.split("x-confined:")[1].split("\nx-site:")[0]
    assert "cap_drop: [ALL]" in confined
    assert '"no-new-privileges:true"' in confined
    assert "read_only: true" in services["web"]
    assert all("cap_add" not in service for name, service in services.items() if name != "db")
    assert re.search(r"^USER (?!root)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


@pytest.mark.django_db
def test_a_new_site_has_no_account():
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("password", [" ends with a space ", "x" * 127 + "y", "Пароль: 日本 🏙 é", "a\tb <&> 'c' \"d\""])
def test_a_password_is_taken_whole_and_as_it_was_typed(client, password, settings, monkeypatch):
    settings.PASSWORD_HASHERS = served.PASSWORD_HASHERS
    monkeypatch.setattr(CappedPBKDF2PasswordHasher, "iterations", 1)
    client.force_login(User.make_guest())
    typed = {"username": "ada", "password1": password, "password2": password}
    assert client.post(reverse("account"), typed).status_code == 302
    for wrong in {password[:-1], password.strip()[:-1], password.lower() + "."}:
        assert Client().post(reverse("login"), {"username": "ada", "password": wrong}).status_code == 200
    assert Client().post(reverse("login"), {"username": "ada", "password": password}).status_code == 302


def test_passwords_are_hashed_slowly_with_a_salt():
    assert served.PASSWORD_HASHERS == ["campaign.accounts.hashers.CappedPBKDF2PasswordHasher"]
    hasher = CappedPBKDF2PasswordHasher()
    assert hasher.iterations == PBKDF2PasswordHasher.iterations >= 600_000
    assert len({hasher.salt() for _ in range(10)}) == 10


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n", "\u2028", "\x85", "\x1b[1A", "\0"], ids=ascii)
def test_nobody_writes_a_line_of_the_log(line_end):
    said = f"GET /x{line_end}2026-11-22 ERROR forged: line"
    record = logging.makeLogRecord({"name": "django.request", "levelname": "WARNING", "msg": "%s", "args": (said,)})
    record.request_id = "none"
    plain = OneLine("{asctime} {levelname} {name}: {message}", style="{").format(record)
    assert len(plain.splitlines()) == 1
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", plain)
    assert "\x1b" not in plain
    line = OneObjectALine().format(record)
    assert len(line.splitlines()) == 1
    assert "time" in json.loads(line)


@pytest.mark.django_db
def test_an_uploaded_file_is_nowhere_afterwards(client, settings):
    client.force_login(UserFactory())
    before = sorted(settings.DATA_DIR.rglob("*"))
    mark = b'{"mark of this file": 1}'
    for name in ("../../evil.json", "/etc/passwd", "a\0.json", "<script>.json", "x" * 5000, "evil.py"):
        page = client.post(reverse("import_campaign"), {"file": SimpleUploadedFile(name, mark)})
        assert page.status_code == 200, name
        assert "../" + "evil" not in page.content.decode(), name
        new = [path for path in settings.DATA_DIR.rglob("*") if path not in before and path.is_file()]
        assert not any(mark in path.read_bytes() for path in new), name
