"""Integrals of Bessel's K from 0 as generalised hypergeometric series, for every n.

With `0F1(; b; z)` the sum of `z^m / (m! (b)_m)`, for z > 0 and v no integer (DLMF 10.27.4, 10.25.2, 5.5.3)

    K_v(z) = (z/2)^(-v) gamma(v)/2 0F1(; 1 - v; z^2/4) + (z/2)^v gamma(-v)/2 0F1(; 1 + v; z^2/4).

Here v is half of an odd integer. A power series in t^2 times t^e, e > -1, is integrated over 0 < t < x term
by term: it converges everywhere, and uniformly for t <= x. With f = (e + 1)/2 the integral of t^(e + 2 m) is
`x^(e + 1 + 2 m)/(e + 1)` times `(f)_m / (f + 1)_m`; so the integral of `t^e 0F1(; b; c t^2)` is
`x^(e + 1)/(e + 1) 1F2(f; b, f + 1; c x^2)`.

Both sides of a claim become sums of such functions with coefficients; those that have the same exponent and
parameters are one function, and their coefficients have to add up to 0. Gamma functions at halves of odd
integers that fall with n are turned around first: gamma(1/2 + g) gamma(1/2 - g) = (-1)^g pi (DLMF 5.5.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, product

import sympy as sp

from verify.calculus.cases import NoRuleError, Region, nonempty
from verify.calculus.points import as_expressions, at_point, number_sign
from verify.evidence import Evidence, Outcome
from verify.integers.arithmetic import Arithmetic, require
from verify.integers.for_every_integer import ForEveryInteger, Integers, for_all
from verify.integers.term_calculus import power_of_slope, with_powers_of
from verify.integers.terms import Term, is_integer_form, terms_of
from verify.language.note import Note, joined
from verify.prover.prover import Prover

HALF = sp.Rational(1, 2)

TRIED_NUMBERS = (sp.S.One, sp.Integer(2), HALF, sp.Integer(3))
"""For x and parameters, where a claim that is not proved is looked at."""

MOST_POINTS = 16
"""For one n."""


@dataclass(frozen=True)
class PowerSeries:
    """A coefficient times a power of the variable times `pFq(above; below; scale * variable^2)`."""

    coefficient: Term
    exponent: sp.Expr
    above: tuple[sp.Expr, ...]
    below: tuple[sp.Expr, ...]
    scale: sp.Expr

    @property
    def kind(self) -> tuple[object, ...]:
        """What series have in common that are multiples of each other."""
        above, below = ([sp.expand(one) for one in side] for side in (self.above, self.below))
        for one in [*above]:
            if one in below:
                above.remove(one)
                below.remove(one)
        if self.scale == 0:
            above, below = [], []
        sides = (tuple(sorted(side, key=sp.default_sort_key)) for side in (above, below))
        return sp.expand(self.exponent), *sides, sp.cancel(self.scale)

    @property
    def integral(self) -> PowerSeries:
        """From 0 on."""
        more = sp.expand(self.exponent + 1)
        return PowerSeries(
            self.coefficient.times(1 / more),
            more,
            (*self.above, more / 2),
            (*self.below, more / 2 + 1),
            self.scale,
        )

    def at(self, x: sp.Expr, values: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
        """Its value where all its symbols have numbers."""
        gammas = sp.Mul(*(sp.gamma(form) ** count for form, count in self.coefficient.gammas))
        powers = sp.Mul(*(base**exponent for base, exponent in self.coefficient.powers))
        series = sp.hyper(self.above, self.below, self.scale * x**2)
        return (sp.Mul(*self.coefficient.factors, gammas, powers) * x**self.exponent * series).subs(values)


@dataclass(frozen=True)
class SeriesIntegral(ForEveryInteger):
    """For all integers `n >= start`, the integral of a term with Bessel's K from 0 to x is the value.

    Parameters
    ----------
    term : Expr
        A sum of products of hypergeometric terms in n, powers of the variable, and at most one Bessel's K
        whose argument is a multiple of the variable and whose order is half of an odd integer for every n.
    variable : Symbol
        Of integration; not to be in the domain's hypotheses.
    x : Symbol
        The upper end, proved to be positive.
    value : Expr
        A sum of products of hypergeometric terms in n, powers of x, and at most one `hyper` at a multiple of
        the square of x.
    n : Symbol
        What the claim is for every integer of; not to be in the domain's hypotheses.
    start : Expr
        The least n.
    integers : tuple of Symbol
        Further symbols that stand for integers.

    Raises
    ------
    ValueError
        The start is no sum of integers, or a bound symbol where it must not be.

    Examples
    --------
    >>> from sympy.abc import n, t, x
    >>> order, one = n - HALF, sp.Integer(1)
    >>> first = sp.hyper([HALF], [3 * HALF, 3 * HALF - n], x**2 / 4) * 2 ** (n - 1) * x
    >>> second = sp.hyper([n], [n + HALF, n + 1], x**2 / 4) * HALF**n * x ** (2 * n) / (2 * n)
    >>> first, second = first * sp.gamma(order) / sp.sqrt(2), second * sp.gamma(-order) / sp.sqrt(2)
    >>> law = SeriesIntegral(t**order * sp.besselk(order, t), t, x, first + second, n, one)
    >>> law.examine((x > 0,), Prover()).proved
    True
    >>> replace(law, value=first - second).examine((x > 0,), Prover()).witness
    {n: 1, x: 1}
    """

    method = "power series"

    term: sp.Expr
    variable: sp.Symbol
    x: sp.Symbol
    value: sp.Expr
    n: sp.Symbol
    start: sp.Expr
    integers: tuple[sp.Symbol, ...] = ()

    def __post_init__(self) -> None:
        as_expressions(self, "term", "value", "start")
        self.require_symbols()
        if self.value.has(self.variable) or self.term.has(self.x) or self.x in (self.n, self.variable):
            raise ValueError(f"the term is in {self.variable} and the value in {self.x}, another symbol")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        span = joined(", ", (self.variable, sp.S.Zero, self.x))
        told = Note("Integral(", self.term, ", (", span, ")) = ", self.value)
        return Note(told, for_all(self.n, self.start, self.integers))

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        parts = (self.term, self.x, self.value, self.start)
        return frozenset().union(*(part.free_symbols for part in parts)) - {self.variable, self.n}

    @property
    def bound(self) -> Mapping[str, sp.Symbol]:
        """The variable of integration."""
        return {"variable": self.variable}

    @property
    def about(self) -> tuple[sp.Basic, ...]:
        """The term, the value and x."""
        return self.term, self.value, self.x

    def prove(self, region: Region, domain: Region) -> None:
        """As in the module's opening lines."""
        require(region, sp.Gt(self.x, 0, evaluate=False))
        arithmetic = Arithmetic(frozenset((*self.integers, self.n)))
        left, right = self.sides(region, arithmetic)
        kinds: dict[tuple[object, ...], list[Term]] = {}
        for series, sign in (*((one, 1) for one in left), *((one, -1) for one in right)):
            coefficient = _turned(series.coefficient, arithmetic.integers)
            kinds.setdefault(series.kind, []).append(coefficient.times(sp.Integer(sign)))
        for coefficients in kinds.values():
            arithmetic.require_zero(coefficients, region, Note("coefficients of a series differ"))

    def sides(self, region: Region, arithmetic: Arithmetic) -> tuple[list[PowerSeries], list[PowerSeries]]:
        """The integral and the value, as series in x.

        Raises
        ------
        verify.calculus.cases.NoRuleError
            One of them is of another kind, or not known to exist on the region.
        """
        left = []
        for series in _series(terms_of(self.term, arithmetic.integers), self.variable, region, arithmetic):
            require(region, sp.Gt(series.exponent, -1, evaluate=False))
            left.append(series.integral)
        return left, list(_series(terms_of(self.value, arithmetic.integers), self.x, region, arithmetic))

    def refuted_at(self, at: Integers, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """At a point where balls tell the sides apart."""
        others = sorted(self.free_symbols - set(self.integers), key=str)
        for numbers in islice(product(TRIED_NUMBERS, repeat=len(others)), MOST_POINTS):
            place = dict(zip(others, numbers, strict=True))
            point = nonempty(tuple(at_point(hypothesis, place) for hypothesis in domain), prover)
            if point.proved and self._differs_at({**at, **place}, prover):
                note = Note("the sides differ")
                return replace(point, outcome=Outcome.REFUTED, witness=place, note=note)
        return None

    def _differs_at(self, values: dict[sp.Symbol, sp.Expr], prover: Prover) -> bool:
        held = tuple(sp.Eq(symbol, number, evaluate=False) for symbol, number in values.items())
        arithmetic = Arithmetic(frozenset((*self.integers, self.n)))
        try:
            left, right = self.sides(Region(held, prover), arithmetic)
            numbers = [sp.Add(*(one.at(self.x, values) for one in side)) for side in (left, right)]
            return number_sign(numbers[0] - numbers[1]) in (-1, 1)
        except (NoRuleError, ZeroDivisionError):
            return False


def _series(
    terms: Iterable[Term], t: sp.Symbol, region: Region, arithmetic: Arithmetic
) -> Iterator[PowerSeries]:
    """The terms as series in t, whose parameters are proved to be no poles."""
    for term in (with_powers_of(term, t, region) for term in terms):
        exponent, special, rest = sp.S.Zero, [], []
        for factor in term.factors:
            base, power = factor.as_base_exp()
            if base == t and power.is_Rational:
                exponent += power
            elif factor.has(t):
                special.append(factor)
            else:
                rest.append(factor)
        exponent += sum((power for base, power in term.powers if base == t), sp.S.Zero)
        powers = tuple((base, power) for base, power in term.powers if base != t)
        plain = Term(tuple(rest), term.gammas, powers)
        if len(special) > 1 or any(part.has(t) for part in plain.parts):
            raise NoRuleError(Note("no power series is known: ", sp.Mul(*special)))
        found = _expanded(special[0], t, region, arithmetic) if special else [_ONE]
        for one in found:
            for parameter in one.below:
                _require_no_pole(parameter, region, arithmetic)
            whole = Term(
                (*plain.factors, *one.coefficient.factors),
                (*plain.gammas, *one.coefficient.gammas),
                (*plain.powers, *one.coefficient.powers),
            )
            yield replace(one, coefficient=whole, exponent=sp.expand(exponent + one.exponent))


_ONE = PowerSeries(Term(), sp.S.Zero, (), (), sp.S.Zero)


def _expanded(special: sp.Expr, t: sp.Symbol, region: Region, arithmetic: Arithmetic) -> list[PowerSeries]:
    """Bessel's K at a positive multiple of t, or a hypergeometric function at a multiple of its square."""
    if isinstance(special, sp.besselk):
        order, slope = sp.expand(special.args[0]), sp.cancel(special.args[1] / t)
        if slope.has(t) or not is_integer_form(order - HALF, arithmetic.integers):
            raise NoRuleError(
                Note("not at half of an odd integer, or not at a multiple of ", t, ": ", special)
            )
        found = []
        for power in (-order, order):
            coefficient = Term(
                (HALF,),
                ((sp.expand(-power), 1),),
                (power_of_slope(slope, power, region), (sp.Integer(2), -power)),
            )
            found.append(PowerSeries(coefficient, power, (), (1 + power,), slope**2 / 4))
        return found
    if isinstance(special, sp.hyper):
        scale = sp.cancel(special.argument / t**2)
        if not scale.has(t) and len(special.ap) <= len(special.bq):
            return [PowerSeries(Term(), sp.S.Zero, tuple(special.ap), tuple(special.bq), scale)]
    raise NoRuleError(Note("no power series is known: ", special))


def _require_no_pole(parameter: sp.Expr, region: Region, arithmetic: Arithmetic) -> None:
    """That it is no whole number below 1."""
    if not is_integer_form(parameter - HALF, arithmetic.integers):
        require(region, sp.Gt(parameter, 0, evaluate=False))


def _turned(term: Term, integers: frozenset[sp.Symbol]) -> Term:
    """Each gamma function at half of an odd integer that falls with an integer, by the one that rises."""
    gammas, powers, factors = [], [*term.powers], [*term.factors]
    for form, count in term.gammas:
        whole = sp.expand(form - HALF)
        falls = any(whole.coeff(symbol) < 0 for symbol in whole.free_symbols & integers)
        if not (falls and is_integer_form(whole, integers)):
            gammas.append((form, count))
            continue
        gammas.append((sp.expand(1 - form), -count))
        powers.append((sp.S.NegativeOne, sp.expand(count * whole)))
        factors.append(sp.pi**count)
    return Term(tuple(factors), tuple(gammas), tuple(powers))
