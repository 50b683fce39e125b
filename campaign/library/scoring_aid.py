"""How each kind of building scores in a game, for the players who ask during a round. Numbers come from the rules."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import pgettext_lazy

from campaign.library.buildings import BUILDINGS
from campaign.library.records import Page, Sentence, Words, name_of, played
from campaign.scores.house_rules import TableRules
from scoring import Kind, Mission
from scoring.kinds import KINDS
from scoring.rules import Points

# Names that fit a third of a phone's width.
SHORT: dict[Kind, Words] = {
    Kind.TOWER_BLOCK: pgettext_lazy("short name", "Towers"),
    Kind.SHOP: pgettext_lazy("short name", "Shops"),
    Kind.PUBLIC_SERVICE: pgettext_lazy("short name", "Services"),
    Kind.PARK: pgettext_lazy("short name", "Parks"),
    Kind.PLAYGROUND: pgettext_lazy("short name", "Play"),
    Kind.FACTORY: pgettext_lazy("short name", "Factories"),
    Kind.HARBOR: pgettext_lazy("short name", "Harbors"),
    Kind.OFFICE_TOWER: pgettext_lazy("short name", "Offices"),
    Kind.MONUMENT: pgettext_lazy("short name", "Sights"),
}
SENTENCES = 2


@dataclass(frozen=True, slots=True)
class KindAid:
    """The rule of a kind of building in a few lines: its sentences, its VP by `counted`, and the resources it needs."""

    page: Page
    short: Words
    said: tuple[Sentence, ...]
    counted: Words
    vp: tuple[tuple[Words | int, int], ...]  # each count or neighbour, with its VP
    groups: tuple[tuple[int, tuple[int, ...]], ...]  # only for Office Towers: each size of a group, with VP by floors
    inhabitants: int
    energy: int

    @property
    def kind(self) -> Kind | None:
        return self.page.kind


def scoring_aid(mission: Mission, house_rules: TableRules) -> list[KindAid]:
    """List the kinds of building of a mission, with its numbers under these house rules."""
    rules = mission.rules.with_house_rules(house_rules.house_rules)
    return [
        _aid(played(page, house_rules), page.kind, rules.points)
        for page in BUILDINGS
        if page.kind
        and rules.mode in KINDS[page.kind].highest
        and (page.kind is not Kind.PLAYGROUND or rules.playgrounds)
    ]


def _aid(page: Page, kind: Kind, points: Points) -> KindAid:
    said = page.sections[0].said
    table = page.tables[0]
    return KindAid(
        page,
        SHORT[kind],
        said[:SENTENCES],
        table.head[0],
        tuple(_vp(kind, points)),
        tuple((size, row[1:]) for size, row in enumerate(points.office_tower) if size)
        if kind is Kind.OFFICE_TOWER
        else (),
        KINDS[kind].inhabitants,
        KINDS[kind].energy,
    )


def _vp(kind: Kind, points: Points) -> Iterator[tuple[Words | int, int]]:
    """Yield the VP of a kind by count, or by neighbour, without the counts and neighbours that bring nothing."""
    match kind:
        case Kind.OFFICE_TOWER:
            return
        case Kind.FACTORY | Kind.MONUMENT:
            neighbours = points.factory if kind is Kind.FACTORY else points.monument
            yield from ((name_of(neighbour.label), vp) for neighbour, vp in neighbours.items() if vp)
        case _:
            by_count = points.park if kind is Kind.PLAYGROUND else getattr(points, kind.value)
            yield from ((count, vp) for count, vp in enumerate(by_count) if count and (vp or count > 1))
