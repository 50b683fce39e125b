"""Write Russian dates without "г.", so that a date can end a sentence with one full stop."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, G:i"
YEAR_MONTH_FORMAT = "F Y"
