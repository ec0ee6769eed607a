"""A change of variable: a root y that is compared with u is replaced by its distance from u.

With z = y - u an equation such as y^2 = u^2 + d becomes z^2 + 2 u z = d, which may be linear in an unknown of
u, so that it can be solved for it. A refutation in the new variable is one in the old.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verify.search.ring import Polynomial, System

Node = dict[str, Any]


def shifts(system: System) -> Iterator[tuple[int, Polynomial]]:
    """Variables v and polynomials u, for which an equation becomes linear in an unknown after v = v + u.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> next(shifts(system(["y", "x"], [], [{(1, 0): 1, (0, 1): -1}], [{(2, 0): 1, (0, 2): -1, (0, 0): -1}])))
    (0, v1)
    """
    seen: set[tuple[int, str]] = set()
    gens = system.ring.gens
    for equation in system.eq:
        linear = {w for w, d in enumerate(equation.degrees()) if d == 1}
        for v, degree in enumerate(equation.degrees()):
            if degree != 2:
                continue
            for fact in (*system.gt, *system.ge):
                slope = fact.derivative(v)
                if slope == 0 or not slope.is_constant():
                    continue
                offset = gens[v] - fact / slope.leading_coefficient()
                if offset.is_constant() or (v, str(offset)) in seen:
                    continue
                seen.add((v, str(offset)))
                moved = shifted_polynomial(equation, v, offset)
                if {w for w, d in enumerate(moved.degrees()) if d == 1 and w != v} - linear:
                    yield v, offset


def shifted_polynomial(polynomial: Polynomial, variable: int, offset: Polynomial) -> Polynomial:
    """The polynomial with `variable + offset` for the variable."""
    if polynomial.degrees()[variable] == 0:
        return polynomial
    gens = list(polynomial.context().gens())
    gens[variable] = gens[variable] + offset
    return polynomial.compose(*gens)


def shifted(system: System, variable: int, offset: Polynomial) -> System:
    """The system in the new variable.

    Parameters
    ----------
    system : System
        The system.
    variable : int
        What is replaced; the new variable takes its place.
    offset : flint.fmpq_mpoly
        What is added to it; the variable does not occur in it.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> one = system(["x", "y"], [], [{(0, 1): 1, (1, 0): -1}], [])
    >>> shifted(one, 1, one.ring.gens[0]).gt
    (v1,)
    """

    def moved(polynomials: tuple[Polynomial, ...]) -> tuple[Polynomial, ...]:
        return tuple(shifted_polynomial(p, variable, offset) for p in polynomials)

    return System(system.ring, moved(system.ge), moved(system.gt), moved(system.eq))


def unshifted(node: Node, system: System, variable: int, offset: Polynomial) -> Node:
    """A refutation of the system, from one of the shifted system.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> one = system(["x", "y"], [], [], [])
    >>> unshifted({"split": ["^", "y", 2], "cases": {}}, one, 1, one.ring.gens[0])["split"]
    ['^', ['+', 'y', ['*', '-1', 'x']], 2]
    """
    ring = system.ring
    name = ring.variables[variable]
    replacement = ["+", name, ring.tree(-offset)]

    def tree(given: Any) -> Any:
        if given == name:
            return replacement
        if isinstance(given, list):
            return [given[0], *map(tree, given[1:])]
        return given

    def of(given: Node) -> Node:
        if "split" in given:
            return {"split": tree(given["split"]), "cases": {k: of(c) for k, c in given["cases"].items()}}
        terms = [{**t, "square": tree(t["square"])} if "square" in t else t for t in given["terms"]]
        return {"terms": terms, "multipliers": [{**m, "by": tree(m["by"])} for m in given["multipliers"]]}

    return of(node)
