"""Hypotheses that determine a symbol, substituted before the search: in statements on families, too.

Let a hypothesis say a x + b = 0 at each value of the indices of x, with a and b free of x, and let the
hypotheses imply a != 0. Then x = -b/a in every model of them. With -b/a for x everywhere, a statement says
the same of the same models without x, unless the substitution cancels what has no value: x := y turns y/x
into 1, which has one at y = 0. So of every divisor of the goal that is lost it is shown that it is not 0, and
no logarithm, root, value of a function or infinite sum may be lost. A hypothesis that loses something only
says less. Certificates are about generic terms after the substitution; a != 0, and the divisors, have their
own, about the statement as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from verify.evidence import Evidence, Outcome, sufficient
from verify.functions.edge_perspective import EdgePerspective
from verify.functions.model_statement import ModelStatement, WrappedStatement
from verify.functions.unspecified import UnspecifiedFunction, Value
from verify.language.case_functions import NOT_REAL
from verify.language.note import Note
from verify.probability.model import Model, cell_symbol
from verify.probability.refutation import Instance, refutation
from verify.probability.rules import follows
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Quotient, Setting, Total, divisors
from verify.prover.prover import Prover


@dataclass(frozen=True)
class Solution:
    """A symbol as an equation determines it.

    Parameters
    ----------
    symbol : Symbol
        What is solved for.
    value : Expr
        What it is.
    divisor : Expr
        By what is divided; to be shown different from 0.
    equation : Boolean
        Which hypothesis.
    """

    symbol: sp.Symbol
    value: sp.Expr
    divisor: sp.Expr
    equation: sp.Basic


@dataclass(frozen=True)
class WithSolvedEquations(WrappedStatement):
    """A statement, examined with the symbols that its hypotheses determine substituted.

    Parameters
    ----------
    statement : ModelStatement
        A dataclass; chains and lemmas in it are substituted in as well.
    solve_for : tuple of Symbol
        What to solve for, in this order; by default every symbol for which an equation can be solved.

    Examples
    --------
    >>> from sympy.abc import d, p, w, x, y, z
    >>> from verify.probability.derivation import Derivation, Step
    >>> given = (sp.Eq(x * (1 - w) - y * w, d * p), w < 1, sp.Eq(Total(p, z), 1), sp.Eq(Total(y, z), 1))
    >>> setting = Setting({p: (z,), x: (z,), y: (z,)}, given)
    >>> goal = sp.Eq(Total(x, z), (d + w) / (1 - w))
    >>> chain = Derivation(setting, goal, (Step(goal),))
    >>> [s.examine((), Prover()).proved for s in (chain, WithSolvedEquations(chain, (x,)))]
    [False, True]
    """

    solve_for: tuple[sp.Symbol, ...] = ()

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence after the substitution; as the statement stands where that decides nothing."""
        facts = self.statement.setting.facts(domain, (self.statement.goal,))
        solutions, shown = self._solved(facts, prover)
        if not solutions:
            return self.statement.examine(domain, prover)
        setting = _without(self.statement.setting, facts, solutions)
        substituted: ModelStatement = _mapped(self.statement, solutions, setting)
        evidence = substituted.examine((), prover)
        if evidence.refuted:
            lifted = self._lifted(evidence, setting, solutions, facts)
            return lifted or self.statement.examine(domain, prover)
        if evidence.proved:
            parts = (*shown, *self._still_defined(facts, solutions, prover), evidence)
            method = f"{', '.join(str(s.symbol) for s in solutions)} substituted"
            whole = sufficient(self.text, parts, method)
            if whole.proved:
                return whole
        return self.statement.examine(domain, prover)

    # --- what is solved for ---------------------------------------------------------------------------------

    def _solved(
        self, facts: tuple[sp.Basic, ...], prover: Prover
    ) -> tuple[tuple[Solution, ...], tuple[Evidence, ...]]:
        """Solutions, each in terms of what those before it leave, and that their divisors are not 0."""
        setting, left = self.statement.setting, facts
        solutions: list[Solution] = []
        shown: list[Evidence] = []
        while True:
            for solution in sorted(self._candidates(left, solutions), key=_cost):
                nonzero = sp.Ne(solution.divisor, 0, evaluate=False)
                indices = setting.free_indices(solution.divisor)
                evidence = (
                    None if solution.divisor.is_number else follows(setting, left, nonzero, indices, prover)
                )
                if evidence is None or evidence.proved:
                    break
            else:
                return tuple(solutions), tuple(shown)
            solutions.append(solution)
            shown += [] if evidence is None else [evidence]
            left = _substituted_facts(left, solution)

    def _candidates(self, facts: Iterable[sp.Basic], known: list[Solution]) -> Iterator[Solution]:
        """Every way to solve an equation for a symbol that may be replaced."""
        setting = self.statement.setting
        fixed = self.parameters | set(setting.events) | {s.symbol for s in known}
        for fact in facts:
            if not isinstance(fact, sp.Eq):
                continue
            for symbol in sorted(fact.free_symbols - fixed, key=str):
                if self.solve_for and symbol not in self.solve_for:
                    continue
                if setting.free_indices(symbol) == setting.free_indices(fact):
                    yield from solution_of(fact, symbol)

    def _still_defined(
        self, facts: tuple[sp.Basic, ...], solutions: tuple[Solution, ...], prover: Prover
    ) -> Iterator[Evidence]:
        """That what the substitution cancels in the goal has a value as it stands."""
        setting, goal = self.statement.setting, self.statement.goal
        after = _put(goal, solutions)
        left = {d for d, _ in divisors(after)}
        for divisor in dict.fromkeys(d for d, _ in divisors(goal)):
            if _put(divisor, solutions) not in left:
                nonzero = sp.Ne(divisor, 0, evaluate=False)
                yield follows(setting, facts, nonzero, setting.free_indices(divisor), prover)
        infinite = (Total,) if setting.supports is Supports.COUNTABLE else ()
        kinds = (Value, sp.log, sp.Pow, *infinite)
        for part in sorted(set().union(*(goal.atoms(kind) for kind in kinds)), key=str):
            lasting = part.is_Pow and part.exp.is_Integer
            if not lasting and not after.has(_put(part, solutions)):
                note = Note("cancelled by the substitution: ", part)
                yield Evidence(Note(part, " has a value"), Outcome.OPEN, None, "not looked at", note=note)

    # --- a counterexample -----------------------------------------------------------------------------------

    def _lifted(
        self, found: Evidence, setting: Setting, solutions: tuple[Solution, ...], facts: tuple[sp.Basic, ...]
    ) -> Evidence | None:
        """The counterexample with values for what was solved for, confirmed as the statement stands."""
        whole, named = self.statement.setting, {s.name: v for s, v in (found.witness or {}).items()}
        sizes = {i: int(named.get(f"size({i})", 0)) for i in whole.indices}
        instance = Instance(whole, tuple(sizes.items()))
        symbols = frozenset[sp.Symbol]().union(*(part.free_symbols for part in (*facts, self.statement.goal)))
        cells = {
            c: named[cell_symbol(c).name] for c in instance.cells(symbols) if cell_symbol(c).name in named
        }
        if not all(value.is_Rational for value in cells.values()):
            return None
        values = {cell: Fraction(int(v.p), int(v.q)) for cell, v in cells.items()}
        try:
            for solution in reversed(solutions):
                small = Model(setting, sizes, values)
                for cell in instance.cells([solution.symbol]):
                    place = dict(zip(whole.families.get(solution.symbol, ()), cell[1], strict=True))
                    values[cell] = small.value(solution.value, place)
            model = Model(whole, sizes, values)
            if all(map(model.holds, facts)) and not model.holds(self.statement.goal):
                return refutation(self.text, model, self.statement.goal)
        except (ArithmeticError, KeyError, TypeError):
            return None  # No value, or none that is rational: the statement is examined as it stands.
        return None


def solution_of(equation: sp.Basic, symbol: sp.Symbol) -> Iterator[Solution]:
    """The solution of an equation for a symbol in which it is linear; none where it is within a sum or call.

    Examples
    --------
    >>> from sympy.abc import d, w, x, y
    >>> next(solution_of(sp.Eq(x * (1 - w) - y * w, d), x)).value
    (-d - w*y)/(w - 1)
    """
    opaque = {
        part: sp.Dummy() for kind in (Total, Value, Quotient, sp.Function) for part in equation.atoms(kind)
    }
    if any(part.has(symbol) for part in opaque):
        return
    difference = (equation.lhs - equation.rhs).xreplace(opaque)
    numerator = sp.fraction(sp.together(difference))[0]
    if not numerator.is_polynomial(symbol) or sp.degree(numerator, symbol) != 1:
        return
    slope, rest = sp.Poly(numerator, symbol).all_coeffs()
    back = {name: part for part, name in opaque.items()}
    if slope.could_extract_minus_sign():
        slope, rest = -slope, -rest
    value, divisor = (part.xreplace(back) for part in (sp.factor(-rest) / sp.factor(slope), sp.factor(slope)))
    if not value.has(*NOT_REAL):
        yield Solution(symbol, value, divisor, equation)


def _cost(solution: Solution) -> tuple[int, int, str]:
    divisor = 0 if solution.divisor.is_number else 1 + solution.divisor.count_ops()
    return divisor, solution.value.count_ops(), str(solution.symbol)


def _put(part: Any, solutions: Iterable[Solution]) -> Any:
    """An expression or statement after the substitutions, one after the other."""
    return reduce(_put_one, solutions, part)


def _put_one(part: Any, solution: Solution) -> Any:
    """One substitution; a comparison of what is no real number is false, and no other one is evaluated."""
    if part == solution.symbol:
        return solution.value
    if not part.args or solution.symbol not in part.free_symbols:
        return part
    parts = [_put_one(inner, solution) for inner in part.args]
    if isinstance(part, Relational):
        return sp.false if any(p.has(*NOT_REAL) for p in parts) else part.func(*parts, evaluate=False)
    if isinstance(part, (sp.And, sp.Or)):
        return part.func(*parts, evaluate=False)
    return part.func(*parts)


def _substituted_facts(facts: Iterable[sp.Basic], solution: Solution) -> tuple[sp.Basic, ...]:
    """The facts after one substitution; the equation itself becomes that its divisor is not 0."""
    nonzero = sp.Ne(solution.divisor, 0, evaluate=False)
    kept = [_put_one(f, solution) for f in facts if f != solution.equation]
    return tuple(dict.fromkeys([*kept, *([] if solution.divisor.is_number else [nonzero])]))


def _without(setting: Setting, facts: tuple[sp.Basic, ...], solutions: tuple[Solution, ...]) -> Setting:
    """The setting after the substitution, with all facts as hypotheses."""
    families = {s: i for s, i in setting.families.items() if s not in {x.symbol for x in solutions}}
    left = reduce(_substituted_facts, solutions, facts)
    return replace(setting, families=families, hypotheses=left)


def _mapped(part: Any, solutions: tuple[Solution, ...], setting: Setting) -> Any:
    """A statement, chain or lemma after the substitution; functions, and mappings such as models, stay."""
    if isinstance(part, Setting):
        return setting
    if isinstance(part, (UnspecifiedFunction, EdgePerspective)):
        return part
    if isinstance(part, sp.Basic):
        return _put(part, solutions)
    if isinstance(part, tuple):
        return tuple(_mapped(inner, solutions, setting) for inner in part)
    if is_dataclass(part) and not isinstance(part, type):
        own = {f.name: _mapped(getattr(part, f.name), solutions, setting) for f in fields(part) if f.init}
        return replace(part, **own)
    return part
