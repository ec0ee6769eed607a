"""Kazan & Reiter 2024, Theorem 2, (12): rounded down, on arrays.

Written by `make golden`: do not edit. The program is that of the formula `root`, whose algebra and rounding
are proved; the order of its operations matters. SHA-256 of the program:
436ef1b4b671305579975f0c775072867996198cd2931f36019e424ba86e0b3b.
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


def _sign_of_root_lower(error: Any, q: Any, high: Any, low: Any, error_2: Any, minus: Any) -> Any:
    product = error * q
    scaled = 134217729.0 * error
    high_2 = scaled - (scaled - error)
    low_2 = error - high_2
    error_3 = ((((high_2 * high) - product) + (high_2 * low)) + (low_2 * high)) + (low_2 * low)
    minus_2 = -error_2
    minus_3 = -product
    minus_4 = -error_3
    sum_ = minus + 1.0
    of = sum_ - minus
    error_3 = (minus - (sum_ - of)) + (1.0 - of)
    sum_2 = minus_2 + error_3
    of = sum_2 - minus_2
    error_3 = (minus_2 - (sum_2 - of)) + (error_3 - of)
    sum_3 = sum_2 + sum_
    of = sum_3 - sum_2
    error_4 = (sum_2 - (sum_3 - of)) + (sum_ - of)
    sum_ = minus_3 + error_3
    of = sum_ - minus_3
    error_3 = (minus_3 - (sum_ - of)) + (error_3 - of)
    sum_2 = sum_ + error_4
    of = sum_2 - sum_
    error_4 = (sum_ - (sum_2 - of)) + (error_4 - of)
    sum_ = sum_2 + sum_3
    of = sum_ - sum_2
    error_5 = (sum_2 - (sum_ - of)) + (sum_3 - of)
    sum_2 = minus_4 + error_3
    of = sum_2 - minus_4
    error_3 = (minus_4 - (sum_2 - of)) + (error_3 - of)
    sum_3 = sum_2 + error_4
    of = sum_3 - sum_2
    error_4 = (sum_2 - (sum_3 - of)) + (error_4 - of)
    sum_2 = sum_3 + error_5
    of = sum_2 - sum_3
    error_5 = (sum_3 - (sum_2 - of)) + (error_5 - of)
    sum_3 = sum_2 + sum_
    of = sum_3 - sum_2
    error_6 = (sum_2 - (sum_3 - of)) + (sum_ - of)
    sum_ = error_4 + error_3
    of = sum_ - error_4
    error_3 = (error_4 - (sum_ - of)) + (error_3 - of)
    sum_2 = error_5 + sum_
    of = sum_2 - error_5
    error_4 = (error_5 - (sum_2 - of)) + (sum_ - of)
    rest = error_3 + error_4
    sum_ = error_6 + sum_2
    of = sum_ - error_6
    error_3 = (error_6 - (sum_ - of)) + (sum_2 - of)
    rest = rest + error_3
    sum_2 = sum_3 + sum_
    of = sum_2 - sum_3
    error_3 = (sum_3 - (sum_2 - of)) + (sum_ - of)
    rest = rest + error_3
    exactly = sum_2 + rest
    return exactly


def _k_of_root_lower(error: Any, q: Any, high: Any, low: Any, error_2: Any, minus: Any, product: Any, minus_2: Any) -> Any:
    product_2 = error * q
    scaled = 134217729.0 * error
    high_2 = scaled - (scaled - error)
    low_2 = error - high_2
    error_3 = ((((high_2 * high) - product_2) + (high_2 * low)) + (low_2 * high)) + (low_2 * low)
    product_3 = error_2 * 2.0
    product_2 = product_2 * 2.0
    product_4 = error_3 * 2.0
    minus_3 = -product_3
    minus_4 = -product_2
    minus_5 = -product_4
    sum_ = minus + 2.0
    of = sum_ - minus
    error_3 = (minus - (sum_ - of)) + (2.0 - of)
    sum_2 = product + error_3
    of = sum_2 - product
    error_3 = (product - (sum_2 - of)) + (error_3 - of)
    sum_3 = sum_2 + sum_
    of = sum_3 - sum_2
    error_4 = (sum_2 - (sum_3 - of)) + (sum_ - of)
    sum_ = error + error_3
    of = sum_ - error
    error_3 = (error - (sum_ - of)) + (error_3 - of)
    sum_2 = sum_ + error_4
    of = sum_2 - sum_
    error_4 = (sum_ - (sum_2 - of)) + (error_4 - of)
    sum_ = sum_2 + sum_3
    of = sum_ - sum_2
    error_5 = (sum_2 - (sum_ - of)) + (sum_3 - of)
    sum_2 = minus_2 + error_3
    of = sum_2 - minus_2
    error_3 = (minus_2 - (sum_2 - of)) + (error_3 - of)
    sum_3 = sum_2 + error_4
    of = sum_3 - sum_2
    error_4 = (sum_2 - (sum_3 - of)) + (error_4 - of)
    sum_2 = sum_3 + error_5
    of = sum_2 - sum_3
    error_5 = (sum_3 - (sum_2 - of)) + (error_5 - of)
    sum_3 = sum_2 + sum_
    of = sum_3 - sum_2
    error_6 = (sum_2 - (sum_3 - of)) + (sum_ - of)
    sum_ = minus_3 + error_3
    of = sum_ - minus_3
    error_3 = (minus_3 - (sum_ - of)) + (error_3 - of)
    sum_2 = sum_ + error_4
    of = sum_2 - sum_
    error_4 = (sum_ - (sum_2 - of)) + (error_4 - of)
    sum_ = sum_2 + error_5
    of = sum_ - sum_2
    error_5 = (sum_2 - (sum_ - of)) + (error_5 - of)
    sum_2 = sum_ + error_6
    of = sum_2 - sum_
    error_6 = (sum_ - (sum_2 - of)) + (error_6 - of)
    sum_ = sum_2 + sum_3
    of = sum_ - sum_2
    error_7 = (sum_2 - (sum_ - of)) + (sum_3 - of)
    sum_2 = minus_4 + error_3
    of = sum_2 - minus_4
    error_3 = (minus_4 - (sum_2 - of)) + (error_3 - of)
    sum_3 = sum_2 + error_4
    of = sum_3 - sum_2
    error_4 = (sum_2 - (sum_3 - of)) + (error_4 - of)
    sum_2 = sum_3 + error_5
    of = sum_2 - sum_3
    error_5 = (sum_3 - (sum_2 - of)) + (error_5 - of)
    sum_3 = sum_2 + error_6
    of = sum_3 - sum_2
    error_6 = (sum_2 - (sum_3 - of)) + (error_6 - of)
    sum_2 = sum_3 + error_7
    of = sum_2 - sum_3
    error_7 = (sum_3 - (sum_2 - of)) + (error_7 - of)
    sum_3 = sum_2 + sum_
    of = sum_3 - sum_2
    error_8 = (sum_2 - (sum_3 - of)) + (sum_ - of)
    sum_ = minus_5 + error_3
    of = sum_ - minus_5
    error_3 = (minus_5 - (sum_ - of)) + (error_3 - of)
    sum_2 = sum_ + error_4
    of = sum_2 - sum_
    error_4 = (sum_ - (sum_2 - of)) + (error_4 - of)
    sum_ = sum_2 + error_5
    of = sum_ - sum_2
    error_5 = (sum_2 - (sum_ - of)) + (error_5 - of)
    sum_2 = sum_ + error_6
    of = sum_2 - sum_
    error_6 = (sum_ - (sum_2 - of)) + (error_6 - of)
    sum_ = sum_2 + error_7
    of = sum_ - sum_2
    error_7 = (sum_2 - (sum_ - of)) + (error_7 - of)
    sum_2 = sum_ + error_8
    of = sum_2 - sum_
    error_8 = (sum_ - (sum_2 - of)) + (error_8 - of)
    sum_ = sum_2 + sum_3
    of = sum_ - sum_2
    error_9 = (sum_2 - (sum_ - of)) + (sum_3 - of)
    sum_2 = error_4 + error_3
    of = sum_2 - error_4
    error_3 = (error_4 - (sum_2 - of)) + (error_3 - of)
    sum_3 = error_5 + sum_2
    of = sum_3 - error_5
    error_4 = (error_5 - (sum_3 - of)) + (sum_2 - of)
    rest = error_3 + error_4
    sum_2 = error_6 + sum_3
    of = sum_2 - error_6
    error_3 = (error_6 - (sum_2 - of)) + (sum_3 - of)
    rest = rest + error_3
    sum_3 = error_7 + sum_2
    of = sum_3 - error_7
    error_3 = (error_7 - (sum_3 - of)) + (sum_2 - of)
    rest = rest + error_3
    sum_2 = error_8 + sum_3
    of = sum_2 - error_8
    error_3 = (error_8 - (sum_2 - of)) + (sum_3 - of)
    rest = rest + error_3
    sum_3 = error_9 + sum_2
    of = sum_3 - error_9
    error_3 = (error_9 - (sum_3 - of)) + (sum_2 - of)
    rest = rest + error_3
    sum_2 = sum_ + sum_3
    of = sum_2 - sum_
    error_3 = (sum_ - (sum_2 - of)) + (sum_3 - of)
    rest = rest + error_3
    exactly = sum_2 + rest
    return exactly


def _value_of_root_lower(r: Any, product: Any, rest: Any, product_2: Any, error: Any, q: Any, high: Any, low: Any, error_2: Any, sign: Any) -> Any:
    g = r - 1.0
    minus = -r
    product_3 = product * 2.0
    rest_2 = rest * 2.0
    minus_2 = -product_3
    minus_3 = -rest_2
    sum_ = 2.0 + minus
    of = sum_ - 2.0
    error_3 = (2.0 - (sum_ - of)) + (minus - of)
    size = 2.0 + np.abs(minus)
    sum_2 = sum_ + product_2
    of = sum_2 - sum_
    error_4 = (sum_ - (sum_2 - of)) + (product_2 - of)
    rest_2 = error_3 + error_4
    rest_2 = rest_2 + error
    size = size + np.abs(product_2)
    sum_ = sum_2 + minus_2
    of = sum_ - sum_2
    error_3 = (sum_2 - (sum_ - of)) + (minus_2 - of)
    rest_2 = rest_2 + error_3
    rest_2 = rest_2 + minus_3
    size = size + np.abs(minus_2)
    quick = sum_ + rest_2
    holds = np.abs(quick) <= (9.313225746154785e-10 * size)
    k = _where(holds, _k_of_root_lower, (error, q, high, low, error_2, minus, product_2, minus_2), quick)
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
    scaled = 134217729.0 * r
    high = scaled - (scaled - r)
    low = r - high
    scaled = 134217729.0 * p
    high_2 = scaled - (scaled - p)
    low_2 = p - high_2
    error = ((((high * high_2) - product) + (high * low_2)) + (low * high_2)) + (low * low_2)
    product_2 = product * q
    scaled = 134217729.0 * product
    high = scaled - (scaled - product)
    low = product - high
    scaled = 134217729.0 * q
    high_2 = scaled - (scaled - q)
    low_2 = q - high_2
    error_2 = ((((high * high_2) - product_2) + (high * low_2)) + (low * high_2)) + (low * low_2)
    rest = error_2 + (error * q)
    minus = -product_2
    minus_2 = -rest
    sum_ = 1.0 + minus
    of = sum_ - 1.0
    error_3 = (1.0 - (sum_ - of)) + (minus - of)
    rest_2 = error_3 + minus_2
    size = 1.0 + np.abs(minus)
    quick = sum_ + rest_2
    holds = np.abs(quick) <= (9.313225746154785e-10 * size)
    sign = _where(holds, _sign_of_root_lower, (error, q, high_2, low_2, error_2, minus), quick)
    holds = sign <= 0.0
    value = _where(~holds, _value_of_root_lower, (r, product_2, rest, product, error, q, high_2, low_2, error_2, sign), np.inf)
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
