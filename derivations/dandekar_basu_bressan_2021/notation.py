"""What Dandekar, Basu and Bressan (2021) write again and again: levels, a pair's laws, the Laplace law.

The paper writes gamma for two things: in (1) for the probability that the loss exceeds the level, in Theorems
3 and 4 for the probability that it does not. Here they are `risk` and `share`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim, Kind, Locator, Statement
from verify.probability.named_model import NamedModel
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

PAPER = "dandekar-basu-bressan-2021"

eps, eps0, delta, D = (parameter(name) for name in ("eps", "eps0", "delta", "D"))
"""The level wanted, the level of the noise, delta, and the sensitivity Delta_f."""

risk, share = parameter("risk"), parameter("share")
"""gamma as the probability that the loss exceeds the level, and that it does not."""

z, t, n = parameter("z"), parameter("t"), parameter("n")
"""An output, a value of T, and how many releases or samples."""

f, g, s, u, o = (parameter(name) for name in ("f", "g", "s", "u", "o"))
"""P(M(x) = o) and P(M(y) = o), whether o lies in the set Z, and in OUT, and the output o."""

v, v0 = parameter("v"), parameter("v0")
"""e^eps and e^eps0 in statements on sums."""

LEVEL = (eps > 0,)
LEVELS = (eps > 0, eps0 > 0)
BELOW = (eps < eps0,)
HALF = sp.Rational(1, 2)

LAWS = (f >= 0, g >= 0, sp.Eq(Total(f, o), 1), sp.Eq(Total(g, o), 1))


def claim(
    place: str, statement: sp.Basic | Statement, domain: tuple[sp.Basic, ...] = (), **more: Any
) -> Claim:
    """A claim of the paper.

    Parameters
    ----------
    place : str
        The locator's place.
    statement : Boolean or Statement
        As printed.
    domain : tuple of Boolean
        Its hypotheses.
    **more
        Further fields of `Claim`.
    """
    return Claim(Locator(PAPER, place), statement, domain, **more)


def definition(place: str, statement: sp.Basic, domain: tuple[sp.Basic, ...] = (), remark: str = "") -> Claim:
    """A definition of the paper: nothing to prove."""
    return claim(place, statement, domain, kind=Kind.DEFINITION, remark=remark)


def cited(place: str, statement: sp.Basic, source: str, remark: str = "") -> Claim:
    """What the paper reports from elsewhere."""
    return claim(place, statement, (), kind=Kind.CITED, source=source, remark=remark)


def pair_of_laws(*hypotheses: sp.Basic, events: tuple[sp.Symbol, ...] = (s, u)) -> Setting:
    """The laws of a mechanism for two neighbours on every finite set of outputs, with sets of outputs.

    Examples
    --------
    >>> pair_of_laws().events
    (s, u)
    """
    families = {symbol: (o,) for symbol in (f, g, *events)}
    return Setting(families, (*LAWS, *hypotheses), events=events, supports=Supports.FINITE)


def finite_model(
    families: Mapping[sp.Symbol, tuple[str, ...]], numbers: Mapping[sp.Symbol, str]
) -> NamedModel:
    """A mechanism that is written down: the values of families at each output, and of numbers.

    Parameters
    ----------
    families : mapping of Symbol to tuple of str
        All of one length; fractions as text.
    numbers : mapping of Symbol to str
        Fractions as text.

    Examples
    --------
    >>> finite_model({f: ("1/3", "2/3")}, {v: "2"}).sizes
    {o: 2}
    """
    values: dict[tuple[sp.Symbol, tuple[int, ...]], sp.Rational] = {
        (symbol, (k,)): sp.Rational(text) for symbol, law in families.items() for k, text in enumerate(law, 1)
    }
    values |= {(symbol, ()): sp.Rational(text) for symbol, text in numbers.items()}
    return NamedModel({o: len(next(iter(families.values())))}, values)


LAPLACE = sp.exp(-sp.Abs(z)) / 2
"""The density of the noise, in units of its scale."""

LOSS = sp.Abs(z - eps0) - sp.Abs(z)
"""C at the output z, in units of the scale, where f(x) = 0 and f(y) is as far away as it can be."""

WITHIN = sp.exp(-eps0 / 2) * (sp.exp(eps / 2) - sp.exp(-eps / 2)) / 2
"""P(abs(C) <= eps) for one coordinate and eps < eps0: exp(-eps0/2) sinh(eps/2)."""


def up_to(count: int, level: sp.Expr) -> sp.Expr:
    """P(T <= level) of Theorem 4 for k coordinates, k = 1 or 2, up to a factor that is free of the level.

    Parameters
    ----------
    count : int
        k.
    level : Expr
        At least 0.

    Examples
    --------
    >>> up_to(1, sp.log(2))
    1/2
    """
    return 1 - (1 + (count - 1) * level / 2) * sp.exp(-level)


PRINTED = up_to(1, eps) / up_to(1, eps0)
"""(3) for k = 1."""
