"""Counterexamples with exact coordinates, found by a search over simple rationals or by a solver.

A point is given out only after every condition was confirmed at it by arithmetic that shares nothing with the
search: exact rational numbers, algebra modulo minimal polynomials, or a ball that excludes zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from math import floor, gcd, prod
from typing import cast

import sympy as sp
from flint import acb, arb, ctx, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly, fmpz_poly

from verify.condition import Condition, Relation
from verify.enclosure import LIMIT_BITS, START_BITS, Enclosure, UncertifiedError, enclose, sign
from verify.smt import QUICK_STEPS, Clauses, Solver, UndecidedQueryError, shortened

QUICK_NODES = 600
"""Partial points tried before a solver is asked, a few hundredths of a second of work."""

THOROUGH_NODES = 6000
"""Partial points tried where the quick search found nothing although there is a point."""

HEIGHTS = (1, 2, 3, 4, 5, 7, 10, 14, 20, 30)
"""Largest numerators and denominators of the search's own candidates, one round each while work is left."""

SHORT_HEIGHT = 12
"""A solver's point with larger numerators or denominators is simplified by further questions."""

SIMPLIFYING_QUESTIONS = 40
"""How many questions the simplification of one point may put to the solver."""


MOST_CONJUGATES = 120
"""Largest number of conjugate points at which a zero is proved, the product of the coordinates' degrees."""


class Confirmation(StrEnum):
    """How the value of a condition's polynomial at a point was confirmed."""

    EXACT = "exact"
    """Rational arithmetic, or algebra modulo minimal polynomials."""
    BALL = "ball"
    """An interval that contains the value and excludes zero."""
    UNDEFINED = "undefined"
    """The expression is no real number at the point."""


@dataclass(frozen=True)
class Check:
    """A condition that was confirmed at a point.

    Parameters
    ----------
    condition : Condition
        What holds at the point; for an expression that is not a polynomial, what does not hold is negated.
    value : sympy.Expr
        Exact value of the condition's polynomial there (`nan` where undefined).
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
        One for each condition and one for each clause (its first member that holds), in their order.
    """

    point: Mapping[sp.Symbol, sp.Expr]
    checks: tuple[Check, ...]

    def __str__(self) -> str:
        return ", ".join(f"{symbol} = {value}" for symbol, value in self.point.items())


class UnconfirmedPointError(RuntimeError):
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
    >>> from verify.condition import positive, zero
    >>> witness = confirmed({a: sp.sqrt(2)}, [zero(a**2 - 2), positive(a - 1)])
    >>> [(str(check.value), check.confirmation.value) for check in witness.checks]
    [('0', 'exact'), ('-1 + sqrt(2)', 'ball')]
    >>> confirmed({a: sp.Rational(7, 5)}, [zero(a**2 - 2)])
    Traceback (most recent call last):
        ...
    verify.witness.UnconfirmedPointError: Eq(a**2, 2) is false at a = 7/5: the difference is -1/25
    """
    coordinates = {s: sp.sympify(point[s], strict=True) for s in _sorted_symbols(point)}
    where = ", ".join(f"{symbol} = {value}" for symbol, value in coordinates.items())
    checks = []
    for alternatives in chain(((c,) for c in conditions), clauses):
        checked = [(condition, *_sign_at(condition.polynomial, coordinates)) for condition in alternatives]
        holding = [Check(c, value, how) for c, s, value, how in checked if c.relation.holds(s)]
        if not holding:
            said = " or ".join(str(c) for c in alternatives) or "the empty clause"
            values = ", ".join(str(value) for _, _, value, _ in checked)
            raise UnconfirmedPointError(f"{said} is false at {where}: the difference is {values}")
        checks.append(holding[0])
    return Witness(coordinates, tuple(checks))


def find_witness(
    conditions: Iterable[Condition], clauses: Clauses, solver: Solver, question: str
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

    Returns
    -------
    Witness or None
        None only where the solver proved that there is no such point.

    Raises
    ------
    verify.smt.UndecidedQueryError
        Neither the search nor the solver found a point, and the solver did not prove that there is none.
    UnconfirmedPointError
        The solver's point does not pass the confirmation, and a longer search finds no other.
    TypeError
        A condition is not polynomial over the rationals.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.condition import positive
    >>> print(find_witness([positive(a), positive(b - a), positive(1 - b)], (), Solver(), "0 < a < b < 1"))
    a = 1/2, b = 2/3
    >>> find_witness([positive(a * b), positive(-a), positive(b)], (), Solver(), "signs") is None
    True
    """
    wanted = tuple(conditions)
    system = _System.of(wanted, clauses)
    point: dict[sp.Symbol, sp.Expr] | None = _simplest(system, QUICK_NODES)
    if point is None:
        try:
            point = solver.find_point(wanted, question, clauses)
        except UndecidedQueryError:
            point = _simplest(system, THOROUGH_NODES)
            if point is None:
                raise
        if point is None:
            return None
        try:
            confirmed(point, wanted, clauses)
        except UnconfirmedPointError:
            point = _simplest(system, THOROUGH_NODES)
            if point is None:
                raise
        else:
            point = _simplified(point, wanted, clauses, solver, system)
    return confirmed(_polished(point, system), wanted, clauses)


def simple_points(
    conditions: Iterable[Condition],
    clauses: Clauses = (),
    symbols: Iterable[sp.Symbol] = (),
    nodes: int = QUICK_NODES,
) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """Different rational points that satisfy the conditions, roughly by growing numerators and denominators.

    Parameters
    ----------
    conditions : iterable of Condition
        All hold at each point. An equation is solved for its last unknown where the root is rational.
    clauses : tuple of tuple of Condition
        Of each, one holds.
    symbols : iterable of Symbol
        Further symbols that need a value.
    nodes : int
        Limit on the partial points tried.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.condition import positive, zero
    >>> from itertools import islice
    >>> region = [positive(a), positive(1 - a), zero(a * b - 1)]
    >>> [tuple(point.values()) for point in islice(simple_points(region), 3)]
    [(1/2, 2), (1/3, 3), (2/3, 3/2)]
    """
    return _System.of(tuple(conditions), clauses, symbols).points(nodes)


def failing_sample(
    margin: sp.Expr | Callable[[Mapping[sp.Symbol, sp.Expr]], Enclosure],
    relation: Relation,
    conditions: Iterable[Condition],
    nodes: int = QUICK_NODES,
    bits: int = 4 * START_BITS,
) -> Witness | None:
    """A rational point of a domain at which `margin relation 0` is proved to fail, for any margin with balls.

    Parameters
    ----------
    margin : sympy.Expr or callable
        An expression with logarithms, exponentials and roots, or a function that encloses its value at a
        point. Where an expression is no real number it fails.
    relation : Relation
        What the claim says of the margin.
    conditions : iterable of Condition
        The domain: polynomials over the rationals.
    nodes : int
        Limit on the partial points tried.
    bits : int
        Limit on the working precision.

    Returns
    -------
    Witness or None
        None says nothing: the points tried do not refute the claim. The last check is the failure.

    Examples
    --------
    >>> from sympy.abc import x
    >>> from verify.condition import positive
    >>> witness = failing_sample(sp.log(x) - x + 2, Relation.POSITIVE, [positive(x)])
    >>> print(witness, "|", witness.checks[-1].condition, "|", witness.checks[-1].confirmation.value)
    x = 4 | x >= log(x) + 2 | ball
    """
    domain = tuple(conditions)
    expression = margin if isinstance(margin, sp.Basic) else None
    symbols = expression.free_symbols if expression is not None else ()
    for point in simple_points(domain, (), symbols, nodes):
        if expression is not None:
            failure = _failure(expression, relation, point, bits)
        else:
            ends = margin(point)
            failure = _failure_by_ends(relation, ends)
        if failure is not None:
            witness = confirmed(point, domain)
            return Witness(witness.point, (*witness.checks, failure))
    return None


def _failure(
    margin: sp.Expr, relation: Relation, point: Mapping[sp.Symbol, sp.Expr], bits: int
) -> Check | None:
    value = margin.subs(point)
    failed = Condition(margin, relation).negation
    if value.has(sp.nan, sp.zoo, sp.oo, -sp.oo, sp.I):
        return Check(failed, sp.nan, Confirmation.UNDEFINED)
    try:
        value_sign = sign(value, bits)
    except ValueError:
        return Check(failed, sp.nan, Confirmation.UNDEFINED)
    except UncertifiedError:
        return None
    if relation.holds(value_sign):
        return None
    exact = value_sign == 0 or value.is_Rational
    return Check(failed, value, Confirmation.EXACT if exact else Confirmation.BALL)


def _failure_by_ends(relation: Relation, ends: Enclosure) -> Check | None:
    lowest, highest = ((end > 0) - (end < 0) for end in (ends.lower, ends.upper))
    if any(relation.holds(possible) for possible in range(lowest, highest + 1)):
        return None
    low, high = (sp.oo if isinstance(end, float) else sp.Rational(end) for end in (ends.lower, ends.upper))
    margin = sp.Symbol("margin", real=True)
    value = low if low == high else sp.AccumBounds(low, high)
    confirmation = Confirmation.EXACT if low == high else Confirmation.BALL
    return Check(Condition(margin, relation).negation, value, confirmation)


def _sorted_symbols(symbols: Iterable[sp.Symbol]) -> list[sp.Symbol]:
    # Symbols that share a name differ in their assumptions.
    return sorted(symbols, key=lambda s: (s.name, sorted(s.assumptions0.items()), s.sort_key()))


# The confirmation: SymPy's polynomials and balls; nothing below up to the search is used by the search.


def _sign_at(polynomial: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> tuple[int, sp.Expr, Confirmation]:
    """Sign and value of a polynomial over Q at a point with real algebraic coordinates."""
    missing = polynomial.free_symbols - point.keys()
    if missing:
        raise ValueError(f"no value given for {', '.join(s.name for s in _sorted_symbols(missing))}")
    checked = _expanded_polynomial(polynomial)
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
    raise UnconfirmedPointError(
        f"the sign of {shortened(str(value))} could not be told with {LIMIT_BITS} bits"
    )


def _ends(value: sp.Expr, bits: int) -> tuple[Fraction, Fraction] | None:
    """Ends of an interval around a real number; None where the precision does not suffice."""
    try:
        enclosure = enclose(value, bits)
    except UncertifiedError:
        return None
    return Fraction(enclosure.lower), Fraction(enclosure.upper)


def _expanded_polynomial(expression: sp.Expr) -> sp.Expr:
    expanded = sp.expand(expression)
    gens = _sorted_symbols(expanded.free_symbols)
    polynomial = expanded.as_poly(*gens) if gens else None
    coefficients = [expanded] if not gens else polynomial.coeffs() if polynomial is not None else [sp.nan]
    if not all(c.is_Rational and c.is_finite for c in coefficients):
        raise TypeError(f"not a polynomial over the rationals: {shortened(str(expression))}")
    return expanded


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
        raise UnconfirmedPointError(
            f"whether {shortened(str(polynomial))} vanishes would be asked at {conjugates} conjugate points, "
            f"more than {MOST_CONJUGATES}"
        )
    annihilator = unknown - polynomial
    for symbol, divisor in minimal.items():
        annihilator = sp.resultant(divisor, annihilator, symbol)
    coefficients = [
        Fraction(int(c.p), int(c.q)) for c in reversed(sp.Poly(annihilator, unknown).all_coeffs())
    ]
    lowest = next(abs(c) for c in coefficients if c)
    return lowest / (lowest + max(abs(c) for c in coefficients))


# The search: polynomials of the FLINT library, one symbol after another.


@dataclass(frozen=True)
class _Sign:
    """`polynomial relation 0` in the search."""

    polynomial: fmpq_mpoly
    relation: Relation

    @property
    def truth(self) -> bool | None:
        if not self.polynomial.is_constant():
            return None
        constant = self.polynomial.leading_coefficient() if self.polynomial else fmpq(0)
        return self.relation.holds((constant > 0) - (constant < 0))

    @property
    def unknowns(self) -> tuple[int, ...]:
        return tuple(k for k, degree in enumerate(self.polynomial.degrees()) if degree > 0)

    def along(self, index: int) -> fmpq_poly:
        """The polynomial as one in its only unknown."""
        coefficients = [fmpq(0)] * (self.polynomial.degrees()[index] + 1)
        for exponents, coefficient in self.polynomial.to_dict().items():
            coefficients[exponents[index]] = coefficient
        return fmpq_poly(coefficients)


_Signs = tuple[tuple[_Sign, ...], ...]


@dataclass(frozen=True)
class _System:
    """What a point has to satisfy: of every tuple of `required`, at least one."""

    symbols: tuple[sp.Symbol, ...]
    required: _Signs
    order: tuple[int, ...]

    @staticmethod
    def of(conditions: tuple[Condition, ...], clauses: Clauses, symbols: Iterable[sp.Symbol] = ()) -> _System:
        together = (*((c,) for c in conditions), *clauses)
        occurring = frozenset(symbols).union(*(c.symbols for clause in together for c in clause))
        names = tuple(_sorted_symbols(occurring))
        context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(max(1, len(names)))], "lex")

        def encoded(condition: Condition) -> _Sign:
            terms = sp.Poly(_expanded_polynomial(condition.polynomial), *names).terms() if names else ()
            constant = () if names else (((0,), condition.polynomial),)
            return _Sign(
                context.from_dict({e: fmpq(int(c.p), int(c.q)) for e, c in (*terms, *constant)}),
                condition.relation,
            )

        required = tuple(tuple(encoded(c) for c in clause) for clause in together)
        # An unknown of low degree in an equation is left for last, when the equation gives its value.
        solved: list[int] = []
        for clause in required:
            if len(clause) == 1 and clause[0].relation is Relation.ZERO:
                degrees = clause[0].polynomial.degrees()
                free = [k for k in clause[0].unknowns if k not in solved]
                solved += sorted(free, key=lambda k: (degrees[k], -k))[:1]
        order = (*(k for k in range(len(names)) if k not in solved), *solved)
        return _System(names, required, order)

    def points(self, nodes: int) -> Iterator[dict[sp.Symbol, sp.Expr]]:
        """Different rational points, at most `nodes` partial ones tried."""
        budget, seen = [nodes], set()
        start = _decided(self.required)
        for height in HEIGHTS:
            if start is None or budget[0] <= 0:
                return
            for values in self._extensions({}, start, height, budget):
                key = tuple(values[k] for k in range(len(self.symbols)))
                if key not in seen:
                    seen.add(key)
                    yield {s: sp.Rational(int(v.p), int(v.q)) for s, v in zip(self.symbols, key, strict=True)}

    def _extensions(
        self, values: dict[int, fmpq], required: _Signs, height: int, budget: list[int]
    ) -> Iterator[dict[int, fmpq]]:
        free = [k for k in self.order if k not in values]
        if not free:
            yield dict(values)
            return
        # An equation in one unknown leaves few choices, so that unknown comes next.
        forced = {s[0].unknowns[0] for s in required if _is_equation_in_one_unknown(s)}
        index = next((k for k in free if k in forced), free[0])
        # Trying a value in one unknown costs about a sixteenth of what putting it into all polynomials does.
        budget[0] -= len(_simple_rationals(height)) // 16
        for value in _candidates(required, index, height):
            budget[0] -= 1
            if budget[0] < 0:
                return
            remaining = _assigned(required, index, value)
            if remaining is not None:
                yield from self._extensions({**values, index: value}, remaining, height, budget)

    def on_line(self, point: Mapping[sp.Symbol, sp.Expr], index: int) -> list[sp.Rational]:
        """Simple values for one coordinate with all others as they are."""
        required = _decided(self.required)
        for k, symbol in enumerate(self.symbols):
            if k != index and required is not None:
                value = fmpq(int(point[symbol].p), int(point[symbol].q))
                required = _assigned(required, k, value)
        found = [] if required is None else _candidates(required, index, SHORT_HEIGHT)
        return [sp.Rational(int(v.p), int(v.q)) for v in found]


def _is_equation_in_one_unknown(clause: tuple[_Sign, ...]) -> bool:
    return len(clause) == 1 and clause[0].relation is Relation.ZERO and len(clause[0].unknowns) == 1


def _decided(required: _Signs) -> _Signs | None:
    """Without what is true; None where a clause is false."""
    remaining = []
    for clause in required:
        truths = [s.truth for s in clause]
        if True in truths:
            continue
        undecided = tuple(s for s, truth in zip(clause, truths, strict=True) if truth is None)
        if not undecided:
            return None
        remaining.append(undecided)
    return tuple(remaining)


def _assigned(required: _Signs, index: int, value: fmpq) -> _Signs | None:
    return _decided(
        tuple(
            tuple(_Sign(s.polynomial.subs({index: value}), s.relation) for s in clause) for clause in required
        )
    )


def _candidates(required: _Signs, index: int, height: int) -> list[fmpq]:
    """Rational values of one unknown that satisfy what depends on it alone, simplest first."""
    alone = [clause for clause in required if all(s.unknowns == (index,) for s in clause)]
    lines = [[(s.along(index), s.relation) for s in clause] for clause in alone]

    def fits(value: fmpq) -> bool:
        return all(any(r.holds((p(value) > 0) - (p(value) < 0)) for p, r in clause) for clause in lines)

    equations = [clause[0][0] for clause in lines if len(clause) == 1 and clause[0][1] is Relation.ZERO]
    if equations:
        return [root for root in _rational_roots(equations[0]) if fits(root)]
    found = [value for value in _simple_rationals(height) if fits(value)]
    if not found:
        found = [
            value for value in _one_of_each_cell([p for clause in lines for p, _ in clause]) if fits(value)
        ]
    return found


@lru_cache(maxsize=32)
def _simple_rationals(height: int) -> tuple[fmpq, ...]:
    """0, 1, -1, 1/2, 2, -1/2, -2, 1/3, ... up to a largest numerator or denominator."""
    pairs = [(0, 1)]
    for h in range(1, height + 1):
        positive = [(k, h) for k in range(1, h + 1) if gcd(k, h) == 1]
        positive += [(h, k) for k in range(1, h) if gcd(k, h) == 1]
        pairs += [*positive, *((-p, q) for p, q in positive)]
    return tuple(fmpq(p, q) for p, q in pairs)


def _rational_roots(polynomial: fmpq_poly) -> list[fmpq]:
    factors = polynomial.numer().factor()[1]
    linear = [factor.coeffs() for factor, _ in factors if factor.degree() == 1]
    return sorted((fmpq(-c[0], c[1]) for c in linear), key=_height)


def _height(value: fmpq) -> tuple[int, bool, int]:
    return max(abs(int(value.p)), int(value.q)), value < 0, int(value.q)


def _one_of_each_cell(polynomials: Sequence[fmpq_poly]) -> list[fmpq]:
    """All rational roots, and the simplest rational of every interval between the real roots."""
    found = (factor for p in polynomials for factor, _ in p.numer().factor()[1])
    factors = {tuple(int(c) for c in factor.coeffs()): factor for factor in found}.values()
    rational = [fmpq(-f.coeffs()[0], f.coeffs()[1]) for f in factors if f.degree() == 1]
    ends = [(value, value) for value in (Fraction(int(r.p), int(r.q)) for r in rational)]
    for factor in factors:
        ends += _real_roots(factor) if factor.degree() > 1 else []
    ends.sort()
    lows, highs = [None, *(e[1] for e in ends)], [*(e[0] for e in ends), None]
    cells = [(lo, hi) for lo, hi in zip(lows, highs, strict=True) if lo is None or hi is None or lo < hi]
    inside = (simplest_between(lo, hi) for lo, hi in cells)
    return sorted([*rational, *(fmpq(v.numerator, v.denominator) for v in inside)], key=_height)


def _real_roots(polynomial: fmpz_poly) -> list[tuple[Fraction, Fraction]]:
    with ctx.workprec(START_BITS):
        roots = cast("list[tuple[acb, int]]", polynomial.complex_roots())
        balls = [value.real for value, _ in roots if value.imag.is_zero()]
        return [(_fraction(ball.lower()), _fraction(ball.upper())) for ball in balls]


def _fraction(exact: arb) -> Fraction:
    mantissa, exponent = exact.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def simplest_between(lower: Fraction | None, upper: Fraction | None) -> Fraction:
    """The rational of smallest numerator and denominator strictly between two numbers (Stern-Brocot tree).

    Parameters
    ----------
    lower, upper : Fraction or None
        Ends of the open interval, `lower < upper`; None is infinity.

    Raises
    ------
    ValueError
        The interval is empty.

    Examples
    --------
    >>> str(simplest_between(Fraction(3, 10), Fraction(4, 10))), str(simplest_between(Fraction(7, 2), None))
    ('1/3', '4')
    """
    if lower is not None and upper is not None and lower >= upper:
        raise ValueError(f"no number lies strictly between {lower} and {upper}")
    if (lower is None or lower < 0) and (upper is None or upper > 0):
        return Fraction(0)
    if lower is None or lower < 0:
        return -simplest_between(None if upper is None else -upper, None if lower is None else -lower)
    whole = floor(lower)
    if upper is None or whole + 1 < upper:
        return Fraction(whole + 1)
    past = None if lower == whole else 1 / (lower - whole)
    return whole + 1 / simplest_between(1 / (upper - whole), past)


def _cost(point: Mapping[sp.Symbol, sp.Expr]) -> tuple[int, int, int, int, int, str]:
    """Fewest irrational coordinates first, then small numbers, then few different ones."""
    rational = [v for v in point.values() if v.is_Rational]
    heights = [max(abs(int(v.p)), int(v.q)) for v in rational]
    different, negative = len(set(point.values())), sum(bool(v < 0) for v in rational)
    return (
        len(point) - len(rational),
        max(heights, default=0),
        sum(heights),
        different,
        negative,
        str(list(point.values())),
    )


def _simplest(system: _System, nodes: int) -> dict[sp.Symbol, sp.Expr] | None:
    """The simplest of the first points that the search finds."""
    return min(islice(system.points(nodes), 32), key=_cost, default=None)


def _simplified(
    point: dict[sp.Symbol, sp.Expr],
    conditions: tuple[Condition, ...],
    clauses: Clauses,
    solver: Solver,
    system: _System,
) -> dict[sp.Symbol, sp.Expr]:
    """A point at least as simple: by a longer search, or with coordinates held at simple values."""
    best = point
    if _is_short(best):
        return best
    found = _simplest(system, THOROUGH_NODES)
    if found is not None:
        best = min(best, found, key=_cost)
    quick, questions = Solver(steps=min(solver.steps, QUICK_STEPS)), 0
    held: dict[sp.Symbol, sp.Expr] = {}
    for symbol in sorted(best, key=lambda s: (best[s].is_Rational, s.name)):
        for value in _simpler_values(best[symbol]):
            if _is_short(best) or questions >= SIMPLIFYING_QUESTIONS:
                return best
            questions += 1
            trial = {**held, symbol: value}
            rest = _solution(trial, conditions, clauses, quick)
            if rest is not None:
                candidate = {s: trial.get(s, rest.get(s, sp.Integer(0))) for s in best}
                best, held = min(best, candidate, key=_cost), trial
                break
    return best


def _is_short(point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    irrational, largest, *_ = _cost(point)
    return irrational == 0 and largest <= SHORT_HEIGHT


def _solution(
    held: Mapping[sp.Symbol, sp.Expr], conditions: tuple[Condition, ...], clauses: Clauses, solver: Solver
) -> dict[sp.Symbol, sp.Expr] | None:
    """The solver's confirmed values for the other symbols; None also where it is undecided."""

    def at(condition: Condition) -> Condition:
        return Condition(condition.polynomial.xreplace(dict(held)), condition.relation)

    rest = tuple(at(c) for c in conditions)
    alternatives = tuple(tuple(at(c) for c in clause) for clause in clauses)
    try:
        found = solver.find_point(rest, "a simpler point", alternatives)
        if found is not None:
            confirmed(found, rest, alternatives)
    except (UndecidedQueryError, UnconfirmedPointError):
        return None
    return found


def _simpler_values(value: sp.Expr) -> list[sp.Rational]:
    """Simple rationals of the value's sign, then its continued-fraction neighbours."""
    side = 1 if sign(value) >= 0 else -1
    simple = [sp.Rational(int(v.p), int(v.q)) for v in _simple_rationals(2) if v * side >= 0]
    terms = list(islice(sp.continued_fraction_iterator(value), 6)) if not value.is_Rational else None
    if terms is None:
        terms = sp.continued_fraction(value)[:6]
    neighbours = list(sp.continued_fraction_convergents(terms))
    return [v for v in dict.fromkeys([*simple, *neighbours]) if v != value]


def _polished(point: Mapping[sp.Symbol, sp.Expr], system: _System) -> dict[sp.Symbol, sp.Expr]:
    """A rational point with each coordinate in turn made as simple as the others allow."""
    best = dict(point)
    if not all(v.is_Rational for v in best.values()):
        return best
    for index, symbol in enumerate(system.symbols):
        trials = [{**best, symbol: value} for value in system.on_line(best, index)]
        best = min([best, *trials], key=_cost)
    return best
