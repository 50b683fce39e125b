"""Make random mission lines with any words."""

from hypothesis import strategies as st

from scoring import MissionLineError, Mode, Rules
from scoring.line_words import WORDS


def random_line(random, mode, *, share=0.5, first=""):
    """Return a legal line of this mode that begins with the words `first`.

    Add more words, each with the probability `share`. Leave out words that do not fit the earlier words.
    """
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
    """Generate legal lines, for Hypothesis."""
    return st.builds(random_line, st.randoms(use_true_random=False), st.sampled_from(Mode))


def without_services(line):
    """Return the line without the expansion, because no program drafts games with the expansion."""
    return line.replace(" services", "")
