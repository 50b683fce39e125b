"""Make campaigns, players and games for tests."""

from itertools import zip_longest

import factory
from django.utils import timezone
from simple_history.utils import bulk_create_with_history

from campaign.models import Campaign, Colour, Evaluation, Game, Player, User
from campaign.models.player import send_guests_home, welcome_guests
from scoring import MISSIONS, City, Mode
from scoring.ranking import rank

CLASSIC_CITY = "T3SU1-/P-FH2/----/---- 12i5e"
EXPERT_CITY = "T3SU1-O/P-FH2O/---M-/----- 12i6e"
PASSWORD = "a password of some length"  # noqa: S105
# Classic cities with only one Tower Block.
TALL = "T4---/----/----/---- 0i1e"  # 10 VP
MIDDLE = "T3---/----/----/---- 0i1e"  # 6 VP
LOW = "T1---/----/----/---- 0i1e"  # 1 VP
CITY_OF = {Mode.CLASSIC: CLASSIC_CITY, Mode.EXPERT: EXPERT_CITY}


class UserFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"user-{n}")
    password = factory.django.Password(PASSWORD)


class CampaignFactory(factory.django.DjangoModelFactory):
    """Makes a campaign, by default with the players Ada (blue), Ben (green) and Cleo (red)."""

    class Meta:
        model = Campaign
        skip_postgeneration_save = True

    owner = factory.SubFactory(UserFactory)
    name = factory.Sequence(lambda n: f"Campaign {n}")

    @factory.post_generation
    def players(self, _create, extracted, **_kwargs):
        names = ("Ada", "Ben", "Cleo") if extracted is None else extracted
        players = [
            Player(campaign=self, name=name, colour=colour, position=position)
            for position, (name, colour) in enumerate(zip(names, Colour.values, strict=False))
        ]
        bulk_create_with_history(players, Player)


def campaign_of_three(**details):
    """Make a campaign of three composed missions."""
    lines = ("classic", "classic districts=4,2", "classic sequence")
    programme = [{"line": line, "name": f"Own {place}", "story": ""} for place, line in enumerate(lines, start=1)]
    return CampaignFactory(form=Campaign.Form.OWN, programme=programme, best_of=3, tiebreak_mission=3, **details)


class PlayerFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Player

    campaign = factory.SubFactory(CampaignFactory, players=())
    name = factory.Sequence(lambda n: f"Player {n}")
    colour = Colour.BLUE


def open_game(campaign=None, mission=1, *, absent=(), **details):
    """Begin a game with all active players at the table, except the players whose names are in `absent`."""
    campaign = campaign or CampaignFactory()
    players = list(campaign.players.active())
    return Game.objects.start(
        campaign,
        mission,
        seats=[player for player in players if player.name not in absent],
        absent=[player for player in players if player.name in absent],
        **details,
    )


def enter(evaluation, entry=None):
    """Enter a player's result: a city, a notation, or a score pad as a dict. By default, enter an ordinary city."""
    evaluation.record(entry_of(entry, evaluation.game), version=evaluation.version)


def enter_all(game, *entries):
    """Enter a city or a score pad for each player, in seat order. Players without an entry get an ordinary city."""
    for evaluation, entry in zip_longest(game.present, entries):
        enter(evaluation, entry)


def entry_of(entry, game):
    """Convert a notation to a City, and None to an ordinary City. Return a City or a score pad unchanged."""
    return entry if isinstance(entry, dict | City) else City.parse(entry or CITY_OF[game.rules.mode])


def played_game(campaign=None, mission=1, *, cities=(), absent=(), **details):
    """Play and finish a game step by step, with its history. `cities` has cities or score pads in seat order."""
    game = open_game(campaign, mission, absent=absent, **details)
    enter_all(game, *cities)
    game.finish()
    return game


def finished_game(campaign=None, mission=1, *, cities=(), absent=(), **details):
    """Store a finished game directly, without the history of its steps."""
    campaign = campaign or CampaignFactory()
    players = list(campaign.players.active())
    seated = [player for player in players if player.name not in absent]
    game = Game(campaign=campaign, mission=mission, **details)
    evaluations = []
    for seat, player in enumerate(seated):
        entry = entry_of(cities[seat] if seat < len(cities) else None, game)
        evaluation = Evaluation(game=game, player=player, seat=seat + 1, version=2)
        if isinstance(entry, City):
            evaluation.city, evaluation.allocation = str(entry.unsettled), str(entry.allocation or "")
        else:
            evaluation.pad = entry
        evaluation.set_result()
        evaluations.append(evaluation)
    for place in rank({seat: evaluation.result for seat, evaluation in enumerate(evaluations)}):
        evaluations[place.player].rank = place.rank
    evaluations += [
        Evaluation(game=game, player=player, absent=True, version=1) for player in players if player.name in absent
    ]
    if game.in_standings:
        game.remove_others_from_standings()
    mission = game.as_mission
    game.title, game.rules_stamp = str(mission.name) if mission.is_own else "", str(game.stamp)
    game.state, game.finished_at, game.version = Game.State.FINISHED, timezone.now(), 1
    game.save()
    bulk_create_with_history(evaluations, Evaluation)
    welcome_guests(seated)
    send_guests_home(players)
    return game


def many_finished_games(campaign, count):
    """Store `count` finished games with few queries. Their missions are 1 to 10, repeated."""
    players = list(campaign.players.active())
    now = timezone.now()
    games = Game.objects.bulk_create(
        Game(
            campaign=campaign,
            mission=index % len(MISSIONS) + 1,
            in_standings=index + len(MISSIONS) >= count,
            state=Game.State.FINISHED,
            finished_at=now,
            rules_stamp=f"edition=1 mission={index % len(MISSIONS) + 1}",
            version=1,
        )
        for index in range(count)
    )
    for game in games:
        evaluations = [Evaluation(game=game, player=player, seat=seat) for seat, player in enumerate(players, start=1)]
        for evaluation in evaluations:
            evaluation.city = CITY_OF[game.rules.mode]
            evaluation.set_result()
            evaluation.rank = 1
        Evaluation.objects.bulk_create(evaluations)
    return games
