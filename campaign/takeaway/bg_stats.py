"""A play for the app BG Stats: its documented address `createPlay`, which opens the app with a play to be saved.

Source: the app's support page "Push plays to BG Stats from other apps or websites".
"""

import json
from datetime import UTC, datetime, time
from urllib.parse import urlencode

from django.utils import timezone

from campaign.models import Game
from campaign.takeaway.game import BGG_ID, GAME_NAME
from campaign.words import numbered_title

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Cornerstone"  # the app remembers under this name who is who: it stays as it is


def play_address(game: Game) -> str:
    """Return the address that opens BG Stats with a finished game. The players come in seat order."""
    campaign = game.campaign
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{campaign.public_id}-{game.pk}",
        "playDate": f"{_moment(game).astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "location": game.place,
        "board": numbered_title(game.as_mission),
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
                "name": evaluation.player.name,
                "sourcePlayerId": f"{campaign.public_id}-{evaluation.player_id}",
                "startPlayer": evaluation.player_id == game.first_player_id,
                "score": evaluation.total,
                "rank": evaluation.rank,
                "winner": evaluation.rank == 1,
            }
            for evaluation in game.present
        ],
    }
    return f"{CREATE_PLAY}?{urlencode({'data': json.dumps(play, ensure_ascii=False, separators=(',', ':'))})}"


def _moment(game: Game) -> datetime:
    """Return when a game was finished; for one entered later, noon of the day it was played."""
    finished = timezone.localtime(game.finished_at)
    if finished.date() == game.played_on:
        return finished
    return datetime.combine(game.played_on, time(12), timezone.get_current_timezone())
