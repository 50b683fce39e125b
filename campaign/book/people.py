"""Group the players of an account's campaigns into persons. One person can be a player in several campaigns."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Count, Q

from campaign.models import Campaign, Evaluation, Player, SamePerson, User
from campaign.scores.names import folded

MOST_PLAYERS_SHOWN = 500  # the most players, of all campaigns together, on the page that merges players


@dataclass(frozen=True, slots=True)
class Person:
    """A player of one campaign, or merged players of several campaigns. `number` is the primary key of one of them."""

    number: int
    name: str = field(compare=False)
    colour: str = field(compare=False)
    players: tuple[Player, ...] = field(compare=False)


class WhoIsWho:
    """Group players into persons. `same` maps the primary key of each merged player to the number of their person."""

    def __init__(self, players: Iterable[Player], same: "dict[int, int]") -> None:
        by_number: dict[int, list[Player]] = defaultdict(list)
        for player in sorted(players, key=lambda player: player.pk):
            by_number[same.get(player.pk, player.pk)].append(player)
        names = Counter(folded(own[0].name) for own in by_number.values())
        self._of: dict[int, Person] = {}
        for number, own in by_number.items():
            first = next((player for player in own if player.pk == number), own[0])
            # If two persons have the same name, add the names of their campaigns.
            unique = names[folded(own[0].name)] == 1
            name = first.name if unique else f"{first.name} ({first.campaign.name})"
            person = Person(number, name, first.colour, tuple(own))
            self._of |= {player.pk: person for player in own}

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
    """Map player keys to person numbers, for all players whom this user has merged. Makes one query."""
    return dict(SamePerson.objects.filter(reader=reader).values_list("player", "same_as"))


def players_of(reader: User) -> list[Player]:
    """Find the newest players of a user's campaigns, up to MOST_PLAYERS_SHOWN. Makes one query."""
    visible = Campaign.objects.visible_to(reader)
    players = Player.objects.filter(campaign__in=visible).select_related("campaign")
    return list(players.order_by("-pk")[:MOST_PLAYERS_SHOWN])


def met_each_other(players: Iterable[int]) -> bool:
    """Tell whether two of these players took part in the same game. Such players cannot be one person."""
    present = Q(player__in=list(players), absent=False)
    return Evaluation.objects.filter(present).values("game").annotate(count=Count("pk")).filter(count__gt=1).exists()


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
    SamePerson.objects.filter(reader=reader, same_as=person.number).delete()
