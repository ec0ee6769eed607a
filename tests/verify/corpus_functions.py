"""Claims for every function that obeys axioms, verdicts derived by hand: facts of textbooks, true and false.

Each says for which reason it is true, or names a function and a point at which it is false. Mixtures and
steps are hints.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from tests.verify.corpus import eq, ge, le, lt
from verify.functions.instances import Mixture
from verify.functions.statements import NUMBERS, ForEveryFunction
from verify.functions.unspecified import SUBLINEAR, Property, UnspecifiedFunction
from verify.probability.derivation import Step
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

a, b, c, d, t, x, y, z = sp.symbols("a b c d t x y z")
k, m, n, p, q, r, s, u, v = sp.symbols("k m n p q r s u v")

psi = UnspecifiedFunction("psi", (x, y), SUBLINEAR)
rising = UnspecifiedFunction("rho", (x, y), (*SUBLINEAR, Property.INCREASING))
scaled = UnspecifiedFunction("eta", (x, y), (Property.HOMOGENEOUS,))
cubic = UnspecifiedFunction("chi", (x, y, z), SUBLINEAR)
f = UnspecifiedFunction("f", (x,), (Property.CONVEX,))
line = UnspecifiedFunction("l", (x,), (Property.CONVEX,), on_orthant=False)
g = UnspecifiedFunction("g", (x,), (Property.INCREASING,))
h = UnspecifiedFunction("h", (x,), (Property.SUBADDITIVE,))


@dataclass(frozen=True)
class Case:
    """A claim: its name, the statement, the domain, the verdict and the reason."""

    name: str
    statement: ForEveryFunction
    domain: tuple[sp.Basic, ...]
    verdict: str
    reason: str


def number(name, function, goal, domain, verdict, reason, **more):
    return Case(name, ForEveryFunction((function,), goal, **more), tuple(domain), verdict, reason)


A_B = (ge(a, 0), ge(b, 0))
A_TO_D = (*A_B, ge(c, 0), ge(d, 0))
SHARE = (ge(t, 0), le(t, 1))

ON_NUMBERS = [
    number(
        "jensen", f, le(f(t * a + (1 - t) * b), t * f(a) + (1 - t) * f(b)), (*A_B, *SHARE), "holds", "axiom"
    ),
    number(
        "jensen-reversed",
        f,
        ge(f(t * a + (1 - t) * b), t * f(a) + (1 - t) * f(b)),
        (*A_B, *SHARE),
        "refuted",
        "x^2 at 0, 1, 1/2",
    ),
    number(
        "three-chords",
        f,
        le((c - a) * f(b), (c - b) * f(a) + (b - a) * f(c)),
        (ge(a, 0), lt(a, b), lt(b, c)),
        "holds",
        "b is a mixture of a and c",
    ),
    number(
        "chord-beyond-its-ends",
        f,
        le((b - a) * f(c), (c - a) * f(b) - (c - b) * f(a)),
        (ge(a, 0), lt(a, b), lt(b, c)),
        "refuted",
        "beyond its ends a chord lies below: x^2 at 0, 1, 2 has 4 > 2",
    ),
    number("petrovic", f, le(f(a) + f(b), f(a + b) + f(0)), A_B, "holds", "0 and a + b majorise a and b"),
    number("superadditive-without-origin", f, le(f(a) + f(b), f(a + b)), A_B, "refuted", "1 + 1 > 1"),
    number(
        "karamata-two-points",
        line,
        le(line(a) + line(b), line(a + d) + line(b - d)),
        (ge(a, b), ge(d, 0)),
        "holds",
        "the outer pair majorises the inner one, also at negative points",
    ),
    number(
        "karamata-wrong-way",
        line,
        le(line(a + d) + line(b - d), line(a) + line(b)),
        (ge(a, b), ge(d, 0)),
        "refuted",
        "x^2 at a = b = 0, d = 1",
    ),
    number("convex-is-not-increasing", f, le(f(a), f(a + b)), A_B, "refuted", "-x"),
    number("increasing", g, le(g(a), g(a + b)), A_B, "holds", "axiom"),
    number("increasing-strictly", g, lt(g(a), g(a + b)), (ge(a, 0), sp.Gt(b, 0)), "refuted", "constants"),
    number(
        "increasing-is-not-concave", g, ge(g(a) + g(a + 2), 2 * g(a + 1)), A_B[:1], "refuted", "step at 1"
    ),
    number("not-where-it-is-not-defined", g, le(g(a - 1), g(a)), A_B[:1], "refuted", "a = 0: g(-1)"),
    number("subadditive-three-terms", h, le(h(a + b + c), h(a) + h(b) + h(c)), A_TO_D[:3], "holds", "twice"),
    number("subadditive-doubled", h, le(h(2 * a), 2 * h(a)), A_B[:1], "holds", "a + a"),
    number(
        "subadditive-halved", h, le(h(a / 2), h(a) / 2), A_B[:1], "refuted", "min(x, 1) at 1: 1/2, at 2: 1"
    ),
    number(
        "value-at-the-origin",
        h,
        ge(h(0), 0),
        (),
        "holds",
        "h(0) <= 2 h(0)",
        mixtures=(Mixture(h, (0,), ((1, (0,)), (1, (0,)))),),
    ),
    number("two-terms", psi, le(psi(a + c, b + d), psi(a, b) + psi(c, d)), A_TO_D, "holds", "axiom"),
    number(
        "two-terms-equal", psi, eq(psi(a + c, b + d), psi(a, b) + psi(c, d)), A_TO_D, "refuted", "|x - y|"
    ),
    number("pure-parts", psi, le(psi(a, b), a * psi(1, 0) + b * psi(0, 1)), A_B, "holds", "(a, 0) + (0, b)"),
    number("symmetrised", psi, le(psi(a + b, a + b), psi(a, b) + psi(b, a)), A_B, "holds", "their sum"),
    number("not-symmetric", psi, le(psi(a, b), psi(b, a)), A_B, "refuted", "x"),
    number("not-positive", psi, ge(psi(a, b), 0), A_B, "refuted", "-x"),
    number("square-of-a-value", psi, ge(psi(a, b) ** 2, 0), A_B, "holds", "not linear in the value"),
    number(
        "increasing-sublinear", rising, ge(rising(a, b), 0), A_B, "holds", "not below that at 0, which is 0"
    ),
    number(
        "increasing-in-one-argument", rising, le(rising(a, b), rising(a + c, b)), A_TO_D[:3], "holds", "axiom"
    ),
    number("increasing-against-larger", rising, le(rising(a, b), rising(b, a)), A_B, "refuted", "x"),
    number("only-homogeneous", scaled, eq(scaled(2 * a, 2 * b), 2 * scaled(a, b)), A_B, "holds", "axiom"),
    number(
        "three-arguments",
        cubic,
        le(cubic(a, b, 0), a * cubic(1, 0, 0) + b * cubic(0, 1, 0)),
        A_B,
        "holds",
        "parts",
    ),
    number("three-arguments-not-all", cubic, le(cubic(a, b, c), cubic(a, b, 0)), A_TO_D[:3], "refuted", "z"),
    number(
        "star-shaped",
        f,
        le(f(t * a), t * f(a)),
        (ge(a, 0), *SHARE),
        "holds",
        "t a is a mixture of a and 0, and f(0) <= 0",
        given=(le(f(0), 0),),
    ),
    number(
        "given-too-little",
        f,
        le(f(t * a), t * f(a)),
        (ge(a, 0), *SHARE),
        "refuted",
        "1",
        given=(ge(f(0), 0),),
    ),
    number(
        "given-the-impossible", h, le(h(a), 0), A_B[:1], "open", "h(0) >= 0 always", given=(le(h(0), -1),)
    ),
]

LAWS = (ge(p, 0), ge(q, 0), eq(Total(p, z), 1), eq(Total(q, z), 1))
PAIR = Setting({p: (z,), q: (z,)}, LAWS, supports=Supports.FINITE)
PSI = Total(psi(p, q), z)
CHANNEL = Setting(
    {p: (z,), q: (z,), k: (y, z)},
    (ge(p, 0), ge(q, 0), ge(k, 0), eq(Total(k, y), 1)),
    supports=Supports.FINITE,
)
OUT = Total(k * p, z), Total(k * q, z)
AFTER = Total(psi(*OUT), y)
MEAN = Setting({m: (z,), u: (z,)}, (ge(m, 0), ge(u, 0), eq(Total(m, z), 1)), supports=Supports.FINITE)
FOUR = Setting({i: (z,) for i in (p, q, r, s)}, (*LAWS, ge(r, 0), ge(s, 0)), supports=Supports.FINITE)
MIXED = t * p + (1 - t) * r, t * q + (1 - t) * s
AT_MEAN = f(Total(m * u, z))
SPREAD = Total(m * f(u), z)
JENSEN = Mixture(f, (Total(m * u, z),), ((m, (u,)),), (z,))
PURE = Mixture(psi, (p, q), ((p, (1, 0)), (q, (0, 1))))
WHOLE = (
    Mixture(psi, (Total(p, z), Total(q, z)), ((1, (p, q)),), (z,)),
    Mixture(psi, (1, 1), ((1, (Total(p, z), Total(q, z))),)),
)
COARSER = (
    Step(le(AFTER, Total(Total(k * psi(p, q), z), y)), Termwise()),
    Step(eq(Total(Total(k, y) * psi(p, q), z), PSI), Termwise()),
    Step(le(AFTER, PSI)),
)


def sums(name, function, goal, setting, verdict, reason, domain=(), **more):
    return Case(name, ForEveryFunction((function,), goal, setting, **more), tuple(domain), verdict, reason)


ON_SUMS = [
    sums(
        "divergence-is-at-least-that-of-equals",
        psi,
        ge(PSI, psi(1, 1)),
        PAIR,
        "holds",
        "subadditive",
        mixtures=WHOLE,
    ),
    sums("divergence-is-no-more-than-that-of-equals", psi, le(PSI, psi(1, 1)), PAIR, "refuted", "|x - y|"),
    sums(
        "divergence-is-at-most-that-of-disjoint-laws",
        psi,
        le(PSI, psi(1, 0) + psi(0, 1)),
        PAIR,
        "holds",
        "p = p (1, 0) + q (0, 1) at each place",
        mixtures=(PURE,),
        steps=(
            Step(le(PSI, Total(p * psi(1, 0) + q * psi(0, 1), z)), Termwise()),
            Step(le(PSI, psi(1, 0) + psi(0, 1))),
        ),
    ),
    sums(
        "disjoint-laws-without-their-masses",
        psi,
        le(PSI, psi(1, 0) + psi(0, 1)),
        Setting(PAIR.families, LAWS[:3], supports=Supports.FINITE),
        "refuted",
        "y where q has mass 2",
    ),
    sums(
        "data-processing",
        psi,
        le(AFTER, PSI),
        CHANNEL,
        "holds",
        "each outcome is a mixture, and the columns of the channel add up to 1",
        mixtures=(Mixture(psi, OUT, ((k, (p, q)),), (z,)),),
        steps=COARSER,
    ),
    sums("data-processing-reversed", psi, ge(AFTER, PSI), CHANNEL, "refuted", "one outcome forgets all"),
    sums(
        "joint-convexity",
        psi,
        le(Total(psi(*MIXED), z), t * PSI + (1 - t) * Total(psi(r, s), z)),
        FOUR,
        "holds",
        "convex at each place",
        SHARE,
        mixtures=(Mixture(psi, MIXED, ((t, (p, q)), (1 - t, (r, s)))),),
        steps=(
            Step(le(Total(psi(*MIXED), z), Total(t * psi(p, q) + (1 - t) * psi(r, s), z)), Termwise()),
            Step(le(Total(psi(*MIXED), z), t * PSI + (1 - t) * Total(psi(r, s), z))),
        ),
    ),
    sums("jensen-over-a-set", f, le(AT_MEAN, SPREAD), MEAN, "holds", "weights m", mixtures=(JENSEN,)),
    sums("jensen-over-a-set-reversed", f, ge(AT_MEAN, SPREAD), MEAN, "refuted", "x^2 at 0 and 1"),
    sums(
        "increasing-term-by-term",
        g,
        le(Total(g(u), z), Total(g(u + v), z)),
        Setting({u: (z,), v: (z,)}, (ge(u, 0), ge(v, 0)), supports=Supports.FINITE),
        "holds",
        "u <= u + v",
        mixtures=(Mixture(g, (u,), ((1, (u + v,)),)),),
    ),
    sums(
        "increasing-term-by-term-strictly",
        g,
        lt(Total(g(u), z), Total(g(u + v), z)),
        Setting({u: (z,), v: (z,)}, (ge(u, 0), sp.Gt(v, 0)), supports=Supports.FINITE),
        "refuted",
        "constants, and empty sets",
    ),
]
assert NUMBERS.families == {}
CASES = [*ON_NUMBERS, *ON_SUMS]
