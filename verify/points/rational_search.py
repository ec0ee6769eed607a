"""Points with simple rational coordinates that satisfy sign conditions, and given points made simpler.

One unknown after another gets a value that the conditions on it alone allow: a rational of small height, a
rational root of an equation, or the simplest number between two real roots. Nothing is confirmed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import chain, islice
from operator import add, mul, or_

import sympy as sp
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy.core.evalf import PrecisionExhausted

from verify.enclosure import sign
from verify.language.assumptions import with_sign_conditions
from verify.language.condition import Clauses, Condition, Relation
from verify.language.note import shortened
from verify.points.clauses import Clause, Conjunction, Sign, assigned, candidates, conjunction, disjunction
from verify.points.emptiness import has_no_point
from verify.points.one_unknown import Pair, pairs_up_to
from verify.points.simple_rationals import rationals_up_to

QUICK_NODES = 600
"""Partial points tried before a solver is asked, a few hundredths of a second of work."""

HEIGHTS = (1, 2, 3, 4, 5, 7, 10, 14, 20, 30)
"""Largest numerators and denominators of the search's own candidates, one round each while work is left."""

SHORT_HEIGHT = 12
"""A solver's point with larger numerators or denominators is simplified by further questions."""

SIMPLIFYING_QUESTIONS = 40
"""How many questions the simplification of one point may put to the solver."""

Point = Mapping[sp.Symbol, sp.Expr]


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
    >>> from verify.language.condition import positive, zero
    >>> from itertools import islice
    >>> region = [positive(a), positive(1 - a), zero(a * b - 1)]
    >>> [tuple(point.values()) for point in islice(simple_points(region), 3)]
    [(1/2, 2), (1/3, 3), (2/3, 3/2)]
    """
    return System.of(tuple(conditions), clauses, symbols).points(nodes)


def sorted_symbols(symbols: Iterable[sp.Symbol]) -> list[sp.Symbol]:
    """Symbols by name, in the same order in every process.

    Parameters
    ----------
    symbols : iterable of Symbol
        Different ones; some may share a name.

    Examples
    --------
    >>> sorted_symbols(sp.symbols("b a"))
    [a, b]
    """
    # Symbols that share a name differ in their assumptions.
    return sorted(symbols, key=lambda s: (s.name, sorted(s.assumptions0.items()), s.sort_key()))


def expanded_polynomial(expression: sp.Expr) -> sp.Expr:
    """The expression, expanded, after it was found to be a polynomial over the rationals.

    Parameters
    ----------
    expression : sympy.Expr
        In any symbols, perhaps none.

    Raises
    ------
    TypeError
        It is no polynomial, or has a coefficient that is no rational number.

    Examples
    --------
    >>> from sympy.abc import a
    >>> expanded_polynomial((a + 1) ** 2 - sp.Rational(1, 2))
    a**2 + 2*a + 1/2
    """
    expanded = sp.expand(expression)
    gens = sorted_symbols(expanded.free_symbols)
    polynomial = expanded.as_poly(*gens) if gens else None
    coefficients = [expanded] if not gens else polynomial.coeffs() if polynomial is not None else [sp.nan]
    if not all(c.is_Rational and c.is_finite for c in coefficients):
        raise TypeError(f"not a polynomial over the rationals: {shortened(str(expression))}")
    return expanded


@dataclass(frozen=True)
class System:
    """What a point has to satisfy.

    Parameters
    ----------
    symbols : tuple of Symbol
        Those that need a value; the search knows an unknown by its position here.
    required : tuple of Clause, or None
        Signs of polynomials, without what is true; None where one is false.
    order : tuple of int
        In which order unknowns get values: what an equation can be solved for comes last. Those that have
        one already are not in it.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import positive, zero
    >>> system = System.of((zero(a * b - 1), positive(a - 1)))
    >>> system.order, system.simplest(nodes=100)
    ((0, 1), {a: 2, b: 1/2})
    """

    symbols: tuple[sp.Symbol, ...]
    required: Conjunction | None
    order: tuple[int, ...]

    @staticmethod
    def of(
        conditions: tuple[Condition, ...], clauses: Clauses = (), symbols: Iterable[sp.Symbol] = ()
    ) -> System:
        """The system of all conditions, one member of each clause, and the signs that symbols declare."""
        return _system(conditions, clauses, frozenset(symbols))

    def at(self, point: Point) -> System:
        """What is left for the other symbols where some have the values of a rational point.

        Examples
        --------
        >>> from sympy.abc import a, b
        >>> from verify.language.condition import positive, zero
        >>> system = System.of((zero(a * b - 1), positive(a - 1)))
        >>> system.at({b: sp.Rational(2, 3)}).simplest(nodes=100)
        {a: 3/2}
        >>> system.at({a: sp.Integer(1)}).simplest(nodes=100) is None
        True
        """
        required = self.required
        for k, symbol in enumerate(self.symbols):
            if symbol in point and required is not None:
                required = assigned(required, k, (int(point[symbol].p), int(point[symbol].q)))
        free = [k for k in self.order if self.symbols[k] not in point]
        alone = (clause.signs[0] for clause in required or () if len(clause.signs) == 1)
        equations = (sign.polynomial for sign in alone if sign.relation is Relation.ZERO)
        return System(self.symbols, required, _order(free, equations))

    @cached_property
    def empty(self) -> bool:
        """Whether it is shown, by exact arithmetic, that no real point satisfies the system."""
        return has_no_point(self.required)

    def points(self, nodes: int) -> Iterator[dict[sp.Symbol, sp.Expr]]:
        """Different rational points, at most `nodes` partial ones tried."""
        budget, seen, unknowns = [nodes], set(), sorted(self.order)
        for height in HEIGHTS:
            if self.required is None or self.empty or budget[0] <= 0:
                return
            # To try a value in one unknown costs a sixteenth of what putting it into all polynomials does.
            trying = len(pairs_up_to(height)) // 16
            for values in self._extensions({}, self.required, height, trying, budget):
                key = tuple(values[k] for k in unknowns)
                if key not in seen:
                    seen.add(key)
                    yield {self.symbols[k]: sp.Rational(*v) for k, v in zip(unknowns, key, strict=True)}

    def _extensions(
        self, values: dict[int, Pair], required: Conjunction, height: int, trying: int, budget: list[int]
    ) -> Iterator[dict[int, Pair]]:
        free = [k for k in self.order if k not in values]
        if not free:
            yield values
            return
        # An equation in one unknown leaves few choices, so that unknown comes next.
        forced = reduce(or_, [clause.unknowns for clause in required if clause.equation], 0)
        index = next((k for k in free if forced >> k & 1), free[0])
        budget[0] -= trying
        # What is about this unknown alone holds at all candidates.
        bit = 1 << index
        others = tuple([clause for clause in required if clause.unknowns != bit])
        for value in candidates(required, index, height):
            budget[0] -= 1
            if budget[0] < 0:
                return
            remaining = assigned(others, index, value)
            if remaining is not None:
                yield from self._extensions({**values, index: value}, remaining, height, trying, budget)

    def on_line(self, point: Point, index: int) -> list[sp.Rational]:
        """Simple values for one coordinate with all others as they are."""
        others = {s: v for s, v in point.items() if s != self.symbols[index]}
        required = self.at(others).required
        values = [] if required is None else candidates(required, index, SHORT_HEIGHT)
        return [sp.Rational(p, q) for p, q in values]

    def simplest(self, nodes: int) -> dict[sp.Symbol, sp.Expr] | None:
        """The simplest of the first points that the search finds."""
        return min(islice(self.points(nodes), 32), key=cost, default=None)

    def polished(self, point: Point) -> dict[sp.Symbol, sp.Expr]:
        """A rational point with each coordinate in turn made as simple as the others allow."""
        best = dict(point)
        if not all(v.is_Rational for v in best.values()):
            return best
        for index, symbol in enumerate(self.symbols):
            values = [best[symbol], *self.on_line(best, index)]
            least = min(map(_height, values))  # costs less, all other coordinates being the same
            best = min(({**best, symbol: v} for v in values if _height(v) == least), key=cost)
        return best


@lru_cache(maxsize=16)
def _system(conditions: tuple[Condition, ...], clauses: Clauses, symbols: frozenset[sp.Symbol]) -> System:
    """One of them; what was found out of its clauses is at hand when the next search asks."""
    occurring = symbols.union(*(c.symbols for c in chain(conditions, *clauses)))
    together = (*((c,) for c in with_sign_conditions(conditions, occurring)), *clauses)
    names = tuple(sorted_symbols(occurring))
    required = conjunction(_clause(clause, names) for clause in together)
    equations = (_encoded(c[0], names) for c in together if len(c) == 1 and c[0].relation is Relation.ZERO)
    return System(names, required, _order(range(len(names)), equations))


@lru_cache(maxsize=1 << 8)
def _clause(conditions: tuple[Condition, ...], names: tuple[sp.Symbol, ...]) -> Clause | bool:
    """One of the conditions; systems in turn have most in common, and what became of it with them."""
    return disjunction(Sign(_encoded(c, names), c.relation) for c in conditions)


def _order(unknowns: Iterable[int], equations: Iterable[fmpq_mpoly]) -> tuple[int, ...]:
    """An unknown of low degree in an equation is left for last, when the equation gives its value."""
    places, solved = sorted(unknowns), list[int]()
    for equation in equations:
        degrees = equation.degrees()
        free = [k for k in places if degrees[k] > 0 and k not in solved]
        solved += sorted(free, key=lambda k: (degrees[k], -k))[:1]
    return (*(k for k in places if k not in solved), *solved)


@lru_cache(maxsize=1 << 13)
def _encoded(condition: Condition, names: tuple[sp.Symbol, ...]) -> fmpq_mpoly:
    context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(max(1, len(names)))], "lex")
    known = dict(zip(names, context.gens(), strict=False))
    return polynomial_of(condition.polynomial, known, context.constant(1))


def polynomial_of(expression: sp.Expr, known: Mapping[sp.Symbol, fmpq_mpoly], one: fmpq_mpoly) -> fmpq_mpoly:
    """The expression in the generators that stand for its symbols.

    Raises
    ------
    TypeError
        It is no polynomial over the rationals.
    """
    if expression.is_Symbol:
        return known[expression]
    if expression.is_Rational and expression.is_finite:
        return one * fmpq(int(expression.p), int(expression.q))
    if expression.is_Pow and expression.exp.is_Integer and expression.exp >= 0:
        return polynomial_of(expression.base, known, one) ** int(expression.exp)
    if expression.is_Add or expression.is_Mul:
        parts = [polynomial_of(part, known, one) for part in expression.args]
        return reduce(add if expression.is_Add else mul, parts)
    simpler = expanded_polynomial(expression)
    if simpler == expression:
        raise TypeError(f"not a polynomial over the rationals: {shortened(str(expression))}")
    return polynomial_of(simpler, known, one)


def cost(point: Point) -> tuple[int, int, int, int, int, str]:
    """Fewest irrational coordinates first, then small numbers, then few different ones.

    Examples
    --------
    >>> from sympy.abc import a
    >>> cost({a: sp.Rational(-2, 3)}) < cost({a: sp.sqrt(2)})
    True
    """
    rational = [v for v in point.values() if v.is_Rational]
    heights = list(map(_height, rational))
    different, negative = len(set(point.values())), sum(v.p < 0 for v in rational)
    return (
        len(point) - len(rational),
        max(heights, default=0),
        sum(heights),
        different,
        negative,
        f"[{', '.join(map(_text, point.values()))}]",
    )


def _height(value: sp.Rational) -> int:
    return max(abs(int(value.p)), int(value.q))


def _text(value: sp.Expr) -> str:
    """As SymPy prints it, at once where it is rational."""
    if value.is_Rational:
        return str(value.p) if value.q == 1 else f"{value.p}/{value.q}"
    return str(value)


def simplified(
    point: dict[sp.Symbol, sp.Expr],
    system: System,
    solution: Callable[[Point], dict[sp.Symbol, sp.Expr] | None],
    nodes: int,
) -> dict[sp.Symbol, sp.Expr]:
    """A point at least as simple: by a longer search, or with coordinates held at simple values.

    Parameters
    ----------
    point : dict of Symbol to sympy.Expr
        A point that satisfies the system.
    system : System
        What is to be satisfied.
    solution : callable
        Values for the other symbols when some are held at given values; None where it knows none.
    nodes : int
        Limit on the partial points that the search tries.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import positive
    >>> system, ugly = System.of((positive(b - a),)), sp.Rational(311, 99)
    >>> simplified({a: ugly, b: ugly + 1}, system, lambda held: {b: held[a] + 1}, nodes=0)
    {a: 0, b: 1}
    """
    best = point
    if is_short(best):
        return best
    simplest = system.simplest(nodes)
    if simplest is not None:
        best = min(best, simplest, key=cost)
    questions = 0
    fixed: dict[sp.Symbol, sp.Expr] = {}
    for symbol in sorted(best, key=lambda s: (best[s].is_Rational, s.name)):
        for value in _simpler_values(best[symbol]):
            if is_short(best) or questions >= SIMPLIFYING_QUESTIONS:
                return best
            questions += 1
            trial = {**fixed, symbol: value}
            rest = solution(trial)
            if rest is not None:
                candidate = {s: trial.get(s, rest.get(s, sp.Integer(0))) for s in best}
                best, fixed = min(best, candidate, key=cost), trial
                break
    return best


def is_short(point: Point) -> bool:
    """Whether no number of a point is worth making simpler.

    Examples
    --------
    >>> from sympy.abc import a
    >>> is_short({a: sp.Rational(-2, 3)}), is_short({a: sp.sqrt(2)})
    (True, False)
    """
    irrational, largest, *_ = cost(point)
    return irrational == 0 and largest <= SHORT_HEIGHT


def _simpler_values(value: sp.Expr) -> list[sp.Rational]:
    """Simple rationals of the value's sign, then its continued-fraction neighbours."""
    side = 1 if sign(value) >= 0 else -1
    simple = [sp.Rational(int(v.p), int(v.q)) for v in rationals_up_to(2) if v * side >= 0]
    neighbours: list[sp.Rational] = []
    with suppress(PrecisionExhausted):  # SymPy does not round a root of hundreds of digits
        terms = list(islice(sp.continued_fraction_iterator(value), 6))
        neighbours.extend(sp.continued_fraction_convergents(terms))
    return [v for v in dict.fromkeys([*simple, *neighbours]) if v != value]
