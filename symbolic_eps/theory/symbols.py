"""The symbols that all formulas share (Kazan & Reiter 2024, (3), (11)).

Every symbol is real and nothing more: domains come from stated assumptions, never from a name.
"""

from __future__ import annotations

from sympy import Symbol

PRIOR_INCLUSION = Symbol("p", real=True)
"""p: prior probability that the individual is in the data, in (0, 1]."""

PRIOR_VALUE = Symbol("q", real=True)
"""q: prior probability of a disclosing value given inclusion, in (0, 1]."""

DECAY = Symbol("x", real=True)
"""x = e^-eps, in (0, 1] for eps >= 0."""

INVERSE_RISK = Symbol("s", real=True)
"""s = 1/r*: reciprocal of the relative-risk bound."""

RELATIVE_RISK_BOUND = Symbol("r", real=True)
"""r*: the bound on the relative risk, >= 1."""


def parameter(name: str) -> Symbol:
    """The parameter called `name`: real, with no further assumption.

    Examples
    --------
    >>> parameter("a").is_real
    True
    """
    return Symbol(name, real=True)
