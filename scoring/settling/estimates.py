"""The promises of a city, and the depths of the search at which they turn out too high.

`scoring/settling/__init__.py` explains the words: choice, term, worth, promise and claim. The depth of a point is the
number of choices before it.
"""

from itertools import accumulate
from typing import NamedTuple

from scoring.boards import squares_of, united
from scoring.kinds import Kind
from scoring.settling.problem import VP, Decision, Problem, ValueTerm, rest_of


class LineSelection(NamedTuple):
    """A promised term that counts only if the search claims it. The search claims at most one term of each list."""

    axis: int  # the index of the list with this term, among all promised lists
    term: ValueTerm
    rest: ValueTerm  # what the term still adds after the certain buildings (see `Problem.forced`) are activated
    gain: int  # the part of the term's worth that the certain buildings bring


class Estimates:
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
        self.key_squares = problem.may_lose
        # Groups of squares in which only the first activated square changes the sum of the promises. An example is the
        # Public Services of one district.
        self.key_groups: list[int] = []
        # The promised terms that need no claim.
        self.constant: list[ValueTerm] = []
        # The promised rows and columns of Harbors. Each is a pair of a claim's bit and a term; the bit is 0 if the term
        # needs no claim.
        self.harbor_lines: list[tuple[int, ValueTerm]] = []
        # The claims, by their bits. These bits lie above the bits of all squares.
        self.selections: dict[int, LineSelection] = {}
        self.squares = (1 << len(problem.layout.board)) - 1
        for axis, terms in enumerate(problem.estimates()):
            if len(terms) == 1:
                self._add_constant(terms[0])
            else:
                for term in terms:
                    self._add_selectable(axis, term)

    def _add_constant(self, term: ValueTerm) -> None:
        members, gains = term
        self.constant.append(term)
        if members in self.own_values:
            self.key_squares |= members
            self.own_values[members] += gains[0]
            return
        if members & self.problem.may_lose or len(gains) == 1:
            self.key_squares |= members
        elif any(gains[1:]):
            self.harbor_lines.append((0, term))
        else:
            self.key_groups.append(members)
        self.gained += sum(gains[: (members & self.problem.forced).bit_count()])
        rest = members, gains = rest_of(term, self.problem.forced)
        if members in self.own_values:
            self.own_values[members] += gains[0]
        elif members:
            self.shared_terms.append(rest)

    def _add_selectable(self, axis: int, term: ValueTerm) -> None:
        members, gains = term
        bit = self.squares + 1 << len(self.selections)
        self.harbor_lines.append((bit, term))
        gain = sum(gains[: (members & self.problem.forced).bit_count()])
        self.selections[bit] = LineSelection(axis, term, rest_of(term, self.problem.forced), gain)
        self.own_values[bit] = 0

    def total(self, mask: int) -> int:
        """Add up the worth that is promised for a mask of activated squares.

        A promise that needs a claim counts only if the mask has the bit of this claim.
        """
        terms = [*self.constant, *[selection.term for bit, selection in self.selections.items() if mask & bit]]
        return sum([sum(gains[: (mask & members).bit_count()]) for members, gains in terms])


class Corrections:
    """The depths at which promises turn out too high, and by how much. `decisions` are in the order of the graph."""

    def __init__(self, estimates: Estimates, decisions: list[Decision]) -> None:
        self.problem = estimates.problem
        self.squares, self.key_squares, self.key_groups = estimates.squares, estimates.key_squares, estimates.key_groups
        self.office_towers = self.problem.layout.masks[Kind.OFFICE_TOWER]
        # By depth: the mask of the choices that are still undecided.
        self.undecided = [*accumulate([decision.bit for decision in reversed(decisions)], initial=0)][::-1]
        # The lines of Harbors, by the depth at which their last square is decided. At this depth, their exact VP
        # become known.
        self.line_ends = self._line_ends(estimates.harbor_lines, decisions)
        # The depths at which a promise can turn out too high.
        self.check_depths = {
            *self.line_ends,
            *[depth for depth, decision in enumerate(decisions, 1) if decision.is_office_tower],
        }
        self.key_masks: dict[tuple[int, int], int] = {}
        self.tower_groups_keys: dict[tuple[int, int], int] = {}

    def _line_ends(
        self, harbor_lines: list[tuple[int, ValueTerm]], decisions: list[Decision]
    ) -> dict[int, list[tuple[int, ValueTerm]]]:
        """Group the promised rows and columns by the depth at which their last square is decided."""
        line_ends: dict[int, list[tuple[int, ValueTerm]]] = {}
        if harbor_lines:
            depths = {decision.bit: depth for depth, decision in enumerate(decisions, 1)}
            for bit, term in harbor_lines:
                squares = [1 << square for square in squares_of(term[0] & self.undecided[0])]
                after = max([depths[square] for square in squares], default=depths.get(bit, 0))
                line_ends.setdefault(after, []).append((bit, term))
        return line_ends

    def memo_key(self, depth: int, mask: int) -> int:
        """Return a key for a mask of activated squares, so that the search can tell which masks are alike.

        Two masks are alike if every later choice changes the promises of both by the same worth. Masks with equal keys
        are alike.
        """
        selected = mask & ~self.squares
        key_squares = self.key_masks.get((depth, selected))
        if key_squares is None:
            key_squares = self.key_squares
            for end, harbor_lines in self.line_ends.items():
                if end > depth:
                    for bit, (members, _) in harbor_lines:
                        if selected & bit or not bit:
                            key_squares |= bit | members
            self.key_masks[depth, selected] = key_squares
        key = mask & key_squares
        towers = key & self.office_towers
        if towers and not towers & self.problem.may_lose:
            key += self._tower_groups_key(towers, self.undecided[depth] & self.office_towers) - towers
        for members in self.key_groups:
            if mask & members:
                key |= members & -members
        return key

    def _tower_groups_key(self, towers: int, undecided: int) -> int:
        """Return the Office Towers' part of `memo_key`: the groups that can still grow.

        The key leaves out groups that cannot grow. A group can be so large that growth adds no VP to its towers. Of
        such a group, the key holds only the towers beside undecided squares, as bits above the bits of all choices.
        """
        if (key := self.tower_groups_keys.get((towers, undecided))) is None:
            key, board, full_size = 0, self.problem.layout.board, len(self.problem.rules.points.office_tower) - 1
            around = united([board.neighbour_masks[square] for square in squares_of(undecided)])
            for group in board.groups(towers):
                growing = group & around
                if growing:
                    is_full_size = group.bit_count() >= full_size
                    key |= growing << 2 * len(board) if is_full_size else group
            self.tower_groups_keys[towers, undecided] = key
        return key

    def harbor_excess(self, depth: int, mask: int) -> int:
        """Return the worth by which the promises for Harbors are too high.

        Count only the lines whose last square is decided at this depth. A promise assumes that all activated Harbors of
        a line stand side by side. Gaps between them lower the exact VP.
        """
        excess = 0
        for bit, (members, gains) in self.line_ends.get(depth, ()):
            if mask & bit or not bit:
                activated = mask & members
                excess += sum(gains[: activated.bit_count()]) - VP * self.problem.collective_vp(activated)
        return excess

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
