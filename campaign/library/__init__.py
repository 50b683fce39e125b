"""The texts of the mission library as records, in our own words. All figures come from the engine.

Pages and search read the same records. A text that names a figure is a `format_lazy` with the figure from `scoring`.
"""
