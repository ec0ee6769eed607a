"""Kazan & Reiter 2024, Theorem 2, (12): rounded down, on arrays.

Written by `make golden`: do not edit. The program is that of the formula `root`, whose algebra and rounding
are proved; the order of its operations matters. SHA-256 of the program:
ea0248966b1278a2a4a4d8b41f94d50e3b4403ea6b0379ff0bdb3f70b3ce9cdf.
The result is at most 15.01 units in the last place below the exact value, and never above it.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def _where(condition: Any, function: Any, arrays: Any, otherwise: Any) -> Any:
    """`function(*arrays)` where the condition holds, and there alone; `otherwise` elsewhere."""
    (places,) = condition.nonzero()
    if not places.size:
        return otherwise if np.ndim(otherwise) else np.full(condition.shape, otherwise)
    if places.size == condition.size:
        return function(*arrays)
    found = np.full(condition.shape, otherwise)
    found[places] = function(*(a.take(places) if np.ndim(a) else a for a in arrays))
    return found


def _sum_error(a: Any, b: Any, total: Any) -> Any:
    of_b = total - a
    return a - (total - of_b) + (b - of_b)


def _product_error(a: Any, b: Any, product: Any) -> Any:
    a_scaled = 134217729.0 * a
    a_high = a_scaled - (a_scaled - a)
    a_low = a - a_high
    b_scaled = 134217729.0 * b
    b_high = b_scaled - (b_scaled - b)
    b_low = b - b_high
    return a_high * b_high - product + a_high * b_low + a_low * b_high + a_low * b_low


def _within(*numbers: Any) -> Any:
    """Whether squares, products and quotients of such numbers neither overflow nor underflow."""
    inside = np.True_
    for x in numbers:
        if not (np.min(x) >= 2.0**-960 and np.max(x) <= 2.0**960):
            inside = inside & (x >= 2.0**-960) & (x <= 2.0**960)
    return inside


def _chosen(condition: Any, one: Any, other: Any) -> Any:
    """The first value where the condition holds, else the other one; by their bits: no branches."""
    holding = np.count_nonzero(condition)
    if np.ndim(one) and holding == np.size(condition):
        return one
    if np.ndim(other) and not holding:
        return other
    one, other = (np.asarray(x).view(np.int64) for x in (one, other))
    return (condition * (one ^ other) ^ other).view(float)


def _sign_of_root_lower(rp_error: Any, q: Any, rpq_error: Any, minus: Any) -> Any:
    rpq_part = rp_error * q
    rpq_part_error = _product_error(rp_error, q, rpq_part)
    minus_2 = -rpq_error
    minus_3 = -rpq_part
    minus_4 = -rpq_part_error
    sum_ = minus + 1.0
    error = _sum_error(minus, 1.0, sum_)
    sum_2 = minus_2 + error
    error = _sum_error(minus_2, error, sum_2)
    sum_3 = sum_2 + sum_
    error_2 = _sum_error(sum_2, sum_, sum_3)
    sum_ = minus_3 + error
    error = _sum_error(minus_3, error, sum_)
    sum_2 = sum_ + error_2
    error_2 = _sum_error(sum_, error_2, sum_2)
    sum_ = sum_2 + sum_3
    error_3 = _sum_error(sum_2, sum_3, sum_)
    sum_2 = minus_4 + error
    error = _sum_error(minus_4, error, sum_2)
    sum_3 = sum_2 + error_2
    error_2 = _sum_error(sum_2, error_2, sum_3)
    sum_2 = sum_3 + error_3
    error_3 = _sum_error(sum_3, error_3, sum_2)
    sum_3 = sum_2 + sum_
    error_4 = _sum_error(sum_2, sum_, sum_3)
    sum_ = error_2 + error
    error = _sum_error(error_2, error, sum_)
    sum_2 = error_3 + sum_
    error_2 = _sum_error(error_3, sum_, sum_2)
    rest = error + error_2
    sum_ = error_4 + sum_2
    error = _sum_error(error_4, sum_2, sum_)
    rest = rest + error
    sum_2 = sum_3 + sum_
    error = _sum_error(sum_3, sum_, sum_2)
    rest = rest + error
    return sum_2 + rest


def _k_of_root_lower(rp_error: Any, q: Any, rpq: Any, rpq_error: Any, minus: Any, rp: Any) -> Any:
    rpq_part = rp_error * q
    rpq_part_error = _product_error(rp_error, q, rpq_part)
    rpq_2 = rpq * 2.0
    rpq_2_part = rpq_error * 2.0
    rpq_2_part_2 = rpq_part * 2.0
    rpq_2_part_3 = rpq_part_error * 2.0
    minus_2 = -rpq_2
    minus_3 = -rpq_2_part
    minus_4 = -rpq_2_part_2
    minus_5 = -rpq_2_part_3
    sum_ = minus + 2.0
    error = _sum_error(minus, 2.0, sum_)
    sum_2 = rp + error
    error = _sum_error(rp, error, sum_2)
    sum_3 = sum_2 + sum_
    error_2 = _sum_error(sum_2, sum_, sum_3)
    sum_ = rp_error + error
    error = _sum_error(rp_error, error, sum_)
    sum_2 = sum_ + error_2
    error_2 = _sum_error(sum_, error_2, sum_2)
    sum_ = sum_2 + sum_3
    error_3 = _sum_error(sum_2, sum_3, sum_)
    sum_2 = minus_2 + error
    error = _sum_error(minus_2, error, sum_2)
    sum_3 = sum_2 + error_2
    error_2 = _sum_error(sum_2, error_2, sum_3)
    sum_2 = sum_3 + error_3
    error_3 = _sum_error(sum_3, error_3, sum_2)
    sum_3 = sum_2 + sum_
    error_4 = _sum_error(sum_2, sum_, sum_3)
    sum_ = minus_3 + error
    error = _sum_error(minus_3, error, sum_)
    sum_2 = sum_ + error_2
    error_2 = _sum_error(sum_, error_2, sum_2)
    sum_ = sum_2 + error_3
    error_3 = _sum_error(sum_2, error_3, sum_)
    sum_2 = sum_ + error_4
    error_4 = _sum_error(sum_, error_4, sum_2)
    sum_ = sum_2 + sum_3
    error_5 = _sum_error(sum_2, sum_3, sum_)
    sum_2 = minus_4 + error
    error = _sum_error(minus_4, error, sum_2)
    sum_3 = sum_2 + error_2
    error_2 = _sum_error(sum_2, error_2, sum_3)
    sum_2 = sum_3 + error_3
    error_3 = _sum_error(sum_3, error_3, sum_2)
    sum_3 = sum_2 + error_4
    error_4 = _sum_error(sum_2, error_4, sum_3)
    sum_2 = sum_3 + error_5
    error_5 = _sum_error(sum_3, error_5, sum_2)
    sum_3 = sum_2 + sum_
    error_6 = _sum_error(sum_2, sum_, sum_3)
    sum_ = minus_5 + error
    error = _sum_error(minus_5, error, sum_)
    sum_2 = sum_ + error_2
    error_2 = _sum_error(sum_, error_2, sum_2)
    sum_ = sum_2 + error_3
    error_3 = _sum_error(sum_2, error_3, sum_)
    sum_2 = sum_ + error_4
    error_4 = _sum_error(sum_, error_4, sum_2)
    sum_ = sum_2 + error_5
    error_5 = _sum_error(sum_2, error_5, sum_)
    sum_2 = sum_ + error_6
    error_6 = _sum_error(sum_, error_6, sum_2)
    sum_ = sum_2 + sum_3
    error_7 = _sum_error(sum_2, sum_3, sum_)
    sum_2 = error_2 + error
    error = _sum_error(error_2, error, sum_2)
    sum_3 = error_3 + sum_2
    error_2 = _sum_error(error_3, sum_2, sum_3)
    rest = error + error_2
    sum_2 = error_4 + sum_3
    error = _sum_error(error_4, sum_3, sum_2)
    rest = rest + error
    sum_3 = error_5 + sum_2
    error = _sum_error(error_5, sum_2, sum_3)
    rest = rest + error
    sum_2 = error_6 + sum_3
    error = _sum_error(error_6, sum_3, sum_2)
    rest = rest + error
    sum_3 = error_7 + sum_2
    error = _sum_error(error_7, sum_2, sum_3)
    rest = rest + error
    sum_2 = sum_ + sum_3
    error = _sum_error(sum_, sum_3, sum_2)
    rest = rest + error
    return sum_2 + rest


def _value_of_root_lower(r: Any, sum_: Any, rest: Any, size: Any, rp: Any, rp_error: Any, q: Any, rpq: Any, rpq_error: Any, sign: Any) -> Any:
    g = r - 1.0
    twice = 2.0 * sum_
    twice_2 = 2.0 * rest
    twice_3 = 2.0 * size
    minus = -r
    sum_2 = twice + minus
    error = _sum_error(twice, minus, sum_2)
    rest_2 = twice_2 + error
    size_2 = twice_3 + np.abs(minus)
    sum_3 = sum_2 + rp
    error = _sum_error(sum_2, rp, sum_3)
    rest_2 = rest_2 + error
    rest_2 = rest_2 + rp_error
    size_2 = size_2 + np.abs(rp)
    quick = sum_3 + rest_2
    holds = np.abs(quick) <= 2.0**-30 * size_2
    k = _where(holds, _k_of_root_lower, (rp_error, q, rpq, rpq_error, minus, rp), quick)
    half = 0.5 * k
    square = half * half + sign * g
    holds = (g >= 2.0**-960) & _within(sign, square)
    root = np.sqrt(square)
    holds_2 = k > 0.0
    both = half + root
    z = g / both
    both = root - half
    z_2 = both / sign
    z = _chosen(holds_2, z, z_2)
    z_2 = -1.0 - g
    z = _chosen(holds, z, z_2)
    holds = (z >= 2.0**-900) & (z <= 2.0**960)
    logarithm = np.log1p(z)
    holds_2 = g == 0.0
    value = _chosen(holds_2, 0.0, -1.0)
    value = _chosen(holds, logarithm, value)
    return value


def values_of_root_lower(r: Any, p: Any, q: Any) -> Any:
    """eps, never above the exact value; NaN where a number is too small or too large."""
    inside = r >= 1.0
    inside &= p > 0.0
    inside &= p <= 1.0
    inside &= q > 0.0
    inside &= q <= 1.0
    inside &= r <= 2.0**300
    inside &= p >= 2.0**-1022
    inside &= q >= 2.0**-1022
    rp = r * p
    rp_error = _product_error(r, p, rp)
    rpq = rp * q
    rpq_error = _product_error(rp, q, rpq)
    rest = rpq_error + rp_error * q
    minus = -rpq
    minus_2 = -rest
    sum_ = 1.0 + minus
    error = _sum_error(1.0, minus, sum_)
    rest = error + minus_2
    size = 1.0 + np.abs(minus)
    quick = sum_ + rest
    holds = np.abs(quick) <= 2.0**-30 * size
    sign = _where(holds, _sign_of_root_lower, (rp_error, q, rpq_error, minus), quick)
    holds = sign <= 0.0
    value = _where(~holds, _value_of_root_lower, (r, sum_, rest, size, rp, rp_error, q, rpq, rpq_error, sign), np.inf)
    holds = (value > 0.0) & (value < np.inf)
    lower = value - value * 1.1102230246251568e-16
    lower = lower - lower * 1.1102230246251568e-16
    lower = lower - lower * 1.1102230246251568e-16
    lower = lower - lower * 1.1102230246251568e-16
    lower = lower - lower * 1.1102230246251568e-16
    lower = lower - lower * 1.1102230246251568e-16
    lower = lower - lower * 1.1102230246251568e-16
    lower = lower - lower * 1.1102230246251568e-16
    value = _chosen(holds, lower, value)
    inside &= value >= 0.0
    return np.where(inside, value, np.nan)
