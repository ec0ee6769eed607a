

# Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
# SHA-256 of numbers and operations:
# FILL_fingerprint
# 1/a rounded, for a = (257 + 2 i)/256; minus its logarithm, or that of twice it from
# i = 53 on, in two parts.
# fmt: off
_INVERSE = np.array((
FILL_inverse
))
_HIGH = np.array((
FILL_high
))
_LOW = np.array((
FILL_low
))
# fmt: on
FILL_programs


def _log_of_sum(total, error, low, beside_one):
    """log(total + error + low), where total + error = 1 + beside_one: total is 2^exponent m."""
    half, power = np.frexp(total)
    m = 2.0 * half
    place = ((m - 1.0) * 128.0).astype(np.intp)
    exponent = (power - 1) + (place >= 53)
    r = _reduced(m, 1.0 + place / 128.0, _INVERSE.take(place, mode="clip"))
    near = np.abs(beside_one) < 33 / 4096
    large = np.where(near, 0.0, _log_high(exponent, _HIGH.take(place, mode="clip")))
    exponent, row = np.where(near, 0.0, (exponent, _LOW.take(place, mode="clip")))
    small = _log_low(exponent, row, np.where(near, 0.0, error) + low, total)
    return _log_sum(large, small, np.where(near, beside_one, r))
