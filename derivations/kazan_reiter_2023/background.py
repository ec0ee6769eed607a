"""Section 2 of Kazan & Reiter (2023), (1)-(7): privacy, the geometric mechanism, measures of risk.

f, f_1, f_2 and g are probabilities of one release: with the person's values y, y_1 or y_2, and without them.
The numbers that Section 1 reports of others stand here too.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import same_sentences
from derivations.kazan_reiter.notation import (
    INCLUSION_PRIOR,
    PRIORS,
    VALUE_PRIOR,
    eps,
    p,
    q,
    risk,
)
from derivations.kazan_reiter_2023.notation import cited, claim, definition, inverse_bound
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import PartialDerivative
from verify.calculus.series import Series
from verify.claims.claim import Claim
from verify.language.as_printed import eq, gt, le, product, ratio

f, f_1, f_2, g = (parameter(name) for name in ("f", "f_1", "f_2", "g"))
posterior, joint, inclusion, given = (parameter(name) for name in ("posterior", "J", "I_1", "B"))
posterior_inclusion = parameter("i_1")
center, other, count = (parameter(name) for name in ("t", "t_1", "k"))
e_1, e_2 = parameter("eps_1"), parameter("eps_2")

_BUDGET = (eps > 0,)
_UNIT = (x > 0, x < 1)

_mass = (1 - x) / (1 + x) * x ** sp.Abs(count)
_log_ratio = sp.log(sp.exp(-eps * sp.Abs(count - center)) / sp.exp(-eps * sp.Abs(count - other)))
_VARIANCE = 2 * x / (1 - x) ** 2


def _at(distance: int) -> sp.Expr:
    """(2) at a distance from the true count."""
    return _mass.subs(count, distance)


_ADVISED = (sp.Rational(1, 100), sp.Rational(1, 10), sp.log(2), sp.log(3))

INTRODUCTION: tuple[Claim, ...] = (
    cited("text:1/early-advice", sp.Or(*(eq(eps, number) for number in _ADVISED)), (), "[7]"),
    cited("text:1/on-the-map", eq(eps, sp.Rational(43, 5)), (), "[23]"),
    cited("text:1/local-use", eq(eps, 14), (), "[29]"),
    cited("text:1/census", eq(eps, sp.Rational(1714, 100)), (), "[1]"),
    claim("text:1/largest-budget.1", **same_sentences.LARGEST_BUDGET),
    claim("text:1/largest-budget.2", **same_sentences.LARGEST_BUDGET_AT_KNOWN_VALUE),
    claim(
        "text:1/bound-is-attained",
        eq(
            _at(0) / (_at(0) * q * p + _at(2) * (1 - q) * p + _at(1) * (1 - p)),
            1 / inverse_bound(),
        ),
        (*PRIORS, x > 0, x < 1),
        remark="The release attains Theorem 1's bound at t* = 1: (2) about 1 if Y is in S, about -1 if it is "
        "not, about 0 if I = 0. The right-hand side is the bound, the left-hand side the relative risk, by "
        "Bayes.",
    ),
)


def _within(ratio_: sp.Expr, times: int = 1) -> sp.Basic:
    """e^(-times eps) <= ratio <= e^(times eps)."""
    return sp.And(le(sp.exp(-times * eps), ratio_), le(ratio_, sp.exp(times * eps)), evaluate=False)


PRIVACY: tuple[Claim, ...] = (
    definition("eq:1", _within(f / g), _BUDGET, remark="For one release and one y."),
    claim(
        "text:2.1/bounded-with-twice-the-budget",
        _within(f_1 / f_2, times=2),
        (*_BUDGET, g > 0, _within(f_1 / g), _within(f_2 / g)),
        remark="Footnote 3 uses it as well.",
    ),
    claim(
        "text:2.1/variance-inversely-proportional",
        eq(product(e_1, 2 / e_1**2), product(e_2, 2 / e_2**2)),
        (e_1 > 0, e_2 > 0),
        corrected=sp.Or(sp.Ge(e_1, e_2), gt(2 / e_1**2, 2 / e_2**2)),
        remark="The sentence is about common mechanisms. The variance of Laplace noise of scale 1/eps is "
        "proportional to 1/eps^2, not to 1/eps; that of (3) is not either. Both fall as eps rises.",
    ),
)

GEOMETRIC_MECHANISM: tuple[Claim, ...] = (
    definition("eq:2", eq(f, _mass), _UNIT, remark="x = e^-eps, k = t* - t."),
    claim("text:2.1/geometric-has-mass-one", Series(_mass, count, -sp.oo, sp.oo, sp.Integer(1)), _UNIT),
    claim(
        "text:2.1/geometric-is-private",
        sp.And(le(-eps, _log_ratio), le(_log_ratio, eps), evaluate=False),
        (*_BUDGET, le(sp.Abs(center - other), 1)),
        remark="The logarithm of the ratio of (2) at two counts that differ by at most 1; its first factor "
        "cancels.",
    ),
    claim(
        "text:2.1/geometric-is-centered",
        Series(count * _mass, count, -sp.oo, sp.oo, sp.Integer(0)),
        _UNIT,
    ),
    claim("eq:3", Series(count**2 * _mass, count, -sp.oo, sp.oo, _VARIANCE), _UNIT),
    claim(
        "text:2.1/less-noise-for-larger-eps.1",
        PartialDerivative(_VARIANCE, x, 2 * (1 + x) / (1 - x) ** 3),
        _UNIT,
        remark="Smaller eps, more noise: the variance rises in x = e^-eps.",
    ),
    claim("text:2.1/less-noise-for-larger-eps.2", gt(2 * (1 + x) / (1 - x) ** 3, 0), _UNIT),
)

RISKS: tuple[Claim, ...] = (
    definition("eq:4.1", eq(inclusion, p), INCLUSION_PRIOR),
    definition("eq:4.2", eq(joint / inclusion, q), VALUE_PRIOR),
    definition("eq:5", eq(risk, posterior / joint), (joint > 0,)),
    claim("eq:6", **same_sentences.DECOMPOSED_RISK),
    definition("eq:7", eq(parameter("risk_absolute"), posterior), ()),
    claim(
        "text:2.2/conversion",
        eq(ratio(posterior, joint), posterior / (p * q)),
        (*PRIORS, eq(joint, given * inclusion), eq(given, q), eq(inclusion, p)),
    ),
)

CLAIMS: tuple[Claim, ...] = (*INTRODUCTION, *PRIVACY, *GEOMETRIC_MECHANISM, *RISKS)
