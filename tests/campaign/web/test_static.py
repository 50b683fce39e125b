"""Static files as the site serves them: gathered, with their hashes in their names."""

import re

from django.core.management import call_command

OWN = "campaign/js/photo"
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


def test_scripts_import_each_other_by_hashed_names(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "campaign.web.static.HashedStaticFilesStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    scripts = [path for path in (tmp_path / OWN).glob("*.js") if HASHED.search(path.name)]
    imported = {name for path in scripts for name in re.findall(r'"\./([^"]+\.js)"', path.read_text())}
    assert len(imported) >= 10
    assert all(HASHED.search(name) and (tmp_path / OWN / name).exists() for name in imported)
    assert all(path.with_name(f"{path.name}.br").exists() for path in scripts if path.stat().st_size > 1_000)
