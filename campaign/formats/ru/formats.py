"""Write Russian dates without "г.": at the end of a sentence, its full stop would stand beside the sentence's own."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, G:i"
YEAR_MONTH_FORMAT = "F Y"
