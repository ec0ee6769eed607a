"""The hypothesis that a false claim lacks: sign conditions on projection factors that make it true.

Where the truth of a claim changes, a coefficient, discriminant or resultant of its polynomials vanishes (the
projection of cylindrical algebraic decomposition); so their signs are the candidates. A candidate is returned
only with a solver's proof that it suffices, points that show it is not vacuous, and a witness without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations, islice

import sympy as sp

from verify.claims.projection import factors, projection, simplest_of, with_factors
from verify.claims.region import tidied, without_redundant
from verify.language.assumptions import with_sign_conditions
from verify.language.condition import Condition, Relation
from verify.points.rational_search import simple_points
from verify.prover.witness import UnconfirmedPointError, Witness, confirmed, find_witness
from verify.solvers.smt import QUICK_STEPS, Solver, UndecidedQueryError

LARGEST_PAIRS = 400
"""How many pairs of conditions are put to the solver where no single condition suffices."""

SUCCESSES = 16
"""How many sufficient hypotheses are compared with one another."""

SPECIAL_VALUES = 6
"""Where a hypothesis is tried for necessity: this many zeros, and values between and beside them."""

SAMPLES = 60
"""Points that sort out unsuitable candidates before a solver is asked."""


_Point = tuple[tuple[sp.Symbol, sp.Expr], ...]


@dataclass(frozen=True)
class MissingHypothesis:
    """A hypothesis under which a claim that is false without it becomes true.

    Parameters
    ----------
    hypothesis : tuple of Condition
        What to add; the conjunction is consistent with the claim's hypotheses and implies the goal.
    necessary : bool
        Whether it was proved that the goal fails wherever the hypothesis does (for eliminated symbols: at
        some value of theirs). Then no weaker hypothesis exists. False says only that it was not proved.
    witness : Witness
        A point that satisfies the claim's hypotheses, but not its goal.
    consistent : Witness
        A point that satisfies the claim's hypotheses, the missing one and the goal.
    """

    hypothesis: tuple[Condition, ...]
    necessary: bool
    witness: Witness
    consistent: Witness

    def __str__(self) -> str:
        return " and ".join(str(c) for c in self.hypothesis)


def find_missing_hypothesis(
    hypotheses: Iterable[Condition],
    goal: Condition | Sequence[Condition],
    solver: Solver,
    eliminated: Iterable[sp.Symbol] = (),
    candidates: Iterable[Condition | Sequence[Condition]] = (),
) -> MissingHypothesis | None:
    """A condition, as weak as possible among those tried, whose addition makes `hypotheses |- goal` true.

    Parameters
    ----------
    hypotheses : iterable of Condition
        What the claim assumes.
    goal : Condition or sequence of Condition
        What it says (all of a sequence).
    solver : Solver
        Decides; one hypothesis found rests on its word for sufficiency, points are confirmed exactly.
    eliminated : iterable of Symbol
        Unknowns that the hypothesis should be free of, such as `x` in a statement about all `x`. Without
        any, the goal itself, shortened, is the weakest hypothesis.
    candidates : iterable of Condition or of sequences of Condition
        Tried first; only if none of them suffices are others searched for.

    Returns
    -------
    MissingHypothesis or None
        None where nothing that was tried suffices and is consistent.

    Raises
    ------
    ValueError
        The claim is true as it stands (perhaps because its hypotheses contradict each other).
    verify.solvers.smt.UndecidedQueryError
        Whether the claim is false could not be decided.

    Examples
    --------
    >>> from sympy.abc import a, b, c, x
    >>> from verify.language.condition import positive
    >>> found = find_missing_hypothesis([positive(a)], positive(a*x**2 + b*x + c), Solver(), [x])
    >>> print(found, "| necessary:", found.necessary, "| without it:", found.witness)
    4*a*c > b**2 | necessary: True | without it: a = 1, b = 0, c = 0, x = 0
    """
    goals = _as_tuple(goal)
    domain = with_sign_conditions(hypotheses, (symbol for c in goals for symbol in c.symbols))
    witness = find_witness(domain, (_failure(goals),), solver, "a counterexample")
    if witness is None:
        raise ValueError("the claim is true as it stands: there is no counterexample, so nothing is missing")
    claim = _Claim(domain, goals, tuple(sorted(eliminated, key=str)), solver, witness)
    given = claim.sufficient(_as_tuple(candidate) for candidate in candidates)
    for successes in chain([given], claim.searched()):
        best = claim.weakest(successes)
        if best is not None:
            return best
    return None


@dataclass
class _Claim:
    """A false claim, and points that tell its hypotheses apart."""

    domain: tuple[Condition, ...]
    goals: tuple[Condition, ...]
    eliminated: tuple[sp.Symbol, ...]
    solver: Solver
    witness: Witness
    counterexamples: list[_Point] = field(init=False)
    examples: list[_Point] = field(init=False)
    quick: Solver = field(init=False)

    def __post_init__(self) -> None:
        symbols = frozenset().union(*(c.symbols for c in (*self.domain, *self.goals)))
        self.quick = Solver(steps=min(self.solver.steps, QUICK_STEPS))
        failing = simple_points(self.domain, (_failure(self.goals),), symbols)
        self.counterexamples = [_frozen(p) for p in (self.witness.point, *islice(failing, SAMPLES))]
        passing = simple_points((*self.domain, *self.goals), (), symbols)
        self.examples = [_frozen(p) for p in islice(passing, SAMPLES)]

    def searched(self) -> Iterator[list[tuple[Condition, ...]]]:
        """Sufficient hypotheses in rounds: free of the eliminated symbols first, single ones before pairs."""
        unwanted = {*self.eliminated}
        goals = simplest_of(c.polynomial for c in self.goals)
        for free in (True, False) if unwanted else (True,):
            singles: list[Condition] = []
            for polynomials in self._rounds():
                wanted = [p for p in polynomials if free is not bool(p.free_symbols & unwanted)]
                # Where symbols are to be eliminated, a goal that holds one is no answer.
                fresh = [p for p in wanted if free or p not in goals]
                signs = [c for p in fresh for c in _signs(p) if c not in singles]
                singles += signs
                restated = [] if unwanted else [self.goals]
                yield self.sufficient([*((c,) for c in signs), *restated])
            yield self.sufficient(self._promising_pairs(singles), LARGEST_PAIRS)

    def _rounds(self) -> Iterator[list[sp.Expr]]:
        """Polynomials whose signs may matter: after the elimination, one projection further, before it."""
        start = with_factors(c.polynomial for c in (*self.goals, *self.domain))
        reached = start
        for symbol in self.eliminated:
            reached = projection(reached, symbol)
        yield reached
        others = sorted(frozenset().union(*(p.free_symbols for p in reached)) - {*self.eliminated}, key=str)
        further = [projection(reached, symbol) for symbol in others]
        yield simplest_of(p for projected in further for p in projected if p not in reached)
        if self.eliminated:
            yield start

    def _promising_pairs(self, singles: Sequence[Condition]) -> Iterator[tuple[Condition, ...]]:
        """Pairs that exclude all known counterexamples but not all known examples, most examples first."""
        strict = [c for c in singles if c.relation is not Relation.NON_ZERO]
        bad = {c: {k for k, p in enumerate(self.counterexamples) if _holds(c, p)} for c in strict}
        good = {c: {k for k, p in enumerate(self.examples) if _holds(c, p)} for c in strict}
        useful = [c for c in strict if len(bad[c]) < len(self.counterexamples) and good[c]]
        pairs = [
            (first, second)
            for first, second in combinations(useful, 2)
            if not bad[first] & bad[second] and good[first] & good[second]
        ]
        pairs.sort(key=lambda pair: (-len(good[pair[0]] & good[pair[1]]), _complexity(pair)))
        return iter(pairs)

    def sufficient(
        self, candidates: Iterable[tuple[Condition, ...]], limit: int | None = None
    ) -> list[tuple[Condition, ...]]:
        """The candidates that are consistent with the domain and imply the goal there, both proved."""
        found: list[tuple[Condition, ...]] = []
        for candidate in islice(candidates, limit):
            if len(found) < SUCCESSES and self._suffices(candidate) and self._example(candidate) is not None:
                found.append(candidate)
        return found

    def _suffices(self, candidate: tuple[Condition, ...]) -> bool:
        if any(all(_holds(c, point) for c in candidate) for point in self.counterexamples):
            return False
        try:
            point = self.quick.find_point(
                (*self.domain, *candidate), f"the goal fails under {candidate}", (_failure(self.goals),)
            )
        except UndecidedQueryError:
            return False
        if point is not None:
            # Symbols that occur nowhere in the question may have any value.
            self.counterexamples.append(_frozen({s: sp.Integer(0) for s in self.witness.point} | point))
        return point is None

    def _example(self, candidate: tuple[Condition, ...]) -> Witness | None:
        """A confirmed point of the domain where the candidate holds, and hence the goal."""
        together = (*self.domain, *candidate, *self.goals)
        for point in self.examples:
            if all(_holds(c, point) for c in candidate):
                return confirmed(dict(point), together)
        question = f"a point that satisfies {candidate}"
        try:
            if not self.quick.satisfiable(together, question):
                return None
            return find_witness(together, (), self.quick, question)
        except (UndecidedQueryError, UnconfirmedPointError):
            return None

    def weakest(self, successes: Sequence[tuple[Condition, ...]]) -> MissingHypothesis | None:
        """The success that no other one is weaker than, the simplest of equivalent ones; None without any."""
        if not successes:
            return None
        short = dict.fromkeys(self._shortened(s) for s in successes)
        ranked = sorted(short, key=lambda s: (-self._covered(s), _complexity(s)))
        best, changed = ranked[0], True
        while changed:
            changed = False
            for other in ranked:
                weaker = other != best and self._implies(best, other)
                if weaker and (not self._implies(other, best) or _complexity(other) < _complexity(best)):
                    best, changed = other, True
        example = self._example(best)
        if example is None:
            raise RuntimeError(f"the point that satisfies {best} was found before, but not again")
        return MissingHypothesis(best, self._is_necessary(best), self.witness, example)

    def _shortened(self, candidate: tuple[Condition, ...]) -> tuple[Condition, ...]:
        """The same without factors of known sign and without what the rest implies; itself if undecided."""
        known = [c for c in self.domain if not c.symbols & {*self.eliminated}]
        try:
            reduced = [tidied(c, known, self.quick) for c in candidate]
            short = without_redundant([c for c in reduced if c is not None], known, self.quick)
        except UndecidedQueryError:
            return candidate
        proved = short and self._suffices(short) and self._example(short) is not None
        return short if proved else candidate

    def _covered(self, candidate: tuple[Condition, ...]) -> int:
        return sum(all(_holds(c, point) for c in candidate) for point in self.examples)

    def _implies(self, stronger: tuple[Condition, ...], weaker: tuple[Condition, ...]) -> bool:
        try:
            return not self.quick.satisfiable(
                (*self.domain, *stronger), f"{stronger} without {weaker}", (_failure(weaker),)
            )
        except UndecidedQueryError:
            return False

    def _is_necessary(self, hypothesis: tuple[Condition, ...]) -> bool:
        """Whether without the hypothesis the goal is proved to fail, at some value of the eliminated symbols.

        Either it fails at all of their values in the domain, or at one of a few that are numbers or rational
        functions of the other symbols: then no point may lie outside the hypothesis and escape all of them.
        """
        if self._implies(self.goals, hypothesis):
            return True
        if any(c.symbols & {*self.eliminated} for c in hypothesis):
            return False
        escapes = [_failure(hypothesis)]
        for values in self._special_values():
            # Escaping means: a value is undefined, or outside the domain, or all goals hold at it.
            undefined = [Condition(sp.fraction(v)[1], Relation.ZERO) for v in values.values()]
            outside = [part.negation for c in self.domain for part in c.substituted(values)]
            escapes += [(*undefined, *outside, part) for c in self.goals for part in c.substituted(values)]
        known = [c for c in self.domain if not c.symbols & {*self.eliminated}]
        try:
            return not self.quick.satisfiable(known, f"the goal holds without {hypothesis}", tuple(escapes))
        except UndecidedQueryError:
            return False

    def _special_values(self) -> list[dict[sp.Symbol, sp.Expr]]:
        """Values for the eliminated symbols: those of counterexamples, and for a single one those below."""
        at_points = ({s: v for s, v in p if s in self.eliminated} for p in self.counterexamples)
        rational = [values for values in at_points if all(v.is_Rational for v in values.values())]
        numbers = [values for k, values in enumerate(rational) if values not in rational[:k]]
        single = self.eliminated[0] if len(self.eliminated) == 1 else None
        functions = [] if single is None else [{single: value} for value in self._between_zeros(single)]
        return [*functions, *numbers[:SPECIAL_VALUES]] if self.eliminated else []

    def _between_zeros(self, symbol: sp.Symbol) -> list[sp.Expr]:
        """Rational zeros of the claim's polynomials and of their derivatives, and places between them."""
        found: dict[sp.Expr, None] = {sp.Integer(0): None}
        for condition in (*self.goals, *self.domain):
            for polynomial in (condition.polynomial, sp.diff(condition.polynomial, symbol)):
                for factor in factors(polynomial):
                    if sp.degree(factor, symbol) == 1:
                        slope, offset = sp.Poly(factor, symbol).all_coeffs()
                        found[sp.cancel(-offset / slope)] = None
        places = list(found)[:SPECIAL_VALUES]
        between = [sp.cancel((first + second) / 2) for first, second in combinations(places, 2)]
        outside = [place + step for place in places for step in (1, -1)]
        return list(dict.fromkeys([*places, *between, *outside]))


def _as_tuple(conditions: Condition | Sequence[Condition]) -> tuple[Condition, ...]:
    return (conditions,) if isinstance(conditions, Condition) else tuple(conditions)


def _failure(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """The clause that says that not all of the conditions hold."""
    return tuple(c.negation for c in conditions)


def _signs(polynomial: sp.Expr) -> tuple[Condition, ...]:
    """The sign conditions on a polynomial, weak ones first."""
    return tuple(
        Condition(side, relation)
        for relation in (Relation.NON_NEGATIVE, Relation.POSITIVE, Relation.NON_ZERO, Relation.ZERO)
        for side in ((polynomial, -polynomial) if relation in _SIDED else (polynomial,))
    )


_SIDED = (Relation.NON_NEGATIVE, Relation.POSITIVE)


def _complexity(conditions: tuple[Condition, ...]) -> tuple[int, int, int, int, str]:
    """Few conditions, few symbols, few terms, no equations, strict before non-strict; then alphabetical."""
    symbols = frozenset().union(*(c.symbols for c in conditions))
    size = sum(int(sp.count_ops(sp.expand(c.polynomial), visual=False)) for c in conditions)
    order = (Relation.POSITIVE, Relation.NON_NEGATIVE, Relation.NON_ZERO, Relation.ZERO)
    relations = sum(order.index(c.relation) for c in conditions)
    return len(conditions), len(symbols), size, relations, " and ".join(str(c) for c in conditions)


def _frozen(point: Mapping[sp.Symbol, sp.Expr]) -> _Point:
    return tuple(point.items())


def _holds(condition: Condition, point: _Point) -> bool:
    """Whether the condition is seen to hold at a point: not where a coordinate is irrational or lacking."""
    polynomial_sign = _sign_at(condition.polynomial, point)
    return polynomial_sign is not None and condition.relation.holds(polynomial_sign)


@lru_cache(maxsize=1 << 15)
def _sign_at(polynomial: sp.Expr, point: _Point) -> int | None:
    value = polynomial.xreplace(dict(point))
    return int(sp.sign(value)) if value.is_Rational else None
