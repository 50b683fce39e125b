"""Estimates: terms whose sum is never below the exact VP of Harbors, Office Towers and Public Services.

The exact VP of these buildings are not a sum of terms. If decisions show that an estimate is too high, the search
subtracts the excess, which lowers its upper bound.
"""

from itertools import accumulate
from typing import NamedTuple

from scoring.boards import squares_of, united
from scoring.kinds import Kind
from scoring.settling.problem import VP, Problem, SearchDecision, ValueTerm, rest_of


class LineSelection(NamedTuple):
    """A decision of the search: it selects a row or column of Harbors as the line that scores.

    The estimate for the line counts only after this selection. At most one row and one column can be selected.
    """

    axis: int  # the same number for all rows, and another one for all columns
    term: ValueTerm
    rest: ValueTerm  # `term` without its forced buildings
    gain: int  # the value of this line's Harbors that are activated without a decision


class Estimates:
    """The terms of a city, with estimates for its Harbors, Office Towers and Public Services."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.gained = 0  # the estimated value of forced buildings; excludes selectable Harbor lines
        self.own_values, self.shared_terms = problem.own_values.copy(), problem.shared_terms.copy()
        # For each of these squares, `Corrections.memo_key` stores whether its building is activated.
        self.key_squares = problem.may_lose
        # Masks of groups of squares. `Corrections.memo_key` stores for each group whether any building is activated.
        self.key_groups: list[int] = []
        self.constant: list[ValueTerm] = []  # the estimates that always count
        # The terms of the rows and columns of Harbors, each with its key in `selections`. The key is 0 for a line that
        # needs no selection, because it is the only row or the only column.
        self.harbor_lines: list[tuple[int, ValueTerm]] = []
        self.selections: dict[int, LineSelection] = {}  # each key has one bit, higher than the bits of all squares
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
        """Add up the estimates for `mask`, which holds the activated squares and the selected Harbor lines."""
        terms = [*self.constant, *[selection.term for bit, selection in self.selections.items() if mask & bit]]
        return sum([sum(gains[: (mask & members).bit_count()]) for members, gains in terms])


class Corrections:
    """Computes how far the estimates exceed the exact VP after some of the decisions."""

    def __init__(self, estimates: Estimates, decisions: list[SearchDecision]) -> None:
        self.problem = estimates.problem
        self.squares, self.key_squares, self.key_groups = estimates.squares, estimates.key_squares, estimates.key_groups
        self.office_towers = self.problem.layout.masks[Kind.OFFICE_TOWER]
        # For each depth: the mask of the decisions that are not yet made.
        self.undecided = [*accumulate([decision.bit for decision in reversed(decisions)], initial=0)][::-1]
        # By depth: the Harbor lines whose exact VP are known from this depth on, because all their squares are decided.
        self.line_ends = self._line_ends(estimates.harbor_lines, decisions)
        # On its first path, the search checks the estimates only at these depths.
        self.check_depths = {
            *self.line_ends,
            *[depth for depth, decision in enumerate(decisions, 1) if decision.is_office_tower],
        }
        self.key_masks: dict[tuple[int, int], int] = {}
        self.tower_groups_keys: dict[tuple[int, int], int] = {}

    def _line_ends(
        self, harbor_lines: list[tuple[int, ValueTerm]], decisions: list[SearchDecision]
    ) -> dict[int, list[tuple[int, ValueTerm]]]:
        line_ends: dict[int, list[tuple[int, ValueTerm]]] = {}
        if harbor_lines:
            depths = {decision.bit: depth for depth, decision in enumerate(decisions, 1)}
            for bit, term in harbor_lines:
                squares = [1 << square for square in squares_of(term[0] & self.undecided[0])]
                after = max([depths[square] for square in squares], default=depths.get(bit, 0))
                line_ends.setdefault(after, []).append((bit, term))
        return line_ends

    def memo_key(self, depth: int, mask: int) -> int:
        """Return a memo key for `mask`, which holds the activated squares and the selected Harbor lines.

        If two masks have equal keys, all later corrections of their estimates are equal.
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
        """Return the part of `memo_key` for activated towers. Leave out groups that no `undecided` tower can join."""
        if (key := self.tower_groups_keys.get((towers, undecided))) is None:
            key, board, full_size = 0, self.problem.layout.board, len(self.problem.rules.points.office_tower) - 1
            around = united([board.neighbour_masks[square] for square in squares_of(undecided)])
            for group in board.groups(towers):
                growing = group & around
                if growing:
                    # The shift separates squares of groups of the full size from squares of smaller groups.
                    is_full_size = group.bit_count() >= full_size
                    key |= growing << 2 * len(board) if is_full_size else group
            self.tower_groups_keys[towers, undecided] = key
        return key

    def harbor_excess(self, depth: int, mask: int) -> int:
        """Return how far the estimates exceed the VP of the Harbor lines that become fully decided at this depth.

        Estimates ignore the gaps between activated Harbors.
        """
        excess = 0
        for bit, (members, gains) in self.line_ends.get(depth, ()):
            if mask & bit or not bit:
                activated = mask & members
                excess += sum(gains[: activated.bit_count()]) - VP * self.problem.collective_vp(activated)
        return excess

    def tower_excess(self, depth: int, mask: int, at_work: int, energy: int) -> int:
        """Return how far the estimates exceed the VP that the activated Office Towers can still reach.

        `at_work` and `energy` are the numbers of Inhabitants and Energy Units used so far.
        """
        problem = self.problem
        if not self.office_towers:
            return 0
        # The search activates at most one tower per decision. So this number never limits the towers.
        no_limit = len(self.undecided) - 1
        inhabitants = no_limit if problem.plenty_of_inhabitants else problem.inhabitants - at_work
        power = no_limit if problem.plenty_of_energy else problem.energy - energy
        return VP * problem.tower_excess(mask, mask | self.undecided[depth], min(inhabitants, power))
