"""Short descriptions of semialgebraic sets: equivalent conditions with less in them, decided by a solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import sympy as sp
from flint import fmpq, fmpq_mpoly_ctx

from verify.language.condition import Condition, Relation, non_negative, positive
from verify.solvers.smt import Solver


@lru_cache(maxsize=1 << 12)
def primitive(polynomial: sp.Expr) -> sp.Expr:
    """The polynomial divided by the positive rational that makes its coefficients coprime integers."""
    expanded = sp.expand(polynomial)
    if not expanded.free_symbols:
        return sp.Integer(sp.sign(expanded))
    content, part = sp.Poly(expanded, *sorted(expanded.free_symbols, key=str)).primitive()
    return part.as_expr() if content > 0 else -part.as_expr()


@lru_cache(maxsize=1 << 12)
def total_degree(polynomial: sp.Expr) -> int:
    """That in all symbols; 0 of a number."""
    return int(sp.Poly(polynomial).total_degree()) if polynomial.free_symbols else 0


def tidied(condition: Condition, known: Iterable[Condition], solver: Solver) -> Condition | None:
    """An equivalent condition without the factors whose sign is known; None if the condition is implied.

    Parameters
    ----------
    condition : Condition
        What is to be shortened.
    known : iterable of Condition
        Conditions that hold anyway.
    solver : Solver
        Decides the factors' signs.

    Examples
    --------
    >>> from sympy.abc import a, p
    >>> from verify.language.condition import positive
    >>> print(tidied(positive(p**2 - a * p), [positive(p)], Solver()))
    a < p
    """
    if condition.constant_truth is not None:
        return None if condition.constant_truth else condition
    known = list(known)
    sign, factors = sign_and_factors(sp.Poly(sp.expand(condition.polynomial)))
    kept = sp.Integer(sign)
    for factor, multiplicity in factors:
        if solver.implies(known, positive(factor), f"{factor} > 0"):
            continue
        if solver.implies(known, positive(-factor), f"{factor} < 0"):
            kept *= (-1) ** multiplicity
            continue
        kept *= factor**multiplicity
    reduced = Condition(primitive(kept), condition.relation)
    return None if solver.implies(known, reduced, f"{reduced} is implied") else reduced


def sign_and_factors(polynomial: sp.Poly) -> tuple[int, list[tuple[sp.Expr, int]]]:
    """Factors with a positive first coefficient, and the sign of what is left; by FLINT, SymPy takes long."""
    ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(polynomial.gens))], "lex")
    constant, found = ring.from_dict(
        {powers: fmpq(int(c.p), int(c.q)) for powers, c in polynomial.terms()}
    ).factor()
    sign, factors = (1 if constant > 0 else -1), []
    for factor, times in found:
        first = 1 if factor.leading_coefficient() > 0 else -1
        terms = {powers: sp.Rational(int(c.p), int(c.q)) for powers, c in (first * factor).to_dict().items()}
        sign *= first**times
        factors.append((sp.Poly(terms, *polynomial.gens).as_expr(), int(times)))
    return sign, factors


def all_tidied(
    conditions: Iterable[Condition], known: Iterable[Condition], solver: Solver
) -> tuple[Condition, ...]:
    """`tidied` for each condition, without repetitions."""
    known = list(known)
    reduced = (tidied(c, known, solver) for c in conditions)
    return tuple(dict.fromkeys(c for c in reduced if c is not None))


def without_redundant(
    conditions: Sequence[Condition], known: Iterable[Condition], solver: Solver
) -> tuple[Condition, ...]:
    """The conditions without those that the others and the known ones imply; the longest go first."""
    known = list(known)
    kept = list(dict.fromkeys(conditions))
    for condition in sorted(kept, key=_complexity, reverse=True):
        others = [c for c in kept if c != condition]
        if solver.implies([*known, *others], condition, f"{condition} follows from the other conditions"):
            kept = others
    return tuple(kept)


def sign_condition(polynomial: sp.Expr, region: Sequence[Condition], solver: Solver) -> Condition | None:
    """The strongest of `= 0`, `> 0`, `< 0`, `>= 0`, `<= 0`, `!= 0` that holds on the region, or None."""
    can = {
        sign: solver.satisfiable([*region, condition], f"{condition} somewhere")
        for sign, condition in (
            (1, positive(polynomial)),
            (-1, positive(-polynomial)),
            (0, Condition(polynomial, Relation.ZERO)),
        )
    }
    match can[1], can[0], can[-1]:
        case False, _, False:
            return Condition(polynomial, Relation.ZERO)
        case True, False, False:
            return positive(polynomial)
        case False, False, True:
            return positive(-polynomial)
        case True, True, False:
            return non_negative(polynomial)
        case False, True, True:
            return non_negative(-polynomial)
        case True, False, True:
            return Condition(polynomial, Relation.NON_ZERO)
    return None


def with_positive_factors(expression: sp.Expr, region: Iterable[Condition], solver: Solver) -> sp.Expr:
    """The polynomial as an unexpanded product whose factors are positive on the region where settled.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> with_positive_factors(a**2 - a, [positive(a), positive(1 - a)], Solver())
    -a*(1 - a)
    """
    region = list(region)
    constant, factors = sp.factor_list(expression)
    parts = []
    for factor, multiplicity in factors:
        negative = sp.expand(-factor)
        if solver.implies(region, non_negative(negative), f"{factor} <= 0"):
            constant *= (-1) ** multiplicity
            parts.append(negative**multiplicity)
        else:
            parts.append(factor**multiplicity)
    if constant == 0:
        return sp.Integer(0)
    numbers = [] if constant == 1 and parts else [constant]
    return (
        sp.Mul(*numbers, *parts, evaluate=False) if len(numbers) + len(parts) > 1 else (*numbers, *parts)[0]
    )


def _complexity(condition: Condition) -> tuple[int, int, str]:
    return len(condition.symbols), int(sp.count_ops(condition.polynomial)), str(condition)
