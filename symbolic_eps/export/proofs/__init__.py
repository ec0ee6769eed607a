"""Proofs on programs: the algebra without rounding, and errors of rounding in Coq."""
