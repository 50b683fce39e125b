from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # comes without types
    """Put each file's hash into its name, also where a script of ours imports another one.

    Scripts that come with packages name modules that they do not bring along.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "campaign/*.js",
        # Django has no other place for it.
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined] # noqa: SLF001
    )
