"""Facts of the kernel are looked up by themselves: what is read of one is not taken for another one's."""

from __future__ import annotations

import sympy as sp

from verify import kernel
from verify.search.facts import hashable, terms_of
from verify.search.ring import Ring, system
from verify.search.sign_facts import as_conditions

CLAIM = {
    "variables": ["p", "q"],
    "hypotheses": [[">", ["+", ["*", "2", "p", "q"], "-1"], "0"], [">=", "q", "0"]],
    "goal": [">", "p", "0"],
}


def test_facts_and_the_same_as_plain_mappings_are_the_same_conditions() -> None:
    _, (facts,) = kernel.systems(CLAIM)
    plain = [(kind, dict(polynomial.items())) for kind, polynomial in facts]
    names = sp.symbols("p q", real=True)
    assert as_conditions(facts, names) == as_conditions(plain, names)
    assert [str(c) for c in as_conditions(facts, names)] == ["2*p*q > 1", "q >= 0", "p <= 0"]
    assert [str(c) for c in as_conditions(facts, names[::-1])] == ["2*p*q > 1", "p >= 0", "q <= 0"]
    for (_, one), (_, other) in zip(facts, plain, strict=True):
        assert dict(terms_of(hashable(one))) == dict(terms_of(hashable(other))) == other


def test_systems_share_the_polynomials_of_the_kernel_and_no_others() -> None:
    _, (facts,) = kernel.systems(CLAIM)
    _, (again,) = kernel.systems(CLAIM)
    one, other = (
        system(["p", "q"], [], [p for kind, p in each if kind == "gt"], []).gt for each in (facts, again)
    )
    assert all(p is q for p, q in zip(one, other, strict=True))
    for names in (["p", "q"], ["p", "q", "r"]):
        number, variable = map(kernel.Logic(names).polynomial, ("2", "q"))
        ring = Ring(tuple(names))
        assert system(names, [number, variable], [], []).ge == (2 * ring.one, ring.gens[1])
