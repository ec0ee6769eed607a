"""Theorems 3 to 6 of Kazan & Reiter (2023), (51)-(54), which are printed without a proof.

The displays are claims on the infimum over the priors. `thm:N` asks whether it is a minimum, as the sentence
before says: whether some pair of priors in the range that is printed attains it. With x = e^-eps at the
printed budget, the bound of Theorem 1 is the reciprocal of a polynomial; the budget is the minimum where r*
times that polynomial has the minimum 1.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import same_sentences
from derivations.kazan_reiter.attained_minimum import AttainedMinimum
from derivations.kazan_reiter.notation import PRIORS, p, q, r
from derivations.kazan_reiter.recommended_budget import RecommendedBudget
from derivations.kazan_reiter_2023 import printed_forms
from derivations.kazan_reiter_2023.notation import CONSTANTS, PROFILE, THRESHOLD, a, claim, inverse_bound
from derivations.kazan_reiter_2023.printed_forms import CORNERS, p0, p1, q0, q1
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.extremum import Infimum, Path
from verify.claims.claim import Claim
from verify.language.as_printed import eq

step = parameter("t")
_ONE = sp.Integer(1)
_DECAY = (x > 0, x < 1)

_INFIMUM = "The display is judged as an infimum; no pair of priors in the range attains it"

THEOREM_3: tuple[Claim, ...] = (
    claim("eq:51", RecommendedBudget("constant", sp.log(r) / 2), (r > 1,)),
    claim("thm:3", **same_sentences.CONSTANT_ATTAINED, remark=f"x = e^-eps. {_INFIMUM}: p -> 1, q -> 0."),
)

_BOX = (*PRIORS, p >= p0, p <= p1, q >= q0, q <= q1)


def _box(
    place: str, corner: tuple[sp.Expr, sp.Expr], case: tuple[sp.Basic, ...], needs: tuple[sp.Basic, ...]
) -> Claim:
    """Whether (52) is attained in the box, where its value is that at a corner."""
    statement = AttainedMinimum(
        r * inverse_bound(),
        (p, q),
        _ONE,
        dict(zip((p, q), corner, strict=True)),
        tuple(eq(bound.lhs, 0) for bound in needs),
    )
    remark = "x = e^-eps at this case of (52)."
    if needs:
        remark += f" {_INFIMUM}, where the corner with a zero is none."
    domain = (*CORNERS, *case, *_BOX, *_DECAY, eq(r * inverse_bound(*corner), 1))
    return claim(place, statement, domain, missing=needs, remark=remark)


THEOREM_4: tuple[Claim, ...] = (
    *printed_forms.box("52"),
    _box("thm:4.1", (p1, q0), printed_forms.LOW_CORNER, (q0 > 0,)),
    _box("thm:4.2", (p0, q0), printed_forms.HIGH_CORNER, ()),
    claim(
        "thm:4.3",
        AttainedMinimum(r * inverse_bound(), (p, q), _ONE, {p: p0, q: q0}),
        (*CORNERS, *printed_forms.NO_INCLUSION, *_BOX, *_DECAY, eq(r * x, 1)),
        remark=f"x = e^-eps at this case of (52). {_INFIMUM}: it is approached for p -> 0.",
    ),
    _box("thm:4.4", (p0, _ONE), printed_forms.KNOWN_CORNER, (p0 > 0,)),
    claim(
        "thm:4/cases-cover",
        sp.Or(
            q0 <= THRESHOLD,
            sp.And(q0 > THRESHOLD, q0 < 1, sp.Or(p0 > 0, sp.Eq(p0, 0))),
            sp.Eq(q0, 1),
        ),
        CORNERS,
    ),
)

_capped = PROFILE * inverse_bound()
_OTHER_VALUE, _OTHER_INCLUSION = (q > 0, q < 1), (p > 0, p < 1)
turn_q, turn_p = a / (p * r), a / (q * r)
_NO_CAP = "At a = 0 the value is the limit for a prior that tends to 0, and not attained."

THEOREM_5: tuple[Claim, ...] = (
    *printed_forms.fixed_inclusion("53"),
    claim(
        "thm:5.1",
        AttainedMinimum(_capped, (q,), _ONE, {q: turn_q}, (eq(a, 0),)),
        (
            *printed_forms.INCLUSION,
            *printed_forms.BELOW,
            *_OTHER_VALUE,
            *_DECAY,
            eq(r * inverse_bound(p, turn_q), 1),
        ),
        missing=(a > 0,),
        remark=f"x = e^-eps at the first case of (53). {_NO_CAP}",
    ),
    claim(
        "thm:5.2",
        AttainedMinimum(_capped, (q,), _ONE, {q: _ONE}),
        (
            *printed_forms.INCLUSION,
            *printed_forms.FROM,
            *_OTHER_VALUE,
            *_DECAY,
            eq(x * a * (1 - p), p * (1 - a)),
        ),
        corrected=Infimum(_capped, (q,), _ONE, Path(step, {q: 1 - step})),
        remark=f"x = e^-eps at the second case of (53). {_INFIMUM}, 0 < q < 1; on (0, 1], as in (36), q = 1 "
        "attains it.",
    ),
)

THEOREM_6: tuple[Claim, ...] = (
    *printed_forms.fixed_value("54", printed_forms.low_value("54")),
    claim(
        "thm:6.1",
        AttainedMinimum(_capped, (p,), _ONE, {p: (1 + turn_p) / 2}, (q < THRESHOLD, a > 0, a < q * r)),
        (
            *CONSTANTS,
            *printed_forms.LOW_VALUE,
            *_OTHER_INCLUSION,
            *_DECAY,
            eq(r * inverse_bound(_ONE, q), 1),
        ),
        missing=(eq(q, THRESHOLD), a >= 0, a < q * r),
        remark=f"x = e^-eps at the first case of (54). {_INFIMUM}, 0 < p < 1, unless q is at the end of the "
        "case; on (0, 1], as in (36), p = 1 attains it.",
    ),
    claim(
        "thm:6.2",
        AttainedMinimum(_capped, (p,), _ONE, {p: turn_p}, (eq(a, 0),)),
        (
            *CONSTANTS,
            *printed_forms.HIGH_VALUE,
            *_OTHER_INCLUSION,
            *_DECAY,
            eq(r * inverse_bound(turn_p, q), 1),
        ),
        missing=(a > 0, a < q * r),
        remark="x = e^-eps at the second case of (54) with the factor a under its root. " + _NO_CAP,
    ),
    claim(
        "thm:6.3",
        AttainedMinimum(_capped, (p,), _ONE, {p: turn_p}, (eq(a, 0),)),
        (
            *CONSTANTS,
            *printed_forms.KNOWN_VALUE,
            *_OTHER_INCLUSION,
            *_DECAY,
            eq(x * (r - a), 1 - a),
        ),
        missing=(a > 0,),
        remark=f"x = e^-eps at the third case of (54). {_NO_CAP}",
    ),
)

CLAIMS: tuple[Claim, ...] = (*THEOREM_3, *THEOREM_4, *THEOREM_5, *THEOREM_6)
