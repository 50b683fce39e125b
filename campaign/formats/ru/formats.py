"""Write Russian dates without "г.", because a sentence that ends with "г." would have two full stops."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, G:i"
YEAR_MONTH_FORMAT = "F Y"
