"""The book of an account or a guest: the finished games of all their campaigns, except those left out."""

from dataclasses import replace
from datetime import date
from functools import cached_property

from django.core.paginator import Page, Paginator

from campaign.book.figures import Figures, HeadToHead, PersonFigures, PlayedGame, Record, rows
from campaign.book.people import Person, WhoIsWho, links_of
from campaign.book.pictures import HeatMap, Multiple, heat_maps, multiples
from campaign.models import Campaign, Colour, Game, Player, User
from campaign.results.charts import KindRow, kind_rows

MOST_GAMES = 400  # the book counts only the latest games; a group that plays weekly reaches this number in eight years
PEOPLE_A_PAGE = 16
RECORDS_A_PAGE = 10  # the number of missions on a page of best cities
PEOPLE_IN_CHARTS = len(Colour.values)
PEOPLE_OFFERED = 24  # number of frequent players that the filter offers


class Book:
    """The latest MOST_GAMES finished games of a reader's campaigns. Makes four queries."""

    def __init__(self, reader: User) -> None:
        finished = Game.objects.in_figures().filter(campaign__in=Campaign.objects.visible_to(reader))
        games = list(
            finished.select_related("campaign")
            .prefetch_related("evaluations__player")
            .order_by("-played_on", "-pk")[: MOST_GAMES + 1]
        )
        self.is_cut = len(games) > MOST_GAMES
        games = games[:MOST_GAMES]
        players: dict[int, Player] = {}
        for game in games:
            for evaluation in game.present:
                player = players.setdefault(evaluation.player_id, evaluation.player)
                player.campaign = evaluation.player.campaign = game.campaign
        self.people = WhoIsWho(players.values(), links_of(reader))
        self.plays = [
            PlayedGame(game, tuple((self.people.of(evaluation.player), evaluation) for evaluation in game.by_rank))
            for game in games
            if game.present
        ]


class ChosenGames:
    """The games of a book that match its filter: in the chosen period, and with all chosen people."""

    def __init__(
        self, book: Book, *, since: date | None = None, until: date | None = None, players: frozenset[int] = frozenset()
    ) -> None:
        self.book = book
        self.chosen = [person for person in book.people.all if person.number in players]
        self.plays = [
            play
            for play in book.plays
            if (since is None or since <= play.game.played_on)
            and (until is None or play.game.played_on <= until)
            and play.persons.issuperset(self.chosen)
        ]

    @cached_property
    def rows(self) -> list[PersonFigures]:
        return rows(self.plays)

    def page(self, number: str) -> Page[PersonFigures]:
        return Paginator(self.rows, PEOPLE_A_PAGE).get_page(number)

    def records(self, number: str) -> Page[Record]:
        return Paginator(self.figures.best_cities, RECORDS_A_PAGE).get_page(number)

    @cached_property
    def shown(self) -> list[Person]:
        """Return the people for the charts, at most PEOPLE_IN_CHARTS: the chosen, or those with the most games."""
        chosen = self.chosen or [row.person for row in self.rows]
        return chosen[:PEOPLE_IN_CHARTS]

    @cached_property
    def in_colour(self) -> dict[Person, Person]:
        """Give each person in the charts a different colour. Map each person to a copy with the new colour."""
        free, coloured = list(Colour.values), {}
        for person in self.shown:
            colour = person.colour if person.colour in free else free[0]
            free.remove(colour)
            coloured[person] = replace(person, colour=colour)
        return coloured

    @cached_property
    def figures(self) -> Figures:
        return Figures(self._coloured, list(self.in_colour.values()))

    @cached_property
    def _coloured(self) -> list[PlayedGame]:
        return [
            PlayedGame(play.game, tuple((self.in_colour.get(person, person), entry) for person, entry in play.entries))
            for play in self.plays
        ]

    @cached_property
    def multiples(self) -> list[Multiple]:
        return multiples(self.figures.by_mission)

    @cached_property
    def kinds(self) -> list[KindRow]:
        return kind_rows(self.figures.by_category)

    @cached_property
    def maps(self) -> list[HeatMap]:
        return heat_maps(self._coloured, self.figures.shown)

    @cached_property
    def head_to_head(self) -> HeadToHead | None:
        """Compare the two chosen people. Return None unless exactly two are chosen and have a game together."""
        match self.figures.shown:
            case [one, other] if self.chosen and self.plays:
                return HeadToHead(one, other, tuple(self._coloured))
        return None
