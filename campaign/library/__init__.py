"""The texts of the library (missions and rules) as Python records. Pages and the search use the same records.

A text with a number is a `format_lazy` that takes the number from `scoring`.
"""
