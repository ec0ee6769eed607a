"""The conversions of `symbolic_eps.notions.conversion`, proved: bounds for all tests, each reached by one.

x = e^-rho, so that c = (1 - x)/x; E = e^eps; d is the least delta, a = 1 - 2 m the largest s - k.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_prover
from symbolic_eps.notions.notion import BASELINE, SUCCESS, Notion, limits
from symbolic_eps.notions.theorems import Theorem, prove_notion
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.evidence import Evidence, Outcome
from verify.language.condition import non_negative, positive, zero
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Setting, Total
from verify.solvers.smt import Solver

_x, _k, _s = DECAY, BASELINE, SUCCESS
_E, _d, _a = (parameter(name) for name in ("E", "d", "a"))
_gain, _rest = _s - _k, 1 - _s - _k
_first, _second = (sp.expand(limit) for limit in limits(Notion.RENYI_2))
_private = (positive(_x), positive(1 - _x))
_larger = non_negative(_E - 1)


def conversion_theorems() -> Iterator[Theorem]:
    """What is to be proved of numbers.

    Examples
    --------
    >>> len(list(conversion_theorems()))
    10
    """
    yield from _ellipse()
    yield from _corner()


def _ellipse() -> Iterator[Theorem]:
    """The first limit alone: s - E k <= d, and equality at its highest point."""
    tests = (*_private, positive(_k), positive(1 - _k), non_negative(1 - _s), non_negative(_gain))
    least = (_larger, non_negative(_d), zero(_cleared((2 * _d + _E - 1) ** 2 - (_E - 1) ** 2)))
    bound = non_negative(_d - _s + _E * _k)
    yield (*tests, non_negative(_first), *least), bound, "no test exceeds the ellipse's highest point"
    # There, with D = 2 d + E - 1: k = d/D and s = d + E k.
    root = 2 * _d + _E - 1
    reached = {_k: _d / root, _s: _d + _E * _d / root}
    here = (*_private, *least, positive(_d), non_negative(2 * _x * (_E - 1) - (1 - _x)))
    for limit in (_first, _second):
        value = sp.expand(sp.cancel(limit.subs(reached) * root**2))
        yield (*here, positive(root)), non_negative(value), "the highest point is the pair of a test"


def _cleared(square: sp.Expr) -> sp.Expr:
    """square - c, times x."""
    return sp.expand(_x * square - (1 - _x))


def _corner() -> Iterator[Theorem]:
    """Where c >= 2 (E - 1): s - E k <= 1 - (1 + E) m, and equality at k = m, s = 1 - m."""
    corner = (positive(_a), positive(1 - _a), zero(sp.expand(_a**2 * (1 + 3 * _x) - (1 - _x))))
    tests = (*_private, non_negative(_gain), *corner)
    slope = (1 + 3 * _x) * _gain + (1 - _x) * _rest
    early, late = non_negative(_rest), non_negative(-_rest)
    square = non_negative(sp.expand((1 + 3 * _x) * (1 - _x) - slope**2))
    tangent = non_negative(sp.expand((1 + 3 * _x) * _a - slope))
    least = non_negative(_a - _gain)
    yield (*tests, early, non_negative(_first)), square, "the ellipse's tangent at the corner, squared"
    yield (*tests, early, square), tangent, "the ellipse lies below its tangent"
    yield (*tests, late, non_negative(_second)), least, "beyond the corner no test gains more"
    cornered = (_larger, non_negative(sp.expand(1 - _x - 2 * _x * (_E - 1))))
    bound = non_negative(sp.expand(1 - (1 + _E) * (1 - _a) / 2 - _s + _E * _k))
    yield (*tests, *cornered, early, tangent), bound, "no test before the corner exceeds it"
    yield (*tests, *cornered, late, least), bound, "no test beyond the corner exceeds it"
    reached = {_k: (1 - _a) / 2, _s: (1 + _a) / 2}
    for limit in (_first, _second):
        value = non_negative(sp.expand(limit.subs(reached)))
        yield (*_private, *corner), value, "the corner is the pair of a test"


_t = parameter("t")
_g, _u = parameter("g"), parameter("u")

PURE_DOMAIN = (sp.Ge(_E, 1),)
"""eps >= 0."""


def pure_theorem() -> Derivation:
    """E sum f^2/g <= E^2 - E + 1 wherever f <= E g and g <= E f, for all countable sets of outputs.

    f = u g; outputs with g = 0 have f = 0 and are left out.

    Returns
    -------
    Derivation
        To be examined on `PURE_DOMAIN`. Equality: f = (E, 1)/(1 + E) and g = (1, E)/(1 + E).

    Examples
    --------
    >>> from verify.prover.prover import Prover
    >>> str(pure_theorem().examine(PURE_DOMAIN, Prover()).grade)
    'exact'
    """
    laws = (_g > 0, _u >= 0, _u <= _E, sp.Ge(_E * _u, 1, evaluate=False))
    totals = (sp.Eq(Total(_u * _g, _t), 1), sp.Eq(Total(_g, _t), 1))
    squares = Total(_E * _u**2 * _g, _t)
    chord = sp.Le(squares, Total((_E**2 + 1) * _u * _g - _E * _g, _t), evaluate=False)
    goal = sp.Le(squares, _E**2 - _E + 1, evaluate=False)
    setting = Setting({_g: (_t,), _u: (_t,)}, (*laws, *totals))
    steps = (Step(chord, Termwise(), (*laws, *PURE_DOMAIN)), Step(goal, using=(chord, *totals, *PURE_DOMAIN)))
    return Derivation(setting, goal, steps)


def prove_conversions(judge: Solver) -> tuple[Evidence, ...]:
    """Prove all `conversion_theorems`, the `pure_theorem`, and what `Notion.RENYI_2` says of tests.

    Returns
    -------
    tuple of Evidence
        Of the statements on releases; that on numbers goes to the judge's record.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        One is not shown (they are true: that would be a fault of the judge or of a formula here).

    Examples
    --------
    >>> from symbolic_eps.minimum.exact_judge import exact_judge
    >>> {str(e.grade) for e in prove_conversions(exact_judge())}
    {'exact'}
    """
    released = prove_notion(Notion.RENYI_2, judge)
    for hypotheses, goal, words in conversion_theorems():
        if not judge.implies(hypotheses, goal, words):
            raise UndecidedError(f"not shown: {words}")
    evidence = pure_theorem().examine(PURE_DOMAIN, exact_prover())
    if evidence.outcome is not Outcome.PROVED:
        raise UndecidedError("not shown: pure privacy bounds the divergence")
    return (*released, evidence)
