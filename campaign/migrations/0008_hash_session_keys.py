"""Store the keys of the sessions that exist as hashes: who is logged in stays logged in."""

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

    # Backwards, sessions end: what their keys were is not stored.
    operations = [migrations.RunPython(hash_keys, migrations.RunPython.noop)]
