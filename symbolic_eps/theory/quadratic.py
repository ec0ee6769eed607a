"""The positive root of a quadratic, chosen with proof, in forms that do not cancel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.symbols import parameter
from verify.identity import name_radicals
from verify.language.condition import Condition, Relation, non_negative, positive, rational_condition, zero
from verify.solvers.smt import Solver


@dataclass(frozen=True)
class PositiveRoot:
    """The positive root X = e^-eps of a quadratic with A, B >= 0 > C, in forms that do not cancel.

    Parameters
    ----------
    discriminant : sympy.Expr
        B^2 - 4 A C; `radical` is its square root S.
    decay : sympy.Expr
        X = -2 C / (B + S).
    exponential : sympy.Expr
        e^eps = 1/X.
    excess : sympy.Expr
        e^eps - 1 = (A + B + C) (B + S) / (-C (2 A + B + S)): small where eps is, with full relative accuracy.
    """

    discriminant: sp.Expr
    decay: sp.Expr
    exponential: sp.Expr
    excess: sp.Expr

    @property
    def radical(self) -> sp.Expr:
        """S = sqrt(discriminant)."""
        return sp.sqrt(self.discriminant)

    @property
    def epsilon(self) -> sp.Expr:
        """The budget eps = log(e^eps), in nats."""
        return sp.log(self.exponential)


def select_positive_root(
    polynomial: sp.Expr, variable: sp.Symbol, hypotheses: Iterable[Condition], solver: Solver
) -> tuple[sp.Expr, tuple[sp.Expr, ...]]:
    """Solve for the variable and tell the one positive solution from the others.

    Parameters
    ----------
    polynomial : sympy.Expr
        Polynomial in `variable` that radicals can solve.
    variable : Symbol
    hypotheses : iterable of Condition
        On the coefficients; not contradictory.
    solver : Solver

    Returns
    -------
    root : sympy.Expr
        Shown to be defined and positive under the hypotheses.
    others : tuple of Expr
        The remaining solutions; shown that no positive one exists besides `root`.

    Raises
    ------
    UndecidedError
        If the hypotheses are contradictory, if they allow two positive solutions, or if not exactly one of
        the solutions is positive and defined throughout.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> select_positive_root(x**2 - a, x, [positive(a)], Solver())
    (sqrt(a), (-sqrt(a),))
    """
    region = tuple(hypotheses)
    if not solver.satisfiable(region, "the coefficients' hypotheses hold somewhere"):
        raise UndecidedError(f"no coefficients satisfy the hypotheses for the root of {polynomial}")
    second = parameter(f"{variable.name}_2")
    two_roots = [
        *region,
        zero(polynomial),
        zero(polynomial.subs(variable, second)),
        positive(variable),
        positive(second - variable),
    ]
    if solver.satisfiable(two_roots, f"{polynomial} has two positive roots"):
        raise UndecidedError(f"{polynomial} = 0 has two positive roots for some coefficients")
    roots = sp.solve(polynomial, variable)
    chosen = [root for root in roots if _is_positive_throughout(root, region, solver)]
    if len(chosen) != 1:
        raise UndecidedError(f"of the roots {roots} of {polynomial}, {len(chosen)} are positive, not one")
    return chosen[0], tuple(root for root in roots if root != chosen[0])


def _is_positive_throughout(root: sp.Expr, region: tuple[Condition, ...], solver: Solver) -> bool:
    named = name_radicals(root, frozenset().union(*(c.symbols for c in region)))
    goals = (*named.definedness, *rational_condition(named.expression, Relation.POSITIVE))
    return all(solver.implies([*region, *named.relations], goal, f"{root} > 0") for goal in goals)


@cache
def _template() -> tuple[tuple[sp.Symbol, ...], sp.Symbol, tuple[sp.Expr, sp.Expr, sp.Expr]]:
    """Symbols for A, B, K = -C and G = A + B + C; one for S; in these, discriminant, X and e^eps - 1.

    A x^2 + B x - K = 0 is solved once, with the choice of the branch checked.

    The chosen root is re-expressed by the product of the roots (Vieta), which moves the subtraction into the
    other root, where both terms have the same sign; 1 - X comes from G = A (1 - X)(1 - other) likewise.
    """
    a, b, k, g, x = (parameter(name) for name in ("A", "B", "K", "G", "X"))
    polynomial = a * x**2 + b * x - k
    hypotheses = (positive(a), non_negative(b), positive(k))
    _, (other,) = select_positive_root(polynomial, x, hypotheses, Solver())
    named, relations, _ = name_radicals(other, (k, g, x))
    (radical,) = named.free_symbols - {a, b, k}
    (defining,) = (c.polynomial for c in relations if c.relation is Relation.ZERO)
    product_of_roots = polynomial.subs(x, 0) / a
    decay = sp.cancel(product_of_roots / named)
    one_minus_decay = g * sp.cancel(1 / (a * (1 - named)))
    return (a, b, k, g), radical, (radical**2 - defining, decay, one_minus_decay / decay)


def positive_root_of_quadratic(quadratic: sp.Expr, linear: sp.Expr, constant: sp.Expr) -> PositiveRoot:
    """The positive root of `A x^2 + B x + C` for A, B >= 0 > C, not both A and B zero.

    Parameters
    ----------
    quadratic, linear, constant : sympy.Expr
        A, B and C; A = 0 is allowed.

    Returns
    -------
    PositiveRoot
        With S = sqrt(B^2 - 4 A C): X = -2C/(B+S), e^eps = (B+S)/(-2C) and
        e^eps - 1 = (A+B+C)(B+S)/(-C (2A+B+S)).

    Notes
    -----
    The conditions on the coefficients are the caller's to show; they are not checked here.

    Examples
    --------
    >>> positive_root_of_quadratic(sp.Integer(2), sp.Integer(1), sp.Integer(-1)).decay
    1/2
    >>> positive_root_of_quadratic(sp.Integer(0), sp.Integer(2), sp.Integer(-1)).excess
    1
    """
    symbols, radical, (of_discriminant, of_decay, of_excess) = _template()
    deficit = sp.expand(-constant)
    values = dict(
        zip(symbols, (quadratic, linear, deficit, sp.expand(quadratic + linear - deficit)), strict=True)
    )
    discriminant = of_discriminant.subs(values, simultaneous=True)
    values[radical] = sp.sqrt(discriminant)
    decay, excess = (form.subs(values, simultaneous=True) for form in (of_decay, of_excess))
    return PositiveRoot(discriminant, decay, 1 / decay, excess)
