def _sum_error(a, b, total):
    """What a rounded sum, total, lacks of a + b."""
    of_b = total - a  # what b has added
    error = total - of_b
    np.subtract(a, error, out=error)
    error += np.subtract(b, of_b, out=of_b)
    return error


def _product_error(a, b, product):
    """What a rounded product lacks of a times b: halves of 26 bits have exact products."""
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(b)
    error = a_high * b_high
    error -= product
    part = a_high * b_low  # an array, even if a or b is one number for all
    error += part
    error += np.multiply(a_low, b_high, out=part)
    error += np.multiply(a_low, b_low, out=part)
    return error


def _halves(x):
    """A number as a sum of two with half the bits each."""
    upper = 134217729.0 * x
    upper -= upper - x
    return upper, x - upper
