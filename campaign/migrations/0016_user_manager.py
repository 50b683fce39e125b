from django.db import migrations

import campaign.models.user


class Migration(migrations.Migration):
    dependencies = [("campaign", "0015_player_pins")]

    operations = [
        migrations.AlterModelManagers(name="user", managers=[("objects", campaign.models.user.UserManager())]),
    ]
