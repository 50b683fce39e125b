"""What the mission library says: records of texts, in our own words, with every figure taken from the engine's records.

Pages and search read the same records. A text that names a figure is a `format_lazy` with the figure from `scoring`.
"""
