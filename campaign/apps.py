from django.apps import AppConfig
from django.conf import settings
from django.core.signals import request_finished
from django.utils.translation import gettext_lazy as _


class CampaignConfig(AppConfig):
    name = "campaign"
    verbose_name = _("Campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models are there only now.
        from campaign.ops.backups import Daily  # noqa: PLC0415
        from campaign.ops.cleanup import sweep_once  # noqa: PLC0415

        if settings.BACKUPS:
            request_finished.connect(Daily(then=sweep_once), weak=False, dispatch_uid="daily backup")
