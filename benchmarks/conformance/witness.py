"""One call of a library, what it means, and the check that it is what the report says of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Any

from flint import arb, ctx

from benchmarks.conformance.exact import BITS, Quantity

RIGHT, GROSS, ROUNDING = 1e-9, 1e-6, 2.0**-40
"""Differences. Up to the first, of the exact value, an answer is right; up to the second, digits are lost; up
to the third, whatever the exact value, rounded numbers of the size 1 were subtracted."""


class Kind(StrEnum):
    """What is the matter."""

    UNSAFE = "unsafe"
    TOLERANCE = "unsafe, within the documented tolerance"
    DIGITS = "unsafe, digits lost"
    ROUNDED = "unsafe, by rounding numbers of size 1"
    NAN = "NaN"
    INFINITE = "infinite, wrongly"
    WRONG = "wrong, on the safe side"
    SAFE = "on the safe side"
    RAISES = "raises"
    RIGHT = "right"


@dataclass(frozen=True)
class Call:
    """A call as Python writes it, and as the libraries' environment is asked for it."""

    path: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    then: tuple[tuple[str, tuple[Any, ...] | None], ...] = ()

    @property
    def question(self) -> Mapping[str, Any]:
        """For `answers.py`; a path without a dot at its end is imported."""
        if self.path.startswith("import "):
            return {"import": self.path.removeprefix("import ")}
        return {"path": self.path, "args": self.args, "kwargs": dict(self.kwargs), "then": self.then}

    @property
    def text(self) -> str:
        """As a user types it, without the package's inner modules."""
        if self.path.startswith("import "):
            return self.path
        given = [*map(repr, self.args), *(f"{k}={v!r}" for k, v in self.kwargs.items())]
        text = f"{self.path.rpartition('.')[2]}({', '.join(given)})"
        for (name, arguments), steps in groupby(self.then):
            count = len([*steps])
            text += f".{name}" + ("" if arguments is None else f"({', '.join(map(repr, arguments))})")
            text += f"[{count} times]" if count > 1 else ""
        return text


@dataclass(frozen=True)
class Witness:
    """An answer beside the exact value.

    Parameters
    ----------
    library : str
    call : Call
    kind : Kind
    means : str
        What is compared.
    exact : arb
        What it is to be compared with: the value, or what was asked for.
    seen : callable
        What the answer makes of it: a ball, from the number.
    unsafe_above : bool
        Whether more than `exact` is the unsafe side, or less.
    tolerance : float
        For `Kind.TOLERANCE`: the difference that the documentation allows.
    """

    library: str
    call: Call
    kind: Kind
    means: str
    exact: arb
    seen: Callable[[float], arb] = arb
    unsafe_above: bool = True
    tolerance: float = 0.0

    def difference(self, value: float) -> arb:
        """How far beyond the exact value on the unsafe side; negative on the safe one."""
        with ctx.workprec(BITS):
            far = self.seen(value) - self.exact
            return far if self.unsafe_above else -far

    def holds(self, answer: str) -> bool:
        """Whether the answer is what the report says."""
        if self.kind is Kind.RAISES or not _is_number(answer):
            return self.kind is Kind.RAISES and not _is_number(answer)
        value = float.fromhex(answer)
        if self.kind in (Kind.NAN, Kind.INFINITE):
            return self.exact.is_finite() and (math.isnan if self.kind is Kind.NAN else math.isinf)(value)
        if not math.isfinite(value):
            return False
        far, size = self.difference(value), abs(self.exact)
        holding = {
            Kind.UNSAFE: far > GROSS * size and not self.tolerance,
            Kind.TOLERANCE: far > 0 and far <= self.tolerance,
            Kind.DIGITS: far > RIGHT * size and far <= GROSS * size and not self.tolerance,
            Kind.ROUNDED: far > 0 and far <= ROUNDING,
            Kind.WRONG: -far > GROSS * size,
            Kind.SAFE: far <= 0,
            Kind.RIGHT: abs(far) <= max(RIGHT * size, arb(self.tolerance)),
        }
        return bool(holding[self.kind])

    def row(self, answer: str) -> tuple[str, ...]:
        """Call, answer, what is compared, the answer's and the exact one, how far beyond, kind."""
        call = f"`{self.call.text}`"
        if not _is_number(answer):
            return call, f"`{answer.partition(' (')[0]}`", self.means, "", "", "", str(self.kind)
        value = float.fromhex(answer)
        if not math.isfinite(value):
            return call, f"`{value!r}`", self.means, "", shown(self.exact), "", str(self.kind)
        far, size = self.difference(value), abs(self.exact)
        part = shown(far / size, 2) if size > 0 else ""
        seen, exact = shown(self.seen(value)), shown(self.exact)
        return call, f"`{value!r}`", self.means, seen, exact, part, str(self.kind)


def _is_number(answer: str) -> bool:
    return answer.lstrip("-")[:2] in ("0x", "na", "in") and ":" not in answer


def shown(ball: arb, digits: int = 7) -> str:
    """Some digits, without zeros at the end."""
    text, e, power = ball.str(digits, radius=False).partition("e")
    return (text.rstrip("0").rstrip(".") if "." in text else text) + e + power


def delta_of(quantity: Quantity, eps: float, times: float | None = None) -> Callable[[float], arb]:
    """The delta that noise of this scale keeps at eps."""
    more = () if times is None else (times,)
    return lambda sigma: quantity.at(sigma, eps, *more)


def delta_at(quantity: Quantity, sigma: float, times: float | None = None) -> Callable[[float], arb]:
    """The delta that is kept at an eps."""
    more = () if times is None else (times,)
    return lambda eps: quantity.at(sigma, eps, *more)


def rational(x: float | Fraction) -> arb:
    """A ball around a rational number."""
    exact = Fraction(x)
    with ctx.workprec(BITS):
        return arb(exact.numerator) / exact.denominator
