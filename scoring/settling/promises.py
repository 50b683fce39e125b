"""The promises of a city, and the depths of the search at which they turn out too high.

`scoring/settling/__init__.py` explains the words: choice, term, worth, promise and claim. The depth of a point is the
number of choices before it.
"""

from itertools import accumulate
from typing import NamedTuple

from scoring.boards import squares_of, united
from scoring.kinds import Kind
from scoring.settling.problem import VP, Decision, Problem, ValueTerm, rest_of


class Claim(NamedTuple):
    """A promised term that counts only if the search claims it. The search claims at most one term of each list."""

    number: int  # the index of the list with this term, among all promised lists
    term: ValueTerm
    left: ValueTerm  # what the term still adds after the certain buildings (see `Problem.forced`) are activated
    gain: int  # the part of the term's worth that the certain buildings bring


class Promises:
    """The promises of a city. `own_values` and `shared_terms` hold the terms of `Problem` and the promises that need no
    claim.

    The certain buildings (see `Problem.forced`) already fulfil a part of these promises. `gained` is the worth of this
    part.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.gained = 0
        self.own_values, self.shared_terms = problem.own_values.copy(), problem.shared_terms.copy()
        # The squares whose activation always changes the sum of the promises.
        self.each = problem.may_lose
        # Groups of squares in which only the first activated square changes the sum of the promises. An example is the
        # Public Services of one district.
        self.any_of: list[int] = []
        # The promised terms that need no claim.
        self.promised: list[ValueTerm] = []
        # The promised rows and columns of Harbors. Each is a pair of a claim's bit and a term; the bit is 0 if the term
        # needs no claim.
        self.lines: list[tuple[int, ValueTerm]] = []
        # The claims, by their bits. These bits lie above the bits of all squares.
        self.claims: dict[int, Claim] = {}
        self.squares = (1 << len(problem.layout.board)) - 1
        for number, terms in enumerate(problem.promises()):
            if len(terms) == 1:
                self._promise(terms[0])
            else:
                for term in terms:
                    self._offer(number, term)

    def _promise(self, term: ValueTerm) -> None:
        members, gains = term
        self.promised.append(term)
        if members in self.own_values:
            self.each |= members
            self.own_values[members] += gains[0]
            return
        if members & self.problem.may_lose or len(gains) == 1:
            self.each |= members
        elif any(gains[1:]):
            self.lines.append((0, term))
        else:
            self.any_of.append(members)
        self.gained += sum(gains[: (members & self.problem.forced).bit_count()])
        left = members, gains = rest_of(term, self.problem.forced)
        if members in self.own_values:
            self.own_values[members] += gains[0]
        elif members:
            self.shared_terms.append(left)

    def _offer(self, number: int, term: ValueTerm) -> None:
        members, gains = term
        bit = self.squares + 1 << len(self.claims)
        self.lines.append((bit, term))
        gain = sum(gains[: (members & self.problem.forced).bit_count()])
        self.claims[bit] = Claim(number, term, rest_of(term, self.problem.forced), gain)
        self.own_values[bit] = 0

    def of(self, mask: int) -> int:
        """Add up the worth that is promised for a mask of activated squares.

        A promise that needs a claim counts only if the mask has the bit of this claim.
        """
        terms = [*self.promised, *[claim.term for bit, claim in self.claims.items() if mask & bit]]
        return sum([sum(gains[: (mask & members).bit_count()]) for members, gains in terms])


class Corrections:
    """The depths at which promises turn out too high, and by how much. `decisions` are in the order of the graph."""

    def __init__(self, promises: Promises, decisions: list[Decision]) -> None:
        self.problem = promises.problem
        self.squares, self.each, self.any_of = promises.squares, promises.each, promises.any_of
        self.office_towers = self.problem.layout.masks[Kind.OFFICE_TOWER]
        # By depth: the mask of the choices that are still undecided.
        self.undecided = [*accumulate([decision.bit for decision in reversed(decisions)], initial=0)][::-1]
        # The lines of Harbors, by the depth at which their last square is decided. At this depth, their exact VP
        # become known.
        self.ends = self._ends(promises.lines, decisions)
        # The depths at which a promise can turn out too high.
        self.depths = {*self.ends, *[depth for depth, decision in enumerate(decisions, 1) if decision.is_office_tower]}
        self.keyed_squares: dict[tuple[int, int], int] = {}
        self.towers_keys: dict[tuple[int, int], int] = {}

    def _ends(
        self, lines: list[tuple[int, ValueTerm]], decisions: list[Decision]
    ) -> dict[int, list[tuple[int, ValueTerm]]]:
        """Group the promised rows and columns by the depth at which their last square is decided."""
        ends: dict[int, list[tuple[int, ValueTerm]]] = {}
        if lines:
            depths = {decision.bit: depth for depth, decision in enumerate(decisions, 1)}
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
        if towers and not towers & self.problem.may_lose:
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
            key, board, largest = 0, self.problem.layout.board, len(self.problem.rules.points.office_tower) - 1
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
        for bit, (members, gains) in self.ends.get(depth, ()):
            if mask & bit or not bit:
                activated = mask & members
                lost += sum(gains[: activated.bit_count()]) - VP * self.problem.collective_vp(activated)
        return lost

    def tower_excess(self, depth: int, mask: int, at_work: int, energy: int) -> int:
        """Return the worth by which the promises for activated Office Towers are too high.

        `at_work` and `energy` are the units that are already used. The units left limit how the groups can grow.
        """
        problem = self.problem
        if not self.office_towers:
            return 0
        # Each tower that can still be activated is a choice. So for a plentiful resource, which sets no limit, use the
        # number of all choices as the limit.
        no_limit = len(self.undecided) - 1
        inhabitants = no_limit if problem.plenty_of_inhabitants else problem.inhabitants - at_work
        power = no_limit if problem.plenty_of_energy else problem.energy - energy
        return VP * problem.tower_excess(mask, mask | self.undecided[depth], min(inhabitants, power))
