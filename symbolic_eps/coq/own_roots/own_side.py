"""A minimum of one value of a profile on a straight side of the domain (`side`)."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_eps.coq.own_roots.own_place import PLACE, Active, OwnPlace
from symbolic_eps.coq.own_roots.own_ridge_end import everywhere
from symbolic_eps.coq.own_roots.side import Side
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import non_negative


def side_lines(own: OwnPlace, active: Active, side: Side) -> Iterator[str]:
    """Tactics that leave that in the box, within the domain's side, P is not negative."""
    steps, text, i = own.steps, own.steps.text, active.indices[0]
    w, v = side.prior, side.other
    value, inward, end = text(side.polynomial), text(side.inward), f"({text(side.end, {v.name: PLACE[v]})})"
    premises = [*map(steps.comparison, own.box), steps.comparison(non_negative(side.inward))]
    yield f"assert (around{i} : forall p q : R, {' -> '.join([*premises, f'0 <= {value}'])})."
    yield "{"
    yield f"  destruct place as {own.pattern(*PLACE.values())}."
    yield f"  assert (at_end : {PLACE[w]} = {end}) by lra. rewrite at_end in *."
    at_minimum = {w.name: end, v.name: PLACE[v]}
    slope = side.slope_along
    yield f"  assert (level : {text(side.polynomial, at_minimum)} = 0) by lra."
    yield f"  assert (flat : {text(slope, at_minimum)} = 0) by lra."
    yield from everywhere(own, "falls", side.where_falls(own.bracket), side.fall)
    yield from everywhere(own, "bends", side.where_bends(own.bracket), side.bend)
    yield "  intros p q p_low p_high q_low q_high inward."
    beyond = f"({v.name} - {PLACE[v]})"
    fall, bend = text(side.fall), text(side.bend, {w.name: PLACE[v]})
    at = " ".join(PLACE[v] if u == w else u.name for u in PRIORS)
    yield f"  assert (falling : 0 <= {inward} * {fall})"
    yield "    by (apply Rmult_le_pos; [lra | left; apply (falls p q); lra])."
    yield f"  assert (bent : 0 <= {beyond} * {beyond} * {bend})"
    yield f"    by (apply Rmult_le_pos; [apply Rle_0_sqr | left; apply (bends {at}); lra])."
    tangent = f"{text(side.polynomial, at_minimum)} + {beyond} * {text(slope, at_minimum)}"
    form = f"{tangent} + {beyond} * {beyond} * {bend} + {inward} * {fall}"
    yield f"  replace {value} with ({form}) by ring'. rewrite level, flat. lra."
    yield "}"
