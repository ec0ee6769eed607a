"""That P >= 0 where P is quadratic in a prior and is 0 at one place, inside the range of the other.

With P = A v^2 + B v + C: it is not negative at v = 0 and at v = 1, and where its vertex is between, the
discriminant is not positive. What is tight of these is so at a double root in the other prior, that of the
place: K D = s^2 E modulo the polynomial of X, with K > 0, and E <= 0 is a question that is tight nowhere.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive


def by_double_root(case: BranchCase, piece: ConstrainedPiece, v: sp.Symbol) -> str:
    """A tactic for `False` where P < 0 is known, or UndecidedError."""
    (u,) = (other for other in PRIORS if other != v)
    attained = case.branch.attained
    if case.profile.parameters or case.profile.box or len(attained) != 1 or {u, v} - set(attained[0].place):
        raise UndecidedError("the minimum is not at one place inside the ranges, for numbers")
    if sp.degree(piece.polynomial, v) != 2:
        raise UndecidedError(f"the bound is not quadratic in {v}")
    text = case.steps.text
    a, b, c = sp.Poly(piece.polynomial, v).all_coeffs()
    known = (*case.known, *(condition for condition in piece.conditions if v not in condition.symbols))
    inner = (positive(a), positive(-b), positive(sp.expand(2 * a + b)))
    place = attained[0].place[u]
    between = _not_positive(case, sp.expand(b**2 - 4 * a * c), place, u, (*known, *inner))
    ends = [
        f"assert ({name} : - {text(end)} <= 0) by ({_not_positive(case, -end, place, u, known)})"
        for name, end in (("at_bottom", c), ("at_top", sp.expand(a + b + c)))
    ]
    value = f"{text(a)} * ({text(v)} * {text(v)}) + {text(b)} * {text(v)} + {text(c)}"
    rule = f"apply quadratic_on_unit; [lra | lra | lra | intros convex falls turning; {between}]"
    return f"rename less into negative; {'; '.join(ends)}; assert (whole : 0 <= {value}) by ({rule}); lra"


def _not_positive(
    case: BranchCase, value: sp.Expr, place: sp.Expr, u: sp.Symbol, known: tuple[Condition, ...]
) -> str:
    """A tactic for `value <= 0`: by its double root, if it has one at the place, or by a certificate."""
    text, root = case.steps.text, case.branch.polynomial
    assert root is not None
    n, d = sp.fraction(sp.together(place))
    s = sp.expand(d * u - n)
    degree = sp.degree(value, u)
    quotient, rest = (sp.expand(part.as_expr()) for part in sp.pdiv(sp.Poly(value, u), sp.Poly(s**2, u)))
    multiple, left = sp.div(sp.Poly(rest, DECAY, u), sp.Poly(root, DECAY, u))
    if degree < 2 or left != 0:
        return f"{_shown(case, 'falling', known, non_negative(-value))}; lra"
    sign, turn = (d, "left") if case.steps.excludes((*known, non_negative(-d))) else (-d, "right")
    nonzero = _shown(case, "width", known, positive(sign))
    outer = _shown(case, "outer", known, non_negative(-quotient))
    form = f"{text(s)} * {text(s)} * {text(quotient)}"
    zero = f"{text(root)} * {text(multiple.as_expr())}"
    equal = f"transitivity ({form} + {zero}); [ring' | replace {text(root)} with 0 by lra; ring']"
    first = f"apply pow_lt, (square_positive {text(d)}); {turn}; lra"
    factor = f"({text(d)} * {text(d)}) ^ {degree - 1}"
    rule = f"apply (double_root ({factor}) _ {text(s)} {text(quotient)}); [{first} | lra | {equal}]"
    return f"{nonzero}; {outer}; {rule}"


def _shown(case: BranchCase, name: str, known: tuple[Condition, ...], goal: Condition) -> str:
    return case.steps.shown(name, known, goal).removesuffix(".")
