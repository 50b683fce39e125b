from django.http import HttpResponse
from django.views.decorators.http import require_safe

from campaign.access import everybody
from campaign.http import Request
from campaign.library import contents
from campaign.library.buildings import BUILDINGS
from campaign.library.facts import house_context
from campaign.library.records import played
from campaign.library.topics import TOPICS
from campaign.search.search import LONGEST_QUERY, search
from campaign.web.offline import kept_offline
from campaign.web.partials import render_part
from campaign.web.table import reads_table, table_of


@everybody
@require_safe
@kept_offline
@reads_table
def rules_page(request: Request) -> HttpResponse:
    """Show all rules, or the search results for a question."""
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    table = table_of(request)
    context = house_context(table) | {
        "query": query,
        "longest": LONGEST_QUERY,
        "results": search(query, table) if query else [],
        "buildings": BUILDINGS,
        "topics": [played(topic, table) for topic in TOPICS],
        "further": [each for each in contents.FURTHER if each.name != "rules"],
    }
    return render_part(request, "search/rules.html", context, part="results")
