"""Write Russian dates with no-break spaces, so that a date stays on one line.

They have no "г.", because a sentence that ends with "г." would have two full stops.
"""

DATE_FORMAT = "j\N{NO-BREAK SPACE}E\N{NO-BREAK SPACE}Y"
DATETIME_FORMAT = f"{DATE_FORMAT}, G:i"
YEAR_MONTH_FORMAT = "F Y"
