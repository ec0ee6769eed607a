"""All claims of Yoshida, Yung & Hayashi (2018), in the paper's order."""

from __future__ import annotations

from derivations.yoshida_yung_hayashi_2018 import (
    discrimination,
    estimation,
    exponents,
    extreme_pairs,
    extreme_points,
    introduction,
    lemma_1,
    many_data,
    related_work,
    sublinear,
    theorem_1,
    theorem_3_steps,
    two_outcomes,
    weight,
)
from verify.claims.claim import Claim

SECTIONS = (
    introduction,
    estimation,
    theorem_1,
    sublinear,
    extreme_points,
    extreme_pairs,
    two_outcomes,
    weight,
    lemma_1,
    theorem_3_steps,
    discrimination,
    many_data,
    exponents,
    related_work,
)
"""Sections I to VII, with the proofs where they stand."""

CLAIMS: tuple[Claim, ...] = tuple(claim for section in SECTIONS for claim in section.CLAIMS)
