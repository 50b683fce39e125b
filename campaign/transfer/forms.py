from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.transfer import CampaignFile, ImportRefusedError
from campaign.transfer.importing import too_large
from campaign.web.uploads import LARGEST_FILE

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class UploadField(forms.FileField):
    """A file to upload. `accept` lists the endings and types that the browser offers."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "required": _("Choose the file first."),
        "empty": _("The file is empty."),
        "invalid": _("The file did not arrive. Please choose it again."),
    }

    def __init__(self, *, accept: str, **kwargs: Any) -> None:
        super().__init__(widget=forms.FileInput(attrs={"accept": accept}), **kwargs)


class ImportForm(forms.Form):
    """The form for uploading the file of an exported campaign. Another kind of file has its own `file` and `read`."""

    file = UploadField(
        label=_("Campaign file"),
        help_text=_("Choose the exported file. Its name ends in .json."),
        accept=".json,application/json",
    )

    def read(self, raw: bytes) -> Any:
        """Read the content of the file. Raises ImportRefusedError."""
        return CampaignFile.read(raw)

    def clean_file(self) -> Any:
        """Read the file. Store an error instead of raising it: a traceback would keep all read data in memory."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            self.add_error("file", too_large())
            return None
        try:
            return self.read(file.read())
        except ImportRefusedError as refusal:
            self.add_error("file", str(refusal))
            return None
