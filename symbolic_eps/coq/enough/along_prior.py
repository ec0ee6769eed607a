"""That P < 0 is impossible, from questions with fewer priors: a quadratic along a prior from 0 to 1.

The theorem is that of `minimum.bounds.along_prior`, by which branches are proved that were carried from
a point of the parameters to a region; those of two sides (`minimum.stationary.two_sides`) have the same form.
What a question asks is made shorter at the root X first, as the search does it
(`symbolic_eps.minimum.bounds.at_root`); that the shorter conditions follow is a step of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.bounds.at_root import shortened
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.minimum.reduction_stages import is_carried
from symbolic_eps.minimum.stationary.two_sides import TWO_SIDES
from verify.language.condition import Condition, non_negative, positive
from verify.solvers.smt import QUICK_STEPS, Solver, UndecidedQueryError


def is_by_ends(branch: Branch) -> bool:
    """Whether it was found or proved where priors are at their ends, one after the other."""
    return is_carried(branch) or TWO_SIDES.gives(branch)


def is_along_prior(case: BranchCase, piece: ConstrainedPiece) -> bool:
    """Whether the branch may have been proved so, and some prior varies."""
    return is_by_ends(case.branch) and bool(_free(case, piece))


def by_one_prior(case: BranchCase, piece: ConstrainedPiece) -> str:
    """A tactic for `False` where P < 0 is known, or UndecidedError."""
    shown = _nowhere_negative(case, piece.polynomial, piece.conditions, _free(case, piece))
    value = case.steps.text(piece.polynomial)
    return f"assert (nowhere_less : 0 <= {value}) by (clear less; {shown}); lra"


def _free(case: BranchCase, piece: ConstrainedPiece) -> list[sp.Symbol]:
    return [v for v in case.profile.free_priors if v not in piece.priors]


def _nowhere_negative(
    case: BranchCase, polynomial: sp.Expr, conditions: Region, free: Sequence[sp.Symbol]
) -> str:
    """A tactic for 0 <= P where the conditions are known."""
    last = UndecidedError("P is not quadratic in a prior from 0 to 1")
    for v in free:
        within_unit = {positive(v), non_negative(1 - v)} <= {*conditions}
        if within_unit and 1 <= sp.degree(polynomial, v) <= 2:
            try:
                return _between_ends(case, polynomial, conditions, v, [u for u in free if u != v])
            except UndecidedError as error:
                last = error
    raise last


def _between_ends(
    case: BranchCase, polynomial: sp.Expr, conditions: Region, v: sp.Symbol, rest: Sequence[sp.Symbol]
) -> str:
    """P >= 0 at v = 0 and at v = 1, and D <= 0 where P turns between them."""
    text, others = case.steps.text, tuple(c for c in conditions if v not in c.symbols)
    a, b, c = (sp.expand(sp.Poly(polynomial, v).coeff_monomial(v**k)) for k in (2, 1, 0))
    asked = [positive(a), positive(-b), positive(sp.expand(2 * a + b)), positive(sp.expand(b**2 - 4 * a * c))]
    turning = "idtac; lra" if a == 0 else refuted(case, (*others, *asked))
    ends = [
        f"assert (end{k}_{v} : 0 <= {text(end)}) by ({_at_end(case, end, others, rest)})"
        for k, end in enumerate((c, sp.expand(a + b + c)))
    ]
    whole = f"{text(a)} * ({text(v)} * {text(v)}) + {text(b)} * {text(v)} + {text(c)}"
    between = f"intros asked0 asked1 asked2; apply Rnot_lt_le; intros asked3; {turning}"
    rule = f"apply quadratic_on_unit; [lra | lra | lra | {between}]"
    return f"{'; '.join(ends)}; assert (between_{v} : 0 <= {whole}) by ({rule}); lra"


def _at_end(case: BranchCase, polynomial: sp.Expr, conditions: Region, rest: Sequence[sp.Symbol]) -> str:
    """The same with one prior less, or by the question itself."""
    with suppress(UndecidedError):
        return _nowhere_negative(case, polynomial, conditions, rest)
    return f"apply not_negative; intros end_below; {refuted(case, (*conditions, positive(-polynomial)))}"


def refuted(case: BranchCase, region: Region) -> str:
    """A tactic for `False` where the conditions are known, at the root; what looks possible is not asked."""
    known, root = case.known, root_of(case.branch)
    asked = [c for c in (*known, *region) if c.constant_truth is not True]
    if any(c.constant_truth is False for c in asked):
        return "lra"
    short = shortened(asked, known, case.steps.judge)
    with suppress(UndecidedQueryError):
        if Solver(steps=QUICK_STEPS).satisfiable(short, "a step of the theorem"):
            raise UndecidedError("P may be negative along a prior")
    steps = list[str]()
    refuted = case.steps.excluded(short)
    for k, new in enumerate(c for c in short if c not in asked):
        steps.append(_follows(case, f"shorter{k}", new, asked, root))
    return "; ".join([*steps, refuted])


def _follows(case: BranchCase, name: str, new: Condition, asked: Sequence[Condition], root: Region) -> str:
    """A tactic that adds a shorter condition, from the one that it comes from if that is seen."""
    simple = [c for c in asked if sp.Poly(c.polynomial).total_degree() <= 1]
    for old in asked:
        if old not in root and old.relation == new.relation and old not in simple:
            with suppress(UndecidedError):
                return case.steps.shown(name, (*root, *simple, old), new).removesuffix(".")
    return case.steps.shown(name, asked, new).removesuffix(".")
