"""Implications between elementary functions, put to the prover.

What the prover does not take directly is generalised by names for exponentials and logarithms. A proof for
all values of the names is a proof; a counterexample counts only once it is confirmed at the original.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import sympy as sp

from verify.calculus.bessel import bessel_arguments, without_bessel
from verify.calculus.naming import Naming
from verify.calculus.points import counterexample, truth
from verify.evidence import Evidence, Grade, Outcome, combined
from verify.language.encoding import NotAlgebraicError
from verify.language.implication import Implication
from verify.prover.prover import Prover

CHOICES = (sp.Abs, sp.Max, sp.Min, sp.sign, sp.Piecewise)
"""Functions that are defined by cases."""

_DEFINED_ON_THE_LINE = (sp.exp, sp.sinh, sp.cosh, sp.tanh, sp.sin, sp.cos, sp.erf)
_WITH_OBLIGATIONS = (sp.log, sp.coth, sp.besselk)


def establish(hypotheses: Iterable[sp.Basic], goal: sp.Basic, prover: Prover) -> Evidence:
    """Evidence that the hypotheses imply the goal, elementary functions allowed on both sides.

    Parameters
    ----------
    hypotheses : iterable of Boolean
        Comparisons and their combinations; expressions may hold exponentials, logarithms, hyperbolic
        functions, real powers and Bessel K of half-integer order.
    goal : Boolean
        Likewise; counts as false where it is undefined.
    prover : Prover
        Decides the algebraic implications.

    Returns
    -------
    Evidence
        Open where the prover is, or where the generalised implication fails and no counterexample to the
        original one is found.

    Examples
    --------
    >>> from sympy.abc import x
    >>> product = sp.Eq(x * sp.log(x**2), 2 * x * sp.log(x), evaluate=False)
    >>> establish([x > 0], product, Prover()).proved
    True
    >>> establish([x > 0], sp.Eq(x * sp.exp(x), x * sp.exp(2 * x)), Prover()).witness
    {x: 1}
    """
    given = tuple(without_bessel(h) for h in hypotheses if h != sp.true)
    obligations = [sp.Gt(z, 0, evaluate=False) for z in bessel_arguments(goal)]
    wanted = without_bessel(goal)
    statement = str(Implication(given, goal))
    if _is_identity(wanted):
        obligations += definedness(wanted)
        parts = [Evidence(statement, Outcome.PROVED, Grade.EXACT, "identity of rational functions")]
    else:
        try:
            parts = [prover.prove(Implication(given, wanted))]
        except NotAlgebraicError:
            obligations += definedness(wanted)
            parts = [_named_evidence(given, wanted, statement, prover)]
    for obligation in dict.fromkeys(obligations):
        parts.append(_obligation(given, obligation, prover))
    return parts[0] if len(parts) == 1 else combined(statement, parts, "all is defined, and the goal holds")


def _is_identity(goal: sp.Basic) -> bool:
    """Whether both sides agree as rational functions of roots, exponentials and logarithms, all independent.

    They then agree wherever both are defined. Nothing is said on parts that are defined by cases.
    """
    if not isinstance(goal, sp.Eq) or goal.has(*CHOICES, sp.nan, sp.zoo, sp.oo, -sp.oo, sp.I):
        return False
    known = (*_DEFINED_ON_THE_LINE, *_WITH_OBLIGATIONS)
    if not all(isinstance(call, known) for call in goal.atoms(sp.Function)):
        return False
    naming = Naming.of([goal])
    difference = naming.named(goal.lhs) - naming.named(goal.rhs)
    try:
        return bool(sp.cancel(sp.together(difference)) == 0)
    except sp.PolynomialError:
        return False


def definedness(expression: sp.Basic) -> tuple[sp.Basic, ...]:
    """What has to hold for the expression to be real: arguments of logarithms, radicands, divisors.

    Parts defined by cases (`Piecewise`) are left to the prover. Of a function that is not known here it has
    to be shown that it equals itself, which is false where it is undefined.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> definedness(sp.log(a) / b + sp.sqrt(a - b))
    (Ne(b, 0), a > 0, a - b >= 0)
    """
    found: dict[sp.Basic, None] = {}

    def visit(part: sp.Basic) -> None:
        if isinstance(part, sp.Piecewise):
            return
        for argument in part.args:
            visit(argument)
        if isinstance(part, sp.log):
            found[sp.Gt(part.args[0], 0, evaluate=False)] = None
        elif isinstance(part, sp.coth):
            found[sp.Ne(part.args[0], 0, evaluate=False)] = None
        elif isinstance(part, sp.besselk):
            found[sp.Gt(part.args[1], 0, evaluate=False)] = None
        elif isinstance(part, sp.Function) and not isinstance(part, (*_DEFINED_ON_THE_LINE, *CHOICES)):
            found[sp.Eq(part, part, evaluate=False)] = None
        elif isinstance(part, sp.Pow):
            base, exponent = part.args
            if not exponent.is_Rational:
                found[sp.Gt(base, 0, evaluate=False)] = None
            elif exponent.q != 1:
                relation = sp.Ge if exponent > 0 else sp.Gt
                found[relation(base, 0, evaluate=False)] = None
            elif exponent < 0:
                found[sp.Ne(base, 0, evaluate=False)] = None

    visit(expression)
    kept = (f for f in found if not (f.lhs.is_number and truth(f, {}) is True))
    return tuple(sorted(kept, key=lambda f: (f.count_ops(), str(f))))


def _obligation(hypotheses: tuple[sp.Basic, ...], obligation: sp.Basic, prover: Prover) -> Evidence:
    statement = f"defined: {obligation}"
    try:
        return replace(prover.prove(Implication(hypotheses, obligation)), statement=statement)
    except NotAlgebraicError:
        return _named_evidence(hypotheses, obligation, statement, prover)


def _named_evidence(
    hypotheses: tuple[sp.Basic, ...], goal: sp.Basic, statement: str, prover: Prover
) -> Evidence:
    naming = Naming.of([*hypotheses, goal])
    wanted = naming.named(goal)
    given = (*(naming.named(h) for h in hypotheses), *naming.relations)
    for known in (given, (*given, *naming.inequalities)):
        try:
            evidence = prover.prove(Implication(known, wanted))
        except NotAlgebraicError as error:
            evidence = Evidence(statement, Outcome.OPEN, None, "exponentials named", note=str(error))
        if evidence.proved:
            return replace(evidence, statement=statement)
    witness = counterexample(hypotheses, goal)
    if witness is not None:
        note = f"{goal} fails there"
        method = "exact point, confirmed by interval arithmetic"
        return Evidence(statement, Outcome.REFUTED, Grade.EXACT, method, witness, note=note)
    note = (
        evidence.note
        if not evidence.refuted
        else "fails for some values of the named exponentials or logarithms"
    )
    return Evidence(statement, Outcome.OPEN, None, "exponentials and logarithms named", note=note)
