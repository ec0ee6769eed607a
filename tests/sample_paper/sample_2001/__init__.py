"""A tiny paper on odds: Roman sections, a proposition, a remark, a footnote, an algorithm and a table."""

from verify import Grammar, Paper

PAPER = Paper(
    identifier="sample-2001",
    title="A. Sample, A Note on Odds (2001)",
    package=__name__,
    notation=(("o", "omega, the odds t/(1 - t) of a probability t"),),
    modules=("section_ii", "section_iv"),
    offers={"tables": "table_1:ROWS", "formulas": {"odds-free-root": "formulas:root"}},
    grammar=Grammar(sections=(("[IVX]+$", "Section"), ("", "Appendix"))),
)
