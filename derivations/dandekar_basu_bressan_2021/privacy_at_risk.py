"""Section 3 and Appendix A of Dandekar, Basu and Bressan (2021): privacy at risk, and Theorem 2.

Read in two ways: the pair of neighbours is fixed and the output random; or the pair is random too.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.notation import (
    claim,
    definition,
    f,
    finite_model,
    g,
    o,
    pair_of_laws,
    risk,
    s,
    u,
    v,
    v0,
)
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, le
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Total

exceeds = parameter("exceeds")
"""P(abs(C) > eps)."""

chance = parameter("chance")
"""How likely the data-generation distribution draws this pair; no other pair's loss exceeds the level."""

WHERE_IT_EXCEEDS = sp.Or(sp.And(sp.Eq(u, 1), f > v * g), sp.And(sp.Eq(u, 0), f <= v * g))
"""OUT of Appendix A."""

BOTH_WAYS = sp.Or(
    sp.And(sp.Eq(u, 1), sp.Or(f > v * g, g > v * f)),
    sp.And(sp.Eq(u, 0), f <= v * g, g <= v * f),
)
"""Where abs(C) > eps."""

PRIVATE = (le(f, v0 * g), le(g, v0 * f))
"""eps_0-differential privacy, output by output."""

BAD, BAD_BELOW = Total(f * u, o), le(Total(f * u, o), risk)
INSIDE, INSIDE_Y = Total(f * s, o), Total(g * s, o)
GOOD, GOOD_Y = Total(f * s * (1 - u), o), Total(g * s * (1 - u), o)
APPROXIMATE = le(INSIDE, v * INSIDE_Y + risk)
POSITIVE = (v > 0,)
_EVENTS = (s >= 0, 1 - s >= 0, u >= 0, 1 - u >= 0)
_SIGNS = (f >= 0, g >= 0)

_goal = le(INSIDE, GOOD + Total(f * s * u, o))
_parts = eq(INSIDE, GOOD + Total(f * s * u, o))
PARTS = Derivation(pair_of_laws(), _parts, (Step(_parts),))
_a = le(GOOD, v * GOOD_Y)
_good = le(GOOD, Total(v * g * s * (1 - u), o))
_GOOD = (Step(_good, Termwise(), (WHERE_IT_EXCEEDS, *_SIGNS, *_EVENTS)), Step(_a, using=(_good,)))
_first = le(GOOD + Total(f * s * u, o), v * GOOD_Y + Total(f * s * u, o))
_less = le(Total(f * s * u, o), BAD)
_LESS = Step(_less, Termwise(), (*_SIGNS, *_EVENTS))
_second = le(v * GOOD_Y + Total(f * s * u, o), v * GOOD_Y + risk)
_fewer = le(GOOD_Y, INSIDE_Y)
_FEWER = Step(_fewer, Termwise(), (*_SIGNS, *_EVENTS))
_third = le(v * GOOD_Y + risk, v * INSIDE_Y + risk)

_SECOND = ("0", "1")
_CHAIN = (Step(_parts), *_GOOD, _LESS, _FEWER)
THEOREM_2 = Derivation(
    pair_of_laws(WHERE_IT_EXCEEDS, BAD_BELOW),
    APPROXIMATE,
    (*_CHAIN, Step(APPROXIMATE, using=(_a, _less, _fewer, _parts, BAD_BELOW, *POSITIVE))),
)
ON_THIS_PAIR = le(chance * BAD, risk)
_RARE = finite_model(
    {f: ("1/10", "9/10"), g: ("9/10", "1/10"), s: _SECOND, u: _SECOND}, {chance: "1/2", risk: "9/20", v: "2"}
)
ON_AVERAGE = Derivation(
    pair_of_laws(WHERE_IT_EXCEEDS, ON_THIS_PAIR),
    APPROXIMATE,
    (
        *_CHAIN,
        Step(APPROXIMATE, using=(_a, _less, _fewer, _parts, ON_THIS_PAIR, eq(chance, 1), *POSITIVE)),
    ),
    (_RARE,),
)

_never = le(BAD, 0)
_none = sp.Le(Total(f * u, o), 0, evaluate=False)
NEVER_BEYOND = Derivation(
    pair_of_laws(*PRIVATE, BOTH_WAYS),
    _never,
    (Step(_never, Termwise(), (*PRIVATE, BOTH_WAYS, *_SIGNS, v >= v0)),),
)

CLAIMS: tuple[Claim, ...] = (
    definition("eq:1", le(exceeds, risk)),
    claim("text:3/no-risk-at-higher-levels", NEVER_BEYOND, (v >= v0,)),
    claim("thm:2.1", THEOREM_2, POSITIVE, remark="The pair is fixed, the output random."),
    claim(
        "thm:2.2",
        ON_AVERAGE,
        (*POSITIVE, chance > 0, chance <= 1),
        missing=(eq(chance, 1),),
        remark="The pair is random too, as (1) says: a pair that is drawn rarely may be disclosed.",
    ),
    claim("text:3/additive", PARTS, ()),
    definition("text:A/out", sp.Gt(f, v * g, evaluate=False)),
    claim("text:A/chain-1", PARTS, ()),
    claim(
        "text:A/chain-2",
        Derivation(pair_of_laws(WHERE_IT_EXCEEDS), _first, (*_GOOD, Step(_first, using=(_a,)))),
        POSITIVE,
    ),
    claim(
        "text:A/chain-3",
        Derivation(
            pair_of_laws(WHERE_IT_EXCEEDS, BAD_BELOW),
            _second,
            (_LESS, Step(_second, using=(_less, BAD_BELOW))),
        ),
        POSITIVE,
    ),
    claim(
        "text:A/chain-4",
        Derivation(pair_of_laws(), _third, (_FEWER, Step(_third, using=(_fewer, *POSITIVE)))),
        POSITIVE,
    ),
)
