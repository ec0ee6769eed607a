"""That no eps above -log X is safe, as claims of the kernel; standard library only.

On a way p(t), q(t) with 0 < t <= T let y = X - c t. The claims say of each such t that

* range: 0 < p, q <= 1, all conditions of the domain hold, p q < 1, and y > 0;
* sharp: r* has a value and r* G(y; p, q) <= 1 (G as in `symbolic_eps.decision.claims`).

Theorem. Then for each z < X some priors of the domain have r* G(z) < 1: no eps above -log X is safe. Proof:
as y tends to X there is a t with z < y. Where p q < 1, G increases strictly in x >= 0, and G >= 0. So for
0 <= z < y, r* G(z) < r* G(y) <= 1 if r* > 0, and r* G(z) <= 0 else. A way without t, with c = 0, is a place
where X is attained.

A number X that is not rational is known as a root between two ends: that there is one is a claim, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symbolic_eps.decision.claims import Claim, conjuncts, expression, formula, inverse_risk, level
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.decision.text_tree import Tree
from verify.polynomial import demand


@dataclass(frozen=True)
class Way:
    """Priors that come near to where X is attained, or are there.

    Parameters
    ----------
    priors : mapping of str to Tree
        p and q; each a number or a polynomial in the name `t`.
    until : Fraction
        T, the largest t.
    fall : Fraction
        c: r* allows X - c t at t.

    Raises
    ------
    verify.kernel.Rejected
        T is not positive, or c is negative.
    """

    priors: Mapping[str, Tree]
    until: Fraction = Fraction(1)
    fall: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        demand(self.until > 0 and self.fall >= 0, "not a way into a place")

    def put(self, tree: Tree) -> Tree:
        """A tree in p and q on the way."""
        if isinstance(tree, tuple):
            return (tree[0], *map(self.put, tree[1:]))
        return self.priors.get(tree, tree) if isinstance(tree, str) else tree


def about(root: Root, around: tuple[Fraction, Fraction]) -> tuple[str, list[Any]]:
    """X as a kernel's tree, and what is known of it: nothing of a number."""
    if root.low == root.high:
        return str(root.low), []
    low, high = around
    return "x", [["=", value_at(root, "x"), "0"], [">=", "x", str(low)], [">=", str(high), "x"]]


def value_at(root: Root, x: str) -> Any:
    """The polynomial of X as a kernel's tree."""
    return ["+", *(["*", str(c), ["^", x, k]] for k, c in enumerate(root.polynomial))]


def existence_claims(root: Root, around: tuple[Fraction, Fraction]) -> list[Claim]:
    """The claim that the polynomial of X has a root between the ends, where it changes its sign.

    Examples
    --------
    >>> half = Root([Fraction(-1), Fraction(2)], Fraction(1, 2), Fraction(1, 2))
    >>> existence_claims(half, (Fraction(0), Fraction(1)))
    []
    """
    if root.low == root.high:
        return []
    product = ["*", *(value_at(root, str(end)) for end in around)]
    return [{"variables": [], "hypotheses": [], "goal": [">=", "0", product]}]


def sharp_claims(
    profile: Tree,
    domain: Sequence[Tree],
    variant: str,
    root: Root,
    around: tuple[Fraction, Fraction],
    way: Way,
) -> list[Claim]:
    """The claims that together say that X exists, "range" and "sharp".

    Parameters
    ----------
    profile : Tree
        r*, as `symbolic_eps.decision.text_tree` reads it.
    domain : sequence of Tree
        Conditions on the priors, besides 0 < p, q <= 1; a prior that is fixed has its number.
    variant : str
        Of G.
    root : Root
        X.
    around : tuple of Fraction
        Ends between which the claims know X, where it is no rational number.
    way : Way
        Into the place.

    Examples
    --------
    >>> half = Root([Fraction(-1), Fraction(2)], Fraction(1, 2), Fraction(1, 2))
    >>> into = Way({"p": Fraction(1), "q": "t"}, Fraction(1, 4), Fraction(1))
    >>> (claim,) = sharp_claims(Fraction(4), [], "unbounded", half, (Fraction(0), Fraction(1)), into)
    >>> claim["hypotheses"], len(claim["goal"])
    ([['>', 't', '0'], ['>=', '1/4', 't']], 8)
    """
    x, known = about(root, around)
    moves = any(_moves(prior) for prior in way.priors.values())
    p, q = (expression(way.priors[v]) for v in ("p", "q"))
    y = ["+", x, ["*", str(-way.fall), "t"]] if moves else x
    ranges = [side for prior in (p, q) for side in ([">", prior, "0"], [">=", "1", prior])]
    goals = [*ranges, [">", "1", ["*", p, q]], [">", y, "0"], *(formula(way.put(c)) for c in domain)]
    goals += conjuncts(level(way.put(profile), inverse_risk(variant, p, q, y), at_least=False))
    claim = {
        "variables": [*(["t"] if moves else []), *(["x"] if known else [])],
        "hypotheses": [*([[">", "t", "0"], [">=", str(way.until), "t"]] if moves else []), *known],
        "goal": ["and", *goals],
    }
    return [*existence_claims(root, around), claim]


def _moves(prior: Tree) -> bool:
    """Whether t occurs in it."""
    return prior == "t" or (isinstance(prior, tuple) and any(map(_moves, prior[1:])))
