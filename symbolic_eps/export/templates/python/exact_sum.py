

def _exact_sum(*terms: float) -> float:
    """The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.

    SHA-256: FILL_fingerprint
    """
    parts: list[float] = []
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
        rest += _sum_error(part, before, total)
    return total + rest
