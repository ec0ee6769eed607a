def _zero_or(least: float, x: float) -> bool:
    """Whether x is 0 or at least another number, for x >= 0: no product underflows."""
    return 2.0**600 * x * (2.0**600 * (x - least)) >= 0.0


def _require(holds: bool, message: str, error: type[ValueError] = OutsideDomainError) -> None:
    """The error, unless the condition holds."""
    if not holds:
        raise error(message)


def _given(*kinds: _Kind) -> Callable[[_Function], _Function]:
    """For a function that is called with arguments of these kinds alone, as binary64 numbers."""

    def asking(function: _Function) -> _Function:
        names = function.__code__.co_varnames[: len(kinds)]

        @functools.wraps(function)
        def asked(*arguments: float, **named: float) -> float:
            if len(arguments) > len(names) or named.keys() != {*names[len(arguments) :]}:
                return function(*arguments, **named)  # the error that Python has for it
            values = (*arguments, *(named[name] for name in names[len(arguments) :]))
            return function(*_numbers(names, values, kinds))

        return cast(_Function, asked)

    return asking


def _numbers(names: Sequence[str], values: Sequence[float], kinds: Sequence[_Kind]) -> list[float]:
    """The values; asked for are the environment, then their intervals, then their sizes."""
    _default_environment(*_PROBES)
    numbers = [*map(_binary64, names, values)]
    for name, x, kind in zip(names, numbers, kinds):
        inside = x < kind.high if kind.below else x <= kind.high
        if not (inside and (x > kind.low if kind.above else x >= kind.low)):
            said = f"{'above' if kind.above else 'of at least'} {kind.low:.0f}"
            if kind.high < math.inf:
                said += f" and {'below' if kind.below else 'at most'} {kind.high:.0f}"
            raise OutsideDomainError(f"{name} is not a number {said}")
    for name, x, kind in zip(names, numbers, kinds):
        if not (x >= kind.least or (kind.zero and x == 0.0)):
            said = f"below {_size(kind.least)}{', and not 0' if kind.zero else ''}"
            raise OutOfRangeError(f"{name} is too small to compute with: {said}")
        if not x <= kind.most:
            raise OutOfRangeError(f"{name} is too large to compute with: above {_size(kind.most)}")
    for name, x, kind in zip(names, numbers, kinds):
        if kind.whole and x + 2.0**52 - 2.0**52 != x:
            raise OutsideDomainError(f"{name} is not a whole number")
    return numbers


def _size(x: float) -> str:
    """A size in few digits."""
    mantissa, exponent = math.frexp(x)
    return f"2^{exponent - 1}" if mantissa == 0.5 else f"{x:g}"


def _in_range(value: float) -> float:
    """A result; below 0 it stands for none."""
    if not value >= 0.0:
        raise OutOfRangeError("the arguments are too small or too large to compute with")
    return value


def _within(x: float) -> bool:
    """Whether squares, products and quotients of such numbers keep all their digits."""
    return 2.0**-960 <= x <= 2.0**960


def _all_within(*numbers: float) -> bool:
    """The same of several."""
    for x in numbers:
        if not 2.0**-960 <= x <= 2.0**960:
            return False
    return True


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


def _never(side: str, exact: _Function, times: int, share: float) -> _Function:
    """The function that gives what another one does, moved to one side of the exact value."""

    @functools.wraps(exact)
    def moved(*arguments: float, **named: float) -> float:
        return _beside(exact(*arguments, **named), times, share)

    moved.__name__ = f"{exact.__name__}_{'lower' if side == 'above' else 'upper'}"
    moved.__qualname__ = moved.__name__
    moved.__doc__ = f"A value that is never {side} the exact one: see `{exact.__name__}`."
    return cast(_Function, moved)


def _lower(exact: _Function, times: int, share: float = _STEP) -> _Function:
    """The function whose values are never above the exact ones."""
    return _never("above", exact, times, share)


def _upper(exact: _Function, times: int, share: float = _STEP) -> _Function:
    """The function whose values are never below them."""
    return _never("below", exact, times, -share)


def _beside(x: float, times: int, share: float) -> float:
    """A finite x less a share of it, several times; 2^-53 (1 + 2^-52) of it for the next number."""
    for _ in range(times):
        x -= x * share if 0.0 < x < math.inf else 0.0
    return x
