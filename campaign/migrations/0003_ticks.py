import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0002_campaigns_and_games"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tick",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("step", models.CharField(max_length=40)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ticks", to="campaign.game"
                    ),
                ),
            ],
            options={
                "verbose_name": "tick",
                "verbose_name_plural": "ticks",
                "constraints": [models.UniqueConstraint(models.F("game"), models.F("step"), name="one_tick_a_step")],
            },
        ),
    ]
