"""Table II and Section VI of Yoshida, Yung & Hayashi (2018): the other designs, at w = 1/2."""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.finite_sets import LARGEST
from derivations.yoshida_yung_hayashi_2018.notation import BOUND, THETA, a, cited, claim, d, definition, t, w
from derivations.yoshida_yung_hayashi_2018.theorem_1 import FIRST, ONE, SECOND, ZERO, law
from symbolic_eps.theory.symbols import parameter
from verify.calculus.extremum import Maximum
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, product, total

pi, eta = parameter("pi"), parameter("eta")
HALF = sp.Rational(1, 2)
CHANCE = (pi > 0, pi < 1)
RATIO = (eta >= 0, eta <= 1)

Law = tuple[sp.Expr, ...]

WARNER = ((pi, 1 - pi), (1 - pi, pi))
UNRELATED = ((pi + (1 - pi) * (1 - eta), (1 - pi) * eta), ((1 - pi) * (1 - eta), pi + (1 - pi) * eta))
TABLE: dict[str, tuple[Law, Law]] = {
    "warner": (((1 + d) / 2, (1 - d) / 2), ((1 - d) / 2, (1 + d) / 2)),
    "unrelated": (
        (d + (1 - d) * (1 - eta), (1 - d) * eta),
        ((1 - d) * (1 - eta), d + (1 - d) * eta),
    ),
    "holohan-small": ((ONE, ZERO), (1 - d, d)),
    "holohan-large": ((1 - d, d), (ONE, ZERO)),
    "this-paper": ((1 - d, d, ZERO), (1 - d, ZERO, d)),
}


def information(pair: tuple[Law, Law]) -> sp.Expr:
    """The Fisher information of a pair whose entries do not vanish together.

    Examples
    --------
    >>> information(TABLE["this-paper"]).subs({d: HALF, t: HALF})
    2
    """
    return sp.Add(
        *((other - one) ** 2 / ((1 - t) * one + t * other) for one, other in zip(*pair, strict=True))
    )


def distance(pair: tuple[Law, Law]) -> sp.Expr:
    """The variational distance."""
    return sp.Add(*(sp.Abs(one - other) for one, other in zip(*pair, strict=True))) / 2


WITHIN = (le(distance(WARNER), d), le(distance(UNRELATED), d))
_AT_HALF = {w: HALF, a: (1 - d) / 2}
_FIRST, _SECOND, _LARGEST = (value.subs(_AT_HALF) for value in (FIRST, SECOND, LARGEST))
_SMALL, _LARGE = (t <= HALF,), (t > HALF,)
_GIVEN = (*BOUND, *THETA)
_ANY = {"warner": (), "unrelated": RATIO, "holohan-small": (), "holohan-large": (), "this-paper": ()}


def _row(name: str) -> tuple[Claim, ...]:
    pair, given = TABLE[name], (*BOUND, *_ANY[name])
    laws = sp.And(law(pair[0]), law(pair[1]), evaluate=False)
    return (
        claim(f"tab:2/{name}.laws", laws, given),
        claim(f"tab:2/{name}.bound", le(distance(pair), d), given),
    )


def _below(name: str, k: int, value: sp.Expr, given: tuple[sp.Basic, ...] = ()) -> Claim:
    return claim(
        f"text:VI/not-surpassed-{name}.{k}",
        le(information(TABLE[name]), value),
        (*_GIVEN, *_ANY[name], *given),
    )


CLAIMS: tuple[Claim, ...] = (
    *_row("warner"),
    claim(
        "tab:2/warner.best",
        Maximum(information(WARNER), (pi,), information(TABLE["warner"]), {pi: (1 + d) / 2}),
        (*_GIVEN, *CHANCE, le(distance(WARNER), d)),
        remark="Over all pi.",
    ),
    *_row("unrelated"),
    claim(
        "tab:2/unrelated.best",
        Maximum(information(UNRELATED), (pi,), information(TABLE["unrelated"]), {pi: d}),
        (*_GIVEN, *CHANCE, *RATIO, le(distance(UNRELATED), d)),
        remark="Over all pi, for each eta.",
    ),
    *_row("holohan-small"),
    *_row("holohan-large"),
    claim("tab:2/holohan-small.best", eq(information(TABLE["holohan-small"]), _FIRST), (*_GIVEN, *_SMALL)),
    claim("tab:2/holohan-large.best", eq(information(TABLE["holohan-large"]), _SECOND), (*_GIVEN, *_LARGE)),
    *_row("this-paper"),
    claim("tab:2/this-paper.a", eq(total(1, product(-2, (1 - d) / 2)), d), BOUND),
    claim("tab:2/this-paper.best", eq(information(TABLE["this-paper"]), _LARGEST), _GIVEN),
    definition("text:VI/warner", eq(parameter("p_0"), pi)),
    claim("text:VI/warner-laws", sp.And(law(WARNER[0]), law(WARNER[1]), evaluate=False), CHANCE),
    definition("text:VI/unrelated", eq(parameter("p_0"), UNRELATED[0][0])),
    claim(
        "text:VI/unrelated-laws",
        sp.And(law(UNRELATED[0]), law(UNRELATED[1]), evaluate=False),
        (*CHANCE, *RATIO),
    ),
    _below("warner", 1, _LARGEST),
    _below("unrelated", 1, _LARGEST),
    _below("holohan-small", 1, _LARGEST, _SMALL),
    _below("holohan-large", 1, _LARGEST, _LARGE),
    _below("warner", 2, _FIRST, _SMALL),
    _below("warner", 3, _SECOND, _LARGE),
    _below("unrelated", 2, _FIRST, _SMALL),
    _below("unrelated", 3, _SECOND, _LARGE),
    claim(
        "text:VI/first-case",
        sp.And(
            sp.Implies(t <= HALF, eq(information(TABLE["holohan-small"]), _FIRST)),
            sp.Implies(t > HALF, eq(information(TABLE["holohan-large"]), _FIRST)),
        ),
        _GIVEN,
        missing=(t <= HALF,),
        remark="The row of Table II has both pairs: for theta > 1/2 it is the case (ii).",
    ),
    claim(
        "fig:4/third-pair.1",
        eq(information(TABLE["holohan-small"]).subs(d, sp.Rational(1, 4)), _FIRST.subs(d, sp.Rational(1, 4))),
        (*THETA, *_SMALL),
    ),
    claim(
        "fig:4/third-pair.2",
        eq(
            information(TABLE["holohan-large"]).subs(d, sp.Rational(1, 4)), _SECOND.subs(d, sp.Rational(1, 4))
        ),
        (*THETA, *_LARGE),
    ),
    claim(
        "fig:4/second-pair",
        eq(
            information(TABLE["unrelated"]).subs(d, sp.Rational(1, 4)),
            information(TABLE["warner"]).subs(d, sp.Rational(1, 4)),
        ),
        (*THETA, eq(eta, HALF)),
    ),
    cited("text:VI/two-elements", eq(parameter("size_Y"), 2), "[1], [2]"),
    cited("text:VI/holohan-mechanisms", eq(parameter("size_X"), 2), "[14]"),
    cited("text:VI/kairouz-mechanisms", ge(parameter("size_X"), 2), "[11]"),
    cited("text:VI/integers", eq(parameter("lower"), parameter("upper")), "[24]", "In the limit delta -> 0."),
    cited("text:VI/minimax", le(parameter("lower"), parameter("upper")), "[25]"),
    cited("text:VI/staircase", le(parameter("dimension"), 2), "[26]"),
    cited("text:VI/staircase-costs", eq(parameter("dimension"), 1), "[27]"),
    cited("text:VI/guessing", ge(parameter("exponent"), 0), "[29]"),
    claim("text:VI/case-of-the-table", ge(_LARGEST, _FIRST), (*_GIVEN, *_SMALL)),
)
