"""How a claim of Kazan & Reiter (2023) is made, and what only this version writes again and again.

The symbols that both versions have are those of `derivations.kazan_reiter`; no claim is shared.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import Printed, p, q, r, risk, risk_bound
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.language.as_printed import le

PAPER = "kazan-reiter-2023"

claim, definition, cited = Printed(PAPER).claim, Printed(PAPER).definition, Printed(PAPER).cited

a = parameter("a")
"""The cap on the absolute risk."""

budget = parameter("budget")
"""The privacy budget where it is given as a function of the priors."""

CONSTANTS = (a < 1, r > 1)
"""The constants of the profiles (13), (15); that a >= 0 is printed nowhere."""

THEOREM_1 = (le(risk, risk_bound()),)
"""(27), as a hypothesis on the relative risk."""

PROFILE = sp.Max(a / (p * q), r)
"""r*(p, q) of (13) and (15) where it is finite."""

THRESHOLD = 1 / (r + 1)
"""Where the budget of a constant bound turns from falling in p to rising (Lemma 4)."""


def inverse_bound(inclusion: sp.Expr = p, value: sp.Expr = q) -> sp.Expr:
    """The reciprocal of Theorem 1's bound, in x = e^-eps.

    Parameters
    ----------
    inclusion, value : Expr
        p and q.

    Examples
    --------
    >>> inverse_bound(sp.Integer(1), sp.Integer(1))
    1
    """
    return value * inclusion + x**2 * (1 - value) * inclusion + x * (1 - inclusion)
