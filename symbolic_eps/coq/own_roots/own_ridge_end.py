"""A minimum where two values of a profile are equal at an end of a prior (`ridge_end`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp

from symbolic_eps.coq.own_roots.own_place import PLACE, Active, OwnPlace
from symbolic_eps.coq.own_roots.ridge_end import RidgeEnd
from symbolic_eps.minimum.at_numbers.bracket import rational
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import Condition, non_negative, positive

_MOVED = "moved"
"""The v'."""


def end_lines(own: OwnPlace, active: Active, ridge: RidgeEnd) -> Iterator[str]:
    """Tactics that leave that in the box, on the domain's side of the end, not both P and Q are negative."""
    steps, text, i = own.steps, own.steps.text, active.indices[0]
    w, v = ridge.prior, ridge.other
    negative = [f"0 < {text(-f)}" for f in active.polynomials]
    sides = [steps.comparison(side) for side in own.box]
    premises = " -> ".join([*sides, steps.comparison(non_negative(ridge.inward)), *negative])
    yield f"assert (around{i} : forall p q : R, {premises} -> False)."
    yield "{"
    yield f"  destruct place as {own.pattern(*PLACE.values())}."
    end, zero = text(ridge.end), {w.name: text(ridge.end), v.name: PLACE[v]}
    yield f"  assert (at_end : {PLACE[w]} = {end}) by lra. rewrite at_end in *."
    for k, f in enumerate(active.polynomials):
        yield f"  assert (level{k} : {text(f, zero)} = 0) by lra."
    for k, (fall, climb) in enumerate(zip(ridge.falls, ridge.climbs, strict=True)):
        yield from everywhere(own, f"falls{k}", ridge.where_falls(own.bracket), fall)
        yield from everywhere(own, f"climbs{k}", ridge.where_climbs(own.bracket), climb)
    yield f"  intros p q p_low p_high q_low q_high inward {' '.join(f'under{k}' for k in (0, 1))}."
    slant = text(rational(ridge.slant))
    yield f"  pose ({_MOVED} := {v.name} + {slant} * ({end} - {w.name}))."
    yield f"  assert (form : {v.name} = {_MOVED} - {slant} * ({end} - {w.name})) by (unfold {_MOVED}; ring')."
    yield f"  clearbody {_MOVED}. subst {v.name}."
    for k in (0, 1):
        yield from _on_one_side(own, ridge, k)
    yield "  lra."
    yield "}"


def everywhere(own: OwnPlace, name: str, known: Iterable[Condition], value: sp.Expr) -> Iterator[str]:
    """That a value is positive in a box; its priors stand for any two numbers."""
    steps, facts = own.steps, tuple(known)
    ranges = [steps.comparison(c) for c in facts if c.symbols & set(PRIORS)]
    goal = positive(sp.expand(value))
    yield f"  assert ({name} : forall p q : R, {' -> '.join([*ranges, steps.comparison(goal)])})."
    yield f"  {{ intros. {steps.shown('found', facts, goal)} exact found. }}"


def _on_one_side(own: OwnPlace, ridge: RidgeEnd, k: int) -> Iterator[str]:
    """From P < 0 that v' is on one side of the v of the minimum; the same for Q and the other side."""
    text, w, v = own.steps.text, ridge.prior, ridge.other
    f, fall, climb = ridge.polynomials[k], ridge.falls[k], ridge.climbs[k]
    end, place = text(ridge.end), PLACE[v]
    here = text(f, {v.name: f"({_MOVED} - {text(rational(ridge.slant))} * ({end} - {w.name}))"})
    there = text(f, {w.name: end, v.name: _MOVED})
    level = text(f, {w.name: end, v.name: place})
    falls, climbs = (
        text(sp.expand(fall), {v.name: _MOVED}),
        text(sp.expand(climb), {w.name: place, v.name: _MOVED}),
    )
    at = {w: (w.name, place), v: (_MOVED, _MOVED)}
    first, second = (" ".join(at[u][j] for u in PRIORS) for j in (0, 1))
    inward = text(ridge.inward)
    sign = ridge.sign if k == 0 else -ridge.sign
    gap = f"({_MOVED} - {place})" if sign > 0 else f"({place} - {_MOVED})"
    yield f"  assert (falling{k} : 0 <= {inward} * {falls})"
    yield f"    by (apply Rmult_le_pos; [lra | left; apply (falls{k} {first}); lra])."
    yield f"  assert (here{k} : {here} = {there} + {inward} * {falls}) by lra."
    yield f"  assert (there{k} : {there} = {level} + {gap} * {climbs}) by lra."
    yield f"  assert (side{k} : {gap} < 0)."
    yield "  { apply Rnot_le_lt. intros beyond."
    yield f"    assert (0 <= {gap} * {climbs})"
    yield f"      by (apply Rmult_le_pos; [assumption | left; apply (climbs{k} {second}); lra]). lra. }}"
