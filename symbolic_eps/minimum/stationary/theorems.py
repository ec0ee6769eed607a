"""The theorems that give a branch as it stands: which branches are theirs, and how they are proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary.cases_along_rays import is_along_rays, prove_along_rays
from symbolic_eps.minimum.stationary.cases_of_powers import SIGNS_OF_POWERS, is_of_powers, prove_of_powers
from symbolic_eps.minimum.stationary.corner_or_inside import is_of_corner, prove_of_corner
from symbolic_eps.minimum.stationary.cubic_on_side import is_on_side, prove_on_side
from symbolic_eps.minimum.stationary.end_of_cubic import is_at_end_of_cubic, prove_at_end_of_cubic
from symbolic_eps.minimum.stationary.parabola_or_cubic import (
    is_on_parabola_or_cubic,
    prove_on_parabola_or_cubic,
)
from symbolic_eps.minimum.stationary.two_limits import is_of_two_limits, prove_of_two_limits
from symbolic_eps.minimum.stationary.two_sides import is_of_two_sides, prove_of_two_sides
from verify.evidence import Evidence, Grade, Outcome
from verify.language.note import Note
from verify.solvers.smt import Solver


@dataclass(frozen=True)
class Theorem:
    """One of them.

    Parameters
    ----------
    gives : callable
        Whether a branch says that it was found by it.
    prove : callable
        Raises UndecidedError unless the branch is the infimum, attained as it says.
    on_side : bool
        Whether it is about pieces that are reduced by products.
    computed : str
        What has no certificate, as the program computes it exactly each time; "" if nothing.
    """

    gives: Callable[[Branch], bool]
    prove: Callable[[Problem, Branch, Solver], None]
    on_side: bool = False
    computed: str = ""

    @property
    def own_evidence(self) -> tuple[Evidence, ...]:
        """The evidence for what has no certificate."""
        seen = Evidence(Note(self.computed), Outcome.PROVED, Grade.COMPUTED, "signs of coefficients")
        return (seen,) if self.computed else ()


THEOREMS = (
    Theorem(is_along_rays, prove_along_rays),
    Theorem(is_of_powers, prove_of_powers, computed=SIGNS_OF_POWERS),
    Theorem(is_of_two_sides, prove_of_two_sides),
    Theorem(is_of_two_limits, prove_of_two_limits),
    Theorem(is_on_parabola_or_cubic, prove_on_parabola_or_cubic),
    Theorem(is_of_corner, prove_of_corner),
    Theorem(is_on_side, prove_on_side, on_side=True),
    Theorem(is_at_end_of_cubic, prove_at_end_of_cubic, on_side=True),
)
