"""The half of a proof that no prior needs a smaller eps: `suffices floor domain risk X`, or with p q for oo.

Which piece is the greatest is a case distinction of the maximum itself; in each case a certificate says that
it is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symbolic_eps.coq.branch_case import BranchCase, Quotient
from symbolic_eps.coq.nowhere_negative import contradiction
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import positive


def quotient_lines(case: BranchCase) -> Sequence[str]:
    r"""Tactics that leave, for each piece, `pieceI : forall p q, prior .. -> 0 < d /\\ risk = n / d`."""
    return [line for i, quotient in enumerate(case.quotients) for line in _quotient(case, i, quotient)]


def _quotient(case: BranchCase, index: int, quotient: Quotient) -> Sequence[str]:
    n, d = case.at_priors(quotient.numerator), case.at_priors(quotient.denominator)
    p, q = case.priors.values()
    known = (*case.profile.parameter_region, *case.profile.domain)
    free = [v.name for v in case.profile.free_priors]
    binder = f"forall {' '.join(free)}, " if free else ""
    return [
        f"assert (piece{index} : {binder}prior {case.domain} {p} {q} ->",
        f"  0 < {d} /\\ {case.at_priors(quotient.bound)} = {n} / {d}).",
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


def enough_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that leave `enough : suffices floor domain risk X` among the hypotheses."""
    words = case.setting
    form, some = f"rewrite {words.form} in less", f"apply {words.positive}; lra"
    body = _for_all_priors(case, f"{words.floor} X {{0}} {{1}}", form, some)
    return [
        f"assert (enough : suffices {words.floor} {case.domain} {case.risk} X).",
        "{",
        *(f"  {line}" for line in body),
        "}",
    ]


def unbounded_lines(case: BranchCase) -> Sequence[str]:
    """Tactics for an unbounded budget."""
    body = _for_all_priors(case, "{0} * {1}", "idtac", "apply Rmult_lt_0_compat; lra")
    return [f"apply {case.setting.of_certainty}.", *body]


def _for_all_priors(case: BranchCase, bound: str, form: str, bound_positive: str) -> list[str]:
    """The profile times a bound, which is a text with places for p and q, is at least 1."""
    value = f"({bound.format(*case.priors.values())})"
    body = [
        f"intros p q inside. pose proof inside as {prior_pattern(case)}. cbv beta in *.",
        *(f"subst {v.name}." for v in case.profile.fixed),
        f"assert (f0 : 0 < {value}) by ({bound_positive}).",
        *(f"destruct ({applied_piece(case, i)} inside) as [d{i} e{i}]." for i in range(len(case.quotients))),
        *("take_cases." for _ in case.quotients[1:2]),
    ]
    cases = [_greatest(case, i, value, form) for i in range(len(case.quotients))]
    return [*body, "all: first", *_alternatives([f"solve [{one}]" for one in cases])]


def applied_piece(case: BranchCase, index: int) -> str:
    """The fact on a piece, at p and q."""
    return " ".join([f"piece{index}", *(v.name for v in case.profile.free_priors)])


def _greatest(case: BranchCase, index: int, value: str, form: str) -> str:
    """One piece, where it is the greatest."""
    texts = [(case.at_priors(o.numerator), case.at_priors(o.denominator)) for o in case.quotients]
    n, d = texts[index]
    orders = [
        f"assert (o{j} : {m} * {d} <= {n} * {e})"
        f" by (apply (fraction_order _ _ _ _ _ _ e{j} e{index} d{j} d{index}); lra)"
        for j, (m, e) in enumerate(texts)
        if j != index and case.quotients[j].cap == case.quotients[index].cap
    ]
    steps = [
        *orders,
        f"apply (fraction_suffices _ _ _ {value} e{index} d{index} f0)",
        f"apply Rnot_lt_le; intros less; {form}",
        _enough(case, case.quotients[index]),
    ]
    return "; ".join(steps)


def _enough(case: BranchCase, quotient: Quotient) -> str:
    """That n floor(X) < d, or n p q < d, is impossible where the piece is the greatest."""
    piece, branch = case.constrained(quotient), case.branch
    if branch.polynomial is None:
        below = positive(-sp.expand(piece.polynomial.subs(DECAY, 0)))
        return case.steps.excluded((*case.region, *piece.conditions, below))
    return contradiction(case, piece)


def _alternatives(options: Sequence[str]) -> list[str]:
    first, *others = options
    return [f"  [ {first}", *(f"  | {other}" for other in others), "  ]."]
