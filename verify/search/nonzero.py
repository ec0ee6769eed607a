"""The strict sign of a factor of a strict condition: it is not 0, so that its weak sign is enough."""

from __future__ import annotations

from collections.abc import Callable

from verify.search.derivation import Node, Term, leaf
from verify.search.ring import Polynomial, System


def strict_by_weak(
    system: System, factor: Polynomial, relation: str, refuted: Callable[[str], Node | None]
) -> Node | None:
    """What refutes that the factor has the opposite sign or is 0; None unless it divides a strict condition.

    Parameters
    ----------
    system : System
        The system.
    factor : flint.fmpq_mpoly
        The factor.
    relation : str
        Its sign, ">" or "<".
    refuted : callable
        Looks for what refutes the system with `factor < 0`, or > 0, appended.

    Returns
    -------
    dict or None
        Refutes the system with `factor <= 0`, or >= 0, appended.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> given = system(["x", "y"], [{(1, 0): 1}], [{(1, 1): 1}], [])  # x >= 0, x y > 0
    >>> x, y = given.ring.gens
    >>> by_fact = lambda relation: leaf(given.branch(relation, x), [Term(1, (1,)), Term(1, (), (0,))], {})
    >>> sorted(strict_by_weak(given, x, ">", by_fact)["cases"])
    ['<', '=', '>']
    >>> strict_by_weak(given, x, "<", by_fact) is None
    True
    """
    opposite, weakly = ("<", "<=") if relation == ">" else (">", ">=")
    for position, strict in enumerate(system.gt):
        quotient, remainder = divmod(strict, factor)
        if strict == 0 or remainder != 0:
            continue
        weak = refuted(opposite)
        both = system.branch(weakly, factor)
        at_zero = leaf(both.branch("=", factor), [Term(1, (position,))], {len(system.eq): -quotient})
        pinched = [Term(1, (len(system.gt),)), Term(1, (), (len(system.ge),))]
        same = leaf(both.branch(relation, factor), pinched, {})
        if weak is None or at_zero is None or same is None:
            return None
        return {"split": system.ring.tree(factor), "cases": {opposite: weak, "=": at_zero, relation: same}}
    return None
