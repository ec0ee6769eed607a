"""What a budget means for a released count, as lines of text and as JSON; every digit is certified."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symbolic_eps.digits import significant
from symbolic_eps.mechanisms.accuracy import MECHANISMS, Accuracy, Threshold, accuracy
from symbolic_eps.report.number import DIGITS, ends, interval, measured
from verify.enclosure import Enclosure


def lines(epsilon: sp.Expr, threshold: Threshold | None = None) -> list[str]:
    """A small table: the mechanisms side by side.

    Parameters
    ----------
    epsilon : sympy.Expr
        An exact budget > 0, or `oo`.
    threshold : Threshold, optional
        A threshold, and the true count that noise may carry across it.

    Examples
    --------
    >>> for line in lines(sp.log(9), Threshold.of(25, "24.072")):
    ...     print(line)
                                         geometric     laplace
    standard deviation (RMSE)                0.530       0.644
    exact count (rounded)                   80.0 %      66.7 %
    within, with probability 90 %                1        1.05
    within, with probability 95 %                1        1.36
    within, with probability 99 %                2        2.10
    25 crosses 24.072                       10.0 %      6.51 %
    """
    found = [accuracy(epsilon, name) for name in MECHANISMS]
    rows = [
        ("standard deviation (RMSE)", [measured(a.noise.standard_deviation) for a in found]),
        ("exact count (rounded)", [f"{significant(100 * a.noise.probability_exact)} %" for a in found]),
    ]
    for k, width in enumerate(found[0].half_widths):
        label = f"within, with probability {100 * width.level} %"
        rows.append((label, [_number(a.half_widths[k].counts) for a in found]))
    if threshold is not None:
        rows.append((threshold.text, [_percent(threshold.chance(a.noise)) for a in found]))
    head = f"{'':<34}" + "".join(f"{name:>12}" for name in MECHANISMS)
    return [head, *(f"{label:<34}" + "".join(f"{cell:>12}" for cell in cells) for label, cells in rows)]


def structured(epsilon: sp.Expr, threshold: Threshold | None = None) -> dict[str, Any]:
    """The `noise` of `recommend --json`: the geometric mechanism's numbers, and Laplace's below `laplace`.

    Parameters
    ----------
    epsilon, threshold
        As `lines`.

    Examples
    --------
    >>> structured(sp.log(9))["probability_exact"]
    {'lower': '0.8', 'upper': '0.8', 'closed_form': '4/5'}
    """
    geometric, laplace = (_document(accuracy(epsilon, name), threshold) for name in ("geometric", "laplace"))
    return {**geometric, "laplace": laplace}


def _document(found: Accuracy, threshold: Threshold | None) -> dict[str, Any]:
    crossing = None
    if threshold is not None:
        chance = threshold.chance(found.noise)
        crossing = {
            "count": str(threshold.count),
            "threshold": str(threshold.threshold),
            "probability": ends(chance, DIGITS),
        }
    return {
        "mechanism": found.noise.name,
        "standard_deviation": interval(found.noise.standard_deviation),
        "probability_exact": interval(found.noise.probability_exact),
        "half_widths": [
            {
                "level": str(w.level),
                "counts": interval(w.counts),
                "coverage": None if w.coverage is None else interval(w.coverage),
            }
            for w in found.half_widths
        ],
        "crossing": crossing,
    }


def _percent(chance: Enclosure) -> str:
    """A probability in per cent; the digits are those of the upper end where the ends are that close."""
    if chance.lower == 0 < chance.upper:
        return "< 1e-398 %"
    return f"{measured(100 * sp.Rational(chance.upper))} %"


def _number(value: sp.Expr) -> str:
    return str(value) if value.is_Integer else significant(value)
