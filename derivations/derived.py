"""The recommended budgets of the closed-form table's profiles, derived: what printed forms are held against.

They come from the profiles alone, never from what is printed, through the certificates that are shipped.
"""

from __future__ import annotations

from functools import cache

from derivations.kazan_reiter_2024.table3 import ROWS, Row
from symbolic_eps import shipped
from symbolic_eps.closed_form import PiecewiseInfimum
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from verify.decision import CertifyingSolver
from verify.evidence import Evidence, Outcome


def row_named(identifier: str) -> Row:
    """The row of the closed-form table with this identifier.

    Raises
    ------
    ValueError
        If there is none.

    Examples
    --------
    >>> row_named("constant").display
    '14'
    """
    for row in ROWS:
        if row.identifier == identifier:
            return row
    raise ValueError(f"no row {identifier!r}; the rows are {', '.join(row.identifier for row in ROWS)}")


@cache
def derived(identifier: str) -> PiecewiseInfimum:
    """The recommended budget of a row's profile, proved with what is shipped, or else derived anew.

    Examples
    --------
    >>> derived("constant").branches[0].epsilon
    log(r)/2
    """
    profile, at_hand = row_named(identifier).profile, shipped.load(identifier)
    judge = CertifyingSolver(at_hand=at_hand.answers)
    try:
        return infimum(profile, judge=judge, branches=at_hand.branches)
    except UndecidedError:
        if at_hand.branches is None:
            raise
        return infimum(profile, judge=judge)


def derivation_evidence(identifier: str) -> Evidence:
    """Evidence that the derived closed form of a row is the infimum.

    Examples
    --------
    >>> print(derivation_evidence("constant").grade)
    exact
    """
    found = derived(identifier)
    statement = f"the infimum over the priors for {found.profile.bound} is as derived"
    return Evidence(statement, Outcome.PROVED, found.grade, "lower bound, sharpness and cover, proved")
