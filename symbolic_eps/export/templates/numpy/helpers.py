def _beside(x, times, share):
    """Finite numbers less a share of them, several times; 2^-53 (1 + 2^-52) for the next number."""
    moved = x
    for _ in range(times):
        moved = moved - moved * share
    return np.where((x > 0.0) & (x < np.inf), moved, x)


def _within(*numbers):
    """Whether squares, products and quotients of such numbers neither overflow nor underflow."""
    inside = [(x >= 2.0**-960) & (x <= 2.0**960) for x in np.broadcast_arrays(*numbers)]
    return np.all(inside, axis=0)
