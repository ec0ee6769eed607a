def _sum_error(a, b, total):
    """What a rounded sum, total, lacks of a + b."""
    of_b = total - a  # what b has added
    error = total - of_b
    np.subtract(a, error, out=error)
    error += np.subtract(b, of_b, out=of_b)
    return error


def _product_error(a, b, product):
    """What a rounded product lacks of a times b: halves of 26 bits have exact products."""
    return _error_of_halves(*_halves(a), *_halves(b), product)


def _root_error(m, k, g, z):
    """What z lacks of the root of m z^2 + k z = g that it is near."""
    mz = m * z
    inner = mz + k
    product = z * inner
    halves = _halves(z)
    lost = _error_of_halves(*_halves(m), *halves, mz)
    lost += _sum_error(mz, k, inner)  # by mz and inner
    lost *= z
    lost += _error_of_halves(*halves, *_halves(inner), product)
    residual = np.subtract(g, product, out=product)
    residual -= lost
    mz += inner
    return np.divide(residual, mz, out=mz)


def _error_of_halves(a_high, a_low, b_high, b_low, product):
    error = a_high * b_high
    error -= product
    a_high *= b_low  # written over; an array, even if a or b is one number for all
    error += a_high
    error += np.multiply(a_low, b_high, out=a_high)
    a_low *= b_low
    error += a_low
    return error


def _halves(x):
    """A number as a sum of two with half the bits each."""
    upper = 134217729.0 * x
    upper -= upper - x
    return upper, x - upper
