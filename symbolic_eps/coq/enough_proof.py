"""The half of a proof that no prior needs a smaller eps: `suffices floor domain risk X`, or with p q for oo.

Which value the profile takes is a case distinction of its maxima, minima and cases; in each a certificate
says that it is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import sympy as sp

from symbolic_eps.coq.branch_case import BranchCase, Quotient, Value
from symbolic_eps.coq.nowhere_negative import contradiction
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Relation, comparison_of, non_negative, positive, zero


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


def unbounded_lines(case: BranchCase) -> Sequence[str]:
    """Tactics for an unbounded budget."""
    body = _for_all_priors(case, "{0} * {1}", "idtac", "apply Rmult_lt_0_compat; lra")
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


def in_order(case: BranchCase, taken: Value, priors: Mapping[sp.Symbol, str] | None = None) -> Sequence[str]:
    """Tactics that leave the comparisons that lead to a value, without quotients."""
    texts = [
        (case.at_priors(o.numerator, priors), case.at_priors(o.denominator, priors)) for o in case.quotients
    ]
    return [
        *_case_signs(case, taken, priors),
        *_quotients_of_case(case, taken, priors),
        *(
            f"assert (o{i}_{j} : {texts[i][0]} * {texts[j][1]} <= {texts[j][0]} * {texts[i][1]})"
            f" by (apply (fraction_order _ _ _ _ _ _ e{i} e{j} d{i} d{j}); lra)"
            for i, j in dict.fromkeys(taken.comparisons)
        ),
    ]


def in_its_case(
    case: BranchCase, taken: Value, priors: Mapping[sp.Symbol, str] | None = None
) -> Sequence[str]:
    """Tactics that leave that the value is n/d with d > 0, if that is not known at all priors."""
    if not case.quotients[taken.quotient].held:
        return ()
    return [*_case_signs(case, taken, priors), *_quotients_of_case(case, taken, priors)]


def _quotients_of_case(
    case: BranchCase, taken: Value, priors: Mapping[sp.Symbol, str] | None
) -> Iterator[str]:
    """The quotients whose denominators are positive because of the cases that lead to a value."""
    cases = (c for held in taken.held for c in case.signs(held))
    known = (*case.profile.parameter_region, *case.profile.domain, *cases)
    at = {v.name: text for v, text in (priors or {}).items()}
    for i in dict.fromkeys((taken.quotient, *(i for pair in taken.comparisons for i in pair))):
        quotient = case.quotients[i]
        if quotient.held:
            refuted = case.steps.excluded((*known, non_negative(-quotient.denominator)), at=at)
            n, d = (case.at_priors(e, priors) for e in (quotient.numerator, quotient.denominator))
            yield f"assert (d{i} : 0 < {d}) by (apply not_at_most_0; intros less; {refuted})"
            equal = f"{case.written(quotient, priors)} = {n} / {d}"
            yield f"assert (e{i} : {equal}) by (field; repeat split; nonzero)"


_SIGNS = {
    Relation.POSITIVE: "quotients_less",
    Relation.NON_NEGATIVE: "quotients_at_most",
    Relation.ZERO: "quotients_equal",
}
"""The lemma on a comparison of quotients, by what it says of the difference."""


def _case_signs(case: BranchCase, taken: Value, priors: Mapping[sp.Symbol, str] | None) -> Iterator[str]:
    """The cases that compare quotients, by the sign of numerator times denominator of the difference."""
    known = [*case.profile.parameter_region, *case.profile.domain]
    for k, held in enumerate(taken.held):
        compared = comparison_of(held)
        n, d = sp.fraction(sp.together(compared.polynomial))
        if d.is_Rational:
            known += case.signs(held)
            continue
        zeros = [c for c in zero(d).substituted(case.profile.numbers) if c.constant_truth is not True]
        refuted = case.steps.excluded(
            (*known, *zeros), at={v.name: text for v, text in (priors or {}).items()}
        )
        above, below = case.at_priors(n, priors), case.at_priors(d, priors)
        difference = case.at_priors(compared.polynomial, priors)
        yield f"assert (defined{k} : {below} <> 0) by (intros zero; {refuted})"
        yield f"assert (quotient{k} : {difference} = {above} / {below}) by (field; repeat split; nonzero)"
        yield f"pose proof ({_SIGNS[compared.relation]} _ _ _ defined{k} quotient{k}) as sign{k}"
        yield f"specialize (sign{k} ltac:(lra))"
        known += case.signs(held)


def _enough(case: BranchCase, taken: Value) -> str:
    """That n floor(X) < d, or n p q < d, is impossible where the profile takes the value."""
    piece, branch = case.constrained(taken), case.branch
    if branch.polynomial is None:
        below = positive(-sp.expand(piece.polynomial.subs(DECAY, 0)))
        return case.steps.excluded((*case.region, *piece.conditions, below))
    return contradiction(case, piece)


def _alternatives(options: Sequence[str]) -> list[str]:
    first, *others = options
    return [f"  [ {first}", *(f"  | {other}" for other in others), "  ]."]
