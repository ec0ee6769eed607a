"""The eps of n releases at a given delta: delta_n is strictly decreasing, so that two signs enclose the root.

A secant in (eps, log delta) guesses the root in binary64; whatever it guesses, the ends of the enclosure are
points at which ball arithmetic has shown delta_n to be above and below the delta that is given. Where the
guess is bad, bisection goes on.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import ctx

from symbolic_eps.errors import DomainError
from symbolic_eps.privacy_loss.composition import LIMIT_BITS, delta_ball, delta_of_sum, first_bits
from verify.calculus.monotone_root import ball
from verify.enclosure import Enclosure, UncertifiedError

SECANTS = 12
"""Steps after which a guess is taken as it is."""


def eps_of_sum(n: int, eps0: Fraction, delta: Fraction, relative_width: Fraction) -> Enclosure:
    """The eps >= 0 at which the least delta of n releases is the one that is given; for delta = 0 n eps0.

    Parameters
    ----------
    n : int
        Number of releases, >= 1.
    eps0, delta : Fraction
        With eps0 > 0, 0 <= delta <= 1.
    relative_width : Fraction
        Of the enclosure.

    Raises
    ------
    symbolic_eps.errors.DomainError
        At eps = 0 the least delta is smaller already.
    verify.enclosure.UncertifiedError
        A sign could not be told.

    Examples
    --------
    >>> eps_of_sum(10, Fraction(1), Fraction(1, 10**6), Fraction(1, 10**13)).text(11)
    '[9.9989780894, 9.9989780895]'
    """
    if delta == 0:
        return Enclosure(n * eps0, n * eps0)
    if not _exceeds(n, eps0, Fraction(0), delta):
        largest = delta_of_sum(n, eps0, Fraction(0), Fraction(1, 10**7))
        raise DomainError(
            f"no eps has delta = {delta} after {n} releases with eps0 = {eps0}: the largest, at eps = 0, is "
            f"{largest.decimal_lower(6)}; give a smaller delta"
        )
    below, above = Fraction(0), n * eps0
    guess = _guess(n, eps0, delta, float(relative_width) / 20)
    for near in (guess * (1 - relative_width / 3), guess * (1 + relative_width / 3)):
        if below < near < above:
            below, above = (near, above) if _exceeds(n, eps0, near, delta) else (below, near)
    while above - below > relative_width * below:
        middle = _short((below + above) / 2 if below > 0 else above / 2**8)
        below, above = (middle, above) if _exceeds(n, eps0, middle, delta) else (below, middle)
    return Enclosure(below, above)


def _exceeds(n: int, eps0: Fraction, eps: Fraction, delta: Fraction) -> bool:
    """Whether delta_n(eps) is larger than a delta."""
    bits = first_bits(n, eps0)
    while bits <= LIMIT_BITS:
        with ctx.workprec(bits):
            excess = delta_ball(n, eps0, eps, bits) - ball(delta)
        if excess > 0 or excess < 0:
            return bool(excess > 0)
        bits *= 2
    raise UncertifiedError(f"whether delta_n({eps}) > {delta} needs more than {LIMIT_BITS} bits")


def _guess(n: int, eps0: Fraction, delta: Fraction, step_below: float) -> Fraction:
    """Near the root, most often; nothing is claimed."""
    noise, total, wanted = float(eps0), float(n * eps0), _log(delta)
    mean = n * (noise - 1 + math.exp(-noise))
    spread = math.sqrt(n * min(noise * noise, 3.0))
    last = min(mean, 0.9 * total)
    new = min(mean + spread * min(math.sqrt(-2 * wanted), 30.0), 0.95 * total)
    at = _log_delta(n, eps0, last, step_below)
    for _ in range(SECANTS):
        value = _log_delta(n, eps0, new, step_below)
        if value == at:
            break
        step = (new - last) * (value - wanted) / (value - at)
        last, at = new, value
        new = min(max(new - step, new / 8), new + (total - new) * 7 / 8)
        if abs(new - last) < step_below * new:
            break
    return _short(Fraction(new))


def _log_delta(n: int, eps0: Fraction, eps: float, width: float) -> float:
    found = delta_of_sum(n, eps0, _short(Fraction(eps)), Fraction(width))
    return _log(Fraction(found.lower))


def _log(number: Fraction) -> float:
    """The logarithm of a positive number, which may be too small for binary64."""
    with ctx.workprec(80):
        return float(ball(number).log())


def _short(number: Fraction) -> Fraction:
    """A number with 60 significant bits."""
    bits = 60 - number.numerator.bit_length() + number.denominator.bit_length()
    return Fraction(round(number * Fraction(2) ** bits)) / Fraction(2) ** bits
