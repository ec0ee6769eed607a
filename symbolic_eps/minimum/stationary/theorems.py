"""The theorems that give a branch as it stands: which branches are theirs, and how they are proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary.cases_along_rays import is_along_rays, prove_along_rays
from symbolic_eps.minimum.stationary.cases_of_powers import is_of_powers, prove_of_powers
from symbolic_eps.minimum.stationary.corner_or_inside import is_of_corner, prove_of_corner
from symbolic_eps.minimum.stationary.cubic_on_side import is_on_side, prove_on_side
from symbolic_eps.minimum.stationary.end_of_cubic import is_at_end_of_cubic, prove_at_end_of_cubic
from symbolic_eps.minimum.stationary.equal_quotients import (
    is_of_equal_quotients,
    prove_of_equal_quotients,
)
from symbolic_eps.minimum.stationary.parabola_or_cubic import (
    is_on_parabola_or_cubic,
    prove_on_parabola_or_cubic,
)
from symbolic_eps.minimum.stationary.ridge_of_quotient import (
    is_on_ridge_of_quotient,
    prove_on_ridge_of_quotient,
)
from symbolic_eps.minimum.stationary.ridge_of_two_terms import is_on_ridge, prove_on_ridge
from symbolic_eps.minimum.stationary.two_limits import is_of_two_limits, prove_of_two_limits
from symbolic_eps.minimum.stationary.two_sides import is_of_two_sides, prove_of_two_sides
from symbolic_eps.minimum.stationary.two_sides_of_box import is_of_two_sides_of_box, prove_of_two_sides_of_box
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


THEOREMS = (
    Theorem(is_along_rays, prove_along_rays),
    Theorem(is_of_powers, prove_of_powers),
    Theorem(is_of_two_sides, prove_of_two_sides),
    Theorem(is_of_two_sides_of_box, prove_of_two_sides_of_box),
    Theorem(is_of_two_limits, prove_of_two_limits),
    Theorem(is_on_parabola_or_cubic, prove_on_parabola_or_cubic),
    Theorem(is_of_corner, prove_of_corner),
    Theorem(is_of_equal_quotients, prove_of_equal_quotients),
    Theorem(is_on_ridge, prove_on_ridge),
    Theorem(is_on_ridge_of_quotient, prove_on_ridge_of_quotient),
    Theorem(is_on_side, prove_on_side, on_side=True),
    Theorem(is_at_end_of_cubic, prove_at_end_of_cubic, on_side=True),
)
