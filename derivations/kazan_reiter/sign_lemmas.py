"""Lemmas 2 and 3 of Kazan & Reiter: how the budget that a pair of priors needs changes with the priors.

The profiles of the lemmas with their domain, the open square; the signs are derived, and what was derived
before is in the folder `signs`.
"""

from __future__ import annotations

from derivations.kazan_reiter.profiles import a, r
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.sign_lemma import interior
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q

ABSOLUTE = RiskProfile(a / (p * q), box=interior())
"""r* = a/(p q): a cap on the posterior."""

CONSTANT = RiskProfile(r, box=interior())
"""r* = r."""
