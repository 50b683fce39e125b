"""Join digits in stored score pads. The score pad used to read "4 2" as 42, but now refuses it, so store "42"."""

import re

from django.db import migrations

DIGITS_APART = re.compile(r"(?<=[0-9])\s+(?=[0-9])")


def join_digits(apps, _schema_editor):
    for name in ("Evaluation", "HistoricalEvaluation"):
        model = apps.get_model("campaign", name)
        for row in model.objects.exclude(pad={}).only("pad").iterator():
            pad = {field: DIGITS_APART.sub("", text) for field, text in row.pad.items()}
            if pad != row.pad:
                model.objects.filter(pk=row.pk).update(pad=pad)


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0012_fair_campaigns"),
    ]

    operations = [
        migrations.RunPython(join_digits, migrations.RunPython.noop, elidable=True),
    ]
