

# Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
# SHA-256 of numbers and operations:
# FILL_fingerprint
# 1/a rounded, for a = (257 + 2 i)/256; minus its logarithm, or that of twice it from
# i = 53 on, in two parts.
# fmt: off
_INVERSE = tuple(n / 256.0 for n in (
FILL_inverse
))
_HIGH = (
FILL_high
)
_LOW = (
FILL_low
)
# fmt: on
FILL_programs


def _log_of_sum(total: float, error: float, low: float, beside_one: float) -> float:
    """log(total + error + low), where total + error = 1 + beside_one: total is 2^exponent m."""
    if abs(beside_one) < 33 / 4096:
        return _log_sum(0.0, _log_low(0.0, 0.0, low, total), beside_one)
    half, power = math.frexp(total)
    m = 2.0 * half
    place = int((m - 1.0) * 128.0)
    exponent = float(power - 1 + (place >= 53))
    r = _reduced(m, 1.0 + place / 128.0, _INVERSE[place])
    small = _log_low(exponent, _LOW[place], error + low, total)
    return _log_sum(_log_high(exponent, _HIGH[place]), small, r)
