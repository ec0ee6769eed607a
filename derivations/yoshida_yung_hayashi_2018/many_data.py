"""Section V of Yoshida, Yung & Hayashi (2018) for n data: errors that go to zero exponentially, for every n.

At each element, p and q are the probabilities for theta_1 and theta_2, c the root of their product; `apart`
is the distance of the two laws. Sets of n-tuples are finite sets, so that what holds of tests for every
finite set holds for n data.
"""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.discrimination import p, q
from derivations.yoshida_yung_hayashi_2018.notation import claim, y
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import le
from verify.probability.derivation import Derivation, Step
from verify.probability.products import ExponentialDecay
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

c, s, apart = (parameter(name) for name in ("c", "s", "apart"))

TWO_LAWS = (p >= 0, q >= 0, sp.Eq(Total(p, y), 1), sp.Eq(Total(q, y), 1))
ROOT = (c >= 0, sp.Eq(c**2, p * q))
DISTANCE = (sp.Eq(Total(sp.Abs(p - q), y), apart),)

_below = sp.Lt(Total(2 * c, y), Total(p + q, y), evaluate=False)
ERROR_VANISHES = ExponentialDecay(
    Setting({p: (y,), q: (y,), c: (y,)}, (*TWO_LAWS, *ROOT, *DISTANCE), supports=Supports.FINITE),
    sp.Min(p, q) / 2,
    c,
    (*TWO_LAWS[:2], *ROOT),
    (Step(_below, Termwise(where=sp.Abs(p - q))), Step(sp.Lt(Total(c, y), 1))),
)
"""Of every test's average error the least is half the sum of the smaller probabilities."""

LIKELIER = (sp.Or(sp.And(sp.Eq(s, 1), p <= q), sp.And(sp.Eq(s, 0), p >= q)),)
"""S holds where theta_2 is at least as likely as theta_1."""


def _error(wrong: sp.Expr) -> Derivation:
    goal = le(Total(wrong, y), Total(sp.Min(p, q), y))
    setting = Setting(
        {p: (y,), q: (y,), s: (y,)}, (*TWO_LAWS, *LIKELIER), events=(s,), supports=Supports.FINITE
    )
    return Derivation(setting, goal, (Step(goal, Termwise(), (*TWO_LAWS[:2], *LIKELIER)),))


_DIFFERENT = "Where the two laws are the same, p_0 = p_1, the error is 1/2 for every n."

CLAIMS: tuple[Claim, ...] = (
    claim("text:V/error-vanishes", ERROR_VANISHES, (), missing=(apart > 0,), remark=_DIFFERENT),
    *(
        claim(
            f"text:V/both-errors-small.{number}",
            _error(wrong),
            (),
            remark="This test's two errors are at most twice the least average error: it obeys every "
            "constant bound on one of them for all large n, while the other goes to zero exponentially.",
        )
        for number, wrong in enumerate((p * s, q * (1 - s)), 1)
    ),
)
