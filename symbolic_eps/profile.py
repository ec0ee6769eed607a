"""Risk profiles r*(p, q) as semialgebraic data (Kazan & Reiter 2024, Section 4).

A profile is a max/min/piecewise of rational functions on a domain; here it is taken apart into pieces, each a
rational function on a basic semialgebraic set, and checked: defined, positive, and at least 1 everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import sympy as sp

from symbolic_eps.bound import bound_polynomial
from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError
from symbolic_eps.symbols import DECAY, INVERSE_RISK, PRIOR_INCLUSION, PRIOR_VALUE
from verify.condition import (
    Condition,
    Relation,
    conditions_of,
    conjunction,
    non_negative,
    positive,
    rational_condition,
)
from verify.region import all_tidied
from verify.smt import Solver

PRIORS = (PRIOR_INCLUSION, PRIOR_VALUE)


@dataclass(frozen=True)
class Piece:
    """r* = `bound` where all `conditions` hold.

    Parameters
    ----------
    bound : sympy.Expr
        A rational function of the priors and the parameters, as it was given.
    numerator, denominator : sympy.Expr
        Polynomials with `bound` as their quotient; in a checked piece both are positive on it.
    conditions : tuple of Condition
        On priors and parameters; includes the domain 0 < p, q <= 1 of the free priors.
    inverse_risk : sympy.Expr
        `F(x; p, q, 0)`, the reciprocal of the risk bound that eps = -log x guarantees, at the fixed priors.
    """

    bound: sp.Expr
    numerator: sp.Expr
    denominator: sp.Expr
    conditions: tuple[Condition, ...]
    inverse_risk: sp.Expr

    @cached_property
    def polynomial(self) -> sp.Expr:
        """`numerator * F(x; p, q, 1/r*)`: non-negative exactly where e^-eps = x respects the bound."""
        return sp.expand(self.numerator * self.inverse_risk - self.denominator)


@dataclass(frozen=True)
class RiskProfile:
    """The agency's bound r*(p, q) on the relative risk, with its domain.

    Parameters
    ----------
    bound : sympy.Expr
        r*, built from rational functions of p, q and parameters by `Max`, `Min`, `Piecewise`; `oo` where the
        agency sets no bound.
    assumptions : tuple of Condition
        What is known of the parameters (and of a prior that is fixed without a value).
    fixed : mapping of Symbol to Expr
        Priors that do not vary: `{q: 1}` or, with its value left as a parameter, `{q: q}`.
    box : tuple of Condition
        Where the bound is enforced; elsewhere nothing is asked. Empty for all of (0, 1] x (0, 1].

    Examples
    --------
    >>> from symbolic_eps.symbols import PRIOR_INCLUSION as p, PRIOR_VALUE as q
    >>> profile = RiskProfile(1 + 1 / (2 * p * q))
    >>> [str(piece.bound) for piece in profile.pieces]
    ['1 + 1/(2*p*q)']
    """

    bound: sp.Expr
    assumptions: tuple[Condition, ...] = ()
    fixed: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    box: tuple[Condition, ...] = ()

    @property
    def free_priors(self) -> tuple[sp.Symbol, ...]:
        """The priors over which the minimum is taken."""
        return tuple(v for v in PRIORS if v not in self.fixed)

    @cached_property
    def parameters(self) -> tuple[sp.Symbol, ...]:
        """Everything the closed form may depend on, sorted by name."""
        symbols = self._at_fixed(self.bound).free_symbols.union(
            *(c.symbols for c in (*self.assumptions, *self.box))
        )
        return tuple(sorted(symbols - set(self.free_priors), key=str))

    @cached_property
    def parameter_region(self) -> tuple[Condition, ...]:
        """The assumptions, with 0 < v <= 1 for a prior that is fixed at a symbolic value."""
        symbolic = [v for v in self.fixed if self.fixed[v] == v]
        return (*self.assumptions, *(c for v in symbolic for c in prior_range(v)))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The bounded pieces; r* is the least bound among the pieces that hold a point."""
        domain = (*(c for v in self.free_priors for c in prior_range(v)), *self._box_at_fixed())
        inverse_risk = self._at_fixed(bound_polynomial().subs(INVERSE_RISK, 0))
        return tuple(
            _piece(bound, (*domain, *conditions), inverse_risk)
            for bound, conditions in _caps(self._at_fixed(self.bound))
            if bound is not sp.oo
        )

    def _at_fixed(self, expression: sp.Expr) -> sp.Expr:
        return expression.subs({v: value for v, value in self.fixed.items() if value != v})

    def _box_at_fixed(self) -> tuple[Condition, ...]:
        values = {v: value for v, value in self.fixed.items() if value != v}
        return tuple(c for condition in self.box for c in condition.substituted(values))

    def checked_pieces(self, solver: Solver) -> tuple[Piece, ...]:
        """The pieces, shown to be well posed, with conditions freed of factors whose sign is known.

        Raises
        ------
        DomainError
            Contradictory assumptions, an empty domain, a bound that is undefined or not positive somewhere.
        InfeasibleProfileError
            r* < 1 somewhere; the message names the point.
        """
        if not solver.satisfiable(self.parameter_region, "the assumptions allow some parameters"):
            raise DomainError(
                f"no parameters satisfy the assumptions {conjunction(self.parameter_region)}: "
                "at least one of them has to be relaxed"
            )
        for v, value in self.fixed.items():
            if value != v and not 0 < value <= 1:
                raise DomainError(f"{v} is fixed at {value}, but a prior lies in (0, 1]")
        domain = [*(c for v in self.free_priors for c in prior_range(v)), *self._box_at_fixed()]
        if not solver.satisfiable([*self.parameter_region, *domain], "the domain of the priors has a point"):
            raise DomainError(f"no priors 0 < p, q <= 1 satisfy {conjunction(self.box)}: the box is empty")
        checked = (self._checked_piece(piece, solver) for piece in self.pieces)
        return tuple(piece for piece in checked if piece is not None)

    def _checked_piece(self, piece: Piece, solver: Solver) -> Piece | None:
        region = [*self.parameter_region, *piece.conditions]
        numerator, denominator, bound = piece.numerator, piece.denominator, piece.bound
        if not solver.satisfiable(region, f"the piece {bound} has a point"):
            return None
        undefined = solver.find_point(
            [*region, Condition(denominator, Relation.ZERO)], f"{bound} is undefined somewhere"
        )
        if undefined is not None:
            raise DomainError(f"the risk bound {bound} is undefined (division by 0) at {_at(undefined)}")
        sign_of_risk = numerator * denominator
        nonpositive = solver.find_point([*region, non_negative(-sign_of_risk)], f"{bound} <= 0 somewhere")
        if nonpositive is not None:
            raise DomainError(
                f"the risk bound {bound} is not positive at {_at(nonpositive)}; a relative risk is positive"
            )
        below_one = solver.find_point(
            [*region, positive(denominator**2 - sign_of_risk)], f"{bound} < 1 somewhere"
        )
        if below_one is not None:
            raise InfeasibleProfileError(
                f"infeasible: the risk bound {bound} is below 1 at {_at(below_one)}, "
                "and no eps >= 0 keeps the relative risk under 1"
            )
        if solver.satisfiable([*region, positive(-numerator)], f"{numerator} < 0 somewhere"):
            # r* > 0, so numerator * denominator is positive even where both change sign.
            numerator, denominator = sp.expand(sign_of_risk), sp.expand(denominator**2)
        base = [*self.parameter_region, *(c for v in self.free_priors for c in prior_range(v))]
        tidy = all_tidied(piece.conditions, base, solver)
        ranges = (c for v in self.free_priors for c in prior_range(v))
        return Piece(bound, numerator, denominator, (*ranges, *tidy), piece.inverse_risk)


def _piece(bound: sp.Expr, conditions: tuple[Condition, ...], inverse_risk: sp.Expr) -> Piece:
    numerator, denominator = sp.fraction(sp.together(bound))
    return Piece(bound, numerator, denominator, conditions, inverse_risk)


def prior_range(prior: sp.Symbol) -> tuple[Condition, Condition]:
    """0 < prior <= 1."""
    return positive(prior), non_negative(1 - prior)


def _caps(expression: sp.Expr) -> list[tuple[sp.Expr, tuple[Condition, ...]]]:
    """Pieces whose least bound is the expression: a minimum of caps is the union of its caps."""
    if isinstance(expression, sp.Min):
        return [cap for argument in expression.args for cap in _caps(argument)]
    return _cases(expression)


def _cases(expression: sp.Expr) -> list[tuple[sp.Expr, tuple[Condition, ...]]]:
    """`(value, conditions)` with the expression equal to the value where the conditions hold."""
    if isinstance(expression, sp.Max | sp.Min):
        orientation = 1 if isinstance(expression, sp.Max) else -1
        choices = [_cases(argument) for argument in expression.args]
        found = []
        for combination in product(*choices):
            held = [c for _, conditions in combination for c in conditions]
            for index, (value, _) in enumerate(combination):
                others = [v for j, (v, _) in enumerate(combination) if j != index]
                comparisons = _compared(value, others, orientation)
                if comparisons is not None:
                    found.append((value, (*held, *comparisons)))
        return found
    if isinstance(expression, sp.Piecewise):
        found = []
        earlier: list[sp.Basic] = []
        for value, guard in expression.args:
            here = sp.And(guard, *(sp.Not(g) for g in earlier))
            for conjunct in _disjuncts(here):
                for inner, conditions in _cases(value):
                    found.append((inner, (*conditions_of(conjunct), *conditions)))
            earlier.append(guard)
        return found
    if not expression.args or not expression.has(sp.Max, sp.Min, sp.Piecewise):
        _require_rational(expression)
        return [(expression, ())]
    return [
        (expression.func(*(v for v, _ in combination)), tuple(c for _, cs in combination for c in cs))
        for combination in product(*(_cases(a) for a in expression.args))
    ]


def _compared(value: sp.Expr, others: Iterable[sp.Expr], orientation: int) -> tuple[Condition, ...] | None:
    """Conditions for `value` to be the largest (orientation 1) or least (-1); None if it cannot be."""
    comparisons: list[Condition] = []
    for other in others:
        if other is sp.oo or value is sp.oo:
            if (value is sp.oo) != (orientation == 1):
                return None
            continue
        comparisons.extend(rational_condition(orientation * (value - other), Relation.NON_NEGATIVE))
    return tuple(comparisons)


def _disjuncts(condition: sp.Basic) -> tuple[sp.Basic, ...]:
    normal = sp.to_dnf(condition)
    return normal.args if isinstance(normal, sp.Or) else (normal,)


def _require_rational(expression: sp.Expr) -> None:
    if expression is sp.oo:
        return
    if not expression.is_rational_function() or expression.has(sp.oo, sp.zoo, sp.nan):
        raise InputError(
            f"{expression} is not a rational function of p, q and the parameters; profiles are built from "
            "rational functions by max, min and piecewise"
        )


def _at(point: Mapping[sp.Symbol, sp.Expr]) -> str:
    shown = {k: v for k, v in point.items() if k is not DECAY}
    return ", ".join(f"{k} = {v}" for k, v in sorted(shown.items(), key=lambda item: str(item[0])))
