def _total_of(*terms: tuple[float, ...]) -> float:
    """The sum of products, each of a coefficient, a power of 2, and factors; its sign is exact."""
    total = rest = size = 0.0
    for coefficient, first, *factors in terms:
        high, low = first, 0.0
        for x in factors:
            before, high = high, high * x
            low = _product_error(before, x, high) + low * x
        high *= coefficient
        before, total = total, total + high
        rest = rest + _sum_error(before, high, total) + low * coefficient
        size += abs(high)
    if abs(total + rest) <= 2.0**-30 * size:  # most of it cancelled: exactly
        return _exact_sum(*(part for term in terms for part in _parts_of(*term)))
    return total + rest


def _parts_of(coefficient: float, first: float, *factors: float) -> list[float]:
    """A product as an exact sum of parts."""
    parts = [first]
    for x in factors:
        parts = [p for part in parts for p in (part * x, _product_error(part, x, part * x))]
    return [part * coefficient for part in parts]
