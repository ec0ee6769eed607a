"""Discrete probability: sums over countable index sets, ratios of them, and exact finite models.

What is proved here is proved for every countable support, or for every finite one if the setting says so: a
rule on sums reduces it to an implication about one generic term. The modules: `supports` (how large sets may
be), `weighted_sum` (the language), `rules` (how sums follow from terms), `convergence` (which sums do) and
`infinite_sets` (that the sets may be infinite at all), `derivation` and `statements` (what can be claimed),
`products` (sums over n-tuples), `model`, `refutation` and `model_search` (exact counterexamples).
"""
