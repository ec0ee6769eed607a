"""Conditions relative to a domain: whether they restrict it, and whether anything of it remains."""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp

from verify.language.implication import Implication
from verify.prover.prover import Prover


def remaining(
    conditions: Iterable[sp.Basic], domain: tuple[sp.Basic, ...], prover: Prover
) -> tuple[sp.Basic, ...] | None:
    """The conditions that the domain is not proved to imply; None where one is proved to hold nowhere in it.

    Parameters
    ----------
    conditions : iterable of sympy relations, or of true and false
    domain : tuple of sympy relations

    Examples
    --------
    >>> d = sp.Symbol("d", real=True)
    >>> inside, prover = (d > 0, d < 1), Prover()
    >>> remaining((3 * d <= 5 * d, 2 * d <= 1), inside, prover)
    (2*d <= 1,)
    >>> remaining((3 * d >= 5 * d,), inside, prover) is None
    True
    """
    kept = []
    for condition in conditions:
        if condition == sp.true or prover.decide(Implication(domain, condition)).proved:
            continue
        if condition == sp.false or prover.decide(Implication(domain, sp.Not(condition))).proved:
            return None
        kept.append(condition)
    return tuple(kept)
