"""All claims of Dandekar, Basu & Bressan (2021), in the paper's order."""

from __future__ import annotations

from derivations.dandekar_basu_bressan_2021 import (
    appendix_b,
    background,
    both_sources,
    characteristic,
    composition,
    convexity,
    cost,
    explicit_randomness,
    illustration,
    implicit_randomness,
    privacy_at_risk,
    ridge_regression,
)
from verify.claims.claim import Claim

SECTIONS = (
    background,
    privacy_at_risk,
    composition,
    convexity,
    explicit_randomness,
    appendix_b,
    characteristic,
    implicit_randomness,
    both_sources,
    cost,
    illustration,
    ridge_regression,
)
"""Sections 2 to 6, with the proofs of the appendices after what they prove."""

CLAIMS: tuple[Claim, ...] = tuple(claim for section in SECTIONS for claim in section.CLAIMS)
