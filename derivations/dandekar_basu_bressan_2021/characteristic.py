"""Appendix B of Dandekar, Basu and Bressan (2021): characteristic functions, hypergeometric series, (17)."""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.appendix_b import theta
from derivations.dandekar_basu_bressan_2021.explicit_randomness import HALF, ZERO, density, probability
from derivations.dandekar_basu_bressan_2021.notation import LOSS, claim, eps0, n, t
from symbolic_eps.theory.symbols import parameter
from verify.calculus.fourier_integral import FourierIntegral
from verify.calculus.integral import DefiniteIntegral
from verify.claims.claim import Claim
from verify.integers.induction import Induction, Sequence
from verify.language.as_printed import eq, ge
from verify.language.special_functions import by_recurrences

omega = parameter("omega")
"""The argument z of a characteristic function."""

_ANGLE = omega * theta
_RATE = 1 / theta
_SQUARE = 1 + _ANGLE**2
_GAMMA = (theta > 0,)
PARTS = {
    1: (1 / _SQUARE, _ANGLE / _SQUARE),
    2: ((1 - _ANGLE**2) / _SQUARE**2, 2 * _ANGLE / _SQUARE**2),
    3: ((1 - 3 * _ANGLE**2) / _SQUARE**3, (3 * _ANGLE - _ANGLE**3) / _SQUARE**3),
}
"""Real and imaginary part of (1 - i z theta)^(-n), by n: those of (1 + i z theta)^n, divided."""


def gamma_law(shape: int) -> sp.Expr:
    """The density of Gamma(shape, theta) at t."""
    return t ** (shape - 1) * sp.exp(-t / theta) / (sp.factorial(shape - 1) * theta**shape)


def _characteristic(shape: int) -> Claim:
    statement = FourierIntegral(gamma_law(shape), _RATE, t, omega, *PARTS[shape])
    return claim(f"text:B/characteristic.{shape}", statement, _GAMMA, remark=f"n = {shape}.")


RE, IM = parameter("Re"), parameter("Im")
"""The parts of (1 - i z theta)^(-n)."""

_PRODUCT = Induction(
    eq(RE**2 + IM**2, _SQUARE ** (-n)),
    n,
    sp.Integer(1),
    (
        Sequence(RE, PARTS[1][0], (RE - _ANGLE * IM) / _SQUARE),
        Sequence(IM, PARTS[1][1], (IM + _ANGLE * RE) / _SQUARE),
    ),
)
"""From n to n + 1 the parts are multiplied by (1 + i z theta)/(1 + z^2 theta^2)."""


def _inverse(shape: int) -> Claim:
    printed = density(shape, sp.Integer(2) ** (1 - shape) / theta).subs(t, t / theta)
    elementary = sp.expand(by_recurrences(printed))
    return claim(
        f"text:B/inverse.{shape}",
        FourierIntegral(elementary, _RATE, t, omega, 1 / _SQUARE**shape / 2),
        _GAMMA,
        remark=f"n = {shape}: half of the density's own transform, which is even and determines it. "
        "K at a half-integer order is put in elementary form by its recurrence.",
    )


def regularised(above: sp.Expr, below: tuple[sp.Expr, ...]) -> sp.Expr:
    """1F2 at t^2/4, divided by the gamma function at the lower parameters, in elementary functions."""
    series = sp.hyperexpand(sp.hyper([above], list(below), t**2 / 4))
    return series / sp.prod([sp.gamma(one) for one in below])


def hypergeometric(count: int) -> sp.Expr:
    """What P(T <= t) is said to be proportional to."""
    k = sp.Integer(count)
    first = regularised(HALF, (3 * HALF - k, 3 * HALF)) * sp.sqrt(sp.pi) * 4**k * t
    second = 2 * regularised(k, (HALF + k, k + 1)) * t ** (2 * k) * sp.gamma(k)
    # The claims are on this form. That it is the printed series rests on SymPy, and on balls at points.
    return sp.expand(sp.simplify((first - second).rewrite(sp.exp)))


def _distribution(count: int, factor: sp.Expr) -> Claim:
    x = parameter("x")
    value = factor * hypergeometric(count).subs(t, x)
    return claim(
        f"text:B/hypergeometric.{count}",
        DefiniteIntegral(density(count, sp.Integer(2) ** (2 - count)), t, ZERO, x, value),
        (x > 0,),
        remark=f"k = {count}. The factor is {factor}. That the series are these elementary functions "
        "rests on SymPy, and is no part of the proof.",
    )


CLAIMS: tuple[Claim, ...] = (
    *(_characteristic(shape) for shape in (1, 2, 3)),
    claim("text:B/product", _PRODUCT, _GAMMA, remark="For every n: the square of its absolute value."),
    *(_inverse(shape) for shape in (1, 2)),
    claim(
        "eq:17",
        probability(ge(sp.Abs(LOSS), eps0), ZERO),
        (eps0 > 0,),
        remark="k = 1: the law on the right has a density, so that no single value has a probability.",
    ),
    _distribution(1, sp.sqrt(sp.pi) / 8),
    _distribution(2, -sp.sqrt(sp.pi) / 32),
)
