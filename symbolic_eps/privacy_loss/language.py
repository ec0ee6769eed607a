"""How the statements of this package are named."""

from __future__ import annotations

import sympy as sp

from verify.claims.claim import Claim, Locator, Statement

IDENTIFIER = "privacy-loss"


def claim(name: str, statement: sp.Basic | Statement, domain: tuple[sp.Basic, ...] = ()) -> Claim:
    """A statement of this package, by its name."""
    return Claim(Locator(IDENTIFIER, name), statement, domain)


def equal(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left = right`, as it stands."""
    return sp.Eq(left, right, evaluate=False)
