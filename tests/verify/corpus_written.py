"""Claims on sums of x log(x/y), powers and logarithms, verdicts derived by hand: facts of textbooks.

Each says for which reason it is true, or names a model in which it is false. Lemmas and steps are hints.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from tests.verify.corpus import either, eq, ge, gt, le, lt
from verify.functions.edge_perspective import EdgePerspective
from verify.functions.lemmas import ByDefinition, Jensen, SupportLine
from verify.functions.named_convexity import NamedFunction, Shape
from verify.functions.written import WithWrittenFunctions
from verify.probability.derivation import Step
from verify.probability.equal_terms import EqualTerms
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

k, m, p, q, r, s, t, u, v, x, y, z = sp.symbols("k m p q r s t u v x y z")
log = sp.log


def function(name, formula, shape, at_lower=None, slope=None):
    return EdgePerspective(name, (x, y), NamedFunction(x, formula, at_lower=at_lower), shape, slope)


kl = function("kl", x * log(x), Shape.CONVEX, 0)
affinity = function("affinity", x**s, Shape.CONCAVE, 0, 0)
root = function("root", sp.sqrt(x), Shape.CONCAVE, 0, 0)
power = function("power", x**s, Shape.CONVEX, 0)
lg = function("lg", log(x), Shape.CONCAVE)
js = function(
    "js", x * log(2 * x / (1 + x)) + log(2 / (1 + x)), Shape.CONVEX, log(2), log(2)
)  # twice the divergence from the midpoint


def setting(*hypotheses):
    families = {i: (z,) for i in (m, p, q, u) if any(h.has(i) for h in hypotheses)}
    if any(h.has(k) for h in hypotheses):
        families[k] = (y, z)
    return Setting(families, hypotheses, supports=Supports.FINITE)


MASSES = (ge(p, 0), ge(q, 0))
LAWS = (*MASSES, eq(Total(p, z), 1), eq(Total(q, z), 1))
CONTINUOUS = either(gt(q, 0), eq(p, 0))
PAIR, ALL_PAIRS = setting(*LAWS, CONTINUOUS), setting(*LAWS)
LAW = setting(ge(p, 0), eq(Total(p, z), 1))
CHANNEL = (ge(k, 0), eq(Total(k, y), 1))
MEAN = setting(ge(m, 0), gt(u, 0), eq(Total(m, z), 1))
POWERS = (gt(s, 0), lt(s, 1))

DIVERGENCE, SIZE = Total(kl(p, q), z), Total(1, z)
NEGENTROPY = Total(kl(p, 1), z)
OUT = Total(k * p, z), Total(k * q, z)
AT_SIZE = Jensen(kl, (1, SIZE), ((1, (p, 1)),), (z,))
MEAN_OF_LOGS, LOG_OF_MEAN = Total(m * lg(u, 1), z), lg(Total(m * u, z), 1)
MIXED = t * p + (1 - t) * r, t * q + (1 - t) * v
FOUR = Setting(
    {i: (z,) for i in (p, q, r, v)}, tuple(ge(i, 0) for i in (p, q, r, v)), supports=Supports.FINITE
)
SHARE = (ge(t, 0), le(t, 1))
INDEPENDENT = Setting(
    {p: (z,), q: (z,), r: (y,), v: (y,)},
    (*LAWS[:1], gt(q, 0), *LAWS[2:], ge(r, 0), gt(v, 0), eq(Total(r, y), 1), eq(Total(v, y), 1)),
    supports=Supports.FINITE,
)


def coarser(g):
    """The chain from one outcome's mixture to the sum over all outcomes."""
    after, before = Total(g(*OUT), y), Total(g(p, q), z)
    first = g.above(Total(Total(k * g(p, q), z), y), after, evaluate=False)
    whole = eq(Total(Total(k, y) * g(p, q), z), before)
    return (
        Step(first, Termwise()),
        Step(whole, Termwise()),
        Step(g.above(before, after, evaluate=False)),
    )


def processed(g):
    return {"lemmas": (Jensen(g, OUT, ((k, (p, q)),), (z,)),), "steps": coarser(g)}


def mixed(g):
    after = Total(g(*MIXED), z)
    whole = Total(t * g(p, q) + (1 - t) * g(r, v), z)
    steps = (Step(g.above(whole, after, evaluate=False), Termwise()),)
    return {"lemmas": (Jensen(g, MIXED, ((t, (p, q)), (1 - t, (r, v)))),), "steps": steps}


@dataclass(frozen=True)
class Case:
    """A claim: its name, the statement, the domain, the verdict and the reason."""

    name: str
    statement: WithWrittenFunctions
    domain: tuple[sp.Basic, ...]
    verdict: str
    reason: str


def case(name, g, goal, setting, verdict, reason, domain=(), **more):
    return Case(name, WithWrittenFunctions((g,), goal, setting, **more), tuple(domain), verdict, reason)


CASES = [
    # --- relative entropy
    case("gibbs", kl, ge(DIVERGENCE, 0), PAIR, "holds", "p log(p/q) >= p - q"),
    case("gibbs-without-continuity", kl, ge(DIVERGENCE, 0), ALL_PAIRS, "refuted", "no value at q = 0 < p"),
    case("gibbs-strictly", kl, gt(DIVERGENCE, 0), PAIR, "refuted", "0 for equal laws"),
    case("gibbs-for-masses", kl, ge(DIVERGENCE, 0), setting(*MASSES, CONTINUOUS), "refuted", "p = 1, q = 2"),
    case(
        "equality-in-gibbs",
        kl,
        eq(p, q),
        PAIR,
        "holds",
        "the terms kl - (p - q) add up to 0, and x log x is strictly convex",
        given=(eq(DIVERGENCE, 0),),
        lemmas=(SupportLine(kl, (p, q)), SupportLine(kl, (p, q), strict=True)),
        steps=(Step(eq(kl(p, q), p - q), EqualTerms((z,))), Step(eq(p, q))),
    ),
    case("equality-elsewhere", kl, eq(p, 1), PAIR, "refuted", "two fair coins", given=(eq(DIVERGENCE, 0),)),
    case(
        "symmetry",
        kl,
        eq(DIVERGENCE, Total(kl(q, p), z)),
        setting(*LAWS, gt(p, 0), gt(q, 0)),
        "refuted",
        "1/2, 1/4",
    ),
    case(
        "log-sum",
        kl,
        ge(DIVERGENCE, kl(Total(p, z), Total(q, z))),
        setting(*MASSES, CONTINUOUS),
        "holds",
        "Jensen",
    ),
    case(
        "log-sum-reversed",
        kl,
        le(DIVERGENCE, kl(Total(p, z), Total(q, z))),
        setting(*MASSES, CONTINUOUS),
        "refuted",
        "(1, 0) and (1, 1) have log 1 > log 1/2",
    ),
    case(
        "data-processing",
        kl,
        le(Total(kl(*OUT), y), DIVERGENCE),
        setting(*LAWS, CONTINUOUS, *CHANNEL),
        "holds",
        "each outcome is a mixture",
        **processed(kl),
    ),
    case(
        "data-processing-reversed",
        kl,
        ge(Total(kl(*OUT), y), DIVERGENCE),
        setting(*LAWS, CONTINUOUS, *CHANNEL),
        "refuted",
        "one outcome forgets all",
    ),
    case(
        "joint-convexity",
        kl,
        le(Total(kl(*MIXED), z), t * DIVERGENCE + (1 - t) * Total(kl(r, v), z)),
        Setting(FOUR.families, (*FOUR.hypotheses, gt(q, 0), gt(v, 0)), supports=Supports.FINITE),
        "holds",
        "convex at each place",
        SHARE,
        **mixed(kl),
    ),
    case(
        "independent-parts",
        kl,
        eq(Total(kl(p * r, q * v), y, z), DIVERGENCE + Total(kl(r, v), y)),
        INDEPENDENT,
        "holds",
        "the logarithm of a product",
        lemmas=(ByDefinition(eq(kl(p * r, q * v), r * kl(p, q) + p * kl(r, v))),),
        steps=(
            Step(eq(Total(kl(p * r, q * v), y, z), Total(r * kl(p, q) + p * kl(r, v), y, z)), Termwise()),
        ),
    ),
    case(
        "independent-parts-halved",
        kl,
        eq(2 * Total(kl(p * r, q * v), y, z), DIVERGENCE + Total(kl(r, v), y)),
        INDEPENDENT,
        "refuted",
        "twice as much",
    ),
    # --- entropy
    case(
        "entropy-is-not-negative",
        kl,
        le(NEGENTROPY, 0),
        LAW,
        "holds",
        "below the chord from 0 to 1",
        lemmas=(Jensen(kl, (p, 1), ((p, (1, 1)), (1 - p, (0, 1)))),),
    ),
    case("entropy-of-masses", kl, le(NEGENTROPY, 0), setting(ge(p, 0)), "refuted", "2 log 2 > 0"),
    case("entropy-and-size", kl, ge(NEGENTROPY, kl(1, SIZE)), LAW, "holds", "Jensen", lemmas=(AT_SIZE,)),
    case("entropy-and-size-unaided", kl, ge(NEGENTROPY, kl(1, SIZE)), LAW, "holds", "Jensen"),
    case(
        "entropy-and-logarithm",
        kl,
        le(-NEGENTROPY, log(SIZE)),
        LAW,
        "holds",
        "log(1/n) = -log(n)",
        lemmas=(AT_SIZE, ByDefinition(eq(kl(1, SIZE), -log(SIZE)))),
    ),
    case("entropy-of-two", kl, le(-NEGENTROPY, log(2)), LAW, "refuted", "log 3 with three"),
    case(
        "entropy-and-size-strictly", kl, gt(NEGENTROPY, kl(1, SIZE)), LAW, "refuted", "equal at equal weights"
    ),
    case("logarithm-of-an-empty-set", kl, ge(log(SIZE), 0), setting(ge(p, 0)), "refuted", "log 0"),
    # --- powers
    case(
        "hoelder",
        affinity,
        le(Total(affinity(p, q), z), 1),
        ALL_PAIRS,
        "holds",
        "p^s q^(1-s) <= s p + (1-s) q",
        POWERS,
    ),
    case(
        "hoelder-for-masses",
        affinity,
        le(Total(affinity(p, q), z), affinity(Total(p, z), Total(q, z))),
        setting(*MASSES),
        "holds",
        "superadditive",
        POWERS,
    ),
    case(
        "hoelder-reversed",
        affinity,
        ge(Total(affinity(p, q), z), affinity(Total(p, z), Total(q, z))),
        setting(*MASSES),
        "refuted",
        "(1, 0) and (0, 1)",
        POWERS,
    ),
    case(
        "hoelder-any-order",
        affinity,
        le(Total(affinity(p, q), z), 1),
        ALL_PAIRS,
        "refuted",
        "order 2",
        POWERS[:1],
    ),
    case(
        "cauchy-schwarz",
        root,
        le(Total(root(p, q), z), root(Total(p, z), Total(q, z))),
        setting(*MASSES),
        "holds",
        "s = 1/2",
    ),
    case(
        "cauchy-schwarz-doubled",
        root,
        le(2 * Total(root(p, q), z), root(Total(p, z), Total(q, z))),
        setting(*MASSES),
        "refuted",
        "p = q",
    ),
    case(
        "arithmetic-and-geometric-mean",
        affinity,
        le(Total(affinity(p, q), z), s * Total(p, z) + (1 - s) * Total(q, z)),
        setting(*MASSES),
        "holds",
        "tangent at 1",
        POWERS,
    ),
    case(
        "arithmetic-mean-crosswise",
        affinity,
        le(Total(affinity(p, q), z), (1 - s) * Total(p, z) + s * Total(q, z)),
        setting(*MASSES),
        "refuted",
        "weights the other way",
        POWERS,
    ),
    case(
        "affinity-after-a-channel",
        affinity,
        ge(Total(affinity(*OUT), y), Total(affinity(p, q), z)),
        setting(*LAWS, *CHANNEL),
        "holds",
        "each outcome is a mixture",
        POWERS,
        **processed(affinity),
    ),
    case(
        "affinity-after-a-channel-reversed",
        affinity,
        le(Total(affinity(*OUT), y), Total(affinity(p, q), z)),
        setting(*LAWS, *CHANNEL),
        "refuted",
        "one outcome has affinity 1",
        POWERS,
    ),
    case(
        "joint-concavity",
        affinity,
        ge(Total(affinity(*MIXED), z), t * Total(affinity(p, q), z) + (1 - t) * Total(affinity(r, v), z)),
        FOUR,
        "holds",
        "concave at each place",
        (*POWERS, *SHARE),
        **mixed(affinity),
    ),
    case(
        "power-above-1",
        power,
        ge(Total(power(p, q), z), 1),
        PAIR,
        "holds",
        "convex, tangent at 1",
        (gt(s, 1),),
    ),
    case(
        "power-above-1-without-continuity",
        power,
        ge(Total(power(p, q), z), 1),
        ALL_PAIRS,
        "refuted",
        "no value",
        (gt(s, 1),),
    ),
    # --- logarithms
    case("mean-of-logarithms", lg, le(MEAN_OF_LOGS, LOG_OF_MEAN), MEAN, "holds", "Jensen"),
    case("mean-of-logarithms-reversed", lg, ge(MEAN_OF_LOGS, LOG_OF_MEAN), MEAN, "refuted", "1 and 2"),
    case(
        "logarithm-below-its-tangent",
        lg,
        le(MEAN_OF_LOGS, Total(m * u, z) - 1),
        MEAN,
        "holds",
        "log u <= u - 1",
    ),
    case(
        "logarithm-below-another-line",
        lg,
        le(MEAN_OF_LOGS, Total(m * u, z) / 2 - 1),
        MEAN,
        "refuted",
        "u = 1: 0 > -1/2",
    ),
    # --- another divergence, of two symmetric conventions
    case(
        "midpoint-divergence-is-bounded",
        js,
        le(Total(js(p, q), z), 2 * log(2)),
        ALL_PAIRS,
        "holds",
        "p (1, 0) + q (0, 1)",
        lemmas=(Jensen(js, (p, q), ((p, (1, 0)), (q, (0, 1)))),),
        steps=(Step(le(Total(js(p, q), z), Total((p + q) * log(2), z)), Termwise()),),
    ),
    case(
        "midpoint-divergence-is-not-so-small",
        js,
        le(Total(js(p, q), z), log(2)),
        ALL_PAIRS,
        "refuted",
        "disjoint laws have 2 log 2",
    ),
    case(
        "midpoint-divergence-is-not-negative",
        js,
        ge(Total(js(p, q), z), 0),
        ALL_PAIRS,
        "holds",
        "0 at equal laws",
    ),
]
