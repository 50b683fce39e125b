"""The pages under /admin/, where an operator helps people and restores lost campaigns.

Players, games and cities are read-only here, with their histories: people change them on the site's own pages. No page
shows a link's token or a part of a token. A change of a campaign or a link here raises the campaign's version, so that
caches and open pages notice it.
"""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin, TabularInline
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from campaign.models import Campaign, Evaluation, Game, Player, ShareLink, User
from campaign.web.events import Event, log_event


class ReadOnlyMixin:
    """Let the operator read the rows, but not add, change or delete them."""

    def has_add_permission(self, *_args: Any) -> bool:
        return False

    def has_change_permission(self, *_args: Any) -> bool:
        return False

    def has_delete_permission(self, *_args: Any) -> bool:
        return False


class OneByOneMixin:
    """Delete the ticked rows of a list one by one, so that the log has a line for each deletion."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, Any, set[str], list[str]]:
        """Let who may delete a campaign or an account delete its players and games too, which the admin only shows."""
        found, counts, _refused, protected = super().get_deleted_objects(objs, request)  # type: ignore[misc]
        return found, counts, set(), protected

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for each in queryset:
            self.delete_model(request, each)  # type: ignore[attr-defined] # ModelAdmin has it


class PlayerInline(ReadOnlyMixin, TabularInline[Player, Campaign]):
    model = Player
    fields = ("name", "colour", "account", "is_guest", "retired_at")
    show_change_link = True


class LinkInline(ReadOnlyMixin, TabularInline[ShareLink, Campaign]):
    model = ShareLink
    fields = readonly_fields = ("role", "may_claim", "created", "revoked_at")


@admin.register(Campaign)
class CampaignAdmin(OneByOneMixin, SimpleHistoryAdmin):  # type: ignore[misc]
    """Hand a campaign over to another owner, rename it, or bring it back from the bin."""

    list_display = ("name", "public_id", "owner", "created", "game_count", "deleted_at")
    list_filter = ("deleted_at", "language")
    search_fields = ("name", "public_id", "owner__username")
    fields = ("name", "owner", "language", "public_id", "created", "deleted_at", "version")
    readonly_fields = ("public_id", "created", "deleted_at", "version")
    raw_id_fields = ("owner",)
    inlines = (PlayerInline, LinkInline)
    actions = ("bring_back",)

    def get_queryset(self, _request: HttpRequest) -> QuerySet[Campaign]:
        return Campaign.everything.select_related("owner").annotate(game_count=Count("games"))

    @admin.display(description=_("games"))
    def game_count(self, campaign: Campaign) -> int:
        return int(vars(campaign)["game_count"])

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Campaign, form: Any, change: bool) -> None:  # noqa: FBT001 - Django's
        with transaction.atomic():
            obj.touch()
            super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Campaign) -> None:
        log_event(Event.DELETION, request, campaign=obj.pk)
        super().delete_model(request, obj)

    @admin.action(description=_("Bring back from the bin"), permissions=["change"])
    def bring_back(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        for campaign in queryset.exclude(deleted_at=None):
            campaign.restore()
            log_event(Event.RESTORATION, request, campaign=campaign.pk)
        messages.success(request, _("Saved."))


@admin.register(Player, Game, Evaluation)
class PlayedAdmin(ReadOnlyMixin, SimpleHistoryAdmin):  # type: ignore[misc]
    """Show the players, games and cities, and the history of their changes."""

    list_select_related = True

    def get_list_display(self, _request: HttpRequest) -> tuple[str, ...]:
        return {
            Player: ("name", "campaign", "colour", "account", "retired_at"),
            Game: ("__str__", "campaign", "state", "in_standings", "finished_at"),
            Evaluation: ("player", "game", "seat", "total", "rank"),
        }[self.model]

    def get_search_fields(self, _request: HttpRequest) -> tuple[str, ...]:
        path = {Evaluation: "game__campaign"}.get(self.model, "campaign")
        return (f"{path}__name", f"{path}__public_id")


@admin.register(ShareLink)
class ShareLinkAdmin(ReadOnlyMixin, ModelAdmin[ShareLink]):
    """List the share links, and withdraw them."""

    list_display = ("campaign", "role", "may_claim", "created", "revoked_at")
    list_filter = ("role", "revoked_at")
    list_select_related = ("campaign",)
    search_fields = ("campaign__name", "campaign__public_id")
    fields = ("campaign", "role", "may_claim", "created", "revoked_at")
    actions = ("withdraw",)

    @admin.action(description=_("Withdraw"), permissions=["view"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[ShareLink]) -> None:
        for link in queryset.filter(revoked_at=None):
            ShareLink.withdraw(link.campaign, link.role)
            log_event(Event.LINK_WITHDRAWN, request, campaign=link.campaign_id, role=link.role)
        messages.success(request, _("Saved."))


@admin.register(User)
class AccountAdmin(OneByOneMixin, UserAdmin):  # type: ignore[type-arg]
    """Find an account, set its password, or close it."""

    list_display = ("username", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        log_event(Event.ACCOUNT_DELETED, request, deleted=obj.pk)
        super().delete_model(request, obj)


admin.site.unregister(Group)
