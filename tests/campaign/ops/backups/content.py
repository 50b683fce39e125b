"""What an installation of these tests holds, and its backups."""

from campaign.models import Campaign, Game, User
from campaign.transfer import exported

KINDS = {"sqlite": [], "portable": ["--portable"]}


def everything():
    """All campaigns as they are exported, the moment of it aside."""
    assert (Game.objects.count(), User.objects.count()) == (16, 1)
    return [
        {name: said for name, said in exported(campaign).items() if name != "exported_at"}
        for campaign in Campaign.objects.order_by("pk")
    ]


def file_of(folder):
    return folder / "cornerstone.sqlite3"
