"""Section 5 of Kazan & Reiter (2023), (37)-(46): the settings of Lee & Clifton [21] and of Wood et al. [30].

Here L_0 and L_1 are the likelihoods of a release given I = 0 and I = 1, and p is P[I = 0].
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import (
    VALUE_PRIOR,
    decay,
    eps,
    known_value_budget,
    p,
    q,
    r,
    risk,
)
from derivations.kazan_reiter_2023.notation import THEOREM_1, a, cited, claim, definition
from derivations.kazan_reiter_2023.recommended_budget import PrintedNumber
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.extremum import Path, Supremum
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, ratio

n, L_1, posterior, absolute, left_out = (
    parameter(name) for name in ("n", "L_1", "posterior", "risk_absolute", "I_0")
)
T_change, v_change, T_1, T_2 = (parameter(name) for name in ("DeltaT", "Deltav", "T_1", "T_2"))
size_1, size_2, both = (parameter(name) for name in ("n_1", "n_2", "n_12"))
inside, outside, correlated, step = (parameter(name) for name in ("B", "B_c", "d", "t"))


def _largest(bound: sp.Symbol, *sizes: sp.Basic) -> sp.Basic:
    """That a bound is the largest difference of T over two subsets of such sizes, attained by some."""
    return sp.Implies(sp.And(*sizes, evaluate=False), le(sp.Abs(T_1 - T_2), bound), evaluate=False)


_SIZE = (n >= 1,)
_FINITE = (n > 1, a > 0, a < 1)
_EDGES = "The logarithm needs n > 1 and 0 < a < 1, which is not said."
_line_41 = sp.log((1 - 1 / n) / (1 / (n * a) - 1 / n))
_form_41 = sp.log((n - 1) * a / (1 - a))
_EXAMPLE = (eq(n, 4), eq(a, sp.Rational(1, 3)))
_point = {
    r: sp.Rational(4, 3),
    **{parameter(name): sp.Rational(1, 4) for name in ("p0", "p1")},
    **{parameter(name): sp.Integer(1) for name in ("q0", "q1")},
}

LEE_AND_CLIFTON: tuple[Claim, ...] = (
    definition("eq:37", eq(p, left_out), (p > 0, p <= 1)),
    definition("eq:38", eq(risk, posterior / left_out), (left_out > 0,)),
    definition("eq:39", eq(absolute, posterior), ()),
    claim(
        "text:5.1/known-for-any-set",
        eq(inside + outside, 2),
        (inside >= 0, inside <= 1, outside >= 0, outside <= 1, eq(inside + outside, 1)),
        missing=(),
        remark="No law gives probability 1, here B and B_c given I = 0, to a set and to its complement. What "
        "follows needs it of the sets with the person's value only.",
    ),
    claim(
        "text:5.1/relative-bound",
        sp.Equivalent(le(posterior, a), le(ratio(posterior, 1 / n), n * a)),
        _SIZE,
        remark="The cap a on the posterior is the bound n a on the ratio (38).",
    ),
    definition("eq:40", eq(r, n * a), _SIZE, remark="At p = 1/n, q = 1; +oo elsewhere."),
    claim(
        "text:5.1/theorem-1-by-analogy",
        le(L_0 / (L_0 * p + L_1 * (1 - p)), 1 / (p + decay * (1 - p))),
        (p > 0, p <= 1, L_0 >= 0, L_1 >= 0, le(decay, L_1 / L_0)),
    ),
    claim(
        "eq:41.1",
        eq(known_value_budget(1 / r), _line_41),
        (*_SIZE, eq(p, 1 / n), eq(r, n * a)),
        missing=_FINITE,
        remark=_EDGES,
    ),
    claim("eq:41.2", eq(_line_41, _form_41), _SIZE, missing=_FINITE, remark=_EDGES),
    claim(
        "text:5.1/their-setting",
        le(L_0 / (L_0 + (n - 1) * L_1), a),
        (*_SIZE, L_0 >= 0, L_1 >= 0, x > 0, x <= 1, ge(x * (n - 1) * a / (1 - a), 1), le(x**2, L_1 / L_0)),
        missing=(le(x, L_1 / L_0),),
        remark="The budget (41) against the cap a in their setting, where exactly one of n is left out. That "
        "another is, is two steps from that this one is, so that (1) gives a factor e^-2eps between L_1 and "
        "L_0, not e^-eps: Assumption 2 fails, since the others' data have one row less if the individual is "
        "in.",
    ),
    claim("text:5.1/risk-bound", eq(n * a, sp.Rational(4, 3)), _EXAMPLE),
    claim("text:5.1/eps-exact", eq(_form_41, sp.log(sp.Rational(3, 2))), _EXAMPLE),
    claim("text:5.1/eps", PrintedNumber("box", _point, "eps", "0.41"), ()),
    cited("eq:42", eq(eps, T_change / v_change * _form_41), (), "[21]"),
    cited("eq:43", _largest(T_change, eq(size_1, n - 1), eq(size_2, n - 2), eq(both, size_2)), (), "[21]"),
    cited("eq:44", _largest(v_change, eq(size_1, n - 1), eq(size_2, n - 1)), (), "[21]"),
    cited("text:5.1/lowest", eq(eps, sp.Rational(34, 100)), (), "[21]"),
    cited("text:5.1/highest", eq(eps, sp.Rational(162, 100)), (), "[21]"),
)

q_1, q_0 = parameter("q_1"), parameter("q_0")
_likelihoods = tuple(parameter(f"L_{world}{value}") for world in (1, 0) for value in (1, 0))
_M_11, _M_10, _M_01, _M_00 = _likelihoods
PRIORS_OF_Z = (q_1 >= 0, q_1 <= 1, q_0 >= 0, q_0 <= 1)
LIKELIHOODS_OF_Z = tuple(likelihood >= 0 for likelihood in _likelihoods)
PRIVACY_OF_Z = tuple(
    part
    for one, none in ((_M_11, _M_01), (_M_10, _M_00))
    for part in (le(x, one / none), le(one / none, 1 / x))
)
_of_one = q_1 * _M_11 / (q_1 * _M_11 + (1 - q_1) * _M_10)
_of_none = q_0 * _M_01 / (q_0 * _M_01 + (1 - q_0) * _M_00)
bound_46 = 1 / (q + sp.exp(-2 * eps) * (1 - q))
_posterior_bound = q / (q + sp.exp(-2 * eps) * (1 - q))

WOOD_ET_AL: tuple[Claim, ...] = (
    claim(
        "eq:45",
        le(_of_one, _of_none / (_of_none + x**2 * (1 - _of_none))),
        (x > 0, x <= 1, *PRIORS_OF_Z, *LIKELIHOODS_OF_Z, *PRIVACY_OF_Z),
        missing=(eq(q_1, q_0),),
        remark="Cited from [30], corrected in [31]; decided here. q_1 and q_0 are the prior of Z = 1 given "
        "I = 1 and given I = 0, L_11 to L_00 the likelihoods given I and Z. It needs that Z does not depend "
        "on I, where Z is printed as a function of I besides Y.",
    ),
    claim("eq:46.1", le(risk, bound_46), (eq(p, 1), *VALUE_PRIOR, *THEOREM_1)),
    claim(
        "eq:46.2",
        le(absolute, _posterior_bound),
        (q > 0, q <= 1, eq(absolute, risk * q), le(risk, bound_46)),
    ),
)

_others_alike = 1 / (q + (1 - q) * correlated)

COMMENTARY: tuple[Claim, ...] = (
    claim(
        "text:6/unbounded-risk",
        Supremum(_others_alike, (q, correlated), sp.oo, Path(step, {q: step, correlated: step})),
        (q > 0, q <= 1, correlated > 0, correlated <= 1),
        remark="Cited from [19]; decided here. Without Assumption 2: who knows I = 1 and takes k "
        "persons to have equal values reads (2) for their count; d = e^(-k eps) is small for large k.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*LEE_AND_CLIFTON, *WOOD_ET_AL, *COMMENTARY)
