"""The half of a proof that no prior needs a smaller eps: `suffices floor domain risk X`, or with p q for oo.

Which value the profile takes is a case distinction of its maxima, minima and cases; in each a certificate
says that it is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import sympy as sp

from symbolic_eps.coq.enough.along_product import by_product
from symbolic_eps.coq.enough.nowhere_negative import contradiction
from symbolic_eps.coq.statements.branch_case import BranchCase, Quotient, Value
from symbolic_eps.coq.statements.comparisons import in_order
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import positive


def quotient_lines(case: BranchCase) -> Sequence[str]:
    r"""Tactics that leave, for each piece, `pieceI : forall p q, prior .. -> 0 < d /\\ risk = n / d`.

    Those whose denominators are positive in some cases only are left to these (`in_its_case`).
    """
    everywhere = [(i, quotient) for i, quotient in enumerate(case.quotients) if not quotient.held]
    return [line for i, quotient in everywhere for line in _quotient(case, i, quotient)]


def _quotient(case: BranchCase, index: int, quotient: Quotient) -> Sequence[str]:
    n, d = case.at_priors(quotient.numerator), case.at_priors(quotient.denominator)
    p, q = case.priors.values()
    known = (*case.profile.parameter_region, *case.profile.domain)
    free = [v.name for v in case.profile.free_priors]
    binder = f"forall {' '.join(free)}, " if free else ""
    return [
        f"assert (piece{index} : {binder}prior {case.domain} {p} {q} ->",
        f"  0 < {d} /\\ {case.written(quotient)} = {n} / {d}).",
        f"{{ intros {' '.join(free)} {prior_pattern(case)}. cbv beta in *.",
        f"  {case.steps.shown('d', known, positive(quotient.denominator))}",
        "  split; [exact d | field; repeat split; nonzero]. }",
    ]


def prior_pattern(case: BranchCase) -> str:
    """How the hypothesis that p and q are in the domain is taken apart."""
    names = [f"inside{i}" for i in range(max(len(case.profile.fixed) + len(case.profile.box), 1))]
    pattern = names[-1]
    for name in reversed(names[:-1]):
        pattern = f"[{name} {pattern}]"
    return f"[p_range [q_range {pattern}]]"


def enough_lines(case: BranchCase, impossible: Callable[[int], str] | None = None) -> Sequence[str]:
    """Tactics that leave `enough : suffices floor domain risk X` among the hypotheses.

    Parameters
    ----------
    case : BranchCase
        Of a finite budget.
    impossible : callable, optional
        For the number of a value a tactic for `False` where P < 0 on its piece; else it is searched for.
    """
    words = case.setting
    form, some = f"rewrite {words.form} in less", f"apply {words.positive}; lra"
    body = _for_all_priors(case, f"{words.floor} X {{0}} {{1}}", form, some, impossible)
    return [
        f"assert (enough : suffices {words.floor} {case.domain} {case.risk} X).",
        "{",
        *(f"  {line}" for line in body),
        "}",
    ]


def unbounded_lines(case: BranchCase, impossible: Callable[[int], str] | None = None) -> Sequence[str]:
    """Tactics for an unbounded budget; `impossible` as in `enough_lines`, where P < 0 for X = 0."""
    body = _for_all_priors(case, "{0} * {1}", "idtac", "apply Rmult_lt_0_compat; lra", impossible)
    return [f"apply {case.setting.of_certainty}.", *body]


def _for_all_priors(
    case: BranchCase,
    bound: str,
    form: str,
    bound_positive: str,
    impossible: Callable[[int], str] | None = None,
) -> list[str]:
    """The profile times a bound, which is a text with places for p and q, is at least 1."""
    value = f"({bound.format(*case.priors.values())})"
    body = [
        f"intros p q inside. pose proof inside as {prior_pattern(case)}. cbv beta in *.",
        *(f"subst {v.name}." for v in case.profile.fixed),
        f"assert (f0 : 0 < {value}) by ({bound_positive}).",
        *(
            f"destruct ({applied_piece(case, i)} inside) as [d{i} e{i}]."
            for i, quotient in enumerate(case.quotients)
            if not quotient.held
        ),
        "take_cases.",
    ]
    refuted = impossible or (lambda i: _enough(case, case.values[i]))
    cases = [_taken(case, one, value, form, refuted(i)) for i, one in enumerate(case.values)]
    return [*body, "all: first", *_alternatives([f"solve [{one}]" for one in cases])]


def applied_piece(case: BranchCase, index: int) -> str:
    """The fact on a piece, at p and q."""
    return " ".join([f"piece{index}", *(v.name for v in case.profile.free_priors)])


def _taken(case: BranchCase, taken: Value, value: str, form: str, refuted: str) -> str:
    """One value, where the profile takes it."""
    i = taken.quotient
    known = (*case.profile.parameter_region, *case.profile.domain, *taken.conditions)
    tidied = [c for c in taken.tidied if c not in taken.conditions]
    steps = [
        *in_order(case, taken),
        *(case.steps.shown(f"tidied{j}", known, c).removesuffix(".") for j, c in enumerate(tidied)),
        f"apply (fraction_suffices _ _ _ {value} e{i} d{i} f0)",
        f"apply Rnot_lt_le; intros less; {form}",
        refuted,
    ]
    return "; ".join(steps)


def _enough(case: BranchCase, taken: Value) -> str:
    """That n floor(X) < d, or n p q < d, is impossible where the profile takes the value."""
    piece, branch = case.constrained(taken), case.branch
    if branch.polynomial is not None:
        return contradiction(case, piece)
    try:
        return _certain(case, piece)
    except UndecidedError as error:
        with suppress(UndecidedError):
            return _certain_by_product(case, piece)
        raise error


def _certain(case: BranchCase, piece: ConstrainedPiece) -> str:
    """That P < 0 is impossible for x = 0."""
    below = positive(-sp.expand(piece.polynomial.subs(DECAY, 0)))
    return case.steps.excluded((*case.region, *piece.conditions, below))


def _certain_by_product(case: BranchCase, piece: ConstrainedPiece) -> str:
    """The same by the border that decides while p q is fixed."""
    some = "assert (exists X : R, X = 0) as [X X_zero] by (exists 0; reflexivity)"
    below = f"assert (less : {case.steps.text(piece.polynomial)} < 0) by (rewrite X_zero; lra)"

    def refute(_: BranchCase, face: ConstrainedPiece) -> str:
        return f"rewrite X_zero in less; {_certain(case, face)}"

    return "; ".join([some, "rename less into below_0", below, by_product(case, piece, refute, case.region)])


def _alternatives(options: Sequence[str]) -> list[str]:
    first, *others = options
    return [f"  [ {first}", *(f"  | {other}" for other in others), "  ]."]
