"""The most games and people of a campaign: while the group plays, and in an imported file."""

from django.utils.translation import gettext as _

MOST_GAMES = 600  # a game a week for ten years is 520
MOST_EVER_PLAYED = 40  # players, former players and guests
NEARLY = 0.9  # from this share of a bound on, pages warn


class CampaignFullError(Exception):
    """The campaign has all the games or people that it can have. `str(error)` is a sentence for the user."""


def no_more_games() -> str:
    return _("This campaign has %(most)s games, and no more fit in. Begin a new campaign.") % {"most": MOST_GAMES}


def no_more_people() -> str:
    return _("%(most)s people have played in this campaign, and no more fit in. Take somebody who is listed.") % {
        "most": MOST_EVER_PLAYED
    }


def warn_of_games(count: int) -> str:
    """Return a sentence if the campaign has nearly MOST_GAMES games, otherwise ""."""
    if count < NEARLY * MOST_GAMES:
        return ""
    return _("Games in this campaign: %(count)s of at most %(most)s.") % {"count": count, "most": MOST_GAMES}


def warn_of_people(count: int) -> str:
    """Return a sentence if nearly MOST_EVER_PLAYED people have played in the campaign, otherwise ""."""
    if count < NEARLY * MOST_EVER_PLAYED:
        return ""
    return _("People who have played in this campaign: %(count)s of at most %(most)s.") % {
        "count": count,
        "most": MOST_EVER_PLAYED,
    }
