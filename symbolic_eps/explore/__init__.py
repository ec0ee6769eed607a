"""One page to explore formulas in a browser: sliders, curves, and the certificates behind what is shown."""
