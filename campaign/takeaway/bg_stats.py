"""Hand a finished game to the app BG Stats, by the app's documented address `createPlay`.

Source: the app's support page "Push plays to BG Stats from other apps or websites".
"""

import json
from datetime import UTC, datetime, time
from urllib.parse import urlencode

from django.utils import timezone

from campaign.models import Game
from campaign.takeaway.game import BGG_ID, GAME_NAME

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Cornerstone"  # must never change, because the app stores players under this name


def play_address(game: Game) -> str:
    """Return the address that opens BG Stats with a finished game. The players are listed in seat order."""
    campaign = game.campaign
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{campaign.public_id}-{game.pk}",
        "playDate": f"{_moment(game).astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "location": game.place,
        "board": game.numbered_title,
        "comments": campaign.name,
        "game": {
            "name": GAME_NAME,
            "sourceGameId": str(BGG_ID),
            "bggId": BGG_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": str(evaluation.player),
                "sourcePlayerId": f"{campaign.public_id}-{evaluation.player_id}",
                "startPlayer": evaluation.player_id == game.first_player_id,
                "score": evaluation.total,
                "rank": evaluation.rank,
                "winner": evaluation.rank == 1 and not game.is_solo,
            }
            for evaluation in game.present
        ],
    }
    return f"{CREATE_PLAY}?{urlencode({'data': json.dumps(play, ensure_ascii=False, separators=(',', ':'))})}"


def _moment(game: Game) -> datetime:
    """Return when a game was finished. If this was not on the date of the game, return noon on that date."""
    finished = timezone.localtime(game.finished_at)
    if finished.date() == game.played_on:
        return finished
    return datetime.combine(game.played_on, time(12), timezone.get_current_timezone())
