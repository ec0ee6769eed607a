"""The proof of Theorem 3 of Yoshida, Yung & Hayashi (2018), Steps 1 to 4, and that of Corollary 1.

The changed laws are those of Theorem 2's proof; psi is the function of the Fisher information.
"""

from __future__ import annotations

from itertools import pairwise

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.extreme_points import (
    POSITIVE,
    Q0,
    Q0_OTHER,
    Q1,
    Q1_OTHER,
    SMALL,
    WITHIN,
    changed_norm,
    e,
    of_numbers,
    u,
    u1,
    u2,
    v,
    v1,
    v2,
)
from derivations.yoshida_yung_hayashi_2018.lemma_1 import determinant
from derivations.yoshida_yung_hayashi_2018.notation import SETTING, THETA, WEIGHT, a, claim, w
from derivations.yoshida_yung_hayashi_2018.sublinear import FIVE
from derivations.yoshida_yung_hayashi_2018.two_outcomes import psi
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq

weight = parameter("w_1")
_STEP_2 = (*SETTING, *POSITIVE, *SMALL, *WITHIN)
_MEANT, _OTHER = changed_norm(Q0, Q1), changed_norm(Q0_OTHER, Q1_OTHER)
LAST = (eq(-2 * e * ((1 - w) * u1 - w * v1), 0), eq(2 * e * ((1 - w) * u2 - w * v2), 0))
"""The last lines of the two chains, as equations."""


def _chain(k: int, sign: int) -> tuple[Claim, ...]:
    """The determinants at the element k + 1."""
    own = ((u1, v1), (u2, v2))[k]
    first, second = (Q1[k], Q0[k]), (Q1_OTHER[k], Q0_OTHER[k])
    lines = (
        determinant(first, second),
        determinant(first, (second[0] - first[0], second[1] - first[1])),
        determinant(first, (sign * 2 * (1 - w) * e, sign * 2 * w * e)),
        sign * 2 * e * determinant((own[1], own[0]), (1 - w, w)),
        LAST[k].lhs,
    )
    given = (*WEIGHT, *SMALL)
    found = tuple(
        claim(f"text:IV/step-2-at-{k + 1}.{number}", eq(one, next_one), given)
        for number, (one, next_one) in enumerate(pairwise(lines), 1)
    )
    whence = claim(f"text:IV/step-2-at-{k + 1}.5", eq((1 - w) * own[0] - w * own[1], 0), (*given, LAST[k]))
    return (*found, whence)


_left = (u - a / (1 - w), v - a / w)
_pair = (a / (1 - w), a / w)
_ROWS = (((a / w, u), (_left[1], sp.Integer(0))), ((a / w, a / (1 - w)), (sp.Integer(0), _left[0])))
_VALUES = (-u * _left[1], (a / w) * _left[0])
_STEP_3 = (*SETTING, *THETA, *FIVE)
EQUALITIES = (
    eq(psi(u, v), psi(u, a / w) + psi(sp.Integer(0), _left[1])),
    eq(psi(u, a / w), psi(*_pair) + psi(_left[0], sp.Integer(0))),
)
ZEROS = tuple(eq(value, 0) for value in _VALUES)

CLAIMS: tuple[Claim, ...] = (
    claim("text:IV/step-2-norm", of_numbers(eq(_MEANT, _OTHER)), _STEP_2),
    *_chain(0, 1),
    *_chain(1, -1),
    *(
        claim(f"text:IV/step-3-determinant-{k}.1", eq(determinant(*rows), value), SETTING)
        for k, (rows, value) in enumerate(zip(_ROWS, _VALUES, strict=True), 1)
    ),
    claim(
        "text:IV/step-3-determinant-1.2",
        eq(determinant(*_ROWS[0]), 0),
        (*_STEP_3, EQUALITIES[0]),
    ),
    claim(
        "text:IV/step-3-determinant-2.2",
        eq(determinant(*_ROWS[1]), 0),
        (*_STEP_3, EQUALITIES[1]),
    ),
    claim(
        "text:IV/step-3-whence",
        sp.And(eq((1 - w) * u, a), eq(w * v, a)),
        (*SETTING, *FIVE, *ZEROS),
    ),
    claim(
        "text:IV/corollary-1-weights",
        sp.Ne(a / w, a / weight, evaluate=False),
        (*SETTING, weight > 0, weight < 1, sp.Ne(weight, w)),
    ),
)
