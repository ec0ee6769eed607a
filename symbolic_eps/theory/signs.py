"""Signs of the partial derivatives of eps(p, q), by implicit differentiation of F(x; p, q, s(p, q)) = 0.

Kazan & Reiter 2024, Lemmas 2 and 3: thresholds come from a resultant, signs and needed hypotheses from proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.symbols import (
    DECAY,
    INVERSE_RISK,
    PRIOR_INCLUSION,
    PRIOR_VALUE,
    RELATIVE_RISK_BOUND,
    parameter,
)
from verify.claims.region import all_tidied, without_redundant
from verify.language.condition import (
    Condition,
    Relation,
    positive,
    rational_condition,
    zero,
)
from verify.solvers.smt import Solver

Point = Mapping[sp.Symbol, sp.Expr]

POSTERIOR_BOUND = parameter("a")
"""a: the cap on the posterior probability in r* = a/(p q) (Lemma 2)."""


@dataclass(frozen=True)
class SignClaim:
    """`sign(d eps / d variable) == sign` where all `conditions` hold, beside the domain of the question.

    Parameters
    ----------
    variable : Symbol
    conditions : tuple of Condition
        Position with respect to the thresholds; empty for the whole domain.
    sign : int or None
        -1, 0 or 1; None where more than one sign occurs.
    """

    variable: sp.Symbol
    conditions: tuple[Condition, ...]
    sign: int | None


@dataclass(frozen=True)
class PartialSigns:
    """The signs of `d eps / d variable` on a domain, with what they rest on.

    Parameters
    ----------
    variable : Symbol
    inverse_risk : sympy.Expr
        s = 1/r* as a function of the priors and the parameters.
    domain : tuple of Condition
        The hypotheses under which the claims are proved: the caller's assumptions, and x < 1 if asked for.
    thresholds : tuple of Expr
        Polynomials in priors and parameters on whose signs the sign of the derivative depends.
    claims : tuple of SignClaim
        One for each combination of threshold signs that occurs; together they cover the domain.
    """

    variable: sp.Symbol
    inverse_risk: sp.Expr
    domain: tuple[Condition, ...]
    thresholds: tuple[sp.Expr, ...]
    claims: tuple[SignClaim, ...]


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
    """The signs of both partial derivatives of eps on one domain of the priors.

    Parameters
    ----------
    inverse_risk : sympy.Expr
        s = 1/r*.
    base : tuple of Condition
        Domain of the priors, and s > 0 (a bound on a ratio of probabilities is positive).
    root_exists : tuple of Condition
        Equivalent, on the base, to F = 0 having a positive root, that is to the formula being defined.
    budget_positive : tuple of Condition
        Equivalent, on the base, to eps > 0 wherever it is defined.
    hypotheses : tuple of Condition
        The exact domain of the claims, beside the base: `root_exists`, and `budget_positive` if the signs
        are others without it.
    signs : tuple of PartialSigns
        For p and q, under base and hypotheses.
    signs_at_any_budget : tuple of PartialSigns
        For p and q, under base and `root_exists` alone: negative eps (x >= 1) included.
    omissions : tuple of Omission
        For each hypothesis, what happens without it.
    """

    inverse_risk: sp.Expr
    base: tuple[Condition, ...]
    root_exists: tuple[Condition, ...]
    budget_positive: tuple[Condition, ...]
    hypotheses: tuple[Condition, ...]
    signs: tuple[PartialSigns, ...]
    signs_at_any_budget: tuple[PartialSigns, ...]
    omissions: tuple[Omission, ...]

    @property
    def claims(self) -> tuple[SignClaim, ...]:
        """All sign claims, for p and then for q."""
        return tuple(claim for signs in self.signs for claim in signs.claims)


def implicit_derivative(polynomial: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """Derivative of eps by the variable on `polynomial = 0`, for eps = -log x: F_v / (x F_x).

    Parameters
    ----------
    polynomial : sympy.Expr
        F in x, the variable and other symbols.
    variable : Symbol

    Examples
    --------
    >>> t = parameter("t")
    >>> implicit_derivative(DECAY * t - 1, t)
    1/t
    """
    derivative_of_decay = -sp.diff(polynomial, variable) / sp.diff(polynomial, DECAY)
    return sp.cancel(-derivative_of_decay / DECAY)


def risk_polynomial(inverse_risk: sp.Expr) -> sp.Expr:
    """F(x; p, q, s) for s a function of the priors and the parameters.

    Examples
    --------
    >>> risk_polynomial(1 / RELATIVE_RISK_BOUND).subs(DECAY, 0)
    p*q - 1/r
    """
    return bound_polynomial().subs(INVERSE_RISK, inverse_risk)


def root_conditions(polynomial: sp.Expr, *, positive_budget: bool = False) -> tuple[Condition, ...]:
    """Conditions for x to be a positive root of F where F increases in x, and below 1 if `positive_budget`.

    F_x > 0 leaves out p = q = 1, where F does not depend on x.

    Examples
    --------
    >>> [str(c) for c in root_conditions(DECAY - parameter("t"), positive_budget=True)]
    ['Eq(x, t)', 'x > 0', 'x < 1']
    """
    upper = (positive(1 - DECAY),) if positive_budget else ()
    conditions = (
        *rational_condition(polynomial, Relation.ZERO),
        *rational_condition(sp.diff(polynomial, DECAY), Relation.POSITIVE),
        positive(DECAY),
        *upper,
    )
    return tuple(c for c in conditions if c.constant_truth is not True)


def threshold_factors(
    polynomial: sp.Expr, variable: sp.Symbol, region: Iterable[Condition], solver: Solver
) -> tuple[sp.Expr, ...]:
    """Factors of resultant_x(F, F_v) that vanish at some critical point of eps in the variable.

    Along the roots the derivative changes sign only where F_v = 0, hence where a factor vanishes. Factors
    that vanish only where F and F_v share another zero, such as a negative one, are left out.

    Parameters
    ----------
    polynomial : sympy.Expr
        F, rational in the priors and parameters.
    variable : Symbol
    region : iterable of Condition
        On priors and parameters, and possibly on x.
    solver : Solver

    Examples
    --------
    >>> p, q, r = PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND
    >>> region = [*(positive(f) for f in (p, 1 - p, q, 1 - q, r - 1, 1 - r * p * q))]
    >>> threshold_factors(risk_polynomial(1 / r), p, region, Solver())
    (q*r + q - 1,)
    """
    critical = (*region, *root_conditions(polynomial), *_derivative_has_sign(polynomial, variable, 0))
    value, slope = (sp.fraction(sp.together(f))[0] for f in (polynomial, sp.diff(polynomial, variable)))
    eliminated = sp.resultant(value, slope, DECAY)
    factors = [factor for factor, _ in sp.factor_list(eliminated)[1]]
    return tuple(
        f for f in factors if solver.satisfiable([*critical, zero(f)], f"{f} vanishes at a critical point")
    )


def partial_signs(
    inverse_risk: sp.Expr,
    assumptions: Iterable[Condition],
    variable: sp.Symbol,
    *,
    positive_budget: bool = False,
    solver: Solver | None = None,
    polynomial: sp.Expr | None = None,
) -> PartialSigns:
    """The sign of d eps / d variable, region by region, wherever F = 0 has a positive root.

    Parameters
    ----------
    inverse_risk : sympy.Expr
        s = 1/r*, rational in p, q and parameters.
    assumptions : iterable of Condition
        Domain of priors and parameters; a prior on the border is given by an equality such as `q - 1 == 0`.
    variable : Symbol
        The prior (or parameter) to differentiate by.
    positive_budget : bool
        Ask only where eps > 0 (x < 1); otherwise negative eps counts as well.
    solver : Solver, optional
    polynomial : sympy.Expr, optional
        In place of F, for examining altered formulas.

    Returns
    -------
    PartialSigns
        With the fewest thresholds that separate the signs; a claim's sign is None if none do.

    Raises
    ------
    UndecidedError
        If no point of the domain has a positive root: any claim would be empty.
    verify.solvers.smt.UndecidedQueryError
        If the solver cannot decide.

    Examples
    --------
    >>> domain = [positive(f) for f in (PRIOR_INCLUSION, 1 - PRIOR_INCLUSION, PRIOR_VALUE, 1 - PRIOR_VALUE)]
    >>> found = partial_signs(1 / RELATIVE_RISK_BOUND, domain, PRIOR_INCLUSION, positive_budget=True)
    >>> [(str(claim.conditions[0]), claim.sign) for claim in found.claims]
    [('q*r + q < 1', -1), ('Eq(q*r + q, 1)', 0), ('q*r + q > 1', 1)]
    """
    solver = solver or Solver()
    formula = risk_polynomial(inverse_risk) if polynomial is None else polynomial
    known = tuple(assumptions)
    on_root = (*known, *root_conditions(formula, positive_budget=positive_budget))
    if not solver.satisfiable(on_root, f"{formula} has a positive root on the domain"):
        raise UndecidedError(f"{formula} = 0 has no positive root anywhere on the domain: nothing to claim")
    upper = (positive(1 - DECAY),) if positive_budget else ()
    factors = threshold_factors(formula, variable, (*known, *upper), solver)
    claims: tuple[SignClaim, ...] = ()
    for size in range(len(factors) + 1):
        for thresholds in combinations(factors, size):
            claims = _claims(formula, variable, on_root, thresholds, solver)
            if all(claim.sign is not None for claim in claims):
                return PartialSigns(variable, inverse_risk, (*known, *upper), thresholds, claims)
    return PartialSigns(variable, inverse_risk, (*known, *upper), factors, claims)


def _claims(
    polynomial: sp.Expr,
    variable: sp.Symbol,
    on_root: tuple[Condition, ...],
    thresholds: tuple[sp.Expr, ...],
    solver: Solver,
) -> tuple[SignClaim, ...]:
    sides = [(positive(-f), zero(f), positive(f)) for f in thresholds]
    found = []
    for cell in product(*sides):
        if not solver.satisfiable([*on_root, *cell], "the cell holds a root"):
            continue
        signs = [
            sign
            for sign in (-1, 0, 1)
            if solver.satisfiable(
                [*on_root, *cell, *_derivative_has_sign(polynomial, variable, sign)],
                f"d eps/d{variable} has sign {sign}",
            )
        ]
        found.append(SignClaim(variable, cell, signs[0] if len(signs) == 1 else None))
    return tuple(found)


def _derivative_has_sign(polynomial: sp.Expr, variable: sp.Symbol, sign: int) -> tuple[Condition, ...]:
    """On F = 0 with x, F_x > 0 the derivative of eps has the sign of F_v."""
    slope = sp.diff(polynomial, variable)
    if sign == 0:
        return rational_condition(slope, Relation.ZERO)
    return rational_condition(sign * slope, Relation.POSITIVE)


def claim_counterexample(
    polynomial: sp.Expr, claim: SignClaim, domain: Iterable[Condition], solver: Solver
) -> dict[sp.Symbol, sp.Expr] | None:
    """A point of the domain and of the claim's region, with its root x, where the sign is another; or None.

    Parameters
    ----------
    polynomial : sympy.Expr
        F for the profile in question.
    claim : SignClaim
        With a definite sign.
    domain : iterable of Condition
        May bound x as well.
    solver : Solver

    Raises
    ------
    UndecidedError
        If no point of domain and region has a positive root: the claim is empty, neither true nor false.

    Examples
    --------
    >>> domain = [positive(f) for f in (PRIOR_INCLUSION, 1 - PRIOR_INCLUSION, PRIOR_VALUE, 1 - PRIOR_VALUE)]
    >>> wrong = SignClaim(PRIOR_VALUE, (), -1)
    >>> claim_counterexample(risk_polynomial(1 / RELATIVE_RISK_BOUND), wrong, domain, Solver()) is None
    False
    """
    region = [*domain, *claim.conditions, *root_conditions(polynomial)]
    if not solver.satisfiable(region, "the claim's region holds a root"):
        raise UndecidedError(f"no point of the region of {claim} has a positive root: the claim is empty")
    for sign in {-1, 0, 1} - {claim.sign}:
        point = solver.find_point(
            [*region, *_derivative_has_sign(polynomial, claim.variable, sign)],
            f"d eps/d{claim.variable} has sign {sign} instead of {claim.sign}",
        )
        if point is not None:
            return point
    return None


def sign_lemma(
    inverse_risk: sp.Expr, priors: Iterable[Condition], variables: Iterable[sp.Symbol], solver: Solver
) -> SignLemma:
    """Both derivatives' signs for a profile, with the hypotheses they need and what fails without each.

    Parameters
    ----------
    inverse_risk : sympy.Expr
        s = 1/r*, rational in p, q and parameters.
    priors : iterable of Condition
        Domain of the priors; the parameters are left free.
    variables : iterable of Symbol
        What to differentiate by.
    solver : Solver

    Raises
    ------
    UndecidedError
        If no point has a positive root, or a needed hypothesis yields no failure without it.

    Examples
    --------
    >>> lemma = sign_lemma(1 / RELATIVE_RISK_BOUND, interior(), [PRIOR_VALUE], Solver())
    >>> [str(hypothesis) for hypothesis in lemma.hypotheses]
    ['p*q*r < 1', 'r > 1']
    """
    by = tuple(variables)
    polynomial = risk_polynomial(inverse_risk)
    base = tuple(priors)
    base += _equivalent(inverse_risk, base, solver)
    # F increases in x > 0, so a positive root exists where F < 0 at x = 0, and it is below 1 where F(1) > 0.
    root_exists = _equivalent(-polynomial.subs(DECAY, 0), base, solver)
    budget_positive = _equivalent(polynomial.subs(DECAY, 1), base, solver)
    anywhere = tuple(partial_signs(inverse_risk, (*base, *root_exists), v, solver=solver) for v in by)
    restricted = tuple(
        partial_signs(inverse_risk, (*base, *root_exists, *budget_positive), v, solver=solver) for v in by
    )
    same = all(one.claims == other.claims for one, other in zip(anywhere, restricted, strict=True))
    hypotheses = root_exists if same else (*root_exists, *budget_positive)
    signs = anywhere if same else restricted
    claims = tuple(claim for partial in signs for claim in partial.claims)
    omissions = tuple(
        _omission(h, polynomial, (*base, *(o for o in hypotheses if o != h)), claims, solver)
        for h in hypotheses
    )
    return SignLemma(inverse_risk, base, root_exists, budget_positive, hypotheses, signs, anywhere, omissions)


def _equivalent(expression: sp.Expr, base: tuple[Condition, ...], solver: Solver) -> tuple[Condition, ...]:
    """`expression > 0` as conditions without the factors whose sign the base settles."""
    conditions = all_tidied(rational_condition(expression, Relation.POSITIVE), base, solver)
    return without_redundant(conditions, base, solver)


def _omission(
    hypothesis: Condition,
    polynomial: sp.Expr,
    rest: tuple[Condition, ...],
    claims: tuple[SignClaim, ...],
    solver: Solver,
) -> Omission:
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
    raise UndecidedError(f"{hypothesis} looks needed, but no claim fails without it")


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


_PRIORS = (PRIOR_INCLUSION, PRIOR_VALUE)


def _lemma(inverse_risk: sp.Expr, fixed: sp.Symbol | None) -> SignLemma:
    return sign_lemma(inverse_risk, interior() if fixed is None else border(fixed), _PRIORS, Solver())


@cache
def lemma_2(fixed: sp.Symbol | None = None) -> SignLemma:
    """Lemma 2: r* = a/(p q) (Kazan & Reiter 2024, Appendix B.1 and E).

    Parameters
    ----------
    fixed : Symbol, optional
        p or q, to ask on the border where it is 1 (derivatives are then those of the formula continued).

    Examples
    --------
    >>> [(claim.variable, claim.sign) for claim in lemma_2().claims]
    [(p, -1), (q, -1)]
    >>> [str(hypothesis) for hypothesis in lemma_2().hypotheses]
    ['a < 1']
    """
    return _lemma(PRIOR_INCLUSION * PRIOR_VALUE / POSTERIOR_BOUND, fixed)


@cache
def lemma_3(fixed: sp.Symbol | None = None) -> SignLemma:
    """Lemma 3: r* = r constant (Kazan & Reiter 2024, Appendix B.1 and E).

    Parameters
    ----------
    fixed : Symbol, optional
        p or q, to ask on the border where it is 1 (derivatives are then those of the formula continued).

    Examples
    --------
    >>> [(claim.variable, claim.sign) for claim in lemma_3().claims]
    [(p, -1), (p, 0), (p, 1), (q, 1)]
    """
    return _lemma(1 / RELATIVE_RISK_BOUND, fixed)
