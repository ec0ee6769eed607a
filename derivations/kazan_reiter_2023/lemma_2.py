"""Lemma 2 with its proof, (55)-(67), Appendix A.2 of Kazan & Reiter (2023).

The lines on sums over the values of the person are chains of `probability`; the rest is algebra in the
likelihoods L_S, L_N and L_0 given Y in S, Y not in S, and I = 0.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from derivations.kazan_reiter.notation import decay, eps, p, q
from derivations.kazan_reiter_2023 import probability
from derivations.kazan_reiter_2023.notation import claim
from derivations.kazan_reiter_2024.probability.lemma_1 import NO_NULL_VALUE, least
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, product

NULL_ABSENCE = "At p = 1 it conditions on I = 0, a null event."
NULL_COMPLEMENT = "At q = 1 it conditions on Y not in S, a null event."
_NULL_SET = (
    "If S has probability 0, it conditions on a null event; Section 2.2 excludes that for the data holder's "
    "S, but the lemma is for any subset."
)
_X = "x = e^-eps."
_SET = probability.FOR_ANY_SET
_NULLS: dict[str, Any] = {
    "missing": (p < 1, q > 0),
    "remark": f"{_X} S is any subset of the domain of Y. {_NULL_SET} {NULL_ABSENCE}",
}
_EVEN_VALUES: dict[str, Any] = {
    "missing": (p < 1, q > 0, NO_NULL_VALUE),
    "remark": f"{_X} w_y is a lower bound on P[Y = y | I = 1]: each y of S has to be possible, where the "
    "lemma lets S be a subset of the domain of Y, not of its support as in Section 2. "
    f"{_NULL_SET} {NULL_ABSENCE}",
}
_SUM: dict[str, Any] = {"missing": (q > 0,), "remark": f"{_X} {_NULL_SET}"}


def lemma_2(first: str, second: str) -> tuple[Claim, Claim]:
    """The two parts of Lemma 2, as printed at two displays.

    Parameters
    ----------
    first, second : str
        Their places.

    Examples
    --------
    >>> [claim.locator.place for claim in lemma_2("eq:25", "eq:26")]
    ['eq:25', 'eq:26']
    """
    return (
        claim(first, probability.LEMMA_2_FIRST, _SET, **_NULLS),
        claim(
            second,
            probability.LEMMA_2_SECOND,
            _SET,
            missing=(q > 0, q < 1),
            remark=f"{_X} S is any subset of the domain of Y. {_NULL_SET} {NULL_COMPLEMENT}",
        ),
    )


_BY_SUMS: tuple[Claim, ...] = (
    claim("eq:57", probability.LINE_57, _SET, **_NULLS),
    claim("eq:58", probability.LINE_58, _SET, **_NULLS),
    claim("eq:59", probability.LINE_59, _SET, **_NULLS),
    claim("eq:60", probability.LINE_60, (*_SET, least >= 0), **_EVEN_VALUES),
    claim("eq:61", probability.LINE_61, (*_SET, least >= 0), **_EVEN_VALUES),
    claim("eq:62.1", probability.LINE_62[0], _SET, **_NULLS),
    claim("eq:62.2", probability.LINE_62[1], _SET, **_SUM),
    claim("eq:63.1", probability.LINE_63[0], _SET, **_NULLS),
    claim("eq:63.2", probability.LINE_63[1], _SET, **_SUM),
)

_BOUNDS = (
    L_0 >= 0,
    L_S >= 0,
    L_N >= 0,
    le(decay, L_S / L_0),
    le(L_S / L_0, sp.exp(eps)),
    le(decay, L_N / L_0),
    le(L_N / L_0, sp.exp(eps)),
)
_least = product(decay, sp.Pow(sp.exp(eps), -1, evaluate=False))
_greatest = product(sp.exp(eps), sp.Pow(decay, -1, evaluate=False))

_COMPLEMENT: tuple[Claim, ...] = (
    claim(
        "eq:64",
        probability.LINE_64,
        _SET,
        missing=(p < 1, q > 0, q < 1),
        remark=f"{_X} {_NULL_SET} {NULL_COMPLEMENT} {NULL_ABSENCE}",
    ),
    claim(
        "eq:65",
        probability.LINE_65,
        _SET,
        missing=(p < 1, q > 0, q < 1),
        remark=f"{_X} S is any subset of the domain of Y. {_NULL_SET} {NULL_COMPLEMENT} {NULL_ABSENCE}",
    ),
    claim("eq:66.1", ge(L_S / L_N, _least), _BOUNDS),
    claim("eq:66.2", eq(_least, sp.exp(-2 * eps)), ()),
    claim("eq:67.1", le(L_S / L_N, _greatest), _BOUNDS),
    claim("eq:67.2", eq(_greatest, sp.exp(2 * eps)), ()),
)

CLAIMS: tuple[Claim, ...] = (*lemma_2("eq:55", "eq:56"), *_BY_SUMS, *_COMPLEMENT)
