"""That the budget is reached in the limit of a corner at which n floor(X) is the same for all X.

On a way into that corner n floor(X) - d = t (Q(X) + ...): with t divided out, Q(X) <= 0 is enough
(`symbolic_eps.minimum.corner`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import sympy as sp

from symbolic_eps.coq.sharp.limit_proof import along, difference, path_into, priors_along
from symbolic_eps.coq.statements.place import Place
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.corner import DISTANCE, Way, is_corner, path_along, ways_into
from verify.language.condition import Relation, non_negative, positive

_GAIN = sp.Symbol("_eta", real=True)


def is_at_corner(place: Place) -> bool:
    """Whether the place is such a corner for all values of the profile; roots of their own are none."""
    if not place.limit or not place.ratios:
        return False
    case, corner = place.case, _corner(place)
    return all(is_corner(case.constrained(case.values[i]), corner) for i in place.values)


def corner_lines(place: Place) -> Iterator[str]:
    """Tactics that prove `sharp`, from the equations of p and q and their pieces."""
    pieces = [place.case.constrained(place.case.values[i]) for i in place.values]
    diagonal = tuple(DISTANCE * (1 - 2 * value) for value in _corner(place).values())
    for way in (*ways_into(_corner(place), [c for piece in pieces for c in piece.conditions]), diagonal):
        try:
            path, entered, left = path_into(place, [way])
            moved = priors_along(place, path)
            below = {i: list(_soon_below(place, i, moved, way)) for i in place.values}
            lines = list(along(place, moved, entered, below, left))
        except UndecidedError:
            continue
        yield "intros eta eta0."
        yield from lines
        return
    raise UndecidedError("the limit at a corner is not one along a side")


def _corner(place: Place) -> dict[sp.Symbol, sp.Expr]:
    """The priors there, in the order of those that vary."""
    return {v: sp.cancel(n / d) for v in place.case.profile.free_priors for n, d in [place.ratios[v]]}


def _soon_below(place: Place, index: int, moved: Mapping[sp.Symbol, str], way: Way) -> Iterator[str]:
    """n (floor(X) - eta slope) < d for all small t > 0: by the first power of t that has a coefficient."""
    case, corner = place.case, _corner(place)
    value = case.values[index]
    quotient = case.quotients[value.quotient]
    given = _given(place)
    away = {**path_along(corner, way), **given}
    piece = case.constrained(value).polynomial.subs(away)
    gain = _GAIN * (quotient.numerator * case.slope).subs(away)
    plain, gained = (sp.Poly(sp.expand(part), DISTANCE).all_coeffs()[::-1] for part in (-piece, gain))
    power = next((k for k, part in enumerate(plain) if part != 0), None)
    if power not in (0, 1):
        raise UndecidedError("the bound is the same for all X near the corner")
    parts = [sum(pair, sp.S.Zero) for pair in _padded(plain, gained)]
    near = difference(case, index, moved)
    rest = " + ".join(
        f"t ^ {k} * {case.steps.text(part, {_GAIN.name: 'eta'})}" for k, part in enumerate(parts[power:])
    )
    yield f"assert (near{index} : soon (fun t => 0 < {near}))."
    yield "{"
    if power == 0:
        yield f"  {case.steps.shown('leading', place.known, positive(plain[0]))}"
    else:
        yield f"  {case.steps.shown('leading', place.known, non_negative(plain[1]))}"
        weight = sp.cancel(gained[1] / _GAIN)
        yield f"  {case.steps.shown('weight', place.known, positive(weight))}"
        yield f"  assert (gain : 0 < eta * {case.steps.text(weight)})"
        yield "    by (apply Rmult_lt_0_compat; assumption)."
    ends = "".join(
        f"replace {case.steps.name(v.name)} with {value} by lra; " for v, value in {**corner, **given}.items()
    )
    yield f"  apply (soon_leading {power} (fun t => {near}) (fun t => {rest}));"
    yield f"    [reg | cbv beta; simpl; lra | intros t; {ends}ring']."
    yield "}"


def _given(place: Place) -> dict[sp.Symbol, sp.Expr]:
    """Parameters of which the branch gives a number."""
    found = {}
    for c in place.case.branch.conditions:
        if c.relation is Relation.ZERO and len(c.symbols) == 1 and sp.degree(c.polynomial) == 1:
            ((v, value),) = sp.solve(c.polynomial, dict=True)[0].items()
            found[v] = value
    return found


def _padded(one: list[sp.Expr], other: list[sp.Expr]) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """Coefficients of the same power, 0 where a list ends."""
    longest = max(len(one), len(other))
    padded = ([*part, *[sp.S.Zero] * (longest - len(part))] for part in (one, other))
    yield from zip(*padded, strict=True)
