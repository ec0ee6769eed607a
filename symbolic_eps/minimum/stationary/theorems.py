"""The theorems that give a branch as it stands: which branches are theirs, and how they are proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary.cases_along_rays import is_along_rays, prove_along_rays
from symbolic_eps.minimum.stationary.cases_of_powers import is_of_powers, prove_of_powers
from symbolic_eps.minimum.stationary.corner_or_inside import CORNER_OR_INSIDE
from symbolic_eps.minimum.stationary.cubic_on_side import is_on_side, prove_on_side
from symbolic_eps.minimum.stationary.end_of_cubic import is_at_end_of_cubic, prove_at_end_of_cubic
from symbolic_eps.minimum.stationary.equal_quotients import EQUAL_QUOTIENTS
from symbolic_eps.minimum.stationary.parabola_or_cubic import PARABOLA_OR_CUBIC
from symbolic_eps.minimum.stationary.quartic_on_side import QUARTIC_ON_SIDE
from symbolic_eps.minimum.stationary.ridge_of_quotient import RIDGE_OF_QUOTIENT
from symbolic_eps.minimum.stationary.ridge_of_two_terms import RIDGE_OF_TWO_TERMS
from symbolic_eps.minimum.stationary.two_limits import TWO_LIMITS
from symbolic_eps.minimum.stationary.two_sides import TWO_SIDES
from symbolic_eps.minimum.stationary.two_sides_of_box import TWO_SIDES_OF_BOX
from verify.evidence import Evidence
from verify.solvers.smt import Solver


@dataclass(frozen=True)
class Theorem:
    """One of them.

    Parameters
    ----------
    gives : callable
        Whether a branch says that it was found by it.
    prove : callable
        Raises UndecidedError unless the branch is the infimum, attained as it says. Returns the evidence that
        the solver does not record, if there is any.
    on_side : bool
        Whether it is about pieces that are reduced by products.
    """

    gives: Callable[[Branch], bool]
    prove: Callable[[Problem, Branch, Solver], tuple[Evidence, ...] | None]
    on_side: bool = False


FORMS = (
    TWO_SIDES,
    TWO_SIDES_OF_BOX,
    TWO_LIMITS,
    PARABOLA_OR_CUBIC,
    CORNER_OR_INSIDE,
    EQUAL_QUOTIENTS,
    RIDGE_OF_TWO_TERMS,
    RIDGE_OF_QUOTIENT,
)
"""Those that give all cases of a profile of one form."""

THEOREMS = (
    Theorem(is_along_rays, prove_along_rays),
    Theorem(is_of_powers, prove_of_powers),
    *(Theorem(form.gives, form.prove) for form in (*FORMS, QUARTIC_ON_SIDE)),
    Theorem(is_on_side, prove_on_side, on_side=True),
    Theorem(is_at_end_of_cubic, prove_at_end_of_cubic, on_side=True),
)
