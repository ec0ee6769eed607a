r"""What the m-th smallest of n sampled sensitivities covers, at least, whatever their law is.

n pairs of neighbours are drawn independently from a law; their sensitivities S_1, ..., S_n and that of a
fresh pair, S, have the distribution function G: any, with ties and atoms. S_(m) is the m-th smallest of the
n.

A fresh pair. Rank all n+1 sensitivities, ties in random order: by symmetry the rank of S is uniform on 1,
..., n+1. If it is at most m, fewer than m of the sample come before S, so that S <= S_(m): the probability
of that is at least m/(n+1), with equality where ties have probability 0. (By integration: for continuous G
it is the mean of a number with the density m C(n, m) u^(m-1) (1-u)^(n-m), and int u^a (1-u)^b = b/(a+1) int
u^(a+1) (1-u)^(b-1), the claim `covered/parts`, gives m/(n+1).) m/n is the share of the sample, not of fresh
pairs.

A share of all pairs. Let q be the least number with G(q) >= L. G(S_(m)) >= L says S_(m) >= q, that is:
fewer than m of the n lie below q. Their number is Binomial(n, G(q-)) with G(q-) <= L, and P(Binomial(n, p)
<= m-1) decreases in p: its derivative is -m C(n, m) p^(m-1) (1-p)^(n-m) (`covered/step`, by induction on
m). So the probability over the sample is at least P(Binomial(n, L) <= m-1), with equality where G is
continuous at q.

With the mechanism's noise. Let it be calibrated to S_(m): Laplace of scale S_(m)/E0 on one, two or three
coordinates. For a pair of sensitivity S the worst law of the loss C is that of
`symbolic_eps.privacy_loss.law` with E0 S/S_(m) for E0 (`symbolic_eps.privacy_loss.worst_pair`). Where the
pair is covered this is at most E0, and P(|C| <= eps) decreases in it (`covered/shift-...`), so it is at
least P(|C| <= eps) at E0 itself, whatever the sample and the pair are. Hence

    P(covered and |C| <= eps) >= m/(n+1) * P(|C| <= eps).

The product is the greatest lower bound: let the law be continuous on [1-h, 1]; then S/S_(m) >= 1-h, and as
h -> 0 the probability tends to the product (`covered/limit`). For eps < E0 no law attains it: that would
take S = S_(m) wherever the pair is covered, hence an atom, and with it ties. The first factor is over the
sample and the fresh pair, the second over the noise; with `level` instead: with that probability over the
sample alone, a fresh pair is covered and |C| <= eps with probability at least L P(|C| <= eps) over the pair
and noise.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from flint import ctx

from symbolic_eps.errors import DomainError
from symbolic_eps.privacy_loss import law
from symbolic_eps.privacy_loss.binomial_tail import at_most, lower_tail
from symbolic_eps.privacy_loss.language import claim
from symbolic_eps.report.quantity import Quantity
from verify.calculus.derivative import PartialDerivative
from verify.calculus.integral import DefiniteIntegral
from verify.calculus.limit import Limit
from verify.calculus.monotone_root import BITS, ball
from verify.claims.claim import Claim
from verify.enclosure import UncertifiedError

N, M, U, LARGER, SMALLER = sp.symbols("n m u a b", real=True)
EPS0, EPS, SHIFT, GAP = sp.symbols("eps0 eps shift h", real=True)
CHOICES, INTEGRAL, SLOPE, TERM = (
    sp.symbols(f"{name}_m {name}_n", real=True) for name in ("C", "I", "D", "b")
)
"""Of m, and of m+1."""

MOST_PAIRS = 10**9

EXACT_PAIRS = 2000
"""Up to so many pairs a level that equals a wish is recognised, by exact sums."""


def covering_probability(n: int, m: int) -> sp.Rational:
    """The least probability, over sample and fresh pair, that the fresh pair's sensitivity is at most S_(m).

    Examples
    --------
    >>> covering_probability(1000, 900)
    900/1001
    """
    return sp.Rational(m, n + 1)


def covering_level(n: int, m: int, level: sp.Rational) -> Quantity:
    """The least probability, over the sample, that S_(m) covers at least the share `level` of all pairs.

    Examples
    --------
    >>> covering_level(2, 2, sp.Rational(2, 3)).enclosure.text(6)
    '[0.555555, 0.555556]'
    >>> covering_level(1000, 920, sp.Rational(9, 10)).closed_form
    betainc_regularized(920, 81, 9/10, 1)
    """
    found = at_most(m - 1, n, _fraction(level))
    return Quantity(found.lower, found.upper, sp.betainc_regularized(m, n - m + 1, level, 1))


def least_rank(n: int, probability: sp.Rational) -> int:
    """The least m with m/(n+1) >= probability.

    Raises
    ------
    symbolic_eps.errors.DomainError
        There is none; the message names the nearest wish.

    Examples
    --------
    >>> least_rank(1000, sp.Rational(9, 10))
    901
    """
    rank = max(1, int(sp.ceiling(probability * (n + 1))))
    if rank > n:
        enough = least_sample(probability)
        raise DomainError(
            f"no m gives the probability {probability} with n = {n}: the largest of the sample covers a "
            f"fresh pair with {covering_probability(n, n)}; give that, or n = {enough}"
        )
    return rank


def least_sample(probability: sp.Rational) -> int:
    """The least n whose largest sensitivity, m = n, covers a fresh pair with that probability.

    Examples
    --------
    >>> least_sample(sp.Rational(9, 10))
    9
    """
    return _countable(max(1, int(sp.ceiling(probability / (1 - probability)))))


def least_rank_for_level(n: int, level: sp.Rational, confidence: sp.Rational) -> int:
    """The least m for which S_(m) covers the share `level` with probability at least `confidence`.

    Raises
    ------
    symbolic_eps.errors.DomainError
        There is none; the message names the nearest wish.

    Examples
    --------
    >>> least_rank_for_level(1000, sp.Rational(9, 10), sp.Rational(19, 20))
    916
    """
    if not _serves(n, n, level, confidence):
        nearest = at_most(n - 1, n, _fraction(level)).decimal_lower(6)
        enough = least_sample_for_level(level, confidence)
        raise DomainError(
            f"no m covers the share {level} with probability {confidence} and n = {n}: the largest of the "
            f"sample does with {nearest}; give that, or n = {enough}"
        )
    none, some = 0, n
    while some - none > 1:
        middle = (none + some) // 2
        none, some = (none, middle) if _serves(middle, n, level, confidence) else (middle, some)
    return some


def least_sample_for_level(level: sp.Rational, confidence: sp.Rational) -> int:
    """The least n with 1 - level^n >= confidence: the largest sensitivity, m = n, covers the share then.

    Examples
    --------
    >>> least_sample_for_level(sp.Rational(9, 10), sp.Rational(19, 20))
    29
    """
    share, doubt = _fraction(level), 1 - _fraction(confidence)
    with ctx.workprec(BITS):
        ratio = ball(doubt).log() / ball(share).log()
    about = _countable(max(1, int(float(ratio.mid()))))
    return next(n for n in range(max(1, about - 1), about + 3) if _serves(n, n, level, confidence))


def _serves(m: int, n: int, level: sp.Rational, confidence: sp.Rational) -> bool:
    """Whether P(Binomial(n, level) <= m-1) >= confidence, decided."""
    share, wanted = _fraction(level), _fraction(confidence)
    with ctx.workprec(BITS):
        found = 1 - ball(share) ** n if m == n else lower_tail(m - 1, n, share)
        if found >= ball(wanted) or found < ball(wanted):
            return bool(found >= ball(wanted))
    if n > EXACT_PAIRS:
        raise UncertifiedError(f"the probability for m = {m} is too close to {confidence} to be told from it")
    return _exact(m - 1, n, share) >= wanted


def _exact(k: int, n: int, p: Fraction) -> Fraction:
    term = total = (1 - p) ** n
    for j in range(k):
        term = term * (n - j) * p / ((j + 1) * (1 - p))
        total += term
    return total


def _countable(n: int) -> int:
    if n > MOST_PAIRS:
        raise DomainError(f"it would take {n} pairs, more than {MOST_PAIRS}: give a smaller wish")
    return n


def _fraction(number: sp.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def claims() -> tuple[Claim, ...]:
    """The mean of an order statistic, the slope of the binomial tail, and the loss of a covered pair."""
    return (*_mean(), *_tail(), *_loss())


def _mean() -> tuple[Claim, ...]:
    """m C(n, m) int u^m (1-u)^(n-m) = m/(n+1): from m = n down, C(n, m) int stays 1/(n+1)."""
    by_parts = U**LARGER * (1 - U) ** SMALLER
    rest = SMALLER / (LARGER + 1) * U ** (LARGER + 1) * (1 - U) ** (SMALLER - 1)
    whole = U ** (LARGER + 1) * (1 - U) ** SMALLER / (LARGER + 1)
    known = (
        sp.Eq(CHOICES[1] * (M + 1), CHOICES[0] * (N - M)),
        sp.Eq(INTEGRAL[0] * (M + 1), (N - M) * INTEGRAL[1]),
    )
    step = sp.Eq(CHOICES[0] * INTEGRAL[0], CHOICES[1] * INTEGRAL[1], evaluate=False)
    zero, one = sp.S.Zero, sp.S.One
    return (
        claim(
            "covered/parts",
            DefiniteIntegral(by_parts - rest, U, zero, one, zero, whole),
            (LARGER > 0, SMALLER > 0),
        ),
        claim("covered/mean-step", step, (M >= 0, M < N, *known)),
        claim("covered/mean-start", DefiniteIntegral(U**N, U, zero, one, 1 / (N + 1)), (N > 0,)),
    )


def _tail() -> tuple[Claim, ...]:
    """d/dp of b(0) + ... + b(m-1) is -m b(m)/p: true for m = 0, and adding b(m)' keeps it true for m+1."""
    inside = (U > 0, U < 1)
    term = CHOICES[0] * U**M * (1 - U) ** (N - M)
    factor = M / U - (N - M) / (1 - U)
    known = (sp.Eq(SLOPE[0], -M * TERM[0] / U), sp.Eq(TERM[1] * (M + 1) * (1 - U), TERM[0] * (N - M) * U))
    step = sp.Eq(SLOPE[0] + TERM[0] * factor, -(M + 1) * TERM[1] / U, evaluate=False)
    return (
        claim("covered/term", PartialDerivative(term, U, term * factor), inside),
        claim("covered/step", step, (*inside, *known)),
    )


def _loss() -> tuple[Claim, ...]:
    """P(|C| <= eps) of a covered pair, whose shift is at most E0: least at E0, and near E0 as there."""
    shifted = law.probability(SHIFT, EPS)
    at_most_one = sp.Le(shifted.rewrite(sp.exp).expand(), 1, evaluate=False)
    falls = sp.Ge(sp.exp(-SHIFT / 2) * TERM[0], sp.exp(-EPS0 / 2) * TERM[0], evaluate=False)
    near = law.probability(EPS0 * (1 - GAP), EPS)
    limit = Limit(near, GAP, sp.S.Zero, "+", law.probability(EPS0, EPS))
    return (
        claim("covered/shift-falls", falls, (TERM[0] > 0, SHIFT <= EPS0)),
        claim("covered/shift-factor", sp.Gt(sp.sinh(EPS / 2), 0, evaluate=False), (EPS > 0,)),
        claim("covered/shift-one", at_most_one, (EPS > 0, SHIFT > EPS)),
        claim("covered/limit", limit, (EPS > 0, EPS < EPS0)),
    )
