"""The site as it is served, and an empty view beside it to compare with."""

from campaign.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.site_urls"

ADDRESS_SHARE = 100  # all phones are on this machine
