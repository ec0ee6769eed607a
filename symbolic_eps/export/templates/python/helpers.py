def _divided(x: float, y: float) -> float:
    """The quotient; infinite or NaN where y is 0, as in IEEE 754."""
    if y != 0.0:
        return x / y
    return math.nan if x == 0.0 or math.isnan(x) else math.copysign(math.inf, x) * math.copysign(1.0, y)


def _exp(x: float) -> float:
    """e to the x; infinite where it overflows."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def _expm1(x: float) -> float:
    """e to the x, minus 1; infinite where it overflows."""
    try:
        return math.expm1(x)
    except OverflowError:
        return math.inf


def _sqrt(x: float) -> float:
    """The square root; NaN below 0."""
    return math.nan if x < 0.0 else math.sqrt(x)
