def _beside(x, times, share):
    """Finite numbers less a share of them, several times; 2^-53 (1 + 2^-52) for the next number."""
    moved = x
    for _ in range(times):
        moved = moved - moved * share
    return np.where((x > 0.0) & (x < np.inf), moved, x)


def _within(*numbers):
    """Whether squares, products and quotients of such numbers neither overflow nor underflow."""
    inside = True
    for x in numbers:
        inside = inside & (x >= 2.0**-960) & (x <= 2.0**960)
    return inside


def _chosen(condition, one, other):
    """The first value where the condition holds, else the other one."""
    if not condition.any():
        return np.broadcast_to(other, condition.shape)
    return one if np.ndim(one) and condition.all() else np.where(condition, one, other)
