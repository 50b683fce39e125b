"""Let programs play whole games, to measure a mission before anybody has played it. Uses only the standard library."""

from scoring.drafts.draft import Draft, Option, Taken, Turn, no_draft
from scoring.drafts.drafters import Drafter, Skill
from scoring.drafts.games import DraftedGame, Drafters
from scoring.drafts.pars import Par, paired_games, par_of

__all__ = [
    "Draft",
    "DraftedGame",
    "Drafter",
    "Drafters",
    "Option",
    "Par",
    "Skill",
    "Taken",
    "Turn",
    "no_draft",
    "paired_games",
    "par_of",
]
