"""Make random mission lines, such as "classic sequence rows=3"."""

from hypothesis import strategies as st

from scoring import MissionLineError, Mode, Rules
from scoring.line_words import WORDS


def random_line(random, mode, *, share=0.5, first=""):
    """Return a random valid mission line with the words in `first`. Try each other word with probability `share`."""
    line = f"{mode} {first}".strip()
    for word in WORDS:
        if mode in word.ranges and random.random() < share:
            values = tuple(random.choice(numbers) for numbers in word.ranges[mode])
            line = _with_word(line, word.form(values))
    return Rules.parse(line).line


def _with_word(line, word):
    try:
        return Rules.parse(f"{line} {word}").line
    except MissionLineError:
        return line


def lines():
    """Return a Hypothesis strategy for valid mission lines."""
    return st.builds(random_line, st.randoms(use_true_random=False), st.sampled_from(Mode))


def without_services(line):
    """Return the mission line without the word `services`, because drafts do not support the expansion."""
    return line.replace(" services", "")
