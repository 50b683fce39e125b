"""The promises of a city, and the depths of the search at which they turn out too high.

`scoring/settling/__init__.py` explains the words: choice, term, worth, promise and claim. The depth of a point is the
number of choices before it.
"""

from itertools import accumulate
from typing import NamedTuple

from scoring.boards import squares_of, united
from scoring.kinds import Kind
from scoring.settling.worth import VP, Choice, Rises, Worth, without


class Claim(NamedTuple):
    """A promised term that counts only if the search claims it. The search claims at most one term of each list."""

    number: int  # the index of the list with this term, among all promised lists
    term: Rises
    left: Rises  # what the term still adds after the certain buildings (see `Worth.certain`) are activated
    gain: int  # the part of the term's worth that the certain buildings bring


class Promises:
    """The promises of a city. `alone` and `shared` hold the terms of `Worth` and the promises that need no claim.

    The certain buildings (see `Worth.certain`) already fulfil a part of these promises. `gained` is the worth of this
    part.
    """

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.gained = 0
        self.alone, self.shared = worth.alone.copy(), worth.shared.copy()
        # The squares whose activation always changes the sum of the promises.
        self.each = worth.may_lose
        # Groups of squares in which only the first activated square changes the sum of the promises. An example is the
        # Public Services of one district.
        self.any_of: list[int] = []
        # The promised terms that need no claim.
        self.promised: list[Rises] = []
        # The promised rows and columns of Harbors. Each is a pair of a claim's bit and a term; the bit is 0 if the term
        # needs no claim.
        self.lines: list[tuple[int, Rises]] = []
        # The claims, by their bits. These bits lie above the bits of all squares.
        self.claims: dict[int, Claim] = {}
        self.squares = (1 << len(worth.layout.board)) - 1
        for number, terms in enumerate(worth.promises()):
            if len(terms) == 1:
                self._promise(terms[0])
            else:
                for term in terms:
                    self._offer(number, term)

    def _promise(self, term: Rises) -> None:
        members, rises = term
        self.promised.append(term)
        if members in self.alone:
            self.each |= members
            self.alone[members] += rises[0]
            return
        if members & self.worth.may_lose or len(rises) == 1:
            self.each |= members
        elif any(rises[1:]):
            self.lines.append((0, term))
        else:
            self.any_of.append(members)
        self.gained += sum(rises[: (members & self.worth.certain).bit_count()])
        left = members, rises = without(term, self.worth.certain)
        if members in self.alone:
            self.alone[members] += rises[0]
        elif members:
            self.shared.append(left)

    def _offer(self, number: int, term: Rises) -> None:
        members, rises = term
        bit = self.squares + 1 << len(self.claims)
        self.lines.append((bit, term))
        gain = sum(rises[: (members & self.worth.certain).bit_count()])
        self.claims[bit] = Claim(number, term, without(term, self.worth.certain), gain)
        self.alone[bit] = 0

    def of(self, mask: int) -> int:
        """Add up the worth that is promised for a mask of activated squares.

        A promise that needs a claim counts only if the mask has the bit of this claim.
        """
        terms = [*self.promised, *[claim.term for bit, claim in self.claims.items() if mask & bit]]
        return sum([sum(rises[: (mask & members).bit_count()]) for members, rises in terms])


class Corrections:
    """The depths at which promises turn out too high, and by how much. `choices` are in the order of the graph."""

    def __init__(self, promises: Promises, choices: list[Choice]) -> None:
        self.worth = promises.worth
        self.squares, self.each, self.any_of = promises.squares, promises.each, promises.any_of
        self.office_towers = self.worth.layout.masks[Kind.OFFICE_TOWER]
        # By depth: the mask of the choices that are still undecided.
        self.undecided = [*accumulate([choice.bit for choice in reversed(choices)], initial=0)][::-1]
        # The lines of Harbors, by the depth at which their last square is decided. At this depth, their exact VP
        # become known.
        self.ends = self._ends(promises.lines, choices)
        # The depths at which a promise can turn out too high.
        self.depths = {*self.ends, *[depth for depth, choice in enumerate(choices, 1) if choice.is_office_tower]}
        self.keyed_squares: dict[tuple[int, int], int] = {}
        self.towers_keys: dict[tuple[int, int], int] = {}

    def _ends(self, lines: list[tuple[int, Rises]], choices: list[Choice]) -> dict[int, list[tuple[int, Rises]]]:
        """Group the promised rows and columns by the depth at which their last square is decided."""
        ends: dict[int, list[tuple[int, Rises]]] = {}
        if lines:
            depths = {choice.bit: depth for depth, choice in enumerate(choices, 1)}
            for bit, term in lines:
                squares = [1 << square for square in squares_of(term[0] & self.undecided[0])]
                after = max([depths[square] for square in squares], default=depths.get(bit, 0))
                ends.setdefault(after, []).append((bit, term))
        return ends

    def promise_key(self, depth: int, mask: int) -> int:
        """Return a key for a mask of activated squares, so that the search can tell which masks are alike.

        Two masks are alike if every later choice changes the promises of both by the same worth. Masks with equal keys
        are alike.
        """
        claimed = mask & ~self.squares
        each = self.keyed_squares.get((depth, claimed))
        if each is None:
            each = self.each
            for end, lines in self.ends.items():
                if end > depth:
                    for bit, (members, _) in lines:
                        if claimed & bit or not bit:
                            each |= bit | members
            self.keyed_squares[depth, claimed] = each
        key = mask & each
        towers = key & self.office_towers
        if towers and not towers & self.worth.may_lose:
            key += self._towers_key(towers, self.undecided[depth] & self.office_towers) - towers
        for members in self.any_of:
            if mask & members:
                key |= members & -members
        return key

    def _towers_key(self, towers: int, undecided: int) -> int:
        """Return the Office Towers' part of `promise_key`: the groups that can still grow.

        The key leaves out groups that cannot grow. A group can be so large that growth adds no VP to its towers. Of
        such a group, the key holds only the towers beside undecided squares, as bits above the bits of all choices.
        """
        if (key := self.towers_keys.get((towers, undecided))) is None:
            key, board, largest = 0, self.worth.layout.board, len(self.worth.rules.points.office_tower) - 1
            around = united([board.neighbour_masks[square] for square in squares_of(undecided)])
            for group in board.groups(towers):
                growing = group & around
                if growing:
                    is_largest = group.bit_count() >= largest
                    key |= growing << 2 * len(board) if is_largest else group
            self.towers_keys[towers, undecided] = key
        return key

    def harbor_excess(self, depth: int, mask: int) -> int:
        """Return the worth by which the promises for Harbors are too high.

        Count only the lines whose last square is decided at this depth. A promise assumes that all activated Harbors of
        a line stand side by side. Gaps between them lower the exact VP.
        """
        lost = 0
        for bit, (members, rises) in self.ends.get(depth, ()):
            if mask & bit or not bit:
                activated = mask & members
                lost += sum(rises[: activated.bit_count()]) - VP * self.worth.together(activated)
        return lost

    def tower_excess(self, depth: int, mask: int, at_work: int, energy: int) -> int:
        """Return the worth by which the promises for activated Office Towers are too high.

        `at_work` and `energy` are the units that are already used. The units left limit how the groups can grow.
        """
        worth = self.worth
        if not self.office_towers:
            return 0
        # Each tower that can still be activated is a choice. So for a plentiful resource, which sets no limit, use the
        # number of all choices as the limit.
        choices = len(self.undecided) - 1
        inhabitants = choices if worth.plenty_of_inhabitants else worth.inhabitants - at_work
        power = choices if worth.plenty_of_energy else worth.energy - energy
        return VP * worth.tower_excess(mask, mask | self.undecided[depth], min(inhabitants, power))
