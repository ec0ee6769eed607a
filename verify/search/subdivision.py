"""Refutations on a box by subdivision and Bernstein's form: for what is strict inside.

A polynomial of degree n in t in [0, 1] is sum b_i C(n, i) t^i (1-t)^(n-i), in several variables a sum of
such products. With bounds v - a >= 0 and b - v >= 0 among the facts, t and 1 - t are multiples of facts:
where no b_i is negative, the polynomial is a sum of products of facts with weights >= 0. So if w is a
combination of facts with weights >= 0, and -w has such a form, w - w = 0 refutes the facts, provided that
some product is of strict facts only, or all b_i >= e > 0: then e, which is e times the sum of all products,
stands apart. A box without such a combination is halved, and the halves are the cases of a split.

Untrusted like all of the search: the kernel expands and checks what is returned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from math import comb, prod
from typing import Any

from flint import fmpq

from verify.polynomial import Terms
from verify.search.derivation import Node
from verify.search.facts import Fact

Tensor = dict[tuple[int, ...], fmpq]

MOST_BOXES = 400
"""Boxes that are looked at before the search gives up."""

MOST_TERMS = 3000
"""Coefficients of a polynomial in Bernstein's form."""


@dataclass(frozen=True)
class Bound:
    """A fact `scale * (v - end)` with scale > 0 (a lower bound), or `scale * (end - v)` (an upper one)."""

    end: fmpq
    scale: fmpq
    kind: str
    index: int


@dataclass(frozen=True)
class Box:
    """Bounds of each variable, the other facts in Bernstein's form, and the number of facts of a kind."""

    lower: tuple[Bound, ...]
    upper: tuple[Bound, ...]
    forms: tuple[Tensor, ...]
    count: Mapping[str, int]


@dataclass
class Subdivision:
    """One search; `refutation` is what it finds.

    Parameters
    ----------
    variables : sequence of str
        In the order of the exponents.
    facts : sequence of (kind, polynomial)
        As `verify.kernel` has them: `ge` for >= 0, `gt` for > 0.

    Examples
    --------
    >>> facts = [("gt", {(1,): 1}), ("ge", {(0,): 1, (1,): -1}), ("ge", {(2,): -3, (1,): 2, (0,): -1})]
    >>> sorted(Subdivision(["v"], facts).refutation())  # 0 < v <= 1 and 3 v^2 - 2 v + 1 <= 0
    ['multipliers', 'terms']
    >>> facts[2] = ("ge", {(2,): -3, (1,): 4, (0,): -1})
    >>> Subdivision(["v"], facts).refutation() is None  # it is 0 at 1/3 and at 1
    True
    """

    variables: Sequence[str]
    facts: Sequence[Fact]
    boxes: int = MOST_BOXES
    _others: list[tuple[str, int]] = field(default_factory=list, init=False)
    _degrees: tuple[int, ...] = field(default=(), init=False)
    _corners: list[tuple[int, ...]] = field(default_factory=list, init=False)

    def refutation(self) -> Node | None:
        """A node of a certificate, or None if none was found, which proves nothing."""
        below, above, others, count = self._bounds()
        for low, high in zip(below, above, strict=True):
            if low is not None and high is not None and (node := _crossed(low, high)):
                return node
        box = self._whole([b for b in below if b], [b for b in above if b], others, count)
        return None if box is None else self._refuted(box)

    def _bounds(
        self,
    ) -> tuple[list[Bound | None], list[Bound | None], list[Terms], Mapping[str, int]]:
        """The best bounds, all other facts, and how many there are of a kind."""
        size, count = len(self.variables), {"ge": 0, "gt": 0, "eq": 0}
        lower: list[Bound | None] = [None] * size
        upper: list[Bound | None] = [None] * size
        others: list[Terms] = []
        for kind, polynomial in self.facts:
            bound = _bound(kind, polynomial, count[kind])
            if bound is None and kind != "eq":
                others.append(polynomial)
                self._others.append((kind, count[kind]))
            elif bound is not None:
                axis, is_lower, found = bound
                ends = lower if is_lower else upper
                held = ends[axis]
                if held is None or (found.end > held.end if is_lower else found.end < held.end):
                    ends[axis] = found
            count[kind] += 1
        return lower, upper, others, count

    def _whole(
        self, below: Sequence[Bound], above: Sequence[Bound], others: list[Terms], count: Mapping[str, int]
    ) -> Box | None:
        """The box that the facts give, with all else in Bernstein's form; None without bounds."""
        size = len(self.variables)
        if len(below) < size or len(above) < size or not others:
            return None
        if any(b.end <= a.end for a, b in zip(below, above, strict=True)):
            return None
        self._degrees = tuple(max(e[k] for p in others for e in p) for k in range(size))
        if prod(n + 1 for n in self._degrees) > MOST_TERMS:
            return None
        self._corners = list(product(*({0, n} for n in self._degrees)))
        forms = tuple(self._form(p, below, above) for p in others)
        return Box(tuple(below), tuple(above), forms, count)

    def _form(self, polynomial: Terms, below: Sequence[Bound], above: Sequence[Bound]) -> Tensor:
        """Bernstein's coefficients on the box, of the degrees common to all."""
        values = {i: fmpq(0) for i in product(*(range(n + 1) for n in self._degrees))}
        for exponents, value in polynomial.items():
            values[exponents] += _rational(value)
        for k, n in enumerate(self._degrees):
            a, width = below[k].end, above[k].end - below[k].end
            for line in _lines(self._degrees, k):
                powers = [values[i] for i in line]
                for start in range(n):  # Taylor's shift by a
                    for j in range(n - 1, start - 1, -1):
                        powers[j] += a * powers[j + 1]
                powers = [c * width**j / comb(n, j) for j, c in enumerate(powers)]
                for i, at in enumerate(line):
                    values[at] = sum((comb(i, j) * powers[j] for j in range(i + 1)), fmpq(0))
        return values

    def _refuted(self, box: Box) -> Node | None:
        self.boxes -= 1
        for weights in self._combinations(box):
            node = self._leaf(box, weights)
            if node is not None:
                return node
        if self.boxes <= 0 or self._holds_at_a_corner(box):
            return None
        return self._halved(box)

    def _holds_at_a_corner(self, box: Box) -> bool:
        """Whether all facts that are no bounds are strict at a corner: then there is no refutation."""
        return any(all(form[corner] > 0 for form in box.forms) for corner in self._corners)

    def _combinations(self, box: Box) -> Iterator[dict[int, fmpq]]:
        """Weights of facts whose combination is nowhere positive on the box."""
        signs = [max(form.values()) for form in box.forms]
        for one, largest in enumerate(signs):
            if largest <= 0:
                yield {one: fmpq(1)}
        for one, other in product(range(len(box.forms)), repeat=2):
            if one < other and signs[one] > 0 and signs[other] > 0:
                share = _share(box.forms[one], box.forms[other])
                if share is not None:
                    yield {one: fmpq(1), other: share}

    def _leaf(self, box: Box, weights: Mapping[int, fmpq]) -> Node | None:
        """The combination and its negative in Bernstein's form, if something in it is strict."""
        negative = {i: -sum((w * box.forms[k][i] for k, w in weights.items()), fmpq(0)) for i in box.forms[0]}
        least = min(negative.values())
        terms = [_term(w, [self._others[k]]) for k, w in weights.items()]
        strict = any(self._others[k][0] == "gt" for k in weights)
        if least > 0:
            terms.append(_term(least, []))
            strict = True
        for i, value in negative.items():
            if value == least and least >= 0:
                continue
            used, scale = list[tuple[str, int]](), fmpq(1)
            for k, n in enumerate(self._degrees):
                low, high = box.lower[k], box.upper[k]
                used += [(low.kind, low.index)] * i[k] + [(high.kind, high.index)] * (n - i[k])
                width = high.end - low.end
                scale *= comb(n, i[k]) / (width**n * low.scale ** i[k] * high.scale ** (n - i[k]))
            strict = strict or all(kind == "gt" for kind, _ in used)
            terms.append(_term((value - max(least, fmpq(0))) * scale, used))
        return {"terms": terms, "multipliers": []} if strict else None

    def _halved(self, box: Box) -> Node | None:
        axis = self._axis(box)
        low, high = box.lower[axis], box.upper[axis]
        middle = (low.end + high.end) / 2
        at_most = Bound(middle, fmpq(1), "ge", box.count["ge"])
        above = Bound(middle, fmpq(1), "gt", box.count["gt"])
        halves = [_halves(form, self._degrees, axis) for form in box.forms]
        first = Box(
            box.lower,
            _replaced(box.upper, axis, at_most),
            tuple(one for one, _ in halves),
            {**box.count, "ge": box.count["ge"] + 1},
        )
        second = Box(
            _replaced(box.lower, axis, above),
            box.upper,
            tuple(other for _, other in halves),
            {**box.count, "gt": box.count["gt"] + 1},
        )
        cases = {}
        for relation, half in (("<=", first), (">", second)):
            node = self._refuted(half)
            if node is None:
                return None
            cases[relation] = node
        tree = ["+", self.variables[axis], _text(-middle)]
        return {"split": tree, "cases": cases}

    def _axis(self, box: Box) -> int:
        """Along which the forms vary most."""

        def variation(k: int) -> fmpq:
            total = fmpq(0)
            for form in box.forms:
                largest = max(abs(c) for c in form.values())
                size = largest if largest > 0 else fmpq(1)
                for line in _lines(self._degrees, k):
                    ends = [form[i] for i in line]
                    total += sum((abs(b - a) for a, b in pairwise(ends)), fmpq(0)) / size
            return total

        return max(range(len(self._degrees)), key=variation)


def _bound(kind: str, polynomial: Terms, index: int) -> tuple[int, bool, Bound] | None:
    """The axis, whether it is a lower bound, and the bound; None for what is no bound on one variable."""
    linear = [e for e in polynomial if sum(e)]
    if kind == "eq" or len(linear) != 1 or sum(linear[0]) != 1:
        return None
    slope = _rational(polynomial[linear[0]])
    offset = _rational(polynomial.get((0,) * len(linear[0]), 0))
    return linear[0].index(1), slope > 0, Bound(-offset / slope, abs(slope), kind, index)


def _crossed(low: Bound, high: Bound) -> Node | None:
    """By two bounds alone: (v - a) + (b - v) + (a - b) = 0, where a > b, or a = b and one is strict."""
    gap = low.end - high.end
    if gap < 0 or (gap == 0 and "gt" not in (low.kind, high.kind)):
        return None
    terms = [_term(1 / bound.scale, [(bound.kind, bound.index)]) for bound in (low, high)]
    return {"terms": [*terms, *([_term(gap, [])] if gap > 0 else [])], "multipliers": []}


def _share(one: Tensor, other: Tensor) -> fmpq | None:
    """A weight w > 0 with one + w other <= 0 in all coefficients, or None."""
    least, most = fmpq(0), None
    for i, a in one.items():
        b = other[i]
        if b == 0 and a > 0:
            return None
        if b > 0:
            most = -a / b if most is None else min(most, -a / b)
        elif b < 0:
            least = max(least, -a / b)
        if most is not None and (most <= 0 or most < least):
            return None
    return least + 1 if most is None else _simple(least, most)


def _simple(least: fmpq, most: fmpq) -> fmpq:
    """A number between the two, with few digits where that is possible."""
    middle = (least + most) / 2
    for bits in range(0, 40, 2):
        rounded = fmpq(int((middle * 2**bits).floor()), 2**bits)
        if least < rounded < most:
            return rounded
    return middle


def _lines(degrees: Sequence[int], axis: int) -> Iterator[list[tuple[int, ...]]]:
    """The indices along an axis, one line after another."""
    others = [range(n + 1) if k != axis else range(1) for k, n in enumerate(degrees)]
    for start in product(*others):
        yield [(*start[:axis], i, *start[axis + 1 :]) for i in range(degrees[axis] + 1)]


def _halves(form: Tensor, degrees: Sequence[int], axis: int) -> tuple[Tensor, Tensor]:
    """De Casteljau's coefficients on both halves."""
    first, second = dict(form), dict(form)
    for line in _lines(degrees, axis):
        values = [form[i] for i in line]
        for step, at in enumerate(line):
            first[at] = values[0]
            second[line[len(line) - 1 - step]] = values[-1]
            values = [(a + b) / 2 for a, b in pairwise(values)]
    return first, second


def _replaced(bounds: tuple[Bound, ...], axis: int, bound: Bound) -> tuple[Bound, ...]:
    return (*bounds[:axis], bound, *bounds[axis + 1 :])


def _term(weight: fmpq, used: Sequence[tuple[str, int]]) -> dict[str, Any]:
    chosen: dict[str, list[int]] = {kind: [i for k, i in used if k == kind] for kind in ("ge", "gt")}
    return {"weight": _text(weight), **chosen}


def _text(value: fmpq) -> str:
    return str(value)


def _rational(value: Any) -> fmpq:
    return fmpq(int(value.numerator), int(value.denominator))
