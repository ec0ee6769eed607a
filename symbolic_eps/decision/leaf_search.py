"""The search for leaves: boxes are halved until the checker accepts each of them, or there are too many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from symbolic_eps.decision.leaves import Box, frame, is_outside, is_safe, requirement
from symbolic_eps.decision.text_tree import Tree
from verify.deadline import check_time
from verify.polynomial import Rejected

MOST_BOXES, SHORTEST = 4000, Fraction(1, 1 << 170)


def leaves_at(
    profile: Tree, domain: Sequence[Tree], fixed: Mapping[str, Fraction], variant: str, x: Fraction
) -> list[Box] | None:
    """Boxes that prove the level x; None if they are not found.

    Examples
    --------
    >>> leaves_at(Fraction(3), [], {}, "unbounded", Fraction(1, 2)) is None
    True
    >>> len(leaves_at(Fraction(3), [], {}, "unbounded", Fraction(3, 5)))
    1
    """
    wanted = requirement(profile, variant, x)
    waiting, found, examined = [frame(domain, fixed)], list[Box](), 0
    while waiting:
        check_time()
        box, examined = waiting.pop(), examined + 1
        if is_outside(domain, box) or _shown(profile, wanted, box):
            found.append(box)
            continue
        sides = [_length(side) for side in box]
        k = sides.index(max(sides))
        if examined > MOST_BOXES or sides[k] < SHORTEST:
            return None
        waiting += halves(box, k)
    return found


def halves(box: Box, k: int) -> tuple[Box, Box]:
    """The two halves along a side."""
    low, high = box[k]
    middle = (low + high) / 2
    lower, upper = ((low, middle), box[1]), ((middle, high), box[1])
    return (lower, upper) if k == 0 else ((box[0], (low, middle)), (box[0], (middle, high)))


def _length(side: tuple[Fraction, Fraction]) -> Fraction:
    return side[1] - side[0]


def _shown(profile: Tree, wanted: Tree, box: Box) -> bool:
    try:
        return is_safe(profile, wanted, box)
    except (Rejected, ArithmeticError):
        return False
