"""Cells of a plane of two parameters joined into branches, with the walls between and within them.

A branch is a leaf of the tree of walls (`plane_tree`): at each of its points without a
wall X is the root that its form says, by the theorem of `cells_of_plane`, for ends of
a form are walls as well: h vanishes at none of them on a cell.

Theorem. Let z be a point at which the conditions on the parameters hold and X is continuous, a limit of
points of a leaf that lie on no wall. Then X at z is what the leaf's form says, if at z
- X is 0 on the leaf; or h is of degree 2 at most, and h(0) is not 0;
- or neither the discriminant of h is 0, nor h at an end of the form; or no h at an end is 0, the
  discriminant has one factor that is 0 at z, a simple one, and the leaf lies on both sides of it, or, if X is
  told by its number, on that side on which h has more real roots;
- or the same with a factor that occurs an odd number of times, if its gradient is not 0 at z, nor is there
  the leading coefficient of the linear subresultant of h and its derivative.
Proof. X at z is the limit of X. The closed form 2 c/(b + S), S^2 = b^2 + 4 a c, of a root that rises is
continuous where c = -h(0) is not 0: b + S vanishes only where a c does and b <= 0; then a = 0, and near it
X would be above 1. If the discriminant is not 0, all real roots of h near z are simple, continuous, and
cross no end; where the leading coefficient is 0, one of them is infinite. Else the discriminant's gradient
is not 0, so that h has one double root at z, which is real, and no other (at a polynomial with a triple
root or two double ones the gradient is 0). If the coefficient of the linear subresultant is not 0, h has one
double root likewise, and its own leading coefficient, which divides that one, is not 0. In both cases the
discriminant changes its sign at z, and h has two real roots more on one side than on the other, near the
double root. If X alone lies between the ends on both sides, these do not. If X has the same number there on
both sides, or lies on that with more roots, the theorem of `line_branches` is true of a path across the wall.
QED

A point on a wall within a leaf is such a limit, for points without walls are dense. For one at a leaf's
border it is shown: the gradients of what is 0 there are linearly independent, so that some direction leads
inside; for a wall within, beside it directions lead to both of its sides. If the leaf has cells on one side
alone, such a wall does not meet it. Where the gradients are not independent, or that coefficient is 0, at
finitely many points of a wall within, the roots are counted once more, with balls around these points
(`roots_nearby`). X is continuous on all of the region (`continuity_in_risk`, or `continuity` where no piece
is singular), or off the walls of C where no polynomial of B vanishes for all x. What is not shown is left out
of the branch, and open: at most curves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations

import sympy as sp
from flint import fmpq_mpoly

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.minimum.cylinders.cells_of_plane import Plane, Walls
from symbolic_eps.minimum.cylinders.common_points import common_boxes, have_common_points, sign_in
from symbolic_eps.minimum.cylinders.one_sign import Range, has_one_sign
from symbolic_eps.minimum.cylinders.plane_forms import UNKNOWN, Forms, at_decay
from symbolic_eps.minimum.cylinders.plane_tree import Leaf, Split, leaves, tree
from symbolic_eps.minimum.cylinders.projection import Point, exact, irreducible, isolated, rows_of
from symbolic_eps.minimum.cylinders.root_forms import Form, branch_of
from symbolic_eps.minimum.cylinders.roots_nearby import holds_in_box
from symbolic_eps.minimum.polynomials import linear_subresultant
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import OUT_OF_TIME
from verify.claims.region import primitive
from verify.deadline import OutOfTime, check_time, deadline
from verify.language.condition import Condition, Relation

NOT_KNOWN = "what eps is on this curve between cells is not shown"

NOT_TOLD = "the signs of the polynomials between cells do not tell which root is meant"


LONGEST_SUBRESULTANT = 10_000
"""The product of the length of a polynomial and the square of its degree, of which a linear one is taken."""

SHARE = 1 / 2
"""Of the time that is left, for cutting the plane: the rest is for what lies on its walls."""


@dataclass(frozen=True)
class Side:
    """On which side of a wall a leaf lies, and whether the wall may belong to it."""

    wall: fmpq_mpoly
    sign: int
    closes: bool


@dataclass(frozen=True)
class PlaneBranches:
    """The branches of a plane.

    Parameters
    ----------
    plane : Plane
    is_continuous : callable
        Whether X is known to be continuous wherever the conditions on the parameters hold, and no piece may
        have points that are no limits of points inside.
    is_everywhere : bool
        Whether it is known to be continuous wherever these conditions hold.
    """

    plane: Plane
    is_continuous: Callable[[], bool] = lambda: False
    is_everywhere: bool = False

    def parts(self) -> Iterator[tuple[Branch | OpenRegion, Point | None]]:
        """Branches, each with a point of it, and what stays open; all else is open once the time is over."""
        until, sides = self._forms.until, tuple[Side, ...]()
        if until is not None:
            below = exact(until) - self.plane.over.space.context.gen(0)
            sides = (Side(below, 1, closes=False),)
            yield self._open((Side(below, -1, closes=True),), self._forms.reason)
        yield from self._of(self._tree, sides)

    @cached_property
    def _forms(self) -> Forms:
        with deadline(check_time() * SHARE):
            return Forms.of(self.plane)

    @cached_property
    def _tree(self) -> Leaf | Split:
        return tree(self._forms.cells, self._forms.labels, self._forms.walls)

    @property
    def _walls(self) -> Walls:
        return self._forms.walls

    def _of(
        self, node: Leaf | Split, sides: tuple[Side, ...]
    ) -> Iterator[tuple[Branch | OpenRegion, Point | None]]:
        parts: Iterable[tuple[Branch | OpenRegion, Point | None]]
        try:
            check_time()
            parts = [*self._leaf(node, sides)] if isinstance(node, Leaf) else self._divided(node, sides)
        except OutOfTime:
            parts = [self._open(sides, OUT_OF_TIME)]
        yield from parts

    def _divided(
        self, node: Split, sides: tuple[Side, ...]
    ) -> Iterable[tuple[Branch | OpenRegion, Point | None]]:
        wall = self._walls[node.wall]
        counts = [self._admitting(part, node.wall) for part in (node.above, node.below)]
        above = counts[0] >= counts[1]
        return chain(
            self._of(node.above, (*sides, Side(wall, 1, above))),
            self._of(node.below, (*sides, Side(wall, -1, not above))),
        )

    def _open(self, sides: Sequence[Side], reason: str) -> tuple[OpenRegion, None]:
        return OpenRegion(tuple(self._condition(side, side.closes) for side in sides), reason), None

    def _admitting(self, node: Leaf | Split, wall: str) -> float:
        """The share of the leaves whose forms hold on the wall."""
        under = [*leaves(node)]
        return sum(self._takes(leaf, wall) for leaf in under) / len(under)

    def _takes(self, leaf: Leaf, wall: str) -> bool:
        form = self._form(leaf)
        if form is None:
            return False
        return self._admits(form, self._walls[wall]) or self._has_more_roots(leaf, form, wall)

    def _form(self, leaf: Leaf) -> Form | None:
        return None if leaf.label in (None, UNKNOWN) else self._forms.forms[leaf.label]

    # --- a leaf

    def _leaf(
        self, leaf: Leaf, sides: tuple[Side, ...]
    ) -> Iterator[tuple[Branch | OpenRegion, Point | None]]:
        form = self._form(leaf)
        if form is None:
            yield self._open(sides, NOT_TOLD if leaf.label is None else self._forms.reason)
            return
        closed, open_sides = self._closed(leaf, form, sides)
        at_border = [self._condition(side, side in closed) for side in sides]
        left_out = [
            Condition(self._expression(g), Relation.NON_ZERO)
            for g in self._left_out(leaf, form, sides, closed)
        ]
        for side in (s for s in open_sides if s not in sides):  # at an end of the parameters
            at_border.append(self._condition(side, is_closed=False))
        here = (*at_border, *left_out)
        yield self._branch(here, form), leaf.cells[0].sample
        for k, side in enumerate(open_sides):
            weaker = {
                self._condition(s, is_closed=False): self._condition(s, is_closed=True)
                for s in open_sides[k + 1 :]
            }
            others = (weaker.get(c, c) for c in at_border if c != self._condition(side, is_closed=False))
            on_wall = Condition(self._expression(side.wall), Relation.ZERO)
            yield OpenRegion((*others, on_wall), NOT_KNOWN), None
        # Walls within are left out of what the border leaves, in turn.
        whole = tuple(at_border)
        for k, condition in enumerate(left_out):
            yield OpenRegion((*whole, *left_out[:k], condition.negation), NOT_KNOWN), None

    def _closed(self, leaf: Leaf, form: Form, sides: Sequence[Side]) -> tuple[list[Side], list[Side]]:
        """The sides whose walls belong to the leaf, and those whose walls are left open."""
        closed, left = list[Side](), list[Side]()
        for side in (*self._ends, *(s for s in sides if s.closes)):
            holds = all(self._admits(form, g) for g in irreducible(side.wall))
            if side in self._ends:
                holds = holds and self._holds_at_end(form, side.wall)
            elif not holds and self._has_more_roots(leaf, form, str(side.wall)):
                holds = not any(self._meet(side.wall, s.wall) for s in closed if self._is_double_at(form, s))
            if holds and self._leads_inside(side.wall, closed):
                closed.append(side)
            else:
                left.append(side)
        return closed, left

    @cached_property
    def _ends(self) -> tuple[Side, ...]:
        """The closed ends of the parameters' region."""
        known = zip(self.plane.over.known, self.plane.relations, strict=True)
        return tuple(Side(g, 1, closes=True) for g, relation in known if relation is Relation.NON_NEGATIVE)

    def _left_out(
        self, leaf: Leaf, form: Form, sides: Sequence[Side], closed: Sequence[Side]
    ) -> list[fmpq_mpoly]:
        """Walls within a leaf on which its form is not shown."""
        asked = {str(side.wall) for side in (*sides, *self._ends)}
        left = list[fmpq_mpoly]()
        passed = [side.wall for side in closed if self._is_double_at(form, side)]
        odd = self._odd(form)
        for name, g in self._walls.items():
            if name in asked or self._admits(form, g) or self._is_beyond(g):
                continue
            apart = self._leads_inside(g, closed)  # to both of its sides
            if apart and len({cell.sides[name] for cell in leaf.cells}) == 1:
                continue  # it would have the other sign beside a point where it is 0
            if (
                name in odd
                and self._is_passed(name)
                and self._holds_where_bent(form, g, closed, sides, apart, odd[name] > 1)
                and not any(self._meet(g, f) for f in passed)
            ):
                passed.append(g)
            else:
                left.append(g)
        return left

    def _holds_where_bent(
        self,
        form: Form,
        g: fmpq_mpoly,
        closed: Sequence[Side],
        sides: Sequence[Side],
        apart: bool,
        is_multiple: bool,
    ) -> bool:
        """Whether the form holds at the points of a wall within a leaf where the theorem does not say so.

        These are the points that `_leads_inside` asks about, unless they are known to be `apart`, and for a
        multiple factor those at which further roots of the polynomial and its derivative may meet.
        """
        together = list[tuple[fmpq_mpoly, ...]]()
        if not apart:
            together += [(g, g.derivative(0), g.derivative(1))]
            together += [(g, s.wall, _jacobian(g, s.wall)) for s in closed]
            together += [(g, s.wall, t.wall) for s, t in combinations(closed, 2)]
        if is_multiple:
            further = _further_roots(form.polynomial)
            if further is None:
                return False
            together += [(g, f) for f in further]
        space = self.plane.over.space
        for one in together:
            boxes = common_boxes(one, space, with_ends=bool(self._ends))
            if form.ends is None or boxes is None:
                return False
            for box in boxes:
                beyond = any(sign_in(s.wall, box) == -s.sign for s in (*sides, *closed))
                if not (beyond or holds_in_box(form.polynomial, form.ends, form.number, box)):
                    return False
        return True

    def _is_double_at(self, form: Form, side: Side) -> bool:
        """Whether a wall that belongs to the leaf is one at which two roots meet."""
        return form.ends is not None and str(side.wall) in self._spoiling(form)

    def _has_more_roots(self, leaf: Leaf, form: Form, wall: str) -> bool:
        """Whether the form tells X by its number, and two real roots end at the wall, seen from the leaf."""
        if not (form.number and wall in self._single(form) and self._is_passed(wall)):
            return False
        sides = {cell.sides[wall] for cell in leaf.cells}
        beyond = [cell for cell in self._forms.cells if cell.sides[wall] not in sides]
        space = self.plane.over.space
        counts = {len(isolated([space.at(form.polynomial, cell.sample)])) for cell in beyond}
        real = {cell.value.real for cell in leaf.cells if cell.value is not None}
        return len(sides) == 1 and not any(n + 2 in counts for n in real)

    def _single(self, form: Form) -> frozenset[str]:
        """The simple factors of the discriminant that no end of the form has as well."""
        return frozenset(name for name, power in self._odd(form).items() if power == 1)

    def _odd(self, form: Form) -> dict[str, int]:
        """The factors of the discriminant with odd powers that no end of the form has as well."""
        if form.ends is None:
            return {}
        discriminant = [*self.plane.over.space.own_projection(form.polynomial, self.plane.over.parameters)][
            -1
        ]
        at_ends = {str(f) for end in form.ends for f in irreducible(at_decay(form.polynomial, end))}
        powers = {str(f): int(power) for f, power in discriminant.factor()[1]}
        return {name: power for name, power in powers.items() if power % 2 and name not in at_ends}

    def _meet(self, *polynomials: fmpq_mpoly) -> bool:
        return have_common_points(polynomials, self.plane.over.space, with_ends=bool(self._ends))

    def _is_beyond(self, wall: fmpq_mpoly) -> bool:
        """Whether the conditions on the parameters exclude the wall."""
        over = self.plane.over
        strict = zip(over.known, self.plane.relations, strict=True)
        ends = {str(f) for g, r in strict if r is not Relation.NON_NEGATIVE for f in irreducible(g)}
        return str(wall) in ends or has_one_sign(wall, self._ranges)

    def _condition(self, side: Side, is_closed: bool) -> Condition:
        relation = Relation.NON_NEGATIVE if is_closed else Relation.POSITIVE
        return Condition(self._expression(side.wall * side.sign), relation)

    def _expression(self, polynomial: fmpq_mpoly) -> sp.Expr:
        return primitive(self.plane.over.space.expression(polynomial))

    def _branch(self, here: tuple[Condition, ...], form: Form) -> Branch:
        polynomial = self.plane.over.space.expression(form.polynomial)
        return branch_of(here, polynomial, form.rises, form.ends, form.number)

    # --- walls

    def _admits(self, form: Form, wall: fmpq_mpoly) -> bool:
        """Whether the form holds at the wall's points, where they are limits of points of the leaf."""
        return self._is_passed(str(wall)) and str(wall) not in self._spoiling(form)

    def _is_passed(self, wall: str) -> bool:
        """Whether X is continuous on the wall."""
        over = self.plane.over
        if self.is_everywhere:
            return True
        if wall in {str(f) for g in over.singular for f in irreducible(g)}:
            return False
        cells_end = {str(f) for g in (*over.below, *over.ends) for f in irreducible(g)}
        return (wall not in cells_end and self._never_all_zero) or self.is_continuous()

    @cached_property
    def _never_all_zero(self) -> bool:
        """Whether no polynomial of B is 0 for all x anywhere within the ranges."""
        over = self.plane.over
        return all(
            any(has_one_sign(row, self._ranges) for row in rows_of(g, over.parameters)) for g in over.in_decay
        )

    def _spoiling(self, form: Form) -> frozenset[str]:
        """The walls at which the form may not hold."""
        return frozenset(str(f) for g in self._spoilers(form) for f in irreducible(g))

    def _spoilers(self, form: Form) -> Iterator[fmpq_mpoly]:
        space, h = self.plane.over.space, form.polynomial
        if h == space.polynomial(DECAY):
            return
        if form.ends is None:
            yield at_decay(h, Fraction(0))
            return
        yield [*space.own_projection(h, self.plane.over.parameters)][-1]
        for end in form.ends:
            yield at_decay(h, end)

    def _holds_at_end(self, form: Form, end: fmpq_mpoly) -> bool:
        """Whether what was left out of the walls, not being 0 before the end, is not 0 at the end either."""
        every = (f for g in self._spoilers(form) for f in irreducible(g))
        further = (f for f in every if str(f) not in self._walls or has_one_sign(f, self._ranges))
        return not any(self._meet(f, end) for f in further)

    @property
    def _ranges(self) -> tuple[Range, ...]:
        return self.plane.over.space.ranges

    def _leads_inside(self, g: fmpq_mpoly, closed: Sequence[Side]) -> bool:
        """Whether gradients are independent wherever a wall meets the borders that belong to a leaf."""
        return (
            not self._meet(g, g.derivative(0), g.derivative(1))
            and not any(self._meet(g, s.wall, _jacobian(g, s.wall)) for s in closed)
            and not any(self._meet(g, s.wall, t.wall) for s, t in combinations(closed, 2))
        )


def _jacobian(one: fmpq_mpoly, other: fmpq_mpoly) -> fmpq_mpoly:
    return one.derivative(0) * other.derivative(1) - one.derivative(1) * other.derivative(0)


def _further_roots(polynomial: fmpq_mpoly) -> tuple[fmpq_mpoly, ...] | None:
    """What is 0 where more roots meet than two, with the discriminant; None if it would be too long."""
    index = len(polynomial.degrees()) - 1
    if len(polynomial) * int(polynomial.degrees()[index]) ** 2 > LONGEST_SUBRESULTANT:
        return None
    leading, _ = linear_subresultant(polynomial, polynomial.derivative(index), index)
    return None if leading.is_zero() else irreducible(leading)
