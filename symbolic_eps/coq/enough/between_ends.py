"""That P < 0 is impossible on a piece where P is quadratic in a prior v between two ends.

The ends are m/s and n/t with s, t > 0, such as q >= b p/a, where r* is a/p and not b/q. As in
`minimum.bounds.parametric_ends`: let P be concave along v, of degree k = 1 or 2, A the coefficient of v^2 or
0, P_m and P_n the values at both ends, times s^k and t^k, and w = n s - m t. Then

    w (s t)^(k-1) P = (n - t v) t^(k-1) P_m + (s v - m) s^(k-1) P_n - A (s v - m) (n - t v) w.

Elsewhere A > 0 and the discriminant is not positive. At an end the other prior is treated alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import product

import sympy as sp

from symbolic_eps.coq.enough.along_prior import refuted
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Region
from verify.language.condition import Condition, Relation, non_negative, positive

End = tuple[sp.Expr, sp.Expr]
"""Numerator and denominator."""


def is_between_ends(case: BranchCase, piece: ConstrainedPiece) -> bool:
    """Whether a condition bounds a prior by a quotient of parameters, or by the other prior."""
    return any(
        c.symbols - {v} and sp.degree(c.polynomial, v) == 1
        for v in case.profile.free_priors
        if v not in piece.priors
        for c in piece.conditions
        if v in c.symbols
    )


def by_both_ends(case: BranchCase, piece: ConstrainedPiece) -> str:
    """A tactic for `False` where P < 0 is known, or UndecidedError."""
    free = [v for v in case.profile.free_priors if v not in piece.priors]
    shown = _nowhere_negative(case, piece.polynomial, piece.conditions, free)
    return f"assert (nowhere_less : 0 <= {case.steps.text(piece.polynomial)}) by (clear less; {shown}); lra"


def _nowhere_negative(
    case: BranchCase, polynomial: sp.Expr, conditions: Region, free: Sequence[sp.Symbol]
) -> str:
    """A tactic for 0 <= P where the conditions are known."""
    last = UndecidedError("P is not quadratic in a prior")
    for v in free:
        degree = sp.degree(polynomial, v)
        rest = [u for u in free if u != v]
        if degree == 2:
            with suppress(UndecidedError):
                return _square(case, polynomial, tuple(c for c in conditions if v not in c.symbols), v)
        if degree in (1, 2):
            for low, high in product(*_ends(case, conditions, v)):
                try:
                    return _between(case, polynomial, conditions, v, low, high, rest)
                except UndecidedError as error:
                    last = error
    raise last


def _ends(case: BranchCase, conditions: Region, v: sp.Symbol) -> tuple[list[End], list[End]]:
    """What v is never below and never above; those that are no numbers first."""
    lows, highs = list[End](), list[End]()
    for c in conditions:
        if c.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE) and sp.degree(c.polynomial, v) == 1:
            slope, offset = sp.Poly(c.polynomial, v).all_coeffs()
            if not slope.free_symbols.isdisjoint(case.profile.free_priors):
                continue
            if case.steps.excludes((*case.region, non_negative(-slope))):
                lows.append((-offset, slope))
            elif case.steps.excludes((*case.region, non_negative(slope))):
                highs.append((offset, -slope))

    def plain(end: End) -> bool:
        return all(e.is_Rational for e in end)

    return sorted(lows, key=plain), sorted(highs, key=plain)


def _square(case: BranchCase, polynomial: sp.Expr, others: Region, v: sp.Symbol) -> str:
    """4 A P = (2 A v + B)^2 - D with A > 0 and D <= 0."""
    steps, text = case.steps, case.steps.text
    a, b, _ = sp.Poly(polynomial, v).all_coeffs()
    discriminant = sp.expand(sp.discriminant(polynomial, v))
    known = (*case.known, *others)
    return "; ".join(
        [
            _shown(case, f"opens_{v}", known, positive(a)),
            _shown(case, f"no_root_{v}", known, non_negative(-discriminant)),
            f"pose proof (pow2_ge_0 (2 * {text(a)} * {steps.text(v)} + {text(b)})) as square_{v}",
            f"apply Rnot_lt_le; intros below_{v}",
            f"assert (0 < {text(a)} * - {text(polynomial)}) by (apply Rmult_lt_0_compat; lra)",
            "lra",
        ]
    )


def _between(
    case: BranchCase,
    polynomial: sp.Expr,
    conditions: Region,
    v: sp.Symbol,
    low: End,
    high: End,
    rest: Sequence[sp.Symbol],
) -> str:
    """P is concave between both ends, and not negative there."""
    (m, s), (n, t), text = low, high, case.steps.text
    others = tuple(c for c in conditions if v not in c.symbols)
    after, before, width = (sp.expand(e) for e in (s * v - m, n - t * v, n * s - m * t))
    bend = sp.Poly(polynomial, v).coeff_monomial(v**2)
    within = (*others, non_negative(after), non_negative(before))
    at_ends = {"low": _at(polynomial, v, low), "high": _at(polynomial, v, high)}
    facts = [
        _shown(case, f"low_{v}", case.region, positive(s)),
        _shown(case, f"high_{v}", case.region, positive(t)),
        f"assert (after_{v} : 0 <= {text(t)} * {text(after)}) by (apply Rmult_le_pos; lra)",
        f"assert (before_{v} : 0 <= {text(s)} * {text(before)}) by (apply Rmult_le_pos; lra)",
        f"assert (width_{v} : 0 <= {text(width)}) by lra",
    ]
    for name, value in at_ends.items():
        shown = _at_end(case, value, (*others, non_negative(width)), rest)
        facts.append(f"assert (at_{name}_{v} : 0 <= {text(value)}) by ({shown})")
    if bend != 0:
        facts.append(_shown(case, f"bends_{v}", (*case.known, *within), non_negative(-bend)))
    chord = _chord(case, polynomial, v, low, high)
    return f"{'; '.join(facts)}; apply Rnot_lt_le; intros below_{v}; {chord}"


def _chord(case: BranchCase, polynomial: sp.Expr, v: sp.Symbol, low: End, high: End) -> str:
    """A tactic for `False` where P < 0, by the identity; or where both ends are the same."""
    (m, s), (n, t), k = low, high, sp.degree(polynomial, v)
    after, before, width = (sp.expand(e) for e in (s * v - m, n - t * v, n * s - m * t))
    at_low, at_high = (_at(polynomial, v, end) for end in (low, high))
    bend = sp.Poly(polynomial, v).coeff_monomial(v**2)
    text = case.steps.text
    left, right, wide, below, above, p = map(text, (after, before, width, s, t, polynomial))
    terms = [f"{right} * {above}^{k - 1} * {text(at_low)}", f"{left} * {below}^{k - 1} * {text(at_high)}"]
    if bend != 0:
        terms.append(f"{text(-bend)} * {left} * {right} * {wide}")
    strictly = "; ".join(
        [
            *(
                f"assert (0 <= {term}) by (repeat apply Rmult_le_pos; try apply pow_le; lra)"
                for term in terms
            ),
            f"assert (0 < {wide} * ({below} * {above})^{k - 1} * - {p}) by (apply Rmult_lt_0_compat; "
            "[apply Rmult_lt_0_compat; [lra|]; apply pow_lt; apply Rmult_lt_0_compat; lra | lra])",
            "lra",
        ]
    )
    quotient = sp.expand(sp.cancel((s**k * polynomial - at_low) / after))
    equal = "; ".join(
        [
            f"assert (at_{v} : {left} = 0) by (apply (Rmult_eq_reg_l {above}); lra)",
            f"assert ({left} * {text(quotient)} = 0) by (rewrite at_{v}; ring)",
            f"assert (0 < {below}^{k} * - {p}) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra)",
            "lra",
        ]
    )
    return f"destruct (Rlt_or_le 0 {wide}); [{strictly} | {equal}]"


def _at(polynomial: sp.Expr, v: sp.Symbol, end: End) -> sp.Expr:
    """The polynomial at an end, times a power of the end's denominator."""
    numerator, denominator = end
    along = sp.Poly(polynomial, v)
    terms = (c * numerator**i * denominator ** (along.degree() - i) for (i,), c in along.terms())
    return sp.expand(sp.Add(*terms))


def _at_end(case: BranchCase, polynomial: sp.Expr, conditions: Region, rest: Sequence[sp.Symbol]) -> str:
    """The same with one prior less, or by the question itself."""
    with suppress(UndecidedError):
        return _nowhere_negative(case, polynomial, conditions, rest)
    return f"apply not_negative; intros end_below; {refuted(case, (*conditions, positive(-polynomial)))}"


def _shown(case: BranchCase, name: str, known: Sequence[Condition], goal: Condition) -> str:
    """A tactic that adds a sign to what is known, or UndecidedError."""
    return case.steps.shown(name, known, goal).removesuffix(".")
