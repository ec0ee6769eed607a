"""A place where a budget is reached: priors that are quotients, and what is known of the profile there.

The place is p and q with their equations, at which n floor(X) <= d for each value n/d that is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from verify.language.condition import Condition, zero


@dataclass(frozen=True)
class Place:
    """Priors that are quotients of polynomials in the parameters and X.

    Parameters
    ----------
    case : BranchCase
        The branch and its certificates.
    limit : bool
        Whether the place is only approached.
    ratios : mapping of Symbol to pair of Expr
        The free priors, as numerator and denominator.
    before, known : tuple of Condition
        What is known without the place, and with the equations of the priors.
    values : sequence of int
        Those of the cap that is reached.
    reached : sequence of int
        Of these, the ones that do not exceed what the bound allows there, even where they are not taken.
    """

    case: BranchCase
    limit: bool
    ratios: Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]]
    before: tuple[Condition, ...]
    known: tuple[Condition, ...]
    values: Sequence[int] = ()
    reached: Sequence[int] = ()


def has_own_roots(attainment: Attainment) -> bool:
    """Whether a prior is a root of a polynomial of its own."""
    return any(value.has(sp.CRootOf) for value in attainment.place.values())


def place_of(case: BranchCase, attainment: Attainment, known: tuple[Condition, ...]) -> Place:
    """The place of an attainment, or UndecidedError where it is not rational."""
    ratios = {v: sp.fraction(sp.together(value)) for v, value in attainment.place.items()}
    parts = [part for ratio in ratios.values() for part in ratio]
    if any(not part.is_polynomial() or part.has(sp.CRootOf) for part in parts):
        raise UndecidedError("the priors of the minimum are no quotients of polynomials in e^-eps")
    equations = [zero(sp.expand(d * v - n)) for v, (n, d) in ratios.items()]
    return Place(case, attainment.kind is AttainmentKind.LIMIT, ratios, known, (*known, *equations))


def inside_conditions(case: BranchCase) -> Sequence[Condition]:
    """What says that p and q are in the domain."""
    return [c for c in case.profile.domain if c.constant_truth is not True]


def quotients_at(case: BranchCase, priors: Mapping[sp.Symbol, str]) -> Iterator[str]:
    """What is known of the quotients at priors in the domain, whatever the cases."""
    free = " ".join(priors[v] for v in case.profile.free_priors)
    for i, quotient in enumerate(case.quotients):
        if not quotient.held:
            yield f"destruct (piece{i} {free} inside) as [d{i} e{i}]."


def each_value(tactics: Sequence[str]) -> Iterator[str]:
    """Whichever value the profile takes, one of these proves the goal."""
    yield "take_cases."
    first, *others = [f"solve [{tactic}]" for tactic in tactics]
    yield "all: first"
    yield from [f"  [ {first}", *(f"  | {other}" for other in others), "  ]."]
