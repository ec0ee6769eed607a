"""Comparisons that lead to a value of a profile, as tactics of Coq that leave them without quotients."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase, Value
from verify.language.condition import Relation, comparison_of, non_negative, zero

_SIGNS = {
    Relation.POSITIVE: "quotients_less",
    Relation.NON_NEGATIVE: "quotients_at_most",
    Relation.ZERO: "quotients_equal",
}
"""The lemma on a comparison of quotients, by what it says of the difference."""


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
