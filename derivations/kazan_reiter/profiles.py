"""The risk profiles of Kazan & Reiter, by the short names under which their budgets are derived.

Symbols: a, b, r stand for the paper's tilded constants; a tilded prior is the prior itself, held fixed.
"""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Basic, Max

from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import Condition, conditions_of

a, b, r = parameter("a"), parameter("b"), parameter("r")
p0, p1, q0, q1 = (parameter(name) for name in ("p0", "p1", "q0", "q1"))


def _all(*relationals: Basic) -> tuple[Condition, ...]:
    return tuple(c for relational in relationals for c in conditions_of(relational))


_RISKS = _all(a > 0, a < 1, r > 1)
_BOX = _all(p >= p0, p <= p1, q >= q0, q <= q1)
_CORNERS = _all(p0 >= 0, p0 <= p1, p1 <= 1, p1 > 0, q0 >= 0, q0 <= q1, q1 <= 1, q1 > 0)

PROFILES: Mapping[str, RiskProfile] = {
    "constant": RiskProfile(r, _all(r > 1)),
    "fixed-q": RiskProfile(Max(a / (p * q), r), _RISKS, {q: q}),
    "fixed-p": RiskProfile(Max(a / (p * q), r), _RISKS, {p: p}),
    "box": RiskProfile(r, (*_all(r > 1), *_CORNERS), {}, _BOX),
    "difference": RiskProfile((p * q + b) / (p * q), _all(b > 0, b < 1)),
    "two-dimensional": RiskProfile(Max(a / (p * q), r), _RISKS),
}
