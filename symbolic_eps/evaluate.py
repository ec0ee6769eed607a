"""Numbers from piecewise closed forms: exactly, at any precision, and on float64 arrays.

Branches are evaluated as log(1 + (e^eps - 1)) with the cancellation-free e^eps - 1 of `Branch.excess`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sympy as sp

from symbolic_eps.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.errors import DomainError, InputError, UndecidedError
from symbolic_eps.parse import parse_number
from symbolic_eps.symbols import DECAY, parameter
from verify.condition import Condition

if TYPE_CHECKING:
    import mpmath
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Values = Mapping[sp.Symbol, sp.Expr]


def holds_at(condition: Condition, values: Values) -> bool:
    """Whether a condition holds at exact (rational or real algebraic) values.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.condition import positive
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
    exact = _exact_values(derived, values)
    for condition in derived.profile.parameter_region:
        if not holds_at(condition, exact):
            given = ", ".join(f"{k} = {exact[k]}" for k in sorted(condition.symbols, key=str))
            raise DomainError(f"{given}: the assumption {condition} is not met")
    for branch in derived.branches:
        if all(holds_at(c, exact) for c in branch.conditions):
            return branch
    for without_priors in derived.empty:
        if all(holds_at(c, exact) for c in without_priors.conditions):
            given = ", ".join(f"{s} = {exact[s]}" for s in derived.profile.parameters)
            raise DomainError(f"{given}: {without_priors.reason}")
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
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profile import RiskProfile
    >>> from symbolic_eps.symbols import parameter
    >>> from verify.condition import positive
    >>> r = parameter("r")
    >>> exact_epsilon(infimum(RiskProfile(r, (positive(r - 1),))), {r: sp.Integer(3)})
    log(3)/2
    """
    branch = branch_at(derived, values)
    exact = _exact_values(derived, values)
    if branch.epsilon is not None:
        return branch.epsilon.subs(exact)
    return -sp.log(_isolated_root(branch, exact))


def _isolated_root(branch: Branch, values: Values) -> sp.Expr:
    assert branch.polynomial is not None and branch.between is not None
    polynomial = sp.Poly(branch.polynomial.subs(values), DECAY)
    low, high = (end.subs(values) for end in branch.between)
    roots = [root for root in sp.real_roots(polynomial, multiple=False) if low <= root[0] <= high]
    (root, _), *others = roots
    if others:
        # Only the ends 0 and 1 of the interval can be further roots, where the conditions exclude them.
        inner = [r for r, _ in roots if low < r < high]
        return inner[0]
    return root


def epsilon_at_precision(derived: PiecewiseInfimum, values: Values, digits: int) -> mpmath.mpf:
    """The eps at exact parameter values, to `digits` decimal digits.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profile import RiskProfile
    >>> import mpmath
    >>> mpmath.nstr(epsilon_at_precision(infimum(RiskProfile(sp.Integer(3))), {}, 30), 30)
    '0.549306144334054845697622618461'
    """
    import mpmath

    value = exact_epsilon(derived, values)
    with mpmath.workdps(digits):
        if value is sp.oo:
            return mpmath.inf
        return mpmath.mpf(sp.N(value, digits)._mpf_)


def epsilon_array(derived: PiecewiseInfimum, values: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
    """The eps on arrays of parameter values, in float64.

    Parameters
    ----------
    derived : PiecewiseInfimum
        A derived closed form, every branch with a form in square roots.
    values : mapping of str to array_like of float
        A value for every parameter, by name; the arrays broadcast.

    Returns
    -------
    ndarray of float64
        Shape of the broadcast arrays; `inf` where nothing constrains eps, `nan` where a partial result is
        open. Rounding errors go both ways: for a budget that is to be used, take `symbolic_eps.recommend`,
        which rounds down.

    Raises
    ------
    symbolic_eps.errors.DomainError
        When some values break an assumption, or no prior satisfies the box there; the message names the
        first.
    symbolic_eps.errors.InputError
        When a parameter is missing or unknown, or a branch is a root without a form in square roots.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profile import RiskProfile
    >>> from symbolic_eps.symbols import parameter
    >>> from verify.condition import positive
    >>> r = parameter("r")
    >>> derived = infimum(RiskProfile(r, (positive(r - 1),)))
    >>> epsilon_array(derived, {"r": [2.0, 3.0]}).round(3).tolist()
    [0.347, 0.549]
    """
    import numpy as np

    symbols = derived.profile.parameters
    _check_names({s.name for s in symbols}, set(values))
    arrays = np.broadcast_arrays(*(np.asarray(values[s.name], dtype=np.float64) for s in symbols))
    shape = arrays[0].shape if arrays else ()
    for symbol, array in zip(symbols, arrays, strict=True):
        if not np.all(np.isfinite(array)):
            raise DomainError(f"{symbol} has a value that is not finite: parameters are numbers")
    for condition in derived.profile.parameter_region:
        broken = ~_truth(condition, symbols, arrays)
        _refuse(broken, f"the assumption {condition} is not met", symbols, arrays)
    for without_priors in derived.empty:
        _refuse(_held(without_priors.conditions, symbols, arrays), without_priors.reason, symbols, arrays)
    result = np.full(shape, np.nan)
    for branch in derived.branches:
        held = _held(branch.conditions, symbols, arrays)
        result[held] = _branch_values(branch, symbols, [a[held] for a in arrays])
    return result


def _branch_values(branch: Branch, symbols: tuple[sp.Symbol, ...], arrays: list[Any]) -> Any:
    import numpy as np

    if branch.polynomial is None:
        return np.inf
    if branch.excess is None:
        raise InputError(
            f"where {branch.condition}, eps is a root without a form in square roots; evaluate it exactly"
        )
    return np.log1p(sp.lambdify(symbols, branch.excess, "numpy")(*arrays))


def _refuse(wrong: Any, reason: str, symbols: tuple[sp.Symbol, ...], arrays: Any) -> None:
    """A `DomainError` that names the first values with which something is wrong, if there are some."""
    import numpy as np

    if np.any(wrong):
        at = tuple(int(i) for i in np.argwhere(np.atleast_1d(wrong))[0])
        given = ", ".join(f"{s} = {np.atleast_1d(v)[at]!r}" for s, v in zip(symbols, arrays, strict=True))
        raise DomainError(f"{given}: {reason}")


def _held(conditions: tuple[Condition, ...], symbols: tuple[sp.Symbol, ...], arrays: Any) -> Any:
    import numpy as np

    held = np.ones(arrays[0].shape if len(arrays) else (), dtype=bool)
    for condition in conditions:
        held &= _truth(condition, symbols, arrays)
    return held


def _truth(condition: Condition, symbols: tuple[sp.Symbol, ...], arrays: Any) -> Any:
    """The condition compared side with side, as it is shown, on float64 arrays."""
    import numpy as np

    held = sp.lambdify(symbols, condition.relational, "numpy")(*arrays)
    return np.broadcast_to(np.asarray(held, dtype=bool), arrays[0].shape if len(arrays) else ())


def _exact_values(derived: PiecewiseInfimum, values: Values) -> dict[sp.Symbol, sp.Expr]:
    _check_names({s.name for s in derived.profile.parameters}, {str(s) for s in values})
    exact = {
        parameter(str(symbol)): parse_number(value)
        if isinstance(value, str)
        else sp.sympify(value, strict=True)
        for symbol, value in values.items()
    }
    for symbol, value in exact.items():
        if not (value.is_number and value.is_real and value.is_algebraic) or value.has(sp.Float):
            raise InputError(f"{symbol} = {value}: exact evaluation needs a rational number, such as 1/4")
    return exact


def _check_names(needed: set[str], given: set[str]) -> None:
    if missing := sorted(needed - given):
        raise InputError(f"no value for {', '.join(missing)}")
    if unknown := sorted(given - needed):
        known = ", ".join(sorted(needed)) or "none"
        raise InputError(f"unknown parameter {', '.join(unknown)}; the closed form has {known}")
