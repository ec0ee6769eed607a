"""Exact random parameters in, on and beside the conditions of a derived closed form."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import lru_cache

import sympy as sp

from symbolic_eps.closed_form_table.numerical_minimum import Problem, Values, all_hold
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Relation

_DRAWS = 20_000


def parameters_for(name: str, derived: PiecewiseInfimum, problem: Problem, points: int) -> Iterator[Values]:
    """Random choices in each branch, then on and beside each border of the conditions.

    Parameters
    ----------
    name : str
        It alone seeds the choices.
    derived : PiecewiseInfimum
        The closed form.
    problem : Problem
        Of its profile.
    points : int
        Choices in each branch.

    Raises
    ------
    ValueError
        If none are found for a branch.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> profile = RiskProfile("r", ("r > 1",))
    >>> chosen = parameters_for("example", infimum(profile), Problem(profile), 2)
    >>> [len(values) for values in chosen][:2]
    [1, 1]
    """
    stream = random.Random(name)
    if not problem.parameters:
        yield {}
        return
    for index, branch in enumerate(derived.branches):
        region = (*problem.assumptions, *branch.conditions)
        equations = [c.polynomial for c in region if c.relation is Relation.ZERO]
        count = 0
        for _ in range(_DRAWS):
            values = _drawn(stream, problem.parameters)
            for equation in equations:
                values = _moved_onto(stream, equation, values) or values
            if all_hold(region, values):
                yield values
                count += 1
                if count == points:
                    break
        if not count:
            raise ValueError(f"no parameters found for branch {index}: {branch.condition}")
    yield from _border_parameters(stream, derived.branches, problem)


def _border_parameters(
    stream: random.Random, branches: Iterable[Branch], problem: Problem
) -> Iterator[Values]:
    borders = dict.fromkeys(
        c.polynomial
        for branch in branches
        for conditions in (branch.conditions, *(a.conditions for a in branch.attained))
        for c in conditions
        if DECAY not in c.symbols
    )
    seen: set[tuple[sp.Rational, ...]] = set()
    for border in borders:
        for _ in range(_DRAWS // 20):
            on_border = _moved_onto(stream, border, _drawn(stream, problem.parameters))
            if on_border is None or not all_hold(problem.assumptions, on_border):
                continue
            moved = stream.choice(sorted(border.free_symbols, key=str))
            step = sp.Rational(1, 10**9) * (on_border[moved] or 1)
            for near in (on_border, *({**on_border, moved: on_border[moved] + s * step} for s in (1, -1))):
                key = tuple(near[s] for s in problem.parameters)
                if key not in seen and all_hold(problem.assumptions, near):
                    seen.add(key)
                    yield near
            break


def _drawn(stream: random.Random, parameters: Iterable[sp.Symbol]) -> dict[sp.Symbol, sp.Rational]:
    return {s: _drawn_number(stream) for s in parameters}


def _drawn_number(stream: random.Random) -> sp.Rational:
    """Mostly in (0, 1) or (1, 10), now and then extreme, 0, 1 or negative."""
    denominator = stream.randint(7, 400)
    share = sp.Rational(stream.randint(1, denominator - 1), denominator)
    kind = stream.random()
    if kind < 0.45:
        return share
    if kind < 0.8:
        return 1 + stream.choice((1, 9)) * share
    tiny = share / 10 ** stream.randint(1, 6)
    return stream.choice(
        (tiny, 1 - tiny, 1 + tiny, 1 / tiny, -share, -1 / share, sp.Integer(0), sp.Integer(1))
    )


def _moved_onto(
    stream: random.Random, border: sp.Expr, values: Values
) -> dict[sp.Symbol, sp.Rational] | None:
    """The values with one of them changed so that the polynomial vanishes, if it is linear in one."""
    linear = _linear(border)
    if not linear:
        return None
    moved, slope, offset = stream.choice(linear)
    steep = slope.subs(values)
    return None if steep == 0 else {**values, moved: -offset.subs(values) / steep}


@lru_cache(maxsize=1 << 8)
def _linear(border: sp.Expr) -> tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]:
    """The symbols in which it is linear, each with the slope and the rest."""
    polynomials = [(s, sp.Poly(border, s)) for s in sorted(border.free_symbols, key=str)]
    return tuple((s, *polynomial.all_coeffs()) for s, polynomial in polynomials if polynomial.degree() == 1)
