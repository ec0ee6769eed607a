def _zero_or(least: float, x: float) -> bool:
    """Whether x is 0 or at least another number, for x >= 0: no product underflows."""
    return _TWO_TO_600 * x * (_TWO_TO_600 * (x - least)) >= 0.0


def _domain(inside: bool, message: str) -> None:
    """An error outside the domain."""
    if not inside:
        raise OutsideDomainError(message)


def _range(inside: bool, message: str) -> None:
    """An error where an argument is too small or too large."""
    if not inside:
        raise OutOfRangeError(message)


def _in_range(value: float) -> float:
    """A result; below 0 it stands for none."""
    _range(value >= 0.0, "the arguments are too small or too large to compute with")
    return value


def _zero_alone(x: float) -> float:
    """0 where x is, and no result elsewhere."""
    return 0.0 if x == 0.0 else -1.0


def _divided(x: float, y: float) -> float:
    """The quotient; infinite or NaN where y is 0, as in IEEE 754."""
    if y != 0.0:
        return x / y
    if x == 0.0 or math.isnan(x):
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


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


def _beside(x: float, times: int, share: float) -> float:
    """A finite x less a share of it, several times; 2^-53 (1 + 2^-52) of it for the next number."""
    moved = x
    for _ in range(times):
        moved -= moved * share
    return moved if 0.0 < x < math.inf else x
