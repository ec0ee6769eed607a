"""Proofs of the statements of `symbolic_eps.notions.notion`: for all releases, attacks, baselines and caps.

Of numbers, by certificates (`number_theorems`), with x = e^-budget, 0 < k < 1, G and H the two limits:

* beyond a cap that they keep: G(R) <= 0 and s > R give G(s) < 0, likewise H: no such attack;
* attained: where G(R) > 0 and H(R) > 0, a success s > R by the least of them, over eight, meets every demand
  of the notion, and so does the release that publishes the attack's answer;
* choice: the root of G is the larger one where R + k <= 1, that of H where R + k >= 1;
* the bound: with y = 1/x, a cap on the odds ratio of y at k is kept exactly where 1/x <= y, for releases
  that are private in the bounded sense, p = k and q = 1: `symbolic_eps.minimum` minimises for it.

Of releases, for all countable sets of outputs (`release_theorem`): the chain from the outputs to s and k. For
(eps, delta) it is the definition, which speaks of events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_prover
from symbolic_eps.notions.notion import (
    BASELINE,
    DELTA,
    GROWTH,
    SUCCESS,
    Notion,
    demands,
    largest_deltas,
    least_cap,
    limits,
    ratios,
)
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from symbolic_eps.theory.variants import Variant, variant_polynomial
from verify.evidence import Evidence, Outcome
from verify.language.condition import Condition, non_negative, positive, zero
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Setting, Total
from verify.solvers.smt import Solver

Theorem = tuple[tuple[Condition, ...], Condition, str]
"""Hypotheses, goal, and the goal in words."""

CAP, RATIO = parameter("R"), parameter("y")

_x, _k, _s = DECAY, BASELINE, SUCCESS
_above = parameter("u")


def _ranges(notion: Notion) -> tuple[Condition, ...]:
    """x in (0, 1], k in (0, 1), delta in [0, 1), and a cap R < 1 that is not below the least one."""
    delta = (non_negative(DELTA), positive(1 - DELTA)) if notion is Notion.APPROXIMATE else ()
    cap = (non_negative(CAP - least_cap(notion)), positive(1 - CAP))
    return (positive(_x), non_negative(1 - _x), positive(_k), positive(1 - _k), *delta, *cap)


def number_theorems(notion: Notion) -> Iterator[Theorem]:
    """What is to be proved of the two limits, as statements on real numbers.

    Parameters
    ----------
    notion : Notion

    Examples
    --------
    >>> sum(1 for _ in number_theorems(Notion.RENYI_2))
    13
    """
    both, ranges = limits(notion), _ranges(notion)
    at_cap = [sp.expand(limit.subs(_s, CAP)) for limit in both]
    larger = (positive(_s - CAP), non_negative(1 - _s))
    for limit, value in zip(both, at_cap, strict=True):
        yield (
            (*ranges, *larger, non_negative(-value)),
            positive(-sp.expand(limit)),
            "a kept cap is not passed",
        )
    success = CAP + _above / 8
    room = (positive(_above), *(non_negative(value - _above) for value in at_cap))
    for demand in (*demands(notion), 1 - _s):
        reached = non_negative(sp.expand(demand.subs(_s, success)))
        yield (*ranges, *room), reached, "where both limits leave room, the cap is passed"
    early, late = (sp.fraction(sp.together(ratio)) for ratio in ratios(notion, CAP))
    for value, (top, bottom) in zip(at_cap, (early, late), strict=True):
        root = non_negative(sp.expand(bottom * (_x * top - bottom)))
        yield (*ranges, non_negative(-value)), root, "a kept cap is one beyond the root"
        yield (*ranges, root), non_negative(-value), "a cap beyond the root is kept"
    difference = sp.expand(early[0] * late[1] * early[1] * late[1] - late[0] * early[1] * early[1] * late[1])
    yield (*ranges, non_negative(1 - CAP - _k)), non_negative(difference), "the first limit decides"
    yield (*ranges, non_negative(CAP + _k - 1)), non_negative(-difference), "the second limit decides"
    yield from _bound_theorems(ranges)


def _bound_theorems(ranges: tuple[Condition, ...]) -> Iterator[Theorem]:
    """A cap of y on the odds ratio, under bounded privacy at p = k, q = 1, is kept where x y >= 1."""
    least = {PRIOR_INCLUSION: _k, PRIOR_VALUE: 1}
    risk = 1 / (RATIO / (1 - _k + RATIO * _k))
    polynomial = variant_polynomial(Variant.BOUNDED).subs(least).subs(parameter("s"), risk)
    kept = non_negative(sp.expand(sp.fraction(sp.together(polynomial))[0]))
    here = (*ranges[:4], positive(RATIO))
    yield (*here, non_negative(_x * RATIO - 1)), kept, "a ratio that is kept keeps the odds ratio"
    yield (*here, kept), non_negative(_x * RATIO - 1), "an odds ratio that is kept keeps the ratio"


def delta_theorems() -> Iterator[Theorem]:
    """The same where eps is given, E = e^eps, and delta is sought: the limits are linear in delta, too.

    A cap is kept exactly up to the larger of the two deltas. The least cap is no hypothesis here: R < k is
    passed by the attack with s = k, which every notion allows.

    Examples
    --------
    >>> sum(1 for _ in delta_theorems())
    18
    """
    notion, both = Notion.APPROXIMATE, limits(Notion.APPROXIMATE)
    ranges = (*_ranges(notion)[:6], positive(1 - CAP))
    at_cap = [sp.expand(limit.subs(_s, CAP)) for limit in both]
    for limit, value in zip(both, at_cap, strict=True):
        passed = (*ranges, positive(_s - CAP), non_negative(-value))
        yield passed, positive(-sp.expand(limit)), "a kept cap is not passed, whatever the cap"
    room = (
        positive(_above),
        non_negative(1 - CAP - _above),
        *(non_negative(value - _above) for value in at_cap),
    )
    for demand in demands(notion):
        reached = non_negative(sp.expand(demand.subs(_s, CAP + _above)))
        yield (*ranges, non_negative(CAP - _k), *room), reached, "a cap >= k with room is passed"
        yield ranges, non_negative(sp.expand(demand.subs(_s, _k))), "a cap < k is passed by s = k"
    inverse = (*ranges, zero(_x * GROWTH - 1))
    deltas = largest_deltas(CAP)
    for value, largest in zip(at_cap, deltas, strict=True):
        kept, below = non_negative(-value), non_negative(sp.expand(largest - DELTA))
        yield (*inverse, below), kept, "a cap is kept up to the largest delta"
        yield (*inverse, kept), below, "a cap is kept no further"
    early = sp.expand(deltas[0] - deltas[1])
    larger = (*ranges, non_negative(GROWTH - 1))
    yield (*larger, non_negative(1 - CAP - _k)), non_negative(early), "the first delta decides"
    yield (*larger, non_negative(CAP + _k - 1)), non_negative(-early), "the second delta decides"
    yield from _bound_theorems(ranges)


t = parameter("t")
f, g, h, a, v, w = (parameter(name) for name in ("f", "g", "h", "a", "v", "w"))


def release_theorem() -> Derivation:
    """From Renyi divergence of order 2 at most rho to its first limit, for every test of every release.

    f(t) and g(t) are the probabilities of the output t with and without the record, a(t) that the attack
    says yes to it, h = f^2/g; outputs with g = 0 have f = 0 and are left out. v is the slope s/k of the
    tangents to f^2/g that are summed over the yeses, w that over the noes. The second limit is the first
    with the two data sets, and yes and no, in each other's place.

    Returns
    -------
    Derivation
        To be examined on `RELEASE_DOMAIN`.

    Examples
    --------
    >>> from verify.prover.prover import Prover
    >>> str(release_theorem().examine(RELEASE_DOMAIN, Prover()).grade)
    'exact'
    """
    laws = (g > 0, f >= 0, sp.Eq(h * g, f**2), a >= 0, a <= 1)
    totals = (
        sp.Eq(Total(f, t), 1),
        sp.Eq(Total(g, t), 1),
        sp.Eq(Total(a * f, t), _s),
        sp.Eq(Total(a * g, t), _k),
    )
    private = sp.Le(_x * Total(h, t), 1, evaluate=False)
    slopes = (sp.Eq(v * _k, _s), sp.Eq(w * (1 - _k), 1 - _s))
    yes = sp.Ge(Total(a * h, t), Total(a * (2 * v * f - v**2 * g), t), evaluate=False)
    no = sp.Ge(Total((1 - a) * h, t), Total((1 - a) * (2 * w * f - w**2 * g), t), evaluate=False)
    goal = sp.Ge(limits(Notion.RENYI_2)[0], 0, evaluate=False)
    setting = Setting({f: (t,), g: (t,), h: (t,), a: (t,)}, (*laws, *totals, private, *slopes))
    steps = (
        Step(yes, Termwise(), laws),
        Step(no, Termwise(), laws),
        Step(goal, using=(yes, no, *totals, private, *slopes, *RELEASE_DOMAIN)),
    )
    return Derivation(setting, goal, steps)


RELEASE_DOMAIN = (_x > 0, _x <= 1, _k > 0, _k < 1)
"""eps >= 0 and a baseline that is neither 0 nor 1."""


def prove_numbers(theorems: Iterable[Theorem], judge: Solver) -> None:
    """Prove statements on numbers; the evidence goes to the judge's record.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        One is not shown (they are true: that would be a fault of the judge or of a formula here).
    """
    for hypotheses, goal, words in theorems:
        if not judge.implies(hypotheses, goal, words):
            raise UndecidedError(f"not shown: {words}")


def prove_notion(notion: Notion, judge: Solver) -> tuple[Evidence, ...]:
    """Prove all `number_theorems`, whose evidence goes to the judge's record, and the `release_theorem`.

    Parameters
    ----------
    notion : Notion
    judge : Solver
        Decides about numbers.

    Returns
    -------
    tuple of Evidence
        Of the statement on releases; none where that is the notion's definition.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        One is not shown (they are true: that would be a fault of the judge or of a formula here).

    Examples
    --------
    >>> from symbolic_eps.minimum.exact_judge import exact_judge
    >>> judge = exact_judge()
    >>> with judge.recorded() as evidence:
    ...     prove_notion(Notion.APPROXIMATE, judge)
    ()
    >>> sorted({str(e.grade) for e in evidence})
    ['exact']
    """
    prove_numbers(number_theorems(notion), judge)
    if notion is Notion.APPROXIMATE:
        return ()
    evidence = release_theorem().examine(RELEASE_DOMAIN, exact_prover())
    if evidence.outcome is not Outcome.PROVED:
        raise UndecidedError("not shown: a test's success and baseline obey the bound on the divergence")
    return (evidence,)
