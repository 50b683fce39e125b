"""Replace one text column of the histories by three: action, key, and whether a visitor with a link acted."""

from django.db import migrations, models
from django.db.models import Case, Exists, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Concat, Left, StrIndex, Substr, Trim


def name_actions(apps, _schema_editor):
    """Split texts such as "undo k3y" into action and key, and find the changes by visitors with a link."""
    record = apps.get_model("campaign", "HistoricalEvaluation")
    game = apps.get_model("campaign", "Game").objects.filter(pk=OuterRef("game_id"))
    player = apps.get_model("campaign", "Player").objects.filter(
        campaign__games=OuterRef("game_id"), account=OuterRef("history_user_id")
    )
    reason = "history_change_reason"
    record.objects.exclude(history_change_reason=None).annotate(space=StrIndex(reason, Value(" "))).update(
        history_action=Left(
            Case(When(space=0, then=reason), default=Substr(reason, 1, StrIndex(reason, Value(" ")) - 1)), 10
        ),
        history_key=Case(When(space=0, then=Value("")), default=Substr(reason, StrIndex(reason, Value(" ")) + 1, 40)),
        history_by_link=Case(
            When(history_change_reason="", then=False),
            # If a record has no account, but a name, it was imported.
            When(history_user=None, then=Case(When(history_name="", then=True), default=False)),
            When(Q(history_user=Subquery(game.values("campaign__owner"))) | Exists(player), then=False),
            default=True,
        ),
        history_change_reason=None,
    )


def join_actions(apps, _schema_editor):
    record = apps.get_model("campaign", "HistoricalEvaluation")
    record.objects.exclude(history_action="").update(
        history_change_reason=Trim(Concat("history_action", Value(" "), "history_key"))
    )


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0006_delete_campaigns_whole"),
    ]

    operations = [
        migrations.AddField(
            model_name="historicalcampaign",
            name="history_action",
            field=models.CharField(blank=True, default="", editable=False, max_length=10),
        ),
        migrations.AddField(
            model_name="historicalcampaign",
            name="history_key",
            field=models.CharField(blank=True, default="", editable=False, max_length=40),
        ),
        migrations.AddField(
            model_name="historicalcampaign",
            name="history_by_link",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="historicalevaluation",
            name="history_action",
            field=models.CharField(blank=True, default="", editable=False, max_length=10),
        ),
        migrations.AddField(
            model_name="historicalevaluation",
            name="history_key",
            field=models.CharField(blank=True, default="", editable=False, max_length=40),
        ),
        migrations.AddField(
            model_name="historicalevaluation",
            name="history_by_link",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="historicalgame",
            name="history_action",
            field=models.CharField(blank=True, default="", editable=False, max_length=10),
        ),
        migrations.AddField(
            model_name="historicalgame",
            name="history_key",
            field=models.CharField(blank=True, default="", editable=False, max_length=40),
        ),
        migrations.AddField(
            model_name="historicalgame",
            name="history_by_link",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="historicalplayer",
            name="history_action",
            field=models.CharField(blank=True, default="", editable=False, max_length=10),
        ),
        migrations.AddField(
            model_name="historicalplayer",
            name="history_key",
            field=models.CharField(blank=True, default="", editable=False, max_length=40),
        ),
        migrations.AddField(
            model_name="historicalplayer",
            name="history_by_link",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(name_actions, join_actions, elidable=True),
    ]
