"""Path converters for the site's addresses."""

from django.urls.converters import IntConverter


class RowConverter(IntConverter):
    """The primary key of a row, of at most 18 digits. A longer number matches no URL, so it cannot cause an error."""

    regex = "[0-9]{1,18}"
