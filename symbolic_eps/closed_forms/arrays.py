"""Derived closed forms on arrays of parameter values: in float64, or rounded down with a proof.

To nearest, branches are evaluated as log(1 + (e^eps - 1)) with the cancellation-free e^eps - 1 of
`Branch.excess`. Rounded down, each point is exact: branches by exact signs, eps by ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

from symbolic_eps.closed_forms.array_arguments import (
    Arrays,
    broadcast_arrays,
    point_at,
    read_array,
    refuse,
    said_at,
    shape_of,
)
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.compiled_form import CompiledForm
from symbolic_eps.closed_forms.evaluate import check_names, closed_form_of, exact_epsilon
from symbolic_eps.errors import DomainError, InputError, UndecidedError
from symbolic_eps.theory.rounding import Rounding, is_down
from verify.enclosure import Enclosure, enclose_to
from verify.language.condition import Condition

_NARROW = Fraction(1, 2**60)


def epsilon_array(
    derived: PiecewiseInfimum, values: Mapping[str, ArrayLike], *, rounding: Rounding = "nearest"
) -> NDArray[np.float64]:
    """The eps on arrays of parameter values, in float64.

    Parameters
    ----------
    derived : PiecewiseInfimum or Derivation
        A derived closed form.
    values : mapping of str to array_like
        A value for every parameter, by name; the arrays broadcast. Floats stand for the binary64 numbers that
        they are; ints, Fractions, Decimals and texts such as "1/4" are exact.
    rounding : {"nearest", "down"}
        `down` for a budget that is spent: never above the exact value.

    Returns
    -------
    ndarray of float64
        Shape of the broadcast arrays; `inf` where nothing constrains eps, `nan` where a partial result is
        open. To nearest, rounding errors go both ways, also in the choice of the branch next to a border.
        Rounded down, each value is the largest binary64 that is not above an interval, of a relative width
        below 2^-60, that is proved to contain the exact eps of exactly these parameters.

    Raises
    ------
    symbolic_eps.errors.DomainError
        When some values break an assumption, or no prior satisfies the box there; the message names the
        first.
    symbolic_eps.errors.InputError
        When a parameter is missing or unknown, values are no real numbers or do not broadcast, or `rounding`
        is neither of the two.
    symbolic_eps.errors.UnsafeArithmeticError
        When `rounding="down"` is asked of a processor that is set to round otherwise than to nearest.

    Notes
    -----
    Rounded down, points are evaluated one by one, in about 0.1 ms each: hundreds to thousands of times as
    long as to nearest. So are, whatever the rounding, the points of a branch that is the root of a polynomial
    of degree 3 or more.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> derived = infimum(RiskProfile("r", ["r>1"]))
    >>> epsilon_array(derived, {"r": [2.0, 3.0]}).round(3).tolist()
    [0.347, 0.549]
    >>> epsilon_array(derived, {"r": ["1.1", 3]}, rounding="down").tolist()
    [0.047655089902162426, 0.5493061443340548]
    """
    form, down = closed_form_of(derived), is_down(rounding)
    if not isinstance(values, Mapping):
        raise InputError('values by parameter are wanted, such as {"r": [2.0, 3.0]}')
    names = [s.name for s in form.profile.parameters]
    check_names(set(names), {str(name) for name in values})
    arrays = broadcast_arrays({str(name): read_array(str(name), array) for name, array in values.items()})
    arrays = {name: arrays[name] for name in names}
    return _below(form, arrays) if down else _nearest(form, arrays)


def _below(derived: PiecewiseInfimum, arrays: Arrays) -> NDArray[np.float64]:
    form = CompiledForm(derived)
    result = np.empty(shape_of(arrays))
    for index in np.ndindex(result.shape):
        enclosure = _narrow(form, derived, arrays, index)
        result[index] = np.nan if enclosure is None else enclosure.double_lower()
    return result


def _narrow(
    form: CompiledForm, derived: PiecewiseInfimum, arrays: Arrays, index: tuple[int, ...]
) -> Enclosure | None:
    """By the compiled form, or else from the exact expression."""
    enclosure = form.enclosure(point_at(arrays, index))
    if enclosure is None or not _is_narrow(enclosure):
        return _exactly(derived, arrays, index)
    return enclosure


def _is_narrow(enclosure: Enclosure) -> bool:
    return enclosure.width == 0 or enclosure.width <= _NARROW * Fraction(enclosure.lower)


def _exactly(derived: PiecewiseInfimum, arrays: Arrays, index: tuple[int, ...]) -> Enclosure | None:
    """A narrow interval that contains the exact eps at one point; None where a partial result is open."""
    exact = {name: sp.Rational(v.numerator, v.denominator) for name, v in point_at(arrays, index).items()}
    try:
        return enclose_to(exact_epsilon(derived, exact), _NARROW)
    except UndecidedError:
        if not derived.open:
            raise
        return None
    except DomainError as error:
        reason = str(error).partition(": ")[2].partition(": ")[0]
        raise DomainError(f"{said_at(arrays, index)}: {reason}: take a number that meets it") from None


def _nearest(derived: PiecewiseInfimum, exact: Arrays) -> NDArray[np.float64]:
    symbols = derived.profile.parameters
    try:
        arrays = [array.astype(np.float64) for array in exact.values()]
    except OverflowError:
        raise InputError(
            "a parameter is beyond 2^1024: give numbers that float64 holds, or rounding='down'"
        ) from None
    shape = shape_of(exact)
    for condition in derived.profile.parameter_region:
        refuse(~_truth(condition, symbols, arrays), f"the assumption {condition} is not met", exact)
    for region in derived.empty:
        refuse(_all_true(region.conditions, symbols, arrays), region.reason, exact)
    result = np.full(shape, np.nan)
    for branch in derived.branches:
        mask = _all_true(branch.conditions, symbols, arrays)
        if branch.polynomial is None:
            result[mask] = np.inf
        elif branch.excess is not None:
            excess = sp.lambdify(symbols, branch.excess, "numpy")(*(a[mask] for a in arrays))
            result[mask] = np.log1p(excess)
        else:
            form = CompiledForm(derived)
            for index in (tuple(int(i) for i in at) for at in np.argwhere(mask)):
                ends = _narrow(form, derived, exact, index)
                result[index] = np.nan if ends is None else float((ends.lower + ends.upper) / 2)
    return result


def _all_true(conditions: tuple[Condition, ...], symbols: tuple[sp.Symbol, ...], arrays: Any) -> Any:
    mask = np.ones(arrays[0].shape if arrays else (), dtype=bool)
    for condition in conditions:
        mask &= _truth(condition, symbols, arrays)
    return mask


def _truth(condition: Condition, symbols: tuple[sp.Symbol, ...], arrays: Any) -> Any:
    """The condition compared side with side, as it is shown, on float64 arrays."""
    truth = sp.lambdify(symbols, condition.relational, "numpy")(*arrays)
    return np.broadcast_to(np.asarray(truth, dtype=bool), arrays[0].shape if len(arrays) else ())
