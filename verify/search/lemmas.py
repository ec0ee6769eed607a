"""Facts that follow quickly and help later: each becomes a split of which one side is refuted at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from verify.language.signs_of_comparison import DENIED
from verify.search.budget import Meter
from verify.search.derivation import KIND, Node, uses, without
from verify.search.direct import QUICK, Plan, direct
from verify.search.ideal import Ideal
from verify.search.ring import Polynomial


@dataclass(frozen=True)
class Lemma:
    """`polynomial relation 0` follows: `refuted` refutes the opposite relation.

    Parameters
    ----------
    polynomial : flint.fmpq_mpoly
        The polynomial.
    relation : str
        One of ">", ">=", "<", "<=".
    refuted : dict
        The node of the opposite case.
    position : int
        Where the system that is extended lists the fact, counted in its kind.

    Examples
    --------
    >>> Lemma(None, ">", {"terms": [], "multipliers": []}, 0).relation
    '>'
    """

    polynomial: Polynomial
    relation: str
    refuted: Node
    position: int


def extended(modulo: Ideal, relation: str, polynomial: Polynomial) -> Ideal:
    """The ideal of a system with one inequality appended (the equations stay as they are).

    Parameters
    ----------
    modulo : Ideal
        The system.
    relation : str
        One of ">", ">=", "<", "<=".
    polynomial : flint.fmpq_mpoly
        What is compared with 0.

    Returns
    -------
    Ideal
        Of the longer system.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> start = ideal(system(["x"], [], [], []))
    >>> extended(start, "<", start.system.ring.gens[0]).system.gt
    (-v0,)
    """
    return replace(modulo, system=modulo.system.branch(relation, polynomial))


def lemmas(
    modulo: Ideal, meter: Meter, candidates: Sequence[Polynomial], plan: Plan = QUICK
) -> tuple[Ideal, list[Lemma]]:
    """The system extended by the signs of the candidates that follow quickly.

    Parameters
    ----------
    modulo : Ideal
        The system.
    meter : Meter
        What may be spent.
    candidates : sequence of flint.fmpq_mpoly
        Polynomials whose sign may follow; a later one may use the earlier ones.
    plan : sequence of (Family, int)
        How hard to try.

    Returns
    -------
    Ideal and list of Lemma
        The extended system and what was added to it, in order.

    Examples
    --------
    >>> from verify.search.budget import Budget
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> start = ideal(system(["x", "y"], [], [{(1, 1): 1}, {(0, 1): 1}], []))
    >>> [found.relation for found in lemmas(start, Meter.of(Budget()), start.system.ring.gens[:1])[1]]
    ['>']
    """
    added: list[Lemma] = []
    for p in candidates:
        for weak, strong in ((">=", ">"), ("<=", "<")):
            node = direct(extended(modulo, DENIED[weak], p), meter, plan)
            if node is None:
                continue
            sharper = direct(extended(modulo, DENIED[strong], p), meter, plan)
            relation = weak if sharper is None else strong
            position = len(modulo.system.gt if KIND[relation] == "gt" else modulo.system.ge)
            added.append(Lemma(p, relation, node if sharper is None else sharper, position))
            modulo = extended(modulo, relation, p)
            break
    return modulo, added


def chained(modulo: Ideal, added: Sequence[Lemma], node: Node) -> Node:
    """The refutation of a system, given that of the system extended by lemmas; unused lemmas are left out.

    Examples
    --------
    >>> chained(None, [], {"terms": [], "multipliers": []})
    {'terms': [], 'multipliers': []}
    """
    for lemma in reversed(added):
        kind = KIND[lemma.relation]
        if uses(node, kind, lemma.position):
            cases = {lemma.relation: node, DENIED[lemma.relation]: lemma.refuted}
            node = {"split": modulo.system.ring.tree(lemma.polynomial), "cases": dict(sorted(cases.items()))}
        else:
            node = without(node, kind, lemma.position)
    return node
