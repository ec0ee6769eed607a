"""Statements for every function that obeys axioms: sublinear, convex, increasing ones.

The modules: `unspecified` (the language), `concrete` (functions that can be written down, held against the
axioms), `instances` (what the axioms say of points), `statements` (what can be claimed), `models` (extrema
over all finite models), `perspective` and `named_extremum` (one function of all), `suprema` (of such extrema
over orders), `extreme_model` (extreme points).
For functions that are written down, such as x log(x/y): `named_convexity` (that one is convex or increasing),
`edge_perspective` (its conventions at 0), `lemmas` (what is known of its values), `written` (statements on
sums of them), `certified_model` (their exact counterexamples). For statements of any kind on a setting:
`solved_equations` (what hypotheses determine is substituted), `author_models` (counterexamples that are
named).
"""
