"""The best allocation of a city's resources: an exact search.

Which buildings to activate is the question; everything else follows (see worth.py). A building that no term links with
another one, and for which nothing is promised, needs no decision: the best of these get what the others leave.

The other squares are decided one after the other. What is best from any point on, after any use of the supply, stands
in tables filled backwards, as far as terms can tell; because some of these only promise, the tables are a bound, and a
branch of the search ends where it is no better than the best allocation found.

Tables take most of the time, so bounds without any come before them. One tells which lines of Harbors are worth a look.
Another one lets the supply be exceeded, but takes a price for whatever is used of it. A bound with the right prices is
close, and prices that are not right cost only time.
"""

from functools import lru_cache
from itertools import accumulate, chain
from operator import add, itemgetter

from scoring.alternatives import NEVER, Alternative, Prices
from scoring.city import Allocation, City
from scoring.rules import Rules
from scoring.settled import check_mode
from scoring.sheets import total
from scoring.worth import VP, Rises, Worth, union, without


def settle(city: City, rules: Rules) -> Allocation:
    """Find the best allocation: most VP, then most Inhabitants on buildings, then fewest empty squares; exact.

    Of equal optima it is the one that activates the first square, column by column, in which they differ. Raises
    RuleError for a city of the other mode.
    """
    check_mode(city, rules)
    worth = Worth(city, rules)
    return worth.allocation(_Search(worth).best() if worth.choices else worth.certain)


def best_total(city: City, rules: Rules) -> int:
    """Return the total of the best allocation: `score(city, settle(city, rules), rules).total`."""
    return total(city, settle(city, rules), rules)


def supply_prices(city: City, rules: Rules) -> Prices:
    """Find prices that serve `better_total` for this city and for cities much like it."""
    worth = Worth(city, rules)
    return Alternative(worth, next(worth.claims())).prices()


def better_total(city: City, rules: Rules, most: int, prices: Prices) -> int | None:
    """Return `best_total(city, rules)` if it is more than so many VP; None, and sooner, if it is not.

    Raises RuleError for a city of the other mode.
    """
    check_mode(city, rules)
    worth = Worth(city, rules)
    # Tie-breakers together stay below one VP.
    to_beat = (most + 1 - worth.vp_for_certain) * VP - 1
    search = _Search(worth, to_beat, prices)
    search.best()
    return worth.vp_for_certain + search.best_value // VP if search.best_value > to_beat else None


class _Search:
    """The best allocation found so far, of those worth more than `best_value`."""

    def __init__(self, worth: Worth, to_beat: int = NEVER, prices: Prices | None = None) -> None:
        self.worth = worth
        self.prices = prices
        self.best_value = to_beat
        self.best_mask = worth.certain

    def best(self) -> int:
        """Return the buildings to activate, as a bit mask."""
        for bound, promised in self._claims():
            if bound <= self.best_value:
                break
            alternative = Alternative(self.worth, promised)
            if not self.prices or alternative.bound(self.prices) > self.best_value:
                self._explore(alternative)
        return self.best_mask

    def _claims(self) -> list[tuple[int, list[Rises]]]:
        """List the sets of promises, each with what no allocation under it exceeds, the highest first.

        First the squares are left out for which the sets promise different things: so it shows what the Inhabitants
        that any number of these squares takes would bring elsewhere.
        """
        worth, claims = self.worth, list(self.worth.claims())
        if len(claims) == 1:
            return [(-NEVER, claims[0])]
        in_all = [term for term in claims[0] if all(term in promised for promised in claims)]
        differing = [[term for term in promised if term not in in_all] for promised in claims]
        left_out = union(chain(*differing)) & ~worth.certain
        if any(choice.bit & left_out and choice.workers for choice in worth.choices):
            return [(-NEVER, promised) for promised in claims]
        rest = Alternative(worth, in_all, left_out)
        ((elsewhere, *_), *_) = rest.tables()
        gains = sorted([rest.most_gain(bit) for bit in rest.alone if bit & left_out], reverse=True)
        by_count = [
            rest.gained + gain + elsewhere[0 if worth.plenty_of_inhabitants else count]
            for count, gain in enumerate(accumulate(gains, initial=0))
            if worth.plenty_of_inhabitants or count <= worth.inhabitants
        ]
        bounds = []
        for promised, terms in zip(claims, differing, strict=True):
            certain = sum([sum(rises[: (members & worth.certain).bit_count()]) for members, rises in terms])
            undecided = [without(term, worth.certain) for term in terms]
            twice = sum([members.bit_count() for members, _ in undecided]) - union(undecided).bit_count()
            most = _most_by_count(tuple([rises for _, rises in undecided]), twice, len(worth.layout.board))
            bounds.append((certain + max(map(add, by_count, most)), promised))
        return sorted(bounds, key=itemgetter(0), reverse=True)

    def _explore(self, alternative: Alternative) -> None:
        """Look for something better than the best so far, under one set of promises: the better half first."""
        worth, choices, layers, width = self.worth, alternative.choices, alternative.layers, alternative.width
        tables = alternative.tables()
        seen: dict[tuple[int, ...], int] = {}
        gained = alternative.gained
        stack = [(gained + tables[0][0][0], 0, 0, 0, 0, gained, 0, alternative.mask)]
        straight_on = True
        while stack:
            bound, depth, index, at_work, energy, gained, broken, mask = stack.pop()
            while bound - broken > self.best_value:
                if depth == len(choices):
                    self._keep(alternative, mask | alternative.independent(index, at_work, energy), bound)
                    break
                if depth and choices[depth - 1].is_office_tower:
                    broken = alternative.broken(depth, mask, at_work, energy)
                    if bound - broken <= self.best_value:
                        break
                # The first way down, often the only one, is not remembered.
                if not straight_on:
                    # Nothing that still comes tells two points apart that agree in this.
                    alike = (depth, index, at_work, energy, alternative.telling(mask))
                    if seen.get(alike, NEVER) >= gained:
                        break
                    seen[alike] = gained
                (adds, left_out, activated), choice = layers[depth][index], choices[depth]
                depth += 1
                after = tables[depth]
                skipping = gained + after[left_out][energy * width + at_work], depth, left_out, at_work, energy, gained
                at_work += choice.inhabitants
                energy += choice.energy
                gained += adds
                if at_work > worth.inhabitants or energy > worth.energy:
                    bound, _, index, at_work, energy, gained = skipping
                    continue
                bound, index = gained + after[activated][energy * width + at_work], activated
                if bound > skipping[0]:
                    stack.append((*skipping, broken, mask))
                    mask |= choice.bit
                else:
                    stack.append((bound, depth, index, at_work, energy, gained, broken, mask | choice.bit))
                    bound, _, index, at_work, energy, gained = skipping
            straight_on = False

    def _keep(self, alternative: Alternative, mask: int, value: int) -> None:
        """Remember what is better than the best so far, counting exactly instead of by promises."""
        promised = alternative.promised
        promises = sum([sum(rising[: (mask & members).bit_count()]) for members, rising in promised])
        value += self.worth.together(mask) * VP - promises
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask


@lru_cache(maxsize=1 << 10)
def _most_by_count(promised: tuple[tuple[int, ...], ...], twice: int, squares: int) -> tuple[int, ...]:
    """Return what terms promise at most by the number of their activated squares, some of which count twice."""
    most = [0]
    for rises in promised:
        gains = [*accumulate(rises, initial=0)]
        most = [
            max([most[one] + gains[count - one] for one in range(len(most)) if 0 <= count - one < len(gains)])
            for count in range(len(most) + len(gains) - 1)
        ]
    most = [*accumulate(most, max)]
    return tuple([most[min(count + twice, len(most) - 1)] for count in range(squares + 1)])
