"""A minimum on a ridge, where two values of the profile are equal and neither is stationary alone.

With P and Q of both values: at the minimum P = Q = 0 and their slopes are opposite, so that P + mu Q - K P Q
is stationary there for some mu > 0. Where it bends upward it is not negative; so P and Q are not both
negative. The profile is the greater value: were P < 0 where it is taken, Q < 0, too.

On a curved border of the domain, where one value decides, Q <= 0 says that the priors are in the domain. As
P + mu Q - K P Q is negative where P < 0 and Q <= 0, P is not negative there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.own_roots.own_bracket import second_slopes
from symbolic_eps.coq.own_roots.own_place import PLACE, Active, OwnPlace
from symbolic_eps.coq.own_roots.ridge import Bends, Ridge, bends
from symbolic_eps.coq.own_roots.ridge_end import RidgeEnd
from symbolic_eps.coq.own_roots.side import Side
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers.bracket import between, rational
from symbolic_eps.minimum.at_numbers.elimination import Range
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative, positive

_HERE = {v.name: PLACE[v] for v in PRIORS}


def bends_of(own: OwnPlace, ridge: Ridge) -> Bends:
    """How the sum bends, guessed."""
    found = bends(ridge, own.bracket)
    if found is None:
        raise UndecidedError("no box around the ridge of the minimum was found in which it bends upward")
    return found


def bends_lines(own: OwnPlace, ridge: Ridge) -> Iterator[str]:
    """Tactics that leave that the sum bends upward, from ranges of its parts and of their products."""
    steps, text, found = own.steps, own.steps.text, bends_of(own, ridge)
    yield "assert (mu_in : " + _within(text, "mu", found.ranges["mu"]) + ") by lra."
    for name, value in ridge.parts.items():
        low, high = map(rational, found.ranges[name])
        yield steps.shown("at_least", own.around, non_negative(value - low))
        yield steps.shown("at_most", own.around, non_negative(high - value))
        yield f"pose ({name} := {text(value)}). assert ({name}_form : {name} = {text(value)}) by reflexivity."
        yield f"assert ({name}_in : {_within(text, name, found.ranges[name])}) by (rewrite {name}_form; lra)."
        yield f"clearbody {name}. clear at_least at_most."
    for (u, v), ends in found.products.items():
        corners = " ".join(text(rational(end)) for end in (*found.ranges[u], *found.ranges[v], *ends))
        yield f"assert ({u}_{v} : {_within(text, f'{u} * {v}', ends)})"
        yield f"  by (apply (times_between {u} {v} {corners}); lra)."
    yield from _apart(own, ridge, found)


def _within(text: Callable[[sp.Expr], str], value: str, side: Range) -> str:
    low, high = (text(rational(end)) for end in side)
    return f"{low} <= {value} <= {high}"


def _apart(own: OwnPlace, ridge: Ridge, found: Bends) -> Iterator[str]:
    """From ranges of products, that the second slopes are those of a form that is nowhere negative."""
    text, second = own.steps.text, second_slopes(ridge.whole)
    across, mixed, along = map(text, second if ridge.prior == PRIORS[0] else second[::-1])
    s, a, b, c = (text(rational(v)) for v in (ridge.slant, found.least_a, found.most_b, found.least_c))
    forms = {
        "11": across,
        "12": f"{mixed} - {s} * {across}",
        "22": f"{along} - 2 * {s} * {mixed} + {s} * {s} * {across}",
    }
    unfolded = ", ".join(f"?{name}_form" for name in ridge.parts)
    for slope, value in forms.items():
        terms = [f"({n}) * ({u} * {v})" for (u, v), n in ridge.products(slope).items()]
        yield f"assert (form{slope} : {value} = {' + '.join([f'{ridge.scale} * P{slope}', *terms])})"
        yield f"  by (rewrite {unfolded}; lra)."
    for name, slope, bound in (
        ("least_a", "11", f"{a} <= {forms['11']}"),
        ("least_c", "22", f"{c} <= {forms['22']}"),
        ("least_b", "12", f"- {b} <= {forms['12']}"),
        ("most_b", "12", f"{forms['12']} <= {b}"),
    ):
        yield f"assert ({name} : {bound}) by (rewrite form{slope}; lra)."
    pp, pq, qq = map(text, second)
    yield f"assert (bends : 0 < {pp}) by lra."
    swap = "" if ridge.prior == PRIORS[0] else f"rewrite (Rmult_comm {pp} {qq}); "
    yield f"assert (turns : 0 <= {pp} * {qq} - {pq} * {pq})"
    yield f"  by ({swap}apply (apart_along {s} {a} {b} {c}); [lra | lra | lra | assumption ..])."


def share_lines(own: OwnPlace, active: Active, ridge: Ridge) -> Iterator[str]:
    """Tactics that leave mu and, from P = Q = 0 and opposite slopes, that the sum is flat at the minimum."""
    steps, share = own.steps, bends_of(own, ridge).ranges["mu"]
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
    m, k = ridge.scale, ridge.weight.numerator
    slopes = {v: [text(sp.expand(sp.diff(f, v)), _HERE) for f in active.polynomials] for v in PRIORS}
    level = f"{m} * ({p} + mu * {q}) - {k} * ({p} * {q})"
    yield f"  assert (level0 : {level} = 0) by (rewrite flat0, flat1; ring')."
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
            yield "    [lra | exact mu_form | ring' | lra]. }"
    yield "  rename flat0 into zero0, flat1 into zero1, flat2 into zero2."
    whole = ridge.whole
    yield f"  assert (flat0 : {text(whole, _HERE)} = 0)"
    yield f"    by (transitivity ({level}); [ring' | exact level0])."
    for i, v in enumerate(PRIORS, start=1):
        first, second = slopes[v]
        form = f"{m} * ({first} + mu * {second}) - {k} * ({first} * {q} + {p} * {second})"
        yield f"  assert (flat{i} : {text(sp.expand(sp.diff(whole, v)), _HERE)} = 0)"
        yield f"    by (transitivity ({form}); [ring' | rewrite opposite_{v.name}, zero0, zero1; ring'])."


def sides(own: OwnPlace) -> Sequence[str]:
    """What says that p and q are in the box."""
    return [own.steps.comparison(side) for side in own.box]


def both_negative(own: OwnPlace, active: Active, index: int) -> Sequence[str]:
    """Tactics that leave what contradicts that the sum is not negative, where P < 0 on a value's piece."""
    if active.ridge is None or isinstance(active.ridge, Side):
        return []
    text, (first, second) = own.steps.text, map(own.steps.text, active.polynomials)
    p = own.pieces[index].polynomial
    under = [f"assert (under_here : 0 < {text(-p)}) by lra"]
    for other in (i for i in active.indices if i != index):  # none on a border: the domain says it
        conditions = (*own.conditions(index), *between(DECAY, own.bracket.decay), positive(-p))
        there = positive(-own.pieces[other].polynomial)
        under.append(own.steps.shown("under_there", conditions, there).removesuffix("."))
    if isinstance(active.ridge, RidgeEnd):
        return under
    return [
        *under,
        f"assert (weighed : 0 <= mu * - {second}) by (apply Rmult_le_pos; lra)",
        f"assert (both : 0 <= - {first} * - {second}) by (apply Rmult_le_pos; lra)",
    ]
