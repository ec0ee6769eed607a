r"""The maximum likelihood estimate of theta from a survey's answers, in closed form.

Let b_0 and b_1 be the probabilities with which a person tells the truth 0, or 1; else the answer is
"silent". That is the optimal pair (b_0 = 1 - a/(1-w), b_1 = 1 - a/w), and with b_0 = 0 or b_1 = 0 the
optimal pairs with two answers. Of n = n_1 + n_2 + n_3 answers, n_1 are "silent", n_2 say 0 and n_3 say 1,
and

    log-likelihood = n_1 log(c + s theta) + n_2 log(1 - theta) + n_3 log(theta) + constant,
    c = 1 - b_0,  s = b_0 - b_1.

It is concave. Its derivative times theta (1 - theta) (c + s theta) >= 0 is the quadratic

    Q(theta) = n_3 c + B theta - s n theta^2,     B = s (n_1 + n_3) - c (n_2 + n_3),

with Q(0) = n_3 c >= 0 and Q(1) = -n_2 (1 - b_1) <= 0. If both are strict, Q has one root between 0 and 1,
and it is

    theta = (B + S)/(2 s n),     S = sqrt(B^2 + 4 s n n_3 c):

for s > 0 the roots have opposite signs and this is the positive one; for s < 0 Q is convex and this is the
smaller one. Where n_2 or n_3 is 0, Q has the root 1 or 0, and the same formula is the maximiser on [0, 1]:
for n_3 = 0 it is max(B, 0)/(s n) if s > 0 and 0 if s < 0; for n_2 = 0 it is 1 if s > 0, and min(1, -c
n_3/(s n)) if s < 0. For s != 0 the likelihood is strictly concave or strictly monotone, so that the
estimate always exists and is unique. For s = 0 it is n_3/(n_2 + n_3), and undefined, the likelihood being
constant, exactly if n_2 = n_3 = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.errors import DomainError
from symbolic_eps.randomized_response.pair import Pair


@dataclass(frozen=True)
class Candour:
    """With which probability a truth is told; else the answer is "silent".

    Parameters
    ----------
    zero, one : sympy.Expr
        b_0 and b_1, for a person whose truth is 0 and for one whose truth is 1: in [0, 1], or expressions.

    Examples
    --------
    >>> candour = Candour(sp.Rational(1, 4), sp.Rational(1, 4))
    >>> candour.at(sp.Rational(3, 10))
    (3/4, 7/40, 3/40)
    >>> candour.slope
    0
    """

    zero: sp.Expr
    one: sp.Expr

    @property
    def silent(self) -> sp.Expr:
        """c: the probability of "silent" where the truth is 0."""
        return 1 - self.zero

    @property
    def slope(self) -> sp.Expr:
        """s: by how much "silent" is more probable where the truth is 1."""
        return sp.cancel(self.zero - self.one)

    def at(self, theta: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
        """The law of an answer: "silent", "my truth is 0", "my truth is 1"."""
        zero, one = (1 - theta) * self.zero, theta * self.one
        return 1 - zero - one, zero, one


def candour_of(pair: Pair) -> Candour:
    """The candour of a pair whose first answer is "silent" and whose others occur for one truth only.

    Parameters
    ----------
    pair : Pair
        With three answers; or with two, of which the second tells either truth.

    Raises
    ------
    ValueError
        A pair of another form.

    Examples
    --------
    >>> from symbolic_eps.randomized_response.optimal import optimal_pair
    >>> candour_of(optimal_pair(sp.Rational(1, 4), sp.Rational(1, 2)))
    Candour(zero=1/4, one=1/4)
    >>> candour_of(Pair((sp.S.One, sp.S.Zero), (sp.Rational(3, 4), sp.Rational(1, 4))))
    Candour(zero=0, one=1/4)
    """
    if pair.outcomes == 3 and pair.p0[2] == 0 == pair.p1[1]:
        return Candour(pair.p0[1], pair.p1[2])
    if pair.outcomes == 2 and 0 in (pair.p0[1], pair.p1[1]):
        return Candour(pair.p0[1], pair.p1[1])
    raise ValueError(f"{pair} has an answer besides the first that both truths give")


def maximum_likelihood(candour: Candour, counts: Sequence[sp.Expr]) -> sp.Expr | None:
    """The estimate of theta, exactly; None where it is undefined.

    Parameters
    ----------
    candour : Candour
        Of exact numbers.
    counts : sequence of three non-negative integers
        Silent, "my truth is 0", "my truth is 1"; 0 for an answer that the mechanism never gives.

    Raises
    ------
    symbolic_eps.errors.DomainError
        A negative count, or answers that the mechanism never gives.

    Examples
    --------
    >>> third, quarter = sp.Rational(1, 3), sp.Rational(1, 4)
    >>> maximum_likelihood(Candour(quarter, quarter), (700, 210, 90))
    3/10
    >>> maximum_likelihood(Candour(third, quarter), (3, 2, 1))
    -5/3 + sqrt(37)/3
    >>> maximum_likelihood(Candour(quarter, quarter), (5, 0, 0)) is None
    True
    """
    silent, zeros, ones = check_counts(candour, counts)
    if candour.slope == 0:
        return ones / (zeros + ones) if zeros + ones > 0 else None
    return maximum_likelihood_formula(candour, (silent, zeros, ones))


def maximum_likelihood_formula(candour: Candour, counts: Sequence[sp.Expr]) -> sp.Expr:
    """(B + S)/(2 s n) for s != 0, numbers or symbols.

    Parameters
    ----------
    candour : Candour
        With which probabilities truths are told.
    counts : sequence of sympy.Expr
        As in `maximum_likelihood`, numbers or symbols.

    Examples
    --------
    >>> half = sp.Rational(1, 2)
    >>> maximum_likelihood_formula(Candour(half, sp.S.Zero), (sp.Integer(7), sp.Integer(3), sp.S.Zero))
    2/5
    """
    silent, zeros, ones = counts
    slope, level, total = candour.slope, candour.silent, silent + zeros + ones
    linear = slope * (silent + ones) - level * (zeros + ones)
    return sp.expand((linear + sp.sqrt(linear**2 + 4 * slope * total * ones * level)) / (2 * slope * total))


def check_counts(candour: Candour, counts: Sequence[sp.Expr]) -> tuple[sp.Integer, sp.Integer, sp.Integer]:
    """The three counts as SymPy's integers, once they are possible.

    Parameters
    ----------
    candour : Candour
        With which probabilities truths are told.
    counts : sequence of sympy.Expr
        How often each answer came: silent, "my truth is 0", "my truth is 1".

    Raises
    ------
    symbolic_eps.errors.DomainError
        A negative count, no answers at all, or answers that the mechanism never gives.

    Examples
    --------
    >>> check_counts(Candour(sp.Rational(1, 4), sp.Rational(1, 4)), (5, 2, 1))
    (5, 2, 1)
    """
    silent, zeros, ones = (sp.Integer(count) for count in counts)
    if min(silent, zeros, ones) < 0 or silent + zeros + ones == 0:
        raise DomainError(
            f"counts {silent},{zeros},{ones}: give how often each answer came, such as 412,300,288"
        )
    never = [
        name
        for name, count, possible in (
            ("silent", silent, candour.silent != 0 or candour.slope != 0),
            ("my truth is 0", zeros, candour.zero != 0),
            ("my truth is 1", ones, candour.one != 0),
        )
        if count > 0 and not possible
    ]
    if never:
        raise DomainError(
            f"counts {silent},{zeros},{ones}: the mechanism never gives the answer {never[0]!r}; "
            "give the counts in the order of the pair, and the delta and weight of the survey"
        )
    return silent, zeros, ones
