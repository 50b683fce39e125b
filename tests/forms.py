"""Fill in the forms for campaigns and games, as a browser sends them."""


def roster(*rows, **others):
    """Return a roster's form data. A row is (name, colour), or (name, colour, player, playing) for a known player."""
    data = {"players-TOTAL_FORMS": str(len(rows)), "players-INITIAL_FORMS": str(len(rows))}
    for index, row in enumerate(rows):
        name, colour, player, playing = (*row, "", True)[:4] if len(row) == 2 else row
        data |= {f"players-{index}-name": name, f"players-{index}-colour": colour, f"players-{index}-player": player}
        if playing:
            data[f"players-{index}-playing"] = "on"
    return data | others


NEW = {
    "name": "River Town",
    "tiebreak_mission": "10",
    "election_by": "total",
    "best_of": "8",
    "language": "en",
    "version": "0",
} | roster(("Ada", "blue"), ("Ben", "green"), ("", "red"))


def evening(game_or_campaign, **others):
    """Return the form data of a game of mission 1, with every active player at the table."""
    players = list(game_or_campaign.players.active())
    seats = {f"seat_{player.pk}": str(seat) for seat, player in enumerate(players, start=1)}
    here = {"here": [str(player.pk) for player in players]}
    return {"mission": "1", "played_on": "2024-05-04", "counts": "on", "version": "0"} | here | seats | others
