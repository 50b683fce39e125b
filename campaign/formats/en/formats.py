"""Write English dates with no-break spaces, so that a date stays on one line."""

DATE_FORMAT = "N\N{NO-BREAK SPACE}j,\N{NO-BREAK SPACE}Y"
DATETIME_FORMAT = f"{DATE_FORMAT}, P"
