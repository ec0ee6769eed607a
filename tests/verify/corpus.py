"""Claims with known verdicts, each derived by hand; no value here was read off a program's output.

All variables are real (the symbols carry no assumptions, so that SymPy does not decide a relation on sight).
A claim says: for all real values of its variables, the hypotheses imply the goal. A comparison with an
undefined side (zero denominator, root of a negative number, logarithm of a non-positive number) is false.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy as sp
from sympy import Abs, Max, Min, exp, log, sqrt

Point = Mapping[str, sp.Expr]

VERDICTS = ("holds", "holds-if", "refuted", "vacuous")
KINDS = ("polynomial", "radical", "log", "exp")
TOPICS = (
    "tight",  # touches zero at the border or inside
    "strictness",  # turns on strict against non-strict
    "empty",  # no point satisfies the hypotheses
    "equality",  # the domain is given by equations
    "denominator",  # an undefined quotient decides
    "sign-condition",  # an identity of radicals or logs that needs a sign
    "implication",  # several variables, one condition follows from others
    "folklore",
    "disclosure",  # p(1-q)x^2 + (1-p)x + pq - s and its neighbours
)
MUTATIONS = (
    "sign",
    "constant",
    "exponent",
    "swapped-variable",
    "strict-for-non-strict",  # a strict goal, or a hypothesis that is no longer strict
    "dropped-hypothesis",
)


@dataclass(frozen=True)
class Mutant:
    """A true claim with one thing changed, and what is known of the result.

    `witness` is a counterexample of a refuted mutant; `reason` says why a mutant that still holds does;
    `parametrisation` is as in `Case`.
    """

    kind: str
    hypotheses: tuple[sp.Basic, ...]
    goal: sp.Basic
    verdict: str
    witness: Point | None = None
    reason: str = ""
    parametrisation: Point | None = None


@dataclass(frozen=True)
class Case:
    """A claim and what is known of it.

    Parameters
    ----------
    name, kind, topics
        A unique name, one of `KINDS`, some of `TOPICS`.
    variables, hypotheses, goal
        The claim.
    verdict : str
        One of `VERDICTS`. `holds-if`: false as it stands, true with `missing` added. `vacuous`: no point
        satisfies the hypotheses, whatever the goal.
    reason : str
        The proof, or why not.
    missing : tuple
        The further hypotheses of a `holds-if`.
    witness : mapping or None
        A counterexample to a `refuted` or `holds-if` claim: exact numbers by variable name.
    parametrisation : mapping or None
        Where random points would miss the domain: values of some variables in terms of the others (or of new
        parameters), used for sampling only; the hypotheses are checked all the same.
    mutants : tuple of Mutant
        Variations of the claim (of the claim with `missing` added, for `holds-if`).
    """

    name: str
    kind: str
    topics: tuple[str, ...]
    variables: tuple[sp.Symbol, ...]
    hypotheses: tuple[sp.Basic, ...]
    goal: sp.Basic
    verdict: str
    reason: str
    missing: tuple[sp.Basic, ...] = ()
    witness: Point | None = None
    parametrisation: Point | None = None
    mutants: tuple[Mutant, ...] = ()


# --- notation -----------------------------------------------------------------------------------------------


def gt(left: object, right: object) -> sp.Basic:
    """`left > right`, not evaluated."""
    return sp.StrictGreaterThan(left, right, evaluate=False)


def ge(left: object, right: object) -> sp.Basic:
    """`left >= right`, not evaluated."""
    return sp.GreaterThan(left, right, evaluate=False)


def lt(left: object, right: object) -> sp.Basic:
    """`left < right`, not evaluated."""
    return sp.StrictLessThan(left, right, evaluate=False)


def le(left: object, right: object) -> sp.Basic:
    """`left <= right`, not evaluated."""
    return sp.LessThan(left, right, evaluate=False)


def eq(left: object, right: object) -> sp.Basic:
    """`left = right`, not evaluated."""
    return sp.Eq(left, right, evaluate=False)


def ne(left: object, right: object) -> sp.Basic:
    """`left != right`, not evaluated."""
    return sp.Ne(left, right, evaluate=False)


def both(*parts: sp.Basic) -> sp.Basic:
    """All of the relations."""
    return sp.And(*parts, evaluate=False)


def either(*parts: sp.Basic) -> sp.Basic:
    """At least one of the relations."""
    return sp.Or(*parts, evaluate=False)


def number(value: object) -> sp.Expr:
    """An exact number: an integer, a quotient written "3/4", or a SymPy number such as `sqrt(2)`."""
    return value if isinstance(value, sp.Expr) else sp.Rational(value)


@dataclass(frozen=True)
class _Change:
    """What a mutant alters: the goal, or hypotheses by position (None drops one)."""

    kind: str
    verdict: str
    goal: sp.Basic | None = None
    given: Mapping[int, sp.Basic | None] = field(default_factory=dict)
    witness: Point | None = None
    reason: str = ""
    parametrisation: Point | None = None

    def applied(
        self, hypotheses: tuple[sp.Basic, ...], goal: sp.Basic, parametrisation: Point | None
    ) -> Mutant:
        """The mutant of the claim with these hypotheses and this goal."""
        beyond = [i for i in self.given if i >= len(hypotheses)]
        if beyond:
            raise IndexError(f"a mutant of {goal}: hypothesis {beyond[0]} is not one of {len(hypotheses)}")
        changed = tuple(self.given.get(i, h) for i, h in enumerate(hypotheses))
        return Mutant(
            kind=self.kind,
            hypotheses=tuple(h for h in changed if h is not None),
            goal=goal if self.goal is None else self.goal,
            verdict=self.verdict,
            witness=self.witness,
            reason=self.reason,
            parametrisation=parametrisation if not self.given else self.parametrisation,
        )


def wrong(
    kind: str,
    goal: sp.Basic | None = None,
    given: Mapping[int, sp.Basic | None] | None = None,
    **point: object,
) -> _Change:
    """A mutant that is refuted at `point`."""
    return _Change(kind, "refuted", goal, given or {}, {k: number(v) for k, v in point.items()})


def without(*positions: int, **point: object) -> _Change:
    """The mutant that lacks these hypotheses, refuted at `point`."""
    return wrong("dropped-hypothesis", None, dict.fromkeys(positions), **point)


def still(
    kind: str,
    reason: str,
    goal: sp.Basic | None = None,
    given: Mapping[int, sp.Basic | None] | None = None,
    parametrisation: Point | None = None,
) -> _Change:
    """A mutant that holds all the same."""
    return _Change(kind, "holds", goal, given or {}, None, reason, parametrisation)


def emptied(kind: str, reason: str, given: Mapping[int, sp.Basic | None]) -> _Change:
    """A mutant whose hypotheses contradict one another."""
    return _Change(kind, "vacuous", None, given, None, reason)


def _case(
    verdict: str,
    name: str,
    kind: str,
    topics: str,
    given: tuple[sp.Basic, ...],
    goal: sp.Basic,
    reason: str,
    changes: tuple[_Change, ...],
    missing: tuple[sp.Basic, ...] = (),
    witness: Mapping[str, object] | None = None,
    parametrisation: Point | None = None,
) -> Case:
    relations = (*given, goal, *missing)
    symbols = frozenset[sp.Symbol]().union(*(r.free_symbols for r in relations))
    return Case(
        name=name,
        kind=kind,
        topics=tuple(topics.split()),
        variables=tuple(sorted(symbols, key=str)),
        hypotheses=given,
        goal=goal,
        verdict=verdict,
        reason=reason,
        missing=missing,
        witness=None if witness is None else {k: number(v) for k, v in witness.items()},
        parametrisation=parametrisation,
        mutants=tuple(c.applied(given + missing, goal, parametrisation) for c in changes),
    )


def holds(
    name: str,
    kind: str,
    topics: str,
    given: tuple[sp.Basic, ...],
    goal: sp.Basic,
    reason: str,
    *changes: _Change,
    parametrisation: Point | None = None,
) -> Case:
    """A true claim with its mutants."""
    return _case("holds", name, kind, topics, given, goal, reason, changes, parametrisation=parametrisation)


def holds_if(
    name: str,
    kind: str,
    topics: str,
    given: tuple[sp.Basic, ...],
    goal: sp.Basic,
    missing: tuple[sp.Basic, ...],
    reason: str,
    *changes: _Change,
    **point: object,
) -> Case:
    """A claim that is false at `point` and true with `missing` added."""
    return _case("holds-if", name, kind, topics, given, goal, reason, changes, missing, point)


def refuted(
    name: str,
    kind: str,
    topics: str,
    given: tuple[sp.Basic, ...],
    goal: sp.Basic,
    reason: str,
    **point: object,
) -> Case:
    """A claim that is false at `point`."""
    return _case("refuted", name, kind, topics, given, goal, reason, (), (), point)


def vacuous(
    name: str,
    kind: str,
    topics: str,
    given: tuple[sp.Basic, ...],
    goal: sp.Basic,
    reason: str,
    *changes: _Change,
) -> Case:
    """A claim about no point at all."""
    return _case("vacuous", name, kind, topics, given, goal, reason, changes)


SIGN, CONSTANT, EXPONENT, SWAPPED, STRICT = MUTATIONS[:5]

a, b, c, d, p, q, r, s, t, u, v, x, y, z = sp.symbols("a b c d p q r s t u v x y z")

# --- polynomials: inequalities ------------------------------------------------------------------------------

INEQUALITIES = (
    holds(
        "square-of-a-tangent",
        "polynomial",
        "tight strictness",
        (),
        ge(x**2 - 2 * x + 1, 0),
        "(x - 1)^2; zero at x = 1.",
        wrong(STRICT, gt(x**2 - 2 * x + 1, 0), x=1),
        wrong(SIGN, ge(x**2 - 2 * x - 1, 0), x=1),
        wrong(CONSTANT, ge(x**2 - 3 * x + 1, 0), x=1),
        wrong(CONSTANT, ge(x**2 - 2 * x + sp.Rational(99, 100), 0), x=1),
        wrong(EXPONENT, ge(x**3 - 2 * x + 1, 0), x=-2),
        still(SIGN, "(x + 1)^2.", ge(x**2 + 2 * x + 1, 0)),
    ),
    holds(
        "cubic-with-a-double-root",
        "polynomial",
        "tight",
        (ge(x, -2),),
        ge(x**3 - 3 * x + 2, 0),
        "(x - 1)^2 (x + 2); zero inside at x = 1 and on the border at x = -2.",
        wrong(STRICT, gt(x**3 - 3 * x + 2, 0), x=1),
        wrong(CONSTANT, ge(x**3 - 4 * x + 2, 0), x=1),
        wrong(CONSTANT, given={0: ge(x, -3)}, x=-3),
        wrong(SIGN, ge(x**3 + 3 * x + 2, 0), x=-2),
        wrong(EXPONENT, ge(x**2 - 3 * x + 2, 0), x="3/2"),
        without(0, x=-3),
        still(CONSTANT, "The same polynomial on a smaller set.", given={0: ge(x, -1)}),
    ),
    holds(
        "unit-square-corner",
        "polynomial",
        "tight",
        (ge(x, 0), le(x, 1), ge(y, 0), le(y, 1)),
        le(x + y - x * y, 1),
        "1 - (x + y - xy) = (1 - x)(1 - y); zero on two sides of the square.",
        wrong(STRICT, lt(x + y - x * y, 1), x=1, y=0),
        wrong(SIGN, le(x + y + x * y, 1), x=1, y=1),
        wrong(CONSTANT, le(x + 2 * y - x * y, 1), x=1, y=1),
        wrong(SWAPPED, le(2 * x - x * y, 1), x=1, y=0),
        wrong(EXPONENT, le(x + y - x**2 * y**2, 1), x="3/4", y="3/4"),
        without(1, x=2, y=0),
        still("dropped-hypothesis", "Only x <= 1 and y <= 1 are used.", given={0: None}),
    ),
    holds(
        "bernoulli-3",
        "polynomial",
        "tight folklore",
        (ge(x, -1),),
        ge((1 + x) ** 3, 1 + 3 * x),
        "The difference is x^2 (x + 3).",
        wrong(STRICT, gt((1 + x) ** 3, 1 + 3 * x), x=0),
        wrong(CONSTANT, ge((1 + x) ** 3, 1 + 4 * x), x="1/10"),
        wrong(CONSTANT, given={0: ge(x, -4)}, x=-4),
        wrong(SIGN, ge((1 - x) ** 3, 1 + 3 * x), x=1),
        wrong(EXPONENT, ge((1 + x) ** 2, 1 + 3 * x), x="1/2"),
        without(0, x=-4),
        still(CONSTANT, "x^2 (x + 3) >= 0 from x = -3 on.", given={0: ge(x, -3)}),
    ),
    holds(
        "am-gm-3-cubes",
        "polynomial",
        "tight folklore",
        (ge(a, 0), ge(b, 0), ge(c, 0)),
        ge(a**3 + b**3 + c**3, 3 * a * b * c),
        "The difference is (a + b + c) ((a-b)^2 + (b-c)^2 + (c-a)^2) / 2.",
        wrong(STRICT, gt(a**3 + b**3 + c**3, 3 * a * b * c), a=1, b=1, c=1),
        wrong(CONSTANT, ge(a**3 + b**3 + c**3, 4 * a * b * c), a=1, b=1, c=1),
        wrong(SIGN, ge(a**3 + b**3 - c**3, 3 * a * b * c), a=1, b=1, c=1),
        wrong(EXPONENT, ge(a**2 + b**2 + c**2, 3 * a * b * c), a=2, b=2, c=2),
        wrong(SWAPPED, ge(a**3 + b**3 + c**3, 3 * a**2 * b), a=2, b=1, c=0),
        without(0, a=-3, b=1, c=1),
        still(CONSTANT, "abc >= 0, so 2abc <= 3abc.", ge(a**3 + b**3 + c**3, 2 * a * b * c)),
    ),
    holds(
        "am-gm-3-product",
        "polynomial",
        "tight folklore",
        (ge(a, 0), ge(b, 0), ge(c, 0)),
        ge((a + b + c) ** 3, 27 * a * b * c),
        "AM-GM for three numbers, cubed.",
        wrong(STRICT, gt((a + b + c) ** 3, 27 * a * b * c), a=1, b=1, c=1),
        wrong(CONSTANT, ge((a + b + c) ** 3, 28 * a * b * c), a=1, b=1, c=1),
        wrong(SIGN, ge((a + b - c) ** 3, 27 * a * b * c), a=1, b=1, c=1),
        wrong(EXPONENT, ge((a + b + c) ** 2, 27 * a * b * c), a=1, b=1, c=1),
        wrong(SWAPPED, ge((a + b + b) ** 3, 27 * a * b * c), a=1, b=1, c=2),
        without(0, a=-3, b=0, c=0),
    ),
    holds(
        "cauchy-schwarz-2",
        "polynomial",
        "tight folklore",
        (),
        ge((a**2 + b**2) * (c**2 + d**2), (a * c + b * d) ** 2),
        "The difference is (ad - bc)^2.",
        wrong(STRICT, gt((a**2 + b**2) * (c**2 + d**2), (a * c + b * d) ** 2), a=1, b=1, c=1, d=1),
        wrong(CONSTANT, ge((a**2 + b**2) * (c**2 + d**2), 2 * (a * c + b * d) ** 2), a=1, b=1, c=1, d=1),
        wrong(SIGN, ge((a**2 - b**2) * (c**2 + d**2), (a * c + b * d) ** 2), a=1, b=1, c=1, d=1),
        wrong(EXPONENT, ge((a**2 + b**2) * (c**2 + d**2), (a * c + b * d) ** 4), a=1, b=1, c=1, d=1),
        wrong(SWAPPED, ge((a**2 + b**2) * (c**2 + d**2), (a * c + b * c) ** 2), a=1, b=1, c=1, d=0),
        still(SIGN, "Put -b for b.", ge((a**2 + b**2) * (c**2 + d**2), (a * c - b * d) ** 2)),
        still(SWAPPED, "Exchange c and d.", ge((a**2 + b**2) * (c**2 + d**2), (a * d + b * c) ** 2)),
    ),
    holds(
        "schur-degree-1",
        "polynomial",
        "tight folklore",
        (ge(a, 0), ge(b, 0), ge(c, 0)),
        ge(a * (a - b) * (a - c) + b * (b - a) * (b - c) + c * (c - a) * (c - b), 0),
        "For a >= b >= c: (a-b) (a(a-c) - b(b-c)) + c(a-c)(b-c), and a(a-c) >= b(b-c).",
        wrong(
            STRICT,
            gt(a * (a - b) * (a - c) + b * (b - a) * (b - c) + c * (c - a) * (c - b), 0),
            a=1,
            b=1,
            c=1,
        ),
        wrong(
            SIGN, ge(a * (a - b) * (a - c) + b * (b - a) * (b - c) - c * (c - a) * (c - b), 0), a=0, b=0, c=1
        ),
        wrong(
            SWAPPED,
            ge(a * (a - b) * (a - c) + b * (b - a) * (b - c) + c * (c - a) * (a - b), 0),
            a=0,
            b=1,
            c=1,
        ),
        wrong(
            CONSTANT,
            ge(a * (a - b) * (a - c) + b * (b - a) * (b - c) + c * (c - a) * (c - b), a * b * c),
            a=1,
            b=1,
            c=1,
        ),
        without(0, a=-1, b=0, c=0),
        still(
            EXPONENT,
            "Degree 0: ((a-b)^2 + (b-c)^2 + (c-a)^2) / 2.",
            ge((a - b) * (a - c) + (b - a) * (b - c) + (c - a) * (c - b), 0),
        ),
    ),
    holds(
        "motzkin",
        "polynomial",
        "tight folklore",
        (),
        ge(x**4 * y**2 + x**2 * y**4 - 3 * x**2 * y**2 + 1, 0),
        "AM-GM of x^4 y^2, x^2 y^4 and 1; not a sum of squares; zero at |x| = |y| = 1.",
        wrong(STRICT, gt(x**4 * y**2 + x**2 * y**4 - 3 * x**2 * y**2 + 1, 0), x=1, y=-1),
        wrong(CONSTANT, ge(x**4 * y**2 + x**2 * y**4 - 4 * x**2 * y**2 + 1, 0), x=1, y=1),
        wrong(CONSTANT, ge(x**4 * y**2 + x**2 * y**4 - 3 * x**2 * y**2 + sp.Rational(9, 10), 0), x=1, y=1),
        wrong(SIGN, ge(x**4 * y**2 - x**2 * y**4 - 3 * x**2 * y**2 + 1, 0), x=1, y=1),
        wrong(EXPONENT, ge(x**4 * y**2 + x**2 * y**4 - 3 * x * y + 1, 0), x="3/4", y="3/4"),
        wrong(SWAPPED, ge(x**4 * y**2 + y**6 - 3 * x**2 * y**2 + 1, 0), x="11/10", y=1),
    ),
    holds(
        "quadratic-without-roots",
        "polynomial",
        "strictness implication folklore",
        (gt(a, 0), lt(b**2 - 4 * a * c, 0)),
        gt(a * x**2 + b * x + c, 0),
        "4a (ax^2 + bx + c) = (2ax + b)^2 + (4ac - b^2) > 0.",
        without(0, a=-1, b=0, c=-1, x=0),
        without(1, a=1, b=0, c=-1, x=0),
        wrong(SIGN, given={1: gt(b**2 - 4 * a * c, 0)}, a=1, b=3, c=1, x=-1),
        wrong(CONSTANT, given={1: lt(b**2 - 5 * a * c, 0)}, a=1, b=-2, c=1, x=1),
        wrong(EXPONENT, gt(a * x**3 + b * x + c, 0), a=1, b=0, c=1, x=-10),
        wrong(STRICT, given={1: le(b**2 - 4 * a * c, 0)}, a=1, b=-2, c=1, x=1),
        still(SWAPPED, "4ac > b^2 and a > 0 give c > 0.", gt(c * x**2 + b * x + a, 0)),
        still(SIGN, "Put -x for x.", gt(a * x**2 - b * x + c, 0)),
    ),
    holds(
        "quadratic-with-at-most-one-root",
        "polynomial",
        "tight implication",
        (gt(a, 0), le(b**2 - 4 * a * c, 0)),
        ge(a * x**2 + b * x + c, 0),
        "4a (ax^2 + bx + c) = (2ax + b)^2 + (4ac - b^2) >= 0; zero where b^2 = 4ac, at x = -b/(2a).",
        wrong(STRICT, gt(a * x**2 + b * x + c, 0), a=1, b=-2, c=1, x=1),
        wrong(STRICT, given={0: ge(a, 0)}, a=0, b=0, c=-1, x=0),
        wrong(CONSTANT, given={1: le(b**2 - 5 * a * c, 0)}, a=1, b="-11/5", c=1, x="11/10"),
        wrong(SIGN, given={1: le(b**2 + 4 * a * c, 0)}, a=1, b=0, c=-1, x=0),
        wrong(SWAPPED, ge(b * x**2 + a * x + c, 0), a=1, b=0, c=1, x=-2),
        without(1, a=1, b=0, c=-1, x=0),
    ),
    holds(
        "square-positive-off-its-root",
        "polynomial",
        "strictness",
        (ne(x, 1),),
        gt((x - 1) ** 2, 0),
        "A square of a number that is not 0.",
        without(0, x=1),
        wrong(SIGN, gt((x + 1) ** 2, 0), x=-1),
        wrong(SIGN, gt(-((x - 1) ** 2), 0), x=0),
        wrong(CONSTANT, gt((x - 1) ** 2, 1), x="3/2"),
        wrong(CONSTANT, gt((x - 2) ** 2, 0), x=2),
        wrong(EXPONENT, gt((x - 1) ** 3, 0), x=0),
        still(EXPONENT, "The square of the above.", gt((x - 1) ** 4, 0)),
    ),
    holds(
        "strict-mixture",
        "polynomial",
        "strictness folklore",
        (gt(t, 0), lt(t, 1), lt(a, b)),
        both(lt(a, (1 - t) * a + t * b), lt((1 - t) * a + t * b, b)),
        "The gaps are t (b - a) and (1 - t)(b - a).",
        without(1, t=1, a=0, b=1),
        without(2, t="1/2", a=0, b=0),
        wrong(STRICT, given={0: ge(t, 0)}, t=0, a=0, b=1),
        wrong(SIGN, both(lt(a, (1 - t) * a - t * b), lt((1 - t) * a - t * b, b)), t="1/2", a=0, b=1),
        wrong(CONSTANT, both(lt(a, (2 - t) * a + t * b), lt((2 - t) * a + t * b, b)), t="1/2", a=1, b=2),
        still(SWAPPED, "1 - t for t.", both(lt(a, (1 - t) * b + t * a), lt((1 - t) * b + t * a, b))),
        still(
            EXPONENT, "0 < t^2 < 1.", both(lt(a, (1 - t**2) * a + t**2 * b), lt((1 - t**2) * a + t**2 * b, b))
        ),
    ),
    holds(
        "square-is-convex",
        "polynomial",
        "tight folklore",
        (ge(t, 0), le(t, 1)),
        le((t * a + (1 - t) * b) ** 2, t * a**2 + (1 - t) * b**2),
        "The difference is t (1 - t)(a - b)^2.",
        wrong(STRICT, lt((t * a + (1 - t) * b) ** 2, t * a**2 + (1 - t) * b**2), t=0, a=1, b=0),
        wrong(CONSTANT, le(2 * (t * a + (1 - t) * b) ** 2, t * a**2 + (1 - t) * b**2), t=1, a=1, b=0),
        wrong(SIGN, le((t * a + (1 - t) * b) ** 2, t * a**2 - (1 - t) * b**2), t=0, a=0, b=1),
        wrong(EXPONENT, le((t * a + (1 - t) * b) ** 3, t * a**3 + (1 - t) * b**3), t="1/2", a=-2, b=0),
        wrong(SWAPPED, le((t * a + (1 - t) * b) ** 2, t * b**2 + (1 - t) * a**2), t=1, a=1, b=0),
        without(0, t=-1, a=1, b=0),
        without(1, t=2, a=1, b=0),
    ),
    holds(
        "product-of-numbers-above-one",
        "polynomial",
        "strictness implication folklore",
        (gt(a, 1), gt(b, 1)),
        gt(a * b, a + b - 1),
        "(a - 1)(b - 1) > 0.",
        without(0, a=1, b=2),
        without(1, a=2, b=1),
        wrong(STRICT, given={0: ge(a, 1)}, a=1, b=2),
        wrong(SIGN, gt(a * b, a + b + 1), a="3/2", b="3/2"),
        wrong(CONSTANT, gt(a * b, a + b - sp.Rational(1, 2)), a="11/10", b="11/10"),
        wrong(SWAPPED, gt(a * b, 2 * a - 1), a=3, b="3/2"),
        still(EXPONENT, "a^2 b > ab.", gt(a**2 * b, a + b - 1)),
    ),
    holds(
        "sign-of-a-factor",
        "polynomial",
        "strictness implication",
        (gt(a * b, 0), gt(a, 0)),
        gt(b, 0),
        "b = (ab)/a.",
        without(0, a=1, b=-1),
        without(1, a=-1, b=-1),
        wrong(STRICT, given={0: ge(a * b, 0)}, a=1, b=0),
        wrong(SIGN, given={0: lt(a * b, 0)}, a=1, b=-1),
        wrong(EXPONENT, given={0: gt(a * b**2, 0)}, a=1, b=-1),
        still(EXPONENT, "b = (a^2 b)/a^2.", given={0: gt(a**2 * b, 0)}),
    ),
    holds(
        "bound-from-squares",
        "polynomial",
        "implication",
        (ge(b, 0), le(a**2, b**2)),
        both(le(-b, a), le(a, b)),
        "(b - a)(b + a) >= 0 with the sum 2b of the factors >= 0.",
        without(0, a=0, b=-1),
        without(1, a=2, b=1),
        wrong(STRICT, both(lt(-b, a), lt(a, b)), a=1, b=1),
        wrong(CONSTANT, given={1: le(a**2, 2 * b**2)}, a="5/4", b=1),
        wrong(EXPONENT, given={1: le(a**3, b**3)}, a=-2, b=1),
        wrong(SWAPPED, both(le(-a, b), le(b, a)), a=0, b=1),
    ),
    holds(
        "rearrangement",
        "polynomial",
        "tight implication folklore",
        (ge(a, b), ge(c, d)),
        ge(a * c + b * d, a * d + b * c),
        "(a - b)(c - d) >= 0.",
        without(0, a=0, b=1, c=1, d=0),
        without(1, a=1, b=0, c=0, d=1),
        wrong(STRICT, gt(a * c + b * d, a * d + b * c), a=1, b=1, c=1, d=0),
        wrong(SIGN, ge(a * c - b * d, a * d + b * c), a=1, b=1, c=1, d=1),
        wrong(CONSTANT, ge(a * c + b * d, 2 * a * d + b * c), a=1, b=1, c=1, d=1),
        wrong(SWAPPED, ge(a * c + b * d, a * b + c * d), a=1, b=0, c=-1, d=-2),
    ),
    holds(
        "zero-product",
        "polynomial",
        "equality implication",
        (eq(a * b, 0),),
        either(eq(a, 0), eq(b, 0)),
        "The reals have no zero divisors; a goal that is a disjunction.",
        without(0, a=1, b=1),
        wrong(CONSTANT, given={0: eq(a * b, 1)}, a=1, b=1),
        wrong(CONSTANT, either(eq(a, 0), eq(b, 1)), a=1, b=0),
        wrong(SWAPPED, eq(a, 0), a=1, b=0),
        wrong(STRICT, either(eq(a, 0), gt(b, 0)), a=1, b=0),
        still(EXPONENT, "a^2 = 0 only for a = 0.", given={0: eq(a**2 * b, 0)}),
    ),
    holds(
        "one-of-two-is-large",
        "polynomial",
        "strictness implication",
        (gt(a + b, 2),),
        either(gt(a, 1), gt(b, 1)),
        "a <= 1 and b <= 1 would give a + b <= 2.",
        without(0, a=0, b=0),
        wrong(STRICT, given={0: ge(a + b, 2)}, a=1, b=1),
        wrong(SIGN, given={0: gt(a - b, 2)}, a=0, b=-3),
        wrong(CONSTANT, given={0: gt(a + b, 1)}, a="3/4", b="3/4"),
        wrong(CONSTANT, either(gt(a, 1), gt(b, 2)), a="1/2", b=2),
        wrong(SWAPPED, gt(a, 1), a=0, b=3),
        wrong(EXPONENT, given={0: gt(a**2 + b**2, 2)}, a=-2, b=-2),
    ),
)

# --- polynomials on domains given by equations --------------------------------------------------------------

EQUATIONS = (
    holds(
        "sum-on-the-unit-circle",
        "polynomial",
        "equality tight",
        (eq(x**2 + y**2, 1),),
        le((x + y) ** 2, 2),
        "2(x^2 + y^2) - (x + y)^2 = (x - y)^2; zero at x = y = sqrt(2)/2, no rational point.",
        wrong(STRICT, lt((x + y) ** 2, 2), x=sqrt(2) / 2, y=sqrt(2) / 2),
        wrong(CONSTANT, le((x + y) ** 2, sp.Rational(19, 10)), x="20/29", y="21/29"),
        wrong(CONSTANT, given={0: eq(x**2 + y**2, 2)}, x=1, y=1),
        wrong(EXPONENT, given={0: eq(x**2 + y**4, 1)}, x=sqrt(3) / 2, y=sqrt(2) / 2),
        wrong(SWAPPED, given={0: eq(x**2 + x * y, 1)}, x="1/2", y="3/2"),
        without(0, x=2, y=2),
        still(SIGN, "Put -y for y.", le((x - y) ** 2, 2)),
        parametrisation={"x": (1 - t**2) / (1 + t**2), "y": 2 * t / (1 + t**2)},
    ),
    holds(
        "cubes-of-a-zero-sum",
        "polynomial",
        "equality folklore",
        (eq(a + b + c, 0),),
        eq(a**3 + b**3 + c**3, 3 * a * b * c),
        "a + b + c divides the difference.",
        without(0, a=1, b=0, c=0),
        wrong(CONSTANT, eq(a**3 + b**3 + c**3, 2 * a * b * c), a=1, b=1, c=-2),
        wrong(SIGN, eq(a**3 + b**3 - c**3, 3 * a * b * c), a=1, b=1, c=-2),
        wrong(SIGN, given={0: eq(a + b - c, 0)}, a=1, b=1, c=2),
        wrong(EXPONENT, eq(a**2 + b**2 + c**2, 3 * a * b * c), a=1, b=1, c=-2),
        wrong(SWAPPED, eq(a**3 + b**3 + c**3, 3 * a**2 * b), a=1, b=1, c=-2),
        parametrisation={"c": -a - b},
    ),
    holds(
        "idempotent-numbers",
        "polynomial",
        "equality",
        (eq(x**2, x),),
        either(eq(x, 0), eq(x, 1)),
        "x (x - 1) = 0; the domain has two points.",
        without(0, x=2),
        wrong(SIGN, given={0: eq(x**2, -x)}, x=-1),
        wrong(CONSTANT, given={0: eq(x**2, 2 * x)}, x=2),
        wrong(CONSTANT, either(eq(x, 0), eq(x, 2)), x=1),
        wrong(EXPONENT, given={0: eq(x**3, x)}, x=-1),
        still(EXPONENT, "x^2 (x - 1) = 0 has the same solutions.", given={0: eq(x**3, x**2)}),
    ),
    holds(
        "square-root-of-two-between-rationals",
        "polynomial",
        "equality strictness",
        (eq(x**2, 2), gt(x, 0)),
        both(gt(x, sp.Rational(7, 5)), lt(x, sp.Rational(3, 2))),
        "49/25 < 2 < 9/4; the domain is one irrational point.",
        wrong(CONSTANT, both(gt(x, sp.Rational(71, 50)), lt(x, sp.Rational(3, 2))), x=sqrt(2)),
        wrong(CONSTANT, both(gt(x, sp.Rational(7, 5)), lt(x, sp.Rational(41, 29))), x=sqrt(2)),
        wrong(CONSTANT, given={0: eq(x**2, 3)}, x=sqrt(3)),
        wrong(SIGN, given={1: lt(x, 0)}, x=-sqrt(2)),
        without(1, x=-sqrt(2)),
        without(0, x=2),
        still(
            EXPONENT,
            "x^4 = 4 and x > 0 give x^2 = 2.",
            given={0: eq(x**4, 4)},
            parametrisation={"x": sqrt(2)},
        ),
        parametrisation={"x": sqrt(2)},
    ),
    holds(
        "two-linear-equations",
        "polynomial",
        "equality",
        (eq(x + y, 3), eq(x - y, 1)),
        both(eq(x, 2), eq(y, 1)),
        "Add and subtract.",
        without(1, x=0, y=3),
        wrong(SIGN, given={1: eq(x - y, -1)}, x=1, y=2),
        wrong(CONSTANT, given={0: eq(x + y, 4)}, x="5/2", y="3/2"),
        wrong(SWAPPED, both(eq(y, 2), eq(x, 1)), x=2, y=1),
        wrong(EXPONENT, both(eq(x**2, 2), eq(y, 1)), x=2, y=1),
        wrong(STRICT, both(gt(x, 2), eq(y, 1)), x=2, y=1),
        parametrisation={"x": sp.Integer(2), "y": sp.Integer(1)},
    ),
    holds(
        "sum-of-squares-zero",
        "polynomial",
        "equality implication folklore",
        (eq(a**2 + b**2 + c**2, 0),),
        both(eq(a, 0), eq(b, 0)),
        "Each square is at most the sum.",
        without(0, a=1, b=0, c=0),
        wrong(SIGN, given={0: eq(a**2 - b**2 + c**2, 0)}, a=1, b=1, c=0),
        wrong(CONSTANT, given={0: eq(a**2 + b**2 + c**2, 1)}, a=1, b=0, c=0),
        wrong(CONSTANT, both(eq(a, 1), eq(b, 0)), a=0, b=0, c=0),
        wrong(EXPONENT, given={0: eq(a**2 + b**3 + c**2, 0)}, a=1, b=-1, c=0),
        wrong(STRICT, both(eq(a, 0), gt(b, 0)), a=0, b=0, c=0),
        still(SWAPPED, "c = 0 as well.", both(eq(a, 0), eq(c, 0))),
        parametrisation={"a": sp.Integer(0), "b": sp.Integer(0), "c": sp.Integer(0)},
    ),
)

# --- rational functions -------------------------------------------------------------------------------------

RATIONAL = (
    holds(
        "mediant",
        "polynomial",
        "strictness denominator folklore",
        (gt(b, 0), gt(d, 0), lt(a / b, c / d)),
        both(lt(a / b, (a + c) / (b + d)), lt((a + c) / (b + d), c / d)),
        "Both gaps are positive multiples of bc - ad > 0.",
        without(0, a=0, b=-1, c=1, d=2),
        without(1, a=-1, b=2, c=0, d=-1),
        without(2, a=1, b=1, c=1, d=1),
        wrong(STRICT, given={2: le(a / b, c / d)}, a=1, b=1, c=1, d=1),
        wrong(SIGN, both(lt(a / b, (a - c) / (b + d)), lt((a - c) / (b + d), c / d)), a=0, b=1, c=1, d=1),
        wrong(
            CONSTANT,
            both(lt(a / b, (a + 2 * c) / (b + d)), lt((a + 2 * c) / (b + d), c / d)),
            a=0,
            b=1,
            c=1,
            d=1,
        ),
        wrong(SWAPPED, both(lt(a / b, (a + d) / (b + c)), lt((a + d) / (b + c), c / d)), a=0, b=1, c=1, d=2),
        still(
            CONSTANT,
            "The mediant of a/b and (2c)/(2d).",
            both(lt(a / b, (a + 2 * c) / (b + 2 * d)), lt((a + 2 * c) / (b + 2 * d), c / d)),
        ),
    ),
    holds(
        "x-over-one-plus-x-increases",
        "polynomial",
        "strictness denominator folklore",
        (gt(x, -1), lt(x, y)),
        lt(x / (1 + x), y / (1 + y)),
        "The gap is (y - x) / ((1 + x)(1 + y)).",
        without(0, x=-2, y=0),
        without(1, x=0, y=0),
        wrong(STRICT, given={1: le(x, y)}, x=0, y=0),
        wrong(STRICT, given={0: ge(x, -1)}, x=-1, y=0),
        wrong(SIGN, lt(x / (1 - x), y / (1 - y)), x=0, y=2),
        wrong(SWAPPED, lt(y / (1 + x), x / (1 + y)), x=0, y=1),
        wrong(EXPONENT, lt(x**2 / (1 + x), y**2 / (1 + y)), x="-1/2", y=0),
        still(CONSTANT, "The gap is 2 (y - x) / ((2 + x)(2 + y)).", lt(x / (2 + x), y / (2 + y))),
    ),
    holds(
        "square-minus-one-over-x-minus-one",
        "polynomial",
        "denominator",
        (ne(x, 1),),
        eq((x**2 - 1) / (x - 1), x + 1),
        "Polynomial division; x = 1 is undefined.",
        without(0, x=1),
        wrong(SIGN, eq((x**2 - 1) / (x - 1), x - 1), x=0),
        wrong(SIGN, given={0: ne(x, -1)}, x=1),
        wrong(CONSTANT, eq((x**2 - 2) / (x - 1), x + 1), x=0),
        wrong(EXPONENT, eq((x**3 - 1) / (x - 1), x + 1), x=2),
        still(EXPONENT, "Polynomial division.", eq((x**3 - 1) / (x - 1), x**2 + x + 1)),
    ),
    holds(
        "partial-fractions",
        "polynomial",
        "denominator folklore",
        (ne(x, 0), ne(x, -1)),
        eq(1 / (x * (x + 1)), 1 / x - 1 / (x + 1)),
        "Put the right side over a common denominator.",
        without(0, x=0),
        without(1, x=-1),
        wrong(SIGN, eq(1 / (x * (x + 1)), 1 / x + 1 / (x + 1)), x=1),
        wrong(CONSTANT, eq(2 / (x * (x + 1)), 1 / x - 1 / (x + 1)), x=1),
        wrong(EXPONENT, eq(1 / (x**2 * (x + 1)), 1 / x - 1 / (x + 1)), x=2),
    ),
    holds(
        "one-over-one-plus-u",
        "polynomial",
        "tight denominator folklore",
        (ge(u, 0),),
        both(gt(1 / (1 + u), 0), le(1 / (1 + u), 1)),
        "1 - 1/(1 + u) = u/(1 + u); zero at u = 0.",
        without(0, u=-1),
        wrong(STRICT, both(gt(1 / (1 + u), 0), lt(1 / (1 + u), 1)), u=0),
        wrong(SIGN, both(gt(1 / (1 - u), 0), le(1 / (1 - u), 1)), u=1),
        wrong(CONSTANT, both(gt(1 / (1 + u), 0), le(1 / (1 + u), sp.Rational(9, 10))), u=0),
        wrong(CONSTANT, both(gt(1 / (1 + u), sp.Rational(1, 10)), le(1 / (1 + u), 1)), u=9),
        still(EXPONENT, "u^2 >= 0.", both(gt(1 / (1 + u**2), 0), le(1 / (1 + u**2), 1))),
    ),
    holds(
        "substitution-and-back",
        "polynomial",
        "denominator equality disclosure",
        (gt(v, 0), lt(v, 1), eq(u, 1 / v - 1)),
        both(gt(u, 0), eq(v, 1 / (1 + u))),
        "1/v > 1, and 1 + u = 1/v.",
        without(0, u=-2, v=-1),
        without(1, u="-1/2", v=2),
        without(2, u=-1, v="1/2"),
        wrong(STRICT, given={1: le(v, 1)}, u=0, v=1),
        wrong(SIGN, given={2: eq(u, 1 / v + 1)}, u=3, v="1/2"),
        wrong(CONSTANT, given={2: eq(u, 1 / v - 2)}, u=0, v="1/2"),
        wrong(SWAPPED, both(gt(u, 0), eq(u, 1 / (1 + v))), u=1, v="1/2"),
        parametrisation={"u": 1 / v - 1},
    ),
    holds(
        "continued-fraction",
        "polynomial",
        "denominator",
        (ne(x, 0), ne(x, -1)),
        eq(1 / (1 + 1 / x), x / (x + 1)),
        "1 + 1/x = (x + 1)/x; the right side alone would be defined at 0.",
        without(0, x=0),
        without(1, x=-1),
        wrong(SIGN, eq(1 / (1 - 1 / x), x / (x + 1)), x=2),
        wrong(CONSTANT, eq(1 / (2 + 1 / x), x / (x + 1)), x=1),
        wrong(EXPONENT, eq(1 / (1 + 1 / x), x**2 / (x + 1)), x=2),
        still(
            EXPONENT,
            "The same identity at x^2, which is not -1.",
            eq(1 / (1 + 1 / x**2), x**2 / (x**2 + 1)),
        ),
    ),
    holds(
        "number-plus-reciprocal",
        "polynomial",
        "tight denominator folklore",
        (gt(x, 0),),
        ge(x + 1 / x, 2),
        "The difference is (x - 1)^2 / x.",
        without(0, x=-1),
        wrong(STRICT, gt(x + 1 / x, 2), x=1),
        wrong(STRICT, given={0: ge(x, 0)}, x=0),
        wrong(SIGN, ge(x - 1 / x, 2), x=1),
        wrong(CONSTANT, ge(x + 1 / x, sp.Rational(5, 2)), x=1),
        wrong(EXPONENT, ge(x**2 + 1 / x, 2), x="3/4"),
        still(CONSTANT, "x + 2/x >= x + 1/x.", ge(x + 2 / x, 2)),
        still(EXPONENT, "The claim at x^2.", ge(x**2 + 1 / x**2, 2)),
    ),
    holds(
        "reciprocal-is-convex",
        "polynomial",
        "tight denominator folklore",
        (gt(a, 0), gt(b, 0)),
        le(4 / (a + b), 1 / a + 1 / b),
        "The difference is (a - b)^2 / (ab(a + b)).",
        without(0, a=-1, b=2),
        wrong(STRICT, lt(4 / (a + b), 1 / a + 1 / b), a=1, b=1),
        wrong(SIGN, le(4 / (a + b), 1 / a - 1 / b), a=1, b=1),
        wrong(CONSTANT, le(5 / (a + b), 1 / a + 1 / b), a=1, b=1),
        wrong(SWAPPED, le(4 / (a + b), 2 / a), a=2, b=1),
        wrong(EXPONENT, le(4 / (a + b) ** 2, 1 / a + 1 / b), a="1/4", b="1/4"),
    ),
    holds(
        "nesbitt",
        "polynomial",
        "tight denominator folklore",
        (gt(a, 0), gt(b, 0), gt(c, 0)),
        ge(a / (b + c) + b / (c + a) + c / (a + b), sp.Rational(3, 2)),
        "Cauchy-Schwarz on (b+c) + (c+a) + (a+b) and their reciprocals, less 3.",
        without(0, a=-10, b=1, c=1),
        wrong(STRICT, gt(a / (b + c) + b / (c + a) + c / (a + b), sp.Rational(3, 2)), a=1, b=1, c=1),
        wrong(CONSTANT, ge(a / (b + c) + b / (c + a) + c / (a + b), 2), a=1, b=1, c=1),
        wrong(SIGN, ge(a / (b + c) + b / (c + a) - c / (a + b), sp.Rational(3, 2)), a=1, b=1, c=1),
        wrong(
            EXPONENT,
            ge(a**2 / (b + c) + b**2 / (c + a) + c**2 / (a + b), sp.Rational(3, 2)),
            a="1/2",
            b="1/2",
            c="1/2",
        ),
        wrong(SWAPPED, ge(a / (b + c) + b / (c + a) + c / (2 * a), sp.Rational(3, 2)), a="6/5", b=1, c=1),
    ),
    holds(
        "sum-of-squares-over-sum",
        "polynomial",
        "tight denominator folklore",
        (gt(b, 0), gt(d, 0)),
        ge(a**2 / b + c**2 / d, (a + c) ** 2 / (b + d)),
        "The difference is (ad - bc)^2 / (bd(b + d)).",
        without(0, a=1, b=-1, c=0, d=2),
        wrong(STRICT, gt(a**2 / b + c**2 / d, (a + c) ** 2 / (b + d)), a=1, b=1, c=1, d=1),
        wrong(SIGN, ge(a**2 / b - c**2 / d, (a + c) ** 2 / (b + d)), a=1, b=1, c=1, d=1),
        wrong(CONSTANT, ge(a**2 / b + c**2 / d, (2 * a + c) ** 2 / (b + d)), a=1, b=1, c=1, d=1),
        wrong(EXPONENT, ge(a**2 / b + c**2 / d, (a + c) ** 4 / (b + d)), a=1, b=1, c=1, d=1),
        wrong(SWAPPED, ge(a**2 / b + c**2 / d, (a + d) ** 2 / (b + d)), a=0, b=1, c=0, d=1),
        still(SIGN, "Put -c for c.", ge(a**2 / b + c**2 / d, (a - c) ** 2 / (b + d))),
    ),
)

# --- maxima, minima, absolute values ------------------------------------------------------------------------

CASEWISE = (
    holds(
        "maximum-plus-minimum",
        "polynomial",
        "folklore",
        (),
        eq(Max(a, b) + Min(a, b), a + b),
        "One of the two is a and the other is b.",
        wrong(SIGN, eq(Max(a, b) - Min(a, b), a + b), a=1, b=1),
        wrong(CONSTANT, eq(2 * Max(a, b) + Min(a, b), a + b), a=1, b=1),
        wrong(EXPONENT, eq(Max(a, b) ** 2 + Min(a, b), a + b), a=2, b=2),
        wrong(SWAPPED, eq(Max(a, b) + Min(a, b), 2 * a), a=0, b=1),
        wrong(STRICT, gt(Max(a, b) + Min(a, b), a + b), a=0, b=0),
        still(EXPONENT, "The factors are a and b.", eq(Max(a, b) * Min(a, b), a * b)),
    ),
    holds(
        "maximum-by-absolute-value",
        "polynomial",
        "folklore",
        (),
        eq(Max(a, b), (a + b + Abs(a - b)) / 2),
        "Cases a >= b and a < b.",
        wrong(SIGN, eq(Max(a, b), (a + b - Abs(a - b)) / 2), a=1, b=0),
        wrong(SIGN, eq(Max(a, b), (a + b + Abs(a + b)) / 2), a=1, b=1),
        wrong(CONSTANT, eq(Max(a, b), (a + b + 2 * Abs(a - b)) / 2), a=1, b=0),
        wrong(EXPONENT, eq(Max(a, b), (a + b + (a - b) ** 2) / 2), a=2, b=0),
        wrong(SWAPPED, eq(Max(a, b), (2 * a + Abs(a - b)) / 2), a=0, b=1),
    ),
    holds(
        "triangle-inequality-line",
        "polynomial",
        "tight folklore",
        (),
        le(Abs(a + b), Abs(a) + Abs(b)),
        "-(|a| + |b|) <= a + b <= |a| + |b|.",
        wrong(STRICT, lt(Abs(a + b), Abs(a) + Abs(b)), a=1, b=1),
        wrong(SIGN, le(Abs(a + b), Abs(a) - Abs(b)), a=1, b=1),
        wrong(CONSTANT, le(2 * Abs(a + b), Abs(a) + Abs(b)), a=1, b=1),
        wrong(EXPONENT, le((a + b) ** 2, Abs(a) + Abs(b)), a=1, b=1),
        wrong(SWAPPED, le(Abs(a + b), 2 * Abs(a)), a=0, b=1),
        still(SIGN, "Put -b for b.", le(Abs(a - b), Abs(a) + Abs(b))),
    ),
    holds(
        "reverse-triangle-inequality",
        "polynomial",
        "tight folklore",
        (),
        le(Abs(Abs(a) - Abs(b)), Abs(a - b)),
        "|a| <= |a - b| + |b| and the same with a and b exchanged.",
        wrong(STRICT, lt(Abs(Abs(a) - Abs(b)), Abs(a - b)), a=1, b=1),
        wrong(SIGN, le(Abs(Abs(a) + Abs(b)), Abs(a - b)), a=1, b=1),
        wrong(CONSTANT, le(2 * Abs(Abs(a) - Abs(b)), Abs(a - b)), a=1, b=0),
        wrong(EXPONENT, le((Abs(a) - Abs(b)) ** 2, Abs(a - b)), a=3, b=0),
        wrong(EXPONENT, le(Abs(Abs(a) - Abs(b)), (a - b) ** 2), a="1/2", b=0),
        still(SIGN, "Put -b for b.", le(Abs(Abs(a) - Abs(b)), Abs(a + b))),
    ),
    holds(
        "weighted-mean-between-extremes",
        "polynomial",
        "tight denominator folklore",
        (ge(u, 0), ge(v, 0), gt(u + v, 0)),
        both(le(Min(a, b), (u * a + v * b) / (u + v)), le((u * a + v * b) / (u + v), Max(a, b))),
        "u (a - min) + v (b - min) >= 0, and the same for the maximum.",
        without(0, a=0, b=1, u=-1, v=2),
        without(2, a=0, b=0, u=0, v=0),
        wrong(
            STRICT,
            both(lt(Min(a, b), (u * a + v * b) / (u + v)), lt((u * a + v * b) / (u + v), Max(a, b))),
            a=0,
            b=0,
            u=1,
            v=1,
        ),
        wrong(
            SIGN,
            both(le(Min(a, b), (u * a - v * b) / (u + v)), le((u * a - v * b) / (u + v), Max(a, b))),
            a=1,
            b=1,
            u=1,
            v=1,
        ),
        wrong(
            CONSTANT,
            both(le(Min(a, b), (u * a + 2 * v * b) / (u + v)), le((u * a + 2 * v * b) / (u + v), Max(a, b))),
            a=1,
            b=1,
            u=1,
            v=1,
        ),
        wrong(
            EXPONENT,
            both(le(Min(a, b), (u**2 * a + v * b) / (u + v)), le((u**2 * a + v * b) / (u + v), Max(a, b))),
            a=1,
            b=1,
            u=2,
            v=2,
        ),
        still(
            SWAPPED,
            "A weighted mean with the weights exchanged.",
            both(le(Min(a, b), (u * b + v * a) / (u + v)), le((u * b + v * a) / (u + v), Max(a, b))),
        ),
    ),
)

# --- disclosure risk ----------------------------------------------------------------------------------------


def risk_polynomial(at: sp.Expr) -> sp.Expr:
    """`F(x) = p(1-q) x^2 + (1-p) x + pq - s` at `x = at`."""
    return p * (1 - q) * at**2 + (1 - p) * at + p * q - s


UNIT_PRIORS = (gt(p, 0), le(p, 1), gt(q, 0), le(q, 1))
UNIT_S = (gt(s, 0), lt(s, 1))

RISK_DISCRIMINANT = (1 - p) ** 2 + 4 * p * (1 - q) * (s - p * q)
RISK_ROOT = 2 * (s - p * q) / (1 - p + sqrt(RISK_DISCRIMINANT))

DISCLOSURE = (
    holds(
        "risk-polynomial-increases",
        "polynomial",
        "strictness implication disclosure",
        (*UNIT_PRIORS, either(lt(p, 1), lt(q, 1)), gt(x, 0), lt(x, y)),
        lt(risk_polynomial(x), risk_polynomial(y)),
        "The gap is (y - x)(p(1-q)(x+y) + 1 - p), and one of the two summands is positive.",
        without(4, p=1, q=1, s=0, x=1, y=2),
        without(5, p=1, q="1/2", s=0, x=-2, y=1),
        wrong(STRICT, given={6: le(x, y)}, p="1/2", q="1/2", s=0, x=1, y=1),
        wrong(
            SIGN,
            lt(p * (1 - q) * x**2 - (1 - p) * x + p * q - s, p * (1 - q) * y**2 - (1 - p) * y + p * q - s),
            p="1/2",
            q=1,
            s=0,
            x=1,
            y=2,
        ),
        wrong(
            CONSTANT,
            lt(
                p * (1 - q) * x**2 + (1 - 2 * p) * x + p * q - s,
                p * (1 - q) * y**2 + (1 - 2 * p) * y + p * q - s,
            ),
            p=1,
            q="1/2",
            s=0,
            x="1/2",
            y=1,
        ),
        still(
            SWAPPED,
            "The same with the names of p and q exchanged.",
            lt(q * (1 - p) * x**2 + (1 - q) * x + p * q - s, q * (1 - p) * y**2 + (1 - q) * y + p * q - s),
        ),
        still(
            EXPONENT,
            "x^3 increases as well.",
            lt(p * (1 - q) * x**3 + (1 - p) * x + p * q - s, p * (1 - q) * y**3 + (1 - p) * y + p * q - s),
        ),
    ),
    holds(
        "risk-polynomial-positive-at-root-s",
        "radical",
        "strictness disclosure",
        (*UNIT_PRIORS, *UNIT_S),
        gt(risk_polynomial(sqrt(s)), 0),
        "sqrt(s) > s on (0, 1), so F(sqrt(s)) >= p(1-q)s + (1-p)s + pq - s = pq(1 - s) > 0.",
        without(0, p=-1, q=1, s="1/4"),
        without(2, p=1, q=0, s="1/4"),
        without(5, p=1, q=1, s=4),
        wrong(STRICT, given={2: ge(q, 0)}, p=1, q=0, s="1/4"),
        wrong(SIGN, gt(p * (1 - q) * s + (1 - p) * sqrt(s) - p * q - s, 0), p=1, q=1, s="1/4"),
        wrong(CONSTANT, gt(p * (1 - q) * s + (1 - p) * sqrt(s) + p * q - 2 * s, 0), p=1, q=1, s="3/4"),
        wrong(EXPONENT, gt(risk_polynomial(s), 0), p=1, q="1/4", s="1/2"),
        still(
            SWAPPED,
            "The same with the names of p and q exchanged.",
            gt(q * (1 - p) * s + (1 - q) * sqrt(s) + p * q - s, 0),
        ),
    ),
    holds(
        "risk-polynomial-at-one",
        "polynomial",
        "disclosure",
        (),
        eq(p * (1 - q) + (1 - p) + p * q - s, 1 - s),
        "Expand: p - pq + 1 - p + pq = 1.",
        wrong(SIGN, eq(p * (1 + q) + (1 - p) + p * q - s, 1 - s), p=1, q=1, s=0),
        wrong(SIGN, eq(p * (1 - q) + (1 - p) + p * q - s, 1 + s), p=0, q=0, s=1),
        wrong(CONSTANT, eq(p * (1 - q) + (1 - p) + p * q - s, 1 - 2 * s), p=0, q=0, s=1),
        wrong(EXPONENT, eq(p**2 * (1 - q) + (1 - p) + p * q - s, 1 - s), p="1/2", q=0, s=0),
        wrong(SWAPPED, eq(p * (1 - p) + (1 - p) + p * q - s, 1 - s), p="1/2", q=0, s=0),
        wrong(STRICT, lt(p * (1 - q) + (1 - p) + p * q - s, 1 - s), p=0, q=0, s=0),
        still(SWAPPED, "Exchange p and q.", eq(q * (1 - p) + (1 - q) + p * q - s, 1 - s)),
    ),
    holds(
        "positive-root-lies-below-one",
        "polynomial",
        "strictness equality implication disclosure",
        (*UNIT_PRIORS, lt(s, 1), gt(x, 0), eq(risk_polynomial(x), 0)),
        both(lt(x, 1), lt(p * q, s)),
        "p = q = 1 would give F = 1 - s > 0; else F increases and F(1) = 1 - s > 0 = F(x) > F(0) = pq - s.",
        without(4, p=1, q="1/2", s=1, x=1),
        without(5, p=1, q="1/2", s="1/2", x=0),
        wrong(STRICT, given={5: ge(x, 0)}, p=1, q="1/2", s="1/2", x=0),
        wrong(SIGN, both(lt(x, 1), lt(-p * q, -s)), p=1, q="1/2", s="5/8", x="1/2"),
        wrong(CONSTANT, both(lt(x, sp.Rational(9, 10)), lt(p * q, s)), p=1, q="1/2", s="761/800", x="19/20"),
        wrong(EXPONENT, both(lt(x, 1), lt(p * q, s**2)), p=1, q="1/2", s="5/8", x="1/2"),
        wrong(
            SWAPPED,
            given={6: eq(p * (1 - q) * x**2 + (1 - q) * x + p * q - s, 0)},
            p="1/4",
            q="3/4",
            s="1/2",
            x=1,
        ),
        parametrisation={"s": p * (1 - q) * x**2 + (1 - p) * x + p * q},
    ),
    holds(
        "square-of-x-is-one-over-r",
        "polynomial",
        "strictness equality disclosure",
        (gt(r, 1), gt(x, 0), eq(r * x**2, 1)),
        both(lt(x, 1), gt(r * x, 1)),
        "x^2 = 1/r < 1, and rx = 1/x.",
        without(0, r=1, x=1),
        without(1, r=4, x="-1/2"),
        wrong(STRICT, given={0: ge(r, 1)}, r=1, x=1),
        wrong(CONSTANT, given={2: eq(r * x**2, 2)}, r=2, x=1),
        wrong(EXPONENT, given={2: eq(r * x, 1)}, r=2, x="1/2"),
        wrong(SWAPPED, given={2: eq(r**2 * x, 1)}, r=2, x="1/4"),
        emptied(SIGN, "r x^2 >= 0 > -1.", {2: eq(r * x**2, -1)}),
        parametrisation={"r": 1 / x**2},
    ),
    holds(
        "risk-polynomial-at-s",
        "polynomial",
        "tight implication disclosure",
        (*UNIT_PRIORS, *UNIT_S, ge(q * (1 + s), s)),
        ge(risk_polynomial(s), 0),
        "F(s) = p (1 - s)(q(1 + s) - s).",
        without(6, p=1, q="1/4", s="1/2"),
        without(5, p=1, q=1, s=2),
        wrong(STRICT, gt(risk_polynomial(s), 0), p=1, q="1/3", s="1/2"),
        wrong(CONSTANT, given={6: ge(q * (1 + 2 * s), s)}, p=1, q="1/4", s="1/2"),
        wrong(SWAPPED, given={6: ge(p * (1 + s), s)}, p=1, q="1/4", s="1/2"),
        still(SIGN, "q(1 + s) >= q(1 - s).", given={6: ge(q * (1 - s), s)}),
        still(EXPONENT, "q(1 + s) >= q(1 + s^2) as s < 1.", given={6: ge(q * (1 + s**2), s)}),
    ),
    holds(
        "no-root-when-constant-term-is-not-negative",
        "polynomial",
        "strictness disclosure",
        (*UNIT_PRIORS, *UNIT_S, ge(p * q, s), gt(x, 0)),
        gt(risk_polynomial(x), 0),
        "At p = q = 1, F = 1 - s; otherwise F(x) > F(0) = pq - s >= 0.",
        without(5, p=1, q=1, s=1, x=1),
        without(6, p=1, q="1/4", s="1/2", x="1/2"),
        without(7, p="1/2", q=1, s="1/2", x=-1),
        wrong(STRICT, given={7: ge(x, 0)}, p="1/2", q=1, s="1/2", x=0),
        wrong(SIGN, gt(p * (1 - q) * x**2 - (1 - p) * x + p * q - s, 0), p="1/2", q=1, s="1/2", x=1),
        wrong(CONSTANT, given={6: ge(2 * p * q, s)}, p=1, q="1/4", s="1/2", x="1/2"),
        wrong(EXPONENT, given={6: ge(p * q, s**2)}, p=1, q="1/4", s="1/2", x="1/2"),
    ),
    holds(
        "positive-root-by-the-conjugate-form",
        "radical",
        "denominator disclosure",
        (*UNIT_PRIORS, lt(s, 1), lt(p * q, s)),
        both(eq(risk_polynomial(RISK_ROOT), 0), gt(RISK_ROOT, 0)),
        "2C/(B + sqrt(B^2 + 4AC)), A, B >= 0 < C, solves Ax^2 + Bx = C; p = q = 1 (0/0) is excluded.",
        without(4, p=1, q=1, s=2),
        without(5, p="1/2", q="1/2", s="1/4"),
        wrong(STRICT, given={5: le(p * q, s)}, p="1/2", q="1/2", s="1/4"),
        wrong(
            SIGN,
            both(
                eq(risk_polynomial(2 * (s - p * q) / (1 - p - sqrt(RISK_DISCRIMINANT))), 0),
                gt(2 * (s - p * q) / (1 - p - sqrt(RISK_DISCRIMINANT)), 0),
            ),
            p=1,
            q="1/2",
            s="5/8",
        ),
        wrong(
            CONSTANT,
            both(
                eq(
                    risk_polynomial(
                        2 * (s - p * q) / (1 - p + sqrt((1 - p) ** 2 + 2 * p * (1 - q) * (s - p * q)))
                    ),
                    0,
                ),
                gt(RISK_ROOT, 0),
            ),
            p=1,
            q="1/2",
            s="5/8",
        ),
        wrong(
            SWAPPED,
            both(
                eq(risk_polynomial(2 * (s - p * q) / (1 - q + sqrt(RISK_DISCRIMINANT))), 0), gt(RISK_ROOT, 0)
            ),
            p=1,
            q="1/2",
            s="5/8",
        ),
        wrong(
            EXPONENT,
            both(
                eq(
                    risk_polynomial(
                        2 * (s - p * q) / (1 - p + sqrt((1 - p) ** 3 + 4 * p * (1 - q) * (s - p * q)))
                    ),
                    0,
                ),
                gt(RISK_ROOT, 0),
            ),
            p="1/2",
            q=1,
            s="3/4",
        ),
    ),
)

# --- square roots -------------------------------------------------------------------------------------------

RADICALS = (
    holds(
        "am-gm-2",
        "radical",
        "tight folklore",
        (ge(a, 0), ge(b, 0)),
        ge((a + b) / 2, sqrt(a * b)),
        "(sqrt(a) - sqrt(b))^2 >= 0.",
        without(0, a=-1, b=1),
        wrong(STRICT, gt((a + b) / 2, sqrt(a * b)), a=1, b=1),
        wrong(CONSTANT, ge((a + b) / 3, sqrt(a * b)), a=1, b=1),
        wrong(SIGN, ge((a - b) / 2, sqrt(a * b)), a=1, b=1),
        wrong(EXPONENT, ge((a + b) / 2, a * b), a=2, b=2),
        wrong(SWAPPED, ge((a + a) / 2, sqrt(a * b)), a=1, b=4),
        still(CONSTANT, "a + b >= (a + b)/2 for a, b >= 0.", ge(a + b, sqrt(a * b))),
    ),
    holds(
        "geometric-above-harmonic-mean",
        "radical",
        "tight denominator folklore",
        (gt(a, 0), gt(b, 0)),
        ge(sqrt(a * b), 2 * a * b / (a + b)),
        "(a + b)/2 >= sqrt(ab), times 2 sqrt(ab)/(a + b).",
        without(0, a=-1, b=1),
        wrong(STRICT, gt(sqrt(a * b), 2 * a * b / (a + b)), a=1, b=1),
        wrong(CONSTANT, ge(sqrt(a * b), 3 * a * b / (a + b)), a=1, b=1),
        wrong(SIGN, ge(sqrt(a * b), 2 * a * b / (a - b)), a=2, b=1),
        wrong(EXPONENT, ge(a * b, 2 * a * b / (a + b)), a="1/2", b="1/2"),
        wrong(SWAPPED, ge(sqrt(a**2), 2 * a * b / (a + b)), a=1, b=4),
    ),
    holds(
        "root-of-a-square",
        "radical",
        "sign-condition",
        (),
        eq(sqrt(a**2), Abs(a)),
        "The root is the non-negative number with that square.",
        wrong(SIGN, eq(sqrt(a**2), -Abs(a)), a=1),
        wrong(SIGN, eq(sqrt(a**2), -a), a=1),
        wrong(CONSTANT, eq(sqrt(a**2), 2 * Abs(a)), a=1),
        wrong(EXPONENT, eq(sqrt(a**4), Abs(a)), a=2),
        wrong(STRICT, gt(sqrt(a**2), Abs(a)), a=0),
        still(EXPONENT, "The claim at a^2.", eq(sqrt(a**4), a**2)),
    ),
    holds(
        "nested-root-of-a-sum",
        "radical",
        "sign-condition",
        (ge(a, 0), ge(b, 0)),
        eq(sqrt(a + b + 2 * sqrt(a * b)), sqrt(a) + sqrt(b)),
        "Both sides are >= 0 and have the same square.",
        without(0, a=-1, b=0),
        wrong(SIGN, eq(sqrt(a + b - 2 * sqrt(a * b)), sqrt(a) + sqrt(b)), a=1, b=1),
        wrong(CONSTANT, eq(sqrt(a + b + 3 * sqrt(a * b)), sqrt(a) + sqrt(b)), a=1, b=1),
        wrong(EXPONENT, eq(sqrt(a + b + 2 * a * b), sqrt(a) + sqrt(b)), a=4, b=4),
        wrong(SWAPPED, eq(sqrt(a + b + 2 * sqrt(a * b)), 2 * sqrt(a)), a=1, b=0),
        still(
            SIGN,
            "Both sides are >= 0 and have the same square.",
            eq(sqrt(a + b - 2 * sqrt(a * b)), Abs(sqrt(a) - sqrt(b))),
        ),
    ),
    holds(
        "nested-root-in-one-variable",
        "radical",
        "sign-condition",
        (ge(x, 1),),
        eq(sqrt(x + 2 * sqrt(x - 1)), 1 + sqrt(x - 1)),
        "(1 + sqrt(x - 1))^2 = x + 2 sqrt(x - 1).",
        without(0, x=0),
        wrong(SIGN, eq(sqrt(x - 2 * sqrt(x - 1)), 1 + sqrt(x - 1)), x=2),
        wrong(SIGN, eq(sqrt(x + 2 * sqrt(x - 1)), 1 - sqrt(x - 1)), x=2),
        wrong(CONSTANT, eq(sqrt(x + 3 * sqrt(x - 1)), 1 + sqrt(x - 1)), x=2),
        wrong(CONSTANT, given={0: ge(x, 0)}, x=0),
        wrong(EXPONENT, eq(sqrt(x**2 + 2 * sqrt(x - 1)), 1 + sqrt(x - 1)), x=2),
        still(
            SIGN,
            "(1 - sqrt(x - 1))^2 = x - 2 sqrt(x - 1).",
            eq(sqrt(x - 2 * sqrt(x - 1)), Abs(1 - sqrt(x - 1))),
        ),
    ),
    holds(
        "conjugate-of-a-difference-of-roots",
        "radical",
        "denominator folklore",
        (ge(x, 0),),
        eq(sqrt(x + 1) - sqrt(x), 1 / (sqrt(x + 1) + sqrt(x))),
        "(sqrt(x+1) - sqrt(x))(sqrt(x+1) + sqrt(x)) = 1, and the sum is positive.",
        without(0, x="-1/2"),
        wrong(SIGN, eq(sqrt(x + 1) + sqrt(x), 1 / (sqrt(x + 1) + sqrt(x))), x="9/16"),
        wrong(CONSTANT, eq(sqrt(x + 1) - sqrt(x), 2 / (sqrt(x + 1) + sqrt(x))), x=0),
        wrong(CONSTANT, eq(sqrt(x + 2) - sqrt(x), 1 / (sqrt(x + 2) + sqrt(x))), x=0),
        wrong(EXPONENT, eq(sqrt(x**2 + 1) - sqrt(x), 1 / (sqrt(x**2 + 1) + sqrt(x))), x=2),
        still(
            EXPONENT,
            "The claim at x^2, with Abs(x) for its root.",
            eq(sqrt(x**2 + 1) - Abs(x), 1 / (sqrt(x**2 + 1) + Abs(x))),
        ),
    ),
    holds(
        "quadratic-formula",
        "radical",
        "sign-condition folklore",
        (ge(c, 0),),
        both(
            eq(((-b + sqrt(b**2 + 4 * c)) / 2) ** 2 + b * (-b + sqrt(b**2 + 4 * c)) / 2, c),
            ge((-b + sqrt(b**2 + 4 * c)) / 2, 0),
        ),
        "X = (-b + sqrt(b^2 + 4c))/2 solves X^2 + bX = c; sqrt(b^2 + 4c) >= |b|.",
        without(0, b=0, c=-1),
        wrong(
            SIGN,
            both(
                eq(((b + sqrt(b**2 + 4 * c)) / 2) ** 2 + b * (b + sqrt(b**2 + 4 * c)) / 2, c),
                ge((b + sqrt(b**2 + 4 * c)) / 2, 0),
            ),
            b=1,
            c=0,
        ),
        wrong(
            SIGN,
            both(
                eq(((-b - sqrt(b**2 + 4 * c)) / 2) ** 2 + b * (-b - sqrt(b**2 + 4 * c)) / 2, c),
                ge((-b - sqrt(b**2 + 4 * c)) / 2, 0),
            ),
            b=0,
            c=1,
        ),
        wrong(
            CONSTANT,
            both(
                eq(((-b + sqrt(b**2 + 2 * c)) / 2) ** 2 + b * (-b + sqrt(b**2 + 2 * c)) / 2, c),
                ge((-b + sqrt(b**2 + 2 * c)) / 2, 0),
            ),
            b=0,
            c=2,
        ),
        wrong(
            EXPONENT,
            both(
                eq(((-b + sqrt(b**3 + 4 * c)) / 2) ** 2 + b * (-b + sqrt(b**3 + 4 * c)) / 2, c),
                ge((-b + sqrt(b**3 + 4 * c)) / 2, 0),
            ),
            b=2,
            c=0,
        ),
        wrong(
            STRICT,
            both(
                eq(((-b + sqrt(b**2 + 4 * c)) / 2) ** 2 + b * (-b + sqrt(b**2 + 4 * c)) / 2, c),
                gt((-b + sqrt(b**2 + 4 * c)) / 2, 0),
            ),
            b=0,
            c=0,
        ),
    ),
    holds(
        "triangle-inequality-plane",
        "radical",
        "tight folklore",
        (),
        le(sqrt((a + c) ** 2 + (b + d) ** 2), sqrt(a**2 + b**2) + sqrt(c**2 + d**2)),
        "Square twice; Cauchy-Schwarz.",
        wrong(
            STRICT,
            lt(sqrt((a + c) ** 2 + (b + d) ** 2), sqrt(a**2 + b**2) + sqrt(c**2 + d**2)),
            a=0,
            b=0,
            c=0,
            d=0,
        ),
        wrong(
            SIGN,
            le(sqrt((a + c) ** 2 + (b + d) ** 2), sqrt(a**2 + b**2) - sqrt(c**2 + d**2)),
            a=1,
            b=0,
            c=1,
            d=0,
        ),
        wrong(
            CONSTANT,
            le(2 * sqrt((a + c) ** 2 + (b + d) ** 2), sqrt(a**2 + b**2) + sqrt(c**2 + d**2)),
            a=1,
            b=0,
            c=1,
            d=0,
        ),
        wrong(
            EXPONENT,
            le((a + c) ** 2 + (b + d) ** 2, sqrt(a**2 + b**2) + sqrt(c**2 + d**2)),
            a=1,
            b=0,
            c=1,
            d=0,
        ),
        wrong(
            SWAPPED,
            le(sqrt(4 * a**2 + (b + d) ** 2), sqrt(a**2 + b**2) + sqrt(c**2 + d**2)),
            a=1,
            b=0,
            c=0,
            d=0,
        ),
        still(
            SIGN,
            "Put -c for c.",
            le(sqrt((a - c) ** 2 + (b + d) ** 2), sqrt(a**2 + b**2) + sqrt(c**2 + d**2)),
        ),
        still(
            SWAPPED,
            "Exchange c and d.",
            le(sqrt((a + d) ** 2 + (b + c) ** 2), sqrt(a**2 + b**2) + sqrt(c**2 + d**2)),
        ),
    ),
    holds(
        "tangent-of-the-square-root",
        "radical",
        "tight folklore",
        (ge(x, -1),),
        le(sqrt(1 + x), 1 + x / 2),
        "The right side is positive; its square exceeds 1 + x by x^2/4.",
        without(0, x=-2),
        wrong(STRICT, lt(sqrt(1 + x), 1 + x / 2), x=0),
        wrong(SIGN, le(sqrt(1 + x), 1 - x / 2), x=3),
        wrong(CONSTANT, le(sqrt(1 + x), 1 + x / 3), x=1),
        wrong(CONSTANT, given={0: ge(x, -2)}, x=-2),
        wrong(EXPONENT, le(sqrt(1 + x), 1 + x**2 / 2), x="1/4"),
    ),
)

# --- logarithms ---------------------------------------------------------------------------------------------

LOGARITHMS = (
    holds(
        "log-of-a-product",
        "log",
        "sign-condition folklore",
        (gt(a, 0), gt(b, 0)),
        eq(log(a) + log(b), log(a * b)),
        "The law of logarithms for positive numbers.",
        without(0, a=-1, b=1),
        wrong(STRICT, given={1: ge(b, 0)}, a=1, b=0),
        wrong(SIGN, eq(log(a) - log(b), log(a * b)), a=1, b=2),
        wrong(CONSTANT, eq(2 * log(a) + log(b), log(a * b)), a=2, b=1),
        wrong(EXPONENT, eq(log(a) + log(b), log(a**2 * b)), a=2, b=1),
        wrong(SWAPPED, eq(2 * log(a), log(a * b)), a=1, b=2),
    ),
    holds(
        "log-of-a-square-by-absolute-value",
        "log",
        "sign-condition",
        (ne(x, 0),),
        eq(log(x**2), 2 * log(Abs(x))),
        "x^2 = |x|^2 with |x| > 0.",
        without(0, x=0),
        wrong(SIGN, eq(log(x**2), -2 * log(Abs(x))), x=2),
        wrong(CONSTANT, eq(log(x**2), 3 * log(Abs(x))), x=2),
        wrong(CONSTANT, eq(log(2 * x**2), 2 * log(Abs(x))), x=1),
        wrong(EXPONENT, eq(log(x**4), 2 * log(Abs(x))), x=2),
        still(EXPONENT, "The claim at x^2.", eq(log(x**4), 2 * log(x**2))),
    ),
    holds(
        "log-of-a-quotient",
        "log",
        "denominator sign-condition",
        (gt(a, 0), gt(b, 0)),
        eq(log(a / b), log(a) - log(b)),
        "The law of logarithms for positive numbers.",
        without(0, a=-1, b=1),
        without(1, a=1, b=0),
        wrong(SIGN, eq(log(a / b), log(a) + log(b)), a=1, b=2),
        wrong(CONSTANT, eq(log(2 * a / b), log(a) - log(b)), a=1, b=1),
        wrong(EXPONENT, eq(log(a**2 / b), log(a) - log(b)), a=2, b=1),
        wrong(SWAPPED, eq(log(b / a), log(a) - log(b)), a=1, b=2),
    ),
    holds(
        "log-increases",
        "log",
        "strictness folklore",
        (gt(a, 0), lt(a, b)),
        lt(log(a), log(b)),
        "log(b) - log(a) = log(b/a) with b/a > 1.",
        without(0, a=-1, b=1),
        without(1, a=1, b=1),
        wrong(STRICT, given={1: le(a, b)}, a=1, b=1),
        wrong(SIGN, lt(-log(a), log(b)), a="1/4", b="1/2"),
        wrong(CONSTANT, lt(log(2 * a), log(b)), a=2, b=3),
        wrong(EXPONENT, lt(log(a**2), log(b)), a=2, b=3),
        wrong(SWAPPED, lt(log(b), log(a)), a=1, b=2),
    ),
    holds(
        "logs-of-conjugates",
        "log",
        "sign-condition",
        (ge(x, 1),),
        eq(log(x + sqrt(x**2 - 1)) + log(x - sqrt(x**2 - 1)), 0),
        "The arguments are positive and their product is 1.",
        without(0, x=0),
        wrong(SIGN, eq(log(x + sqrt(x**2 - 1)) - log(x - sqrt(x**2 - 1)), 0), x="5/4"),
        wrong(SIGN, given={0: le(x, -1)}, x=-1),
        wrong(CONSTANT, eq(log(x + sqrt(x**2 - 1)) + log(x - sqrt(x**2 - 1)), 1), x=1),
        wrong(CONSTANT, given={0: ge(x, -1)}, x=-1),
        wrong(EXPONENT, eq(log(x + sqrt(x - 1)) + log(x - sqrt(x - 1)), 0), x=5),
    ),
)

# --- exponentials and logarithms beside their own variables -------------------------------------------------

EXPONENTIALS = (
    holds(
        "exp-of-a-negative-reciprocal",
        "exp",
        "denominator strictness",
        (gt(t, 0),),
        lt(exp(-1 / t), 1),
        "The exponent is negative.",
        without(0, t=-1),
        wrong(STRICT, given={0: ge(t, 0)}, t=0),
        wrong(SIGN, lt(exp(1 / t), 1), t=1),
        wrong(CONSTANT, lt(exp(-1 / t), sp.Rational(1, 2)), t=2),
        still(EXPONENT, "The exponent is negative.", lt(exp(-1 / t**2), 1)),
    ),
    holds(
        "exp-of-a-quotient-is-positive",
        "exp",
        "denominator",
        (ne(t, 0),),
        gt(exp(-c / t), 0),
        "An exponential is positive where it is defined.",
        without(0, c=1, t=0),
        wrong(SIGN, gt(-exp(-c / t), 0), c=1, t=1),
        wrong(CONSTANT, gt(exp(-c / t), 1), c=1, t=1),
        wrong(SWAPPED, gt(exp(-t / c), 0), c=0, t=1),
        still(SIGN, "A part of the domain.", given={0: gt(t, 0)}),
    ),
    holds(
        "number-times-the-log-of-its-square",
        "exp",
        "sign-condition",
        (gt(x, 0),),
        eq(x * log(x**2), 2 * x * log(x)),
        "log(x^2) = 2 log(x) for x > 0.",
        without(0, x=-1),
        wrong(STRICT, given={0: ge(x, 0)}, x=0),
        wrong(SIGN, eq(x * log(x**2), -2 * x * log(x)), x=2),
        wrong(CONSTANT, eq(x * log(x**2), 3 * x * log(x)), x=2),
        wrong(EXPONENT, eq(x * log(x**3), 2 * x * log(x)), x=2),
    ),
    holds(
        "number-times-its-exponential",
        "exp",
        "strictness",
        (gt(x, 1),),
        gt(x * exp(x), x),
        "e^x > 1 for x > 0.",
        without(0, x=0),
        wrong(CONSTANT, given={0: gt(x, -1)}, x=0),
        wrong(SIGN, gt(x * exp(-x), x), x=2),
        wrong(CONSTANT, gt(x * exp(x), 4 * x), x="5/4"),  # 5/4 < log(4) = 1.386...
        wrong(EXPONENT, gt(x * exp(x), x**4), x=2),  # 2 e^2 < 15
        still(STRICT, "e > 1 at x = 1.", given={0: ge(x, 1)}),
    ),
    holds(
        "exponential-above-its-tangent",
        "exp",
        "tight folklore",
        (),
        ge(exp(x), x + 1),
        "e^x is convex, and x + 1 its tangent at 0.",
        wrong(STRICT, gt(exp(x), x + 1), x=0),
        wrong(SIGN, ge(-exp(x), x + 1), x=0),
        wrong(CONSTANT, ge(exp(x), x + 2), x=0),
        wrong(CONSTANT, ge(exp(x), 3 * x + 1), x=1),
        wrong(EXPONENT, ge(exp(x), (x + 1) ** 3), x=1),
        still(SIGN, "The claim at -x.", ge(exp(-x), 1 - x)),
    ),
    holds(
        "logarithm-below-its-tangent",
        "exp",
        "tight folklore",
        (gt(x, 0),),
        le(log(x), x - 1),
        "log is concave, and x - 1 its tangent at 1.",
        without(0, x=0),
        wrong(STRICT, lt(log(x), x - 1), x=1),
        wrong(SIGN, le(-log(x), x - 1), x="1/2"),
        wrong(CONSTANT, le(log(x), x - 2), x=1),
        wrong(CONSTANT, le(2 * log(x), x - 1), x=2),  # log(4) > 1
        still(SIGN, "The claim at 1/x, as log(1/x) = -log(x).", ge(log(x), 1 - 1 / x)),
    ),
    holds(
        "log-of-a-number-times-its-exponential",
        "exp",
        "sign-condition",
        (gt(x, 0),),
        eq(log(x * exp(x)), log(x) + x),
        "The law of logarithms for positive numbers.",
        without(0, x=-1),
        wrong(STRICT, given={0: ge(x, 0)}, x=0),
        wrong(SIGN, eq(log(x * exp(x)), log(x) - x), x=1),
        wrong(CONSTANT, eq(log(x * exp(x)), log(x) + 2 * x), x=1),
        wrong(EXPONENT, eq(log(x**2 * exp(x)), log(x) + x), x=2),
    ),
    refuted(
        "exponential-above-two",
        "exp",
        "strictness",
        (gt(x, 0),),
        gt(x * exp(x), 2 * x),
        "e^x < 2 for x < log(2) = 0.693...",
        x="1/2",
    ),
    refuted(
        "exp-of-a-reciprocal-of-either-sign",
        "exp",
        "denominator",
        (ne(t, 0),),
        lt(exp(-1 / t), 1),
        "e > 1 at t = -1.",
        t=-1,
    ),
    refuted(
        "log-of-the-square-of-a-negative-number",
        "exp",
        "sign-condition",
        (ne(x, 0),),
        eq(x * log(x**2), 2 * x * log(x)),
        "log(x) is undefined at x = -1.",
        x=-1,
    ),
    refuted(
        "positive-number-times-an-undefined-exponential",
        "exp",
        "denominator",
        (gt(x, 0),),
        gt(x * exp(1 / y), 0),
        "1/y is undefined at y = 0.",
        x=1,
        y=0,
    ),
    vacuous(
        "logarithm-above-its-tangent",
        "exp",
        "empty",
        (gt(log(x), x - 1),),
        eq(x, 1),
        "log(x) <= x - 1.",
        wrong(CONSTANT, given={0: gt(log(x), x - 2)}, x=2),
    ),
)

# --- claims that lack a hypothesis --------------------------------------------------------------------------

ONLY_IF = (
    holds_if(
        "x-times-its-reciprocal",
        "polynomial",
        "denominator",
        (),
        eq(sp.Mul(x, sp.Pow(x, -1), evaluate=False), 1),
        (ne(x, 0),),
        "Undefined at 0 (the tree is a product that has not been cancelled).",
        wrong(CONSTANT, eq(sp.Mul(x, sp.Pow(x, -1), evaluate=False), 2), x=1),
        wrong(STRICT, gt(sp.Mul(x, sp.Pow(x, -1), evaluate=False), 1), x=1),
        without(0, x=0),
        wrong(CONSTANT, given={0: ne(x, 1)}, x=0),
        wrong(SIGN, eq(sp.Mul(x, sp.Pow(x, -1), evaluate=False), -1), x=1),
        x=0,
    ),
    holds_if(
        "squares-keep-the-order",
        "polynomial",
        "implication sign-condition",
        (le(a, b),),
        le(a**2, b**2),
        (ge(a, 0),),
        "b^2 - a^2 = (b - a)(b + a) with both factors >= 0.",
        without(1, a=-2, b=1),
        without(0, a=2, b=1),
        wrong(STRICT, lt(a**2, b**2), a=1, b=1),
        wrong(CONSTANT, le(2 * a**2, b**2), a=1, b=1),
        wrong(SWAPPED, le(b**2, a**2), a=0, b=1),
        wrong(EXPONENT, le(a**3, b**2), a=2, b=2),
        still(EXPONENT, "Cubes keep the order of all numbers.", le(a**3, b**3)),
        a=-2,
        b=1,
    ),
    holds_if(
        "division-by-a-factor",
        "polynomial",
        "implication",
        (le(a * b, a * c),),
        le(b, c),
        (gt(a, 0),),
        "a (c - b) >= 0 and a > 0.",
        wrong(STRICT, given={1: ge(a, 0)}, a=0, b=1, c=0),
        wrong(SIGN, given={0: le(a * b, -a * c)}, a=1, b=0, c=-1),
        wrong(CONSTANT, given={0: le(2 * a * b, a * c)}, a=1, b=-1, c=-2),
        wrong(SWAPPED, given={0: le(a * b, b * c)}, a=1, b=-1, c=-2),
        without(0, a=1, b=1, c=0),
        still(EXPONENT, "a^2 > 0.", given={0: le(a**2 * b, a**2 * c)}),
        a=-1,
        b=1,
        c=0,
    ),
    holds_if(
        "reciprocals-reverse-the-order",
        "polynomial",
        "strictness denominator",
        (lt(a, b),),
        lt(1 / b, 1 / a),
        (gt(a * b, 0),),
        "1/a - 1/b = (b - a)/(ab).",
        without(0, a=1, b=1),
        wrong(STRICT, given={1: ge(a * b, 0)}, a=0, b=1),
        wrong(SIGN, lt(-1 / b, 1 / a), a=-2, b=-1),
        wrong(CONSTANT, lt(2 / b, 1 / a), a=1, b="3/2"),
        wrong(EXPONENT, lt(1 / b**2, 1 / a**2), a=-2, b=-1),
        wrong(SWAPPED, lt(1 / a, 1 / b), a=1, b=2),
        a=-1,
        b=1,
    ),
    holds_if(
        "square-of-a-maximum",
        "polynomial",
        "sign-condition",
        (),
        eq(Max(a, b) ** 2, Max(a**2, b**2)),
        (ge(a, 0), ge(b, 0)),
        "Squares keep the order of non-negative numbers.",
        without(0, a=-2, b=1),
        wrong(SIGN, eq(Max(a, b) ** 2, -Max(a**2, b**2)), a=1, b=0),
        wrong(CONSTANT, eq(2 * Max(a, b) ** 2, Max(a**2, b**2)), a=1, b=0),
        wrong(EXPONENT, eq(Max(a, b) ** 3, Max(a**2, b**2)), a=2, b=0),
        wrong(SWAPPED, eq(a**2, Max(a**2, b**2)), a=0, b=1),
        a=-2,
        b=1,
    ),
    holds_if(
        "risk-polynomial-increases-off-the-corner",
        "polynomial",
        "strictness disclosure",
        (*UNIT_PRIORS, gt(x, 0), lt(x, y)),
        lt(risk_polynomial(x), risk_polynomial(y)),
        (either(ne(p, 1), ne(q, 1)),),
        "The gap is (y - x)(p(1-q)(x+y) + 1 - p); at p = q = 1 the polynomial is the constant 1 - s.",
        wrong(STRICT, given={5: le(x, y)}, p="1/2", q="1/2", s=0, x=1, y=1),
        without(4, p=1, q="1/2", s=0, x=-2, y=1),
        without(1, p=2, q=1, s=0, x=1, y=2),
        wrong(CONSTANT, given={1: le(p, 2)}, p=2, q=1, s=0, x=1, y=2),
        wrong(SIGN, lt(-risk_polynomial(x), -risk_polynomial(y)), p="1/2", q="1/2", s=0, x=1, y=2),
        p=1,
        q=1,
        s="1/2",
        x=1,
        y=2,
    ),
    holds_if(
        "root-of-a-square-is-the-number",
        "radical",
        "sign-condition",
        (),
        eq(sqrt(a**2), a),
        (ge(a, 0),),
        "sqrt(a^2) = |a|.",
        wrong(SIGN, given={0: le(a, 0)}, a=-1),
        wrong(SIGN, eq(sqrt(a**2), -a), a=1),
        wrong(CONSTANT, given={0: ge(a, -1)}, a=-1),
        wrong(EXPONENT, eq(sqrt(a**4), a), a=2),
        wrong(STRICT, gt(sqrt(a**2), a), a=0),
        a=-1,
    ),
    holds_if(
        "root-of-a-product",
        "radical",
        "sign-condition",
        (ge(a * b, 0),),
        eq(sqrt(a * b), sqrt(a) * sqrt(b)),
        (ge(a, 0), ge(b, 0)),
        "Both sides are >= 0 and have the same square; for negative a and b the right side is undefined.",
        wrong(SIGN, eq(sqrt(a * b), -sqrt(a) * sqrt(b)), a=1, b=1),
        wrong(CONSTANT, eq(sqrt(2 * a * b), sqrt(a) * sqrt(b)), a=1, b=1),
        wrong(EXPONENT, eq(sqrt(a**2 * b), sqrt(a) * sqrt(b)), a=4, b=1),
        wrong(SWAPPED, eq(sqrt(a * b), sqrt(a) * sqrt(a + b)), a=1, b=1),
        wrong(STRICT, gt(sqrt(a * b), sqrt(a) * sqrt(b)), a=0, b=0),
        still("dropped-hypothesis", "a >= 0 and b >= 0 give ab >= 0.", given={0: None}),
        a=-1,
        b=-1,
    ),
    holds_if(
        "nested-root-of-a-difference",
        "radical",
        "sign-condition",
        (ge(a, 0), ge(b, 0)),
        eq(sqrt(a + b - 2 * sqrt(a * b)), sqrt(a) - sqrt(b)),
        (ge(a, b),),
        "The left side is |sqrt(a) - sqrt(b)|.",
        wrong(SIGN, eq(sqrt(a + b + 2 * sqrt(a * b)), sqrt(a) - sqrt(b)), a=1, b=1),
        wrong(SWAPPED, given={2: ge(b, a)}, a=0, b=1),
        wrong(CONSTANT, eq(sqrt(a + b - sqrt(a * b)), sqrt(a) - sqrt(b)), a=1, b=1),
        wrong(EXPONENT, eq(a + b - 2 * sqrt(a * b), sqrt(a) - sqrt(b)), a=4, b=0),
        without(1, a=1, b=-1),
        a=0,
        b=1,
    ),
    holds_if(
        "log-of-a-product-of-one-sign",
        "log",
        "sign-condition",
        (gt(a * b, 0),),
        eq(log(a * b), log(a) + log(b)),
        (gt(a, 0),),
        "ab > 0 and a > 0 give b > 0; for negative a the right side is undefined.",
        wrong(SIGN, given={1: lt(a, 0)}, a=-1, b=-1),
        wrong(CONSTANT, eq(log(2 * a * b), log(a) + log(b)), a=1, b=1),
        wrong(EXPONENT, eq(log(a * b**2), log(a) + log(b)), a=1, b=2),
        wrong(SWAPPED, eq(log(a * b), 2 * log(a)), a=1, b=2),
        without(0, a=1, b=-1),
        still(SWAPPED, "b > 0 serves as well.", given={1: gt(b, 0)}),
        a=-1,
        b=-1,
    ),
    holds_if(
        "log-of-a-square",
        "log",
        "sign-condition",
        (ne(x, 0),),
        eq(log(x**2), 2 * log(x)),
        (gt(x, 0),),
        "For negative x the left side alone is defined.",
        wrong(SIGN, given={1: lt(x, 0)}, x=-1),
        wrong(CONSTANT, eq(log(x**2), 3 * log(x)), x=2),
        wrong(EXPONENT, eq(log(x**3), 2 * log(x)), x=2),
        wrong(STRICT, gt(log(x**2), 2 * log(x)), x=1),
        wrong(STRICT, given={0: ge(x**2, 0), 1: ge(x, 0)}, x=0),
        still(EXPONENT, "The claim at x^2.", eq(log(x**4), 4 * log(x))),
        x=-1,
    ),
    holds_if(
        "log-of-a-ratio",
        "log",
        "denominator sign-condition",
        (either(lt(x, 1), gt(x, 2)),),
        eq(log((x - 1) / (x - 2)), log(x - 1) - log(x - 2)),
        (gt(x, 2),),
        "For x < 1 the ratio is positive and the two numbers are negative.",
        wrong(SIGN, eq(log((x - 1) / (x - 2)), log(x - 1) + log(x - 2)), x=4),
        wrong(SIGN, given={1: lt(x, 2)}, x=0),
        wrong(CONSTANT, eq(log((x - 1) / (x - 2)), 2 * log(x - 1) - log(x - 2)), x=3),
        wrong(CONSTANT, given={1: gt(x, -2)}, x=0),
        wrong(EXPONENT, eq(log((x - 1) ** 2 / (x - 2)), log(x - 1) - log(x - 2)), x=3),
        still("dropped-hypothesis", "x > 2 implies it.", given={0: None}),
        x=0,
    ),
)

# --- false claims -------------------------------------------------------------------------------------------

FALSE = (
    refuted(
        "sum-of-two-squares-strict",
        "polynomial",
        "strictness tight",
        (),
        gt(a**2 + b**2, 0),
        "Zero at one point.",
        a=0,
        b=0,
    ),
    refuted(
        "needle",
        "polynomial",
        "strictness tight",
        (gt(x, 0), lt(x, 1), gt(y, 0), lt(y, 1)),
        gt((x - sp.Rational(1, 3)) ** 2 + (y - sp.Rational(1, 7)) ** 2, 0),
        "The only counterexample is one point inside.",
        x="1/3",
        y="1/7",
    ),
    refuted(
        "shallow-dip",
        "polynomial",
        "tight",
        (ge(x, -2),),
        ge(x**3 - 3 * x + sp.Rational(1999, 1000), -sp.Rational(1, 10000)),
        "-1/1000 at x = 1.",
        x=1,
    ),
    refuted(
        "square-of-a-sum",
        "polynomial",
        "folklore",
        (),
        eq((a + b) ** 2, a**2 + b**2),
        "The difference is 2ab.",
        a=1,
        b=1,
    ),
    refuted(
        "cancelled-summand",
        "polynomial",
        "denominator folklore",
        (gt(a, 0), gt(b, 0), gt(c, 0)),
        eq((a + b) / (a + c), b / c),
        "Equal only for b = c.",
        a=1,
        b=1,
        c=2,
    ),
    refuted(
        "risk-polynomial-at-s-everywhere",
        "polynomial",
        "disclosure",
        (*UNIT_PRIORS, *UNIT_S),
        ge(risk_polynomial(s), 0),
        "F(s) = p (1 - s)(q(1 + s) - s) is negative for small q.",
        p=1,
        q="1/4",
        s="1/2",
    ),
    refuted(
        "root-of-a-sum",
        "radical",
        "folklore",
        (ge(a, 0), ge(b, 0)),
        eq(sqrt(a + b), sqrt(a) + sqrt(b)),
        "The squares differ by 2 sqrt(ab).",
        a=1,
        b=1,
    ),
    refuted(
        "log-of-a-sum",
        "log",
        "folklore",
        (gt(a, 0), gt(b, 0)),
        eq(log(a + b), log(a) + log(b)),
        "log 2 against 0 (equal at a = b = 2).",
        a=1,
        b=1,
    ),
)

# --- claims about nothing -----------------------------------------------------------------------------------

EMPTY = (
    vacuous(
        "positive-numbers-with-negative-sum",
        "polynomial",
        "empty",
        (gt(a, 0), gt(b, 0), lt(a + b, 0)),
        eq(a, 5),
        "a + b > 0.",
        without(1, a=1, b=-2),
    ),
    vacuous(
        "squares-below-twice-the-product",
        "polynomial",
        "empty",
        (lt(x**2 + y**2, 2 * x * y),),
        gt(x, y),
        "(x - y)^2 < 0.",
        wrong(STRICT, given={0: le(x**2 + y**2, 2 * x * y)}, x=0, y=0),
    ),
    vacuous(
        "negative-square",
        "polynomial",
        "empty equality",
        (eq(x**2, -1),),
        gt(x, 0),
        "x^2 >= 0.",
        wrong(SIGN, given={0: eq(x**2, 1)}, x=-1),
    ),
    vacuous(
        "cube-above-number-inside-the-unit-interval",
        "polynomial",
        "empty",
        (gt(x, 0), lt(x, 1), ge(x**3, x)),
        gt(x, 100),
        "x^3 < x on (0, 1); touched at both ends.",
        wrong(STRICT, given={0: ge(x, 0)}, x=0),
        wrong(STRICT, given={1: le(x, 1)}, x=1),
    ),
    vacuous(
        "cyclic-order",
        "polynomial",
        "empty implication",
        (gt(x, y), gt(y, z), gt(z, x)),
        ge((x + y) ** 2, 0),
        "The three sum to 0 > 0. The goal is true everywhere: the domain is to be reported all the same.",
        still("dropped-hypothesis", "A square.", given={2: None}),
    ),
    vacuous(
        "zero-and-not-zero",
        "polynomial",
        "empty strictness",
        (ge(x, 0), le(x, 0), ne(x, 0)),
        eq(x, 1),
        "The first two leave x = 0 alone.",
        without(2, x=0),
    ),
    vacuous(
        "reciprocal-zero",
        "polynomial",
        "empty denominator",
        (eq(1 / x, 0),),
        eq(x, 0),
        "(1/x) x = 1; undefined at 0.",
        wrong(CONSTANT, given={0: eq(1 / x, 1)}, x=1),
    ),
    vacuous(
        "negative-root",
        "radical",
        "empty equality sign-condition",
        (eq(sqrt(x), -1),),
        eq(x, 1),
        "A square root is >= 0 (squaring would give x = 1).",
        still(SIGN, "Square.", given={0: eq(sqrt(x), 1)}, parametrisation={"x": sp.Integer(1)}),
    ),
    vacuous(
        "logs-of-opposite-numbers",
        "log",
        "empty equality",
        (eq(log(x) + log(-x), 0),),
        eq(x, 1),
        "x > 0 and -x > 0 cannot both hold.",
        still(
            SIGN, "log(x) = 0 only at 1.", given={0: eq(2 * log(x), 0)}, parametrisation={"x": sp.Integer(1)}
        ),
        wrong(SIGN, given={0: eq(log(-x), 0)}, x=-1),
    ),
)

CASES: tuple[Case, ...] = (
    INEQUALITIES
    + EQUATIONS
    + RATIONAL
    + CASEWISE
    + DISCLOSURE
    + RADICALS
    + LOGARITHMS
    + EXPONENTIALS
    + ONLY_IF
    + FALSE
    + EMPTY
)
"""Every claim of the corpus."""
