"""A change of variable: a root y that is compared with u is replaced by its distance from u.

With z = y - u an equation such as y^2 = u^2 + d becomes z^2 + 2 u z = d, which may be linear in an unknown of
u, so that it can be solved for it. A refutation in the new variable is one in the old.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verify.search.derivation import Node
from verify.search.ring import Polynomial, System, substituted, text


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
                if offset.is_constant() or (v, text(offset)) in seen:
                    continue
                seen.add((v, text(offset)))
                moved = substituted(equation, v, gens[v] + offset)
                if {w for w, d in enumerate(moved.degrees()) if d == 1 and w != v} - linear:
                    yield v, offset


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
    replacement = system.ring.gens[variable] + offset

    def moved(polynomials: tuple[Polynomial, ...]) -> tuple[Polynomial, ...]:
        return tuple(substituted(p, variable, replacement) for p in polynomials)

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

    def tree(part: Any) -> Any:
        if part == name:
            return replacement
        if isinstance(part, list):
            return [part[0], *map(tree, part[1:])]
        return part

    def of(inner: Node) -> Node:
        if "split" in inner:
            return {"split": tree(inner["split"]), "cases": {k: of(c) for k, c in inner["cases"].items()}}
        terms = [{**t, "square": tree(t["square"])} if "square" in t else t for t in inner["terms"]]
        return {"terms": terms, "multipliers": [{**m, "by": tree(m["by"])} for m in inner["multipliers"]]}

    return of(node)
