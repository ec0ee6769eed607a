"""Checks that the digits of a record are those of -log X, X between rational ends; standard library only."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from symbolic_eps.decision.jets import BITS, ONE, evaluated, jet, outward
from symbolic_eps.decision.root_text import with_root
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.decision.text_tree import profile_of
from verify.exponential_bounds import logarithm
from verify.polynomial import demand

DECIMAL = re.compile(r"[0-9]{1,30}(?:\.([0-9]{1,400}))?", re.ASCII)
NARROW = Fraction(1, 10**15)


def epsilon_between(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of -log X for low <= X <= high; low > 0."""
    below = Fraction(0) if high == 1 else -logarithm((high, high), BITS)[1]
    above = Fraction(0) if low == 1 else -logarithm((low, low), BITS)[0]
    return below, above


def check_digits(document: Mapping[str, Any], low: Fraction, high: Fraction, exact: bool) -> None:
    """Reject unless the printed ends enclose eps = -log X, and the double is not above it.

    If `exact`, the ends also differ in their last digit alone, the double is the largest one, and the closed
    form is the same number as far as 15 digits.
    """
    ends, double, form = document["epsilon"], document["epsilon_double"], document["closed_form"]
    if high == 0:
        demand(ends == {"lower": "oo", "upper": "oo"} and double == "oo", "eps = oo is proved")
        demand(form in (None, "oo"), "eps = oo is proved, not the closed form")
        return
    demand(low > 0, "eps is not bounded above")
    below, above = epsilon_between(low, high)
    lower, upper = decimal(ends["lower"]), decimal(ends["upper"])
    demand(ends.keys() == {"lower", "upper"}, "not the two ends of an enclosure")
    demand(lower[0] <= below and above <= upper[0], f"the ends do not enclose eps, {_shown(below, above)}")
    demand(type(double) in (float, int) and double >= 0, "epsilon_double is not a number")
    demand(Fraction(double) <= below, f"epsilon_double is above eps, {_shown(below, above)}")
    if exact:
        unit = Fraction(1, 10 ** max(lower[1], upper[1]))
        demand(upper[0] - lower[0] <= unit, "the ends differ by more than their last digit")
        demand(Fraction(math.nextafter(double, math.inf)) > below, "epsilon_double is not the largest")
    if form is not None:
        value = evaluated(profile_of(form, {}), {}).value
        one, other = (Fraction(end, ONE) for end in value)
        demand(one <= above + NARROW and below <= other + NARROW, "the closed form is another number")
        demand(other - one < NARROW, "the closed form is not evaluated well enough")


def check_place(place: Mapping[str, Any], path: Mapping[str, Any], root: Root) -> None:
    """Reject unless the priors that are printed are those of the path at t = 0, as far as 15 digits."""
    known = {"t": jet((0, 0), None), "x": jet(outward(root.low, root.high), None)}
    for name in ("p", "q"):
        ends = evaluated(profile_of(path[name], {"t": "t", "x": "x"}), known).value
        shown = evaluated(profile_of(with_root(place[name], root), {"x": "x"}), known).value
        slack = int(NARROW * ONE)
        demand(
            shown[0] <= ends[1] + slack and ends[0] <= shown[1] + slack, f"{name} is not where the path ends"
        )


def decimal(text: Any) -> tuple[Fraction, int]:
    """The number that a decimal text says, and how many digits follow the point."""
    match = DECIMAL.fullmatch(text) if isinstance(text, str) else None
    demand(match, f"not a decimal number: {str(text)[:40]}")
    assert match is not None
    return Fraction(text), len(match[1] or "")


def _shown(below: Fraction, above: Fraction) -> str:
    return f"which is in [{float(below)!r}, {float(above)!r}]"
