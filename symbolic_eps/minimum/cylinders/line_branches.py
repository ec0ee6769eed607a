"""Cells of one parameter joined into branches, with the points between them.

At a rational point X is found with numbers; at another one, or where it is not found, it is the limit from
both sides, where `over_parameters`, `continuity_in_risk` or `continuity` says that X is continuous. A point
where neither helps stays open.

A branch says which root of its polynomial h X is. Of degree 2 at most: the one at which h rises, if h(0) is
not 0; in its closed form it is continuous. Else the only root between two numbers, which are no roots on the
cells, or one of (0, 1) that is told by its number, from 0 or from 1: h vanishes at 0 and 1 between cells
alone, so that the number stays the same. At a point between cells the roots are counted once more, with
numbers or with balls around them (`roots_nearby`); where they do not tell what they told on a cell, ends that
hold beside the point alone may.

Theorem. Let X have the number k on a cell, and be continuous at a point z at its end. Let neither h(0) nor
h(1) be 0 at z. Then X has the number k at z, multiple roots counted as often, if the discriminant of h is not
0 at z; or if it has a simple root there, and h has more real roots on the cell than beyond z.
Proof. Where the discriminant is not 0, all real roots near z are simple and continuous; one of them may be
infinite. At its simple root its gradient is not 0, so that h has one double root, maybe an infinite one, and
no other (at a polynomial with a triple root or two double ones the gradient is 0). That splits into two real
roots on one side of z and into none on the other: into two on the cell. So each root in (0, 1) at z is a
limit of as many from the cell as it counts, in order, and none is lost at 0 or 1. QED
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

import sympy as sp
from flint import fmpq_mpoly, fmpq_poly

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.minimum.cylinders.cells_on_line import Border, Gap, Line, LineCell
from symbolic_eps.minimum.cylinders.over_parameters import ONE, ZERO, OverParameters, Value
from symbolic_eps.minimum.cylinders.projection import exact, isolated
from symbolic_eps.minimum.cylinders.root_forms import (
    Form,
    branch_at_number,
    branch_of,
    common_number,
    numbers_between,
)
from symbolic_eps.minimum.cylinders.roots_nearby import (
    apart_nearby,
    at_level,
    has_one_root,
    keeps_number,
    root_has_number,
    root_is,
    univariate,
)
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import OUT_OF_TIME
from verify.language.condition import Condition, Relation, zero
from verify.points.simple_rationals import simplest_between

NOT_TOLD = "no interval is found that tells X from other roots of its polynomial"

NOT_KNOWN = "whether eps jumps at this point between cells is not shown"

AtNumber = Callable[[Fraction], Value | None]
"""X at a number for the parameter, with a polynomial in x; None where that is not known."""


@dataclass(frozen=True)
class Group:
    """Neighbouring cells with one form, and which of the points at their ends belong to them."""

    cells: tuple[LineCell, ...]
    form: Form
    starts: bool = False
    ends: bool = False

    @property
    def low(self) -> Border | None:
        """Where it begins."""
        return self.cells[0].low

    @property
    def high(self) -> Border | None:
        """Where it ends."""
        return self.cells[-1].high


@dataclass(frozen=True)
class Joining:
    """The branches of a line.

    Parameters
    ----------
    line : Line
    at_number : callable
    is_continuous : callable
        Whether X is known to be continuous wherever the conditions on the parameter hold, and no piece may
        have points that are no limits of points inside.
    is_everywhere : bool
        Whether it is known to be continuous wherever these conditions hold.
    """

    line: Line
    at_number: AtNumber
    is_continuous: Callable[[], bool] = lambda: False
    is_everywhere: bool = False

    @property
    def over(self) -> OverParameters:
        """The sets."""
        return self.line.over

    # --- groups

    def groups(self) -> tuple[Group | Border | LineCell | Gap, ...]:
        """In order; points and cells that belong to no group are left, and gaps."""
        joined: list[Group | Border | LineCell | Gap] = []
        for part in self.line.parts:
            last = joined[-1] if joined else None
            if isinstance(part, Gap):
                joined.append(part)
                continue
            if isinstance(part, Border):
                if isinstance(last, Group) and last.high is part and self.fits(last.form, part, last.cells):
                    joined[-1] = replace(last, ends=True)
                else:
                    joined.append(part)
                continue
            before = joined[-2] if isinstance(last, Border) and len(joined) > 1 else last
            if isinstance(before, Group) and (wider := self._wider(before, part)) is not None:
                joined[joined.index(before) :] = [wider]
                continue
            form = self.form((part,))
            if form is None:
                joined.append(part)
                continue
            starts = isinstance(last, Border) and last is part.low and self.fits(form, last, (part,))
            if starts:
                joined.pop()
            joined.append(Group((part,), form, starts))
        return tuple(joined)

    def _wider(self, group: Group, cell: LineCell) -> Group | None:
        """The group with the cell beyond its end; None where no form tells X from other roots on both."""
        point = group.high
        if point is None or point is not cell.low or point.number in self.line.cuts:
            return None
        joined = (*group.cells, cell)
        wider = self.form(joined)
        if wider is None or not self.fits(wider, point, joined):
            return None
        if wider != group.form:  # with other ends it may not fit where the first one did
            within = [before.high for before in group.cells[:-1]]
            passed = [*((group.low,) if group.starts else ()), *within]
            if not all(border is not None and self.fits(wider, border, joined) for border in passed):
                return None
        return Group(joined, wider, group.starts)

    def form(self, cells: Sequence[LineCell]) -> Form | None:
        """What tells X from other roots on all of the cells; None where nothing is found."""
        values = [cell.value for cell in cells]
        polynomial, rises = values[0].polynomial, values[0].rises
        if any(v.polynomial != polynomial or v.rises != rises for v in values):
            return None
        if polynomial.degrees()[-1] <= 2:
            return Form(polynomial, rises, None)
        for low in numbers_between(max(v.low for v in values), min(v.root.low for v in values), ZERO):
            for high in numbers_between(max(v.root.high for v in values), min(v.high for v in values), ONE):
                if not any(self._vanishes(polynomial, end, cells) for end in (low, high)):
                    return Form(polynomial, rises, (low, high))
        number = common_number(values)  # h is 0 at 0 and at 1 between cells alone
        return Form(polynomial, rises, (ZERO, ONE), number) if number else None

    def _vanishes(self, polynomial: fmpq_mpoly, end: Fraction, cells: Sequence[LineCell]) -> bool:
        """Whether h may be 0 at an end of the interval somewhere on the cells; at their ends it may."""
        low, high = cells[0].low, cells[-1].high
        return any(
            (low is None or root.high > low.root.low) and (high is None or root.low < high.root.high)
            for root in isolated([at_level(polynomial, end)])
            if not any(b is not None and root_is(b, polynomial, end) for b in (low, high))
        )

    # --- points

    def fits(self, form: Form, point: Border, cells: Sequence[LineCell]) -> bool:
        """Whether X is at the point what the form says on cells, of which one or two meet it."""
        number = point.number
        if number is None or self.at_number(number) is None:
            return self._fits_limit(form, point, cells)
        return self._fits_number(form, number)

    def _fits_limit(self, form: Form, point: Border, sides: Sequence[LineCell]) -> bool:
        if not self._is_passed(point):
            return False
        if self.is_infinite(form):
            return True
        ends = (ZERO,) if form.ends is None else form.ends
        if any(at_level(form.polynomial, end).gcd(point.polynomial).degree() > 0 for end in ends):
            return False
        if form.number:
            beside = [
                point.root.low if cell.high is point else point.root.high
                for cell in sides
                if point in (cell.low, cell.high)
            ]
            near = any(keeps_number(form.polynomial, form.number, point.root, end) for end in beside)
            return near or self._keeps_number(form, point, sides)
        return form.ends is None or has_one_root(form.polynomial, point.root, form.ends)

    def _is_passed(self, point: Border) -> bool:
        """Whether X is continuous at the point."""
        space = self.over.space
        if self.is_everywhere:
            return True
        if any(point.sign_of(space.at(g, ())) == 0 for g in self.over.singular):
            return False
        meets = any(point.sign_of(space.at(g, ())) == 0 for g in self.over.below)
        return not meets or self.is_continuous()

    def _keeps_number(self, form: Form, point: Border, sides: Sequence[LineCell]) -> bool:
        """Whether the theorem on numbers holds, for a cell on one of the sides."""
        space = self.over.space
        discriminant = space.discriminant(form.polynomial, 1)
        power = next((k for f, k in discriminant.factor()[1] if space.at(f, ()) == point.polynomial), 0)
        if power == 0:
            return point.sign_of(space.at(discriminant, ())) != 0
        before, beyond = (
            len(isolated([space.at(form.polynomial, (end,))])) for end in (point.root.low, point.root.high)
        )
        more = [cell.high is point if before > beyond else cell.low is point for cell in sides]
        return power == 1 and any(more)

    def _fits_number(self, form: Form, number: Fraction) -> bool:
        value = self.at_number(number)
        assert value is not None
        here, own = self.over.space.at(form.polynomial, (number,)), univariate(value.polynomial)
        if self.is_infinite(form) or own == fmpq_poly([0, 1]):
            return self.is_infinite(form) and own == fmpq_poly([0, 1])
        if here.gcd(own).degree() == 0:
            return False
        low, high = value.root.low, value.root.high
        if form.ends is None:
            slope = here.derivative() * (1 if form.rises else -1)
            return bool(here[0] != 0 and all(slope(exact(end)) >= 0 for end in (low, high)))
        start, end = form.ends
        inside = [r for r in isolated([here]) if r.high >= start and r.low <= end]
        if form.number:
            return root_has_number(here, form.number, own, value.root)
        return len(inside) == 1 and start <= low and high <= end

    def is_infinite(self, form: Form) -> bool:
        """Whether X is 0, so that eps = oo."""
        return bool(form.polynomial == self.over.space.polynomial(DECAY))

    # --- branches

    def branches(self) -> Iterator[tuple[Branch | OpenRegion, Fraction | None]]:
        """One for each group, and for each point that is left, with a number in it, if one is known."""
        for part in self.groups():
            if isinstance(part, Group):
                yield self._branch(part), part.cells[0].sample
            elif isinstance(part, Border):
                yield self._at_point(part), part.number
            else:
                reason = OUT_OF_TIME if isinstance(part, Gap) else NOT_TOLD
                yield OpenRegion(self._conditions(part), reason), None

    def conflicts(self) -> frozenset[Fraction]:
        """Numbers at which the line is better cut besides.

        A cell without a form is halved. An end of a group is told by the sign of its polynomial: between it
        and another root of that, where the group has one inside, or at its other end.
        """
        numbers = set[Fraction]()
        for part in self.groups():
            if isinstance(part, LineCell):
                numbers.add(part.sample)
            if not isinstance(part, Group):
                continue
            borders = [b for b in (part.low, *(cell.high for cell in part.cells)) if b is not None]
            for one, other in pairwise(borders):
                for end, others in ((one, borders[1:]), (other, borders[:-1])):
                    if end in (part.low, part.high) and any(end.is_like(b) for b in others):
                        numbers.add(simplest_between(one.root.high, other.root.low))
        return frozenset(numbers)

    def _branch(self, group: Group) -> Branch:
        return branch_of(
            self._conditions(group),
            self.over.space.expression(group.form.polynomial),
            group.form.rises,
            group.form.ends,
            group.form.number,
        )

    def _conditions(self, part: Group | LineCell | Gap) -> tuple[Condition, ...]:
        return (*self._from(part, part.low, 1), *self._from(part, part.high, -1))

    @property
    def _parameter(self) -> sp.Symbol:
        return self.over.space.variables[0]

    def _from(self, part: Group | LineCell | Gap, border: Border | None, side: int) -> Iterator[Condition]:
        """That the parameter lies on one side of an end of a part; what follows anyway is left out."""
        if border is None:
            return
        cells = part.cells if isinstance(part, Group) else (part,)
        closed = isinstance(part, Group) and (part.starts if side == 1 else part.ends)
        parts = self.line.parts
        first = parts.index(cells[0]) if side == 1 else parts.index(cells[-1])
        beyond = parts[:first] if side == 1 else parts[first + 1 :]
        if not [other for other in beyond if not (closed and other == border)]:
            return
        polynomial = self._expression(border)
        sample = cells[0 if side == 1 else -1].sample
        sign = 1 if border.polynomial(exact(sample)) > 0 else -1
        relation = Relation.NON_NEGATIVE if closed else Relation.POSITIVE
        yield Condition(sp.expand(sign * polynomial), relation)
        if self.line.others(border):
            yield Condition(
                sp.expand(side * (self._parameter - self._bound(border, side))), Relation.POSITIVE
            )

    def _bound(self, border: Border, side: int) -> sp.Rational:
        """A number beyond the border, before all other points."""
        borders = self.line.borders
        at = borders.index(border)
        near = borders[at - side : at - side + 1] if at - side >= 0 else ()
        low, high = border.root.low, border.root.high
        value = (
            simplest_between(near[0].root.high if near else None, low)
            if side == 1
            else simplest_between(high, near[0].root.low if near else None)
        )
        return sp.Rational(value.numerator, value.denominator)

    def _expression(self, border: Border) -> sp.Expr:
        coefficients = border.polynomial.numer().coeffs()
        return sp.Add(*(int(c) * self._parameter**k for k, c in enumerate(coefficients)))

    def _at_point(self, border: Border) -> Branch | OpenRegion:
        """The branch for one number, or an open point."""
        here: tuple[Condition, ...] = (zero(self._expression(border)),)
        if self.line.others(border):
            bounds = (side * (self._parameter - self._bound(border, side)) for side in (1, -1))
            here = (*here, *(Condition(sp.expand(b), Relation.POSITIVE) for b in bounds))
        number = border.number
        value = None if number is None else self.at_number(number)
        if value is not None:
            return branch_at_number(here, value)
        limit = None if number is not None else self._limit(here, border)
        return limit or OpenRegion(here, NOT_KNOWN)

    def _limit(self, here: tuple[Condition, ...], border: Border) -> Branch | None:
        """The branch of the limit from one side, told by ends that hold beside the point alone."""
        for cell in self.line.parts if self._is_passed(border) else ():
            if isinstance(cell, LineCell) and border in (cell.low, cell.high):
                h, end = cell.value.polynomial, border.root.low if cell.high is border else border.root.high
                ends = apart_nearby(h, cell.value.before, border.root, end)
                if ends is not None:
                    return branch_of(here, self.over.space.expression(h), cell.value.rises, ends)
        return None
