"""All claims of Kazan & Reiter (2023), (1)-(85), in the paper's order."""

from __future__ import annotations

from derivations.kazan_reiter_2023 import (
    background,
    corollaries,
    examples,
    lemma_2,
    minima,
    prior_work,
    results,
    risk_profiles,
    theorem_2,
    theory,
)
from verify.claims.claim import Claim

SECTIONS = (
    background,
    risk_profiles,
    examples,
    theory,
    prior_work,
    results,
    minima,
    lemma_2,
    theorem_2,
    corollaries,
)
"""Sections 2 to 5, Appendix A.1, Appendix A.2."""

CLAIMS: tuple[Claim, ...] = tuple(claim for section in SECTIONS for claim in section.CLAIMS)
