"""The sentences of the engine: each is used, each use exists, and each can be put into another language."""

import ast
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import (
    MISSIONS,
    Allocation,
    AllocationError,
    City,
    HouseRules,
    Kind,
    Message,
    Mode,
    NotationError,
    RuleError,
    advise,
    audit,
    audit_game,
    score,
    settle,
)
from scoring.kinds import KINDS
from scoring.kinds.shop import CUSTOMERS, NO_CUSTOMERS
from scoring.messages import Text, gettext, ngettext
from tests.scoring.cities import SUPPLIES, cities, dice, random_allocation, random_city, settled_cities

MISSIONS_OF = {mode: [number for number, mission in MISSIONS.items() if mission.rules.mode is mode] for mode in Mode}
FLOORS = ngettext("{count} floor", "{count} floors")
OTHER_MODE = gettext("This city stands on the board of {city}, but the mission is played in {rules}.")
TOO_MANY = ngettext(
    "{count} tile of this kind ({kind}), but only {limit} can come up with {players} players.",
    "{count} tiles of this kind ({kind}), but only {limit} can come up with {players} players.",
)
HOUSE_RULES = [HouseRules(), HouseRules(manual_tower_points=True, keep_discarded=True, harbor_workers=True)]


def fields(template):
    """The parameters a template names."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


# Texts, read from the sources -----------------------------------------------------------------------------------------


@cache
def trees():
    """The parsed sources by file name, but for the one that translates what the others say."""
    package = Path(scoring.__file__).parent
    paths = sorted(set(package.rglob("*.py")) - {package / "messages.py"})
    return {str(path.relative_to(package)): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def calls(*names):
    """(file and line, call) of every call of these functions in the sources."""
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield f"{file}:{node.lineno}", node


def marked(node):
    """The text of a call of gettext or ngettext."""
    return Text(*(ast.literal_eval(argument) for argument in node.args))


@cache
def texts():
    """Every text of the engine by the place where it stands."""
    return {place: marked(node) for place, node in calls("gettext", "ngettext")}


@cache
def named(tree):
    """The texts under a node that have a name: FLOORS, or the `text` that a condition chooses."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            for part in ast.walk(node.value):
                if isinstance(part, ast.Call) and getattr(part.func, "id", "") in ("gettext", "ngettext"):
                    found.setdefault(node.targets[0].id, []).append(marked(part))
    return found


def said():
    """(place, text, names of the parameters) of each `Message(...)` that says which text it is."""
    for file, tree in trees().items():
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            names = {**named(tree), **named(function)}
            for node in ast.walk(function):
                place = {"Message": 0, "make_line": 3}.get(getattr(getattr(node, "func", None), "id", ""))
                if place is not None:
                    text, given_parameters = node.args[place], {keyword.arg for keyword in node.keywords}
                    written = [marked(text)] if isinstance(text, ast.Call) else names.get(getattr(text, "id", ""), [])
                    for one in written:
                        yield f"{file}:{node.lineno}", one, given_parameters


@pytest.mark.no_mutants
def test_the_sources_are_read():
    assert len(texts()) > 100


@pytest.mark.no_mutants
def test_every_message_gives_the_parameters_its_text_names():
    seen = 0
    for place, text, given_parameters in said():
        seen += 1
        assert fields(text.one) <= given_parameters, place
        assert text.many is None or "count" in given_parameters, place
    assert seen > 70


@pytest.mark.no_mutants
def test_singular_and_plural_name_the_same_parameters():
    for place, text in texts().items():
        assert text.many is None or fields(text.one) == fields(text.many), place


@pytest.mark.no_mutants
def test_a_text_is_a_filled_template_without_blanks_at_its_ends():
    for place, text in texts().items():
        for template in filter(None, text):
            assert template.strip() == template != "", place
            assert all(name.isidentifier() for name in fields(template)), place


@pytest.mark.parametrize("named", [*Kind, *Mode])
def test_every_kind_and_mode_has_a_name(named):
    assert str(named.label)


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_words_for_standing_beside_another(kind):
    assert str(Message(KINDS[kind].beside, count=1, vp=2)).endswith(" beside it, 2 VP")


# Languages ------------------------------------------------------------------------------------------------------------


def shouted(text):
    """A language that shouts, but for the names in braces."""
    return "".join(
        literal.upper() + ("{" + name + "}" if name is not None else "")
        for literal, name, _, _ in Formatter().parse(text)
    )


def shouted_form(one, many, count):
    return shouted(one if count == 1 else many)


@pytest.mark.parametrize(
    ("message", "english", "translated"),
    [
        pytest.param(Message(NO_CUSTOMERS), "open, but without Customers", "OPEN, BUT WITHOUT CUSTOMERS", id="plain"),
        pytest.param(Message(FLOORS, count=1), "1 floor", "1 FLOOR", id="one"),
        pytest.param(Message(FLOORS, count=3), "3 floors", "3 FLOORS", id="many"),
        pytest.param(Message(FLOORS, count=0), "0 floors", "0 FLOORS", id="none"),
        pytest.param(
            Message(OTHER_MODE, city=Mode.CLASSIC.label, rules=Mode.EXPERT.label),
            "This city stands on the board of Classic Mode, but the mission is played in Expert Mode.",
            "THIS CITY STANDS ON THE BOARD OF CLASSIC MODE, BUT THE MISSION IS PLAYED IN EXPERT MODE.",
            id="messages inside",
        ),
        pytest.param(
            Message(TOO_MANY, count=9, kind=Kind.SHOP.label, limit=8, players=2),
            "9 tiles of this kind (Shop), but only 8 can come up with 2 players.",
            "9 TILES OF THIS KIND (SHOP), BUT ONLY 8 CAN COME UP WITH 2 PLAYERS.",
            id="a kind inside a plural",
        ),
    ],
)
def test_a_message_speaks_english_and_is_translated_whole(message, english, translated):
    assert str(message) == english
    assert message.translate(shouted, shouted_form) == translated


def test_a_language_chooses_its_own_plural_form():
    def always_the_first(one, many, count):
        return one

    assert Message(FLOORS, count=3).translate(str, always_the_first) == "3 floor"


def test_braces_in_what_a_player_typed_are_left_alone():
    assert str(Message(gettext("{found} is no supply"), found="{count}")) == "{count} is no supply"


@pytest.mark.parametrize("mission", MISSIONS.values(), ids=lambda mission: mission.slug)
def test_a_missions_title_is_a_message(mission):
    assert mission.title == Message(mission.name)
    assert mission.title.translate(shouted, shouted_form) == str(mission.title).upper()


def test_equal_messages_say_the_same():
    assert Message(FLOORS, count=3) == Message(FLOORS, count=3)
    assert Message(FLOORS, count=3) != Message(FLOORS, count=4)
    assert Message(FLOORS, count=3) != Message(CUSTOMERS, count=3)
    assert Message(FLOORS, count=3) != "3 floors"
    assert len({Message(FLOORS, count=3), Message(FLOORS, count=3)}) == 1


def test_a_message_shows_its_text_and_parameters():
    assert repr(Message(FLOORS, count=3)) == "Message(Text(one='{count} floor', many='{count} floors'), count=3)"
    assert repr(Message("{a} and {b}", a=1, b=2)) == "Message('{a} and {b}', a=1, b=2)"


# What the engine really says ------------------------------------------------------------------------------------------


def spoken(message):
    """A message in English and translated; nothing may be missing, or left to fill in."""
    assert str(message)
    assert message.translate(shouted, shouted_form)
    for sentence in (str(message), message.translate(shouted, shouted_form)):
        assert not {"{", "}"} & set(sentence)
    return message.text.one


def sheet_messages(sheet):
    yield from (line.message for line in sheet.lines)
    yield from (note.message for note in sheet.notes)


def score_messages(city, own, mission, house_rules):
    """Everything the engine says about points: lines, notes and advice."""
    rules = MISSIONS[mission].rules.with_house_rules(house_rules)
    yield from sheet_messages(score(city, own, rules))
    yield from sheet_messages(score(city, settle(city, rules), rules))
    yield from advise(city, own, rules)


def box_messages(city, mission, house_rules):
    """Everything the engine says about what came out of the box."""
    found = audit(city, MISSIONS[mission], 2, house_rules)
    found += audit_game([city, city], MISSIONS[mission], 4, house_rules)
    yield from (finding.message for finding in found)


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("house_rules", HOUSE_RULES, ids=("as the rulebooks", "by house rules"))
@pytest.mark.parametrize("mission", MISSIONS)
def test_all_that_is_said_about_a_played_city_can_be_read(mission, house_rules):
    rng = dice("messages", mission)
    for supply in SUPPLIES * 5:
        city = random_city(rng, mission, supply)
        own = Allocation.parse(random_allocation(rng, city, mission))
        for message in (*score_messages(city, own, mission, house_rules), *box_messages(city, mission, house_rules)):
            spoken(message)


@pytest.mark.slow
@pytest.mark.no_mutants
@given(city=settled_cities(), data=st.data())
@settings(deadline=None)
def test_all_that_is_said_about_the_points_of_any_city_can_be_read(city, data):
    mission = data.draw(st.sampled_from(MISSIONS_OF[city.mode]))
    for message in score_messages(city, city.allocation, mission, data.draw(st.sampled_from(HOUSE_RULES))):
        spoken(message)


@given(city=cities())
@settings(deadline=None)
def test_a_refusal_for_the_other_mode_can_be_read(city):
    for mission in MISSIONS.values():
        if mission.rules.mode is not city.mode:
            with pytest.raises(RuleError) as caught:
                settle(city, mission.rules)
            assert spoken(caught.value.message) == OTHER_MODE.one
            (finding,) = audit(city, mission, 4)
            assert spoken(finding.message) == OTHER_MODE.one


REFUSED = [
    ("This text has {count} characters; a city never needs more than {limit}.", "-" * 201),
    ("Write numbers with the digits 0 to 9, not {found}.", "T٣--/----/----/---- 1i1e"),
    ("There is an invisible control character at place {position}; remove it.", "T---/\t---/----/---- 1i1e"),
    ("{found} does not belong to the notation.", "Т---/----/----/---- 1i1e"),
    ("One space too many: grid, supply and allocation are separated by one space each.", "----/----/----/----  1i1e"),
    (
        "The supply is missing: add every Inhabitant and Energy Unit the player owns, for example 12i5e.",
        "----/----/----/----",
    ),
    ("{found} is no supply: write Inhabitants and Energy Units like this: 12i5e.", "----/----/----/---- 1e1i"),
    (
        "After the allocation the city is complete; {found} is too much.",
        "----/----/----/---- 1i1e ..../..../..../.... x",
    ),
    ("There must be {expected} rows separated by /, not {count}.", "----/----/---- 1i1e"),
    ("There must be {expected} rows separated by /, not {count}.", "----/----/----/----/---- 1i1e"),
    ("Row 1 has {count} square; {widths}.", "---/----/----/---- 1i1e"),
    ("Row {row} has {count} square, but the rows above have {expected}.", "----/-----/----/---- 1i1e"),
    (
        "{found} is no building: the letters are T, S, U, P, G, F, H, O and M, and - is an empty square.",
        "X---/----/----/---- 1i1e",
    ),
    ("{square} is empty (-), so nothing can follow on that square.", "-1---/----/----/---- 1i1e"),
    (
        "{square}: {kind} belongs to Expert Mode; this board has the four columns of Classic.",
        "O---/----/----/---- 1i1e",
    ),
    ("{square}: a digit means nothing on this building ({kind}).", "P1---/----/----/---- 1i1e"),
    ("{square}: {kind} with {found} floors; here it has {lowest} to {highest}.", "T5---/----/----/---- 1i1e"),
    ("{square}: {kind} with {found} VP printed on it; it shows {lowest} to {highest}.", "U3---/----/----/---- 1i1e"),
    ("{square}: the Mayor mark * stands only behind a Tower Block, not here ({kind}).", "S*---/----/----/---- 1i1e"),
    ("{square}: {count} Mayor tile, but only {floors} in the stack.", "T**---/----/----/---- 1i1e"),
    (
        "{found} is no mark of an allocation: the marks are . + e and the digits 0 to 5.",
        "----/----/----/---- 1i1e x.../..../..../....",
    ),
]
REFUSED_ALLOCATIONS = [
    ("{square} is empty, so its mark is a dot, not {mark}.", "T---/----/----/---- 1i1e ++../..../..../...."),
    (
        "{square}: a Shop is marked with its 0 to {limit} Customers, or with a dot, not with {mark}.",
        "S---/----/----/---- 1i1e +.../..../..../....",
    ),
    (
        "{square}: a Park is always active; its mark is + or, with an Energy Unit, e, not {mark}.",
        "P---/----/----/---- 1i1e ..../..../..../....",
    ),
    (
        "{square}: {kind} needs nothing and is always active; its mark is +, not {mark}.",
        "G---/----/----/---- 1i1e e.../..../..../....",
    ),
    (
        "{square}: mark {kind} with + or, without its resources, with a dot, not with {mark}.",
        "T---/----/----/---- 1i1e e.../..../..../....",
    ),
    (
        "{square}: no Inhabitant is left for this building; the player owns only {count}.",
        "U---/----/----/---- 0i1e +.../..../..../....",
    ),
    (
        "{square}: no Energy Unit is left for this building; the player owns only {count}.",
        "T---/----/----/---- 1i0e +.../..../..../....",
    ),
]


@pytest.mark.parametrize(("sentence", "text"), REFUSED)
def test_a_text_that_is_no_city_is_refused_in_a_sentence(sentence, text):
    with pytest.raises(NotationError) as caught:
        City.parse(text)
    assert spoken(caught.value.message) == sentence
    assert str(caught.value) == str(caught.value.message)


@pytest.mark.parametrize(("sentence", "text"), REFUSED_ALLOCATIONS)
def test_an_allocation_that_does_not_fit_is_refused_in_a_sentence(sentence, text):
    city = City.parse(text)
    with pytest.raises(AllocationError) as caught:
        score(city, city.allocation, MISSIONS[1].rules)
    assert spoken(caught.value.message) == sentence
    assert caught.value.square in city.board.names
    assert str(caught.value).startswith(caught.value.square)


def test_an_allocation_of_another_board_is_refused_in_a_sentence():
    city = City.parse("T----/-----/-----/----- 1i1e")
    with pytest.raises(AllocationError) as caught:
        score(city, Allocation.parse("+.../..../..../...."), MISSIONS[5].rules)
    assert spoken(caught.value.message) == "This allocation belongs to a board of another size."


@pytest.mark.no_mutants
def test_every_refusal_of_the_notation_has_an_example_here():
    widths = "a Classic row has {classic}, an Expert row {expert}"  # stands inside another
    said = {text.one for place, text in texts().items() if place.startswith("notation.py")} - {widths}
    assert said == {sentence for sentence, _ in REFUSED}


def test_equal_messages_are_one_in_a_set():
    assert len({Message(FLOORS, count=1, vp=2), Message(FLOORS, vp=2, count=1)}) == 1


@given(city=cities(), data=st.data())
@settings(deadline=None)
def test_all_that_the_box_check_says_about_any_city_can_be_read(city, data):
    mission = data.draw(st.sampled_from([mission for mission in MISSIONS.values() if mission.rules.mode is city.mode]))
    house_rules = HouseRules(keep_discarded=data.draw(st.booleans()))
    alone = audit(city, mission, data.draw(st.integers(2, 4)), house_rules)
    assert all(str(finding.message) for finding in [*alone, *audit_game([city, city], mission, 4, house_rules)])
