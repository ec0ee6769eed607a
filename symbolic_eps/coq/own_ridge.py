"""A minimum on a ridge, where two values of the profile are equal and neither is stationary alone.

With P and Q of both values: at the minimum P = Q = 0 and their slopes are opposite, so that P + mu Q - K P Q
is stationary there for some mu > 0. Where it bends upward it is not negative; so P and Q are not both
negative. The profile is the greater value: were P < 0 where it is taken, Q < 0, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.own_bracket import Ridge
from symbolic_eps.coq.own_place import PLACE, Active, OwnPlace
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.bracket import between, rational
from symbolic_eps.minimum.elimination import Range
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative, positive

_HERE = {v.name: PLACE[v] for v in PRIORS}


def share_of(own: OwnPlace, ridge: Ridge) -> Range:
    """Ends of mu, guessed."""
    share = ridge.share(own.bracket)
    if share is None:
        raise UndecidedError("no box around the ridge of the minimum was found in which it bends upward")
    return share


def share_lines(own: OwnPlace, active: Active) -> Iterator[str]:
    """Tactics that leave mu and, from P = Q = 0 and opposite slopes, that the sum is flat at the minimum."""
    assert active.ridge is not None
    steps, ridge, share = own.steps, active.ridge, share_of(own, active.ridge)
    text, low, high = steps.text, *map(rational, share)
    a, b = (sp.expand(value) for value in ridge.ratio)
    for name, goal in (
        ("mu_above", positive(a)),
        ("mu_below", positive(b)),
        ("mu_least", non_negative(sp.expand(a - low * b))),
        ("mu_most", non_negative(sp.expand(high * b - a))),
    ):
        yield f"  assert (for_all : forall p q : R, {' -> '.join([*sides(own), steps.comparison(goal)])})."
        found = steps.shown("found", own.around, goal)
        yield f"  {{ intros p q p_low p_high q_low q_high. {found} exact found. }}"
        places = " ".join(PLACE[v] for v in PRIORS)
        yield f"  assert ({name} : {steps.renamed(steps.comparison(goal), _HERE)})"
        yield f"    by (apply (for_all {places}); assumption). clear for_all."
    above, below = text(a, _HERE), text(b, _HERE)
    yield f"  pose (mu := {above} / {below})."
    yield f"  assert (mu_form : {below} * mu = {above}) by (apply quotient_equation; lra). clearbody mu."
    for name, end in (("mu_after", f"{text(low)} <= mu"), ("mu_before", f"mu <= {text(high)}")):
        yield f"  assert ({name} : {end}) by (apply Rmult_le_reg_l with {below}; lra)."
    yield from _flat(own, ridge, active)


def _flat(own: OwnPlace, ridge: Ridge, active: Active) -> Iterator[str]:
    text = own.steps.text
    p, q = (text(value, _HERE) for value in active.polynomials)
    k = ridge.weight
    slopes = {v: [text(sp.expand(sp.diff(f, v)), _HERE) for f in active.polynomials] for v in PRIORS}
    yield f"  assert (level0 : {p} + mu * {q} - {k} * ({p} * {q}) = 0) by (rewrite flat0, flat1; ring)."
    a, b = (text(sp.expand(value), _HERE) for value in ridge.ratio)
    for v in PRIORS:
        first, second = slopes[v]
        yield f"  assert (opposite_{v.name} : {first} + mu * {second} = 0)."
        if v == ridge.prior:
            yield "  { lra. }"
        else:
            flip = 1 if (ridge.sign > 0) == (v == PRIORS[1]) else -1
            parallel = text(sp.expand(flip * active.equations[2]), _HERE)
            yield f"  {{ apply (ridge_slopes {b} mu {a} {first} {second} {parallel});"
            yield "    [lra | exact mu_form | ring | lra]. }"
    yield "  rename flat0 into zero0, flat1 into zero1, flat2 into zero2."
    whole = ridge.whole
    yield f"  assert (flat0 : {text(whole, _HERE)} = 0)"
    yield f"    by (transitivity ({p} + mu * {q} - {k} * ({p} * {q})); [ring | exact level0])."
    for i, v in enumerate(PRIORS, start=1):
        first, second = slopes[v]
        form = f"({first} + mu * {second}) - {k} * ({first} * {q} + {p} * {second})"
        yield f"  assert (flat{i} : {text(sp.expand(sp.diff(whole, v)), _HERE)} = 0)"
        yield f"    by (transitivity ({form}); [ring | rewrite opposite_{v.name}, zero0, zero1; ring])."


def sides(own: OwnPlace) -> Sequence[str]:
    """What says that p and q are in the box."""
    return [own.steps.comparison(side) for side in own.box]


def both_negative(own: OwnPlace, active: Active, index: int) -> Sequence[str]:
    """Tactics that leave what contradicts that the sum is not negative, where P < 0 on a value's piece."""
    if active.ridge is None:
        return []
    text, (other,) = own.steps.text, (i for i in active.indices if i != index)
    p, q = (own.pieces[i].polynomial for i in (index, other))
    conditions = (*own.pieces[index].conditions, *between(DECAY, own.bracket.decay), positive(-p))
    first, second = map(text, active.polynomials)
    return [
        f"assert (under_here : 0 < {text(-p)}) by lra",
        own.steps.shown("under_there", conditions, positive(-q)).removesuffix("."),
        f"assert (weighed : 0 <= mu * - {second}) by (apply Rmult_le_pos; lra)",
        f"assert (both : 0 <= - {first} * - {second}) by (apply Rmult_le_pos; lra)",
    ]
