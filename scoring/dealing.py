"""Draw a random mission, or all missions of a campaign, from a seed."""

from hashlib import sha256
from random import Random

from scoring.boards import Mode
from scoring.errors import MissionLineError
from scoring.line_words import WORDS, LineWord
from scoring.missions import THE_TEN, Mission, Programme
from scoring.rules import MODE_RULES, Rules
from scoring.vetted import VETTED, Vetted

MOST_WORDS = 4
# The words that `deal` can draw in each mode. Not every group owns the expansion, so words that need it are left out.
WORDS_OF = {mode: [word for word in WORDS if mode in word.ranges and not word.needs_expansion] for mode in Mode}
VETTED_IN = {mode: [one for one in VETTED if one.line.split()[0] == mode] for mode in Mode}
DEALT = {Mode.CLASSIC: 6, Mode.EXPERT: 4}  # the number of missions in each mode, as in the manual
A_TABLE = 3  # words with at least three numbers have a point table, such as `parks=2/4/7/11`


def deal(seed: str) -> Rules:
    """Draw the random rules of a mission: a mode, and one to four words of WORDS that can be combined.

    The same seed always gives the same rules, as long as WORDS does not change.
    """
    random = _random(seed)
    mode = random.choice(tuple(Mode))
    wanted = random.randint(1, MOST_WORDS)
    rules, dealt = MODE_RULES[mode], 0
    for word in random.sample(WORDS_OF[mode], len(WORDS_OF[mode])):
        changed = _with_word(rules, word, random)
        if changed is not None and dealt < wanted:
            rules, dealt = changed, dealt + 1
    return rules


def _with_word(rules: Rules, word: LineWord, random: Random) -> Rules | None:
    """Add a word such as `sets=3:3`, with random numbers. Return None if it is not allowed or changes nothing."""
    values = [random.choice(numbers) for numbers in word.ranges[rules.mode]]
    if len(values) >= A_TABLE:
        values.sort()
    try:
        changed = Rules.parse(f"{rules.line} {word.form(tuple(values))}")
    except MissionLineError:
        return None
    return changed if changed.line != rules.line else None


def deal_programme(word: str) -> Programme:
    """Deal ten missions. No mission changes the same part of the game as the mission before it.

    `word` is the seed, which the players choose. The same word gives the same missions on every machine, as long as
    VETTED does not change. Upper case and extra spaces make no difference.
    """
    random = _random(_plain(word))
    while True:  # draw again if these missions cannot be put in order, which is rare
        left = [one for mode, count in DEALT.items() for one in random.sample(VETTED_IN[mode], count)]
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
