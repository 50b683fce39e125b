from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Put each file's hash into its name, also where a script imports another one."""

    support_js_module_import_aggregation = True
