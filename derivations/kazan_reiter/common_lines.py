"""Lines that both versions of Kazan & Reiter print in the proofs of Theorem 2 and Corollary 1, term by term.

Each version's own modules say where a line stands in it, on which domain, and which lines are not alike.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import (
    BOUNDED_RISK,
    INCLUSION_PRIOR,
    POSITIVE_DECAY,
    decay,
    eps,
    known_value_budget,
    p,
    q,
    r,
    radicand,
    root_budget,
)
from verify.language.as_printed import inverse, le, product, ratio, total

# Theorem 2 at q = 1

EDGE_BUDGET = known_value_budget(1 / r)
EDGE = (*INCLUSION_PRIOR, *BOUNDED_RISK, *POSITIVE_DECAY, le(eps, EDGE_BUDGET))
EDGE_DECAY = (1 / r - p) / (1 - p)
"""What e^-eps is at least."""

EDGE_BOUND = 1 / (p + decay * (1 - p))
EDGE_BOUND_AT_LEAST_DECAY = 1 / (p + product(ratio(1 / r - p, 1 - p), 1 - p))
EDGE_BOUND_CANCELLED = inverse(total(p, 1 / r - p))

# Theorem 2 for q < 1

VALUE_UNKNOWN = (*INCLUSION_PRIOR, q > 0, q < 1, *BOUNDED_RISK)
ROOT_BUDGET = root_budget(1 / r)
WITHIN_BUDGET = (*VALUE_UNKNOWN, *POSITIVE_DECAY, le(eps, ROOT_BUDGET))

EXCESS = 1 / r - p * q
ROOT = sp.sqrt(radicand(1 / r))
LEAST_DECAY = (ROOT - (1 - p)) / (2 * p * (1 - q))
"""What e^-eps is at least."""

_half_square = (1 - p) ** 2 - (1 - p) * ROOT
LEAST_SQUARE = EXCESS / (p * (1 - q)) + _half_square / (2 * p**2 * (1 - q) ** 2)
"""The square of `LEAST_DECAY`, its terms sorted."""

INVERSE_BOUND = q * p + sp.exp(-2 * eps) * (1 - q) * p + decay * (1 - p)
INVERSE_BOUND_AT_LEAST_DECAY = total(
    q * p,
    product(EXCESS, 1 / (p * (1 - q)), 1 - q, p),
    product(_half_square, 1 / (2 * p**2 * (1 - q) ** 2), 1 - q, p),
    product(LEAST_DECAY, 1 - p),
)
_shift = product((1 - p) - ROOT, (1 - p) / (2 * p * (1 - q)))
INVERSE_BOUND_CANCELLED = total(q * p, EXCESS, _shift, product(-1, _shift))
INVERSE_INVERSE_RISK = inverse(1 / r)
"""1/(1/r*)."""

# Corollary 1

PRIVACY = (eps >= 0,)
"""e^-eps <= e^eps in the definition of privacy."""

SQUARE = sp.exp(-2 * eps)
BOUND_BY_SQUARES = 1 / (q * p + SQUARE * (1 - q) * p + SQUARE * (1 - p))
BOUNDS_TO_THE_SQUARE = (
    1 / (q * p + SQUARE * (1 - q * p)),
    1 / (SQUARE + q * p * (1 - SQUARE)),
    inverse(total(SQUARE, 0)),
)
"""The three lines that follow."""

# Corollary 2

INCLUSION_KNOWN = (q > 0, q < 1, *BOUNDED_RISK)
ODDS = (1 - q) / (1 / r - q)
