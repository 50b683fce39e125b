"""Path converters of the site's addresses."""

from django.urls.converters import IntConverter


class RowConverter(IntConverter):
    """The number of a row, as large as one can be: a larger one is the address of nothing, and no error."""

    regex = "[0-9]{1,18}"
