"""Store old plays as finished games. The number of queries does not grow with the plays."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import get_language
from simple_history.utils import bulk_create_with_history

from campaign.games.single_games import SingleGame
from campaign.models import Campaign, Colour, Evaluation, Game, Player, User
from campaign.models.bounds import MOST_EVER_PLAYED, MOST_GAMES, CampaignFullError, no_more_games, no_more_people
from campaign.plays.reading import OldPlay
from campaign.scores.programmes import own_mission
from campaign.scores.score_pad import TOTAL
from campaign.scores.words import joined
from campaign.web.names import looks
from scoring import Mode, rank

LONGEST_NAME = Campaign._meta.get_field("name").max_length


def not_here(plays: Iterable[OldPlay], owner: User | None) -> list[OldPlay]:
    """Leave out the plays that are among the finished single games of `owner`. Makes one query."""
    games: dict[int, tuple] = {}  # type: ignore[type-arg]
    known = Evaluation.objects.filter(
        game__campaign__owner=owner, game__campaign__form=Campaign.Form.GAMES, game__state=Game.State.FINISHED
    ).values_list("game_id", "game__played_on", "player__name", "total")
    for game, day, name, total in known if owner else ():
        games.setdefault(game, (day, set()))[1].add((looks(name), total))
    here = {(day, frozenset(totals)) for day, totals in games.values()}
    return [play for play in plays if play.fingerprint not in here]


def store(
    plays: Sequence[OldPlay], mode: Mode, *, owner: User, into: Campaign | None = None, time_zone: str = ""
) -> Campaign:
    """Store plays as finished single games of `owner`, in the campaign `into` or in a new one. Return the campaign.

    A new campaign has this time zone. Raises CampaignFullError.
    """
    people = {looks(name): name for play in plays for name, _total in play.totals}
    often = Counter(looks(name) for play in plays for name, _total in play.totals)
    with transaction.atomic():
        campaign = into or Campaign.objects.create(
            owner=owner,
            name=joined(people[look] for look, _games in often.most_common(len(Colour)))[:LONGEST_NAME],
            form=Campaign.Form.GAMES,
            language=get_language() or "",
            time_zone=time_zone,
        )
        campaign.touch()
        # Of two people whose names look alike, the active one comes last and stays.
        by_leaving = campaign.players.order_by(F("retired_at").asc(nulls_last=True))
        players = {looks(player.name): player for player in by_leaving}
        if len(players.keys() | people.keys()) > MOST_EVER_PLAYED:
            raise CampaignFullError(no_more_people())
        if campaign.games.count() + len(plays) > MOST_GAMES:
            raise CampaignFullError(no_more_games())
        for index, (look, _games) in enumerate(often.most_common()):
            if look not in players:
                players[look] = _add_player(campaign, people[look], index, is_guest=bool(into) or index >= len(Colour))
        campaign.number_namesakes()
        _store_games(campaign, plays, players, mode)
    return campaign


def _add_player(campaign: Campaign, name: str, index: int, *, is_guest: bool) -> Player:
    """Store a new player of the campaign, with one of the four colours. A guest has left already."""
    colour = Colour.values[index % len(Colour)]
    home = timezone.now() if is_guest else None
    return Player.objects.create(
        campaign=campaign, name=name, colour=colour, position=index, is_guest=is_guest, retired_at=home
    )


def _store_games(campaign: Campaign, plays: Sequence[OldPlay], players: Mapping[str, Player], mode: Mode) -> None:
    """Store games and results. `players` maps what names look like to the players."""
    columns = SingleGame(own_mission(mode.value)).columns
    games, evaluations = [], []
    for play in plays:
        first = players.get(looks(play.first))
        game = Game(
            campaign=campaign, played_on=play.day, place=play.place, first_player=first, in_standings=False, **columns
        )
        game.title, game.rules_stamp = str(game.as_mission.name), str(game.stamp)
        game.state, game.finished_at = Game.State.FINISHED, timezone.now()
        seated = [
            Evaluation(game=game, player=players[looks(name)], seat=seat, pad={TOTAL: str(total)}, version=1)
            for seat, (name, total) in enumerate(play.totals, start=1)
        ]
        for evaluation in seated:
            evaluation.set_result()
        for placed in rank({seat: evaluation.result for seat, evaluation in enumerate(seated)}):
            seated[placed.player].rank = placed.rank
        games.append(game)
        evaluations += seated
    bulk_create_with_history(games, Game)
    bulk_create_with_history(evaluations, Evaluation)
