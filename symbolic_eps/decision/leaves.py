"""Checks leaves: boxes of priors on which every eps <= -log x is safe; standard library only.

Safe at p, q means r* > 0 and F = G(x) - 1/r* >= 0 (`symbolic_eps.decision.claims`); F increases in x. A leaf
is a box with rational ends. It is accepted where a condition of the domain fails on all of the box,
or where F >= 0 on all of it: by intervals (`symbolic_eps.decision.jets`), by the mean value theorem about its
middle, or, where F rises or falls along a side, on the lower or upper end of that side; for the end 0, which
no prior is, on what is below 2^-180. Leaves at one level x that leave no gap in the domain prove that every
eps <= -log x is safe there; a prior of the domain where F < 0 at a level y, that no eps >= -log y is.
The same in Coq, in this order, with the proof that it is right: `verify/coq/kernel/Box.v`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from symbolic_eps.decision.jets import ONE, Jet, add, evaluated, holds, jet, multiply, outward
from symbolic_eps.decision.text_tree import Tree
from verify.polynomial import NUMBER, Rejected, demand

Side = tuple[Fraction, Fraction]
Box = tuple[Side, Side]
ZERO = Fraction(0)
TINY = Fraction(1, 1 << 180)
MOST_LEAVES = 20_000
SIDES = (("p", ((ONE, ONE), (0, 0))), ("q", ((0, 0), (ONE, ONE))))


def requirement(profile: Tree, variant: str, x: Fraction) -> Tree:
    """F = G(x) - 1/r*, with each prior once in G.

    Examples
    --------
    >>> requirement(Fraction(2), "bounded", Fraction(1, 2))[1]
    ('+', Fraction(1, 2), ('*', Fraction(1, 2), ('*', 'p', 'q')))
    """
    demand(0 <= x <= 1, "a level outside of [0, 1]")
    inner: Tree = ("*", "p", "q")
    if variant == "unbounded":  # p q + p (1-q) x^2 + (1-p) x = x + (1-x) p ((1+x) q - x)
        inner = ("*", "p", ("+", ("*", 1 + x, "q"), -x))
    else:
        demand(variant in ("bounded", "invariant"), "no such variant")
    risk = ("+", x, ("*", 1 - x, inner))
    return ("+", risk, ("*", Fraction(-1), ("/", Fraction(1), profile)))


def jets_on(box: Box) -> dict[str, Jet]:
    """p and q on a box."""
    sides = zip(SIDES, box, strict=True)
    return {name: jet(outward(*side), slopes, True) for (name, slopes), side in sides}


def is_safe(profile: Tree, wanted: Tree, box: Box, faces: int = 2) -> bool:
    """Whether r* > 0 and F >= 0 are shown on all of the box, where both must have values.

    Examples
    --------
    >>> whole = ((Fraction(0), Fraction(1)), (Fraction(0), Fraction(1)))
    >>> levels = Fraction(7, 10), Fraction(8, 10)
    >>> [is_safe(Fraction(2), requirement(Fraction(2), "unbounded", x), whole) for x in levels]
    [False, True]
    """
    at = jets_on(box)
    if not evaluated(profile, at).positive:
        return False
    whole = evaluated(wanted, at)
    if whole.value[0] >= 0 or whole.slopes is None:
        return bool(whole.value[0] >= 0)
    p, q = ((low + high) / 2 for low, high in box)
    total = evaluated(wanted, jets_on(((p, p), (q, q)))).value
    for side, slope, c in zip(box, whole.slopes, (p, q), strict=True):
        total = add(total, multiply(slope, outward(side[0] - c, side[1] - c)))
    if total[0] >= 0:
        return True
    ends = [_end(side, slope) for side, slope in zip(box, whole.slopes, strict=True)]
    face = ends[0], ends[1]
    return faces > 0 and face != box and is_safe(profile, wanted, face, faces - 1)


def _end(side: Side, slope: tuple[Any, Any]) -> Side:
    """The part of a side where F is least along it; all of it if that is not known."""
    if slope[0] >= 0 and side[1] > TINY:
        return side[0], max(side[0], TINY)
    return (side[1], side[1]) if slope[1] <= 0 else side


def is_outside(domain: Sequence[Tree], box: Box) -> bool:
    """Whether some condition of the domain fails on all of the box."""
    return any(holds(condition, jets_on(box)) is False for condition in domain)


def frame(domain: Sequence[Tree], fixed: Mapping[str, Fraction]) -> Box:
    """The box with all of the domain that its bounds on p alone and on q alone give."""
    sides = []
    for name in ("p", "q"):
        low, high = fixed.get(name, ZERO), fixed.get(name, Fraction(1))
        for condition in domain:
            match condition:
                case (("<" | "<="), str(v), Fraction() as end) | ((">" | ">="), Fraction() as end, str(v)):
                    high = min(high, end) if v == name else high
                case ((">" | ">="), str(v), Fraction() as end) | (("<" | "<="), Fraction() as end, str(v)):
                    low = max(low, end) if v == name else low
        demand(low <= high and high > 0, "a domain without priors")
        sides.append((low, high))
    return sides[0], sides[1]


def gap(whole: Box, boxes: Sequence[Box]) -> Box | None:
    """A part of a box that no box of the list covers; None if they leave no gap.

    Examples
    --------
    >>> half, unit = (Fraction(0), Fraction(1, 2)), (Fraction(0), Fraction(1))
    >>> gap((unit, unit), [(half, unit)])
    ((Fraction(1, 2), Fraction(1, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    waiting = [(whole, list(boxes))]
    while waiting:
        part, near = waiting.pop()
        if any(all(b[k][0] <= part[k][0] and part[k][1] <= b[k][1] for k in (0, 1)) for b in near):
            continue
        cuts = [(k, e) for b in near for k in (0, 1) for e in b[k] if part[k][0] < e < part[k][1]]
        if not cuts:
            return part
        k = max((0, 1), key=[axis for axis, _ in cuts].count)
        ends = sorted(e for axis, e in cuts if axis == k)
        at = ends[len(ends) // 2]
        for side in ((part[k][0], at), (at, part[k][1])):
            half = (side, part[1]) if k == 0 else (part[0], side)
            touching = [b for b in near if b[k][0] < side[1] and side[0] < b[k][1]]
            waiting.append((half, touching))
    return None


def check_leaves(
    profile: Tree, domain: Sequence[Tree], fixed: Mapping[str, Fraction], variant: str, proof: Any
) -> Side:
    """The levels y <= x between which a proof by leaves puts X = e^-eps, for the largest eps that is safe.

    Parameters
    ----------
    profile : Tree
        r*, as `symbolic_eps.decision.text_tree` reads it.
    domain : sequence of Tree
        Conditions that hold in the domain, besides 0 < p, q <= 1.
    fixed : mapping of str to Fraction
        Priors that do not vary.
    variant : str
        Of the bound G.
    proof : object
        `level` x, `leaves` (lists of four texts: the ends of p and of q), `below` y, `point` (texts p, q).

    Raises
    ------
    verify.kernel.Rejected
        It proves nothing; the message says why.
    """
    match proof:
        case {"level": level, "leaves": [*leaves], "below": below, "point": {"p": p, "q": q, **rest}, **more}:
            demand(not rest and not more and len(leaves) <= MOST_LEAVES, "not a proof by leaves")
        case _:
            raise Rejected("a proof by leaves has level, leaves, below, point")
    x, y = number(level), number(below)
    wanted = requirement(profile, variant, x)
    boxes = [_box(leaf) for leaf in leaves]
    hole = gap(frame(domain, fixed), boxes)
    demand(hole is None, f"no leaf covers {_shown(hole)}")
    for box in boxes:
        known = is_outside(domain, box) or is_safe(profile, wanted, box)
        demand(known, f"not shown on the leaf {_shown(box)}")
    place = (number(p), number(p)), (number(q), number(q))
    at = jets_on(place)
    demand(all(0 < a <= 1 for a, _ in place), "the point is no pair of priors")
    demand(
        all(place[k][0] == fixed.get(v, place[k][0]) for k, v in enumerate("pq")),
        "a prior is fixed elsewhere",
    )
    demand(all(holds(condition, at) for condition in domain), "the point is not in the domain")
    demand(evaluated(profile, at).positive, "r* > 0 is not shown at the point")
    demand(evaluated(requirement(profile, variant, y), at).value[1] < 0, "F < 0 is not shown at the point")
    demand(y <= x, "the levels contradict each other")
    return y, x


def number(text: Any) -> Fraction:
    """A rational number of a record."""
    demand(isinstance(text, str) and NUMBER.fullmatch(text), f"not a rational number: {str(text)[:40]}")
    return Fraction(text)


def _box(leaf: Any) -> Box:
    demand(isinstance(leaf, list) and len(leaf) == 4, "a leaf has the ends of p and of q")
    low, high, left, right = map(number, leaf)
    demand(0 <= low <= high <= 1 and 0 <= left <= right <= 1 and high * right, "a leaf without priors")
    return (low, high), (left, right)


def _shown(box: Box | None) -> str:
    return " x ".join(f"[{low}, {high}]" for low, high in box or ())
