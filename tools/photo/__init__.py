"""Train and measure the reader that turns a photo of a mat into a city. docs/photo.md has method and figures."""
