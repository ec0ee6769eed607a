"""One typesetter: a layout arranges a formula, a notation (text, LaTeX, MathML) renders it."""
