"""Every sentence the engine can say: a key, parameters, and its English text, which other languages translate."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Text(NamedTuple):
    """An English template, and its plural where the parameter `count` chooses the form."""

    one: str
    many: str | None = None


class Message:
    """A sentence before it is put into words: a key of TEXTS and the parameters its text names.

    `str(message)` is English. A parameter may be a message itself, such as the name of a kind.

    >>> str(Message("floors", count=3))
    '3 floors'
    """

    __slots__ = ("key", "params")

    def __init__(self, key: str, **params: Any) -> None:
        self.key = key
        self.params: Mapping[str, Any] = params

    def translate(self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
        """This sentence in the language of two functions shaped like those of the standard library's gettext module."""
        text = TEXTS[self.key]
        template = gettext(text.one) if text.many is None else ngettext(text.one, text.many, self.params["count"])
        if not self.params:
            return template
        return template.format_map(
            {
                name: value.translate(gettext, ngettext) if isinstance(value, Message) else value
                for name, value in self.params.items()
            }
        )

    def __str__(self) -> str:
        return self.translate(_as_written, _english_form)

    def __repr__(self) -> str:
        params = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"Message({self.key!r}{params})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.key, self.params) == (other.key, other.params)

    def __hash__(self) -> int:
        return hash((self.key, frozenset(self.params.items())))


def _as_written(text: str) -> str:
    return text


def _english_form(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


# Named as the tools that collect texts for translation expect them.
def gettext(one: str) -> Text:
    return Text(one)


def ngettext(one: str, many: str) -> Text:
    return Text(one, many)


TEXTS: dict[str, Text] = {
    # Names
    "kind.tower_block": gettext("Tower Block"),
    "kind.shop": gettext("Shop"),
    "kind.public_service": gettext("Public Service"),
    "kind.park": gettext("Park"),
    "kind.playground": gettext("Playground"),
    "kind.factory": gettext("Factory"),
    "kind.harbor": gettext("Harbor"),
    "kind.office_tower": gettext("Office Tower"),
    "kind.monument": gettext("Monument"),
    "mode.classic": gettext("Classic Mode"),
    "mode.expert": gettext("Expert Mode"),
    "mission.a-new-beginning": gettext("A New Beginning"),
    "mission.public-opinion": gettext("Public Opinion"),
    "mission.senior-architect": gettext("Senior Architect"),
    "mission.banding-together": gettext("Banding Together"),
    "mission.bringing-in-experts": gettext("Bringing in Experts"),
    "mission.mayors-favor": gettext("Mayor's Favor"),
    "mission.price-of-silence": gettext("Price of Silence"),
    "mission.the-corruption-trail": gettext("The Corruption Trail"),
    "mission.unemployment": gettext("Unemployment"),
    "mission.re-election": gettext("Re-Election"),
    # Score lines
    "floors": ngettext("{count} floor", "{count} floors"),
    "customers": ngettext("{count} Customer", "{count} Customers"),
    "no_customers": gettext("open, but without Customers"),
    "districts": ngettext("Public Services in {count} district", "Public Services in {count} districts"),
    "printed": ngettext("{count} VP printed on the tile", "{count} VP printed on the tile"),
    "towers_beside": ngettext("{count} tower beside it", "{count} towers beside it"),
    "no_tower_beside": gettext("no tower beside it"),
    "beside.shop": ngettext("{count} Shop beside it, {vp} VP", "{count} Shops beside it, {vp} VP each"),
    "beside.harbor": ngettext("{count} Harbor beside it, {vp} VP", "{count} Harbors beside it, {vp} VP each"),
    "beside.office_tower": ngettext(
        "{count} Office Tower beside it, {vp} VP", "{count} Office Towers beside it, {vp} VP each"
    ),
    "beside.factory": ngettext("{count} Factory beside it, {vp} VP", "{count} Factories beside it, {vp} VP each"),
    "beside.public_service": ngettext(
        "{count} Public Service beside it, {vp} VP", "{count} Public Services beside it, {vp} VP each"
    ),
    "beside.park": ngettext("{count} Park beside it, {vp} VP", "{count} Parks beside it, {vp} VP each"),
    "beside.playground": ngettext(
        "{count} Playground beside it, {vp} VP", "{count} Playgrounds beside it, {vp} VP each"
    ),
    "nothing_beside": gettext("nothing beside it that counts"),
    "harbor_row": ngettext("longest row: {count} Harbor", "longest row: {count} Harbors"),
    "harbor_column": ngettext("longest column: {count} Harbor", "longest column: {count} Harbors"),
    "no_counted_line": gettext("outside the lines that count"),
    "no_harbor_line": gettext("no two Harbors in a line"),
    "office_floors": ngettext("{count} floor, group of {group}", "{count} floors, group of {group}"),
    "idle.energy": gettext("left without an Energy Unit; by itself it would have brought {vp} VP"),
    "idle.inhabitant": gettext("left without an Inhabitant; by itself it would have brought {vp} VP"),
    "idle.both": gettext("left without an Inhabitant and an Energy Unit; by itself it would have brought {vp} VP"),
    "idle.shop": ngettext(
        "left without an Energy Unit; with {count} Customer it would have brought {vp} VP",
        "left without an Energy Unit; with {count} Customers it would have brought {vp} VP",
    ),
    "unused_inhabitants": ngettext(
        "{count} Inhabitant without work or shop, {vp} VP", "{count} Inhabitants without work or shop, {vp} VP each"
    ),
    "unused_energy": ngettext("{count} unused Energy Unit, {vp} VP", "{count} unused Energy Units, {vp} VP each"),
    "absorbed": ngettext("{count} Energy Unit absorbed by a Park", "{count} Energy Units absorbed by Parks, one each"),
    "mission.playground_sets": ngettext(
        "{count} full set of {size} Playgrounds", "{count} full sets of {size} Playgrounds"
    ),
    "mission.no_playground_set": ngettext(
        "{count} Playground; a set takes {size}", "{count} Playgrounds; a set takes {size}"
    ),
    "mission.mayor_tiles": ngettext("{count} Mayor tile", "{count} Mayor tiles"),
    "mission.mayor_tiles_idle": ngettext(
        "{count} Mayor tile in a Tower Block that is not activated",
        "{count} Mayor tiles in a Tower Block that is not activated",
    ),
    "mission.district_full": gettext("district {district}: no empty square"),
    "mission.district_gaps": ngettext(
        "district {district}: {count} empty square", "district {district}: {count} empty squares"
    ),
    "mission.customers_above_workers": ngettext(
        "{count} Customer more than there are workers", "{count} Customers more than there are workers"
    ),
    "mission.customers_within_workers": ngettext(
        "{count} Customer, not more than there are workers", "{count} Customers, not more than there are workers"
    ),
    # Notes: decisions that mattered
    "note.D1": gettext(
        "Tower Blocks of one or two floors bring 1 and 3 VP as in the rulebooks; the campaign manual prints 2 and 5."
    ),
    "note.D1_manual": gettext(
        "House rule: Tower Blocks of one or two floors bring 2 and 5 VP as in the campaign manual, not 1 and 3."
    ),
    "note.D3": gettext("Monuments score by their neighbors as in the rulebooks, from -5 to 5 VP each."),
    "note.D4": gettext(
        "No source covers an Office Tower group of more than {count}: each tower scores as in a group of {count}."
    ),
    "note.D5": gettext(
        "Buildings without their resources left the city before scoring:"
        " their squares are empty and their neighbors got nothing."
    ),
    "note.D6": gettext("The campaign manual counts full sets of {size} Playgrounds; the others add nothing."),
    "note.D9": gettext("A Mayor tile counts only in an activated Tower Block."),
    "note.D10": gettext("Districts are judged after unactivated buildings have left."),
    "note.D12": gettext("Inhabitants in Harbors are no workers here, as the campaign manual lists them."),
    "note.D12_harbors": gettext(
        "House rule: Inhabitants in Harbors count as workers; the campaign manual leaves them out."
    ),
    "note.D15": gettext("A Playground beside a Monument counts as a Park; no rulebook says either way."),
    # City notation
    "notation.too_long": gettext("This text has {count} characters; a city never needs more than {limit}."),
    "notation.foreign_digit": gettext("Write numbers with the digits 0 to 9, not {found}."),
    "notation.control_character": gettext("There is an invisible control character at place {position}; remove it."),
    "notation.foreign_character": gettext("{found} does not belong to the notation."),
    "notation.extra_space": gettext("One space too many: grid, supply and allocation are separated by one space each."),
    "notation.supply_missing": gettext(
        "The supply is missing: add every Inhabitant and Energy Unit the player owns, for example 12i5e."
    ),
    "notation.supply": gettext("{found} is no supply: write Inhabitants and Energy Units like this: 12i5e."),
    "notation.too_much": gettext("After the allocation the city is complete; {found} is too much."),
    "notation.too_few_rows": gettext("There must be {expected} rows separated by /, not {count}."),
    "notation.too_many_rows": gettext("There must be {expected} rows separated by /, not {count}."),
    "notation.first_row_width": ngettext("Row 1 has {count} square; {widths}.", "Row 1 has {count} squares; {widths}."),
    "notation.widths": gettext("a Classic row has {classic}, an Expert row {expert}"),
    "notation.row_width": ngettext(
        "Row {row} has {count} square, but the rows above have {expected}.",
        "Row {row} has {count} squares, but the rows above have {expected}.",
    ),
    "notation.unknown_letter": gettext(
        "{found} is no building: the letters are T, S, U, P, G, F, H, O and M, and - is an empty square."
    ),
    "notation.empty_with_more": gettext("{square} is empty (-), so nothing can follow on that square."),
    "notation.expert_only": gettext(
        "{square}: {kind} belongs to Expert Mode; this board has the four columns of Classic."
    ),
    "notation.no_digit": gettext("{square}: a digit means nothing on this building ({kind})."),
    "notation.floors": gettext("{square}: {kind} with {found} floors; here it has {lowest} to {highest}."),
    "notation.printed_vp": gettext("{square}: {kind} with {found} VP printed on it; it shows {lowest} to {highest}."),
    "notation.no_mayor": gettext("{square}: the Mayor mark * stands only behind a Tower Block, not here ({kind})."),
    "notation.too_many_mayors": ngettext(
        "{square}: {count} Mayor tile, but only {floors} in the stack.",
        "{square}: {count} Mayor tiles, but the stack has only {floors}.",
    ),
    "notation.unknown_mark": gettext("{found} is no mark of an allocation: the marks are . + e and the digits 0 to 5."),
    # Allocations and rules
    "allocation.other_board": gettext("This allocation belongs to a board of another size."),
    "allocation.empty": gettext("{square} is empty, so its mark is a dot, not {mark}."),
    "allocation.shop": gettext(
        "{square}: a Shop is marked with its 0 to {limit} Customers, or with a dot, not with {mark}."
    ),
    "allocation.park": gettext(
        "{square}: a Park is always active; its mark is + or, with an Energy Unit, e, not {mark}."
    ),
    "allocation.always_active": gettext(
        "{square}: {kind} needs nothing and is always active; its mark is +, not {mark}."
    ),
    "allocation.needs_resources": gettext(
        "{square}: {kind} is marked + or, left without, with a dot, not with {mark}."
    ),
    "allocation.no_inhabitant": ngettext(
        "{square}: no Inhabitant is left for this building; the player owns only {count}.",
        "{square}: no Inhabitant is left for this building; the player owns only {count}.",
    ),
    "allocation.no_energy": ngettext(
        "{square}: no Energy Unit is left for this building; the player owns only {count}.",
        "{square}: no Energy Unit is left for this building; the player owns only {count}.",
    ),
    "rules.players": gettext("Quadropolis is for {lowest} to {highest} players, not {found}."),
    "rules.other_mode": gettext("This city stands on the board of {city}, but the mission is played in {rules}."),
    # What to tell the table before a game
    "announce.playground_sets": ngettext(
        "Every full set of {count} Playground brings {vp} VP.", "Every full set of {count} Playgrounds brings {vp} VP."
    ),
    "announce.mayor_tiles": gettext("Each Mayor tile in an activated Tower Block brings {vp} VP."),
    "announce.mayor_offer": ngettext(
        "Who builds a Mayor tile may take {count} Inhabitant and as many Energy Units with it: both or neither.",
        "Who builds a Mayor tile may take {count} Inhabitants and as many Energy Units with it: both or neither.",
    ),
    "announce.mayor_first_turn": gettext("The first player leaves the Mayor tile alone on the first turn of a round."),
    "announce.districts": gettext(
        "At the end a district without an empty square brings {full} VP, one with a single empty square {gap} VP."
    ),
    "announce.customers": gettext("Each Customer above the number of workers costs {vp} VP."),
    "announce.inhabitants_factor": gettext("Take {factor} Inhabitants for each one printed on a tile."),
    "announce.unused_inhabitant": gettext("Each Inhabitant without work or shop costs {vp} VP."),
    "announce.shared": gettext("All Architects lie in one pool; everybody plays from it."),
    "announce.wild": gettext("A gray #5 is played as any number from {lowest} to {highest}."),
    "announce.sequence": gettext(
        "A round opens with a #{first}. Each next Architect has the same number or the next one; after {highest} comes"
        " {first}. Who holds neither plays the next higher number they hold, counting around."
    ),
    "turns.none_left": gettext("This Architect is not there to be played: {architect}."),
    "turns.not_now": gettext("Architect {architect} cannot be played as {number} now."),
    "turns.over": gettext("The round is over: everybody has taken {turns} turns."),
    # Advice
    "advice.best": gettext("Nothing to gain: {total} VP is the most this city can reach, tie-break included."),
    "advice.tiebreak": gettext("{total} VP is the most this city can reach, but the tie-break could be better."),
    "advice.gain": ngettext(
        "{count} VP left in the supply: {best} VP are possible instead of {total}.",
        "{count} VP left in the supply: {best} VP are possible instead of {total}.",
    ),
    "advice.activate": ngettext("Activate this building: {squares}.", "Activate these buildings: {squares}."),
    "advice.leave_out": ngettext(
        "Leave this building without its resources: {squares}.",
        "Leave these buildings without their resources: {squares}.",
    ),
    "advice.customers": ngettext("{square}: {count} Customer.", "{square}: {count} Customers."),
    "advice.absorb": ngettext(
        "Put an Energy Unit on this Park: {squares}.", "Put an Energy Unit on each of these Parks: {squares}."
    ),
    # Box check
    "audit.too_many_tiles": ngettext(
        "{count} tile built, but a game has only {limit} turns.",
        "{count} tiles built, but a game has only {limit} turns.",
    ),
    "audit.few_tiles": ngettext(
        "Only {count} tile built in {limit} turns: is something missing?",
        "Only {count} tiles built in {limit} turns: is something missing?",
    ),
    "audit.no_playgrounds": gettext("This mission is played with Parks; there is no Playground in the bag."),
    "audit.too_many": ngettext(
        "{count} tile of this kind ({kind}), but only {limit} can come up with {players} players.",
        "{count} tiles of this kind ({kind}), but only {limit} can come up with {players} players.",
    ),
    "audit.too_many_printed": ngettext(
        "{count} tile with {vp} VP printed on it ({kind}), but only {limit} can come up with {players} players.",
        "{count} tiles with {vp} VP printed on them ({kind}), but only {limit} can come up with {players} players.",
    ),
    "audit.too_many_without": ngettext(
        "{count} tile without printed VP ({kind}), but only {limit} can come up with {players} players.",
        "{count} tiles without printed VP ({kind}), but only {limit} can come up with {players} players.",
    ),
    "audit.too_many_green": ngettext(
        "{count} Park or Playground, but only {limit} can be there: a Playground comes instead of a Park.",
        "{count} Parks and Playgrounds, but only {limit} can be there: a Playground comes instead of a Park.",
    ),
    "audit.mayors": ngettext(
        "{count} Mayor tile, but the game has only {limit}: one a round, none in the last.",
        "{count} Mayor tiles, but the game has only {limit}: one a round, none in the last.",
    ),
    "audit.cities": ngettext(
        "{count} city in a game of {players} players.", "{count} cities in a game of {players} players."
    ),
    "audit.inhabitants_in_box": ngettext(
        "{count} Inhabitant, but the box holds {limit}.", "{count} Inhabitants, but the box holds {limit}."
    ),
    "audit.energy_in_box": ngettext(
        "{count} Energy Unit, but the box holds {limit}.", "{count} Energy Units, but the box holds {limit}."
    ),
    "audit.inhabitants": ngettext(
        "{count} Inhabitant, but these buildings bring {lowest} to {highest}.",
        "{count} Inhabitants, but these buildings bring {lowest} to {highest}.",
    ),
    "audit.energy": ngettext(
        "{count} Energy Unit, but these buildings bring {lowest} to {highest}.",
        "{count} Energy Units, but these buildings bring {lowest} to {highest}.",
    ),
    "audit.supply": gettext(
        "{inhabitants} Inhabitants and {energy} Energy Units cannot come together from these buildings."
    ),
}
