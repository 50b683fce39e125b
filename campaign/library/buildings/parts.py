"""Texts shared by the pages of several buildings."""

from django.utils.translation import gettext_lazy as _

from campaign.library.records import Section, Sentence, Source, Words
from campaign.scores.words import either
from scoring import Kind
from scoring.rules import CLASSIC_RULES, EXPERT_RULES
from scoring.tiles import TILES

CLASSIC, EXPERT = CLASSIC_RULES.points, EXPERT_RULES.points


def printed(kind: Kind) -> Words:
    """Return the different VP that are printed on tiles of a kind, as text: "0, 1 or 2"."""
    return either(sorted({tile.vp for tile in TILES if tile.kind is kind}))


def brought(kind: Kind, resource: str) -> Words:
    return either(sorted({getattr(tile, resource) for tile in TILES if tile.kind is kind}))


def stacking(*said: Sentence) -> Section:
    return Section("stacking", _("Stacking"), said)


def points(*said: Sentence) -> Section:
    return Section("points", _("How it scores"), said)


def brings(*said: Sentence) -> Section:
    return Section("brings", _("What it brings"), said)


def never_stacked(source: Source | None = None) -> Section:
    return stacking(Sentence(_("Never stacked: one tile, one square."), source=source))
