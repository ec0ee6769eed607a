"""Mutants of the claims that hold: each changes one thing, and the audit should refute those that are false.

`operators` says what may be changed in a formula, `planting` where in a claim, `judging` what the audit and
`verify.independent_check`, by arithmetic and points of its own, make of it, `results` what became of all.
"""
