"""Mutants of the claims that hold: each changes one thing, and the audit should refute those that are false.

`operators` says what may be changed in a formula, `planting` where in a claim, `arithmetic`, `drawing` and
`second_look` whether a mutant is true at many points by arithmetic of their own, `report` what became of all.
"""
