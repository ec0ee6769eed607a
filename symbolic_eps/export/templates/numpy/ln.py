def _ln(x):
    """log(x) for normal numbers."""
    found = _log_of_sum(x, 0.0, 0.0, x - 1.0)
    usual = (x >= 2.2250738585072014e-308) & (x < np.inf)
    if np.all(usual):
        return found
    return np.where(usual, found, np.where(x == 0.0, -np.inf, np.where(x > 1.0, x, np.nan)))


def _ln1p(x):
    """log(1 + x)."""
    total = 1.0 + x
    found = _log_of_sum(total, _sum_error(1.0, x, total), 0.0, x)
    usual = (x > -1.0) & (x < np.inf) & (x != 0.0)
    if np.all(usual):
        return found
    return np.where(usual, found, np.where(x == -1.0, -np.inf, np.where(x > -1.0, x, np.nan)))


def _ln1p_sum(x, low):
    """log(1 + x + low), for finite x > 0 and low that are much smaller."""
    total = 1.0 + x
    if np.max(x) < 2.0**53:  # 1 is a multiple of the last digit of total: total - 1 is exact
        error = x - (total - 1.0)
    else:
        error = _sum_error(1.0, x, total)
    return _log_of_sum(total, error, low, x)
