"""Claims with known verdicts, each derived by hand; no value here was read off a program's output.

All variables are real (the symbols carry no assumptions, so that SymPy does not decide a relation on sight).
A claim says: for all real values of its variables, the hypotheses imply the goal. A comparison with an
undefined side (zero denominator, root of a negative number, logarithm of a non-positive number) is false.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy as sp

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
