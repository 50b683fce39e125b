"""Settings for the benchmarks: the site's settings, with an empty view added for comparison."""

from campaign.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.site_urls"
