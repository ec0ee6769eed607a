"""That the budget is reached at a place, or in a limit: no larger eps is admissible there.

Either the place is in the domain, or p + t u, q + t v are for all small t > 0 (`limit_proof`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp

from symbolic_eps.coq.sharp.corner_proof import corner_lines, is_at_corner
from symbolic_eps.coq.sharp.limit_proof import limit_lines
from symbolic_eps.coq.statements.comparisons import in_its_case, in_order
from symbolic_eps.coq.statements.place import Place, each_value, inside_conditions, quotients_at
from symbolic_eps.errors import UndecidedError
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import non_negative, positive


def reached_lines(place: Place) -> Iterator[str]:
    """Tactics that prove `sharp`."""
    case = place.case
    for v, (n, d) in place.ratios.items():
        yield from _named(place, v.name, n, d)
    for values in case.caps:
        try:
            lines = list(_cap_lines(replace(place, values=values, reached=values)))
        except UndecidedError as error:
            last = error
            continue
        yield from lines
        return
    raise last


def _cap_lines(place: Place) -> Iterator[str]:
    """The bound is reached on a cap."""
    steps, case = place.case.steps, place.case
    if is_at_corner(place):
        yield from corner_lines(place)
        return
    ones = [non_negative(case.profile.fixed.get(v, v) - 1) for v in PRIORS]
    p, q = case.priors.values()
    refuted = steps.excluded((*place.known, *ones))
    yield f"assert (uncertain : {p} < 1 \\/ {q} < 1) by (apply not_both_1; intros one other; {refuted})."
    reached = []
    for i in place.values:
        quotient = case.quotients[case.values[i].quotient]
        if quotient.held and not steps.excludes((*place.known, positive(-quotient.denominator))):
            continue  # not n/d of the case
        equal = non_negative(-case.constrained(case.values[i]).polynomial)
        try:
            yield steps.shown(f"below{i}", place.known, equal)
        except UndecidedError:
            continue
        reached.append(i)
    if not reached:
        raise UndecidedError("no value of the profile reaches the bound at its minimum")
    place = replace(place, reached=reached)
    yield from limit_lines(place) if place.limit else _at_the_place(place)


def _named(place: Place, name: str, n: sp.Expr, d: sp.Expr) -> Iterator[str]:
    """The name of a prior at the place, of which only its equation is kept."""
    steps = place.case.steps
    number, above = steps.text(d), steps.text(n)
    if steps.excludes((*place.before, non_negative(-d))):
        yield steps.shown("nonzero0", place.before, positive(d))
    else:
        yield steps.shown("nonzero0", place.before, positive(-d))
    yield f"pose ({name} := {above} / {number})."
    yield f"assert (at_{name} : {number} * {name} = {above}) by (apply quotient_equation; lra)."
    yield f"clearbody {name}. clear nonzero0."


def _at_the_place(place: Place) -> Iterator[str]:
    """The place is in the domain."""
    case = place.case
    p, q = case.priors.values()
    for i, condition in enumerate(inside_conditions(case)):
        yield case.steps.shown(f"inside{i}", place.known, condition)
    yield f"assert (inside : prior {case.domain} {p} {q}) by (repeat split; lra)."
    yield from quotients_at(case, case.priors)
    words = case.setting
    value = f"{words.floor} X {p} {q}"
    yield f"assert (f0 : 0 < {value})"
    yield f"  by (apply {words.positive}; [exact X0 | exact (proj1 inside) | exact (proj1 (proj2 inside))])."
    yield f"apply ({words.within} _ _ _ _ _ inside enough X0 uncertain). cbv beta."
    yield from each_value(
        [_within(place, i, value) for i in sorted(place.values, key=place.reached.__contains__)]
    )


def _within(place: Place, index: int, bound: str) -> str:
    """That the profile times the bound is at most 1, if it takes the value or is below it."""
    case = place.case
    taken, words = case.values[index], case.setting
    i = taken.quotient
    rule = f"apply (fraction_within _ _ _ _ ({bound}) e{i} d{i} f0)"
    if index in place.reached:
        return "; ".join([*in_its_case(case, taken), f"{rule}; [lra | rewrite {words.form}; lra]"])
    above = positive(case.constrained(taken).polynomial)
    refuted = case.steps.excluded((*place.known, *taken.conditions, above))
    tactics = [*in_order(case, taken), f"{rule}; [lra|]"]
    return "; ".join([*tactics, f"rewrite {words.form}; apply Rnot_lt_le; intros less", refuted])
