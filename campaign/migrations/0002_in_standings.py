from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    """Rename the field `counts` of games and players. The database does not change: the release before writes it too."""

    dependencies = [("campaign", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(model_name="game", name="one_counting_game_a_mission"),
                migrations.RemoveConstraint(model_name="player", name="only_guests_do_not_count"),
                migrations.AlterField(
                    model_name="game",
                    name="counts",
                    field=models.BooleanField(db_column="counts", default=True, verbose_name="counts in the standings"),
                ),
                migrations.RenameField(model_name="game", old_name="counts", new_name="in_standings"),
                migrations.AlterField(
                    model_name="historicalgame",
                    name="counts",
                    field=models.BooleanField(db_column="counts", default=True, verbose_name="counts in the standings"),
                ),
                migrations.RenameField(model_name="historicalgame", old_name="counts", new_name="in_standings"),
                migrations.AlterField(
                    model_name="player",
                    name="counts",
                    field=models.BooleanField(db_column="counts", default=True, verbose_name="stands in the standings"),
                ),
                migrations.RenameField(model_name="player", old_name="counts", new_name="in_standings"),
                migrations.AlterField(
                    model_name="historicalplayer",
                    name="counts",
                    field=models.BooleanField(db_column="counts", default=True, verbose_name="stands in the standings"),
                ),
                migrations.RenameField(model_name="historicalplayer", old_name="counts", new_name="in_standings"),
                migrations.AddConstraint(
                    model_name="game",
                    constraint=models.UniqueConstraint(
                        F("campaign"),
                        F("mission"),
                        condition=Q(deleted_at=None, in_standings=True, state="finished"),
                        name="one_counting_game_a_mission",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="player",
                    constraint=models.CheckConstraint(
                        condition=Q(is_guest=True) | Q(in_standings=True), name="only_guests_do_not_count"
                    ),
                ),
            ],
        ),
    ]
