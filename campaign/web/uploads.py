"""Hold uploads in memory up to a limit and discard the rest, so that no upload fills the disk."""

from io import BytesIO
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler

LARGEST_FILE = 16 * 1024 * 1024  # the file of the largest campaign has less
LARGEST_TO_KEEP = 1024 * 1024  # bytes of a body that is kept in memory; a longer body goes to a file on disk
# A refused request of at most this size is still read to its end. Otherwise the browser would show a lost connection
# instead of the response.
LARGEST_REQUEST = 256 * 1024 * 1024


class LimitedUpload(FileUploadHandler):
    """Keeps files of at most LARGEST_FILE bytes. Forms get only the size of a larger file, and refuse it."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],  # noqa: ARG002
        META: dict[str, str],  # noqa: N803, ARG002
        content_length: int,
        boundary: str,  # noqa: ARG002
        encoding: str | None = None,  # noqa: ARG002
    ) -> None:
        if content_length > LARGEST_REQUEST:
            raise RequestDataTooBig(f"expected {LARGEST_REQUEST} bytes at most")

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.kept: BytesIO | None = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        if start + len(raw_data) > LARGEST_FILE:
            self.kept = None
        if self.kept is not None:
            self.kept.write(raw_data)
        return None

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        kept = self.kept or BytesIO()
        kept.seek(0)
        return InMemoryUploadedFile(
            kept, self.field_name, self.file_name or "", self.content_type or "", file_size, self.charset
        )
