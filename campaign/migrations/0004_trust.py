import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import campaign.models.share_link


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0003_ticks"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="deleted_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="campaign",
            name="version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="historicalcampaign",
            name="deleted_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("browser", models.CharField(max_length=64)),
                ("address", models.CharField(blank=True, default="", max_length=200)),
                ("created", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "submission",
                "verbose_name_plural": "submissions",
            },
        ),
        migrations.CreateModel(
            name="ShareLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(choices=[("look", "look"), ("score", "enter points")], max_length=5)),
                ("seed", models.CharField(default=campaign.models.share_link.new_seed, editable=False, max_length=22)),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("may_claim", models.BooleanField(default=False)),
                ("created", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("revoked_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="share_links", to="campaign.campaign"
                    ),
                ),
            ],
            options={
                "verbose_name": "link",
                "verbose_name_plural": "links",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ("look", "score"))), name="share_link_role_exists"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role", "score"), ("may_claim", False), _connector="OR"),
                        name="only_links_to_score_claim",
                    ),
                    models.UniqueConstraint(
                        models.F("campaign"),
                        models.F("role"),
                        condition=models.Q(("revoked_at", None)),
                        name="one_active_link_a_role",
                    ),
                ],
            },
        ),
    ]
