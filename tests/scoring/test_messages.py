"""Test that each sentence of the engine is complete, and can be translated."""

import ast
from ast import literal_eval
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
from scoring.messages import gettext, ngettext
from tests.scoring.cities import MISSIONS_OF, SUPPLIES, cities, dice, random_allocation, random_city, settled_cities
from tests.tables import sections

FLOORS = ngettext("{count} floor", "{count} floors")
OTHER_MODE = gettext("This city stands on the board of {city}, but the mission is played in {rules}.")
TOO_MANY = ngettext(
    "{count} tile of this kind ({kind}), but only {limit} can come up with {players} players.",
    "{count} tiles of this kind ({kind}), but only {limit} can come up with {players} players.",
)
HOUSE_RULES = [HouseRules(), HouseRules(manual_tower_points=True, keep_discarded=True, harbor_workers=True)]


@pytest.mark.parametrize("named", [*Kind, *Mode])
def test_every_kind_and_mode_has_a_name(named):
    assert str(named.label)


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_words_for_standing_beside_another(kind):
    assert str(Message(KINDS[kind].beside, count=1, vp=2)).endswith(" beside it, 2 VP")


# The parameters of all messages in the source code --------------------------------------------------------------------


def names_in(templates):
    return {name for template in templates for _, name, _, _ in Formatter().parse(template) if name is not None}


def templates_in(node):
    """Return the texts that a part of a syntax tree passes to gettext and ngettext."""
    calls = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
    marked = [call for call in calls if getattr(call.func, "id", "") in ("gettext", "ngettext")]
    texts = [argument.value for call in marked for argument in call.args if isinstance(argument, ast.Constant)]
    # ngettext chooses singular or plural by `count`, so its message always needs this parameter
    return texts + ["{count}"] * any(call.func.id == "ngettext" for call in marked)


def assigned(tree):
    """Map each variable to the translatable texts that the code assigns to it."""
    assignments = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and templates_in(node.value)]
    return {node.targets[0].id: templates_in(node.value) for node in assignments if hasattr(node.targets[0], "id")}


def messages_of_the_sources():
    """Yield ("file:line", possible texts, names of the parameters) of each call that makes a message."""
    for path in Path(scoring.__file__).parent.rglob("*.py"):
        tree = ast.parse(path.read_text())
        constants = {name: texts for name, texts in assigned(tree).items() if name.isupper()}
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            texts = constants | assigned(function)
            for call in [node for node in ast.walk(function) if isinstance(node, ast.Call)]:
                place = {"Message": 0, "make_line": 3, "_wrong": 1}.get(getattr(call.func, "id", ""))
                given = {keyword.arg for keyword in call.keywords}
                # Skip calls with `**parameters`: `given` then contains None, and the names are unknown.
                if place is not None and None not in given:
                    found = templates_in(call.args[place]) or texts.get(getattr(call.args[place], "id", ""), [])
                    yield f"{path.name}:{call.lineno}", found, given


@pytest.mark.no_mutants
def test_every_message_is_given_the_parameters_that_its_text_names():
    """Check the source code, because a missing parameter would cause an error page."""
    found = [(place, texts, given) for place, texts, given in messages_of_the_sources() if texts]
    assert len(found) > 70
    assert [place for place, texts, given in found if not names_in(texts) <= given] == []


# Translations ---------------------------------------------------------------------------------------------------------


def shouted(text):
    """Translate a text by writing it in capitals, except the names in braces."""
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


def test_braces_in_typed_text_are_left_alone():
    assert str(Message(gettext("{found} is no supply"), found="{count}")) == "{count} is no supply"


def test_a_missions_title_is_a_message():
    assert MISSIONS[7].title.translate(shouted, shouted_form) == "PRICE OF SILENCE"


def test_equal_messages_say_the_same():
    assert Message(FLOORS, count=3) == Message(FLOORS, count=3)
    assert Message(FLOORS, count=3) != Message(FLOORS, count=4)
    assert Message(FLOORS, count=3) != Message(CUSTOMERS, count=3)
    assert Message(FLOORS, count=3) != "3 floors"
    assert len({Message(FLOORS, count=1, vp=2), Message(FLOORS, vp=2, count=1)}) == 1
    others = (Message(FLOORS, count=3), Message(FLOORS, count=4), Message(CUSTOMERS, count=3))
    assert len(set(map(hash, others))) == 3


def test_a_message_shows_its_text_and_parameters():
    assert repr(Message(FLOORS, count=3)) == "Message(Text(one='{count} floor', many='{count} floors'), count=3)"
    assert repr(Message("{a} and {b}", a=1, b=2)) == "Message('{a} and {b}', a=1, b=2)"


# The messages of the engine about cities ------------------------------------------------------------------------------


def spoken(message):
    """Check that all placeholders of a message are replaced, also in a translation. Return its English template."""
    assert str(message)
    assert message.translate(shouted, shouted_form)
    for sentence in (str(message), message.translate(shouted, shouted_form)):
        assert not {"{", "}"} & set(sentence)
    return message.text.one


def sheet_messages(sheet):
    yield from (line.message for line in sheet.lines)
    yield from (note.message for note in sheet.notes)


def score_messages(city, own, mission, house_rules):
    """Yield all messages of the engine about the points of a city: lines of the sheet, notes and advice."""
    rules = MISSIONS[mission].rules.with_house_rules(house_rules)
    yield from sheet_messages(score(city, own, rules))
    yield from sheet_messages(score(city, settle(city, rules), rules))
    yield from advise(city, own, rules)


def box_messages(city, mission, house_rules):
    """Yield the errors about the tiles of a city, and about a game that has this city twice."""
    found = audit(city, MISSIONS[mission], 2, house_rules)
    found += audit_game([city, city], MISSIONS[mission], 4, house_rules)
    yield from (finding.message for finding in found)


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("house_rules", HOUSE_RULES, ids=("as the rulebooks", "by house rules"))
@pytest.mark.parametrize("mission", MISSIONS)
def test_all_messages_about_a_played_city_can_be_read(mission, house_rules):
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
def test_all_messages_about_the_points_of_any_city_can_be_read(city, data):
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


TEXTS = sections(Path(__file__).with_name("refusals.txt"))


@pytest.mark.parametrize(("text", "sentence"), TEXTS["the sentence about a text that is no city: text, sentence"])
def test_a_text_that_is_no_city_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(NotationError) as caught:
        City.parse(literal_eval(text))
    assert spoken(caught.value.message) == sentence
    assert str(caught.value) == str(caught.value.message)


@pytest.mark.parametrize(
    ("text", "sentence"), TEXTS["the sentence about an allocation that does not fit: text, sentence"]
)
def test_an_allocation_that_does_not_fit_is_refused_in_a_sentence(text, sentence):
    city = City.parse(literal_eval(text))
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


@given(city=cities(), data=st.data())
@settings(deadline=None)
def test_all_messages_of_the_box_check_about_any_city_can_be_read(city, data):
    mission = data.draw(st.sampled_from([mission for mission in MISSIONS.values() if mission.rules.mode is city.mode]))
    house_rules = HouseRules(keep_discarded=data.draw(st.booleans()))
    alone = audit(city, mission, data.draw(st.integers(2, 4)), house_rules)
    assert all(str(finding.message) for finding in [*alone, *audit_game([city, city], mission, 4, house_rules)])
