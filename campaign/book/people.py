"""Group the players of an account's campaigns into persons. One person can be a player in several campaigns."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Count, Q

from campaign.models import Campaign, Evaluation, Player, SamePerson, User
from campaign.scores.names import folded, number_names, numbered_name

MOST_PLAYERS_SHOWN = 500  # the most players, of all campaigns together, on the page that merges players


@dataclass(frozen=True, slots=True)
class Person:
    """A player of one campaign, or merged players of several campaigns. `number` is the primary key of one of them."""

    number: int
    name: str = field(compare=False)
    colour: str = field(compare=False)
    players: tuple[Player, ...] = field(compare=False)

    def __str__(self) -> str:
        return self.name

    @property
    def numbers(self) -> set[int]:
        """Return the number of the person, and the numbers that its players have as separate persons."""
        return {self.number, *(player.pk for player in self.players)}


class WhoIsWho:
    """Group players into persons. `same` maps the primary key of each merged player to the number of their person."""

    def __init__(self, players: Iterable[Player], same: "dict[int, int]") -> None:
        by_number: dict[int, list[Player]] = defaultdict(list)
        for player in sorted(players, key=lambda player: player.pk):
            by_number[same.get(player.pk, player.pk)].append(player)
        first = {number: next((one for one in own if one.pk == number), own[0]) for number, own in by_number.items()}
        often = Counter(folded(str(player)) for player in first.values())
        # If two persons have the same name, add the names of their campaigns.
        names = [
            str(player) if often[folded(str(player))] == 1 else f"{player} ({player.campaign.name})"
            for player in first.values()
        ]
        self._of: dict[int, Person] = {}
        for (number, player), name, other in zip(first.items(), names, number_names(names), strict=True):
            person = Person(number, numbered_name(name, other), player.colour, tuple(by_number[number]))
            self._of |= {one.pk: person for one in person.players}

    def of(self, player: Player) -> Person:
        return self._of[player.pk]

    @property
    def all(self) -> list[Person]:
        """List everybody, by name."""
        return sorted(set(self._of.values()), key=lambda person: (folded(person.name), person.number))

    @property
    def linked(self) -> list[Person]:
        """List the persons whom the reader has merged from several players."""
        return [person for person in self.all if len(person.players) > 1]

    @property
    def alike(self) -> list[tuple[Person, ...]]:
        """List groups of persons who may be one person: same name or account, but no campaign in common."""
        groups: dict[object, list[Person]] = defaultdict(list)
        for person in self.all:
            first = person.players[0]
            groups[first.account_id or folded(first.name)].append(person)
        return [tuple(group) for group in groups.values() if _may_be_one(group)]


def _may_be_one(group: Sequence[Person]) -> bool:
    campaigns = [player.campaign_id for person in group for player in person.players]
    return len(group) > 1 and len(set(campaigns)) == len(campaigns)


def links_of(reader: User) -> dict[int, int]:
    """Map player keys to person numbers, for all players whom this user has linked. Makes one query.

    A player who was merged into another in their campaign leads to this other player.
    """
    linked = SamePerson.objects.filter(reader=reader).values_list("player", "same_as")
    merged = Player.everybody.filter(campaign__in=Campaign.objects.visible_to(reader)).exclude(merged_into=None)
    one_person: dict[int, set[int]] = {}
    for pair in linked.union(merged.order_by().values_list("pk", "merged_into")):
        together = set().union(*(one_person.get(player, {player}) for player in pair))
        one_person |= dict.fromkeys(together, together)
    return {player: min(together) for player, together in one_person.items()}


def players_of(reader: User) -> list[Player]:
    """Find the newest players of a user's campaigns, up to MOST_PLAYERS_SHOWN. Makes one query."""
    visible = Campaign.objects.visible_to(reader)
    players = Player.objects.filter(campaign__in=visible).select_related("campaign")
    return list(players.order_by("-pk")[:MOST_PLAYERS_SHOWN])


def meeting_of(players: Iterable[int]) -> int | None:
    """Return the key of a game in which two of these players took part, or None. Such players are not one person."""
    present = Q(player__in=list(players), absent=False)
    games = Evaluation.objects.filter(present).values("game").annotate(count=Count("pk")).filter(count__gt=1)
    return games.values_list("game", flat=True).order_by("-game").first()


def join(reader: User, persons: Sequence[Person]) -> None:
    """Store that these persons are one person. Its number is the lowest of their numbers."""
    numbers = sorted(person.number for person in persons)
    first = numbers[0]
    with transaction.atomic():
        SamePerson.objects.filter(reader=reader, same_as__in=numbers[1:]).update(same_as=first)
        for number in numbers[1:]:
            SamePerson.objects.update_or_create(reader=reader, player_id=number, defaults={"same_as_id": first})


def part(reader: User, person: Person) -> None:
    """Split a merged person into its players, so that each player counts as a separate person."""
    own = Player.everybody.filter(
        Q(pk__in=[player.pk for player in person.players]) | Q(merged_into__in=person.players)
    )
    SamePerson.objects.filter(Q(player__in=own) | Q(same_as__in=own), reader=reader).delete()
