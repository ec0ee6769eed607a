

def _exact_sum(*terms):
    """The sum of the terms, its sign exact: from partial sums that do not overlap."""
    parts = []
    for term in terms:
        carry = term
        for place, part in enumerate(parts):
            total = carry + part
            parts[place] = _sum_error(carry, part, total)
            carry = total
        parts.append(carry)
    total, rest = parts[0], 0.0
    for part in parts[1:]:
        before, total = total, part + total
        rest = rest + _sum_error(part, before, total)
    return total + rest
