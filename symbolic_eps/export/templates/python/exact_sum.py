

def _exact_sum(*terms: float) -> float:
    """The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first."""
    # SHA-256: FILL_fingerprint
    parts = [*terms]
    for i in range(len(parts)):
        for j in range(i):
            total = parts[i] + parts[j]
            parts[j] = _sum_error(parts[i], parts[j], total)
            parts[i] = total
    total, rest = parts[0], 0.0
    for part in parts[1:]:
        before, total = total, part + total
        rest += _sum_error(part, before, total)
    return total + rest
