"""The relative risk as a function of likelihood ratios, and its extremes over Lemma 1's box.

Kazan & Reiter 2024: (61)-(67), Theorem 1 (11), Corollary 1 (18) and the absolute risk (43), all derived.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.certificates.known_answers import KnownAnswers
from verify.language.condition import Condition, Relation, non_negative, positive, rational_condition
from verify.solvers.smt import Solver

if TYPE_CHECKING:
    from verify.prover.certifying_solver import CertifyingSolver

EVIDENCE = Path(__file__).parent / "evidence"
"""The folder of what proves it, as it is shipped."""

THEOREM_1 = "theorem-1"
"""The name under which Theorem 1's certificates are shipped."""

LIKELIHOOD_INSIDE = parameter("L_S")
"""L_S = P[T* = t* | Y in S, I = 1]."""

LIKELIHOOD_OUTSIDE = parameter("L_N")
"""L_N = P[T* = t* | Y not in S, I = 1]."""

LIKELIHOOD_ABSENT = parameter("L_0")
"""L_0 = P[T* = t* | I = 0]."""

RATIO_OUTSIDE = parameter("u")
"""u = L_N / L_S."""

RATIO_ABSENT = parameter("v")
"""v = L_0 / L_S."""


@dataclass(frozen=True)
class Event:
    """One of the exclusive cases of the adversary's model: its prior and the likelihood of the release."""

    prior: sp.Expr
    likelihood: sp.Expr


@dataclass(frozen=True)
class LikelihoodRatioBounds:
    """`lower <= ratio <= upper` for a ratio of likelihoods, with both ends positive.

    Examples
    --------
    >>> from sympy.abc import x
    >>> ratio = LikelihoodRatioBounds(x, 1 / x)
    >>> ratio * ratio.reciprocal
    LikelihoodRatioBounds(lower=x**2, upper=x**(-2))
    """

    lower: sp.Expr
    upper: sp.Expr

    @property
    def reciprocal(self) -> LikelihoodRatioBounds:
        """Bounds of 1/ratio."""
        return LikelihoodRatioBounds(1 / self.upper, 1 / self.lower)

    def __mul__(self, other: LikelihoodRatioBounds) -> LikelihoodRatioBounds:
        return LikelihoodRatioBounds(self.lower * other.lower, self.upper * other.upper)


def prior_conditions() -> tuple[Condition, ...]:
    """0 < p <= 1 and 0 < q <= 1.

    Examples
    --------
    >>> [str(c) for c in prior_conditions()]
    ['p > 0', 'p <= 1', 'q > 0', 'q <= 1']
    """
    return tuple(c for v in (PRIOR_INCLUSION, PRIOR_VALUE) for c in (positive(v), non_negative(1 - v)))


def decay_conditions() -> tuple[Condition, ...]:
    """0 < x <= 1, that is eps >= 0 for x = e^-eps.

    Examples
    --------
    >>> [str(c) for c in decay_conditions()]
    ['x > 0', 'x <= 1']
    """
    return (positive(DECAY), non_negative(1 - DECAY))


def events() -> tuple[Event, Event, Event]:
    """The three exclusive cases (Kazan & Reiter 2024, (64)-(65)): disclosing value, other value, absent.

    Examples
    --------
    >>> sum(event.prior for event in events()).expand()
    1
    """
    p, q = PRIOR_INCLUSION, PRIOR_VALUE
    return (
        Event(q * p, LIKELIHOOD_INSIDE),
        Event((1 - q) * p, LIKELIHOOD_OUTSIDE),
        Event(1 - p, LIKELIHOOD_ABSENT),
    )


def marginal_likelihood() -> sp.Expr:
    """P[T* = t*] by total probability (Kazan & Reiter 2024, (65)).

    Examples
    --------
    >>> marginal_likelihood()
    L_0*(1 - p) + L_N*p*(1 - q) + L_S*p*q
    """
    return sp.Add(*(event.prior * event.likelihood for event in events()))


def relative_risk() -> sp.Expr:
    """Posterior over prior of `Y in S, I = 1` in the likelihoods (Kazan & Reiter 2024, (61)-(63)).

    Examples
    --------
    >>> relative_risk()
    L_S/(L_0*(1 - p) + L_N*p*(1 - q) + L_S*p*q)
    """
    disclosing = events()[0]
    posterior = disclosing.likelihood * disclosing.prior / marginal_likelihood()
    return posterior / disclosing.prior


def relative_risk_of_ratios() -> sp.Expr:
    """The relative risk in the ratios u = L_N/L_S and v = L_0/L_S (Kazan & Reiter 2024, (66)).

    Examples
    --------
    >>> relative_risk_of_ratios()
    1/(p*q + p*u*(1 - q) + v*(1 - p))
    """
    inside = LIKELIHOOD_INSIDE
    risk = relative_risk().subs(
        {LIKELIHOOD_OUTSIDE: RATIO_OUTSIDE * inside, LIKELIHOOD_ABSENT: RATIO_ABSENT * inside}
    )
    numerator, denominator = sp.fraction(risk)
    return 1 / sp.Add(*(term / numerator for term in sp.Add.make_args(denominator)))


@cache
def likelihood_ratio_bounds() -> Mapping[sp.Symbol, LikelihoodRatioBounds]:
    """Lemma 1: the box of the ratios u and v, with x = e^-eps.

    Privacy bounds the likelihood under any group of values over that without the individual by [x, 1/x]
    (Kazan & Reiter 2024, (10) left); v is a reciprocal and u a product of two such ratios (56).

    Examples
    --------
    >>> likelihood_ratio_bounds()[RATIO_OUTSIDE]
    LikelihoodRatioBounds(lower=x**2, upper=x**(-2))
    """
    included_over_absent = LikelihoodRatioBounds(DECAY, 1 / DECAY)
    absent_over_inside = included_over_absent.reciprocal
    outside_over_inside = included_over_absent * absent_over_inside
    return {RATIO_OUTSIDE: outside_over_inside, RATIO_ABSENT: absent_over_inside}


def monotone_direction(
    expression: sp.Expr, variable: sp.Symbol, conditions: Iterable[Condition], solver: Solver
) -> int:
    """1 where the expression never falls in the variable on the set, -1 where it never rises.

    Parameters
    ----------
    expression : sympy.Expr
        Rational function; the set has to be an interval in `variable` for the others held fixed.
    variable : Symbol
    conditions : iterable of Condition
        The set, not empty.
    solver : Solver

    Raises
    ------
    UndecidedError
        If the set is empty, the expression is undefined at a point of it, or the derivative takes both signs.

    Examples
    --------
    >>> from sympy.abc import a
    >>> monotone_direction(1 / a, a, [positive(a)], Solver())
    -1
    """
    region = tuple(conditions)
    denominator = sp.fraction(sp.together(expression))[1]
    undefined = Condition(denominator, Relation.ZERO)
    if not solver.satisfiable(region, "the set is not empty"):
        raise UndecidedError(f"no point satisfies the conditions on which {expression} is to be monotone")
    if solver.satisfiable([*region, undefined], f"{expression} is undefined"):
        raise UndecidedError(f"{expression} is undefined at a point of the set on which it is to be monotone")
    derivative = sp.diff(expression, variable)
    for direction in (-1, 1):
        goal = rational_condition(direction * derivative, Relation.NON_NEGATIVE)[0]
        if solver.implies(region, goal, f"sign of d/d{variable} {expression}"):
            return direction
    raise UndecidedError(f"{expression} is not monotone in {variable}")


def extreme_over_box(
    expression: sp.Expr,
    box: Mapping[sp.Symbol, LikelihoodRatioBounds],
    conditions: Iterable[Condition],
    solver: Solver,
    *,
    largest: bool,
) -> sp.Expr:
    """The largest or least value over the box of an expression that is monotone in each variable.

    Parameters
    ----------
    expression : sympy.Expr
        Rational function, monotone in each variable of the box while the others are positive.
    box : mapping of Symbol to LikelihoodRatioBounds
        Ends do not depend on the variables.
    conditions : iterable of Condition
        On the remaining symbols.
    solver : Solver
    largest : bool
        Supremum if true, infimum if false.

    Raises
    ------
    UndecidedError
        If monotonicity cannot be shown.

    Examples
    --------
    >>> from sympy.abc import a, t
    >>> box = {a: LikelihoodRatioBounds(t, 1 / t)}
    >>> extreme_over_box(1 / (1 + a), box, [positive(t)], Solver(), largest=True)
    1/(t + 1)
    """
    positive_box = [*conditions, *(positive(variable) for variable in box)]
    ends = {}
    for variable, bounds in box.items():
        rising = monotone_direction(expression, variable, positive_box, solver) > 0
        ends[variable] = bounds.upper if rising == largest else bounds.lower
    return expression.subs(ends)


@cache
def relative_risk_upper_bound() -> sp.Expr:
    """Theorem 1: the largest relative risk that eps-DP allows, with x = e^-eps (Kazan & Reiter 2024, (11)).

    Valid for 0 < p, q <= 1 and 0 < x <= 1; attained (see `attaining_mechanism`).

    Examples
    --------
    >>> relative_risk_upper_bound()
    1/(p*q + p*x**2*(1 - q) + x*(1 - p))
    """
    return _risk_extreme(largest=True)


@cache
def relative_risk_lower_bound() -> sp.Expr:
    """The least relative risk that eps-DP allows, with x = e^-eps: the other corner of Lemma 1's box.

    Valid for 0 < p, q <= 1 and 0 < x <= 1.

    Examples
    --------
    >>> relative_risk_lower_bound()
    1/(p*q + p*(1 - q)/x**2 + (1 - p)/x)
    """
    return _risk_extreme(largest=False)


def _risk_extreme(*, largest: bool, judge: Solver | None = None) -> sp.Expr:
    box, priors = likelihood_ratio_bounds(), prior_conditions()
    return extreme_over_box(
        relative_risk_of_ratios(),
        box,
        priors,
        judge or certifying(KnownAnswers.load(EVIDENCE, THEOREM_1)),
        largest=largest,
    )


def certifying(answers: KnownAnswers) -> CertifyingSolver:
    """A solver that decides by what is at hand, and leaves certificates for the rest."""
    from verify.prover.certifying_solver import (
        CertifyingSolver,  # loaded when needed: it brings the search with it
    )

    return CertifyingSolver(known_answers=answers)


def theorem_1_answers() -> KnownAnswers:
    """What the proof of Theorem 1's bound, both sides, rests on: searched for anew."""
    judge = certifying(KnownAnswers())
    for largest in (True, False):
        _risk_extreme(largest=largest, judge=judge)
    return KnownAnswers.of(judge.found)


@cache
def bound_polynomial() -> sp.Expr:
    """F(x; p, q, s) = 1/bound - s: `F >= 0` exactly where the bound (11) is at most 1/s = r*.

    A quadratic in x = e^-eps, with s = 1/r*; increasing in x > 0 unless p = q = 1.

    Examples
    --------
    >>> bound_polynomial()
    p*q + p*x**2*(1 - q) - s + x*(1 - p)
    """
    return 1 / relative_risk_upper_bound() - INVERSE_RISK


def absolute_risk_upper_bound(prior_inclusion: sp.Expr = PRIOR_INCLUSION) -> sp.Expr:
    """The largest posterior probability of disclosure that eps-DP allows, with x = e^-eps.

    For p = 1 this is the right-hand side of (43) in Kazan & Reiter 2024.

    Parameters
    ----------
    prior_inclusion : sympy.Expr
        p in (0, 1], in place of the symbol.

    Examples
    --------
    >>> absolute_risk_upper_bound()
    p*q/(p*q + p*x**2*(1 - q) + x*(1 - p))
    >>> absolute_risk_upper_bound(1)
    q/(q + x**2*(1 - q))
    """
    posterior = events()[0].prior * relative_risk_upper_bound()
    return posterior.subs(PRIOR_INCLUSION, prior_inclusion)


def uniform_bound_counterexample(
    bound: sp.Expr, uniform_bound: sp.Expr, solver: Solver
) -> dict[sp.Symbol, sp.Expr] | None:
    """A point 0 < p, q, x <= 1 where `bound <= uniform_bound` is false or undefined; None if there is none.

    Parameters
    ----------
    bound : sympy.Expr
        Rational function of p, q and x = e^-eps.
    uniform_bound : sympy.Expr
        Rational function of x.

    Examples
    --------
    >>> uniform_bound_counterexample(relative_risk_upper_bound(), 1 / DECAY, Solver()) is None
    False
    """
    region = (*prior_conditions(), *decay_conditions())
    question = f"{bound} <= {uniform_bound}"
    for condition in rational_condition(uniform_bound - bound, Relation.NON_NEGATIVE):
        point = solver.find_point([*region, condition.negation], question)
        if point is not None:
            return point
    return None


@cache
def uniform_risk_bound() -> sp.Expr:
    """Corollary 1: e^(2 eps) bounds the relative risk for all priors (Kazan & Reiter 2024, (18)).

    Found as the supremum over the priors, which the bound approaches as q -> 0 at p = 1, and proved for all
    priors 0 < p, q <= 1.

    Raises
    ------
    UndecidedError
        If the proof does not go through.

    Examples
    --------
    >>> uniform_risk_bound()
    x**(-2)
    """
    bound = relative_risk_upper_bound()
    limit = bound.subs({PRIOR_INCLUSION: 1, PRIOR_VALUE: 0})
    if uniform_bound_counterexample(bound, limit, Solver()) is not None:
        raise UndecidedError(f"{limit} does not bound the relative risk for all priors")
    return limit


@dataclass(frozen=True)
class BinaryMechanism:
    """A mechanism with outputs 1 and 0 that looks at one individual only.

    Parameters
    ----------
    inside, outside, absent : sympy.Expr
        Probability of output 1 for a value in S, for another value, and without the individual.
    """

    inside: sp.Expr
    outside: sp.Expr
    absent: sp.Expr

    def relative_risk(self) -> sp.Expr:
        """The relative risk when the output is 1."""
        laws = {
            LIKELIHOOD_INSIDE: self.inside,
            LIKELIHOOD_OUTSIDE: self.outside,
            LIKELIHOOD_ABSENT: self.absent,
        }
        return relative_risk().subs(laws)

    def privacy_conditions(self) -> tuple[Condition, ...]:
        """Demands of eps-DP with x = e^-eps: neighbours' ratios in [x, 1/x], probabilities in [0, 1]."""
        demands: list[sp.Expr] = []
        for present in (self.inside, self.outside):
            for one, other in ((present, self.absent), (1 - present, 1 - self.absent)):
                demands += [one - DECAY * other, other - DECAY * one]
        demands += [d for law in (self.inside, self.outside, self.absent) for d in (law, 1 - law)]
        return tuple(c for d in demands for c in rational_condition(d, Relation.NON_NEGATIVE))


def attaining_mechanism() -> BinaryMechanism:
    """An eps-DP mechanism whose relative risk equals the bound (11): Lemma 1's corner is attained.

    Its probabilities of output 1 fall by the factor x = e^-eps from a value in S to absence, and again to
    another value; 1/(1 + x) is the largest start for which the output 0 keeps its ratios within [x, 1/x].

    Examples
    --------
    >>> attaining_mechanism().outside
    x**2/(x + 1)
    """
    start = 1 / (1 + DECAY)
    return BinaryMechanism(inside=start, outside=DECAY**2 * start, absent=DECAY * start)
