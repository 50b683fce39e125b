"""The texts of the library, about missions and rules, as Python records. Numbers in them come from `scoring`."""
