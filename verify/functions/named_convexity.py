"""That a function of one real variable which is written down is convex, concave, increasing or decreasing.

Let f be twice differentiable on an open interval. Where f'' >= 0 throughout, f is convex there. An end e of
the interval may belong to it, with a value v of its own, such as 0 for x log x at 0. Then f is convex on the
interval with e exactly if v >= f(c) + f'(c)(e - c) for each c inside: a point x between e and another point b
is a mixture, x = t e + (1-t) b, and the support line at c = x is not above v at e, nor above f(b) at b, so
that its value at x, which is f(x), is not above t v + (1-t) f(b). Conversely a convex function is not below
its support lines. No limit is taken, so v need not be that of a continuous f. In the same way f is increasing
where f' >= 0, with a lower end if v <= f(c) for each c inside. What is not differentiable everywhere, such as
max(x, 1), is held against the definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

import sympy as sp

from verify.calculus.derivative import PartialDerivative
from verify.calculus.elementary import establish
from verify.calculus.points import as_expressions
from verify.evidence import Evidence, Grade, Outcome, combined, sufficient
from verify.language.assumptions import declared
from verify.language.definedness import definedness
from verify.language.note import Note
from verify.language.truth import holds_at
from verify.prover.prover import Prover

FIRST, SECOND, WEIGHT = sp.symbols("first second weight")
"""Two points and the weight of the first, in a definition and in a witness against it."""

MOST_HALVINGS = 24
"""Of the distance between the points of a witness; curvature shows where they are near to each other."""


class Shape(StrEnum):
    """What is said of a function; of two points u, v and a weight t, 0 <= t <= 1."""

    CONVEX = "convex"
    """f(tu + (1-t)v) <= t f(u) + (1-t) f(v)."""
    CONCAVE = "concave"
    """The same with >=."""
    INCREASING = "increasing"
    """u <= v gives f(u) <= f(v)."""
    DECREASING = "decreasing"
    """The same with >=."""

    @property
    def order(self) -> int:
        """Which derivative has a sign."""
        return 2 if self in (Shape.CONVEX, Shape.CONCAVE) else 1

    @property
    def sign(self) -> int:
        """Which sign it has."""
        return 1 if self in (Shape.CONVEX, Shape.INCREASING) else -1


@dataclass(frozen=True)
class NamedFunction:
    """A function of one variable on an interval, the ends of which have values of their own, if any.

    Parameters
    ----------
    variable : Symbol
        Its argument.
    formula : Expr
        Its value inside of the interval, in the variable and in parameters.
    lower, upper : Expr
        The ends; in the parameters, -oo or oo.
    at_lower, at_upper : Expr or None
        The value at an end that belongs to the interval; None where it does not.

    Raises
    ------
    ValueError
        For an end that holds the variable, a value at an infinite end, ends in the wrong order, or a variable
        that declares a sign: the interval says where it runs.

    Examples
    --------
    >>> from sympy.abc import x
    >>> entropy = NamedFunction(x, x * sp.log(x), at_lower=0)
    >>> print(entropy.note)
    x -> x*log(x) on [0, oo), 0 at 0
    >>> entropy.line(sp.Integer(1))
    x - 1
    """

    variable: sp.Symbol
    formula: sp.Expr
    lower: sp.Expr = sp.S.Zero
    upper: sp.Expr = sp.oo
    at_lower: sp.Expr | None = None
    at_upper: sp.Expr | None = None

    def __post_init__(self) -> None:
        given = [n for n in ("at_lower", "at_upper") if getattr(self, n) is not None]
        as_expressions(self, "formula", "lower", "upper", *given)
        if declared(self.variable):
            raise ValueError(f'the interval says where the variable runs: write Symbol("{self.variable}")')
        for end, value in self.ends:
            if self.variable in end.free_symbols | value.free_symbols:
                raise ValueError(f"the end {end}, value {value}, holds the variable {self.variable}")
            if end.is_infinite:
                raise ValueError(f"{end} is no point: it has no value")
        if (self.upper - self.lower).is_nonpositive:
            raise ValueError(f"from {self.lower} to {self.upper} there is no interval")

    @property
    def ends(self) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
        """The ends that belong to the interval, with their values."""
        pairs = ((self.lower, self.at_lower), (self.upper, self.at_upper))
        return tuple((end, value) for end, value in pairs if value is not None)

    @property
    def note(self) -> Note:
        """The function in words and formulas."""
        left, right = "(" if self.at_lower is None else "[", ")" if self.at_upper is None else "]"
        values = (Note(", ", value, " at ", end) for end, value in self.ends)
        interval = Note(f" on {left}", self.lower, ", ", self.upper, right)
        return Note(self.variable, " -> ", self.formula, interval, *values)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The parameters."""
        parts = (self.formula, self.lower, self.upper, *(value for _, value in self.ends))
        return frozenset().union(*(part.free_symbols for part in parts)) - {self.variable}

    def at(self, point: sp.Expr) -> sp.Expr:
        """The value at a point inside."""
        return self.formula.subs(self.variable, point)

    def value(self, point: sp.Expr) -> sp.Expr:
        """The value at a point inside, or at an end that belongs to the interval."""
        return dict(self.ends).get(point, self.at(point))

    def with_parameters(self, values: Mapping[sp.Symbol, sp.Expr]) -> NamedFunction:
        """The function with numbers for its parameters."""
        parts = (self.formula, self.lower, self.upper, self.at_lower, self.at_upper)
        return NamedFunction(self.variable, *(p if p is None else p.subs(values) for p in parts))

    def slope(self, point: sp.Expr) -> sp.Expr:
        """The derivative at a point inside."""
        return sp.diff(self.formula, self.variable).subs(self.variable, point)

    def line(self, at: sp.Expr) -> sp.Expr:
        """The tangent at a point inside, in the variable."""
        return self.at(at) + self.slope(at) * (self.variable - at)

    def inside(self, point: sp.Expr, closed: bool = False) -> tuple[sp.Basic, ...]:
        """What says that a point lies in the interval, without its ends, or with those that belong to it."""
        below = sp.Ge if closed and self.at_lower is not None else sp.Gt
        above = sp.Le if closed and self.at_upper is not None else sp.Lt
        found = []
        if self.lower != -sp.oo:
            found.append(below(point, self.lower, evaluate=False))
        if self.upper != sp.oo:
            found.append(above(point, self.upper, evaluate=False))
        return tuple(found)


@dataclass(frozen=True)
class HasShape:
    """A function that is written down is convex, concave, increasing or decreasing on its interval.

    Parameters
    ----------
    function : NamedFunction
        The function.
    shape : Shape
        What is said of it.

    Examples
    --------
    >>> from sympy.abc import s, x
    >>> root = NamedFunction(x, x**s, at_lower=0)
    >>> print(HasShape(root, Shape.CONCAVE).examine((s > 0, s < 1), Prover()).grade)
    exact
    >>> HasShape(root, Shape.CONCAVE).examine((s > 0,), Prover()).refuted
    True
    """

    function: NamedFunction
    shape: Shape

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        return Note(self.function.note, f" is {self.shape}")

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        return self.function.free_symbols

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence by the sign of a derivative, and at the ends; against it by two points and a weight.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the parameters.
        prover : Prover
            Decides the implications.

        Raises
        ------
        ValueError
            For a hypothesis that holds the variable: the interval says where it runs.
        """
        facts = tuple(domain)
        taken = {self.function.variable, FIRST, SECOND, WEIGHT} & frozenset().union(
            self.free_symbols, *(fact.free_symbols for fact in facts)
        )
        if taken:
            name = min(taken, key=str)
            raise ValueError(f"{name} is bound here: give the parameter another name")
        parts = [*self._proper(facts, prover), *self._inside(facts, prover), *self._at_ends(facts, prover)]
        against = (self._counterexample(part.witness or {}, facts) for part in parts if part.refuted)
        refuted = next((e for e in against if e is not None), None)
        if refuted is not None:
            return refuted
        method = f"sign of derivative {self.shape.order}, and ends"
        evidence = sufficient(self.text, parts, method)
        return evidence if evidence.proved else self._by_definition(facts, prover) or evidence

    def _compared(self, larger: sp.Expr, smaller: sp.Expr) -> sp.Basic:
        """That the one is not below the other; not above, for a concave or decreasing function."""
        return (sp.Ge if self.shape.sign > 0 else sp.Le)(larger, smaller, evaluate=False)

    # --- for it ---------------------------------------------------------------------------------------------

    def _proper(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """That the interval has an interior, and its ends are defined."""
        lower, upper = self.function.lower, self.function.upper
        if lower.is_finite is not False and upper.is_finite is not False:
            yield establish(facts, sp.Lt(lower, upper, evaluate=False), prover)
        for condition in definedness(sp.Tuple(*(part for pair in self.function.ends for part in pair))):
            yield establish(facts, condition, prover)

    def _inside(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """That the derivatives exist inside, and the sign of the last one."""
        x, function = self.function.variable, self.function.formula
        given = (*facts, *self.function.inside(x))
        for _ in range(self.shape.order):
            derivative = sp.diff(function, x)
            if derivative.has(sp.Derivative, sp.Subs, sp.Heaviside, sp.sign):
                note = Note("no derivative everywhere: ", function)
                yield Evidence(self.text, Outcome.OPEN, None, "differentiation", note=note)
                return
            yield PartialDerivative(function, x, derivative).examine(given, prover)
            function = derivative
        yield establish(given, self._compared(function, sp.S.Zero), prover)

    def _at_ends(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """How the value at an end compares with each support line there, or with each value inside."""
        x, function = self.function.variable, self.function
        for end, value in function.ends:
            bound = function.at(x)
            if self.shape.order == 2:
                bound = sp.expand(bound + function.slope(x) * (end - x))
            low = self.shape.order == 1 and end == function.lower
            sides = (bound, value) if low else (value, bound)
            yield establish((*facts, *function.inside(x)), self._compared(*sides), prover)

    def _by_definition(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """For a function that need not be differentiable, if its formula gives the values at the ends too."""
        function = self.function
        ends = [establish(facts, sp.Eq(function.at(e), v, evaluate=False), prover) for e, v in function.ends]
        inside = (c for p in (FIRST, SECOND) for c in function.inside(p, closed=True))
        given = (*facts, *inside)
        if self.shape.order == 1:
            given = (*given, sp.Le(FIRST, SECOND, evaluate=False))
            goal = self._compared(function.at(SECOND), function.at(FIRST))
        else:
            given = (*given, sp.Ge(WEIGHT, 0, evaluate=False), sp.Le(WEIGHT, 1, evaluate=False))
            mixed = WEIGHT * function.at(FIRST) + (1 - WEIGHT) * function.at(SECOND)
            goal = self._compared(mixed, function.at(WEIGHT * FIRST + (1 - WEIGHT) * SECOND))
        parts = [*self._proper(facts, prover), *ends]
        if not all(part.proved for part in parts):
            return None
        # Of the function as its formula gives it, the definition is the statement itself.
        evidence = combined(self.text, [*parts, establish(given, goal, prover)], "by definition")
        return evidence if evidence.proved or evidence.refuted else None

    # --- against it -----------------------------------------------------------------------------------------

    def _counterexample(
        self, at: Mapping[sp.Symbol, sp.Expr], facts: tuple[sp.Basic, ...]
    ) -> Evidence | None:
        """Two points, and a weight, near the point at which a part fails; confirmed by the definition."""
        symbols = self.free_symbols.union(*(fact.free_symbols for fact in facts))
        parameters = {s: at.get(s, sp.S.One) for s in sorted(symbols, key=str)}
        if not all(holds_at(fact, parameters) for fact in facts):
            return None
        width = (self.function.upper - self.function.lower).subs(parameters)
        if width.is_nonpositive:
            note = Note("there is no interval of the length ", width)
            return Evidence(self.text, Outcome.REFUTED, Grade.EXACT, "no interval", parameters, note=note)
        here = self.function.with_parameters(parameters)
        for first, second, weight in _near(here, at.get(here.variable), self.shape.order):
            outer = [here.value(first), here.value(second)]
            if self.shape.order == 1:
                goal, point = self._compared(outer[1], outer[0]), {FIRST: first, SECOND: second}
            else:
                inner = here.value(weight * first + (1 - weight) * second)
                goal = self._compared(weight * outer[0] + (1 - weight) * outer[1], inner)
                point = {FIRST: first, SECOND: second, WEIGHT: weight}
            if holds_at(goal, {}) is False:
                note = Note("the definition fails: ", goal)
                return Evidence(
                    self.text, Outcome.REFUTED, Grade.EXACT, "two points", {**parameters, **point}, note=note
                )
        return None


def _near(
    function: NamedFunction, at: sp.Expr | None, order: int
) -> Iterator[tuple[sp.Expr, sp.Expr, sp.Expr]]:
    """Points on both sides of one inside, or an end and a point, with the weight that the first has in it."""
    finite = [end for end in (function.lower, function.upper) if end.is_finite]
    if at is None:
        start = sp.Add(*finite) / max(1, len(finite))
        at = start if len(finite) != 1 else start + (1 if function.upper == sp.oo else -1)
    room = min((abs(end - at) for end in finite), default=sp.S.One)
    for halvings in range(1, MOST_HALVINGS):
        step = room / 2**halvings
        yield at - step, at + step, sp.S.Half
        for end, _ in function.ends:
            beyond = at + (step if end < at else -step)
            if order == 1:
                yield (*sorted((end, at)), sp.S.Half)
            else:
                yield end, beyond, (beyond - at) / (beyond - end)
