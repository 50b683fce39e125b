from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.access import signed_in
from campaign.book.book import PEOPLE_OFFERED, Book, ChosenGames
from campaign.book.forms import FilterForm, JoinForm
from campaign.book.people import WhoIsWho, join, links_of, part, players_of
from campaign.http import UserRequest
from campaign.web.partials import render_part

PERSONS_A_PAGE = 25
MOST_NAMED = 4  # of a group or person, the page names so many players
GROUPS_SHOWN = 15  # a page suggests at most this many groups of persons to merge
RECORDS = "records"  # the part of `records_page` that `book_page` also shows


@signed_in
@require_safe
def book_page(request: UserRequest) -> HttpResponse:
    """Show the figures of all campaigns of the reader. The query string can filter the games by period and people."""
    book, form, chapter = read_book(request)
    most_played = [row.person for row in ChosenGames(book).rows]
    context = {
        "book": book,
        "chapter": chapter,
        "figures": chapter.figures,
        "form": form,
        "page": chapter.page(request.GET.get("page", "")),
        "offered": dict.fromkeys([*chapter.chosen, *most_played[:PEOPLE_OFFERED]]),
        "is_filtered": form.is_filtered,
    }
    return render(request, "book/book.html", context)


@signed_in
@require_safe
def records_page(request: UserRequest) -> HttpResponse:
    """Show the records of the chosen games. The book's page loads this part when a reader scrolls to it."""
    _book, _form, chapter = read_book(request)
    context = {"figures": chapter.figures, "page": chapter.records(request.GET.get("page", ""))}
    return render_part(request, "book/records.html", context, part=RECORDS)


def read_book(request: UserRequest) -> tuple[Book, FilterForm, ChosenGames]:
    """Return the reader's book, the filter form, and the games that match the filter in the query string."""
    book = Book(request.user)
    form = FilterForm(request.GET, people=book.people)
    form.is_valid()
    asked = form.cleaned_data
    players = frozenset(asked.get("player", ()))
    return book, form, ChosenGames(book, since=asked.get("since"), until=asked.get("until"), players=players)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def people_page(request: UserRequest) -> HttpResponse:
    """Show which players of different campaigns are one person. By POST, merge persons or split one."""
    people = WhoIsWho(players_of(request.user), links_of(request.user))
    form = JoinForm(request.POST if request.method == "POST" else None, people=people)
    if request.method == "POST":
        if request.POST.get("do") == "part":
            persons = [person for person in people.linked if str(person.number) == request.POST.get("person")]
            for person in persons:
                part(request.user, person)
            return redirect("book_people")
        if form.is_valid():
            if len(persons := form.cleaned_data["person"]) > 1:
                join(request.user, persons)
                messages.success(request, _("One person from now on."))
            return redirect("book_people")
    page = Paginator(people.all, PERSONS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "people": people,
        "form": form,
        "page": page,
        "alike": people.alike[:GROUPS_SHOWN],
        "most_named": MOST_NAMED,
        "linked": [person for person in page if person in people.linked],
    }
    return render(request, "book/people.html", context)
