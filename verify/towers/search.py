"""The search for a tower: which divisor, which end, where to cut, until all terms have one sign.

Nothing here is trusted: the tower kernel judges what is found. A point at which a derivative has the wrong
sign ends an attempt early.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.polynomial import Polynomial, Rejected
from verify.tower_kernel import Interval, Proof
from verify.towers.samples import Sampler
from verify.towers.zones import by_zones

Node = Any

MOST_STEPS, MOST_TERMS = 120, 40
"""Derivatives looked at for one claim, and the terms of one that is."""

DEEPEST = 24
"""Derivatives of derivatives."""

_BY_TERMS = ["terms", "lower"]


@dataclass
class Search:
    """The search for proofs of signs, for the atoms of one claim.

    Parameters
    ----------
    proof : Proof
        The kernel's reading of the claim; its count of work is set back after each step.
    leaves : bool
        Whether enclosures on leaves may be used where no tower closes.
    steps : int
        What is left of the budget.
    """

    proof: Proof
    leaves: bool = False
    steps: int = MOST_STEPS
    sampler: Sampler = field(init=False)
    failed: set[Any] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.sampler = Sampler(self.proof)

    def node(self, f: Polynomial, interval: Interval, strict: bool, depth: int = 0) -> Node | None:
        """A proof that f >= 0 on the interval, or f > 0; None if none is found."""
        key = (frozenset(f.items()), interval, strict)
        self.steps -= 1
        if self.steps < 0 or depth > DEEPEST or len(f) > MOST_TERMS or key in self.failed:
            return None
        self.proof.ring.work = 0
        for end in ("lower", "upper"):
            if self.accepted(f, interval, strict, ["terms", end]):
                return ["terms", end]
        if self.sampler.negative_at(f, interval) is not None:
            return None
        found = (
            self._stripped(f, interval, strict, depth)
            or self._by_slope(f, interval, strict, depth)
            or self._by_cut(f, interval, strict, depth)
        )
        if found is None and self.leaves and not any(key[i] for key in f for i in self.proof.logs):
            found = by_zones(self, f, interval, strict)
        if found is None:
            self.failed.add(key)
        return found

    def accepted(self, f: Polynomial, interval: Interval, strict: bool, node: Node) -> bool:
        """Whether the kernel accepts a node."""
        self.proof.ring.work = 0
        try:
            self.proof.prove(f, interval, strict, node)
        except Rejected:
            return False
        return True

    def sign(self, f: Polynomial, interval: Interval, strict: bool = True) -> tuple[int, Node] | None:
        """1 or -1, and the proof that f has this sign on the interval, and is nowhere 0 if strict."""
        for way in (1, -1):
            if (node := self.node(self.proof.ring.scaled(f, way), interval, strict)) is not None:
                return way, node
        return None

    # --- steps

    def _stripped(self, f: Polynomial, interval: Interval, strict: bool, depth: int) -> Node | None:
        """By the common power of each name: what is left has fewer."""
        powers = [min(column) for column in zip(*f, strict=True)]
        if not any(powers) or (len(f) == sum(powers) == 1):
            return None
        factors: list[Node] = []
        parity = 1
        for i, (name, power) in enumerate(zip(self.proof.ring.atoms, powers, strict=True)):
            if not power:
                continue
            atom, _ = self.proof.ring.atom(name)
            signed = self.sign(atom, interval, strict) if i not in self.proof.logs else None
            if signed is None:
                return None
            factors.append([name, power, *signed])
            parity *= signed[0] ** power
        lower = ((tuple(k - p for k, p in zip(key, powers, strict=True)), c) for key, c in f.items())
        rest = self.proof.ring.collected(lower)
        inner = self.node(self.proof.ring.scaled(rest, parity), interval, strict, depth + 1)
        return inner and ["product", *factors, [self.tree(rest), 1, parity, inner]]

    def _by_slope(self, f: Polynomial, interval: Interval, strict: bool, depth: int) -> Node | None:
        """By the slope of f, or of f over an exponential or over what a logarithm is multiplied by."""
        start, out, stop, left = interval
        for end, at, way, aside in (("lower", start, -1, out), ("upper", stop, 1, left)):
            self.proof.ring.work = 0
            try:
                value = self.proof.near(f, at, way)
            except (Rejected, ArithmeticError, ValueError):
                continue
            if strict and not value and not aside:
                continue
            for m in self._divisors(f):
                by = self.node(m, interval, True, depth + 1)
                if by is None or (at is not None and not self._is_positive(m, at, way)):
                    continue
                change = self.proof.ring.scaled(self._change(f, m), -way)
                inside = (start, True, stop, True)
                inner = self.node(change, inside, strict and not value, depth + 1)
                if inner is not None:
                    return ["slope", self.tree(m), by, end, inner]
        return None

    def _is_positive(self, m: Polynomial, at: Fraction, way: int) -> bool:
        try:
            return bool(self.proof.near(m, at, way))
        except Rejected:
            return False

    def _change(self, f: Polynomial, m: Polynomial) -> Polynomial:
        """What the kernel takes for the slope of f / m."""
        proof = self.proof
        logs = [i for i in proof.logs if any(key[i] for key in (*f, *m))]
        return proof.total((proof.slope(f, logs), m), (proof.slope(m, logs), proof.ring.scaled(f, -1)))

    def _divisors(self, f: Polynomial) -> Iterator[Polynomial]:
        """Products of exponentials in f, one of them 1; or else what its logarithms are multiplied by."""
        yield self.proof.ring.one
        for i in self.proof.logs:
            if any(key[i] for key in f):
                lower = (((*k[:i], k[i] - 1, *k[i + 1 :]), c) for k, c in f.items() if k[i])
                yield self.proof.ring.collected(lower)
        rates = {tuple(k if i in self.proof.rate else 0 for i, k in enumerate(key)) for key in f}
        for key in sorted(rates):
            if any(key):
                yield self.proof.ring.collected([(key, 1)])

    def _by_cut(self, f: Polynomial, interval: Interval, strict: bool, depth: int) -> Node | None:
        """By two parts, cut where f or the variable is 0."""
        for at in self.cuts(f, interval):
            start, out, stop, left = interval
            below = self.node(f, (start, out, at, False), strict, depth + 1)
            above = below and self.node(f, (at, False, stop, left), strict, depth + 1)
            if above:
                return ["cut", str(at), below, above]
        return None

    def cuts(self, f: Polynomial, interval: Interval) -> list[Fraction]:
        """Inner points where f is 0, or with logarithms its slope; and 0."""
        start, _, stop, _ = interval
        found = [Fraction(0), *self.zeros(f, interval)]
        if any(key[i] for key in f for i in self.proof.logs):
            found += [at for m in self._divisors(f) for at in self._turns(self._change(f, m), interval)]
        return [
            at for at in dict.fromkeys(found) if (start is None or start < at) and (stop is None or at < stop)
        ]

    def zeros(self, f: Polynomial, interval: Interval) -> Iterator[Fraction]:
        """Simple rational points inside where f is 0 and does not change its sign."""
        for near in self.sampler.lowest(f, interval):
            at = near.limit_denominator(1000)
            if abs(at - near) < Fraction(1, 10**9):
                try:
                    if not any(map(self.proof.near, (f, self.proof.ring.scaled(f, -1)), (at, at), (1, 1))):
                        yield at
                except Rejected:
                    continue

    def _turns(self, slope: Polynomial, interval: Interval) -> Iterator[Fraction]:
        """Simple rational points inside where a slope changes its sign."""
        for low, high in self.sampler.changes(slope, interval):
            at = ((low + high) / 2).limit_denominator(1000)
            if low <= at <= high:
                yield at

    def tree(self, f: Polynomial) -> Node:
        """A polynomial as the kernel reads it."""
        terms = []
        for key, c in sorted(f.items()):
            powers = [
                name if k == 1 else ["^", name, k]
                for name, k in zip(self.proof.ring.atoms, key, strict=True)
                if k
            ]
            terms.append(["*", str(c), *powers])
        return ["+", *terms]
