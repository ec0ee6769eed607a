"""That the budget is reached in the limit p = q = 1, where the bound is the same for all X.

Along a side of that corner n floor(X) - d = t (Q(X) + ...): with t divided out, Q(X) <= 0 is enough
(`symbolic_eps.minimum.corner`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import sympy as sp

from symbolic_eps.coq.limit_proof import along, difference, priors_along, straight_path
from symbolic_eps.coq.place import Place
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.corner import is_corner
from verify.language.condition import non_negative, positive

_GAIN = sp.Symbol("_eta", real=True)


def is_at_corner(place: Place) -> bool:
    """Whether the place is p = q = 1."""
    ones = {v: n / d for v, (n, d) in place.ratios.items()}
    case = place.case
    return place.limit and all(is_corner(case.constrained(case.values[i]), ones) for i in place.values)


def corner_lines(place: Place) -> Iterator[str]:
    """Tactics that prove `sharp`, from the equations of p and q and their pieces."""
    free = place.case.profile.free_priors
    for v in free:
        direction = tuple(-1 if u == v else 0 for u in free)
        try:
            path, entered, left = straight_path(place, [direction])
            moved = priors_along(place, path)
            below = {i: list(_soon_below(place, i, moved, path)) for i in place.values}
            lines = list(along(place, moved, entered, below, left))
        except UndecidedError:
            continue
        yield "intros eta eta0."
        yield from lines
        return
    raise UndecidedError("the limit at p = q = 1 is not one along a side")


def _soon_below(
    place: Place, index: int, moved: Mapping[sp.Symbol, str], path: Mapping[sp.Symbol, int]
) -> Iterator[str]:
    """n (floor(X) - eta slope) < d for all small t > 0: by the first power of t that has a coefficient."""
    case, small = place.case, sp.Dummy("t", real=True)
    value = case.values[index]
    quotient = case.quotients[value.quotient]
    away = {v: 1 + step * small for v, step in path.items()}
    piece = case.constrained(value).polynomial.subs(away)
    gain = _GAIN * (quotient.numerator * case.slope).subs(away)
    plain, gained = (sp.Poly(sp.expand(part), small).all_coeffs()[::-1] for part in (-piece, gain))
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
        weight = gained[1] / _GAIN
        yield f"  {case.steps.shown('weight', place.known, positive(weight))}"
        yield f"  assert (gain : 0 < eta * {case.steps.text(weight)})"
        yield "    by (apply Rmult_lt_0_compat; assumption)."
    ones = "".join(f"replace {v.name} with 1 by lra; " for v in case.profile.free_priors)
    yield f"  apply (soon_leading {power} (fun t => {near}) (fun t => {rest}));"
    yield f"    [reg | cbv beta; simpl; lra | intros t; {ones}ring]."
    yield "}"


def _padded(one: list[sp.Expr], other: list[sp.Expr]) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """Coefficients of the same power, 0 where a list ends."""
    longest = max(len(one), len(other))
    padded = ([*part, *[sp.S.Zero] * (longest - len(part))] for part in (one, other))
    yield from zip(*padded, strict=True)
