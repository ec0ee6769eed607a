"""Counterexamples with exact coordinates, found by a search over simple rationals or by a solver.

A point is given out only after every condition was confirmed at it by arithmetic that is not the search's
(`rational_search`): exact rational numbers, algebra modulo minimal polynomials, or a ball that excludes zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import chain
from math import prod

import sympy as sp

from verify.enclosure import LIMIT_BITS, START_BITS, UncertifiedError, enclose
from verify.errors import VerifyError
from verify.language.assumptions import with_sign_conditions
from verify.language.condition import Clauses, Condition
from verify.language.note import Note, shortened
from verify.language.rational_value import rational_point, rational_value
from verify.points.rational_search import (
    QUICK_NODES,
    Point,
    System,
    expanded_polynomial,
    simplified,
    sorted_symbols,
)
from verify.solvers.smt import QUICK_STEPS, Solver, UndecidedQueryError

THOROUGH_NODES = 6000
"""Partial points tried where the quick search found nothing although there is a point."""

MOST_CONJUGATES = 120
"""Largest number of conjugate points at which a zero is proved, the product of the coordinates' degrees."""


class Wanted(StrEnum):
    """Which point is sought, where simple numbers do not do and a solver names one."""

    SIMPLE = "as simple as can be found"
    RATIONAL = "rational, if a longer search finds one: it can be kept for the next time"
    ANY = "the solver's"


class Confirmation(StrEnum):
    """How the value of a condition's polynomial at a point was confirmed."""

    EXACT = "exact"
    """Rational arithmetic, or algebra modulo minimal polynomials."""
    BALL = "ball"
    """An interval that contains the value and excludes zero."""


@dataclass(frozen=True)
class Check:
    """A condition that was confirmed at a point.

    Parameters
    ----------
    condition : Condition
        What holds at the point.
    value : sympy.Expr
        Exact value of the condition's polynomial there.
    confirmation : Confirmation
        How its sign was confirmed.
    """

    condition: Condition
    value: sp.Expr
    confirmation: Confirmation


@dataclass(frozen=True)
class Witness:
    """A point with exact coordinates, and what was confirmed at it.

    Parameters
    ----------
    point : mapping of Symbol to sympy.Expr
        Rational or real algebraic numbers, sorted by the symbols' names.
    checks : tuple of Check
        One for each condition and for each sign that a symbol declares, and one for each clause (its first
        member that holds), in their order.
    """

    point: Mapping[sp.Symbol, sp.Expr]
    checks: tuple[Check, ...]

    def __str__(self) -> str:
        return ", ".join(f"{symbol} = {value}" for symbol, value in self.point.items())


class UnconfirmedPointError(VerifyError, RuntimeError):
    """A condition does not hold, or could not be confirmed, at a point that was to be a witness."""


def confirmed(
    point: Mapping[sp.Symbol, sp.Expr], conditions: Iterable[Condition], clauses: Clauses = ()
) -> Witness:
    """The point as a witness, after each condition and one member of each clause was confirmed at it.

    Parameters
    ----------
    point : mapping of Symbol to sympy.Expr
        Rational or real algebraic numbers; every symbol of the conditions must be there.
    conditions : iterable of Condition
        All must hold.
    clauses : tuple of tuple of Condition
        Of each, one must hold.

    Raises
    ------
    UnconfirmedPointError
        A condition is false at the point, or its truth could not be confirmed.
    ValueError
        A symbol has no value.
    TypeError
        A condition is not polynomial over the rationals, or a coordinate is no real algebraic number.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive, zero
    >>> witness = confirmed({a: sp.sqrt(2)}, [zero(a**2 - 2), positive(a - 1)])
    >>> [(str(check.value), check.confirmation.value) for check in witness.checks]
    [('0', 'exact'), ('-1 + sqrt(2)', 'ball')]
    >>> confirmed({a: sp.Rational(7, 5)}, [zero(a**2 - 2)])
    Traceback (most recent call last):
        ...
    verify.prover.witness.UnconfirmedPointError: Eq(a**2, 2) is false at a = 7/5: the difference is -1/25
    """
    coordinates = {s: sp.sympify(point[s], strict=True) for s in sorted_symbols(point)}
    checks = []
    wanted = with_sign_conditions(conditions, coordinates)
    for alternatives in chain(((c,) for c in wanted), clauses):
        checked = [(condition, *_sign_at(condition.polynomial, coordinates)) for condition in alternatives]
        holding = [Check(c, value, how) for c, s, value, how in checked if c.relation.holds(s)]
        if not holding:
            said = " or ".join(str(c) for c in alternatives) or "the empty clause"
            values = ", ".join(str(value) for _, _, value, _ in checked)
            where = ", ".join(f"{symbol} = {value}" for symbol, value in coordinates.items())
            raise UnconfirmedPointError(f"{said} is false at {where}: the difference is {values}")
        checks.append(holding[0])
    return Witness(coordinates, tuple(checks))


def find_witness(
    conditions: Iterable[Condition],
    clauses: Clauses,
    solver: Solver,
    question: str,
    wanted: Wanted = Wanted.SIMPLE,
) -> Witness | None:
    """A confirmed point, as simple as found, that satisfies all conditions and one member of each clause.

    Parameters
    ----------
    conditions : iterable of Condition
        Hypotheses, and what it means that the goal fails.
    clauses : tuple of tuple of Condition
        Disjunctions, such as the failure of one of several goals.
    solver : Solver
        Asked only where the search over simple rationals finds nothing.
    question : str
        What is sought, for messages.
    wanted : Wanted
        How much work goes into another point than the solver's.

    Returns
    -------
    Witness or None
        None only where the conditions were seen to exclude each other, or the solver proved that there is no
        such point.

    Raises
    ------
    verify.solvers.smt.UndecidedQueryError
        Neither the search nor the solver found a point, and the solver did not prove that there is none.
    UnconfirmedPointError
        The solver's point does not pass the confirmation, and a longer search finds no other.
    TypeError
        A condition is not polynomial over the rationals.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import positive
    >>> print(find_witness([positive(a), positive(b - a), positive(1 - b)], (), Solver(), "0 < a < b < 1"))
    a = 1/2, b = 2/3
    >>> find_witness([positive(a * b), positive(-a), positive(b)], (), Solver(), "signs") is None
    True
    """
    given = tuple(conditions)
    system = System.of(given, clauses)
    if system.empty:
        return None
    point: dict[sp.Symbol, sp.Expr] | None = system.simplest(QUICK_NODES)
    if point is None:
        try:
            point = solver.find_point(given, question, clauses)
        except UndecidedQueryError:
            point = system.simplest(THOROUGH_NODES)
            if point is None:
                raise
        if point is None:
            return None
        try:
            witness = confirmed(point, given, clauses)
        except UnconfirmedPointError:
            point = system.simplest(THOROUGH_NODES)
            if point is None:
                raise
        else:
            if wanted is Wanted.ANY or (wanted is Wanted.RATIONAL and _is_rational(point)):
                return witness
            if wanted is Wanted.RATIONAL:
                return _rational_one(system, given, clauses) or witness
            point = _simplified(point, given, clauses, solver, system)
    return confirmed(system.polished(point), given, clauses)


def _is_rational(point: Point) -> bool:
    return all(value.is_Rational for value in point.values())


def _rational_one(system: System, conditions: tuple[Condition, ...], clauses: Clauses) -> Witness | None:
    """A rational point that a longer search finds."""
    point = system.simplest(THOROUGH_NODES)
    return None if point is None else confirmed(point, conditions, clauses)


def _simplified(
    point: dict[sp.Symbol, sp.Expr],
    conditions: tuple[Condition, ...],
    clauses: Clauses,
    solver: Solver,
    system: System,
) -> dict[sp.Symbol, sp.Expr]:
    """A point at least as simple, by a longer search or by further, short questions to the solver."""
    quick = Solver(steps=min(solver.steps, QUICK_STEPS))

    def solution(fixed: Point) -> dict[sp.Symbol, sp.Expr] | None:
        """The solver's confirmed values for the other symbols; None also where it is undecided."""

        def at(condition: Condition) -> Condition:
            return Condition(condition.polynomial.xreplace(dict(fixed)), condition.relation)

        rest = tuple(at(c) for c in conditions)
        alternatives = tuple(tuple(at(c) for c in clause) for clause in clauses)
        try:
            values = quick.find_point(rest, "a simpler point", alternatives)
            if values is not None:
                confirmed(values, rest, alternatives)
        except (UndecidedQueryError, UnconfirmedPointError):
            return None
        return values

    return simplified(point, system, solution, THOROUGH_NODES)


# The confirmation: SymPy's polynomials and balls. The search reads polynomials with the same two functions,
# `expanded_polynomial` and `sorted_symbols`, and uses nothing else of what follows.


def _sign_at(polynomial: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> tuple[int, sp.Expr, Confirmation]:
    """Sign and value of a polynomial over Q at a point with real algebraic coordinates."""
    fraction = rational_value(polynomial, rational_point(point), lowest=0)
    if fraction is not None:
        sign = (fraction > 0) - (fraction < 0)
        return sign, sp.Rational(fraction.numerator, fraction.denominator), Confirmation.EXACT
    missing = polynomial.free_symbols - point.keys()
    if missing:
        raise ValueError(f"no value given for {', '.join(s.name for s in sorted_symbols(missing))}")
    checked = expanded_polynomial(polynomial)
    reduced = sp.expand(checked.xreplace({s: v for s, v in point.items() if v.is_Rational}))
    irrational = {s: v for s, v in point.items() if s in reduced.free_symbols}
    minimal = {s: _minimal_polynomial(v, s) for s, v in irrational.items()}
    for symbol, divisor in minimal.items():
        reduced = sp.expand(sp.rem(reduced, divisor, symbol))
    if reduced.is_Rational:
        return int(sp.sign(reduced)), reduced, Confirmation.EXACT
    value = reduced.xreplace(irrational)
    if value.is_Rational:
        return int(sp.sign(value)), value, Confirmation.EXACT
    zero_within: Fraction | None = None
    bits = START_BITS
    while bits <= LIMIT_BITS:
        ends = _ends(value, bits)
        if ends is not None:
            if ends[0] > 0 or ends[1] < 0:
                return (1 if ends[0] > 0 else -1), value, Confirmation.BALL
            if zero_within is None:
                zero_within = _isolation_of_zero(reduced, minimal)
            if max(-ends[0], ends[1]) < zero_within:
                return 0, sp.Integer(0), Confirmation.EXACT
        bits *= 2
    told = f" could not be told with {LIMIT_BITS} bits"
    raise UnconfirmedPointError(Note("the sign of ", shortened(Note(value)), told))


def _ends(value: sp.Expr, bits: int) -> tuple[Fraction, Fraction] | None:
    """Ends of an interval around a real number; None where the precision does not suffice."""
    try:
        enclosure = enclose(value, bits)
    except UncertifiedError:
        return None
    return Fraction(enclosure.lower), Fraction(enclosure.upper)


def _minimal_polynomial(value: sp.Expr, symbol: sp.Symbol) -> sp.Expr:
    if not (value.is_number and value.is_algebraic and value.is_extended_real):
        raise TypeError(f"the coordinate {symbol} = {value} is not known to be a real algebraic number")
    return sp.Poly(sp.minimal_polynomial(value, symbol), symbol, domain="QQ").monic().as_expr()


def _isolation_of_zero(polynomial: sp.Expr, minimal: Mapping[sp.Symbol, sp.Expr]) -> Fraction:
    """A number below the absolute value of every non-zero value of the polynomial at conjugate points.

    The resultants eliminate the coordinates from `t - polynomial`: what remains vanishes at all its values,
    and Cauchy's bound for the reciprocal polynomial keeps the non-zero ones away from zero.
    """
    unknown = sp.Dummy("t")
    conjugates = prod(sp.degree(divisor, symbol) for symbol, divisor in minimal.items())
    if conjugates > MOST_CONJUGATES:
        asked = f" vanishes would be asked at {conjugates} conjugate points, more than {MOST_CONJUGATES}"
        raise UnconfirmedPointError(Note("whether ", shortened(Note(polynomial)), asked))
    annihilator = unknown - polynomial
    for symbol, divisor in minimal.items():
        annihilator = sp.resultant(divisor, annihilator, symbol)
    coefficients = [
        Fraction(int(c.p), int(c.q)) for c in reversed(sp.Poly(annihilator, unknown).all_coeffs())
    ]
    lowest = next(abs(c) for c in coefficients if c)
    return lowest / (lowest + max(abs(c) for c in coefficients))
