r"""The exact delta of n releases, for every n: a polynomial with rational coefficients times an exponential.

The law of one loss, C (`symbolic_eps.privacy_loss.law`), is e^(-E0/2) e^(c/2) nu(dc) with the symmetric
measure

    nu = (atom at E0 + atom at -E0)/2 + (Lebesgue measure on (-E0, E0))/4,

so that the sum S of n independent losses has the law e^(-n E0/2) e^(c/2) nu^(*n)(dc). With
E[(1 - e^(eps-S))_+] and the symmetry of nu,

    delta_n(eps) = e^((eps - n E0)/2) (G * nu^(*n))(-eps),     G(x) = 2 sinh(x/2) for x >= 0, else 0.

Laplace transforms: nu becomes e^(-E0 s) (2s-1)/(4s) + e^(E0 s) (2s+1)/(4s), and G becomes
4/((2s-1)(2s+1)). The term of the binomial formula with j factors of the first kind is a function of
x_j = (n-2j) E0 - eps, which is 0 for x_j <= 0, with the transform

    4 C(n,j) (2s-1)^(j-1) (2s+1)^(n-j-1)/(4s)^n.

For 0 < j its only pole is 0; for j = 0 there is another at 1/2, whose residue gives e^(x_0/2). For
0 <= eps < n E0, therefore,

    delta_n(eps) = 1 - e^(-(n E0 - eps)/2) Q,
    Q = 4^(1-n) [s^(n-1)] e^(s (n E0 - eps)) (1+2s)^(n-1)/(1-2s) f,
    f = sum_{j=0..J} C(n,j) t^j,     t = e^(-2 E0 s) (2s-1)/(2s+1),

[s^m] being the coefficient of s^m, and J the last j with x_j > 0. Q is rational where E0 and eps are. Q = 1
for n = 1; Q = 1 + (2 E0 - eps)/4 for n = 2.

The sum f is found as a power series without adding up its terms. Comparing coefficients,
(1+t) f'(t) = n f - (n-J) C(n,J) t^J, and 1+t = s v with a power series v: v(0) = 4 + 2 E0. Hence

    d/ds (f (s v)^(-n)) = -(n-J) C(n,J) t^J t'(s) (s v)^(-n-1) = -(n-J) C(n,J) s^(-n-1) (q_0 + q_1 s + ...),
    f = (n-J) C(n,J) v^n (q_0/n + q_1 s/(n-1) + ... + q_(n-1) s^(n-1)) + terms from s^n on.

The worst sequence of n releases, adaptive ones included, is n times the worst pair of one release: see
`symbolic_eps.privacy_loss.worst_pair`. As the losses of y at x and of x at y have the same law, it does not
matter which of the two neighbours the data are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import ceil, comb
from typing import Any

from flint import arb, arb_series, ctx, fmpq, fmpq_series

from verify.calculus.monotone_root import ball, enclosure
from verify.deadline import check_time
from verify.enclosure import Enclosure, UncertifiedError

LIMIT_BITS = 1 << 17


def factor(n: int, eps0: Fraction, eps: Fraction) -> Fraction:
    """Q, exactly: a rational number.

    Parameters
    ----------
    n : int
        Number of releases, >= 1.
    eps0, eps : Fraction
        With 0 <= eps < n eps0.

    Examples
    --------
    >>> factor(2, Fraction(1), Fraction(1, 2))
    Fraction(11, 8)
    """
    exact = _factor(n, eps0, eps, fmpq_series, fmpq)
    return Fraction(int(exact.p), int(exact.q))


def delta_of_sum(n: int, eps0: Fraction, eps: Fraction, relative_width: Fraction) -> Enclosure:
    """The least delta at eps of n releases, enclosed.

    Parameters
    ----------
    n : int
        Number of releases, >= 1.
    eps0, eps : Fraction
        With eps0 > 0, eps >= 0.
    relative_width : Fraction
        Of the enclosure.

    Raises
    ------
    verify.enclosure.UncertifiedError
        At `LIMIT_BITS` the enclosure is still wider.

    Examples
    --------
    >>> delta_of_sum(10, Fraction(1), Fraction(3), Fraction(1, 10**15)).text(12)
    '[0.473685311438, 0.473685311439]'
    """
    if eps >= n * eps0:
        return Enclosure(Fraction(0), Fraction(0))
    return narrow(lambda bits: delta_ball(n, eps0, eps, bits), first_bits(n, eps0), relative_width)


def narrow(delta: Callable[[int], arb], bits: int, relative_width: Fraction) -> Enclosure:
    """The enclosure of a positive delta, from its ball at this working precision or at higher ones.

    Raises
    ------
    verify.enclosure.UncertifiedError
        At `LIMIT_BITS` the enclosure is still wider.

    Examples
    --------
    >>> narrow(lambda bits: arb(1) / 3, 128, Fraction(1, 10**6)).text(3)
    '[0.333, 0.334]'
    """
    while bits <= LIMIT_BITS:
        value = delta(bits)
        found = enclosure(value) if value.is_finite() else None
        if found and found.lower > 0 and found.width <= relative_width * Fraction(found.lower):
            return Enclosure(found.lower, min(found.upper, Fraction(1)))
        bits *= 2
    raise UncertifiedError(f"delta needs more than {LIMIT_BITS} bits")


def first_bits(n: int, eps0: Fraction) -> int:
    """A working precision to begin with: each release costs some bits, and more of them for a large eps0."""
    return 128 + n * (4 + 3 * ceil(eps0).bit_length() // 5)


def delta_ball(n: int, eps0: Fraction, eps: Fraction, bits: int) -> arb:
    """The same as a ball, where 0 <= eps < n eps0, at a working precision."""
    check_time()
    with ctx.workprec(bits):
        total: arb = _factor(n, eps0, eps, arb_series, arb)
        return 1 - ball((eps - n * eps0) / 2).exp() * total


def _factor(n: int, eps0: Fraction, eps: Fraction, series: Any, number: Any) -> Any:
    """Q in the field of a kind of power series: `fmpq_series` or `arb_series`."""
    last = ceil((n - eps / eps0) / 2) - 1
    with _terms(n + 1):
        plus, minus = series([1, 2]), series([-1, 2])
        t = series([0, number(_rational(-2 * eps0))]).exp() * minus / plus
        v = series([(1 + t)[i + 1] for i in range(n)])
        slope = series([(i + 1) * t[i + 1] for i in range(n)])
        q = slope * t**last * (1 / v) ** (n + 1)
        f = v**n * series([q[i] / (n - i) for i in range(n)])
        whole = series([0, number(_rational(n * eps0 - eps))]).exp() * plus ** (n - 1) / series([1, -2]) * f
        return whole[n - 1] * number((n - last) * comb(n, last)) / number(4 ** (n - 1))


@contextmanager
def _terms(count: int) -> Iterator[None]:
    """Power series of so many terms."""
    before, ctx.cap = ctx.cap, count
    try:
        yield
    finally:
        ctx.cap = before


def _rational(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
