"""Store a small test campaign, and write it to two files, which test_upgrades.py opens.

    python tests/campaign/upgrades/club.py FOLDER

Run this command with the code of a release, once a year and for each new export format. It writes the whole database to
FOLDER/schema-0001.sql, and the campaign's export to FOLDER/format-4.json. The numbers are those of the latest migration
and of the export format. This file uses only functions that this and all later releases have.
"""
# ruff: noqa: PLC0415 - `fill` imports the release's modules after Django is set up

import json
import os
import sqlite3
import sys
import tempfile
from datetime import date
from importlib import import_module
from pathlib import Path

SECRET_KEY = "the key of the club"  # noqa: S105
SESSION = "thesessionofthebrowserofada00000"
GENERATED = tuple(f'INSERT INTO "{table}"' for table in ("django_content_type", "auth_permission"))


def fill():
    """Store a test campaign. Return it, and the tokens of its share links: {"look": "...", "score": "..."}."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from campaign.models import ShareLink, Tick
    from tests.factories import CampaignFactory, UserFactory, enter, open_game, played_game

    ada, ben = UserFactory(username="ada"), UserFactory(username="ben")
    campaign = CampaignFactory(owner=ada, name="River Town", harbor_workers=True)
    campaign.players.filter(name="Ben").update(account=ben)
    city = "T4S--/P---/----/---- 6i2e"
    played_game(campaign, 1, cities=[city], played_on=date(2026, 1, 31), place="Ada's kitchen", notes="Rain.")
    typed = open_game(campaign, 2, played_on=date(2026, 2, 28))
    for seat, evaluation in enumerate(typed.present):
        pad = {"tower_block": f"1{seat}+2", "shop": "3"}
        evaluation.record(pad, version=evaluation.version)
    typed.finish()
    evening = open_game(campaign, 3, absent=["Cleo"], played_on=date(2026, 3, 31))
    enter(evening.present[0])
    Tick.objects.create(game=evening, step="tiles")
    tokens = {role: ShareLink.renew(campaign, role).token for role in ("look", "score")}
    CampaignFactory(owner=ada, name="Drowned Town").throw_away()

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(ada.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = ada.get_session_auth_hash()
    session._session_key = SESSION  # noqa: SLF001 - Django offers no other way to choose a key
    session.save(must_create=True)
    return campaign, tokens


def main(folder):
    sys.path.insert(0, str(Path.cwd()))
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DATA_DIR": data, "SECRET_KEY": SECRET_KEY, "DJANGO_SETTINGS_MODULE": "campaign.settings"}
        import django

        django.setup()
        from django.core.management import call_command

        from campaign.transfer import exported

        call_command("migrate", verbosity=0)
        campaign, tokens = fill()
        file = exported(type(campaign).objects.get(pk=campaign.pk))
        text = json.dumps(file, ensure_ascii=False, separators=(",", ":"))
        for name in ("at", "mission", "player"):  # start a new line of text for each record, game and evaluation
            text = text.replace(f'{{"{name}"', f'\n{{"{name}"')
        (folder / f"format-{file['format']}.json").write_text(text + "\n", encoding="utf-8")
        with sqlite3.connect(Path(data) / "cornerstone.sqlite3") as database:
            latest = database.execute("SELECT max(name) FROM django_migrations WHERE app = 'campaign'").fetchone()[0]
            lines = [f"-- {role} {token}" for role, token in tokens.items()]
            lines += [line for line in database.iterdump() if not line.startswith(GENERATED)]
        (folder / f"schema-{latest[:4]}.sql").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
