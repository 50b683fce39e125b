"""Replace the keys of existing sessions by their hashes, so that logged-in users stay logged in."""

from django.db import migrations

from campaign.accounts.sessions import hashed


def hash_keys(apps, _schema_editor):
    session_model = apps.get_model("sessions", "Session")
    for key in list(session_model.objects.values_list("session_key", flat=True)):
        session_model.objects.filter(pk=key).update(session_key=hashed(key))


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0007_history_actions"),
        ("sessions", "0001_initial"),
    ]

    # The reverse migration ends all sessions, because their keys cannot be computed from the hashes.
    operations = [migrations.RunPython(hash_keys, migrations.RunPython.noop)]
