"""Test that every library sentence with a number is listed here under its source (see docs/rules.md)."""

import re

import pytest
from django.utils.translation import override

from campaign.library import contents
from campaign.library.missions import TEXTS
from campaign.library.records import HouseRuled, Question, Sentence, Source
from tests.campaign.library.within import within

# The sentences with a number on each page of the rules, grouped by the source of the number.
OF_PAGES: dict[str, dict[Source, set[str]]] = {
    "tower-block": {
        Source.RULEBOOK: {
            "Inhabitants, by the tile: 1, 2 or 3.",
            "A Tower Block has at most 4 floors in Classic Mode, 5 in Expert Mode.",
            "Yes, if the floor has the Architect's number: a #3 builds any third floor.",
        },
    },
    "shop": {
        Source.RULEBOOK: {
            "A Shop takes at most 4 Customers in Classic Mode, 5 in Expert Mode.",
            "No, only by its Customers. Two Shops side by side bring nothing extra.",
            "No. The second Customer in a Shop brings as much as the first, and each further one brings more.",
        },
        Source.OURS: {
            "A Shop without Customers scores 0 VP but still counts for its neighbors.",
        },
        Source.MANUAL: {
            "No. A Customer is not unused. Only in mission 9 too many Customers cost points.",
        },
    },
    "public-service": {
        Source.RULEBOOK: {
            "Add the VP printed on activated tiles: 0, 1 or 2, by the tile.",
            "A second Public Service in a district adds only its printed VP.",
            "Five, with four squares each. Each has its own number and color.",
            "One quarter of the mat: four squares of one color. There are four.",
            "Only if you want the printed VP of both. One is enough for the district.",
        },
        Source.MANUAL: {
            (
                "Not for the districts; it adds only its printed VP. A Monument beside it counts it, and in mission 7"
                " it fills a square."
            ),
        },
    },
    "park": {
        Source.RULEBOOK: {
            "0 VP. It still absorbs an Energy Unit.",
        },
    },
    "playground": {
        Source.OURS: {
            "Beside a Monument a Playground counts as a Park: 5 VP.",
        },
        Source.MANUAL: {
            "Building a Playground brings 1 Inhabitant.",
            "Playgrounds 1623A, 2623A, 3622A and 4624A replace the Parks of these numbers.",
            "Missions 2, 3, 4, 9 and 10. All other missions use Parks.",
        },
    },
    "factory": {
        Source.RULEBOOK: {
            "1, 2 or 3 Energy Units, depending on the tile.",
            "No. Factories bring 1, 2 or 3 Energy Units, by the tile; each one needs one Inhabitant.",
            "0 VP. In Expert Mode an Office Tower beside it counts too.",
            "Each Factory scores by itself. Two Factories may count the same neighbor.",
        },
    },
    "harbor": {
        Source.RULEBOOK: {
            "A single Harbor scores 0 VP; two in a line score 3.",
            "By the tile: two Inhabitants, two Energy Units, one of each, or printed VP.",
            "Score the longest unbroken row and the longest unbroken column; add both.",
        },
        Source.INFERRED: {
            "Add the VP printed on activated Harbors: 0, 1, 2 or 3, by the tile.",
        },
        Source.PHOTOS: {
            "Four in Classic Mode. In Expert Mode a row can have five, a column four.",
        },
    },
    "office-tower": {
        Source.RULEBOOK: {
            "A lone Office Tower of one floor scores 0 VP.",
            "An Office Tower has at most 5 floors. Stack it like a Tower Block.",
            "In stacks: a stack of four is one Office Tower.",
        },
        Source.OURS: {
            "Each tower scores as in a group of five: the table ends there.",
        },
    },
    "monument": {
        Source.RULEBOOK: {
            "A Factory or Harbor beside a Monument costs 5 VP.",
            "Beside a Monument: Park 5 VP, Shop 3 VP, Public Service 2 VP.",
            "No, they bring each other 0 VP.",
            "As many as there are players. They come up one a round, from round 2.",
            "Yes: add up its neighbors. One Factory beside it and nothing else makes −5 VP.",
        },
    },
    "rounds": {
        Source.RULEBOOK: {
            "Put 65 Inhabitants and 50 Energy Units beside it: the reserve.",
            "The box also has 20 Architects: #1 to #4 in 4 colors, and 4 gray #5.",
            "Also 4 mats, 4 Helpers, Urbanist, Mayor pawn, cloth bag, scoring pad and rulebook.",
            "Sort the tiles by the number on the back: 4 piles in Classic, 5 in Expert.",
            "Put one Architect of each number #1 to #5 per player into one pool, gray side up.",
            "Classic Mode has 4 rounds, Expert Mode 5.",
            "Each player takes 4 turns in a round: 16 in a Classic game, 20 in an Expert one.",
            "A city gets at most 16 tiles in Classic Mode and 20 in Expert Mode.",
            "Four players turn over all tiles; three not those marked 4; two also not 3•4.",
            "Two to four players; one player by our own rule (D21).",
            "Marked 4: face-up only with four players. Marked 3•4: with three or four.",
            "All of them: a round has just 25 tiles in the bag.",
            "Each player takes a mat, a Helper and, in Classic Mode, four Architects of one color.",
            "Five rounds, five districts, one Architect pool, fifth floors, Office Towers and Monuments.",
            "Tiles without a name on the back are used in both modes.",
        },
        Source.MANUAL: {
            "In Classic Mode the 4 gray #5 stay in the box, except in missions 3 and 4.",
            "4, one for each player. They are for Expert Mode and for missions 3 and 4.",
        },
        Source.OURS: {
            "Yes, by our own rules: after each turn a rival's Architect takes a tile out of the game (D21).",
        },
        Source.INFERRED: {
            "The box has 142 tiles. Classic uses 100, Expert 125, 25 a round.",
            "On the back, 17 tiles say Classic, 42 say Expert, 83 neither.",
            "Classic Mode: 16 tiles face-up with 2 players, 20 with 3, all 25 with 4.",
            (
                "Hardly: all Expert tiles bring 65 Inhabitants and 47 Energy Units."
                " Doubled Inhabitants, Playgrounds and the offer of mission 6 can bring more than the box holds."
            ),
        },
    },
    "turn": {
        Source.RULEBOOK: {
            "At either end of any row or column: 20 places in all.",
            "No. You play four in every round; afterwards all Architects come back.",
        },
    },
    "placement": {
        Source.PHOTOS: {
            "District 1 (purple) is top left. Its squares have the numbers 2, 3, 4 and 5.",
            "District 2 (teal) is top right. Its squares have the numbers 1, 3, 4 and 5.",
            "District 3 (pink) is bottom right. Its squares have the numbers 1, 2, 4 and 5.",
            "District 4 (gray-brown) is the middle column, with the numbers 1, 2, 3 and 5.",
            "District 5 (orange) is bottom left. Its squares have the numbers 1, 2, 3 and 4.",
            "Each number is on four squares: once in every district except its own.",
            "That is always eight squares: a district never holds its own number.",
        },
    },
    "urbanist": {
        Source.RULEBOOK: {
            "No. At most 15 of the 20 places are taken before a turn, and the Urbanist closes at most 4.",
        },
    },
    "mayor-tile": {
        Source.RULEBOOK: {
            "It is a Tower Block with 1 Inhabitant.",
        },
        Source.MANUAL: {
            "By the Mayor's green symbol on its face. It is a Tower Block with 1 Inhabitant.",
            "Yes, in any turn. Only mission 6 forbids it, on the first turn of a round.",
        },
    },
    "activation": {
        Source.RULEBOOK: {
            "No, one is enough; another is unused. Only Shops take several, as Customers.",
        },
    },
    "pollution": {
        Source.RULEBOOK: {
            "Each Energy Unit that activates nothing is pollution and costs 1 VP.",
            "Each Inhabitant who neither works nor shops costs 1 VP.",
        },
    },
    "ties": {
        Source.OURS: {
            "the better rank in mission 10;",
            "No source sets a lower limit. Cornerstone shows the sum as it is, also below 0.",
            "If two have the same sum, this decides:",
            "Inhabitants decide first, then empty squares; if both are equal, the players share the place.",
            (
                "The one with the better rank in mission 10; then more missions won; then more Inhabitants on"
                " buildings in all missions; then they share the place."
            ),
        },
        Source.MANUAL: {
            "No. They only decide a tie; in mission 7 full districts bring points.",
            "Sum the scores of all ten missions: the highest sum wins the campaign.",
        },
        Source.RULEBOOK: {
            "If two have the same VP, this decides:",
        },
    },
    "campaign": {
        Source.MANUAL: {
            "Classic Mode: missions 1, 2, 3, 4, 8 and 9. Expert Mode: missions 5, 6, 7 and 10.",
            "You rebuild the city in ten missions. The points decide who is the next mayor.",
        },
        Source.OURS: {
            "No source says so. We suggest: yes, from 1 to 10. Each adds to the ones before.",
            (
                "Tower points, discarded tiles, workers in Harbors, Architects of mission 10, Playgrounds beside"
                " Monuments, the tie-break mission."
            ),
            "Yes, as a house rule. Without it the rulebooks count: all three agree.",
        },
    },
}
# The sentences with a number on each mission's page, grouped by the source of the number.
OF_MISSIONS: dict[str, dict[Source, set[str]]] = {
    "public-opinion": {
        Source.MANUAL: {
            "Building a Playground brings 1 Inhabitant.",
            "Every full set of 3 Playgrounds brings 3 VP.",
            "At the end of the game: 3 VP for every full set of 3 Playgrounds.",
            "No. Classic Mode has four Playgrounds, one in each round.",
        },
    },
    "senior-architect": {
        Source.MANUAL: {
            "Each player also gets a gray #5, Alejandro. He plays as any number 1 to 4.",
            "Name Alejandro's number, 1 to 4, as you play him: for tile, square and floor.",
            "You have 5 Architects and take 4 turns: one stays unused each round.",
            "Playgrounds stay in the game, without the bonus of mission 2.",
            "No. The Classic mat has no fifth row or column; he is one of the other four.",
            "Yes. He may be any of the four numbers.",
        },
    },
    "banding-together": {
        Source.MANUAL: {
            "A gray #5 still plays as any number 1 to 4.",
        },
    },
    "bringing-in-experts": {
        Source.MANUAL: {
            "Expert Mode: gray mats, 5 rounds, Office Towers and Monuments.",
        },
        Source.RULEBOOK: {
            "Architects #1 to #5 lie in one pool. A #5 counts as 5, not as any number.",
            "Tower Blocks and Office Towers may have 5 floors, Shops 5 Customers.",
            "Public Services score in 5 districts.",
            "All except those with Classic on the back. Most tiles have no name and serve both modes.",
        },
    },
    "mayors-favor": {
        Source.MANUAL: {
            "Each Mayor tile in an activated Tower Block brings 3 VP.",
            "Build a Mayor tile, and you may take 1 extra Inhabitant and 1 Energy Unit.",
            "If you build the Mayor tile, you may also take 1 Inhabitant and 1 Energy Unit.",
            "3 VP for each Mayor tile in an activated Tower Block, on any floor.",
            "On a round's first turn the first player may not take the Mayor tile; others may.",
            "The first player may not take the Mayor tile on the first turn of a round.",
            "Yes, but only all of it: you take both or neither.",
            "Round 5 has no Mayor tile: no offer, and nothing is forbidden.",
        },
    },
    "price-of-silence": {
        Source.MANUAL: {
            "A district without an empty square brings 4 VP, with one empty square 2 VP.",
            "Each district: no empty square 4 VP, one 2 VP, two or more 0 VP.",
            "No. It brings 0 VP.",
            "20 VP: 5 full districts.",
        },
    },
    "the-corruption-trail": {
        Source.MANUAL: {
            "The first player of a round plays a #1.",
            "Each next Architect has the same number or the next one; after #4 comes #1.",
            "No. Another number is allowed only if you have neither.",
        },
        Source.OURS: {
            "No. Each round begins again with a #1.",
            "If you have neither, play your next higher number (1 after the last); tell the table.",
        },
    },
    "unemployment": {
        Source.MANUAL: {
            "An Inhabitant without work or Shop costs 2 VP.",
            "Take 2 Inhabitants for each one on the tile, also for a Playground.",
            "Each Inhabitant without work or Shop costs 2 VP instead of 1.",
            "Each Customer above the number of workers costs 1 VP.",
            "Tiles bring twice the Inhabitants printed on them.",
        },
    },
    "re-election": {
        Source.MANUAL: {
            "You have #1 to #5 and take four turns: one stays unused each round.",
            "Unemployment is over: an unused Inhabitant costs 1 VP again.",
        },
        Source.OURS: {
            "Its ranking breaks a tie in the sum of all ten missions.",
        },
    },
}
OTHER_BONUSES = (  # on every mission's page, from the manual
    "No. Sets of Playgrounds bring a bonus only in mission 2, Mayor tiles in mission 6, full districts in mission 7."
)
# No rulebook describes the expansion, so test_expansion.py checks the sources of this page.
EXPANSION = "public-services-expansion"

# The beginnings of number words from two upwards. Words for one are left out, because they have other meanings, too.
IN_WORDS = {
    "en": "two both twice double half quarter second three third four five fif six seven eight nine ten twelve twenty",
    "de": "zwei beid doppel verdoppel halb drei dritt vier fünf sech sieben acht neun zehn elf zwölf zwanzig",
    "ru": "два две двух двум двой дваж вдво удво втор оба обе обои обеи полов три трёх трём трет четыр четвёр четвер"
    " пят шест семь семи восем восьм девят десят двенад двадц",
}


def usual(said):
    """Return the version of a sentence that applies without house rules."""
    while isinstance(said, HouseRuled):
        said = said.usual
    return said


def has_number(said):
    """Tell whether a sentence contains a number in at least one language."""
    for code, words in IN_WORDS.items():
        with override(code):
            if re.search(rf"\d|\b({'|'.join(words.split())})", str(said), re.IGNORECASE):
                return True
    return False


def figures_of(record):
    """Return the sentences of a library record that contain a number, grouped by their source."""
    found = {}
    for each in (*within(record, Sentence), *within(record, Question)):
        said = usual(each.answer if isinstance(each, Question) else each.text)
        if has_number(said):
            found.setdefault(each.source or record.source, set()).add(str(said))
    return found


@pytest.mark.parametrize("slug", [slug for slug in contents.pages() if slug != EXPANSION])
def test_every_figure_of_a_rules_page_has_its_source(slug):
    assert figures_of(contents.pages()[slug]) == OF_PAGES.get(slug, {})


@pytest.mark.parametrize("slug", TEXTS)
def test_every_figure_of_a_mission_has_its_source(slug):
    expected = OF_MISSIONS.get(slug, {})
    assert figures_of(TEXTS[slug]) == expected | {
        Source.MANUAL: expected.get(Source.MANUAL, set()) | {OTHER_BONUSES},
    }


def test_no_figure_of_the_expansion_has_a_rulebook_as_source():
    assert Source.RULEBOOK not in figures_of(contents.pages()[EXPANSION])
