"""Implications between elementary functions: identities at once, all else by the prover's methods."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import sympy as sp

from verify.calculus.vanishing import vanishes
from verify.evidence import Evidence, Grade, Outcome, combined
from verify.language.case_functions import CHOICES, NOT_REAL
from verify.language.definedness import EVERYWHERE, WITH_OBLIGATIONS, obligations
from verify.language.implication import Hints, Implication
from verify.language.naming import Naming
from verify.language.note import Note
from verify.language.special_functions import by_recurrences
from verify.prover.prover import Prover

NO_HINTS = Hints()


def establish(
    hypotheses: Iterable[sp.Basic], goal: sp.Basic, prover: Prover, hints: Hints = NO_HINTS
) -> Evidence:
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
    hints : Hints
        For the search, if the implication is put to it as it is.

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
    implication = Implication(tuple(h for h in hypotheses if h != sp.true), goal, hints)
    if not _is_identity(by_recurrences(goal)):
        return prover.decide(implication)
    statement = Note(implication)
    parts = [Evidence(statement, Outcome.PROVED, Grade.EXACT, "identity of rational functions")]
    for obligation in obligations(goal):
        evidence = prover.decide(Implication(implication.hypotheses, obligation))
        parts.append(replace(evidence, statement=Note("defined: ", obligation)))
    return parts[0] if len(parts) == 1 else combined(statement, parts, "all is defined, and the goal holds")


def _is_identity(goal: sp.Basic) -> bool:
    """Whether both sides agree as rational functions of roots, exponentials and logarithms.

    They then agree wherever both are defined. Nothing is said on parts that are defined by cases.
    """
    if not isinstance(goal, sp.Eq) or goal.has(*CHOICES, *NOT_REAL):
        return False
    known = (*EVERYWHERE, *WITH_OBLIGATIONS)
    if not all(isinstance(call, known) for call in goal.atoms(sp.Function)):
        return False
    naming = Naming.of([goal])
    return vanishes(naming.named(goal.lhs) - naming.named(goal.rhs))
