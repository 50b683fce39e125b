"""Write German dates with no-break spaces, so that a date stays on one line."""

DATE_FORMAT = "j.\N{NO-BREAK SPACE}F\N{NO-BREAK SPACE}Y"
DATETIME_FORMAT = f"{DATE_FORMAT} H:i"
