def _ln(x):
    """NumPy's log(x)."""
    return np.log(x)


def _ln1p(x):
    """NumPy's log(1 + x)."""
    return np.log1p(x)
