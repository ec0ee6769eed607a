"""A numerical second look at derived closed forms: eps minimised over the priors (Kazan & Reiter 2024, (13)).

Nothing here is shared with the derivation. Theorem 1's bound is written out below, the profile is only read
(its expression and its conditions), and the parameters are exact rationals from a stream seeded by the
row's name, so that they never drift.

Method. At one (p, q), x = e^-eps is the root of the quadratic that Theorem 1 gives for the bound r*; the
least eps is the greatest x. For fixed p, the range of q is cut where r* changes form (two arguments of a max
or min meet, a case of a piecewise begins) and where the domain ends. Between two cuts x is smooth with few
turns: a grid brackets them (down to `NEAR` of either end, so to 1e-50 where the domain is open at 0) and
golden sections narrow the brackets. The same is then done for the greatest x as a function of p.

Resolution. Every value found is the value at a point of the domain, so that the numerical minimum can fall
below the infimum by rounding only (`ROUNDING`; there are `DIGITS` digits). `STEPS` golden sections shrink a
bracket by 0.618^100 = 1e-21. At a smooth minimum that enters squared; at a kink, or where an end of the
domain is curved, in proportion to the slope. The slope of log eps in the logarithm of a prior is far below
1e6 for the parameters drawn here, hence `TOLERANCE` = 1e-15 for what may remain above the infimum.
Out of reach: a minimum at an isolated point of a discontinuous profile, and valleys narrower than the grid.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise, product
from typing import Any

import mpmath
import sympy as sp

from symbolic_eps.closed_form import Attainment, AttainmentKind, Branch, PiecewiseInfimum
from symbolic_eps.profile import RiskProfile
from symbolic_eps.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from verify.condition import Condition, Relation, non_negative, positive

Values = Mapping[sp.Symbol, sp.Rational]
Number = Any
"""An mpmath number (the library has no types)."""

DIGITS = 110
"""Enough for 50 right ones at 1e-50 from p = q = 1, where every term of the quadratic vanishes."""

STEPS = 100
NEAR = "1e-50"
"""Distance from an open end of the domain, as a share of its length, at which the search still looks."""

ROUNDING = "1e-30"
"""How far below the closed form the numerical minimum may fall, relative to it."""

TOLERANCE = "1e-15"
"""How far above the closed form the numerical minimum may stay, relative to it."""

PLACE_TOLERANCE = "1e-40"
"""Relative difference between eps at an attained place and the closed form."""

_ZERO_RISK = "1e-104"
"""`p q - 1/r*` of this size relative to `p q` is 0 up to rounding: every eps is admissible there."""

_DRAWS = 20_000
_PATH = (sp.Rational(1, 10**10), sp.Rational(1, 10**20), sp.Rational(1, 10**40))
_SHARES = (sp.Rational(1, 4), sp.Rational(1, 2), sp.Rational(3, 4))
_GRID = (NEAR, "1e-30", "1e-15", "1e-6", "1e-3", "0.04", "0.2", "0.35", "0.5")
_GOLDEN = "0.6180339887498948482045868343656381177203"


@dataclass(frozen=True)
class PointCheck:
    """The closed form beside a direct minimisation at one choice of parameters.

    Parameters
    ----------
    parameters : mapping of Symbol to Rational
        Exact values.
    branch : int or None
        Index of the one branch that holds there; None where none or several do, which is a disagreement.
    closed_form, numerical : str
        The infimum of eps, natural-log units, in decimals (`+inf` where every eps is admissible).
    relative_gap : str
        `numerical / closed_form - 1` in decimals; `0.0` where both are infinite.
    agrees : bool
        Both values agree within the method's resolution, and eps has this value at the attained places.
    detail : str
        What disagrees; empty otherwise.
    """

    parameters: Values
    branch: int | None
    closed_form: str
    numerical: str
    relative_gap: str
    agrees: bool
    detail: str = ""


def cross_check(
    name: str,
    derived: PiecewiseInfimum,
    points: int = 3,
    progress: Callable[[str], None] | None = None,
) -> tuple[PointCheck, ...]:
    """Compare a derived closed form with direct minimisation at exact random parameters.

    Parameters
    ----------
    name : str
        The row's name; it alone seeds the parameters.
    derived : PiecewiseInfimum
        The closed form to be checked.
    points : int
        Parameters per branch; one on and two beside every border of the conditions come on top.
    progress : callable, optional
        Called with a short text before each point.

    Returns
    -------
    tuple of PointCheck
        One for each choice of parameters.

    Raises
    ------
    ValueError
        If no parameters are found for a branch.

    Notes
    -----
    Source: Kazan & Reiter 2024, (13) with the bound of Theorem 1. Points support a result and prove nothing.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.symbols import parameter
    >>> r = parameter("r")
    >>> row = RiskProfile(r, (positive(r - 1),), {PRIOR_INCLUSION: PRIOR_INCLUSION})
    >>> all(check.agrees for check in cross_check("example", infimum(row), points=1))
    True
    """
    problem = _Problem(derived.profile)
    checks = []
    for values in _parameters(name, derived, problem, points):
        if progress is not None:
            progress(", ".join(f"{symbol} = {value}" for symbol, value in values.items()) or "no parameters")
        with mpmath.workdps(DIGITS):
            checks.append(_checked(derived, problem, values))
    return tuple(checks)


def minimum(profile: RiskProfile, values: Values) -> Number:
    """The least eps over the profile's domain, by search; `+inf` if every eps is admissible.

    Parameters
    ----------
    profile : RiskProfile
        The profile.
    values : mapping of Symbol to Rational
        A value for each parameter.

    Examples
    --------
    >>> print(mpmath.nstr(minimum(RiskProfile(sp.Integer(4)), {}), 12))
    0.69314718056
    """
    with mpmath.workdps(DIGITS):
        return _epsilon(_Search(_Problem(profile), values).greatest())


# --- one point -------------------------------------------------------------------------------------------


def _checked(derived: PiecewiseInfimum, problem: _Problem, values: Values) -> PointCheck:
    numerical = _epsilon(_Search(problem, values).greatest())
    holding = [i for i, branch in enumerate(derived.branches) if _all_hold(branch.conditions, values)]
    if len(holding) != 1:
        return PointCheck(
            values, None, "", _decimals(numerical), "", False, f"{len(holding)} branches hold instead of one"
        )
    branch = derived.branches[holding[0]]
    try:
        closed = _closed_form(branch, values)
    except (ValueError, TypeError) as undefined:
        return PointCheck(values, holding[0], "undefined", _decimals(numerical), "", False, str(undefined))
    gap, complaints = mpmath.mpf(0), []
    if mpmath.isinf(closed) or mpmath.isinf(numerical):
        if closed != numerical:
            gap = numerical - closed
            complaints.append("only one of the two is infinite")
    elif closed == 0:
        gap = numerical
        if abs(gap) > mpmath.mpf(ROUNDING):
            complaints.append("the closed form is 0, the numerical minimum is not")
    else:
        gap = numerical / closed - 1
        if gap < -mpmath.mpf(ROUNDING):
            complaints.append("a smaller eps was found")
        elif gap > mpmath.mpf(TOLERANCE):
            complaints.append("no eps as small as this was found")
    complaints.extend(_wrong_places(branch, problem, values, closed))
    return PointCheck(
        values,
        holding[0],
        _decimals(closed),
        _decimals(numerical),
        mpmath.nstr(gap, 3),
        not complaints,
        "; ".join(complaints),
    )


def _decimals(number: Number) -> str:
    return str(mpmath.nstr(number, 30))


def _closed_form(branch: Branch, values: Values) -> Number:
    """The branch's eps in decimals; a ValueError where it is not a real number or has no unique root."""
    if branch.polynomial is None:
        return mpmath.inf
    if branch.epsilon is not None:
        value = sp.N(branch.epsilon.subs(values), DIGITS + 6)
        if not value.is_real:
            raise ValueError(f"{branch.epsilon} is not a real number there")
        return mpmath.mpf(value)
    if branch.between is None:
        raise ValueError("a branch without a closed form has no interval for its root")
    low, high = (sp.Rational(sp.sympify(end, strict=True).subs(values)) for end in branch.between)
    polynomial = sp.Poly(branch.polynomial.subs(values), DECAY)
    with mpmath.extradps(2 * DIGITS):
        roots = mpmath.polyroots([_real(c) for c in polynomial.all_coeffs()], maxsteps=500, extraprec=2000)
        tiny = mpmath.mpf(10) ** -DIGITS
        within = [
            root.real
            for root in map(mpmath.mpc, roots)
            if abs(root.imag) < tiny < root.real and _real(low) - tiny <= root.real <= _real(high) + tiny
        ]
    if len(within) != 1:
        raise ValueError(f"{len(within)} roots between {low} and {high} instead of one")
    return -mpmath.log(within[0])


def _wrong_places(branch: Branch, problem: _Problem, values: Values, closed: Number) -> Iterator[str]:
    """Attained places at which eps is not the closed form."""
    if mpmath.isinf(closed):
        return
    reached = False
    for attainment in branch.attained:
        if not _holds_with_root(attainment.conditions, values, closed):
            continue
        reached = True
        shown = ", ".join(f"{prior} = {value}" for prior, value in attainment.place.items())
        try:
            complaint = _wrong_place(attainment, problem, values, closed)
        except (ValueError, TypeError, ZeroDivisionError) as undefined:
            complaint = str(undefined)
        if complaint:
            yield f"{attainment.kind} {shown}: {complaint}"
    if not reached:
        yield "no attained place is named"


def _wrong_place(attainment: Attainment, problem: _Problem, values: Values, closed: Number) -> str:
    place = _located(attainment.place, values, closed)
    if attainment.kind is AttainmentKind.LIMIT:
        return _no_limit(place, problem, values, closed)
    places = [place]
    if attainment.kind is AttainmentKind.SEGMENT:
        if attainment.segment_end is None:
            return "a segment without its other end"
        end = _located(attainment.segment_end, values, closed)
        places += [{v: place[v] * (1 - share) + end[v] * share for v in place} for share in _SHARES]
    for one in places:
        if not problem.contains(one, values):
            return f"{one} is outside the domain"
        value = problem.epsilon_at(one, values)
        if abs(value - closed) > mpmath.mpf(PLACE_TOLERANCE) * (closed or 1):
            return f"eps is {mpmath.nstr(value, 20)} there"
    return ""


def _no_limit(place: Mapping[sp.Symbol, sp.Expr], problem: _Problem, values: Values, closed: Number) -> str:
    """Empty if eps tends to the closed form along a straight path inside the domain."""
    for direction in product((0, 1, -1), repeat=len(place)):
        path = [{v: place[v] + t * d for v, d in zip(place, direction, strict=True)} for t in _PATH]
        if not any(direction) or not all(problem.contains(one, values) for one in path):
            continue
        gaps = [abs(problem.epsilon_at(one, values) - closed) / (closed or 1) for one in path]
        closer = all(
            later <= earlier or later < mpmath.mpf(PLACE_TOLERANCE) for earlier, later in pairwise(gaps)
        )
        if closer and gaps[-1] < mpmath.mpf(TOLERANCE):
            return ""
    return "eps does not tend to it along any of the straight paths into the domain"


def _located(place: Mapping[sp.Symbol, sp.Expr], values: Values, closed: Number) -> dict[sp.Symbol, sp.Expr]:
    """The place as exact numbers; in decimals where it depends on the root."""
    located = {}
    for prior, value in place.items():
        exact = sp.sympify(value, strict=True).subs(values)
        if exact.has(DECAY):
            exact = sp.Rational(str(sp.N(exact.subs(DECAY, sp.Float(mpmath.exp(-closed), DIGITS)), DIGITS)))
        if not exact.is_Rational:
            raise ValueError(f"{prior} = {exact} is not a number")
        located[prior] = exact
    return located


# --- the function that is minimised ----------------------------------------------------------------------


class _Problem:
    """A profile as functions of numbers: 1/r*, where it changes form, and the domain's conditions."""

    def __init__(self, profile: RiskProfile) -> None:
        numbers = {v: sp.sympify(value, strict=True) for v, value in profile.fixed.items() if value != v}
        self.fixed = numbers
        self.free = tuple(v for v in (PRIOR_INCLUSION, PRIOR_VALUE) if v not in profile.fixed)
        self.bound = sp.sympify(profile.bound, strict=True).subs(numbers)
        box = [Condition(c.polynomial.subs(numbers), c.relation) for c in profile.box]
        self.domain = (*(c for v in self.free for c in _in_unit_interval(v)), *box)
        held = [v for v, value in profile.fixed.items() if value == v]
        self.assumptions = (*profile.assumptions, *(c for v in held for c in _in_unit_interval(v)))
        symbols = set(self.bound.free_symbols).union(*(c.symbols for c in (*self.assumptions, *box)))
        self.parameters = tuple(sorted(symbols - set(self.free), key=str))
        self.arguments = tuple(dict.fromkeys((PRIOR_INCLUSION, PRIOR_VALUE, *self.parameters)))
        self.risk = sp.lambdify(self.arguments, self.bound, "mpmath")
        switches = dict.fromkeys((*_switches(self.bound), *(c.polynomial for c in self.domain)))
        self.cuts = [switch for switch in switches if switch.free_symbols & set(self.free)]

    @cached_property
    def cut_coefficients(self) -> dict[sp.Symbol, list[Callable[..., Sequence[Number]]]]:
        """For each free prior, the coefficients of the cuts as polynomials in it, highest degree first."""
        return {
            v: [
                sp.lambdify(self.arguments, sp.Poly(cut, v).all_coeffs(), "mpmath")
                for cut in self.cuts
                if v in cut.free_symbols
            ]
            for v in self.free
        }

    @cached_property
    def domain_functions(self) -> dict[sp.Symbol, list[tuple[Callable[..., Number], Relation]]]:
        """The domain's conditions as functions of numbers, by the free prior that comes last in each."""
        found: dict[sp.Symbol, list[tuple[Callable[..., Number], Relation]]] = {v: [] for v in self.free}
        for c in self.domain:
            last = [v for v in self.free if v in c.symbols][-1:]
            for v in last:
                found[v].append((sp.lambdify(self.arguments, c.polynomial, "mpmath"), c.relation))
        return found

    def contains(self, place: Mapping[sp.Symbol, sp.Expr], values: Values) -> bool:
        """Whether an exact place is in the domain."""
        return _all_hold(self.domain, {**values, **place})

    def epsilon_at(self, place: Mapping[sp.Symbol, sp.Expr], values: Values) -> Number:
        """The largest eps that Theorem 1 allows at an exact place; r* is evaluated exactly."""
        everything = {**values, **self.fixed, **place}
        risk = self.bound.subs(everything)
        if risk is not sp.oo and not risk.is_Rational:
            raise ValueError(f"the risk bound is {risk} there")
        inverse = mpmath.mpf(0) if risk is sp.oo else 1 / _real(risk)
        return _epsilon(_root(_real(everything[PRIOR_INCLUSION]), _real(everything[PRIOR_VALUE]), inverse))


def _in_unit_interval(prior: sp.Symbol) -> tuple[Condition, Condition]:
    return positive(prior), non_negative(1 - prior)


def _root(p: Number, q: Number, inverse_risk: Number) -> Number:
    """The x = e^-eps at which 1/(p q + x^2 (1 - q) p + x (1 - p)) = r*; at most 0 where there is none."""
    quadratic, linear, offset = p * (1 - q), 1 - p, p * q - inverse_risk
    if offset >= -mpmath.mpf(_ZERO_RISK) * p * q:
        return -offset if offset > 0 else mpmath.mpf(0)
    # The root without cancellation: the signs of both summands in the denominator are the same.
    return -2 * offset / (linear + mpmath.sqrt(linear * linear - 4 * quadratic * offset))


def _epsilon(root: Number) -> Number:
    return mpmath.inf if root <= 0 else -mpmath.log(root)


def _switches(expression: sp.Expr) -> Iterator[sp.Expr]:
    """Polynomials that vanish where r* changes from one rational function to another."""
    for node in sp.preorder_traversal(expression):
        if isinstance(node, sp.Max | sp.Min):
            for one, other in combinations(node.args, 2):
                for left, right in product(_forms(one), _forms(other)):
                    if sp.oo not in (left, right):
                        yield sp.numer(sp.together(left - right))
        elif isinstance(node, sp.core.relational.Relational):
            yield sp.numer(sp.together(node.lhs - node.rhs))


def _forms(expression: sp.Expr) -> list[sp.Expr]:
    """The rational functions of which the expression is made."""
    if not expression.has(sp.Max, sp.Min, sp.Piecewise):
        return [expression]
    if isinstance(expression, sp.Piecewise):
        return [form for value, _ in expression.args for form in _forms(value)]
    parts = [_forms(argument) for argument in expression.args]
    if isinstance(expression, sp.Max | sp.Min):
        return [form for part in parts for form in part]
    return [expression.func(*choice) for choice in product(*parts)]


class _Search:
    """The greatest x over the domain at one choice of parameters."""

    def __init__(self, problem: _Problem, values: Values) -> None:
        self.problem = problem
        self.numbers = {s: _real(values[s]) for s in problem.parameters} | {
            v: _real(value) for v, value in problem.fixed.items()
        }

    def greatest(self) -> Number:
        return self._greatest(self.problem.free, self.numbers)

    def _greatest(self, free: tuple[sp.Symbol, ...], numbers: dict[sp.Symbol, Number]) -> Number:
        if not free:
            arguments = [numbers[s] for s in self.problem.arguments]
            risk = mpmath.mpf(self.problem.risk(*arguments))
            inverse = mpmath.mpf(0) if mpmath.isinf(risk) else 1 / risk
            return _root(arguments[0], arguments[1], inverse)
        v, rest = free[0], free[1:]

        def along(value: Number) -> Number:
            return self._greatest(rest, {**numbers, v: value})

        # Conditions whose last prior is v change their truth at cuts only.
        cuts = self._cuts(v, rest, numbers)
        found = [along(cut) for cut in cuts if self._allowed(v, {**numbers, v: cut})]
        for low, high in pairwise(cuts):
            if self._allowed(v, {**numbers, v: (low + high) / 2}):
                found.append(_greatest_between(along, low, high))
        return max(found, default=mpmath.ninf)

    def _allowed(self, v: sp.Symbol, numbers: Mapping[sp.Symbol, Number]) -> bool:
        """Whether the conditions on v hold, up to rounding where they are not strict."""
        arguments = [numbers.get(s, mpmath.mpf(0)) for s in self.problem.arguments]
        tiny = mpmath.mpf(10) ** (8 - DIGITS)
        for function, relation in self.problem.domain_functions[v]:
            value = function(*arguments)
            if relation is Relation.NON_NEGATIVE and not value >= -tiny:
                return False
            if relation is Relation.ZERO and abs(value) > tiny:
                return False
            if relation is Relation.POSITIVE and not value > 0:
                return False
            if relation is Relation.NON_ZERO and value == 0:
                return False
        return True

    def _cuts(
        self, v: sp.Symbol, rest: tuple[sp.Symbol, ...], numbers: Mapping[sp.Symbol, Number]
    ) -> list[Number]:
        """0, 1 and where x may turn sharply or jump in v (at the ends of the rest's ranges, if any)."""
        zero, one = mpmath.mpf(0), mpmath.mpf(1)
        found = [zero, one]
        for ends in product((zero, one), repeat=len(rest)):
            at_ends = {**numbers, **dict(zip(rest, ends, strict=True))}
            arguments = [at_ends.get(s, zero) for s in self.problem.arguments]
            for coefficients in self.problem.cut_coefficients[v]:
                found.extend(root for root in _real_roots(coefficients(*arguments)) if 0 < root < 1)
        ordered = sorted(found)
        distinct = ordered[:1]
        for cut in ordered[1:]:
            if cut - distinct[-1] > mpmath.mpf(10) ** (6 - DIGITS):
                distinct.append(cut)
        return distinct


def _real_roots(coefficients: Sequence[Number]) -> list[Number]:
    leading = next((i for i, c in enumerate(coefficients) if c != 0), len(coefficients))
    numbers = [mpmath.mpf(c) for c in coefficients[leading:]]
    if len(numbers) < 2:
        return []
    if len(numbers) == 2:
        return [-numbers[1] / numbers[0]]
    if len(numbers) == 3:
        a, b, c = numbers
        square = b * b - 4 * a * c
        if square < 0:
            return []
        larger = -(b + (mpmath.sqrt(square) if b >= 0 else -mpmath.sqrt(square))) / 2
        return [larger / a, *([c / larger] if larger != 0 else [])]
    roots = mpmath.polyroots(numbers, maxsteps=200, extraprec=200)
    return [root.real for root in map(mpmath.mpc, roots) if abs(root.imag) < mpmath.mpf(10) ** (-DIGITS // 3)]


def _greatest_between(function: Callable[[Number], Number], low: Number, high: Number) -> Number:
    """The greatest value inside (low, high): a grid, then golden sections around its two best peaks."""
    width = high - low
    shares = [mpmath.mpf(share) for share in _GRID]
    grid = [low + width * share for share in shares]
    grid += [high - width * share for share in reversed(shares[:-1])]
    values = [function(point) for point in grid]
    last = len(grid) - 1
    peaks = [
        i
        for i, value in enumerate(values)
        if value >= values[max(i - 1, 0)] and value >= values[min(i + 1, last)] and value > min(values)
    ]
    best = max(values)
    for i in sorted(peaks, key=lambda i: values[i], reverse=True)[:2]:
        left, right = grid[max(i - 1, 0)], grid[min(i + 1, last)]
        if right - left > mpmath.mpf(TOLERANCE) * mpmath.mpf(TOLERANCE) * right:
            best = max(best, _golden_section(function, left, right))
    return best


def _golden_section(function: Callable[[Number], Number], left: Number, right: Number) -> Number:
    share = mpmath.mpf(_GOLDEN)
    inner, outer = right - share * (right - left), left + share * (right - left)
    at_inner, at_outer = function(inner), function(outer)
    best = max(at_inner, at_outer)
    for _ in range(STEPS):
        if at_inner >= at_outer:
            right, outer, at_outer = outer, inner, at_inner
            inner = right - share * (right - left)
            at_inner = function(inner)
            best = max(best, at_inner)
        else:
            left, inner, at_inner = inner, outer, at_outer
            outer = left + share * (right - left)
            at_outer = function(outer)
            best = max(best, at_outer)
    return best


# --- parameters ------------------------------------------------------------------------------------------


def _parameters(name: str, derived: PiecewiseInfimum, problem: _Problem, points: int) -> Iterator[Values]:
    """`points` random choices in each branch, then on and beside each border of the conditions."""
    stream = random.Random(name)
    if not problem.parameters:
        yield {}
        return
    for index, branch in enumerate(derived.branches):
        region = (*problem.assumptions, *branch.conditions)
        equations = [c.polynomial for c in region if c.relation is Relation.ZERO]
        found = 0
        for _ in range(_DRAWS):
            values = _drawn(stream, problem.parameters)
            for equation in equations:
                values = _moved_onto(stream, equation, values) or values
            if _all_hold(region, values):
                yield values
                found += 1
                if found == points:
                    break
        if not found:
            raise ValueError(f"no parameters found for branch {index}: {branch.condition}")
    yield from _border_parameters(stream, derived.branches, problem)


def _border_parameters(
    stream: random.Random, branches: Iterable[Branch], problem: _Problem
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
            if on_border is None or not _all_hold(problem.assumptions, on_border):
                continue
            moved = stream.choice(sorted(border.free_symbols, key=str))
            step = sp.Rational(1, 10**9) * (on_border[moved] or 1)
            for near in (on_border, *({**on_border, moved: on_border[moved] + s * step} for s in (1, -1))):
                key = tuple(near[s] for s in problem.parameters)
                if key not in seen and _all_hold(problem.assumptions, near):
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
    linear = [s for s in sorted(border.free_symbols, key=str) if sp.degree(border, s) == 1]
    if not linear:
        return None
    moved = stream.choice(linear)
    slope, offset = (c.subs(values) for c in sp.Poly(border, moved).all_coeffs())
    return None if slope == 0 else {**values, moved: -offset / slope}


def _all_hold(conditions: Iterable[Condition], values: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """Whether the conditions hold at rational numbers."""
    for condition in conditions:
        value = condition.polynomial.subs(values)
        if not value.is_Rational:
            raise ValueError(f"{condition} is not decided by {values}")
        if not _compares(condition.relation, value):
            return False
    return True


def _holds_with_root(conditions: Iterable[Condition], values: Values, closed: Number) -> bool:
    """Whether the conditions hold; those in x are evaluated at e^-eps in decimals."""
    for condition in conditions:
        value = condition.polynomial.subs(values)
        if value.has(DECAY):
            value = value.subs(DECAY, sp.Float(mpmath.exp(-closed), DIGITS))
            if abs(value) < sp.Float(10) ** (10 - DIGITS):
                value = sp.Integer(0)
        if not _compares(condition.relation, value):
            return False
    return True


def _compares(relation: Relation, value: sp.Expr) -> bool:
    match relation:
        case Relation.POSITIVE:
            return bool(value > 0)
        case Relation.NON_NEGATIVE:
            return bool(value >= 0)
        case Relation.ZERO:
            return bool(value == 0)
        case Relation.NON_ZERO:
            return bool(value != 0)


def _real(number: sp.Expr) -> Number:
    exact = sp.Rational(number)
    return mpmath.mpf(int(exact.p)) / mpmath.mpf(int(exact.q))
