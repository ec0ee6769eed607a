"""What a budget means for a released count, as lines of text and as JSON; every digit is certified.

What cannot be computed, or not in short time, is replaced by a sentence: eps is known before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import sympy as sp

from symbolic_eps.digits import PLAIN_DIGITS, significant
from symbolic_eps.mechanisms.accuracy import LEVELS, MECHANISMS, Threshold, half_width, noise_of
from symbolic_eps.mechanisms.geometric import GeometricNoise
from symbolic_eps.mechanisms.laplace import LaplaceNoise
from symbolic_eps.profiles.exact_numbers import exact_number
from symbolic_eps.report.attempt import attempt
from symbolic_eps.report.number import DIGITS, ends, interval, measured
from verify.enclosure import Enclosure

Mechanism = GeometricNoise | LaplaceNoise

NO_RELEASE = (
    "eps = 0 allows no release: no finite noise is enough. It is 0 as r* is 1 there, or comes as near to 1\n"
    'as one likes: raise the bound, as in max(2, ...), or leave such priors out, as in --box "1/10<=p<=1/2".'
)
"""The relative risk is at most e^(2 eps): where r* is nowhere below 1 + d, eps is log(1 + d)/2 or more."""


def lines(epsilon: sp.Expr, threshold: Threshold | None = None) -> list[str]:
    """A small table: the mechanisms side by side.

    Parameters
    ----------
    epsilon : sympy.Expr
        An exact budget > 0.
    threshold : Threshold, optional
        A threshold, and the true count that noise may carry across it.

    Examples
    --------
    >>> for line in lines(sp.log(9), Threshold.of(25, "24.072")):
    ...     print(line)
                                         geometric     laplace
    standard deviation (RMSE)                0.530       0.644
    true count published (rounded)          80.0 %      66.7 %
    off by at most (90 % of releases)            1        1.05
    off by at most (95 % of releases)            1        1.36
    off by at most (99 % of releases)            2        2.10
    25 crosses 24.072                       10.0 %      6.51 %
    """
    shown = [f"{'':<34}" + "".join(f"{name:>12}" for name in MECHANISMS)]
    for label, cells, failure in rows(epsilon, threshold):
        if failure:
            shown.append(f"{label}: {failure}")
        else:
            shown.append(f"{label:<34}" + "".join(f"{text:>12}" for text in cells))
    return shown


def rows(epsilon: sp.Expr, threshold: Threshold | None = None) -> Iterator[tuple[str, list[str], str | None]]:
    """The rows of the table: label, a cell for each of `MECHANISMS`, or what failed."""
    noises = [noise_of(name, epsilon) for name in MECHANISMS]
    described: list[tuple[str, Callable[[Mechanism], str]]] = [
        ("standard deviation (RMSE)", lambda noise: measured(noise.standard_deviation)),
        ("true count published (rounded)", lambda noise: f"{significant(100 * noise.probability_exact)} %"),
        *(
            (f"off by at most ({100 * exact_number('level', c)} % of releases)", partial(_within, c))
            for c in LEVELS
        ),
    ]
    if threshold is not None:
        described.append((threshold.text, lambda noise: _percent(threshold.chance(noise))))
    for label, cell in described:
        cells = attempt(lambda cell=cell: [cell(noise) for noise in noises])  # type: ignore[misc]  # a default is not inferred
        yield label, cells.value or [], cells.failure


def structured(epsilon: sp.Expr, threshold: Threshold | None = None) -> dict[str, Any]:
    """The `noise` of `recommend --json`: the geometric mechanism's numbers, and Laplace's below `laplace`.

    A field that could not be computed is None, and `not_computed` says why.

    Parameters
    ----------
    epsilon, threshold
        As `lines`.

    Examples
    --------
    >>> structured(sp.log(9))["probability_exact"]
    {'lower': '0.8', 'upper': '0.8', 'closed_form': '4/5'}
    """
    geometric, laplace = (_document(noise_of(n, epsilon), threshold) for n in ("geometric", "laplace"))
    return {**geometric, "laplace": laplace}


def _document(noise: Mechanism, threshold: Threshold | None) -> dict[str, Any]:
    fields: dict[str, Callable[[], Any]] = {
        "standard_deviation": lambda: interval(noise.standard_deviation),
        "probability_exact": lambda: interval(noise.probability_exact),
        "half_widths": lambda: [_half_width(noise, level) for level in LEVELS],
    }
    if threshold is not None:
        fields["crossing"] = lambda: _crossing(noise, threshold)
    attempts = {name: attempt(compute) for name, compute in fields.items()}
    return {
        "mechanism": noise.name,
        "crossing": None,
        **{name: part.value for name, part in attempts.items()},
        "not_computed": {name: part.failure for name, part in attempts.items() if part.failure},
    }


def _half_width(noise: Mechanism, level: Fraction) -> dict[str, Any]:
    width = half_width(noise, exact_number("level", level))
    return {
        "level": str(width.level),
        "counts": interval(width.counts),
        "coverage": None if width.coverage is None else interval(width.coverage),
    }


def _crossing(noise: Mechanism, threshold: Threshold) -> dict[str, Any]:
    chance = threshold.chance(noise)
    return {
        "count": str(threshold.count),
        "threshold": str(threshold.threshold),
        "probability": ends(chance, DIGITS),
    }


def _within(level: Fraction, noise: Mechanism) -> str:
    return _number(noise.half_width(level))


def _percent(chance: Enclosure) -> str:
    """A probability in per cent; the digits are those of the upper end where the ends are that close."""
    if chance.lower == 0 < chance.upper:
        return "< 1e-398 %"
    return f"{measured(100 * sp.Rational(chance.upper))} %"


def _number(value: sp.Expr) -> str:
    return str(value) if value.is_Integer and value < 10**PLAIN_DIGITS else significant(value)
