def _ln(x: float) -> float:
    """log(x) for normal numbers."""
    if x == 0.0:
        return -math.inf
    if not 2.2250738585072014e-308 <= x < math.inf:
        return x if x > 1.0 else math.nan
    return _log_of_sum(x, 0.0, 0.0, x - 1.0)


def _ln1p(x: float) -> float:
    """log(1 + x)."""
    if x == -1.0:
        return -math.inf
    if not (-1.0 < x < math.inf and x != 0.0):
        return x if x > -1.0 else math.nan
    total = 1.0 + x
    return _log_of_sum(total, _sum_error(1.0, x, total), 0.0, x)


def _ln1p_sum(x: float, low: float) -> float:
    """log(1 + x + low), for a finite x > 0 and a low that is much smaller."""
    total = 1.0 + x
    return _log_of_sum(total, _sum_error(1.0, x, total), low, x)
