"""Numbers from piecewise closed forms, exactly and at any precision; see `symbolic_eps.epsilon_array`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import sympy as sp
from flint import fmpq, fmpz_poly

from symbolic_eps.closed_forms.attained_root import attained_root
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.closed_forms.root_count import numbered_root
from symbolic_eps.closed_forms.roots import root_between
from symbolic_eps.errors import DomainError, InputError, UndecidedError
from symbolic_eps.profiles.exact_numbers import algebraic_number
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition

if TYPE_CHECKING:
    import mpmath

Values = Mapping[sp.Symbol, sp.Expr]


def holds_at(condition: Condition, values: Values) -> bool:
    """Whether a condition holds at exact (rational or real algebraic) values.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> holds_at(positive(a - 1), {a: sp.Integer(2)})
    True
    """
    return condition.relation.holds(int(sp.sign(condition.polynomial.subs(values))))


def branch_at(derived: PiecewiseInfimum, values: Values) -> Branch:
    """The branch that holds at exact parameter values.

    Raises
    ------
    symbolic_eps.errors.DomainError
        When the values break an assumption, or no prior satisfies the box there.
    symbolic_eps.errors.InputError
        When a parameter has no value, or an inexact one.
    symbolic_eps.errors.UndecidedError
        When the values lie where a partial result is open.
    """
    derived = closed_form_of(derived)
    exact = _exact_values(derived, values)
    for condition in derived.profile.parameter_region:
        if not holds_at(condition, exact):
            shown = ", ".join(f"{k} = {exact[k]}" for k in sorted(condition.symbols, key=str))
            raise DomainError(f"{shown}: the assumption {condition} is not met: take a number that meets it")
    for branch in derived.branches:
        if all(holds_at(c, exact) for c in branch.conditions):
            return branch
    for without_priors in derived.empty:
        if all(holds_at(c, exact) for c in without_priors.conditions):
            shown = ", ".join(f"{s} = {exact[s]}" for s in derived.profile.parameters)
            raise DomainError(f"{shown}: {without_priors.reason}: take other numbers")
    for region in derived.open:
        if all(holds_at(c, exact) for c in region.conditions):
            raise UndecidedError(f"eps is open where {region.condition}: {region.reason}")
    raise AssertionError("branches and open regions were proved to cover the parameter region")


def exact_epsilon(derived: PiecewiseInfimum, values: Values) -> sp.Expr:
    """The exact eps (natural logarithm) at exact parameter values; `oo` where nothing constrains it.

    Parameters
    ----------
    derived : PiecewiseInfimum
        A derived closed form.
    values : mapping of Symbol to rational
        A value for every parameter.

    Returns
    -------
    sympy.Expr
        A logarithm of an algebraic number, or `oo`.

    Raises
    ------
    symbolic_eps.errors.DomainError
        When the values break an assumption, or no prior satisfies the box there.
    symbolic_eps.errors.InputError
        When a parameter has no value, or an inexact one.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> exact_epsilon(infimum(RiskProfile("r", ["r>1"])), {"r": 3})
    log(3)/2
    """
    derived = closed_form_of(derived)
    return value_on(branch_at(derived, values), _exact_values(derived, values))


def value_on(branch: Branch, values: Values) -> sp.Expr:
    """The exact eps on a branch, at parameters for which it holds; `oo` where nothing constrains it.

    Parameters
    ----------
    branch : Branch
    values : mapping of Symbol to Expr
        Rational or real algebraic ones; rational ones where eps is the root of a higher polynomial.
    """
    if branch.epsilon is not None:
        return branch.epsilon.subs(values)
    root = _attained_root(branch, values) if branch.faces else _isolated_root(branch, values)
    return sp.oo if root == 0 else -sp.log(root)


def _attained_root(branch: Branch, values: Values) -> sp.Expr:
    """The greatest root that is attained on a face; 0 where none is."""
    if not all(sp.sympify(value, strict=True).is_Rational for value in values.values()):
        raise InputError(f"where {branch.condition}, eps is a root: give rational parameters, such as 1/4")
    found = attained_root(branch.faces, values)
    return sp.S.Zero if found is None else _root_of(*found)


def _isolated_root(branch: Branch, values: Values) -> sp.Expr:
    """The root that a branch means between its two ends, found by counting real roots."""
    assert branch.polynomial is not None and branch.between is not None
    polynomial = sp.Poly(branch.polynomial.subs(values), DECAY)
    if not (polynomial.domain.is_ZZ or polynomial.domain.is_QQ):
        raise InputError(f"where {branch.condition}, eps is a root: give rational parameters, such as 1/4")
    low, high = (end.subs(values) for end in branch.between)
    if branch.number:
        return _numbered(polynomial, low, high, branch.number)
    polynomial = polynomial.sqf_part()
    at_end = [end for end in (low, high) if polynomial.eval(end) == 0]
    inside = polynomial.count_roots(low, high) - len(at_end)
    if inside == 0:  # the conditions exclude that an end is a root besides the one within
        (root,) = at_end
        return root
    assert inside == 1 or branch.sides, "a branch isolates its root"
    return sp.CRootOf(polynomial, polynomial.count_roots(None, low))


def _numbered(polynomial: sp.Poly, low: sp.Rational, high: sp.Rational, number: int) -> sp.Expr:
    integral = polynomial.clear_denoms(convert=True)[1]
    below, above = (fmpq(int(end.p), int(end.q)) for end in (low, high))
    found = numbered_root(fmpz_poly([int(c) for c in integral.all_coeffs()[::-1]]), below, above, number)
    assert found is not None, "a branch tells its root by its number"
    return _root_of(*found)


def _root_of(factor: fmpz_poly, *near: fmpq) -> sp.Expr:
    coefficients = [sp.Integer(int(c)) for c in factor.coeffs()[::-1]]
    return root_between(coefficients, *(sp.Rational(int(end.p), int(end.q)) for end in near))


def epsilon_at_precision(derived: PiecewiseInfimum, values: Values, digits: int) -> mpmath.mpf:
    """The eps at exact parameter values, to `digits` decimal digits.

    Parameters
    ----------
    derived : PiecewiseInfimum or Derivation
        A derived closed form.
    values : mapping of str or Symbol to exact number
        A value for every parameter.
    digits : int
        Correct significant decimal digits, >= 1.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> import mpmath
    >>> mpmath.nstr(epsilon_at_precision(infimum(RiskProfile(3)), {}, 30), 30)
    '0.549306144334054845697622618461'
    """
    import mpmath

    whole: object = digits
    if not isinstance(whole, int) or isinstance(whole, bool) or whole < 1:
        raise InputError(f"digits = {digits!r}: give a whole number of digits, such as 30")
    value = exact_epsilon(derived, values)
    with mpmath.workdps(digits):
        if value is sp.oo:
            return mpmath.inf
        return mpmath.mpf(sp.Float(sp.N(value, digits), digits)._mpf_)


def _exact_values(derived: PiecewiseInfimum, values: Values) -> dict[sp.Symbol, sp.Expr]:
    check_names({s.name for s in derived.profile.parameters}, {str(s) for s in values})
    return {parameter(str(symbol)): algebraic_number(str(symbol), value) for symbol, value in values.items()}


def closed_form_of(derived: object) -> PiecewiseInfimum:
    """The closed form of what `infimum` or `derive` returned.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is something else.
    """
    closed_form = getattr(derived, "derived", derived)
    if not isinstance(closed_form, PiecewiseInfimum):
        raise InputError(
            f"{type(derived).__name__} is no derived closed form: give what derive(...) or "
            "infimum(RiskProfile(...)) returns"
        )
    return closed_form


def check_names(needed: set[str], names: set[str]) -> None:
    """Refuse missing and unknown parameters.

    Raises
    ------
    symbolic_eps.errors.InputError
        The names given are not those needed.
    """
    if missing := sorted(needed - names):
        raise InputError(
            f"no value for {', '.join(missing)}: give each a number, such as --set {missing[0]}=3"
        )
    if unknown := sorted(names - needed):
        known = ", ".join(sorted(needed)) or "none"
        raise InputError(f"unknown parameter {', '.join(unknown)}; give values for {known}")
