"""The least eps over the priors by search at one choice of parameters (Kazan & Reiter 2024, (13)).

Method. At one (p, q), x = e^-eps is the root of the quadratic that Theorem 1 gives for the bound r*; the
least eps is the greatest x. For fixed p, the range of q is cut where r* changes form (two arguments of a max
or min meet, a case of a piecewise begins) and where the domain ends. Between two cuts x is smooth with few
turns: a grid brackets them (down to `NEAR` of either end, so to 1e-50 where the domain is open at 0) and
golden sections narrow the brackets. The same is then done for the greatest x as a function of p.

Resolution. Every value found is the value at a point of the domain, so that the numerical minimum can fall
below the infimum by rounding only (`ROUNDING`; there are `DIGITS` digits). `STEPS` golden sections shrink a
bracket by 0.618^100 = 1e-21. At a smooth minimum that enters squared; at a kink, or where an end of the
domain is curved, in proportion to the slope. The slope of log eps in the logarithm of a prior is far below
1e6 for the parameters drawn here, hence `TOLERANCE` = 1e-15 for what may remain above the infimum.
Out of reach: a minimum at an isolated point of a discontinuous profile, and valleys narrower than the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise, product
from math import prod
from typing import Any

import mpmath
import sympy as sp
from flint import fmpq

from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, Relation, non_negative, positive

Values = Mapping[sp.Symbol, sp.Rational]
Number = Any
"""An mpmath number (the library has no types)."""

DIGITS = 110
"""Enough for 50 right ones at 1e-50 from p = q = 1, where every term of the quadratic vanishes."""

STEPS = 100
NEAR = "1e-50"
"""Distance from an open end of the domain, as a share of its length, at which the search still looks."""

ROUNDING = "1e-30"
"""How far below the closed form the numerical minimum may fall, relative to it."""

TOLERANCE = "1e-15"
"""How far above the closed form the numerical minimum may stay, relative to it."""

_ZERO_RISK = mpmath.mpf("1e-104")
"""`p q - 1/r*` of this size relative to `p q` is 0 up to rounding: every eps is admissible there."""

_GRID = (NEAR, "1e-30", "1e-15", "1e-6", "1e-3", "0.04", "0.2", "0.35", "0.5")
_GOLDEN = "0.6180339887498948482045868343656381177203"


class Problem:
    """A profile as functions of numbers: 1/r*, where it changes form, and the domain's conditions.

    Parameters
    ----------
    profile : RiskProfile
        The profile.

    Examples
    --------
    >>> problem = Problem(RiskProfile(sp.Integer(4)))
    >>> problem.contains({PRIOR_INCLUSION: sp.Integer(1), PRIOR_VALUE: sp.Integer(0)}, {})
    False
    """

    def __init__(self, profile: RiskProfile) -> None:
        numbers = {v: sp.sympify(value, strict=True) for v, value in profile.fixed.items() if value != v}
        self.fixed = numbers
        self.free = tuple(v for v in (PRIOR_INCLUSION, PRIOR_VALUE) if v not in profile.fixed)
        self.bound = sp.sympify(profile.bound, strict=True).subs(numbers)
        box = [Condition(c.polynomial.subs(numbers), c.relation) for c in profile.box]
        self.domain = (*(c for v in self.free for c in _in_unit_interval(v)), *box)
        symbolic = [v for v, value in profile.fixed.items() if value == v]
        self.assumptions = (*profile.assumptions, *(c for v in symbolic for c in _in_unit_interval(v)))
        symbols = set(self.bound.free_symbols).union(*(c.symbols for c in (*self.assumptions, *box)))
        self.parameters = tuple(sorted(symbols - set(self.free), key=str))
        self.arguments = tuple(dict.fromkeys((PRIOR_INCLUSION, PRIOR_VALUE, *self.parameters)))
        self.risk = sp.lambdify(self.arguments, self.bound, "mpmath")
        switches = dict.fromkeys((*_switches(self.bound), *(c.polynomial for c in self.domain)))
        self.cuts = [switch for switch in switches if switch.free_symbols & set(self.free)]

    @cached_property
    def cut_coefficients(self) -> dict[sp.Symbol, list[Callable[..., Sequence[Number]]]]:
        """For each free prior, the coefficients of the cuts as polynomials in it, highest degree first."""
        return {
            v: [
                sp.lambdify(self.arguments, sp.Poly(cut, v).all_coeffs(), "mpmath")
                for cut in self.cuts
                if v in cut.free_symbols
            ]
            for v in self.free
        }

    @cached_property
    def domain_functions(self) -> dict[sp.Symbol, list[tuple[Callable[..., Number], Relation]]]:
        """The domain's conditions as functions of numbers, by the free prior that comes last in each."""
        functions: dict[sp.Symbol, list[tuple[Callable[..., Number], Relation]]] = {v: [] for v in self.free}
        for c in self.domain:
            last = [v for v in self.free if v in c.symbols][-1:]
            for v in last:
                functions[v].append((sp.lambdify(self.arguments, c.polynomial, "mpmath"), c.relation))
        return functions

    def minimum(self, values: Values) -> Number:
        """The least eps at these parameters, in the working precision."""
        return _epsilon(_Search(self, values).greatest())

    def contains(self, place: Mapping[sp.Symbol, sp.Expr], values: Values) -> bool:
        """Whether an exact place is in the domain."""
        return all_hold(self.domain, {**values, **place})

    def epsilon_at(self, place: Mapping[sp.Symbol, sp.Expr], values: Values) -> Number:
        """The largest eps that Theorem 1 allows at an exact place; r* is evaluated exactly."""
        everything = {**values, **self.fixed, **place}
        risk = self.bound.subs(everything)
        if risk is not sp.oo and not risk.is_Rational:
            raise ValueError(f"the risk bound is {risk} there")
        inverse = mpmath.mpf(0) if risk is sp.oo else 1 / real(risk)
        return _epsilon(_root(real(everything[PRIOR_INCLUSION]), real(everything[PRIOR_VALUE]), inverse))


def _in_unit_interval(prior: sp.Symbol) -> tuple[Condition, Condition]:
    return positive(prior), non_negative(1 - prior)


def _root(p: Number, q: Number, inverse_risk: Number) -> Number:
    """The x = e^-eps at which 1/(p q + x^2 (1 - q) p + x (1 - p)) = r*; at most 0 where there is none."""
    quadratic, linear, offset = p * (1 - q), 1 - p, p * q - inverse_risk
    if offset >= -_ZERO_RISK * p * q:
        return -offset if offset > 0 else mpmath.mpf(0)
    # The root without cancellation: the signs of both summands in the denominator are the same.
    return -2 * offset / (linear + mpmath.sqrt(linear * linear - 4 * quadratic * offset))


def _epsilon(root: Number) -> Number:
    return mpmath.inf if root <= 0 else -mpmath.log(root)


def _switches(expression: sp.Expr) -> Iterator[sp.Expr]:
    """Polynomials that vanish where r* changes from one rational function to another."""
    for node in sp.preorder_traversal(expression):
        if isinstance(node, sp.Max | sp.Min):
            for one, other in combinations(node.args, 2):
                for left, right in product(_forms(one), _forms(other)):
                    if sp.oo not in (left, right):
                        yield sp.numer(sp.together(left - right))
        elif isinstance(node, sp.core.relational.Relational):
            yield sp.numer(sp.together(node.lhs - node.rhs))


def _forms(expression: sp.Expr) -> list[sp.Expr]:
    """The rational functions of which the expression is made."""
    if not expression.has(sp.Max, sp.Min, sp.Piecewise):
        return [expression]
    if isinstance(expression, sp.Piecewise):
        return [form for value, _ in expression.args for form in _forms(value)]
    parts = [_forms(argument) for argument in expression.args]
    if isinstance(expression, sp.Max | sp.Min):
        return [form for part in parts for form in part]
    return [expression.func(*choice) for choice in product(*parts)]


class _Search:
    """The greatest x over the domain at one choice of parameters."""

    def __init__(self, problem: Problem, values: Values) -> None:
        self.problem = problem
        self.numbers = {s: real(values[s]) for s in problem.parameters} | {
            v: real(value) for v, value in problem.fixed.items()
        }

    def greatest(self) -> Number:
        return self._greatest(self.problem.free, self.numbers)

    def _greatest(self, free: tuple[sp.Symbol, ...], numbers: dict[sp.Symbol, Number]) -> Number:
        if not free:
            arguments = [numbers[s] for s in self.problem.arguments]
            risk = mpmath.mpf(self.problem.risk(*arguments))
            inverse = mpmath.mpf(0) if mpmath.isinf(risk) else 1 / risk
            return _root(arguments[0], arguments[1], inverse)
        v, rest = free[0], free[1:]

        def along(value: Number) -> Number:
            return self._greatest(rest, {**numbers, v: value})

        # Conditions whose last prior is v change their truth at cuts only.
        cuts = self._cuts(v, rest, numbers)
        values = [along(cut) for cut in cuts if self._allowed(v, {**numbers, v: cut})]
        for low, high in pairwise(cuts):
            if self._allowed(v, {**numbers, v: (low + high) / 2}):
                values.append(_greatest_between(along, low, high))
        return max(values, default=mpmath.ninf)

    def _allowed(self, v: sp.Symbol, numbers: Mapping[sp.Symbol, Number]) -> bool:
        """Whether the conditions on v hold, up to rounding where they are not strict."""
        arguments = [numbers.get(s, mpmath.mpf(0)) for s in self.problem.arguments]
        tiny = mpmath.mpf(10) ** (8 - DIGITS)
        for function, relation in self.problem.domain_functions[v]:
            value = function(*arguments)
            if relation is Relation.NON_NEGATIVE and not value >= -tiny:
                return False
            if relation is Relation.ZERO and abs(value) > tiny:
                return False
            if relation is Relation.POSITIVE and not value > 0:
                return False
            if relation is Relation.NON_ZERO and value == 0:
                return False
        return True

    def _cuts(
        self, v: sp.Symbol, rest: tuple[sp.Symbol, ...], numbers: Mapping[sp.Symbol, Number]
    ) -> list[Number]:
        """0, 1 and where x may turn sharply or jump in v (at the ends of the rest's ranges, if any)."""
        zero, one = mpmath.mpf(0), mpmath.mpf(1)
        cuts = [zero, one]
        for ends in product((zero, one), repeat=len(rest)):
            at_ends = {**numbers, **dict(zip(rest, ends, strict=True))}
            arguments = [at_ends.get(s, zero) for s in self.problem.arguments]
            for coefficients in self.problem.cut_coefficients[v]:
                cuts.extend(root for root in _real_roots(coefficients(*arguments)) if 0 < root < 1)
        ordered = sorted(cuts)
        distinct = ordered[:1]
        for cut in ordered[1:]:
            if cut - distinct[-1] > mpmath.mpf(10) ** (6 - DIGITS):
                distinct.append(cut)
        return distinct


def _real_roots(coefficients: Sequence[Number]) -> list[Number]:
    leading = next((i for i, c in enumerate(coefficients) if c != 0), len(coefficients))
    numbers = [mpmath.mpf(c) for c in coefficients[leading:]]
    if len(numbers) < 2:
        return []
    if len(numbers) == 2:
        return [-numbers[1] / numbers[0]]
    if len(numbers) == 3:
        a, b, c = numbers
        square = b * b - 4 * a * c
        if square < 0:
            return []
        larger = -(b + (mpmath.sqrt(square) if b >= 0 else -mpmath.sqrt(square))) / 2
        return [larger / a, *([c / larger] if larger != 0 else [])]
    roots = mpmath.polyroots(numbers, maxsteps=200, extraprec=200)
    return [root.real for root in map(mpmath.mpc, roots) if abs(root.imag) < mpmath.mpf(10) ** (-DIGITS // 3)]


def _greatest_between(function: Callable[[Number], Number], low: Number, high: Number) -> Number:
    """The greatest value inside (low, high): a grid, then golden sections around its two best peaks."""
    width = high - low
    shares = [mpmath.mpf(share) for share in _GRID]
    grid = [low + width * share for share in shares]
    grid += [high - width * share for share in reversed(shares[:-1])]
    values = [function(point) for point in grid]
    last = len(grid) - 1
    peaks = [
        i
        for i, value in enumerate(values)
        if value >= values[max(i - 1, 0)] and value >= values[min(i + 1, last)] and value > min(values)
    ]
    best = max(values)
    for i in sorted(peaks, key=lambda i: values[i], reverse=True)[:2]:
        left, right = grid[max(i - 1, 0)], grid[min(i + 1, last)]
        if right - left > mpmath.mpf(TOLERANCE) * mpmath.mpf(TOLERANCE) * right:
            best = max(best, _golden_section(function, left, right))
    return best


def _golden_section(function: Callable[[Number], Number], left: Number, right: Number) -> Number:
    share = mpmath.mpf(_GOLDEN)
    inner, outer = right - share * (right - left), left + share * (right - left)
    at_inner, at_outer = function(inner), function(outer)
    best = max(at_inner, at_outer)
    for _ in range(STEPS):
        if at_inner >= at_outer:
            right, outer, at_outer = outer, inner, at_inner
            inner = right - share * (right - left)
            at_inner = function(inner)
            best = max(best, at_inner)
        else:
            left, inner, at_inner = inner, outer, at_outer
            outer = left + share * (right - left)
            at_outer = function(outer)
            best = max(best, at_outer)
    return best


def all_hold(conditions: Iterable[Condition], values: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """Whether the conditions hold at rational numbers.

    Raises
    ------
    ValueError
        If a symbol has no value.

    Examples
    --------
    >>> from sympy.abc import a
    >>> all_hold([positive(a), non_negative(1 - a)], {a: sp.Integer(1)})
    True
    """
    for condition in conditions:
        symbols, terms = _terms(condition.polynomial)
        try:
            numbers = [fmpq(int(values[s].p), int(values[s].q)) for s in symbols]
        except (KeyError, AttributeError):
            raise ValueError(f"{condition} is not decided by {values}") from None
        value = sum((c * prod(map(pow, numbers, powers)) for powers, c in terms), start=fmpq(0))
        if not condition.relation.holds(int(value > 0) - int(value < 0)):
            return False
    return True


@lru_cache(maxsize=1 << 10)
def _terms(polynomial: sp.Expr) -> tuple[tuple[sp.Symbol, ...], tuple[tuple[tuple[int, ...], fmpq], ...]]:
    """Its symbols, and the exponents and the coefficient of each term."""
    symbols = tuple(sorted(polynomial.free_symbols, key=str))
    terms = sp.Poly(polynomial, *symbols).terms() if symbols else [((), polynomial)]
    return symbols, tuple((powers, fmpq(int(c.p), int(c.q))) for powers, c in terms)


def real(number: sp.Expr) -> Number:
    """A rational number in decimals.

    Examples
    --------
    >>> print(real(sp.Rational(1, 4)))
    0.25
    """
    exact = sp.Rational(number)
    return mpmath.mpf(int(exact.p)) / mpmath.mpf(int(exact.q))
