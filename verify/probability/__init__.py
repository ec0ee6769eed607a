"""Finite probability: sums over finite index sets of any size, ratios of them, and exact finite models.

What is proved here is proved for every finite support: a rule on sums reduces it to an implication about one
generic term. The modules: `weighted_sum` (the language), `rules` (how sums follow from terms), `derivation`
and `statements` (what can be claimed), `model` and `refutation` (exact counterexamples),
`distribution` (joint distributions).
"""
