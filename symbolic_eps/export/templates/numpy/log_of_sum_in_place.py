# Coefficients of r^3, r^5, ... and of r^4, r^6, ... in the series of log(1 + r).
_ODD = (FILL_odd)
_EVEN = (FILL_even)


def _log_sum(high, low, r):
    """high + low + log(1 + r), where high is 0 or not smaller than r; writes over high."""
    sum = high + r
    square = r * r
    q = _ODD[3]
    for i in (2, 1, 0):
        pair = _EVEN[i] * r
        pair += _ODD[i]
        q *= square
        q += pair
    q *= np.multiply(square, r, out=pair)  # r^3/3 - ...
    q += low
    square *= 0.5
    high -= sum
    high += r  # what the sum lacks
    high -= square
    high += q
    sum += high
    return sum


def _rows(place):
    """For each 128 exponent + place what 2^exponent m is multiplied by, and what is added."""
    exponent, place = np.divmod(place, 128)
    raised = exponent + (place >= 53)
    high, low = _log_high(raised, _HIGH.take(place)), _log_low(raised, _LOW.take(place), 0.0, 1.0)
    return np.ldexp(_INVERSE.take(place), (-exponent).astype(np.intc)), high, low


@functools.cache
def _known_rows():
    """Those of numbers from 1 to 2^64: made by a call, which has asked how numbers are rounded."""
    return _rows(np.arange(64 * 128))


def _log_of_sum(total, error, low, beside_one):
    """log(total + error + low), where total + error = 1 + beside_one: total is 2^exponent m."""
    bits = total.view(np.int64)
    place = (bits >> 45) - (1023 << 7)
    known = place.view(np.uint64).max() < 64 * 128
    inverse, high, small = (row.take(place) for row in _known_rows()) if known else _rows(place)
    r = _reduced(total, (bits & ~0x1FFFFFFFFFFF).view(float), inverse)
    small += (error + low) / total
    (near,) = (np.abs(beside_one) < 33 / 4096).nonzero()
    if near.size:
        high[near] = 0.0
        small[near] = _log_low(0.0, 0.0, low.take(near) if np.ndim(low) else low, total.take(near))
        r[near] = beside_one.take(near)
    return _log_sum(high, small, r)
