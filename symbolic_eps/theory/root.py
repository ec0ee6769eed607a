"""The largest eps that a bound on the relative risk allows: the positive root of F = 0 in x = e^-eps.

Kazan & Reiter 2024, Theorem 2 (12) and Corollary 2 (19), as one expression without cancellation, and exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import mpmath
import sympy as sp

from symbolic_eps.errors import (
    DomainError,
    InfeasibleProfileError,
    InputError,
    ProfileSyntaxError,
    UndecidedError,
)
from symbolic_eps.profiles.exact_numbers import Exact, exact_number, refusal
from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.symbols import (
    DECAY,
    INVERSE_RISK,
    PRIOR_INCLUSION,
    PRIOR_VALUE,
    RELATIVE_RISK_BOUND,
    parameter,
)
from verify.identity import name_radicals
from verify.language.condition import Condition, Relation, non_negative, positive, rational_condition, zero
from verify.solvers.smt import Solver

_GUARD_DIGITS = 15


@dataclass(frozen=True)
class PositiveRoot:
    """The positive root X = e^-eps of a quadratic with A, B >= 0 > C, in forms that do not cancel.

    Parameters
    ----------
    discriminant : sympy.Expr
        B^2 - 4 A C; `radical` is its square root S.
    decay : sympy.Expr
        X = -2 C / (B + S).
    exponential : sympy.Expr
        e^eps = 1/X.
    excess : sympy.Expr
        e^eps - 1 = (A + B + C) (B + S) / (-C (2 A + B + S)): small where eps is, with full relative accuracy.
    """

    discriminant: sp.Expr
    decay: sp.Expr
    exponential: sp.Expr
    excess: sp.Expr

    @property
    def radical(self) -> sp.Expr:
        """S = sqrt(discriminant)."""
        return sp.sqrt(self.discriminant)

    @property
    def epsilon(self) -> sp.Expr:
        """The budget eps = log(e^eps), in nats."""
        return sp.log(self.exponential)


def select_positive_root(
    polynomial: sp.Expr, variable: sp.Symbol, hypotheses: Iterable[Condition], solver: Solver
) -> tuple[sp.Expr, tuple[sp.Expr, ...]]:
    """Solve for the variable and tell the one positive solution from the others.

    Parameters
    ----------
    polynomial : sympy.Expr
        Polynomial in `variable` that radicals can solve.
    variable : Symbol
    hypotheses : iterable of Condition
        On the coefficients; not contradictory.
    solver : Solver

    Returns
    -------
    root : sympy.Expr
        Shown to be defined and positive under the hypotheses.
    others : tuple of Expr
        The remaining solutions; shown that no positive one exists besides `root`.

    Raises
    ------
    UndecidedError
        If the hypotheses are contradictory, if they allow two positive solutions, or if not exactly one of
        the solutions is positive and defined throughout.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> select_positive_root(x**2 - a, x, [positive(a)], Solver())
    (sqrt(a), (-sqrt(a),))
    """
    region = tuple(hypotheses)
    if not solver.satisfiable(region, "the coefficients' hypotheses hold somewhere"):
        raise UndecidedError(f"no coefficients satisfy the hypotheses for the root of {polynomial}")
    second = parameter(f"{variable.name}_2")
    two_roots = [
        *region,
        zero(polynomial),
        zero(polynomial.subs(variable, second)),
        positive(variable),
        positive(second - variable),
    ]
    if solver.satisfiable(two_roots, f"{polynomial} has two positive roots"):
        raise UndecidedError(f"{polynomial} = 0 has two positive roots for some coefficients")
    roots = sp.solve(polynomial, variable)
    chosen = [root for root in roots if _is_positive_throughout(root, region, solver)]
    if len(chosen) != 1:
        raise UndecidedError(f"of the roots {roots} of {polynomial}, {len(chosen)} are positive, not one")
    return chosen[0], tuple(root for root in roots if root != chosen[0])


def _is_positive_throughout(root: sp.Expr, region: tuple[Condition, ...], solver: Solver) -> bool:
    named = name_radicals(root, frozenset().union(*(c.symbols for c in region)))
    goals = (*named.definedness, *rational_condition(named.expression, Relation.POSITIVE))
    return all(solver.implies([*region, *named.relations], goal, f"{root} > 0") for goal in goals)


@dataclass(frozen=True)
class _Template:
    """Forms of the positive root in the symbols for A, B, K = -C, the radical S, and G = A + B + C."""

    quadratic: sp.Symbol
    linear: sp.Symbol
    deficit: sp.Symbol
    value_at_one: sp.Symbol
    radical: sp.Symbol
    discriminant: sp.Expr
    decay: sp.Expr
    excess: sp.Expr


@cache
def _template() -> _Template:
    """Solve A x^2 + B x - K = 0 once, with the choice of the branch checked.

    The chosen root is re-expressed by the product of the roots (Vieta), which moves the subtraction into the
    other root, where both terms have the same sign; 1 - X comes from G = A (1 - X)(1 - other) likewise.
    """
    a, b, k, g, x = (parameter(name) for name in ("A", "B", "K", "G", "X"))
    polynomial = a * x**2 + b * x - k
    hypotheses = (positive(a), non_negative(b), positive(k))
    _, (other,) = select_positive_root(polynomial, x, hypotheses, Solver())
    named, relations, _ = name_radicals(other, (k, g, x))
    (radical,) = named.free_symbols - {a, b, k}
    (defining,) = (c.polynomial for c in relations if c.relation is Relation.ZERO)
    product_of_roots = polynomial.subs(x, 0) / a
    decay = sp.cancel(product_of_roots / named)
    one_minus_decay = g * sp.cancel(1 / (a * (1 - named)))
    return _Template(
        quadratic=a,
        linear=b,
        deficit=k,
        value_at_one=g,
        radical=radical,
        discriminant=radical**2 - defining,
        decay=decay,
        excess=one_minus_decay / decay,
    )


def positive_root_of_quadratic(quadratic: sp.Expr, linear: sp.Expr, constant: sp.Expr) -> PositiveRoot:
    """The positive root of `A x^2 + B x + C` for A, B >= 0 > C, not both A and B zero.

    Parameters
    ----------
    quadratic, linear, constant : sympy.Expr
        A, B and C; A = 0 is allowed.

    Returns
    -------
    PositiveRoot
        With S = sqrt(B^2 - 4 A C): X = -2C/(B+S), e^eps = (B+S)/(-2C) and
        e^eps - 1 = (A+B+C)(B+S)/(-C (2A+B+S)).

    Notes
    -----
    The conditions on the coefficients are the caller's to show; they are not checked here.

    Examples
    --------
    >>> positive_root_of_quadratic(sp.Integer(2), sp.Integer(1), sp.Integer(-1)).decay
    1/2
    >>> positive_root_of_quadratic(sp.Integer(0), sp.Integer(2), sp.Integer(-1)).excess
    1
    """
    template = _template()
    deficit = sp.expand(-constant)
    coefficients = {
        template.quadratic: quadratic,
        template.linear: linear,
        template.deficit: deficit,
        template.value_at_one: sp.expand(quadratic + linear - deficit),
    }
    discriminant = template.discriminant.subs(coefficients, simultaneous=True)
    values = {**coefficients, template.radical: sp.sqrt(discriminant)}
    decay = template.decay.subs(values, simultaneous=True)
    excess = template.excess.subs(values, simultaneous=True)
    return PositiveRoot(discriminant, decay, 1 / decay, excess)


@cache
def privacy_root() -> PositiveRoot:
    """Theorem 2: the root of F = 0 in p, q, r (Kazan & Reiter 2024, (12), both branches in one).

    Valid for 0 < p, q <= 1 and r > 0 with r p q < 1; where r p q >= 1 there is no positive root, and every
    eps meets the bound. Where r < 1 the root exceeds 1: no eps >= 0 does.

    Examples
    --------
    >>> privacy_root().decay
    2*(-p*q + 1/r)/(-p + sqrt(4*p*(1 - q)*(-p*q + 1/r) + (1 - p)**2) + 1)
    """
    quadratic, linear, constant = (
        bound_polynomial().coeff(DECAY, power).subs(INVERSE_RISK, 1 / RELATIVE_RISK_BOUND)
        for power in (2, 1, 0)
    )
    return positive_root_of_quadratic(quadratic, linear, constant)


def exponential() -> sp.Expr:
    """e^eps for the largest eps that the bound r* allows, in p, q, r (Kazan & Reiter 2024, (12)).

    Domain as for `privacy_root`; value r in the limit p -> 0.

    Examples
    --------
    >>> exponential().subs({PRIOR_INCLUSION: sp.Rational(1, 4), PRIOR_VALUE: 1, RELATIVE_RISK_BOUND: 2})
    3
    """
    return privacy_root().exponential


def epsilon() -> sp.Expr:
    """The largest eps (nats) that the bound r* allows, in p, q, r (Kazan & Reiter 2024, (12)).

    Examples
    --------
    >>> epsilon()
    log((-p + sqrt(4*p*(1 - q)*(-p*q + 1/r) + (1 - p)**2) + 1)/(2*(-p*q + 1/r)))
    >>> epsilon().subs(PRIOR_INCLUSION, 0)
    log(r)
    """
    return privacy_root().epsilon


@dataclass(frozen=True)
class StableParts:
    """The parts of eps = log1p(excess), each free of cancellation once `margin` is evaluated exactly.

    Parameters
    ----------
    margin : sympy.Expr
        m = 1 - r p q; eps = +oo where m <= 0.
    radical : sympy.Expr
        S = sqrt((1-p)^2 + 4 p (1-q) m / r).
    excess : sympy.Expr
        e^eps - 1 = (r-1)/m * ((1-p) + S) / ((1-p) + 2 p (1-q) + S).
    """

    margin: sp.Expr
    radical: sp.Expr
    excess: sp.Expr


@cache
def stable_parts() -> StableParts:
    """e^eps - 1 and its parts in p, q, r, with the denominators of r* cleared.

    Examples
    --------
    >>> stable_parts().margin
    -p*q*r + 1
    """
    polynomial = bound_polynomial().subs(INVERSE_RISK, 1 / RELATIVE_RISK_BOUND)
    quadratic, linear = polynomial.coeff(DECAY, 2), polynomial.coeff(DECAY, 1)
    margin = sp.expand(-RELATIVE_RISK_BOUND * polynomial.subs(DECAY, 0))
    gain = sp.expand(RELATIVE_RISK_BOUND * polynomial.subs(DECAY, 1))
    template = _template()
    # r G / (r K) in place of G / K: both products are polynomials.
    cleared = {
        template.quadratic: quadratic,
        template.linear: linear,
        template.value_at_one: gain,
        template.deficit: margin,
    }
    discriminant = template.discriminant.subs(
        {**cleared, template.deficit: margin / RELATIVE_RISK_BOUND}, simultaneous=True
    )
    radical = sp.sqrt(discriminant)
    values = {**cleared, template.radical: radical}
    return StableParts(margin, radical, template.excess.subs(values, simultaneous=True))


def excess() -> sp.Expr:
    """e^eps - 1 in p, q, r: equal to `exponential() - 1`, without its cancellation at small eps.

    Examples
    --------
    >>> excess().subs({PRIOR_INCLUSION: sp.Rational(1, 2), RELATIVE_RISK_BOUND: 1})
    0
    """
    return stable_parts().excess


def unconstrained_condition() -> Condition:
    """Where every eps meets the bound (eps = +oo): F >= 0 at x = 0, that is r p q >= 1, for r > 0.

    Examples
    --------
    >>> print(unconstrained_condition())
    p*q*r >= 1
    """
    return non_negative(-stable_parts().margin)


@cache
def known_inclusion_epsilon() -> sp.Expr:
    """Corollary 2: the largest eps (nats) for p = 1, in q and r (Kazan & Reiter 2024, (19)).

    Valid for 0 < q < 1 and r q < 1: Theorem 2's root at p = 1, whose square is rational.

    Examples
    --------
    >>> known_inclusion_epsilon()
    log((q*r - r)/(q*r - 1))/2
    """
    square = exponential().subs(PRIOR_INCLUSION, 1) ** 2
    return sp.log(sp.cancel(square)) / 2


def privacy_budget(p: Exact, q: Exact, r: Exact) -> sp.Expr:
    """The largest eps (nats) for which the relative risk stays within r, exactly.

    Parameters
    ----------
    p, q : int, Fraction, Decimal, sympy.Rational or str
        Priors in (0, 1].
    r : int, Fraction, Decimal, sympy.Rational or str
        Bound on the relative risk, >= 1; `oo` (or its text) for no bound.

    Returns
    -------
    sympy.Expr
        A logarithm of an algebraic number, or `oo` where r p q >= 1.

    Raises
    ------
    DomainError
        A prior outside (0, 1], or NaN.
    InfeasibleProfileError
        r < 1.
    InputError
        An argument that is not exact (a float), or text that is not a number.

    References
    ----------
    Kazan & Reiter 2024, (12).

    Examples
    --------
    >>> privacy_budget("1/2", 1, "3/2")
    log(3)
    >>> privacy_budget("1/2", "1/2", 4)
    oo
    """
    prior_inclusion, prior_value, risk = checked_arguments(p, q, r, inexact=False)
    if _is_unconstrained(prior_inclusion, prior_value, risk):
        return sp.oo
    values = {PRIOR_INCLUSION: prior_inclusion, PRIOR_VALUE: prior_value, RELATIVE_RISK_BOUND: risk}
    return epsilon().subs(values, simultaneous=True)


def privacy_budget_mp(
    p: Exact | float | mpmath.mpf, q: Exact | float | mpmath.mpf, r: Exact | float | mpmath.mpf, digits: int
) -> mpmath.mpf:
    """The largest eps (nats) for which the relative risk stays within r, to the given number of digits.

    Parameters
    ----------
    p, q : rational, text, float or mpf
        Priors in (0, 1]; a binary float stands for exactly the number that it holds.
    r : rational, text, float or mpf
        Bound on the relative risk, >= 1, possibly infinite.
    digits : int
        Correct significant decimal digits, >= 1.

    Returns
    -------
    mpmath.mpf
        `inf` where r p q >= 1, which is decided exactly.

    Raises
    ------
    DomainError, InfeasibleProfileError, InputError
        As for `privacy_budget`; also InputError for `digits` that is not a positive integer.

    Notes
    -----
    Rational arithmetic up to the square root; after it only sums of non-negative terms, quotients and log1p.

    Examples
    --------
    >>> print(mpmath.nstr(privacy_budget_mp("1/4", "0.05", 3, 30), 30))
    0.963244675921144582271986356932
    """
    if not _is_positive_integer(digits):
        raise InputError(f"digits = {digits}: give an integer >= 1, such as 30")
    prior_inclusion, prior_value, risk = checked_arguments(p, q, r, inexact=True)
    if _is_unconstrained(prior_inclusion, prior_value, risk):
        return mpmath.mpf("inf")
    values = {PRIOR_INCLUSION: prior_inclusion, PRIOR_VALUE: prior_value, RELATIVE_RISK_BOUND: risk}
    gain_over_margin, linear, quadratic, discriminant = (
        part.subs(values, simultaneous=True) for part in _exact_parts()
    )
    with mpmath.workdps(digits + _GUARD_DIGITS):
        radical = mpmath.sqrt(_mpf(discriminant))
        numerator = _mpf(linear) + radical
        denominator = _mpf(linear + 2 * quadratic) + radical
        result = mpmath.log1p(_mpf(gain_over_margin) * numerator / denominator)
    with mpmath.workdps(digits + 1):
        return +result


@cache
def _exact_parts() -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
    """G/K, B, A and the discriminant in p, q, r: rational functions."""
    polynomial = bound_polynomial().subs(INVERSE_RISK, 1 / RELATIVE_RISK_BOUND)
    quadratic, linear = polynomial.coeff(DECAY, 2), polynomial.coeff(DECAY, 1)
    ratio = polynomial.subs(DECAY, 1) / -polynomial.subs(DECAY, 0)
    return ratio, linear, quadratic, privacy_root().discriminant


def _is_positive_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _mpf(value: sp.Rational) -> mpmath.mpf:
    return mpmath.mpf(int(value.p)) / int(value.q)


def _is_unconstrained(p: sp.Rational, q: sp.Rational, r: sp.Expr) -> bool:
    if r is sp.oo:
        return True
    values = {PRIOR_INCLUSION: p, PRIOR_VALUE: q, RELATIVE_RISK_BOUND: r}
    return bool(unconstrained_condition().polynomial.subs(values) >= 0)


def checked_arguments(
    p: object, q: object, r: object, *, inexact: bool
) -> tuple[sp.Rational, sp.Rational, sp.Expr]:
    """Priors and bound of Theorem 2, exactly; binary numbers only where inexact ones are taken.

    Raises
    ------
    DomainError, InfeasibleProfileError, InputError
        As for `privacy_budget`.
    """
    priors = []
    for name, value in (("p", p), ("q", q)):
        prior = exact_or_binary(name, value) if inexact else _exact(name, value)
        if not 0 < prior <= 1:
            raise DomainError(f"{name} = {value} is outside (0, 1]: a prior probability is > 0 and <= 1")
        priors.append(prior)
    risk = exact_or_binary("r", r) if inexact else _exact("r", r)
    if risk < 1:
        raise InfeasibleProfileError(
            f"r = {r} is below 1: no eps >= 0 satisfies it; give a bound >= 1, such as 3"
        )
    return priors[0], priors[1], risk


def exact_or_binary(name: str, value: object) -> sp.Expr:
    """The number as a SymPy rational or infinity; a binary one is exactly what it holds.

    Parameters
    ----------
    name : str
        What it is, for the message.
    value : rational, text, float or mpf

    Raises
    ------
    InputError
        NaN, or anything else.

    Examples
    --------
    >>> exact_or_binary("p", "1/10"), exact_or_binary("p", 0.25), exact_or_binary("r", float("inf"))
    (1/10, 1/4, oo)
    """
    return _exact_from_binary(name, value) if isinstance(value, float | mpmath.mpf) else _exact(name, value)


def _exact(name: str, value: object) -> sp.Expr:
    if isinstance(value, str):
        return _exact_from_text(name, value)
    if value is sp.oo or value is -sp.oo:
        return value
    return exact_number(name, value)


def _exact_from_text(name: str, text: str) -> sp.Expr:
    stripped = text.strip().lower()
    if stripped in {"oo", "inf", "infinity", "+oo"}:
        return sp.oo
    if stripped == "nan":
        raise DomainError(f"{name} is not a number (NaN)")
    try:
        number = Fraction(stripped)
    except (ValueError, ZeroDivisionError):
        raise ProfileSyntaxError(
            f"{name} = {text!r} is not a number: write it as 3, 1/4, 0.05 or 1e-6"
        ) from None
    return sp.Rational(number.numerator, number.denominator)


def _exact_from_binary(name: str, value: float | mpmath.mpf) -> sp.Expr:
    if mpmath.isnan(value):
        raise refusal(name, value)
    if mpmath.isinf(value):
        return sp.oo if value > 0 else -sp.oo
    if isinstance(value, float):
        numerator, denominator = value.as_integer_ratio()
    else:
        numerator, denominator = mpmath.libmp.to_rational(value._mpf_)
    return sp.Rational(int(numerator), int(denominator))
