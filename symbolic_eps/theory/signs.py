"""Signs of the partial derivatives of eps(p, q), by implicit differentiation of F(x; p, q, s(p, q)) = 0.

The regions come from a resultant, the signs on them from proof. Source: Kazan & Reiter 2024, Lemmas 2 and 3,
whose statements are instances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.slope import risk_polynomial, slope_of
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, positive, rational_condition, zero
from verify.solvers.smt import Solver, UndecidedQueryError

Cell = tuple[Condition, ...]
"""The side of each threshold."""

MOST_FURTHER = 2
"""At most so many further thresholds are combined where those of the resultant do not separate the signs."""


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
    undecided : str
        The question that stayed open; there are no claims then.
    """

    variable: sp.Symbol
    inverse_risk: sp.Expr
    domain: tuple[Condition, ...]
    thresholds: tuple[sp.Expr, ...]
    claims: tuple[SignClaim, ...]
    undecided: str = ""

    @property
    def complete(self) -> bool:
        """Whether each point of the domain is in a region of one sign."""
        return not self.undecided and all(claim.sign is not None for claim in self.claims)


def root_conditions(polynomial: sp.Expr, *, positive_budget: bool = False) -> tuple[Condition, ...]:
    """Conditions for x to be a positive root of F where F increases in x, and below 1 if `positive_budget`.

    F_x > 0 leaves out p = q = 1, where F does not depend on x.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import parameter
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
    that vanish only where F and F_v share another zero, such as a negative one, are left out; one of which
    that is hard to say is kept, for whatever follows from the thresholds is proved.

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
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p, PRIOR_VALUE as q
    >>> from symbolic_eps.theory.symbols import RELATIVE_RISK_BOUND as r
    >>> region = [*(positive(f) for f in (p, 1 - p, q, 1 - q, r - 1, 1 - r * p * q))]
    >>> threshold_factors(risk_polynomial(1 / r), p, region, Solver())
    (q*r + q - 1,)
    """
    critical = (*region, *root_conditions(polynomial), *_derivative_has_sign(polynomial, variable, 0))
    value, slope = sp.fraction(sp.together(polynomial))[0], slope_of(polynomial, variable)
    if slope == 0:
        return ()
    factors = [factor for factor, _ in sp.factor_list(sp.resultant(value, slope, DECAY))[1]]
    return tuple(f for f in factors if solver.possible([*critical, zero(f)], f"{f} vanishes there"))


def _further_factors(
    polynomial: sp.Expr, variable: sp.Symbol, region: Iterable[Condition], solver: Solver
) -> tuple[sp.Expr, ...]:
    """Factors that change their sign on the region, of F_v's coefficients where F = 0 is used to lower it.

    F_v is then c x + d, for F is quadratic; the signs of c, d and the resultant say its sign at the root.
    """
    value, slope = sp.fraction(sp.together(polynomial))[0], slope_of(polynomial, variable)
    lowered = sp.Poly(sp.prem(slope, value, DECAY), DECAY)
    factors = (f for c in lowered.all_coeffs() for f, _ in sp.factor_list(c)[1])
    both = ((f, (positive(f), positive(-f))) for f in dict.fromkeys(factors))
    return tuple(f for f, sides in both if all(solver.possible([*region, s], f"sign of {f}") for s in sides))


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
        In place of Theorem 1's F: that of a variant, with a prior fixed, or altered.

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
    >>> from symbolic_eps.theory.sign_lemma import interior
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION, RELATIVE_RISK_BOUND
    >>> signs = partial_signs(1 / RELATIVE_RISK_BOUND, interior(), PRIOR_INCLUSION, positive_budget=True)
    >>> [(str(claim.conditions[0]), claim.sign) for claim in signs.claims]
    [('q*r + q < 1', -1), ('Eq(q*r + q, 1)', 0), ('q*r + q > 1', 1)]
    """
    solver = solver or Solver()
    formula = risk_polynomial(inverse_risk) if polynomial is None else polynomial
    known = tuple(assumptions)
    on_root = (*known, *root_conditions(formula, positive_budget=positive_budget))
    if not solver.satisfiable(on_root, f"{formula} has a positive root on the domain"):
        raise UndecidedError(f"{formula} = 0 has no positive root anywhere on the domain: nothing to claim")
    domain = (*known, positive(1 - DECAY)) if positive_budget else known
    further = _further_factors(formula, variable, on_root, solver)
    undecided: UndecidedQueryError | None = None
    best: PartialSigns | None = None
    for thresholds in _separating(threshold_factors(formula, variable, domain, solver), further):
        cells = _Cells(formula, variable, on_root, thresholds, further, solver)
        try:
            best = PartialSigns(variable, inverse_risk, domain, thresholds, cells.claims())
        except UndecidedQueryError as error:
            undecided = undecided or error
            continue
        if best.complete:
            return best
    if undecided is not None:
        raise undecided
    assert best is not None
    return best


def _separating(factors: Sequence[sp.Expr], further: Sequence[sp.Expr]) -> Iterator[tuple[sp.Expr, ...]]:
    """Sets of thresholds that may separate the signs, the smallest first."""
    for size in range(len(factors) + 1):
        yield from combinations(factors, size)
    others = [f for f in further if f not in factors]
    for size in range(1, MOST_FURTHER + 1):
        for more in combinations(others, size):
            yield (*factors, *more)


@dataclass(frozen=True)
class _Cells:
    """The cells into which the signs of thresholds cut the roots."""

    polynomial: sp.Expr
    variable: sp.Symbol
    on_root: tuple[Condition, ...]
    thresholds: tuple[sp.Expr, ...]
    splits: tuple[sp.Expr, ...]
    solver: Solver

    def claims(self) -> tuple[SignClaim, ...]:
        """A claim for each cell that holds a root, joined; ends with the first that has several signs."""
        claims: dict[Cell, SignClaim] = {}
        for cell in product(*((positive(-f), zero(f), positive(f)) for f in self.thresholds)):
            claim = self._claim(cell)
            if claim is not None:
                claims[cell] = claim
                if claim.sign is None:
                    return tuple(claims.values())
        return _joined(claims)

    def _claim(self, cell: tuple[Condition, ...]) -> SignClaim | None:
        """The claim on a cell; None where it holds no root. If that is undecided, the claim is true too."""
        here = (*self.on_root, *cell)
        try:
            if not self.solver.satisfiable(here, "the cell holds a root", splits=self.splits):
                return None
        except UndecidedQueryError:
            pass
        signs = [sign for sign in (-1, 1) if self._occurs(here, sign)]
        several = len(signs) == 2 or (len(signs) == 1 and self._occurs(here, 0))
        return SignClaim(self.variable, cell, None if several else (signs or [0])[0])

    def _occurs(self, here: tuple[Condition, ...], sign: int) -> bool:
        question = f"d eps/d{self.variable} has sign {sign}"
        conditions = (*here, *_derivative_has_sign(self.polynomial, self.variable, sign))
        return self.solver.satisfiable(conditions, question, splits=self.splits)


def _joined(cells: Mapping[Cell, SignClaim]) -> tuple[SignClaim, ...]:
    """Claims on the same cells with fewer conditions: one is dropped where no cell of another sign comes in.

    Cells that are not among them hold no root. Where two of the claims overlap they agree.
    """
    joined: list[SignClaim] = []
    for cell, claim in cells.items():
        conditions = cell
        if any(set(one.conditions) <= set(cell) for one in joined):
            continue
        for condition in reversed(cell):
            fewer = tuple(c for c in conditions if c != condition)
            if all(other.sign == claim.sign for at, other in cells.items() if set(fewer) <= set(at)):
                conditions = fewer
        joined.append(replace(claim, conditions=conditions))
    return tuple(joined)


def _derivative_has_sign(polynomial: sp.Expr, variable: sp.Symbol, sign: int) -> tuple[Condition, ...]:
    """On F = 0 with x, F_x > 0 the derivative of eps has the sign of F_v."""
    slope = slope_of(polynomial, variable)
    return (zero(slope),) if sign == 0 else (positive(sign * slope),)


def decided_signs(
    inverse_risk: sp.Expr,
    domain: tuple[Condition, ...],
    variable: sp.Symbol,
    polynomial: sp.Expr,
    solver: Solver,
) -> PartialSigns:
    """`partial_signs`, or without claims and with the question where one stays open."""
    try:
        return partial_signs(inverse_risk, domain, variable, solver=solver, polynomial=polynomial)
    except UndecidedQueryError as error:
        return PartialSigns(variable, inverse_risk, domain, (), (), undecided=str(error))


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
    >>> from symbolic_eps.theory.sign_lemma import interior
    >>> from symbolic_eps.theory.symbols import PRIOR_VALUE, RELATIVE_RISK_BOUND
    >>> polynomial, wrong = risk_polynomial(1 / RELATIVE_RISK_BOUND), SignClaim(PRIOR_VALUE, (), -1)
    >>> claim_counterexample(polynomial, wrong, interior(), Solver()) is None
    False
    """
    region = [*domain, *claim.conditions, *root_conditions(polynomial)]
    if not solver.satisfiable(region, "the claim's region holds a root"):
        raise UndecidedError(f"no point of the region of {claim} has a positive root: the claim is empty")
    for sign in sorted({-1, 0, 1} - {claim.sign}):
        point = solver.find_point(
            [*region, *_derivative_has_sign(polynomial, claim.variable, sign)],
            f"d eps/d{claim.variable} has sign {sign} instead of {claim.sign}",
        )
        if point is not None:
            return point
    return None
