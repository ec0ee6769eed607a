"""Kazan & Reiter 2024, Theorem 2, (12): rounded down, on arrays.

Written by `make golden`: do not edit. The program is that of the formula `root`, whose algebra and rounding
are proved; the order of its operations matters. SHA-256 of the program:
5a74d3a374d2edf674d23c11ee281affea37534faa72c0806f5bd68820425512.
The result is at most 15.01 units in the last place below the exact value, and never above it.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def _where(condition: Any, function: Any, arrays: Any, otherwise: Any) -> Any:
    """`function(*arrays)` at the points where the condition holds, and there alone; `otherwise` elsewhere."""
    count = np.count_nonzero(condition)
    if count == condition.size:
        return function(*arrays)
    found = np.array(np.broadcast_to(otherwise, condition.shape))
    if count:
        found[condition] = function(*(a[condition] if np.ndim(a) else a for a in arrays))
    return found


def _sum_error(a: Any, b: Any, total: Any) -> Any:
    of_b = total - a
    return (a - (total - of_b)) + (b - of_b)


def _product_error(a: Any, b: Any, product: Any) -> Any:
    a_scaled = 134217729.0 * a
    a_high = a_scaled - (a_scaled - a)
    a_low = a - a_high
    b_scaled = 134217729.0 * b
    b_high = b_scaled - (b_scaled - b)
    b_low = b - b_high
    return ((((a_high * b_high) - product) + (a_high * b_low)) + (a_low * b_high)) + (a_low * b_low)


def _sign_of_root_lower(error: Any, q: Any, error_2: Any, minus: Any) -> Any:
    product = error * q
    error_3 = _product_error(error, q, product)
    minus_2 = -error_2
    minus_3 = -product
    minus_4 = -error_3
    sum_ = minus + 1.0
    error_3 = _sum_error(minus, 1.0, sum_)
    sum_2 = minus_2 + error_3
    error_3 = _sum_error(minus_2, error_3, sum_2)
    sum_3 = sum_2 + sum_
    error_4 = _sum_error(sum_2, sum_, sum_3)
    sum_ = minus_3 + error_3
    error_3 = _sum_error(minus_3, error_3, sum_)
    sum_2 = sum_ + error_4
    error_4 = _sum_error(sum_, error_4, sum_2)
    sum_ = sum_2 + sum_3
    error_5 = _sum_error(sum_2, sum_3, sum_)
    sum_2 = minus_4 + error_3
    error_3 = _sum_error(minus_4, error_3, sum_2)
    sum_3 = sum_2 + error_4
    error_4 = _sum_error(sum_2, error_4, sum_3)
    sum_2 = sum_3 + error_5
    error_5 = _sum_error(sum_3, error_5, sum_2)
    sum_3 = sum_2 + sum_
    error_6 = _sum_error(sum_2, sum_, sum_3)
    sum_ = error_4 + error_3
    error_3 = _sum_error(error_4, error_3, sum_)
    sum_2 = error_5 + sum_
    error_4 = _sum_error(error_5, sum_, sum_2)
    rest = error_3 + error_4
    sum_ = error_6 + sum_2
    error_3 = _sum_error(error_6, sum_2, sum_)
    rest = rest + error_3
    sum_2 = sum_3 + sum_
    error_3 = _sum_error(sum_3, sum_, sum_2)
    rest = rest + error_3
    exactly = sum_2 + rest
    return exactly


def _k_of_root_lower(error: Any, q: Any, error_2: Any, minus: Any, product: Any, minus_2: Any) -> Any:
    product_2 = error * q
    error_3 = _product_error(error, q, product_2)
    product_3 = error_2 * 2.0
    product_2 = product_2 * 2.0
    product_4 = error_3 * 2.0
    minus_3 = -product_3
    minus_4 = -product_2
    minus_5 = -product_4
    sum_ = minus + 2.0
    error_3 = _sum_error(minus, 2.0, sum_)
    sum_2 = product + error_3
    error_3 = _sum_error(product, error_3, sum_2)
    sum_3 = sum_2 + sum_
    error_4 = _sum_error(sum_2, sum_, sum_3)
    sum_ = error + error_3
    error_3 = _sum_error(error, error_3, sum_)
    sum_2 = sum_ + error_4
    error_4 = _sum_error(sum_, error_4, sum_2)
    sum_ = sum_2 + sum_3
    error_5 = _sum_error(sum_2, sum_3, sum_)
    sum_2 = minus_2 + error_3
    error_3 = _sum_error(minus_2, error_3, sum_2)
    sum_3 = sum_2 + error_4
    error_4 = _sum_error(sum_2, error_4, sum_3)
    sum_2 = sum_3 + error_5
    error_5 = _sum_error(sum_3, error_5, sum_2)
    sum_3 = sum_2 + sum_
    error_6 = _sum_error(sum_2, sum_, sum_3)
    sum_ = minus_3 + error_3
    error_3 = _sum_error(minus_3, error_3, sum_)
    sum_2 = sum_ + error_4
    error_4 = _sum_error(sum_, error_4, sum_2)
    sum_ = sum_2 + error_5
    error_5 = _sum_error(sum_2, error_5, sum_)
    sum_2 = sum_ + error_6
    error_6 = _sum_error(sum_, error_6, sum_2)
    sum_ = sum_2 + sum_3
    error_7 = _sum_error(sum_2, sum_3, sum_)
    sum_2 = minus_4 + error_3
    error_3 = _sum_error(minus_4, error_3, sum_2)
    sum_3 = sum_2 + error_4
    error_4 = _sum_error(sum_2, error_4, sum_3)
    sum_2 = sum_3 + error_5
    error_5 = _sum_error(sum_3, error_5, sum_2)
    sum_3 = sum_2 + error_6
    error_6 = _sum_error(sum_2, error_6, sum_3)
    sum_2 = sum_3 + error_7
    error_7 = _sum_error(sum_3, error_7, sum_2)
    sum_3 = sum_2 + sum_
    error_8 = _sum_error(sum_2, sum_, sum_3)
    sum_ = minus_5 + error_3
    error_3 = _sum_error(minus_5, error_3, sum_)
    sum_2 = sum_ + error_4
    error_4 = _sum_error(sum_, error_4, sum_2)
    sum_ = sum_2 + error_5
    error_5 = _sum_error(sum_2, error_5, sum_)
    sum_2 = sum_ + error_6
    error_6 = _sum_error(sum_, error_6, sum_2)
    sum_ = sum_2 + error_7
    error_7 = _sum_error(sum_2, error_7, sum_)
    sum_2 = sum_ + error_8
    error_8 = _sum_error(sum_, error_8, sum_2)
    sum_ = sum_2 + sum_3
    error_9 = _sum_error(sum_2, sum_3, sum_)
    sum_2 = error_4 + error_3
    error_3 = _sum_error(error_4, error_3, sum_2)
    sum_3 = error_5 + sum_2
    error_4 = _sum_error(error_5, sum_2, sum_3)
    rest = error_3 + error_4
    sum_2 = error_6 + sum_3
    error_3 = _sum_error(error_6, sum_3, sum_2)
    rest = rest + error_3
    sum_3 = error_7 + sum_2
    error_3 = _sum_error(error_7, sum_2, sum_3)
    rest = rest + error_3
    sum_2 = error_8 + sum_3
    error_3 = _sum_error(error_8, sum_3, sum_2)
    rest = rest + error_3
    sum_3 = error_9 + sum_2
    error_3 = _sum_error(error_9, sum_2, sum_3)
    rest = rest + error_3
    sum_2 = sum_ + sum_3
    error_3 = _sum_error(sum_, sum_3, sum_2)
    rest = rest + error_3
    exactly = sum_2 + rest
    return exactly


def _value_of_root_lower(r: Any, product: Any, rest: Any, product_2: Any, error: Any, q: Any, error_2: Any, sign: Any) -> Any:
    g = r - 1.0
    minus = -r
    product_3 = product * 2.0
    rest_2 = rest * 2.0
    minus_2 = -product_3
    minus_3 = -rest_2
    sum_ = 2.0 + minus
    error_3 = _sum_error(2.0, minus, sum_)
    size = 2.0 + np.abs(minus)
    sum_2 = sum_ + product_2
    error_4 = _sum_error(sum_, product_2, sum_2)
    rest_2 = error_3 + error_4
    rest_2 = rest_2 + error
    size = size + np.abs(product_2)
    sum_ = sum_2 + minus_2
    error_3 = _sum_error(sum_2, minus_2, sum_)
    rest_2 = rest_2 + error_3
    rest_2 = rest_2 + minus_3
    size = size + np.abs(minus_2)
    quick = sum_ + rest_2
    holds = np.abs(quick) <= (9.313225746154785e-10 * size)
    k = _where(holds, _k_of_root_lower, (error, q, error_2, minus, product_2, minus_2), quick)
    half = 0.5 * k
    square = (half * half) + (sign * g)
    holds = (g >= 1.0261342003245941e-289) & (sign >= 1.0261342003245941e-289) & (sign <= 9.7453140114e+288) & (square >= 1.0261342003245941e-289) & (square <= 9.7453140114e+288)
    root = np.sqrt(square)
    holds_2 = k > 0.0
    both = half + root
    z = g / both
    both = root - half
    z_2 = both / sign
    z = np.where(holds_2, z, z_2)
    z_2 = (-1.0) - g
    z = np.where(holds, z, z_2)
    holds = (z >= 1.1830521861667747e-271) & (z <= 9.7453140114e+288)
    logarithm = np.log1p(z)
    holds_2 = g == 0.0
    value = np.where(holds_2, 0.0, -1.0)
    value = np.where(holds, logarithm, value)
    return value


def values_of_root_lower(r: Any, p: Any, q: Any) -> Any:
    """eps, never above the exact value; NaN where a number is too small or too large."""
    inside = r >= 1.0
    inside &= p > 0.0
    inside &= p <= 1.0
    inside &= q > 0.0
    inside &= q <= 1.0
    inside &= r <= 2.037035976334486e+90
    inside &= p >= 2.2250738585072014e-308
    inside &= q >= 2.2250738585072014e-308
    product = r * p
    error = _product_error(r, p, product)
    product_2 = product * q
    error_2 = _product_error(product, q, product_2)
    rest = error_2 + (error * q)
    minus = -product_2
    minus_2 = -rest
    sum_ = 1.0 + minus
    error_3 = _sum_error(1.0, minus, sum_)
    rest_2 = error_3 + minus_2
    size = 1.0 + np.abs(minus)
    quick = sum_ + rest_2
    holds = np.abs(quick) <= (9.313225746154785e-10 * size)
    sign = _where(holds, _sign_of_root_lower, (error, q, error_2, minus), quick)
    holds = sign <= 0.0
    value = _where(~holds, _value_of_root_lower, (r, product_2, rest, product, error, q, error_2, sign), np.inf)
    holds = (value > 0.0) & (value < np.inf)
    lower = value - (value * 1.1102230246251568e-16)
    lower = lower - (lower * 1.1102230246251568e-16)
    lower = lower - (lower * 1.1102230246251568e-16)
    lower = lower - (lower * 1.1102230246251568e-16)
    lower = lower - (lower * 1.1102230246251568e-16)
    lower = lower - (lower * 1.1102230246251568e-16)
    lower = lower - (lower * 1.1102230246251568e-16)
    lower = lower - (lower * 1.1102230246251568e-16)
    value = np.where(holds, lower, value)
    inside &= value >= 0.0
    return np.where(inside, value, np.nan)
