"""Links that let somebody without an account into a campaign."""

import hashlib
import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.encoding import force_str
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from campaign.models.campaign import Campaign

if TYPE_CHECKING:
    from collections.abc import Iterable

SALT = "campaign.ShareLink"


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_seed() -> str:
    return secrets.token_urlsafe(16)


def token_of(seed: str, key: str | bytes) -> str:
    """Make the secret part of the link's address: 43 characters, 256 bits."""
    return urlsafe_base64_encode(salted_hmac(SALT, seed, secret=key, algorithm="sha256").digest())


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    def active(self) -> "ShareLinkQuerySet":
        return self.filter(revoked_at=None)

    def opened_by(self, token: str) -> "ShareLink | None":
        """Find the active link with this token, and its campaign. Return None if the campaign is in the bin."""
        found = self.active().filter(token_hash=hashed(token), campaign__deleted_at=None)
        return found.select_related("campaign").first()

    def ended_with(self, token: str) -> "ShareLink | None":
        """Find the withdrawn or renewed link that had this token."""
        return self.filter(token_hash=hashed(token)).exclude(revoked_at=None).first()

    def view_only_token(self) -> str:
        """Return the token of the active view-only link, or "" without such a link. Makes one query."""
        link = self.active().filter(role=self.model.LinkRole.LOOK).first()
        return (link and link.token) or ""


class ShareLink(models.Model):
    """A link into a campaign for people without an account: to look, or to enter points for a player they choose.

    The token is computed from `seed` and the site's secret key, so nobody can read it in a copy of the database. If the
    secret key is replaced, the link still works, but the site can no longer show it.
    """

    class LinkRole(models.TextChoices):
        LOOK = "look", _("look")
        SCORE = "score", _("enter points")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="share_links")
    role = models.CharField(max_length=5, choices=LinkRole.choices)
    seed = models.CharField(max_length=22, default=new_seed, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    # Whether visitors with an account may connect the account with their player. This makes them members.
    may_claim = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = ShareLinkQuerySet.as_manager()

    class Meta:
        verbose_name = _("link")
        verbose_name_plural = _("links")
        constraints = (
            models.CheckConstraint(condition=Q(role__in=("look", "score")), name="share_link_role_exists"),
            models.CheckConstraint(condition=Q(role="score") | Q(may_claim=False), name="only_links_to_score_claim"),
            models.UniqueConstraint("campaign", "role", condition=Q(revoked_at=None), name="one_active_link_a_role"),
        )

    def __str__(self) -> str:
        return f"{self.campaign}: {self.role}"

    @classmethod
    def renew(cls, campaign: Campaign, role: str) -> "ShareLink":
        """Make a new link and end the previous one. The new link keeps the previous one's `may_claim`."""
        with transaction.atomic():
            Campaign.objects.select_for_update().get(pk=campaign.pk)
            before = campaign.share_links.active().filter(role=role).first()
            cls.withdraw(campaign, role)
            link = cls(campaign=campaign, role=role, may_claim=before.may_claim if before else False)
            link.token_hash = hashed(token_of(link.seed, settings.SECRET_KEY))
            link.save()
        return link

    @classmethod
    def ensure(cls, campaign: Campaign, role: str) -> bool:
        """Make a link if there is no active one. Return whether a link was made."""
        with transaction.atomic():
            Campaign.objects.select_for_update().get(pk=campaign.pk)
            if campaign.share_links.active().filter(role=role).exists():
                return False
            cls.renew(campaign, role)
            return True

    @classmethod
    def withdraw(cls, campaign: Campaign, role: str) -> None:
        """End the active link for this role: it stops working, and visitors who came by it lose access."""
        with transaction.atomic():
            campaign.share_links.active().filter(role=role).update(revoked_at=timezone.now())
            campaign.touch()

    @property
    def token(self) -> str | None:
        """Return the secret part of the address; None if the site no longer has the secret key that made this part."""
        keys: Iterable[str | bytes] = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        tokens = (token_of(self.seed, force_str(key)) for key in keys)
        return next((token for token in tokens if constant_time_compare(hashed(token), self.token_hash)), None)
