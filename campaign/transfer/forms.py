from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.transfer import CampaignFile, ImportRefusedError
from campaign.transfer.importing import too_large
from campaign.web.uploads import LARGEST_FILE

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class ImportForm(forms.Form):
    """The form for uploading the file of an exported campaign."""

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

    def clean_file(self) -> CampaignFile | None:
        """Read the file. Store an error instead of raising it: a traceback would keep all read data in memory."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            self.add_error("file", too_large())
            return None
        try:
            return CampaignFile.read(file.read())
        except ImportRefusedError as refusal:
            self.add_error("file", str(refusal))
            return None
