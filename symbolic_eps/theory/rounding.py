"""Results in float64 rounded to nearest or down, and a check of the assumptions of the proofs.

That is IEEE 754 with rounding to nearest and with subnormal numbers. A library that is loaded, or a call of
the C function `fesetround`, can change it for the whole thread.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from symbolic_eps.errors import InputError, UnsafeArithmeticError

Rounding: TypeAlias = Literal["nearest", "down"]
"""`nearest`: the error goes both ways; `down`: never above the exact value."""

# Variables, which no compiler folds: the arithmetic is that of the moment.
_one, _tiny, _smallest = 1.0, 2.0**-60, 2.0**-1022


def is_down(rounding: object) -> bool:
    """Whether to round down, from the argument `rounding`.

    Raises
    ------
    InputError
        It is neither `"nearest"` nor `"down"`.
    UnsafeArithmeticError
        It is `"down"`, and the processor's arithmetic is not the one that proofs assume.

    Examples
    --------
    >>> is_down("nearest"), is_down("down")
    (False, True)
    """
    if not isinstance(rounding, str) or rounding not in ("nearest", "down"):
        raise InputError(f"rounding = {rounding!r}: give 'nearest', or 'down' (never above the exact)")
    if rounding == "nearest":
        return False
    if not (_one + _tiny == _one and _one - _tiny == _one):
        raise UnsafeArithmeticError(
            "rounding='down' is proved for the rounding mode to nearest, and another one is set "
            "(fesetround): set it back, or use symbolic_eps.privacy_budget, which is exact"
        )
    if not _smallest / 2 > 0:
        raise UnsafeArithmeticError(
            "rounding='down' is proved with numbers below 2^-1022, and the processor replaces them by 0 (a "
            "library was built with -ffast-math): use symbolic_eps.privacy_budget, which is exact"
        )
    return True
