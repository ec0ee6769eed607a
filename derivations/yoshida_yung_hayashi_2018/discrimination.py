"""Section V of Yoshida, Yung & Hayashi (2018): divergences, Theorem 4, Corollary 2; t1, t2 are the thetas."""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.finite_sets import (
    BOUNDED,
    ENOUGH,
    ENOUGH_STEPS,
    MASSES,
    OVERLAP,
    SMALLER,
)
from derivations.yoshida_yung_hayashi_2018.notation import (
    SETTING,
    a,
    cited,
    claim,
    definition,
    g,
    h,
    setting,
    w,
    y,
)
from derivations.yoshida_yung_hayashi_2018.theorem_1 import PAIRS
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign, PartialDerivative
from verify.calculus.limit import Limit
from verify.claims.claim import Claim
from verify.functions.instances import Mixture
from verify.functions.statements import ForEveryFunction
from verify.functions.unspecified import Property, UnspecifiedFunction
from verify.language.as_printed import eq, ge, le, product, ratio
from verify.probability.derivation import Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Total

t1, t2, s, x, n, rate = (parameter(name) for name in ("t1", "t2", "s", "x", "n", "rate"))
x1, x2, y1, y2, c, alpha = (parameter(name) for name in ("x1", "x2", "y1", "y2", "c", "alpha"))
p, q = parameter("p"), parameter("q")
"""p_theta1(y) and p_theta2(y)."""

THETAS = (t1 > 0, t1 < 1, t2 > 0, t2 < 1)
f = UnspecifiedFunction("f", (x,), (Property.CONVEX,))

# Theorem 4.


def mixed(first: sp.Expr, second: sp.Expr, theta: sp.Expr) -> sp.Expr:
    """p_theta(y).

    Examples
    --------
    >>> mixed(sp.Integer(1), sp.Integer(0), t1)
    1 - t1
    """
    return (1 - theta) * first + theta * second


_OURS = tuple(zip(*PAIRS[3], strict=True))
_SHARE = (1 - t2) / (1 - w) + t2 / w
_COMMON = mixed(w, 1 - w, t1) / mixed(w, 1 - w, t2)
_ZERO_RATIO, _ONE_RATIO = (1 - t1) / (1 - t2), t1 / t2
_FIRST_TWO = a * _SHARE * f(_COMMON) + (1 - a / (1 - w)) * (1 - t2) * f(_ZERO_RATIO)
PRINTED = _FIRST_TWO + (1 - a / w) * (1 - t2) * f(_ONE_RATIO)
MEANT = _FIRST_TWO + (1 - a / w) * t2 * f(_ONE_RATIO)
_AT_PAIR = (
    mixed(*_OURS[0], t2) * f(_COMMON)
    + mixed(*_OURS[1], t2) * f(_ZERO_RATIO)
    + mixed(*_OURS[2], t2) * f(_ONE_RATIO)
)

_P1, _P2 = mixed(g, h, t1), mixed(g, h, t2)
_rest = (g - SMALLER / (1 - w), h - SMALLER / w)
_parts = (SMALLER * _SHARE, _rest[0] * (1 - t2), _rest[1] * t2)
_POINTS = (_COMMON, _ZERO_RATIO, _ONE_RATIO)
_split = Mixture(
    f, (_P1 / _P2,), tuple((part / _P2, (at,)) for part, at in zip(_parts, _POINTS, strict=True))
)
_whole = Mixture(
    f,
    (_COMMON,),
    (((1 - t2) / (1 - w) / _SHARE, (_ZERO_RATIO,)), (t2 / w / _SHARE, (_ONE_RATIO,))),
)
DIVERGENCE = Total(_P2 * f(_P1 / _P2), y)
_terms = sp.Le(
    DIVERGENCE,
    Total(sp.Add(*(part * f(at) for part, at in zip(_parts, _POINTS, strict=True))), y),
    evaluate=False,
)
_cut = (1 - OVERLAP / (1 - w), 1 - OVERLAP / w)
_summed = le(
    DIVERGENCE,
    OVERLAP * _SHARE * f(_COMMON) + _cut[0] * (1 - t2) * f(_ZERO_RATIO) + _cut[1] * t2 * f(_ONE_RATIO),
)
_NOT_NULL = g + h > 0


def _largest(value: sp.Expr) -> ForEveryFunction:
    return ForEveryFunction(
        (f,),
        le(DIVERGENCE, value),
        setting(BOUNDED, _NOT_NULL),
        mixtures=(_split, _whole),
        steps=(
            *ENOUGH_STEPS,
            Step(_terms, Termwise(), (_split.conclusion, g >= 0, h >= 0, _NOT_NULL, *THETAS, *SETTING)),
            Step(_summed, using=(_terms, *MASSES)),
            Step(le(DIVERGENCE, value), using=(_summed, ENOUGH, _whole.conclusion, *SETTING, *THETAS)),
        ),
    )


_SLIP = "Print or transcription: the last coefficient stands with 1 - theta_2; Corollary 2 has theta_2."

# psi of (21), for pairs that are not (0, 0); there it is 0.


def perspective(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """(21) where one of the arguments is positive."""
    return mixed(first, second, t2) * f(mixed(first, second, t1) / mixed(first, second, t2))


_NONNEGATIVE = (x1 >= 0, x2 >= 0, y1 >= 0, y2 >= 0)
_NOT_ZERO = (x1 + y1 > 0, x2 + y2 > 0)
_MIDDLE = (c * x1 + (1 - c) * x2, c * y1 + (1 - c) * y2)


def _for_every(goal: sp.Basic) -> ForEveryFunction:
    return ForEveryFunction((f,), goal)


THEOREM_4: tuple[Claim, ...] = (
    claim(
        "text:V/perspective-is-convex",
        _for_every(
            le(
                _MIDDLE[1] * f(_MIDDLE[0] / _MIDDLE[1]),
                c * y1 * f(x1 / y1) + (1 - c) * y2 * f(x2 / y2),
            )
        ),
        (*_NONNEGATIVE[:2], y1 > 0, y2 > 0, c >= 0, c <= 1),
        remark="A convex function on (0, oo) agrees at finitely many points with one on [0, oo).",
    ),
    claim(
        "text:V/psi-is-sublinear.1",
        _for_every(eq(perspective(alpha * x1, alpha * y1), alpha * perspective(x1, y1))),
        (*THETAS, alpha > 0, x1 >= 0, y1 >= 0, _NOT_ZERO[0]),
    ),
    claim(
        "text:V/psi-is-sublinear.2",
        _for_every(le(perspective(x1 + x2, y1 + y2), perspective(x1, y1) + perspective(x2, y2))),
        (*THETAS, *_NONNEGATIVE, *_NOT_ZERO),
    ),
    claim(
        "thm:4/largest",
        _largest(PRINTED),
        (*SETTING, *THETAS),
        corrected=_largest(MEANT),
        remark=f"{_SLIP} For every convex function, over all pairs on every finite set.",
        print_in_doubt=True,
    ),
    claim(
        "thm:4/attained",
        _for_every(eq(_AT_PAIR, PRINTED)),
        (*SETTING, *THETAS),
        corrected=_for_every(eq(_AT_PAIR, MEANT)),
        remark=_SLIP,
        print_in_doubt=True,
    ),
)

# Divergences of an order, and Corollary 2's values at the pair.

_POSITIVE = (p > 0, q > 0)
AS_EXPONENTIAL = "Powers are written as exponentials."


def power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    """A power of a positive number, as an exponential."""
    return sp.exp(exponent * sp.log(base))


HIGH, LOW = (s > 0,), (s > -1, s < 0)
_common_1, _common_2 = (mixed(w, 1 - w, theta) for theta in (t1, t2))
_FACTOR = a / (w * (1 - w))
_TERMS = (
    (
        mixed(*_OURS[0], t1),
        mixed(*_OURS[0], t2),
        sp.log(_FACTOR) + (1 + s) * sp.log(_common_1) - s * sp.log(_common_2),
    ),
    (
        mixed(*_OURS[1], t1),
        mixed(*_OURS[1], t2),
        sp.log(1 - a / (1 - w)) + (1 + s) * sp.log(1 - t1) - s * sp.log(1 - t2),
    ),
    (mixed(*_OURS[2], t1), mixed(*_OURS[2], t2), sp.log(1 - a / w) + (1 + s) * sp.log(t1) - s * sp.log(t2)),
)
_LOGARITHMS = (
    (mixed(*_OURS[0], t1), mixed(*_OURS[0], t2), _FACTOR * _common_1 * sp.log(_common_1 / _common_2)),
    (
        mixed(*_OURS[1], t1),
        mixed(*_OURS[1], t2),
        (1 - a / (1 - w)) * (1 - t1) * sp.log((1 - t1) / (1 - t2)),
    ),
    (mixed(*_OURS[2], t1), mixed(*_OURS[2], t2), (1 - a / w) * t1 * sp.log(t1 / t2)),
)

_INSIDE: dict[int, tuple[sp.Basic, ...]] = {1: (), 2: (w < 1 - a,), 3: (w > a,)}

VALUES: tuple[Claim, ...] = (
    *(
        one
        for k, (sign, given) in enumerate(((-1, LOW), (1, HIGH)), 1)
        for one in (
            claim(
                f"text:V/f-is-convex.{k}-slope",
                PartialDerivative(sign * power(x, 1 + s), x, sign * (1 + s) * power(x, s)),
                (x > 0, *given),
                remark=AS_EXPONENTIAL,
            ),
            claim(
                f"text:V/f-is-convex.{k}-second-slope",
                PartialDerivative(sign * (1 + s) * power(x, s), x, sign * (1 + s) * s * power(x, s - 1)),
                (x > 0, *given),
                remark=AS_EXPONENTIAL,
            ),
            claim(
                f"text:V/f-is-convex.{k}-rises", ge(sign * (1 + s) * s * power(x, s - 1), 0), (x > 0, *given)
            ),
        )
    ),
    *(
        claim(
            f"eq:20.{k}",
            eq(sp.log(q) + (1 + s) * sp.log(p / q), (1 + s) * sp.log(p) - s * sp.log(q)),
            (*_POSITIVE, *given),
            remark="At each y, the term of the sum without its sign: the logarithms of both sides.",
        )
        for k, given in ((1, LOW), (2, HIGH))
    ),
    claim(
        "text:V/relative-entropy",
        eq(product(q, product(ratio(p, q), sp.log(p / q))), p * sp.log(p / q)),
        _POSITIVE,
        remark="At each y.",
    ),
    claim("text:V/entropy-is-convex.1", PartialDerivative(x * sp.log(x), x, 1 + sp.log(x)), (x > 0,)),
    claim("text:V/entropy-is-convex.2", DerivativeSign(1 + sp.log(x), x, ">"), (x > 0,)),
    claim("text:V/monotone.1", DerivativeSign(sp.log(-x) / s, x, ">"), (x < 0, *LOW)),
    claim("text:V/monotone.2", DerivativeSign(sp.log(x) / s, x, ">"), (x > 0, *HIGH)),
    *(
        claim(
            f"cor:2.1/term-{k}",
            eq((1 + s) * sp.log(one) - s * sp.log(other), value),
            (*SETTING, *THETAS, s > -1, sp.Ne(s, 0)),
            missing=_INSIDE[k],
            remark="At the pair, the logarithms of both sides. An element of probability 0 has no term.",
        )
        for k, (one, other, value) in enumerate(_TERMS, 1)
    ),
    *(
        claim(
            f"cor:2.2/term-{k}",
            eq(one * sp.log(ratio(one, other)), value),
            (*SETTING, *THETAS),
            missing=_INSIDE[k],
            remark="At the pair. An element of probability 0 has no term.",
        )
        for k, (one, other, value) in enumerate(_LOGARITHMS, 1)
    ),
)

DEFINITIONS: tuple[Claim, ...] = (
    definition("text:V/relative-renyi-entropy", eq(parameter("D_s"), sp.log(parameter("S")) / s)),
    definition("text:V/relative-entropy-symbol", eq(parameter("D_0"), parameter("D"))),
    definition("text:V/f-divergence", eq(parameter("D_f"), parameter("S"))),
    definition("eq:21", eq(parameter("psi"), parameter("psi_f"))),
)

_vanishing = sp.exp(-n * rate)
STRONG_CONVERSE = claim(
    "text:V/strong-converse",
    Limit(1 - _vanishing, n, sp.oo, "-", sp.Integer(0)),
    (rate > 0,),
    corrected=Limit(_vanishing, n, sp.oo, "-", sp.Integer(0)),
    remark="What decreases at a rate vanishes. In that case P_(theta_2 -> theta_1) does, and 1 less it tends "
    "to 1; P_(theta_1 -> theta_2) goes to one, so that 1 - P_(theta_1 -> theta_2) is meant. In the next "
    "sentence the rate of P_(theta_1 -> theta_2) is given, and 1 - P_(theta_2 -> theta_1) is right.",
)

_error, _exponent, _bound = parameter("error"), parameter("exponent"), parameter("bound")
CITED: tuple[Claim, ...] = (
    cited("text:V/likelihood-ratio", le(_error, parameter("other_error")), "[19]"),
    cited("text:V/chernoff", eq(_exponent, _bound), "[16], [17]"),
    cited("text:V/stein", eq(_exponent, parameter("D")), "[17]"),
    cited(
        "text:V/hoeffding",
        eq(_exponent, s / (1 + s) * (rate - parameter("D_s"))),
        "[20]",
        "The supremum over -1 < s < 0.",
    ),
    cited("text:V/converse", eq(_error, 1), "[21]", "In the limit."),
    cited(
        "text:V/han-kobayashi",
        eq(_exponent, s / (1 + s) * (rate - parameter("D_s"))),
        "[22]",
        "The supremum over s > 0.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*DEFINITIONS, *CITED, STRONG_CONVERSE, *VALUES, *THEOREM_4)
