from typing import TYPE_CHECKING

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.transfer import CampaignFile, RefusedError
from campaign.transfer.importing import too_large
from campaign.web.uploads import LARGEST_FILE

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class ImportForm(forms.Form):
    """An exported campaign's file."""

    file = forms.FileField(
        label=_("Campaign file"),
        help_text=_("Choose the exported file. Its name ends in .json."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={
            "required": _("Choose the file first."),
            "empty": _("The file is empty."),
            "invalid": _("The file did not arrive. Please choose it again."),
        },
    )

    def clean_file(self) -> CampaignFile:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            raise ValidationError(too_large(), code="too_large")
        try:
            return CampaignFile.read(file.read())
        except RefusedError as refusal:
            raise ValidationError(str(refusal), code="refused") from refusal
