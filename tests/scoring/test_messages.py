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
from scoring.messages import TEXTS
from tests.scoring.cities import SUPPLIES, cities, dice, random_allocation, random_city, settled_cities

MISSIONS_OF = {mode: [number for number, mission in MISSIONS.items() if mission.rules.mode is mode] for mode in Mode}
HOUSE_RULES = [HouseRules(), HouseRules(manual_tower_points=True, keep_discarded=True, harbor_workers=True)]


def fields(template):
    """The parameters a template names."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


# Keys, read from the sources ------------------------------------------------------------------------------------------


@cache
def trees():
    """The parsed sources by file name."""
    paths = sorted(Path(scoring.__file__).parent.glob("*.py"))
    return {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@cache
def written_keys():
    """Every key a source file writes out, but for the table itself."""
    written = set()
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and name != "messages.py":
                written.add(node.value)
    return written


def message_calls():
    """(file and line, first argument, names of the parameters) of each `Message(...)` in the sources."""
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                yield f"{name}:{node.lineno}", node.args[0], {keyword.arg for keyword in node.keywords}


def constants(node):
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def composed_keys():
    """The keys made of a prefix and the name of a kind, a mode or a mission."""
    keys = {f"kind.{kind.value}" for kind in Kind} | {f"mode.{mode.value}" for mode in Mode}
    keys |= {f"mission.{mission.slug}" for mission in MISSIONS.values()}
    tables = (mission.rules.points for mission in MISSIONS.values())
    return keys | {f"beside.{kind.value}" for points in tables for kind in [*points.factory, *points.monument]}


@pytest.mark.no_mutants
@pytest.mark.parametrize("key", TEXTS)
def test_every_text_is_used(key):
    assert key in written_keys() | composed_keys()


@pytest.mark.parametrize("key", sorted(composed_keys()))
def test_every_kind_mode_and_mission_has_its_text(key):
    assert key in TEXTS


@pytest.mark.no_mutants
def test_every_key_of_a_message_has_its_text():
    # A conditional key is written out there; one put together from a prefix is tested above.
    for place, argument, _ in message_calls():
        if isinstance(argument, ast.Constant):
            assert argument.value in TEXTS, place
        elif isinstance(argument, ast.IfExp):
            assert constants(argument.body) | constants(argument.orelse) <= set(TEXTS), place


@pytest.mark.no_mutants
def test_every_key_chosen_beforehand_has_its_text():
    chosen = set()
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["key"]:
                value = node.value
                chosen |= constants(value.body) | constants(value.orelse) if isinstance(value, ast.IfExp) else set()
                chosen |= {value.value} if isinstance(value, ast.Constant) else set()
    assert chosen
    assert chosen <= set(TEXTS)


@pytest.mark.no_mutants
def test_every_message_gives_the_parameters_its_text_names():
    for place, argument, given_parameters in message_calls():
        for key in constants(argument) & set(TEXTS):
            assert fields(TEXTS[key].one) <= given_parameters, place
            if TEXTS[key].many is not None:
                assert "count" in given_parameters, place


@pytest.mark.parametrize("key", [key for key, text in TEXTS.items() if text.many is not None])
def test_singular_and_plural_name_the_same_parameters(key):
    text = TEXTS[key]
    assert fields(text.one) == fields(text.many)


@pytest.mark.parametrize("key", TEXTS)
def test_a_text_is_a_filled_template_without_blanks_at_its_ends(key):
    for template in filter(None, TEXTS[key]):
        assert template.strip() == template != ""
        assert all(name.isidentifier() for name in fields(template))


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
        pytest.param(Message("no_customers"), "open, but without Customers", "OPEN, BUT WITHOUT CUSTOMERS", id="plain"),
        pytest.param(Message("floors", count=1), "1 floor", "1 FLOOR", id="one"),
        pytest.param(Message("floors", count=3), "3 floors", "3 FLOORS", id="many"),
        pytest.param(Message("floors", count=0), "0 floors", "0 FLOORS", id="none"),
        pytest.param(
            Message("rules.other_mode", city=Message("mode.classic"), rules=Message("mode.expert")),
            "This city stands on the board of Classic Mode, but the mission is played in Expert Mode.",
            "THIS CITY STANDS ON THE BOARD OF CLASSIC MODE, BUT THE MISSION IS PLAYED IN EXPERT MODE.",
            id="messages inside",
        ),
        pytest.param(
            Message("audit.too_many", count=9, kind=Kind.SHOP.label, limit=8, players=2),
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

    assert Message("floors", count=3).translate(str, always_the_first) == "3 floor"


def test_braces_in_what_a_player_typed_are_left_alone():
    assert str(Message("notation.supply", found="{count}")).startswith("{count} is no supply")


@pytest.mark.parametrize("slug", [mission.slug for mission in MISSIONS.values()])
def test_a_missions_title_is_a_message(slug):
    (mission,) = [mission for mission in MISSIONS.values() if mission.slug == slug]
    assert mission.title == Message(f"mission.{slug}")


def test_equal_messages_say_the_same():
    assert Message("floors", count=3) == Message("floors", count=3)
    assert Message("floors", count=3) != Message("floors", count=4)
    assert Message("floors", count=3) != Message("customers", count=3)
    assert Message("floors", count=3) != "3 floors"
    assert len({Message("floors", count=3), Message("floors", count=3)}) == 1


def test_a_message_shows_its_key_and_parameters():
    assert repr(Message("floors", count=3)) == "Message('floors', count=3)"


# What the engine really says ------------------------------------------------------------------------------------------


def spoken(message):
    """A message in English and translated; nothing may be missing, or left to fill in."""
    assert str(message)
    assert message.translate(shouted, shouted_form)
    for sentence in (str(message), message.translate(shouted, shouted_form)):
        assert not {"{", "}"} & set(sentence)
    return message.key


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


@pytest.mark.parametrize("house_rules", HOUSE_RULES, ids=("as the rulebooks", "by house rules"))
@pytest.mark.parametrize("mission", MISSIONS)
def test_all_that_is_said_about_a_played_city_can_be_read(mission, house_rules):
    rng = dice("messages", mission)
    for supply in SUPPLIES * 5:
        city = random_city(rng, mission, supply)
        own = Allocation.parse(random_allocation(rng, city, mission))
        for message in (*score_messages(city, own, mission, house_rules), *box_messages(city, mission, house_rules)):
            spoken(message)


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
            assert spoken(caught.value.message) == "rules.other_mode"
            (finding,) = audit(city, mission, 4)
            assert spoken(finding.message) == "rules.other_mode"


REFUSED = {
    "notation.too_long": "-" * 201,
    "notation.foreign_digit": "T٣--/----/----/---- 1i1e",
    "notation.control_character": "T---/\t---/----/---- 1i1e",
    "notation.foreign_character": "Т---/----/----/---- 1i1e",
    "notation.extra_space": "----/----/----/----  1i1e",
    "notation.supply_missing": "----/----/----/----",
    "notation.supply": "----/----/----/---- 1e1i",
    "notation.too_much": "----/----/----/---- 1i1e ..../..../..../.... x",
    "notation.too_few_rows": "----/----/---- 1i1e",
    "notation.too_many_rows": "----/----/----/----/---- 1i1e",
    "notation.first_row_width": "---/----/----/---- 1i1e",
    "notation.row_width": "----/-----/----/---- 1i1e",
    "notation.unknown_letter": "X---/----/----/---- 1i1e",
    "notation.empty_with_more": "-1---/----/----/---- 1i1e",
    "notation.expert_only": "O---/----/----/---- 1i1e",
    "notation.no_digit": "P1---/----/----/---- 1i1e",
    "notation.floors": "T5---/----/----/---- 1i1e",
    "notation.printed_vp": "U3---/----/----/---- 1i1e",
    "notation.no_mayor": "S*---/----/----/---- 1i1e",
    "notation.too_many_mayors": "T**---/----/----/---- 1i1e",
    "notation.unknown_mark": "----/----/----/---- 1i1e x.../..../..../....",
}
REFUSED_ALLOCATIONS = {
    "allocation.empty": "T---/----/----/---- 1i1e ++../..../..../....",
    "allocation.shop": "S---/----/----/---- 1i1e +.../..../..../....",
    "allocation.park": "P---/----/----/---- 1i1e ..../..../..../....",
    "allocation.always_active": "G---/----/----/---- 1i1e e.../..../..../....",
    "allocation.needs_resources": "T---/----/----/---- 1i1e e.../..../..../....",
    "allocation.no_inhabitant": "U---/----/----/---- 0i1e +.../..../..../....",
    "allocation.no_energy": "T---/----/----/---- 1i0e +.../..../..../....",
}


@pytest.mark.parametrize(("key", "text"), [pytest.param(*case, id=case[0]) for case in REFUSED.items()])
def test_a_text_that_is_no_city_is_refused_in_a_sentence(key, text):
    with pytest.raises(NotationError) as caught:
        City.parse(text)
    assert spoken(caught.value.message) == key
    assert str(caught.value) == str(caught.value.message)


@pytest.mark.parametrize(("key", "text"), [pytest.param(*case, id=case[0]) for case in REFUSED_ALLOCATIONS.items()])
def test_an_allocation_that_does_not_fit_is_refused_in_a_sentence(key, text):
    city = City.parse(text)
    with pytest.raises(AllocationError) as caught:
        score(city, city.allocation, MISSIONS[1].rules)
    assert spoken(caught.value.message) == key
    assert caught.value.square in city.board.names
    assert str(caught.value).startswith(caught.value.square)


def test_an_allocation_of_another_board_is_refused_in_a_sentence():
    city = City.parse("T----/-----/-----/----- 1i1e")
    with pytest.raises(AllocationError) as caught:
        score(city, Allocation.parse("+.../..../..../...."), MISSIONS[5].rules)
    assert spoken(caught.value.message) == "allocation.other_board"


def test_every_refusal_of_the_notation_has_an_example_here():
    # `notation.widths` stands inside another.
    refusals = {key for key in TEXTS if key.startswith("notation.")} - {"notation.widths"}
    assert refusals == set(REFUSED)


def test_equal_messages_are_one_in_a_set():
    assert len({Message("floors", count=1, vp=2), Message("floors", vp=2, count=1)}) == 1


@given(city=cities(), data=st.data())
@settings(deadline=None)
def test_all_that_the_box_check_says_about_any_city_can_be_read(city, data):
    mission = data.draw(st.sampled_from([mission for mission in MISSIONS.values() if mission.rules.mode is city.mode]))
    house_rules = HouseRules(keep_discarded=data.draw(st.booleans()))
    alone = audit(city, mission, data.draw(st.integers(2, 4)), house_rules)
    assert all(str(finding.message) for finding in [*alone, *audit_game([city, city], mission, 4, house_rules)])
