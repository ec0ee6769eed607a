"""Statements for every function that obeys axioms: sublinear, convex, increasing ones.

The modules: `unspecified` (the language), `concrete` (functions that can be written down, held against the
axioms), `instances` (what the axioms say of points), `statements` (what can be claimed), `models` (extrema
over all finite models), `perspective` and `named_extremum` (one function of all), `suprema` (of such extrema
over orders), `extreme_model` (extreme points).
"""
