"""Theorems on branches of `minimum.stationary.cases_of_powers`: r* = 1 + a/p + b/q^2, reached at q = 1.

`Sum_of_powers.v` has the theorem. X is the lesser root of a quadratic; t is the bound of Theorem 1 at the
place. The sign of T2 in a and b tells that eps does not fall inwards there. The premises are certificates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.enough.enough_proof import enough_lines
from symbolic_eps.coq.roots.root_proof import root_lines
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.stationary.cases_of_powers import Case, branch_of
from symbolic_eps.minimum.stationary.sum_of_powers import Terms, borders, terms_of
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative, positive

T = sp.Symbol("_t", real=True)
"""The bound of Theorem 1 at the place, under a name that no parameter has."""

NO_THEOREM = "no theorem of the library is about this case of a sum of powers"


def powers_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    terms = terms_of(case.constrained(case.values[0])) if len(case.values) == 1 else None
    if terms is None or terms.power != 1:
        raise UndecidedError(NO_THEOREM)
    if branch_of(terms, Case.AT_SECOND, case.branch.conditions) != case.branch:
        raise UndecidedError(NO_THEOREM)
    return list(_at_second_lines(case, terms))


def _at_second_lines(case: BranchCase, terms: Terms) -> Iterator[str]:
    x, a, b, steps, region = DECAY, terms.a, terms.b, case.steps, case.region
    texts = f"{steps.text(a)} {steps.text(b)} X"
    border = sp.expand(outside(borders(terms.power)[1], (a, b)))
    yield from root_lines(case)
    yield steps.shown("a0", region, positive(a))
    yield steps.shown("b0", region, positive(b))
    yield "assert (X_high : X < 1)."
    yield "{ destruct (Req_dec X 1) as [same|]; [|lra]. exfalso. rewrite same in equation."
    yield f"  assert (0 < {steps.text(b)} * {steps.text(b)}) by (apply Rmult_lt_0_compat; lra). lra. }}"
    yield steps.shown("turns", case.known, positive(sp.expand(1 - a - (1 + b - a) * x)))
    yield f"destruct (second_level {texts} b0 ltac:(lra) ltac:(lra) ltac:(lra)) as [{T} [x_t [of_a of_b]]]."
    yield steps.shown("border", region, non_negative(-border))
    yield f"assert (outwards : X * ({T} - X) <= inner X {T})."
    yield f"{{ apply (second_outwards {texts} {T} b0 ltac:(lra) x_t of_a of_b); [|unfold second_border; lra]."
    yield "  intros small. unfold second_rest."
    known = positive(x), positive(1 - x), positive(T - x), positive(x - T**2)
    yield f"  {steps.shown('rest', known, positive(second_rest(x, T)))} lra. }}"
    premises = f"a0 b0 ltac:(lra) {T} x_t of_a of_b outwards"
    yield f"pose proof (enough_at_second_of_powers {texts} {premises}) as good."
    here = "pose proof (good p q ltac:(split; lra) ltac:(split; lra)) as above"
    here = f"{here}; unfold powers in above; rewrite floor_form in above; lra"
    yield from enough_lines(case, lambda _: here)
    yield f"apply {case.setting.of_root}; [assumption | exact enough |]."
    yield from sharp_lines(case)


def second_rest(x: sp.Expr, t: sp.Expr) -> sp.Expr:
    """What T2 is at the places at q = 1 beside t^8 (1-x)^3 and x (t (1+x) + 2 t^2 - 3 x - x^2).

    Examples
    --------
    >>> second_rest(sp.Rational(1, 4), sp.Rational(1, 2))
    3/32
    """
    a, b = (t - x) ** 2 / (t**2 * (1 - x)), x / t**2 - 1
    level = x * (t * (1 + x) + 2 * t**2 - 3 * x - x**2)
    border = outside(borders(1)[1], (a, b))
    return sp.expand(sp.cancel(border * t**8 * (1 - x) ** 3 / level))
