"""Transcendental implications by names: exponentials and logarithms become unknowns, and the rest is algebra.

A proof for all values of the names is a proof; a counterexample among them is none. Goals count as false
where they are undefined, so that of each logarithm, root and quotient it is shown that it has a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp
from sympy.core.relational import Relational

from verify.evidence import Evidence, combined
from verify.language.case_functions import CHOICES
from verify.language.definedness import EVERYWHERE, WITH_OBLIGATIONS, definedness, obligations
from verify.language.encoding import NotAlgebraicError
from verify.language.implication import Implication
from verify.language.naming import Naming
from verify.language.note import Note
from verify.language.special_functions import by_recurrences, has_gamma_a_value
from verify.language.truth import holds_at
from verify.prover.attempt import Attempt

MOST_ORDERED, MOST_STRICTLY = 3, 2
"""Names that are compared with each other, and by the inequalities that are strict."""


def can_be_named(attempt: Attempt) -> bool:
    """Whether the implication is transcendental, and true where its parts are, as long as these are defined.

    That is so of comparisons joined by `And` and `Or`. Under a negation, or in the conditions of a
    `Piecewise`, a comparison that is false for want of a value would count as true.
    """
    goal = attempt.implication.goal
    formulas = (*attempt.implication.hypotheses, goal)
    return attempt.encoded is None and not has_gamma_a_value(goal) and all(map(_is_positive, formulas))


def says_gamma_has_a_value(attempt: Attempt) -> bool:
    """Whether the goal is that a gamma function has a value, as an equality with itself."""
    return has_gamma_a_value(attempt.implication.goal)


def by_positive_argument(attempt: Attempt) -> Evidence | None:
    """A proof that gamma has a value: its argument is positive. Where it is not, nothing is said."""
    argument = attempt.implication.goal.lhs.args[0]
    positive = sp.Gt(argument, 0, evaluate=False)
    evidence = attempt.means.decide(Implication(attempt.implication.hypotheses, positive))
    if evidence.proved:
        return combined(Note(attempt.implication), [evidence], "its argument is positive")
    attempt.tried.append(Note("not shown: ", positive))
    return None


def by_names(attempt: Attempt) -> Evidence | None:
    """A proof for all values of the names, and that the goal is defined; or a point where it is not."""
    if attempt.out_of_time():
        return None
    statement = Note(attempt.implication)
    hypotheses = tuple(by_recurrences(h) for h in attempt.implication.hypotheses if h != sp.true)
    goal = attempt.implication.goal
    parts = []
    for obligation in obligations(goal):
        evidence = attempt.means.decide(Implication(hypotheses, obligation))
        if evidence.refuted and (point := _undefined_at(attempt, evidence)) is not None:
            return attempt.refutation(point, evidence.method)
        if not evidence.proved:
            attempt.tried.append(Note("not shown to be defined: ", obligation, " (", evidence.note, ")"))
            return None
        parts.append(replace(evidence, statement=Note("defined: ", obligation)))
    numbers = _determined(hypotheses)
    premises = tuple(h for h in (h.subs(numbers) for h in hypotheses) if h != sp.true)
    for evidence in _named(attempt, premises, by_recurrences(goal).subs(numbers)):
        if evidence.proved:
            parts.insert(0, replace(evidence, statement=statement))
            return parts[0] if len(parts) == 1 else combined(statement, parts, "defined, and it holds")
    attempt.tried.append(Note("fails, or is open, for some values of the named exponentials or logarithms"))
    return None


def _determined(hypotheses: tuple[sp.Basic, ...]) -> dict[sp.Symbol, sp.Expr]:
    """The symbols to which a linear equation gives a rational number; exponentials of them are constants."""
    found: dict[sp.Symbol, sp.Expr] = {}
    for equation in (h for h in hypotheses if isinstance(h, sp.Eq) and len(h.free_symbols) == 1):
        (symbol,) = equation.free_symbols
        difference = sp.expand(equation.lhs - equation.rhs)
        slope = difference.coeff(symbol)
        offset = difference - slope * symbol
        if slope.is_Rational and slope != 0 and offset.is_Rational:
            found[symbol] = -offset / slope
    return found


def _named(attempt: Attempt, premises: tuple[sp.Basic, ...], wanted: sp.Basic) -> Iterator[Evidence]:
    """Evidence on the implication in the names, with more and more that is known of them."""
    naming = Naming.of([*premises, wanted])
    goal = naming.named(wanted)
    hypotheses = [*(naming.named(h) for h in premises), *naming.relations]
    bounded = [*hypotheses, *naming.inequalities]
    # What a hypothesis says is defined, or it would be false.
    comparisons = (part for h in premises for part in sp.And.make_args(h) if isinstance(part, Relational))
    defined = [naming.named(d) for part in comparisons for d in definedness(part)]
    for known in (hypotheses, bounded, [*bounded, *defined])[: 3 if defined else 2]:
        try:
            yield attempt.means.prove(Implication(tuple(known), goal))
        except NotAlgebraicError as error:
            attempt.tried.append(Note("exponentials and logarithms named: ", error))
            return
    number = len(naming.exponentials) + len(naming.logarithms)
    orders = naming.orders if number <= MOST_ORDERED else []
    prove = attempt.means.prove
    needs = dict.fromkeys(need for order in orders for need in order.needs)
    met = {need for need in needs if need == sp.true or prove(Implication(tuple(hypotheses), need)).proved}
    usable = [order for order in orders if met.issuperset(order.needs)]
    stages = [[o.tangent for o in usable], [f for o in usable for f in (o.tangent, o.strict)]]
    for facts in stages[: 2 if number <= MOST_STRICTLY else 1] if usable else []:
        yield prove(Implication((*hypotheses, *defined, *facts), goal))


def _undefined_at(attempt: Attempt, evidence: Evidence) -> dict[sp.Symbol, sp.Expr] | None:
    """The point at which a part of the goal has no value, if the goal fails there."""
    one = dict.fromkeys(sorted(attempt.implication.symbols, key=str), sp.Integer(1))
    point = {**one, **(evidence.witness or {})}
    return point if holds_at(attempt.implication.goal, point) is False else None


def _is_positive(formula: sp.Basic) -> bool:
    if formula in (sp.true, sp.false):
        return True
    if isinstance(formula, (sp.And, sp.Or)):
        return all(map(_is_positive, formula.args))
    return isinstance(formula, Relational) and all(map(_has_known_domain, formula.atoms(sp.Function)))


def _has_known_domain(call: sp.Basic) -> bool:
    """Whether it is a function of which is known where it is defined, and how."""
    if isinstance(call, sp.Piecewise):
        roots = all(power.exp.is_Rational for power in call.atoms(sp.Pow))
        return roots and all(isinstance(inner, CHOICES) for inner in call.atoms(sp.Function))
    return isinstance(call, (*EVERYWHERE, *WITH_OBLIGATIONS, *CHOICES))
