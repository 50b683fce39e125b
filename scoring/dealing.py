"""Draw a random mission, or all missions of a campaign, from a seed."""

from collections.abc import Collection, Mapping
from hashlib import sha256
from random import Random

from scoring.boards import Mode
from scoring.missions import THE_TEN, Mission, Programme
from scoring.rules import Rules
from scoring.vetted import COMBINED, VETTED, Vetted

TO_DEAL = (*VETTED, *COMBINED)
VETTED_IN = {mode: [one for one in VETTED if one.line.split()[0] == mode] for mode in Mode}
DEALT = {Mode.CLASSIC: 6, Mode.EXPERT: 4}  # the number of missions in each mode, as in the manual
FIVE = {Mode.CLASSIC: 3, Mode.EXPERT: 2}  # the same share of the modes in a shorter programme


def deal(seed: str, besides: Collection[str] = ()) -> Mission:
    """Deal a mission of TO_DEAL whose line is not in `besides`, and which changes as few rules as possible of theirs.

    The same seed always deals the same mission, as long as TO_DEAL does not change. Upper case and extra spaces make no
    difference.
    """
    changed = {rule for line in besides for rule in _changed(line)}
    others = [(len(_changed(one.line) & changed), one) for one in TO_DEAL if one.line not in besides]
    fewest = min(again for again, _one in others)
    return _named(_random(_plain(seed)).choice([one for again, one in others if again == fewest]))


def deal_programme(word: str, counts: Mapping[Mode, int] = DEALT) -> Programme:
    """Deal missions, in each mode as many as `counts` says. No mission has the same subject as the mission before it.

    `word` is the seed, which the players choose. The same word gives the same missions on every machine, as long as
    VETTED does not change. Upper case and extra spaces make no difference.
    """
    random = _random(_plain(word))
    while True:  # draw again if these missions cannot be put in order, which is rare
        left = [one for mode, count in counts.items() for one in random.sample(VETTED_IN[mode], count)]
        random.shuffle(left)
        if dealt := _in_order(left):
            return Programme(tuple(_named(one) for one in dealt))


def draw_order(word: str) -> Programme:
    """Put the manual's ten missions into a random order. The seed `word` gives the same order on every machine."""
    missions = list(THE_TEN)
    _random(_plain(word)).shuffle(missions)
    return Programme(tuple(missions))


def _random(seed: str) -> Random:
    return Random(sha256(seed.encode("utf-8", "surrogatepass")).digest())  # noqa: S311 - a game, not a secret


def _changed(line: str) -> set[str]:
    """Name the rules that a mission line changes: "classic mayors=3 rows=2" changes "mayors" and "rows"."""
    return {word.partition("=")[0] for word in line.split()[1:]}


def _plain(word: str) -> str:
    return " ".join(word.casefold().split())


def _in_order(left: list[Vetted]) -> list[Vetted]:
    """Order missions so that two successive missions never have the same subject. Return [] if no order is found."""
    ordered: list[Vetted] = []
    while left:
        one = next((one for one in left if not ordered or one.subject != ordered[-1].subject), None)
        if one is None:
            return []
        ordered.append(one)
        left = [other for other in left if other is not one]
    return ordered


def _named(vetted: Vetted) -> Mission:
    """Make a mission with a translatable name. A campaign stores this name in the language of the player who deals."""
    return Mission(0, "", vetted.name, Rules.parse(vetted.line))
