"""The town chronicle: a campaign as one page to keep, to print and to send to friends.

It has a chapter for each mission with a game that counts, in the order of the missions.
"""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.access import in_campaign
from campaign.http import CampaignRequest, Role
from campaign.models import Campaign, Game, Player
from campaign.results import stories
from campaign.results.game_result import GameResult, LogEntry
from campaign.results.standings import CampaignStandings
from campaign.scores.words import names


@dataclass(frozen=True)
class ChronicleEntry:
    """A mission with its game, the game's result and its story.

    `leaders` are the players who led the campaign after this game, or () if they have led before. `story` has no
    sentence of an earlier chapter.
    """

    game: Game
    result: GameResult
    leaders: tuple[Player, ...]
    story: list[str]

    @property
    def winner(self) -> LogEntry:
        return self.result.entries[0]

    @property
    def leader_names(self) -> str:
        return names(self.leaders)


def chapters_of(standings: CampaignStandings) -> list[ChronicleEntry]:
    """List the chapters of the campaign with these standings. Makes no query if its games are prefetched."""
    chapters: list[ChronicleEntry] = []
    told: set[str] = set()
    before: tuple[Player, ...] = ()
    for count, game in enumerate(standings.games.values(), start=1):
        leaders = tuple(player for player, (_score, behind) in standings.scores_after(count).items() if not behind)
        result = GameResult.of(game)
        remarks = [remark for remark in stories.remarks(result.facts) if remark.key not in told]
        told.update(remark.key for remark in remarks)
        new_leaders = () if leaders == before else leaders
        chapters.append(ChronicleEntry(game, result, new_leaders, [remark.sentence for remark in remarks]))
        before = leaders
    return chapters


@in_campaign(read=Role.LOOK)
@require_safe
def chronicle_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Tell the story of a campaign on one page."""
    if campaign.is_single_games:
        return redirect(campaign)
    seen = request.membership.has_seen_mayor
    standings = CampaignStandings(campaign.prefetch_games(), has_seen_mayor=seen)
    context = {
        "campaign": campaign,
        "standings": standings,
        "chapters": chapters_of(standings),
        "sent": sent_address(request, campaign) if request.membership.role == Role.OWNER else "",
    }
    return render(request, "results/chronicle.html", context)


def sent_address(request: CampaignRequest, campaign: Campaign) -> str:
    """Return the address of the chronicle to send to friends; "" without a view-only link. Makes one query."""
    token = campaign.share_links.view_only_token()
    return request.build_absolute_uri(reverse("shown_chronicle", args=[token])) if token else ""
