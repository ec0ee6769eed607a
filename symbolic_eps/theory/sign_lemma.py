"""The signs of eps's derivatives, the exact hypotheses that they need, and counterexamples without each.

Kazan & Reiter 2024 print two (Lemmas 2 and 3) and leave out hypotheses, which this finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.theory.signs import (
    PartialSigns,
    SignClaim,
    claim_counterexample,
    decided_signs,
    root_conditions,
)
from symbolic_eps.theory.slope import risk_polynomial
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from verify.claims.region import all_tidied, without_redundant
from verify.language.condition import Condition, Relation, positive, rational_condition, zero
from verify.solvers.smt import Solver


@dataclass(frozen=True)
class Omission:
    """A hypothesis that the claims need, with a point where they fail without it and the others hold.

    Parameters
    ----------
    hypothesis : Condition
    witness : mapping of Symbol to Expr
        Values of the priors and parameters, in the stated base, where all other hypotheses hold.
    failure : str
        `undefined` (F = 0 has no positive root there) or `sign` (a derivative has another sign).
    claim : SignClaim or None
        The claim that fails, for `sign`.
    """

    hypothesis: Condition
    witness: Mapping[sp.Symbol, sp.Expr]
    failure: str
    claim: SignClaim | None = None


@dataclass(frozen=True)
class SignLemma:
    """The signs of eps's partial derivatives on one domain of the priors and parameters.

    Parameters
    ----------
    inverse_risk : sympy.Expr
        s = 1/r*.
    base : tuple of Condition
        Domain of the priors, and s > 0 (a bound on a ratio of probabilities is positive).
    bound_positive : tuple of Condition
        Equivalent, on the rest of the base, to s > 0.
    root_exists : tuple of Condition
        Equivalent, on the base, to F = 0 having a positive root, that is to the formula being defined.
    budget_positive : tuple of Condition
        Equivalent, on the base, to eps > 0 wherever it is defined.
    hypotheses : tuple of Condition
        The exact domain of the claims, beside the base: `root_exists`, and `budget_positive` if the signs
        are others without it.
    signs : tuple of PartialSigns
        One for each variable, under base and hypotheses.
    signs_at_any_budget : tuple of PartialSigns
        As `signs`, under base and `root_exists` alone: negative eps (x >= 1) included.
    omissions : tuple of Omission
        For each hypothesis, what happens without it, where that was found.
    """

    inverse_risk: sp.Expr
    base: tuple[Condition, ...]
    bound_positive: tuple[Condition, ...]
    root_exists: tuple[Condition, ...]
    budget_positive: tuple[Condition, ...]
    hypotheses: tuple[Condition, ...]
    signs: tuple[PartialSigns, ...]
    signs_at_any_budget: tuple[PartialSigns, ...]
    omissions: tuple[Omission, ...]

    @property
    def claims(self) -> tuple[SignClaim, ...]:
        """All sign claims, variable by variable."""
        return tuple(claim for signs in self.signs for claim in signs.claims)


def sign_lemma(
    inverse_risk: sp.Expr,
    priors: Iterable[Condition],
    variables: Iterable[sp.Symbol],
    solver: Solver,
    polynomial: sp.Expr | None = None,
) -> SignLemma:
    """The derivatives' signs for a profile, with the hypotheses they need and what fails without each.

    Parameters
    ----------
    inverse_risk : sympy.Expr
        s = 1/r*, rational in p, q and parameters.
    priors : iterable of Condition
        Domain of the priors, and what is known of the parameters.
    variables : iterable of Symbol
        What to differentiate by.
    solver : Solver
        A `CertifyingSolver` leaves a certificate for each decision.
    polynomial : sympy.Expr, optional
        In place of Theorem 1's F: that of a variant, or with a prior fixed.

    Raises
    ------
    UndecidedError
        If no point of the domain has a root below 1, so that nowhere is 0 < eps < oo.
    verify.solvers.smt.UndecidedQueryError
        If the solver cannot decide what the hypotheses are.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import RELATIVE_RISK_BOUND
    >>> lemma = sign_lemma(1 / RELATIVE_RISK_BOUND, interior(), [PRIOR_VALUE], Solver())
    >>> [str(hypothesis) for hypothesis in lemma.hypotheses]
    ['p*q*r < 1', 'r > 1']
    """
    by = tuple(variables)
    formula = risk_polynomial(inverse_risk) if polynomial is None else polynomial
    known = tuple(priors)
    bound_positive = _equivalent(inverse_risk, known, solver)
    base = (*known, *bound_positive)
    # F increases in x > 0, so a positive root exists where F < 0 at x = 0, and it is below 1 where F(1) > 0.
    root_exists = _equivalent(-formula.subs(DECAY, 0), base, solver)
    budget_positive = _equivalent(formula.subs(DECAY, 1), base, solver)
    finite = (*base, *root_exists)
    anywhere = tuple(decided_signs(inverse_risk, finite, v, formula, solver) for v in by)
    signs, needed = anywhere, tuple[Omission, ...]()
    if budget_positive:
        domain = (*finite, *budget_positive)
        restricted = tuple(decided_signs(inverse_risk, domain, v, formula, solver) for v in by)
        if any(one.claims != other.claims for one, other in zip(anywhere, restricted, strict=True)):
            needed = _omissions(budget_positive, formula, finite, restricted, solver)
            signs = restricted if needed or not all(one.complete for one in anywhere) else anywhere
    positive_only = budget_positive if signs is not anywhere else ()
    hypotheses = (*root_exists, *positive_only)
    undefined = _omissions(root_exists, formula, (*base, *positive_only), signs, solver)
    return SignLemma(
        inverse_risk=inverse_risk,
        base=base,
        bound_positive=bound_positive,
        root_exists=root_exists,
        budget_positive=budget_positive,
        hypotheses=hypotheses,
        signs=signs,
        signs_at_any_budget=anywhere,
        omissions=(*undefined, *needed),
    )


def _equivalent(expression: sp.Expr, base: tuple[Condition, ...], solver: Solver) -> tuple[Condition, ...]:
    """`expression > 0` as conditions without the factors whose sign the base settles."""
    conditions = all_tidied(rational_condition(expression, Relation.POSITIVE), base, solver)
    return without_redundant(conditions, base, solver)


def _omissions(
    hypotheses: tuple[Condition, ...],
    polynomial: sp.Expr,
    rest: tuple[Condition, ...],
    signs: tuple[PartialSigns, ...],
    solver: Solver,
) -> tuple[Omission, ...]:
    """Those of the hypotheses without which something fails."""
    claims = tuple(claim for partial in signs for claim in partial.claims if claim.sign is not None)
    others = ((h, (*rest, *(o for o in hypotheses if o != h))) for h in hypotheses)
    omissions = (_omission(h, polynomial, without, claims, solver) for h, without in others)
    return tuple(omission for omission in omissions if omission is not None)


def _omission(
    hypothesis: Condition,
    polynomial: sp.Expr,
    rest: tuple[Condition, ...],
    claims: tuple[SignClaim, ...],
    solver: Solver,
) -> Omission | None:
    outside = (*rest, hypothesis.negation)
    no_root = rational_condition(polynomial.subs(DECAY, 0), Relation.NON_NEGATIVE)
    point = solver.find_point([*outside, *no_root], f"no positive root without {hypothesis}")
    if point is not None:
        return Omission(hypothesis, point, "undefined")
    for claim in claims:
        region = [*outside, *claim.conditions]
        if not solver.satisfiable([*region, *root_conditions(polynomial)], f"a root without {hypothesis}"):
            continue
        point = claim_counterexample(polynomial, claim, region, solver)
        if point is not None:
            at = {symbol: value for symbol, value in point.items() if symbol != DECAY}
            return Omission(hypothesis, at, "sign", claim)
    return None


def interior() -> tuple[Condition, ...]:
    """0 < p < 1 and 0 < q < 1.

    Examples
    --------
    >>> [str(c) for c in interior()]
    ['p > 0', 'p < 1', 'q > 0', 'q < 1']
    """
    return tuple(c for v in (PRIOR_INCLUSION, PRIOR_VALUE) for c in (positive(v), positive(1 - v)))


def border(fixed: sp.Symbol) -> tuple[Condition, ...]:
    """`fixed` = 1 and the other prior in (0, 1).

    Examples
    --------
    >>> [str(c) for c in border(PRIOR_INCLUSION)]
    ['Eq(p, 1)', 'q > 0', 'q < 1']
    """
    (other,) = {PRIOR_INCLUSION, PRIOR_VALUE} - {fixed}
    return (zero(fixed - 1), positive(other), positive(1 - other))
