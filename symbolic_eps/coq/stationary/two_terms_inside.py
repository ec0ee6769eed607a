"""Why E has no other root than e^-eps from l to 1, for r* = 1 + a/p + b/q with a > 0 and 0 < b < 1.

The coefficients of (1 + d t)^7 E((n t + 1)/(1 + d t)), where l = n/d with n = 1 - b and d = 1 + a + b, are
polynomials in a and b. Where T > 0 their signs change once at most: c0 to c4 are positive, c6 is not positive
unless c5 is, and c7 is negative unless c6 is positive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.stationary.sum_of_two_terms import at, by_power, context, ends, stationary
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, non_negative, positive

A, B = parameter("a"), parameter("b")


def from_low() -> Sequence[sp.Expr]:
    """The coefficients, that of 1 first.

    Examples
    --------
    >>> from_low()[0]
    108*a*b**2
    """
    a, b, t = context("a", "b", "t").gens()
    moved = at(stationary(), (((1 - b) * t + 1, 1 + (1 + a + b) * t), (a, 1), (b, 1)))
    return [sp.expand(outside(part, (A, B))) for part in by_power(moved, 2)]


def only_root_lines(steps: Contradictions) -> Iterator[str]:
    """Tactics that leave that E has no other root from l/d to 1 than X, from `root : E(X) = 0`."""
    e, coefficients = sp.expand(outside(stationary(), (DECAY, A, B))), from_low()
    known = (*map(positive, (A, B, 1 - B)), positive(sp.expand(outside(ends().border, (A, B)))))
    last = [steps.text(c) for c in coefficients[5:]]
    for i, c in enumerate(coefficients[:5]):
        yield steps.shown(f"c{i}", known, positive(c))
    fifth, sixth = coefficients[5:7]
    refuted = steps.excluded((*known, non_negative(-fifth), positive(sixth)))
    yield f"assert (later : {last[0]} <= 0 -> {last[1]} <= 0)."
    yield f"{{ intros low. apply Rnot_lt_le. intros less. {refuted}. }}"
    yield f"assert (latest : {last[1]} <= 0 -> {last[2]} < 0)."
    yield from _latest_lines(steps, known, coefficients)
    texts = " ".join(map(steps.text, coefficients))
    yield f"assert (once := only_from_low a b X (fun y => {steps.text(e, {DECAY.name: 'y'})}) {texts}"
    yield "  a0 b_range ltac:(intros y some; cbn [along]; field; assumption)"
    yield "  ltac:(intros y equal; replace y with ((1 - b) / (1 + a + b))"
    yield "    by (rewrite <- equal; field; lra); field; lra)"
    yield "  c0 c1 c2 c3 c4 later latest X_range X_low root); cbv beta in once."


def _latest_lines(
    steps: Contradictions, known: Sequence[Condition], coefficients: Sequence[sp.Expr]
) -> Iterator[str]:
    """That c7 = - a^2 (1 - b)^2 v is negative where c6 is not positive: m c6 + n v > 0 with m, n > 0.

    The search finds m and n in a minute, and with them the rest at once.
    """
    m = 4 * A + 3 * B
    n = 4 * A**3 * B + 12 * A**2 * B**3 + 7 * A**2 * B**2 + A * B**4 + 27 * A * B**3 + 6 * B**4 + 6 * B**3
    sixth, seventh = coefficients[6:]
    v = sp.expand(sp.cancel(-seventh / (A**2 * (1 - B) ** 2)))
    text = steps.text
    yield "{ intros low."
    yield f"  {steps.shown('apart', known, positive(sp.expand(m * sixth + n * v)))}"
    yield f"  assert (n0 : 0 < {text(n)}) by positive_terms."
    yield f"  assert (v0 : 0 < {text(v)})."
    yield f"  {{ apply Rnot_le_lt. intros less. pose proof (opposite {text(m)} {text(sixth)} ltac:(lra) low)."
    yield f"    pose proof (opposite {text(n)} {text(v)} ltac:(lra) less). lra. }}"
    yield f"  apply (product_below_0 _ (a^2 * (1 - b)^2) (- {text(v)})); [ring | positive_terms | lra]. }}"
