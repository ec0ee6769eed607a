"""Decisions on semialgebraic sets by an SMT solver: whether polynomial conditions can hold together.

The answer is a point, or that there is none (grade `one-solver`), or an error: `unknown` decides nothing.
Work is limited by the step counter of the solver: an answer does not depend on how busy the machine is. At
the deadline (`verify.deadline`) the solver is stopped: that is `OutOfTime`, which is no answer.
Each question has contexts of its own, so that it does not depend on what was asked before; what is decided is
therefore remembered for all solvers, by what z3 was told. The first attempt decides the same with more steps.
z3's portfolio can end its process by a fault of memory: so it works in a copy of this one, and of what ends
the copy nothing follows but `unknown`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import copy_context
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import isfinite
from threading import Event, Thread
from typing import TYPE_CHECKING

import sympy as sp

from verify.deadline import check_time, seconds_left, wall_left
from verify.errors import UndecidedError
from verify.evidence import Evidence
from verify.language.assumptions import with_sign_conditions
from verify.language.condition import Clauses, Condition, Relation, in_order
from verify.language.note import Note, shortened
from verify.language.rational_value import Values, rational_point, rational_value
from verify.points.rational_search import simple_points
from verify.search.ring import keep
from verify.solvers.process_copy import CAN_COPY, CopyEndedError, in_copy

if TYPE_CHECKING:  # most claims need no solver, and z3 takes a while to be loaded
    import z3

DEFAULT_STEPS = 1_000_000
"""Solver steps after which a question is given up, some fifteen seconds of work."""

LONGEST_TIMEOUT = 2**31
"""Milliseconds; z3 takes no longer ones."""

TICK = 0.1
"""Seconds between two looks at the deadline."""

QUICK_STEPS = 100_000
"""Of these, how many the first attempt may take."""

MOST_SECONDS = 1000.0
"""Of processor time for a copy of this process, in case the solver does not count its steps."""

MOST_REMEMBERED = 1 << 12
_EXCLUDED: dict[tuple[str, int], bool] = {}
"""What z3's portfolio said has no point: the script, and the steps that it might take."""

_FIRST_DECIDED: dict[str, tuple[int, bool]] = {}
"""Of scripts that the first attempt decided: with how few steps so far, and whether there is a point."""

UNKNOWN = "unknown"

POINTS_AGAINST = 60
"""Partial points that are tried against an answer that no point exists."""

Value = Fraction | tuple[list[Fraction], int]
"""A number, or the coefficients of a polynomial in one unknown, the constant first, and which of its real
roots is meant, counted from 1."""


class UndecidedQueryError(UndecidedError):
    """The solver answered `unknown`; the message names the question, `conditions` are what was asked."""

    def __init__(self, question: str, conditions: Iterable[Condition], reason: str) -> None:
        super().__init__(Note("the solver could not decide (", shortened(reason), "): ", shortened(question)))
        self.question = question
        self.conditions = tuple(conditions)


@dataclass
class Solver:
    """Answers questions about conjunctions of polynomial conditions over the reals.

    Parameters
    ----------
    steps : int
        Limit on the solver's steps for one question.

    Attributes
    ----------
    questions : int
        How many questions have been put so far.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> Solver().find_point([positive(a), positive(-a)], "a is positive and negative") is None
    True
    """

    steps: int = DEFAULT_STEPS
    questions: int = 0
    _hard: set[frozenset[Condition]] = field(default_factory=set, repr=False)
    _answers: dict[tuple[frozenset[Condition], Clauses], bool] = field(default_factory=dict, repr=False)
    _doubted: set[tuple[frozenset[Condition], Clauses]] = field(default_factory=set, repr=False)

    @property
    def certifies(self) -> bool:
        """Whether answers come with evidence; a plain solver's word is all there is."""
        return False

    @property
    def answers(self) -> Mapping[tuple[frozenset[Condition], Clauses], bool]:
        """Whether some point satisfies the conditions and clauses, for all that was decided so far."""
        return self._answers

    @contextmanager
    def recorded(self) -> Iterator[list[Evidence]]:
        """The evidence that is brought within this context; none by a plain solver."""
        yield []

    def knows(self, conditions: Iterable[Condition], clauses: Clauses = ()) -> bool:
        """Whether what shows that no point exists is at hand: never here."""
        return False

    def satisfiable(
        self,
        conditions: Iterable[Condition],
        question: str,
        clauses: Clauses = (),
        splits: Sequence[sp.Expr] = (),
    ) -> bool:
        """Whether some real point satisfies all conditions, and at least one condition of every clause.

        `splits` are polynomials by whose signs a proof may distinguish cases; this solver needs no such help.

        Raises
        ------
        UndecidedQueryError
            When the solver answers `unknown`, or that there is no point where a simple one is easily found.
        verify.deadline.OutOfTime
            When the deadline has passed.
        """
        listed = tuple(conditions)
        wanted = frozenset(listed)
        if (wanted, clauses) not in self._answers:
            self._answers[wanted, clauses] = self._check(wanted, question, clauses) is not None
        if not self._answers[wanted, clauses] and (wanted, clauses) not in self._doubted:
            _doubt(listed, question, clauses)
            self._doubted.add((wanted, clauses))
        return self._answers[wanted, clauses]

    def possible(self, conditions: Iterable[Condition], question: str) -> bool:
        """Whether a point may satisfy all conditions: False is a proof; a hard question is answered True.

        For a search whose outcome is proved afterwards; takes at most `QUICK_STEPS`.
        """
        wanted = frozenset(conditions)
        if (wanted, ()) not in self._answers and wanted not in self._hard:
            try:
                self._answers[wanted, ()] = self._check(wanted, question, (), quick=True) is not None
            except UndecidedQueryError:
                self._hard.add(wanted)
        return wanted in self._hard or self._answers[wanted, ()]

    def is_hard(self, conditions: Iterable[Condition], question: str) -> bool:
        """Whether the first attempt decides nothing: neither a point nor that there is none."""
        wanted = frozenset(conditions)
        return self.possible(wanted, question) and wanted in self._hard

    def implies(self, hypotheses: Iterable[Condition], goal: Condition, question: str) -> bool:
        """Whether the goal holds wherever all hypotheses do."""
        return not self.satisfiable([*hypotheses, goal.negation], question)

    def find_point(
        self, conditions: Iterable[Condition], question: str, clauses: Clauses = ()
    ) -> dict[sp.Symbol, sp.Expr] | None:
        """A point (rational or real algebraic coordinates) that satisfies all conditions, or None.

        The solver's point is checked by substitution where it is rational.
        """
        wanted = list(conditions)
        found = self._check(wanted, question, clauses, wants_point=True)
        if found is None:
            return None
        point = {symbol: _expression(value) for symbol, value in found.items()}
        fractions = rational_point(point)
        for clause in (*((condition,) for condition in wanted), *clauses):
            values = [(c.relation, _number_at(c.polynomial, point, fractions)) for c in clause]
            if all(v.is_Rational and not relation.holds(int(sp.sign(v))) for relation, v in values):
                raise UndecidedQueryError(question, wanted, "the solver's point fails the check")
        return point

    def _check(
        self,
        conditions: Iterable[Condition],
        question: str,
        clauses: Clauses = (),
        quick: bool = False,
        wants_point: bool = False,
    ) -> Mapping[sp.Symbol, Value] | None:
        """A point, empty unless it is wanted, or None where there is none."""
        self.questions += 1
        conditions = with_sign_conditions(
            conditions, (s for clause in clauses for c in clause for s in c.symbols)
        )
        # The order of assertions steers the search; sorted, it is the same in every run.
        symbols, script = _script(in_order(conditions), clauses)
        few = min(self.steps, QUICK_STEPS)
        fewest, has_point = _FIRST_DECIDED.get(script, (few + 1, False))
        decided = fewest <= few and not (has_point and wants_point)
        if decided or (not quick and (script, self.steps) in _EXCLUDED):
            check_time()
            return {} if has_point and decided else None
        names = tuple(symbols.values()) if wants_point else ()
        said = _attempt(_nlsat, script, few, names)
        if said.answer in ("sat", "unsat"):
            keep(_FIRST_DECIDED, script, (min(few, fewest), said.answer == "sat"), MOST_REMEMBERED)
        elif said.answer == UNKNOWN and not quick:
            said = _attempt_in_copy(_portfolio, script, self.steps, names)
            if said.answer == "unsat":
                keep(_EXCLUDED, (script, self.steps), True, MOST_REMEMBERED)
        if said.answer == "unsat":
            return None
        if said.answer == "sat":
            return {symbol: said.values[name] for symbol, name in symbols.items() if wants_point}
        raise UndecidedQueryError(question, conditions, said.reason)


@dataclass(frozen=True)
class _Said:
    """What z3 said, as data that outlive it: an answer in its words, and the values of names."""

    answer: str
    reason: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)


def _nlsat() -> z3.Solver:
    """Cylindrical algebraic reasoning alone, which starts faster than the portfolio."""
    import z3

    return z3.Tactic("qfnra-nlsat", ctx=z3.Context()).solver()


def _portfolio() -> z3.Solver:
    """All that z3 has for the logic, which goes further."""
    import z3

    return z3.SolverFor("QF_NRA", ctx=z3.Context())


Attempt = Callable[[], "z3.Solver"]


def _attempt(make: Attempt, script: str, steps: int, names: Sequence[str]) -> _Said:
    """What a solver says of a script within so many steps and until the deadline."""
    solver = make()
    counts_work = check_time() < (left := wall_left())
    if isfinite(left):
        solver.set("timeout", max(1, min(int(left * 1000), LONGEST_TIMEOUT)))
    with _stopped_in_time(solver.ctx) if counts_work else nullcontext():
        said = _asked(solver, script, steps, names)
    if said.answer == UNKNOWN:
        check_time()  # an answer that the deadline kept from us is none, and not `unknown` either
        if "interrupted" in said.reason:
            raise KeyboardInterrupt
    return said


def _attempt_in_copy(make: Attempt, script: str, steps: int, names: Sequence[str]) -> _Said:
    """The same, where the solver may end its process: that decides nothing."""
    if not CAN_COPY:
        return _attempt(make, script, steps, names)
    try:
        return in_copy(lambda: _asked(make(), script, steps, names), MOST_SECONDS)
    except CopyEndedError as error:
        return _Said(UNKNOWN, str(error))


def _asked(solver: z3.Solver, script: str, steps: int, names: Sequence[str]) -> _Said:
    import z3

    solver.set("rlimit", steps)
    solver.from_string(script)
    answer = str(solver.check())
    if answer not in ("sat", "unsat"):
        return _Said(UNKNOWN, solver.reason_unknown())
    if answer == "unsat" or not names:
        return _Said(answer)
    model = solver.model()
    return _Said(answer, values={name: _value(model, z3.Real(name, solver.ctx)) for name in names})


@contextmanager
def _stopped_in_time(context: z3.Context) -> Iterator[None]:
    """z3 counts wall time alone: a thread looks at a deadline of processor time for it."""
    answered = Event()

    def watch() -> None:
        while not answered.wait(TICK):
            if seconds_left() <= 0:
                context.interrupt()

    watching = Thread(target=copy_context().run, args=(watch,), daemon=True)
    watching.start()
    try:
        yield
    finally:
        answered.set()
        watching.join()


def _doubt(conditions: Iterable[Condition], question: str, clauses: Clauses) -> None:
    """Look for a point where the solver says that there is none: its word may become a proof."""
    point = next(simple_points(conditions, clauses, nodes=POINTS_AGAINST), None)
    if point is not None:
        where = ", ".join(f"{symbol} = {value}" for symbol, value in point.items())
        raise UndecidedQueryError(question, conditions, f"no point, it says, but there is {where}")


def _script(conditions: Sequence[Condition], clauses: Clauses) -> tuple[Mapping[sp.Symbol, str], str]:
    """The names that the symbols have for the solver, and what it is told."""
    names: dict[sp.Symbol, str] = {}
    occurring = frozenset[sp.Symbol]().union(*(c.symbols for c in chain(conditions, *clauses)))
    for symbol in sorted(occurring, key=lambda s: (str(s), sp.default_sort_key(s))):
        name = symbol.name.translate(_UNQUOTABLE)
        while name in names.values():
            name += "'"  # Symbols that share a name are different unknowns.
        names[symbol] = name
    renamed = {s: sp.Symbol(name, real=True) for s, name in names.items() if s.name != name}
    asserted = [_formula(c, renamed) for c in conditions]
    asserted += [f"(or {' '.join(_formula(c, renamed) for c in clause)} false)" for clause in clauses]
    symbols = {symbol: f"{name}!" for symbol, name in names.items()}  # No word of the language ends so.
    declared = (f"(declare-const |{name}| Real)" for name in symbols.values())
    return symbols, "\n".join([*declared, *(f"(assert {formula})" for formula in asserted)])


_UNQUOTABLE = str.maketrans("|\\", "__")
_FORMULAS = {
    Relation.POSITIVE: "(> {} 0.0)",
    Relation.NON_NEGATIVE: "(>= {} 0.0)",
    Relation.ZERO: "(= {} 0.0)",
    Relation.NON_ZERO: "(not (= {} 0.0))",
}


def _formula(condition: Condition, renamed: Mapping[sp.Symbol, sp.Symbol]) -> str:
    polynomial = condition.polynomial.xreplace(renamed) if renamed else condition.polynomial
    return _FORMULAS[condition.relation].format(_term(polynomial))


@lru_cache(maxsize=4096)
def _term(expression: sp.Expr) -> str:
    """A polynomial in the solver's language."""
    if expression.is_Rational:
        size = (
            f"{abs(expression.p)}.0" if expression.q == 1 else f"(/ {abs(expression.p)}.0 {expression.q}.0)"
        )
        return size if expression >= 0 else f"(- {size})"
    if expression.is_Symbol:
        return f"|{expression.name}!|"
    if expression.is_Add or expression.is_Mul:
        return f"({'+' if expression.is_Add else '*'} {' '.join(map(_term, expression.args))})"
    if expression.is_Pow and expression.exp.is_Integer and expression.exp > 1:
        return f"(* {' '.join([_term(expression.base)] * int(expression.exp))})"
    raise TypeError(f"not a polynomial over the rationals: {expression}")


def _value(model: z3.ModelRef, variable: z3.ArithRef) -> Value:
    import z3

    value = model.eval(variable, model_completion=True)
    if z3.is_rational_value(value):
        exact: Fraction = value.as_fraction()
        return exact
    return [c.as_fraction() for c in value.poly()], value.index()


def _number_at(polynomial: sp.Expr, point: Mapping[sp.Symbol, sp.Expr], fractions: Values | None) -> sp.Expr:
    """At a point, which is given by fractions, too, where it is rational."""
    value = rational_value(polynomial, fractions, lowest=0)
    return polynomial.subs(point) if value is None else sp.Rational(value.numerator, value.denominator)


def _expression(value: Value) -> sp.Expr:
    if isinstance(value, Fraction):
        return _rational(value)
    # An algebraic number: z3 names it as the k-th real root of a polynomial in one unknown.
    coefficients, index = value
    polynomial = sp.Poly([_rational(c) for c in reversed(coefficients)], sp.Dummy("t"))
    return sp.real_roots(polynomial, multiple=True)[index - 1]


def _rational(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)
