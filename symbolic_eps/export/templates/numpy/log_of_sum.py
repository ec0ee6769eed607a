def _log_of_sum(total, error, low, beside_one):
    """log(total + error + low), where total + error = 1 + beside_one: total is 2^exponent m."""
    bits = total.view(np.int64)
    place = (bits >> 45) & 127
    exponent = ((bits + (75 << 45)) >> 52).astype(float) - 1023.0  # 1 more from place 53 on
    m = (bits & 0x000FFFFFFFFFFFFF) | 0x3FF0000000000000
    start = m & ~0x1FFFFFFFFFFF  # 1 + place/128
    r = _reduced(m.view(float), start.view(float), _INVERSE.take(place))
    large = _log_high(exponent, _HIGH.take(place))
    small = _log_low(exponent, _LOW.take(place), error + low, total)
    (near,) = (np.abs(beside_one) < 33 / 4096).nonzero()
    if near.size:
        large[near] = 0.0
        small[near] = _log_low(0.0, 0.0, low.take(near) if np.ndim(low) else low, total.take(near))
        r[near] = beside_one.take(near)
    return _log_sum(large, small, r)
