"""One typesetter: a layout says what is set, a notation (text, LaTeX, MathML) how it looks."""
