"""Settings for the benchmarks: the site's settings, with an empty view added for comparison."""

from campaign.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.site_urls"

ADDRESS_SHARE = 100  # percentage of the connections for one IP address; all simulated phones share one address
