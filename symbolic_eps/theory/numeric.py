"""Theorem 2 of Kazan & Reiter 2024, (12), on float64 arrays, accurate to the last bits.

With m = 1 - r p q and k = 2 m - r (1 - p), z = e^eps - 1 is the positive root of m z^2 + k z = r - 1, that is
of -r (1 + z)^2 F(1 / (1 + z)) = 0. A solution in plain float64 is followed by one Newton step whose residual
hardly rounds: m and k are high + low parts, the high ones so short that their products with z are exact.
Rounded down, the values are those of `symbolic_eps.theory.root_lower`, a program whose error is proved.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy import add, divide, multiply, subtract
from numpy.typing import ArrayLike, NDArray

from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError, UnsafeArithmeticError
from symbolic_eps.theory.root_lower import values_of_root_lower
from symbolic_eps.theory.rounding import Rounding, is_down

Floats = NDArray[np.float64]

_CHUNK = 8192  # points whose inputs, scratch rows and results fill an L2 cache of 1 MB
_SCRATCH_ROWS = 10
_26_BITS = np.int64(-1 << 27)  # masks that keep the leading bits of a significand
_13_BITS = np.int64(-1 << 40)
_DEKKER_SPLITTER = 2.0**27 + 1

_NEAR_BORDER = 2.0**-20  # below this |m|, high + low parts of 78 bits are not enough
_DAMPED_FROM = 2.0**12  # from this r on, z > 60: the logarithm damps what the Newton step would repair
_BITS = 128  # of the ball arithmetic that evaluates what the proved program refuses
_HUGE_FROM = 2.0**900  # from this r on, m / r may underflow


def root_epsilon(
    p: ArrayLike,
    q: ArrayLike,
    relative_risk_bound: ArrayLike,
    out: Floats | None = None,
    *,
    rounding: Rounding = "nearest",
) -> Floats | np.float64:
    """The largest eps for which the relative risk stays within its bound, elementwise.

    Parameters
    ----------
    p, q : array_like of float64
        Priors in (0, 1]. Here and below, integers and narrower floats are converted.
    relative_risk_bound : array_like of float64
        r* >= 1; `inf` for no bound. The three arguments are broadcast against each other.
    out : ndarray of float64, optional
        Takes the result; has the broadcast shape. May be one of the arguments. Unspecified after an error.
    rounding : {"nearest", "down"}
        `down` for a budget that is spent: never above the exact value.

    Returns
    -------
    ndarray of float64, or numpy.float64 if all arguments are scalars and `out` is not given
        eps in nats, `inf` exactly where the exact product r* p q is >= 1. To nearest, the largest error seen
        (not proven) is 1.6 ulps, on 10^8 points of the families in `benchmarks/root_numpy.py`. Rounded down,
        it is proved that no value is above the exact one, and at most 15.01 ulps below it (see Notes).

    Raises
    ------
    DomainError
        p or q outside (0, 1], or NaN: names the first such value in C order.
    InfeasibleProfileError
        r* < 1, named in the same way.
    InputError
        Shapes that do not broadcast, an `out` of another shape, another `rounding`, an integer that float64
        would round up where it is to be rounded down.
    TypeError
        An argument that is not real (complex, bool, object, text) or wider than 64 bits; `out` not float64.
    UnsafeArithmeticError
        `rounding="down"` where the processor rounds otherwise than to nearest or has no subnormal numbers, or
        NumPy's log1p is found wrong by more than 1 ulp.

    Notes
    -----
    `rounding="down"` evaluates the program of the exported formula `root` (see `docs/export.md`): its
    algebra has certificates, its error is at most 7.01 ulps if NumPy's log1p is within 1 ulp, and 8 steps to
    the next smaller number follow. NumPy promises nothing about log1p; on first use it is compared with ball
    arithmetic at 3000 points. Priors below 2^-1022 and bounds above 2^300, which the program refuses, are
    evaluated by ball arithmetic, about 0.1 ms each. It takes about three times as long as to nearest.

    References
    ----------
    Kazan & Reiter 2024, Theorem 2, (12).

    Examples
    --------
    >>> round(float(root_epsilon(0.5, 1.0, 1.5)), 12)  # log(3); the last digits are NumPy's
    1.098612288668
    >>> root_epsilon([0.25, 0.5], 0.5, [[2.0], [4.0]]).round(4)
    array([[0.7677, 0.8814],
           [1.8184,    inf]])
    >>> bool(root_epsilon(0.5, 1.0, 1.5, rounding="down") < 1.0986122886681096)  # which is below log(3)
    True
    """
    down = is_down(rounding)
    named = {"p": p, "q": q, "relative_risk_bound": relative_risk_bound}
    for name, value in {**named, "out": out}.items():
        if isinstance(value, np.ma.MaskedArray):
            raise TypeError(f"{name} has a mask, which would be lost: pass a plain array")
    arrays = [_real(name, value, down) for name, value in named.items()]
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(named, arrays, strict=True))
        raise InputError(f"the shapes do not broadcast: {shapes}; give scalars or equal lengths") from None
    if down:
        _check_log1p()
    result: Floats = np.empty(shape) if out is None else out
    if getattr(result, "dtype", None) != np.float64:
        raise TypeError(f"out is {getattr(out, 'dtype', type(out).__name__)}; it must be an array of float64")
    if result.shape != shape:
        raise InputError(f"out has shape {result.shape}; the arguments broadcast to {shape}: give that shape")
    if result.size:
        _fill(arrays, result, down)
    return result[()] if out is None else result


def _real(name: str, value: ArrayLike, exactly: bool) -> NDArray[np.generic]:
    try:
        array = np.asarray(value)
    except ValueError:
        raise InputError(f"{name} is a ragged sequence: give an array, its rows of one length") from None
    if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
        raise TypeError(f"{name} has dtype {array.dtype}; pass float64, or real numbers that convert to it")
    if exactly and array.dtype.kind in "iu" and np.any(array > 2**53):
        raise InputError(f"{name} has an integer above 2^53, which float64 may round up: pass float64")
    return array


def _fill(arrays: list[NDArray[np.generic]], result: Floats, down: bool) -> None:
    scratch: Floats = np.empty((_SCRATCH_ROWS, min(_CHUNK, result.size)))
    chunks = np.nditer(
        (*arrays, result),
        ("external_loop", "buffered", "copy_if_overlap"),
        (("readonly",), ("readonly",), ("readonly",), ("writeonly",)),
        (np.float64,) * 4,
        "C",
        buffersize=_CHUNK,
    )
    done = 0
    with chunks, np.errstate(all="ignore"):  # points that are overwritten later may divide by 0
        for p, q, r, epsilon in chunks:
            # NaN, which the reductions hand on, fails each comparison.
            inside = np.minimum.reduce(p) > 0 and np.maximum.reduce(p) <= 1
            inside = inside and np.minimum.reduce(q) > 0 and np.maximum.reduce(q) <= 1
            if not (inside and np.minimum.reduce(r) >= 1):
                raise _first_offence(p, q, r, done, result.shape)
            if down:
                epsilon[...] = _below(p, q, r)
            else:
                _evaluate(p, q, r, epsilon, scratch[:, : r.size])
            done += r.size


def _first_offence(p: Floats, q: Floats, r: Floats, done: int, shape: tuple[int, ...]) -> InputError:
    refused = ~((p > 0) & (p <= 1) & (q > 0) & (q <= 1) & (r >= 1))
    at = int(np.argmax(refused))
    index = tuple(int(i) for i in np.unravel_index(done + at, shape))
    where = f" at index {index[0] if len(index) == 1 else index}" if index else ""
    for name, value in (("p", p[at]), ("q", q[at])):
        if not 0 < value <= 1:
            return DomainError(f"{name} = {value}{where} is outside (0, 1]: a prior is > 0 and <= 1")
    if r[at] < 1:
        return InfeasibleProfileError(
            f"relative_risk_bound = {r[at]}{where}: no eps >= 0 satisfies a relative-risk bound below 1"
        )
    return DomainError(f"relative_risk_bound is NaN{where}: it must be >= 1, inf for no bound")


def _evaluate(p: Floats, q: Floats, r: Floats, epsilon: Floats, scratch: Floats) -> None:
    """Evaluate one chunk; the scratch rows have its length."""
    coefficients, work = scratch[:5], scratch[5:]
    _coefficients(p, q, r, coefficients, work)
    m, m_high = coefficients[:2]
    np.absolute(m, m)  # m_high keeps the sign
    if np.fmin.reduce(m) < _NEAR_BORDER:  # NaN where r = inf
        near = np.flatnonzero(m < _NEAR_BORDER)
        coefficients[:, near] = _coefficients_near_border(p[near], q[near], r[near])
    largest = np.maximum.reduce(r)
    _excess(p, q, r, coefficients, epsilon, work, damped=largest > _DAMPED_FROM)
    # Where m < 0, z is anything. Masks and the log1p of a negative number would branch on random data.
    np.fmax(epsilon, 0.0, out=epsilon)
    np.log1p(epsilon, epsilon)
    divide(m_high, -0.0, m_high)  # -inf where m > 0, inf where m < 0
    np.fmax(epsilon, m_high, out=epsilon)
    if largest > _HUGE_FROM:
        np.putmask(epsilon, r == np.inf, np.inf)
        huge = np.flatnonzero((r > _HUGE_FROM) & (r < np.inf))
        epsilon[huge] = _epsilon_of_huge_bound(p[huge], q[huge], r[huge])


def _coefficients(p: Floats, q: Floats, r: Floats, into: Floats, work: Floats) -> None:
    """Set m, m_high, m_low, k_high, k_low with m = m_high - m_low and k = k_high + k_low.

    Products of two parts of 26 bits are exact. m_high is a multiple of 2^-26 and k_high one of 2^-25; low
    parts are smaller by 2^25 than 1 and r, and so are their rounding errors than those of float64.
    """
    m, m_high, m_low, k_high, k_low = into
    r_high, r_low, rp_low, unit, coarse = work
    rp, p_high, p_low = m_high, m_high, m_low
    _split(r, r_high, r_low)
    _split(p, p_high, p_low)
    multiply(r_high, p_high, rp_low)
    add(multiply(r_high, p_low, p_low), multiply(r_low, p, p_high), p_low)
    _truncate(rp_low, _26_BITS, rp)
    add(subtract(rp_low, rp, rp_low), p_low, rp_low)  # r p = rp + rp_low

    multiply(r, 2.0**27, unit)  # adding and subtracting it rounds to a multiple of r_high's last bit
    subtract(add(rp, unit, coarse), unit, coarse)
    subtract(coarse, r_high, k_high)
    add(subtract(rp_low, r_low, k_low), subtract(rp, coarse, coarse), k_low)  # r p - r = k_high + k_low

    q_high, q_low, rpq = r_high, r_low, unit
    _split(q, q_high, q_low)
    add(multiply(rp, q_low, q_low), multiply(rp_low, q, rp_low), m_low)
    multiply(rp, q_high, rpq)
    subtract(add(rpq, 1.5 * 2.0**26, coarse), 1.5 * 2.0**26, coarse)  # to a multiple of 2^-26
    add(m_low, subtract(rpq, coarse, rpq), m_low)
    subtract(1.0, coarse, m_high)
    subtract(m_high, m_low, m)
    add(k_high, add(m_high, m_high, coarse), k_high)
    subtract(k_low, add(m_low, m_low, coarse), k_low)


def _excess(
    p: Floats, q: Floats, r: Floats, coefficients: Floats, z: Floats, work: Floats, damped: bool
) -> None:
    """Set z = e^eps - 1 where m > 0, anything elsewhere."""
    m, m_high, m_low, k_high, k_low = coefficients
    gain, start, root, half, term = work
    subtract(r, 1.0, gain)

    # z = (r - 1) / (m + a m / t), a = p (1 - q), t = (1 - p)/2 + sqrt((1 - p)^2/4 + a m / r).
    multiply(subtract(1.0, p, half), 0.5, half)
    multiply(multiply(subtract(1.0, q, start), p, start), m, start)
    add(multiply(half, half, root), divide(start, r, term), root)
    add(np.sqrt(root, root), half, root)
    divide(gain, add(divide(start, root, start), m, start), start)

    # Newton's step from z, the start cut to 13 bits: k_high z and m_high z^2 are exact. The slope
    # k + m (z + start) instead of k + 2 m z makes up for the square of the step.
    _truncate(start, _13_BITS, z)
    subtract(gain, multiply(k_high, z, term), gain)
    subtract(gain, multiply(m_high, multiply(z, z, term), term), gain)
    subtract(gain, multiply(subtract(k_low, multiply(m_low, z, term), term), z, term), gain)
    slope = add(add(multiply(add(z, start, term), m, term), k_high, term), k_low, term)
    add(z, divide(gain, slope, gain), z)
    if damped:
        np.copyto(z, start, where=r > _DAMPED_FROM)


def _truncate(x: Floats, mask: np.int64, into: Floats) -> None:
    np.bitwise_and(x.view(np.int64), mask, into.view(np.int64))


def _split(x: Floats, high: Floats, low: Floats) -> None:
    _truncate(x, _26_BITS, high)
    subtract(x, high, low)


def _two_sum(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Rounded sum and its error (Knuth)."""
    total = x + y
    of_y = total - x
    return total, (x - (total - of_y)) + (y - of_y)


def _two_product(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Rounded product and its error (Dekker 1971), where nothing overflows or underflows."""
    product = x * y
    x_high, y_high = (v * _DEKKER_SPLITTER - (v * _DEKKER_SPLITTER - v) for v in (x, y))
    x_low, y_low = x - x_high, y - y_high
    return product, ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low


def _exact_margin(p: Floats, q: Floats, r: Floats) -> tuple[Floats, Floats]:
    """Value and tail of m = 1 - r p q, the sign exact.

    The five terms grow into a nonadjacent expansion (Shewchuk 1997, Theorem 10), whose largest component
    outweighs the smaller ones together.
    """
    rp, rp_error = _two_product(r, p)
    expansion: list[Floats] = [np.ones_like(rp)]
    for term in (*_two_product(rp, q), *_two_product(rp_error, q)):
        carry = -term
        for i, component in enumerate(expansion):
            carry, expansion[i] = _two_sum(carry, component)
        expansion.append(carry)
    largest = expansion.pop()
    tail = sum(expansion[1:], expansion[0])
    value = largest + tail
    return value, tail - (value - largest)


def _coefficients_near_border(p: Floats, q: Floats, r: Floats) -> Floats:
    """As `_coefficients`, accurate however small m and 1 - p are."""
    m, m_tail = _exact_margin(p, q, r)
    drift, drift_tail = _two_product(r, 1 - p)  # 1 - p rounds for p < 1/2 only, then r > 1.9 and z > 1000
    k, k_tail = _two_sum(2 * m, -drift)
    m_high, k_high = np.empty_like(m), np.empty_like(k)
    _truncate(m, _26_BITS, m_high)
    _truncate(k, _26_BITS, k_high)
    m_low = m_high - m - m_tail
    k_low = k - k_high + (k_tail + (2 * m_tail - drift_tail))
    return np.stack((m, np.where(m > 0, m_high, -1.0), m_low, k_high, k_low))


def _epsilon_of_huge_bound(p: Floats, q: Floats, r: Floats) -> Floats:
    """The value log z: next to z, the 1 of 1 + z is lost in rounding, as is a m / r next to (1 - p)^2."""
    (p_part, p_power), (q_part, q_power), (r_part, r_power) = np.frexp(p), np.frexp(q), np.frexp(r)
    # Far above the border this overflows to NaN, which is not > 0 either.
    m, _ = _exact_margin(p_part, q_part, np.ldexp(r_part, p_power + q_power + r_power))
    unknown_inclusion = np.log(r) + np.log((1 - p) / (1 - p + p * (1 - q)) / m)
    known_inclusion = (np.log(r) - np.log(m)) / 2
    return np.where(m > 0, np.where(p < 1, unknown_inclusion, known_inclusion), np.inf)


def _below(p: Floats, q: Floats, r: Floats) -> Floats:
    """One chunk, rounded down: by the proved program, and by ball arithmetic where that refuses."""
    epsilon: Floats = values_of_root_lower(r, p, q)
    refused = np.isnan(epsilon)
    epsilon[refused] = np.inf  # stays where r is
    for at in np.flatnonzero(refused & (r < np.inf)):
        epsilon[at] = _below_exactly(float(p[at]), float(q[at]), float(r[at]))
    return epsilon


def _below_exactly(p: float, q: float, r: float) -> float:
    """The same z in ball arithmetic, exact up to the root, by the form that does not cancel."""
    from flint import arb, ctx, fmpq

    from verify.enclosure import Enclosure
    from verify.points.simple_rationals import fraction_of

    exact_p, exact_q, exact_r = (fmpq(*x.as_integer_ratio()) for x in (p, q, r))
    m = 1 - exact_r * exact_p * exact_q
    if m <= 0:
        return math.inf
    half, gain = m - exact_r * (1 - exact_p) / 2, exact_r - 1
    with ctx.workprec(_BITS):
        root = arb(half * half + m * gain).sqrt()
        z = arb(gain) / (arb(half) + root) if half > 0 else (root - arb(half)) / arb(m)
        epsilon = z.log1p()
    return Enclosure(fraction_of(epsilon.lower()), fraction_of(epsilon.upper())).double_lower()


@cache
def _check_log1p() -> None:
    """Compare NumPy's log1p with ball arithmetic: the proof assumes that it is within 1 ulp.

    Raises
    ------
    UnsafeArithmeticError
        It is not, at one of 3000 points.
    """
    from flint import arb, ctx

    generator = np.random.default_rng(0)
    powers = np.concatenate([generator.uniform(*ends, 1000) for ends in ((-900, 960), (-55, 55), (-3, 3))])
    points = np.exp2(powers)
    with ctx.workprec(128):
        for z, value in zip(points.tolist(), np.log1p(points).tolist(), strict=True):
            exact = arb(z).log1p()
            unit = math.ulp(math.nextafter(float(exact), 0.0))
            if not abs(arb(value) - exact) <= unit:
                raise UnsafeArithmeticError(
                    f"numpy.log1p({z!r}) = {value!r} is wrong by more than 1 ulp, so that rounding='down' "
                    "is not proved here: use symbolic_eps.privacy_budget, which is exact"
                )
