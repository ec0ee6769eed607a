def _ln(x: float) -> float:
    """The platform's log(x); -inf at 0, NaN below."""
    if x > 0.0:
        return math.log(x)
    return -math.inf if x == 0.0 else math.nan


def _ln1p(x: float) -> float:
    """The platform's log(1 + x); -inf at -1, NaN below."""
    if x > -1.0:
        return math.log1p(x)
    return -math.inf if x == -1.0 else math.nan
