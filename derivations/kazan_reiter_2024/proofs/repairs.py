"""Arguments that stand in for broken or missing steps of the proofs of Lemma 3 and Theorems 3-5.

No part of the paper. All are about F(x) = p (1-q) x^2 + (1-p) x + p q - s with x = e^-eps and s = 1/r*: a
budget keeps to the bound exactly if F >= 0 there, whether or not the formula of (12) gives a number.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import INCLUSION_PRIOR, PRIORS, p, q, r, root_budget
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.proofs.capped_profile import CAPS, PROFILE
from derivations.kazan_reiter_2024.proofs.lemma_3 import GAP
from derivations.kazan_reiter_2024.proofs.theorem_3 import KNOWN_INCLUSION, KNOWN_VALUE
from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import INVERSE_RISK as s
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import ImplicitDerivative
from verify.calculus.limit import Limit
from verify.claims.claim import Claim
from verify.language.as_printed import eq, gt, lt

a, y = parameter("a"), parameter("y")

_constant = bound_polynomial().subs(s, 1 / r)
_INSIDE = (*INCLUSION_PRIOR, q > 0, q < 1, r > 0, x > 0)
ON_ROOT = (*_INSIDE, eq(_constant, 0))
_slope_in_x = 2 * p * (1 - q) * x + 1 - p
_fall_in_q = -p * (1 - x**2) / _slope_in_x
_fall_in_p = -((1 - q) * x**2 - x + q) / _slope_in_x

LEMMA_3: tuple[Claim, ...] = (
    claim(
        "text:E/lemma-3-repair-by-the-root.1",
        lt(x, 1),
        (*ON_ROOT, r > 1),
        remark="For r* > 1 the root of F is below 1, that is eps > 0.",
    ),
    claim(
        "text:E/lemma-3-repair-by-the-root.2",
        ImplicitDerivative(_constant, x, q, _fall_in_q),
        _INSIDE,
    ),
    claim(
        "text:E/lemma-3-repair-by-the-root.3",
        lt(_fall_in_q, 0),
        (*ON_ROOT, r > 1),
        remark="The root falls in q, so eps = -log x rises: wherever r* > 1, p = 1 and p r* <= 1 included.",
    ),
    claim(
        "text:E/lemma-3-repair-by-the-root.4",
        ImplicitDerivative(_constant, x, p, _fall_in_p),
        _INSIDE,
    ),
    claim(
        "text:E/lemma-3-repair-by-the-root.5",
        sp.And(
            sp.Or(sp.Not(q < 1 / (r + 1)), gt(_fall_in_p, 0)),
            sp.Or(sp.Not(q > 1 / (r + 1)), lt(_fall_in_p, 0)),
        ),
        (*ON_ROOT, r > 1),
        remark="Below the threshold the root rises in p, so eps falls; above it the reverse.",
    ),
)

_UNIT = (y > 0, y < 1)
_at_root_of_r = bound_polynomial().subs({x: y, s: y**2})

THEOREM_3: tuple[Claim, ...] = (
    claim(
        "text:E/theorem-3-repair.1",
        eq(_at_root_of_r, (1 - p) * y * (1 - y) + p * q * (1 - y**2)),
        (*PRIORS, *_UNIT),
        remark="F at eps = log(r)/2, with y = 1/sqrt(r).",
    ),
    claim(
        "text:E/theorem-3-repair.2",
        gt(_at_root_of_r, 0),
        (*PRIORS, *_UNIT),
        remark="Strict: log(r)/2 keeps to the bound at all priors and is the limit of no pair of them; no "
        "edges and no r p q < 1 are needed. Sharp by (145).",
    ),
    claim(
        "text:E/theorem-3-repair.3",
        Limit(GAP, q, 1 / (p * r), "-", sp.Integer(0)),
        (p > 0, p <= 1, r > 1, p * r > 1, q > 0, q < 1, lt(r * p * q, 1)),
        remark="The edge r p q = 1, which the proof leaves out: the divisor in (142) tends to 0.",
    ),
)

_LOW_ROOT = sp.log(a * (1 - q) / (q * (1 - a))) / 2

THEOREMS_4_AND_5: tuple[Claim, ...] = (
    claim(
        "text:E/theorem-4-repair.1",
        Limit(root_budget(1 / r), q, sp.Integer(1), "-", KNOWN_VALUE),
        (p > 0, r > 1, lt(r * p, 1), q > 0, q < 1),
        remark="Lemmas 2 and 3 are on q < 1, the minimum on q <= 1: where the profile is r, the budget is "
        "continuous at q = 1.",
    ),
    claim(
        "text:E/theorem-4-repair.2",
        eq(root_budget(p * q / a).subs(p, 1), _LOW_ROOT),
        (q > 0, q < a / r, *CAPS),
        remark="At p = 1, which the lemmas leave out: falls in q, as the quotient under the logarithm does.",
    ),
    claim(
        "text:E/theorem-5-repair.1",
        Limit(root_budget(1 / r), p, sp.Integer(1), "-", KNOWN_INCLUSION),
        (q > 0, r > 1, lt(r * q, 1), p > 0, p < 1),
        remark="Lemmas 2 and 3 are on p < 1, the minimum on p <= 1: the budget is continuous at p = 1.",
    ),
    claim(
        "text:E/theorem-5-repair.2",
        sp.Equivalent(lt(PROFILE * p * q, 1), lt(r * p * q, 1)),
        (*PRIORS, *CAPS),
        remark="The profile max(a/(p q), r) constrains the budget exactly where the constant r does.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*LEMMA_3, *THEOREM_3, *THEOREMS_4_AND_5)
