"""Extreme points in the proofs of Theorems 1 and 2 of Yoshida, Yung & Hayashi (2018).

A convex objective on the set of pairs is largest at an extreme point: here the pairs at which the theorems
attain it are shown to be extreme, for every finite set.
"""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.extreme_points import (
    POSITIVE,
    Q0,
    Q0_OTHER,
    Q1,
    Q1_OTHER,
    WITHIN,
    e,
    u1,
    u2,
    v1,
    v2,
)
from derivations.yoshida_yung_hayashi_2018.finite_sets import BOUNDED
from derivations.yoshida_yung_hayashi_2018.notation import SETTING, WEIGHT, claim, g, h, setting, y
from derivations.yoshida_yung_hayashi_2018.theorem_1 import PAIRS
from verify.claims.claim import Claim
from verify.functions.extreme_model import ExtremeModel
from verify.functions.models import SymbolicModel
from verify.language.as_printed import ge, gt

SIZE = u1 * u2 * v1 * v2
"""So small is the positive number of Step 2 for every pair with two elements in common."""


def _extreme(case: int, size: int, exactly: bool = False) -> ExtremeModel:
    pair = SymbolicModel({y: size}, dict(zip((g, h), PAIRS[case], strict=True)))
    return ExtremeModel(setting(BOUNDED), pair, exactly)


_changed = (one.xreplace({e: SIZE}) for one in (*Q0, *Q0_OTHER, *Q1, *Q1_OTHER))

CLAIMS: tuple[Claim, ...] = (
    claim(
        "text:III/best-pair-is-extreme",
        _extreme(3, 3),
        SETTING,
        remark="Theorem 2's maximum is attained at this pair, an extreme point of the domain.",
    ),
    claim(
        "text:III/step-2-small",
        sp.And(gt(SIZE, 0), *(ge(one, 0) for one in _changed), evaluate=False),
        (*WEIGHT, *POSITIVE, *WITHIN[:2]),
        remark="With this number Step 2 has two other pairs of the domain with the pair in their middle, so "
        "that a pair with two elements in common is no extreme point.",
    ),
    *(
        claim(
            f"text:III/two-outcomes-extreme.{case}",
            _extreme(case, 2, exactly=True),
            SETTING,
            remark=f"The pair of Theorem 1, case ({'i' * case}).",
        )
        for case in (1, 2)
    ),
)
