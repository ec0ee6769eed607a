def _in_range(value):
    """A result; below 0 it stands for none."""
    _require(value.min() >= 0.0, "the arguments are too small or too large to compute with")
    return value


def _never(side, exact, times, share):
    """The function that gives what another one does, moved to one side of the exact value."""
    values = exact.__wrapped__

    @functools.wraps(values)
    def moved(*arguments):
        return _beside(values(*arguments), times, share)

    moved.__name__ = f"{exact.__name__}_{'lower' if side == 'above' else 'upper'}"
    moved.__qualname__ = moved.__name__
    moved.__doc__ = f"As `{exact.__name__}`, never {side} the exact value."
    return _over_arrays(moved)


def _lower(exact, times, share=_STEP):
    """The function whose values are never above the exact ones."""
    return _never("above", exact, times, share)


def _upper(exact, times, share=_STEP):
    """The function whose values are never below them."""
    return _never("below", exact, times, -share)


def _beside(x, times, share):
    """Finite numbers less a share of them, several times; 2^-53 (1 + 2^-52) for the next number."""
    moved = x
    for _ in range(times):
        moved = moved - moved * share
    return _chosen((x > 0.0) & (x < np.inf), moved, x)


def _within(*numbers):
    """Whether squares, products and quotients of such numbers neither overflow nor underflow."""
    inside = np.True_
    for x in numbers:
        if not (np.min(x) >= 2.0**-960 and np.max(x) <= 2.0**960):
            inside = inside & (x >= 2.0**-960) & (x <= 2.0**960)
    return inside


def _could_overflow(g, m):
    """Whether the ratio g/m could overflow, for m that has all its digits."""
    return (2.0**-200 * g > m) & (m >= 2.0**-960)


def _chosen(condition, one, other):
    """The first value where the condition holds, else the other one; by their bits: no branches."""
    holding = np.count_nonzero(condition)
    if np.ndim(one) and holding == np.size(condition):
        return one
    if np.ndim(other) and not holding:
        return other
    one, other = (np.asarray(x).view(np.int64) for x in (one, other))
    return (condition * (one ^ other) ^ other).view(float)


def _or_zero(z, value, g):
    """A value where z has all its digits; else 0 where g is, and no result elsewhere."""
    if np.ndim(value) and np.min(z) >= 2.0**-900 and np.max(z) <= 2.0**960:
        return value
    return np.where((z >= 2.0**-900) & (z <= 2.0**960), value, np.where(g == 0.0, 0.0, -1.0))


def _total_of(*terms):
    """The sum of products, each of a coefficient, a power of 2, and factors; its sign is exact."""
    total = rest = size = None
    for term in terms:
        high, low = _rounded(*term)
        if total is None:
            total, rest, size = high, low, np.abs(high)
            continue
        before, total = total, total + high
        lost = _sum_error(before, high, total)
        rest = lost if rest is None else np.add(rest, lost, out=lost)
        rest = rest if low is None else np.add(rest, low, out=rest)
        size = size + np.abs(high)
    quick = total + rest
    cancelled = np.abs(quick) <= 2.0**-30 * size

    def exactly(*given):
        left = iter(given)
        taken = ([next(left) for _ in term] for term in terms)
        return _exact_sum(*(part for term in taken for part in _parts_of(*term)))

    return _where(cancelled, exactly, [x for term in terms for x in term], quick)


def _rounded(coefficient, high, *factors):
    """A product, rounded, and most of what that lacks; None where that is nothing."""
    low = None
    for x in factors:
        before, high = high, high * x
        lost = _product_error(before, x, high)
        low = lost if low is None else np.add(lost, low * x, out=lost)
    if coefficient == 1.0:
        return high, low
    return high * coefficient, None if low is None else np.multiply(low, coefficient, out=low)


def _parts_of(coefficient, first, *factors):
    """A product as an exact sum of parts."""
    parts = [first]
    for x in factors:
        parts = [p for part in parts for p in (part * x, _product_error(part, x, part * x))]
    return [part * coefficient for part in parts]


def _zero_alone(x):
    """0 where x is, and no result elsewhere."""
    return np.where(x == 0.0, 0.0, -1.0)
