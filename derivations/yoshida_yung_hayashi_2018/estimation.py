"""Section II of Yoshida, Yung & Hayashi (2018) before its theorem: information, errors, ranges."""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018 import finite_sets
from derivations.yoshida_yung_hayashi_2018.notation import (
    MIXTURE,
    SHARE,
    THETA,
    WEIGHT,
    a,
    cited,
    claim,
    d,
    definition,
    w,
)
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import between, eq, le, product, total

_term, _p_t, _slope = parameter("j"), parameter("p_t"), parameter("slope")
LEVEL = parameter("alpha")
_mse, _n, _J = parameter("mse"), parameter("n"), parameter("J")
_zero, _one, _two, _eps = parameter("P_0"), parameter("P_1"), parameter("P_2"), parameter("eps")
_norm, _distance = parameter("norm"), parameter("d_1")

_INTERVAL = total(1 - LEVEL / 2, -LEVEL / 2)
_INSIDE = (le(sp.Abs(1 - 2 * w), d),)
_RANGE = between((1 - d) / 2, w, (1 + d) / 2)

CLAIMS: tuple[Claim, ...] = (
    definition("text:II/data", eq(_p_t, MIXTURE)),
    definition(
        "text:II/fisher",
        eq(_term, _slope**2 * _p_t),
        remark="Summed over y; the slope is that of ln p_theta(y).",
    ),
    cited("text:II/mean-square-error", eq(_mse, 1 / (_n * _J)), "[3]-[5]", "For large n."),
    claim(
        "text:II/confidence-level",
        eq(_INTERVAL, LEVEL),
        (LEVEL / 2 > 0, LEVEL <= 1),
        corrected=eq(_INTERVAL, 1 - LEVEL),
        remark="The chance of a normal variable between its quantiles at alpha/2 and 1 - alpha/2: the level "
        "of the interval is 1 - alpha.",
    ),
    definition(
        "text:II/measure", eq(_norm, 2 * _distance), remark="Section I has the measure with the factor 1/2."
    ),
    claim("text:II/smaller-weight", sp.Equivalent(w < sp.Rational(1, 2), 1 - w > w), WEIGHT),
    claim("text:II/least-error.1", finite_sets.LEAST_ERROR, WEIGHT, remark="For every set S."),
    claim("text:II/least-error.2", finite_sets.LEAST_ERROR_ATTAINED, WEIGHT, remark="For one set S."),
    definition("text:II/share", eq(a, (1 - d) / 2)),
    claim("eq:1.1", finite_sets.ERROR_FROM_NORM, (*WEIGHT, *SHARE), remark="From the norm to the errors."),
    claim("eq:1.2", finite_sets.NORM_FROM_ERROR, (*WEIGHT, *SHARE), remark="From the errors to the norm."),
    definition("eq:2", le(_one, sp.exp(_eps) * _two + d)),
    claim("text:II/no-factor.1", finite_sets.PRIVATE[0], ()),
    claim("text:II/no-factor.2", finite_sets.PRIVATE[1], ()),
    claim("text:II/no-factor.3", finite_sets.PRIVATE_MEANS_CLOSE, ()),
    claim("text:II/half-weight", finite_sets.HALF_WEIGHT, ()),
    claim("text:II/norm-at-most-1", finite_sets.NORM_AT_MOST_1, WEIGHT),
    claim("text:II/large-delta", finite_sets.NO_CONSTRAINT, (*WEIGHT, d >= 1)),
    claim("text:II/no-delta.1", finite_sets.NULL_NEEDS_HALF, WEIGHT, remark="Else the domain is empty."),
    claim("text:II/no-delta.2", finite_sets.NULL_MEANS_EQUAL, WEIGHT),
    claim("text:II/no-delta.3", finite_sets.EQUAL_MEANS_NULL, (), remark="At w = 1/2."),
    claim("text:II/no-delta.4", finite_sets.NULL_HAS_NO_INFORMATION, (*WEIGHT, *THETA)),
    claim("text:II/weights-differ", finite_sets.WEIGHTS_DIFFER, WEIGHT),
    claim("text:II/weights-bounded", finite_sets.WEIGHTS_BOUNDED, WEIGHT),
    claim("text:II/range-of-weights.1", _RANGE, (*WEIGHT, *_INSIDE)),
    claim("text:II/range-of-weights.2", _INSIDE[0], (*WEIGHT, *_RANGE.args)),
    claim("text:II/range-of-weights.3", eq((1 + d) / 2, total(1, product(-1, (1 - d) / 2))), ()),
)
