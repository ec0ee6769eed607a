

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
    steps = np.floor((m - 1.0) * 128.0)
    place = steps.astype(np.intp)
    exponent = (power - 1.0) + (steps >= 53.0).astype(float)
    r = _reduced(m, 1.0 + steps / 128.0, _INVERSE.take(place, mode="clip"))
    large = _log_high(exponent, _HIGH.take(place, mode="clip"))
    small = _log_low(exponent, _LOW.take(place, mode="clip"), error + low, total)
    near = np.flatnonzero(np.abs(beside_one) < 33 / 4096)
    large[near] = 0.0
    small[near] = _log_low(0.0, 0.0, np.broadcast_to(low, total.shape)[near], total[near])
    r[near] = beside_one[near]
    return _log_sum(large, small, r)
