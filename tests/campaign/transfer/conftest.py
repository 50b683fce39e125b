"""Make a played campaign, its exported file, and a check that a file is refused."""

import json

import pytest
from django.apps import apps
from django.db import transaction

from campaign.models import Tick
from campaign.models.history import Action
from campaign.transfer import ImportRefusedError, exported, import_campaign
from scoring import City
from tests.factories import CLASSIC_CITY, CampaignFactory, UserFactory, enter, open_game, played_game

IMPORT = "/campaigns/import/"


def play(campaign, member):
    """Fill a campaign with every kind of data that an exported file can hold."""
    played_game(campaign, 1, absent=["Cleo"], notes="<b>Rain</b>\nand 'tea' \N{SNOWMAN}", place="At Ben's")
    played_game(campaign, 1)
    played_game(campaign, 4, cities=[{"total": "58"}])
    game = open_game(campaign, 2, first_player=campaign.players.get(name="Ben"))
    ada, ben, _cleo = game.present
    enter(ada)
    ada.record(City.parse(f"{CLASSIC_CITY} +4+./e.++/..../...."), version=ada.version, action=Action("by_hand", "k3y"))
    ben.record({"tower_block": "3+6", "inhabitants_on_buildings": "7"}, version=ben.version)
    record = ada.history.first()
    record.history_user = member
    record.save()
    Tick.objects.create(game=game, step="board")
    campaign.players.filter(name="Cleo").update(colour="purple", retired_at=campaign.created)
    return campaign


@pytest.fixture
def played(campaign, member):
    return play(campaign, member)


@pytest.fixture(scope="module")
def text(django_db_setup, django_db_blocker):
    """Return the file of a played campaign, made once for all tests. The campaign does not stay in the database."""
    with django_db_blocker.unblock(), transaction.atomic():
        campaign, member = CampaignFactory(name="River Town"), UserFactory(username="member")
        campaign.players.filter(name="Ben").update(account=member)
        text = json.dumps(exported(play(campaign, member)))
        transaction.set_rollback(True)
    return text


@pytest.fixture
def file(text):
    return json.loads(text)


def without_date(file):
    return {name: value for name, value in file.items() if name != "exported_at"}


def text_of(file):
    return json.dumps(file).encode()


def counted():
    return [model.objects.count() for model in apps.get_app_config("campaign").get_models()]


def refusal(raw, owner):
    before = counted()
    with pytest.raises(ImportRefusedError) as refused:
        import_campaign(raw, owner)
    assert counted() == before
    return str(refused.value)
