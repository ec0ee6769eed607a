class _Kind(NamedTuple):
    """What is asked of an argument by itself: an interval, and sizes to compute with."""

    low: float
    above: bool = False
    high: float = np.inf
    below: bool = False
    least: float = 0.0
    zero: bool = False
    most: float = np.inf
    whole: bool = False


FILL_kinds


def _over_arrays_of(*kinds):
    """The same where arguments are to be of these kinds, and results in range."""

    def asking(values):
        names = [*inspect.signature(values).parameters]

        @functools.wraps(values)
        def asked(*arguments):
            _ask(names, arguments, kinds)
            return _in_range(values(*arguments))

        return _over_arrays(asked)

    return asking


def _ask(names, arguments, kinds):
    """Asked for are intervals, then sizes, then whole numbers; NaN is the least and the largest."""
    asked = [(name, x, x.min(), x.max(), kind) for name, x, kind in zip(names, arguments, kinds)]
    for name, _, least, most, kind in asked:
        inside = most < kind.high if kind.below else most <= kind.high
        if not (inside and (least > kind.low if kind.above else least >= kind.low)):
            said = f"{'above' if kind.above else 'of at least'} {kind.low:.0f}"
            if kind.high < np.inf:
                said += f" and {'below' if kind.below else 'at most'} {kind.high:.0f}"
            raise ValueError(f"{name} is not a number {said}")
    for name, x, least, most, kind in asked:
        if not (least >= kind.least or (kind.zero and ((x == 0.0) | (x >= kind.least)).all())):
            said = f"below {_size(kind.least)}{', and not 0' if kind.zero else ''}"
            raise ValueError(f"{name} is too small to compute with: {said}")
        if not most <= kind.most:
            said = f"above {_size(kind.most)}"
            raise ValueError(f"{name} is too large to compute with: {said}")
    for name, x, _, _, kind in asked:
        if kind.whole and not (x + 2.0**52 - 2.0**52 == x).all():
            raise ValueError(f"{name} is not a whole number")


def _size(x):
    """A size in few digits."""
    mantissa, exponent = np.frexp(x)
    return f"2^{exponent - 1}" if mantissa == 0.5 else f"{x:g}"
