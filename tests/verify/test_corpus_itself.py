"""The corpus of claims is checked against itself, by an evaluator that shares no code with the package.

Numbers are fractions as long as the arithmetic allows, else floating-point numbers of 80 digits, where a
difference below 1e-60 counts as zero. Random points of the domain guard the true claims against slips;
they prove nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isqrt, prod
from typing import TypeAlias

import mpmath
import pytest
import sympy as sp

from tests.verify import corpus
from tests.verify.corpus import CASES, Case, Mutant

Number: TypeAlias = "Fraction | mpmath.mpf"
Environment: TypeAlias = Mapping[str, Number]

ARITHMETIC = mpmath.mp.clone()
ARITHMETIC.dps = 160  # exponentials of the corpus come down to e^-192
NEGLIGIBLE = ARITHMETIC.mpf(10) ** -120

POINTS = 2000
POINTS_FOR_MUTANTS = 200


class UndefinedValueError(ArithmeticError):
    """An expression has no real value at a point."""


# --- evaluation ---------------------------------------------------------------------------------------------


def lifted(value: Number) -> mpmath.mpf:
    """The number in floating point."""
    if isinstance(value, Fraction):
        return ARITHMETIC.mpf(value.numerator) / value.denominator
    return value


def sign(value: Number) -> int:
    """-1, 0 or 1; a floating-point number below the threshold is 0."""
    if isinstance(value, Fraction):
        return (value.numerator > 0) - (value.numerator < 0)
    return 0 if abs(value) < NEGLIGIBLE else int(ARITHMETIC.sign(value))


def alike(values: list[Number]) -> list[Number]:
    """The numbers as they are if all are fractions, else all in floating point."""
    return values if all(isinstance(v, Fraction) for v in values) else [lifted(v) for v in values]


def square_root(value: Number) -> Number:
    """The non-negative root, exact for squares of fractions."""
    if sign(value) < 0:
        raise UndefinedValueError(f"root of {value}")
    if isinstance(value, Fraction):
        numerator, denominator = isqrt(value.numerator), isqrt(value.denominator)
        if (numerator**2, denominator**2) == (value.numerator, value.denominator):
            return Fraction(numerator, denominator)
    return ARITHMETIC.sqrt(abs(lifted(value)))


def power(base: Number, exponent: Fraction) -> Number:
    """`base**exponent` for an exponent that is an integer or half of one."""
    if exponent.denominator == 2:
        return power(square_root(base), 2 * exponent)
    if exponent.denominator != 1:
        raise TypeError(f"exponent {exponent}: only integers and their halves occur in the corpus")
    if exponent < 0 and sign(base) == 0:
        raise UndefinedValueError("division by zero")
    return base ** int(exponent)


def logarithm(value: Number) -> Number:
    if sign(value) <= 0:
        raise UndefinedValueError(f"logarithm of {value}")
    return ARITHMETIC.log(lifted(value))


def value_of(expression: sp.Basic, at: Environment) -> Number:
    """The value of an expression tree at a point.

    Raises
    ------
    UndefinedValueError
        Where it has none.
    """
    return evaluator(expression)(at)


@cache
def evaluator(expression: sp.Basic) -> Callable[[Environment], Number]:
    """The function that evaluates this tree, put together once."""
    if isinstance(expression, sp.Rational):
        constant = Fraction(int(expression.p), int(expression.q))
        return lambda at: constant
    if isinstance(expression, sp.Symbol):
        name = expression.name
        return lambda at: at[name]
    if isinstance(expression, sp.Pow) and isinstance(expression.exp, sp.Rational):
        base, exponent = evaluator(expression.base), evaluator(expression.exp)({})
        return lambda at: power(base(at), exponent)
    if type(expression) not in OPERATIONS:
        raise TypeError(f"{type(expression).__name__} does not occur in the corpus: {expression}")
    operation = OPERATIONS[type(expression)]
    parts = [evaluator(argument) for argument in expression.args]
    return lambda at: operation(alike([part(at) for part in parts]))


OPERATIONS: dict[type, Callable[[list[Number]], Number]] = {
    sp.Add: lambda values: sum(values[1:], start=values[0]),
    sp.Mul: lambda values: prod(values[1:], start=values[0]),
    sp.Max: max,
    sp.Min: min,
    sp.Abs: lambda values: abs(values[0]),
    sp.log: lambda values: logarithm(values[0]),
    sp.exp: lambda values: ARITHMETIC.exp(lifted(values[0])),
}

COMPARISONS: dict[type, Callable[[int], bool]] = {
    sp.StrictGreaterThan: lambda difference: difference > 0,
    sp.GreaterThan: lambda difference: difference >= 0,
    sp.StrictLessThan: lambda difference: difference < 0,
    sp.LessThan: lambda difference: difference <= 0,
    sp.Equality: lambda difference: difference == 0,
    sp.Unequality: lambda difference: difference != 0,
}


def is_true(formula: sp.Basic, at: Environment) -> bool:
    """Truth at a point; a comparison with an undefined side is false."""
    return truth(formula)(at)


@cache
def truth(formula: sp.Basic) -> Callable[[Environment], bool]:
    """The function that tells whether the formula is true, put together once."""
    if isinstance(formula, sp.And | sp.Or):
        parts = [truth(part) for part in formula.args]
        combine = all if isinstance(formula, sp.And) else any
        return lambda at: combine(part(at) for part in parts)
    if type(formula) not in COMPARISONS:
        raise TypeError(f"{type(formula).__name__} is not a relation of the corpus: {formula}")
    comparison = COMPARISONS[type(formula)]
    left, right = (evaluator(side) for side in formula.args)

    def compared(at: Environment) -> bool:
        try:
            values = alike([left(at), right(at)])
        except UndefinedValueError:
            return False
        return comparison(sign(values[0] - values[1]))

    return compared


# --- random points ------------------------------------------------------------------------------------------

BETWEEN_ZERO_AND_ONE = [Fraction(n, 32) for n in range(1, 32)]
BETWEEN_MINUS_SIX_AND_SIX = [
    Fraction(n, d) for d in (1, 2, 3, 4, 5, 7, 8, 16) for n in range(-6 * d, 6 * d + 1)
]
SPECIAL = [Fraction(n) for n in ("0", "1", "-1", "2", "1/2")]
# Some 600 numbers of each sort.
POOL = 120 * SPECIAL + 20 * BETWEEN_ZERO_AND_ONE + BETWEEN_MINUS_SIX_AND_SIX


def names_in(formulas: tuple[sp.Basic, ...]) -> set[str]:
    return {symbol.name for formula in formulas for symbol in formula.free_symbols}


def random_points(
    seed: str, hypotheses: tuple[sp.Basic, ...], goal: sp.Basic, parametrisation: corpus.Point | None
) -> Iterator[Environment]:
    """Endless points of the domain, the same for the same seed; an error where the domain is not reached."""
    source = random.Random(seed)
    derived = dict(parametrisation or {})
    free = sorted((names_in((*hypotheses, goal)) - set(derived)) | names_in(tuple(derived.values())))
    own = {
        name: tuple(h for h in hypotheses if {s.name for s in h.free_symbols} == {name})
        for name in free
        if name not in derived
    }
    joint = tuple(h for h in hypotheses if not any(h in conditions for conditions in own.values()))
    pools = {
        name: [n for n in POOL if all(is_true(h, {name: n}) for h in conditions)]
        for name, conditions in own.items()
    }
    exhausted = [name for name, pool in pools.items() if not pool]
    if exhausted:
        raise AssertionError(f"{seed}: no value for {exhausted[0]} in the pool; give a parametrisation")

    misses = 0
    while misses < 2000:
        point: dict[str, Number] = {name: source.choice(pool) for name, pool in pools.items()}
        try:
            point |= {name: value_of(expression, point) for name, expression in derived.items()}
        except UndefinedValueError:
            misses += 1
            continue
        if all(is_true(h, point) for h in joint):
            misses = 0
            yield point
        else:
            misses += 1
    raise AssertionError(f"{seed}: no point of the domain in {misses} draws; give a parametrisation")


def counterexample(
    seed: str,
    hypotheses: tuple[sp.Basic, ...],
    goal: sp.Basic,
    parametrisation: corpus.Point | None,
    points: int,
) -> Environment | None:
    """The first of so many random points of the domain at which the goal fails."""
    stream = random_points(seed, hypotheses, goal, parametrisation)
    return next((p for _, p in zip(range(points), stream, strict=False) if not is_true(goal, p)), None)


# --- what is asked of a case --------------------------------------------------------------------------------


def witness_faults(claim: Case | Mutant) -> list[str]:
    """What keeps the witness from refuting the claim."""
    if claim.witness is None:
        return ["there is no witness"]
    at = {name: value_of(number, {}) for name, number in claim.witness.items()}
    unnamed = names_in((*claim.hypotheses, claim.goal)) - set(at)
    if unnamed:
        return [f"the witness has no value for {sorted(unnamed)}"]
    faults = [f"the witness violates {h}" for h in claim.hypotheses if not is_true(h, at)]
    if is_true(claim.goal, at):
        faults.append(f"the witness satisfies {claim.goal}")
    if isinstance(claim, Case) and claim.missing and all(is_true(h, at) for h in claim.missing):
        faults.append("the witness satisfies what is said to be missing")
    return faults


def sampled_faults(seed: str, claim: Case | Mutant, points: int) -> list[str]:
    """Random points at which a claim with the verdict `holds` or `holds-if` fails."""
    missing = claim.missing if isinstance(claim, Case) else ()
    found = counterexample(seed, claim.hypotheses + missing, claim.goal, claim.parametrisation, points)
    return [] if found is None else [f"fails at { {k: str(v) for k, v in found.items()} }"]


def emptiness_faults(seed: str, claim: Case | Mutant, points: int) -> list[str]:
    """Random points in a domain that is said to be empty."""
    source = random.Random(seed)
    names = sorted(names_in((*claim.hypotheses, claim.goal)))
    for _ in range(points):
        at = {name: source.choice(POOL) for name in names}
        if all(is_true(h, at) for h in claim.hypotheses):
            return [f"not empty: { {k: str(v) for k, v in at.items()} }"]
    return []


def strict_atoms(formulas: tuple[sp.Basic, ...]) -> int:
    strict = (sp.StrictGreaterThan, sp.StrictLessThan, sp.Unequality)
    return sum(len(formula.atoms(*strict)) for formula in formulas)


def mutation_faults(case: Case, mutant: Mutant) -> list[str]:
    """Whether the mutant differs from its claim in the way that its kind says."""
    hypotheses = case.hypotheses + case.missing
    faults = []
    if (mutant.hypotheses, mutant.goal) == (hypotheses, case.goal):
        faults.append("is the claim itself")
    if mutant.kind not in corpus.MUTATIONS:
        faults.append(f"unknown kind {mutant.kind}")
    dropped = mutant.kind == "dropped-hypothesis"
    fewer = set(mutant.hypotheses) < set(hypotheses) and mutant.goal == case.goal
    if dropped != fewer:
        faults.append(f"{mutant.kind}, but the hypotheses are {mutant.hypotheses}")
    if mutant.kind == "strict-for-non-strict":
        stricter_goal = strict_atoms((mutant.goal,)) > strict_atoms((case.goal,))
        looser_domain = strict_atoms(mutant.hypotheses) < strict_atoms(hypotheses)
        if stricter_goal == looser_domain:
            faults.append("neither a stricter goal nor a less strict domain, or both")
    if mutant.verdict in ("holds", "vacuous") and not mutant.reason:
        faults.append("not refuted, and no reason is given")
    return faults


def case_faults(case: Case) -> list[str]:
    """Everything wrong with the shape of a case and of its mutants."""
    faults = []
    relations = (*case.hypotheses, case.goal, *case.missing)
    if not all(isinstance(r, sp.And | sp.Or | sp.core.relational.Relational) for r in relations):
        faults.append("SymPy has evaluated a relation away")
    if {v.name for v in case.variables} != names_in(relations):
        faults.append("the variables are not those that occur")
    if any(s.assumptions0 != sp.Symbol("x").assumptions0 for s in case.variables):
        faults.append("a symbol carries assumptions")
    if case.kind not in corpus.KINDS or not case.topics or not set(case.topics) <= set(corpus.TOPICS):
        faults.append(f"kind {case.kind}, topics {case.topics}")
    if case.verdict not in corpus.VERDICTS or not case.reason:
        faults.append(f"verdict {case.verdict}, reason {case.reason!r}")
    if (case.verdict == "holds-if") != bool(case.missing):
        faults.append("a missing hypothesis belongs to `holds-if` and to nothing else")
    if (case.witness is not None) != (case.verdict in ("refuted", "holds-if")):
        faults.append("a witness belongs to false claims and to nothing else")
    if case.verdict in ("holds", "holds-if"):
        if len(case.mutants) < 5:
            faults.append(f"{len(case.mutants)} mutants; at least five are wanted")
        if sum(mutant.verdict == "refuted" for mutant in case.mutants) < 4:
            faults.append("fewer than four mutants are refuted")
        if len({(m.hypotheses, m.goal) for m in case.mutants}) < len(case.mutants):
            faults.append("two mutants are the same")
    for index, mutant in enumerate(case.mutants):
        faults.extend(f"mutant {index}: {fault}" for fault in mutation_faults(case, mutant))
    return faults


def verdict_faults(name: str, claim: Case | Mutant, points: int) -> list[str]:
    """What speaks against the stated verdict."""
    match claim.verdict:
        case "refuted":
            return witness_faults(claim)
        case "holds":
            return sampled_faults(name, claim, points)
        case "holds-if":
            return witness_faults(claim) + sampled_faults(name, claim, points)
        case "vacuous":
            return emptiness_faults(name, claim, points)
        case _:
            return [f"unknown verdict {claim.verdict}"]


# --- the corpus ---------------------------------------------------------------------------------------------

BY_NAME = {case.name: case for case in CASES}


def test_names_are_unique() -> None:
    assert len(BY_NAME) == len(CASES)


def test_every_verdict_kind_and_topic_has_five_cases() -> None:
    verdicts = Counter(case.verdict for case in CASES)
    topics = Counter(topic for case in CASES for topic in case.topics)
    kinds = Counter(case.kind for case in CASES)
    for counts, wanted in ((verdicts, corpus.VERDICTS), (topics, corpus.TOPICS), (kinds, corpus.KINDS)):
        assert {word: counts[word] for word in wanted if counts[word] < 5} == {}


def test_every_mutation_is_used_often() -> None:
    counts = Counter(mutant.kind for case in CASES for mutant in case.mutants)
    assert {kind: counts[kind] for kind in corpus.MUTATIONS if counts[kind] < 40} == {}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_is_complete(case: Case) -> None:
    assert case_faults(case) == []


@pytest.mark.family(3)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_nothing_speaks_against_the_verdict(case: Case) -> None:
    assert verdict_faults(case.name, case, POINTS) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_nothing_speaks_against_the_verdicts_of_the_mutants(case: Case) -> None:
    faults = {
        index: verdict_faults(f"{case.name}/{index}", mutant, POINTS_FOR_MUTANTS)
        for index, mutant in enumerate(case.mutants)
    }
    assert {index: found for index, found in faults.items() if found} == {}


# --- the checks can fail ------------------------------------------------------------------------------------

A, B = sp.symbols("a b")


def test_evaluation_of_rationals_is_exact() -> None:
    at = {"a": Fraction(1, 3), "b": Fraction(-3, 4)}
    expression = (A + B) ** 2 / (A - B) + sp.Max(A, B) * sp.Abs(B) - sp.Min(A, B)
    # (25/144) / (13/12) + 1/4 + 3/4
    assert value_of(expression, at) == Fraction(25, 156) + 1
    assert value_of(sp.sqrt(A**2 / 4), at) == Fraction(1, 6)


def test_tie_of_irrational_numbers_is_seen() -> None:
    at = {"a": Fraction(2), "b": Fraction(3)}
    tie = corpus.eq(sp.sqrt(A + B + 2 * sp.sqrt(A * B)), sp.sqrt(A) + sp.sqrt(B))
    near_miss = corpus.eq(
        sp.sqrt(A + B + 2 * sp.sqrt(A * B)), sp.sqrt(A) + sp.sqrt(B + sp.Rational(1, 10**50))
    )
    assert is_true(tie, at)
    assert not is_true(near_miss, at)


@pytest.mark.parametrize(
    "expression", [1 / A, sp.Mul(A, 1 / A, evaluate=False), sp.sqrt(A - 1), sp.log(A), 1 / sp.sqrt(A)]
)
def test_comparison_with_undefined_side_is_false(expression: sp.Expr) -> None:
    at = {"a": Fraction(0)}
    assert not any(is_true(relation(expression, 1), at) for relation in (corpus.ge, corpus.lt, corpus.ne))
    assert is_true(corpus.either(corpus.gt(expression, 0), corpus.eq(A, 0)), at)


def test_powers_that_the_corpus_does_not_use_are_refused() -> None:
    with pytest.raises(TypeError, match="halves"):
        value_of(sp.cbrt(A), {"a": Fraction(8)})
    with pytest.raises(TypeError, match="sin"):
        value_of(sp.sin(A), {"a": Fraction(1)})


def test_random_points_repeat_and_obey_the_hypotheses() -> None:
    given = (corpus.gt(A, 0), corpus.lt(A + B, 1))
    first, second = (
        [point for _, point in zip(range(50), random_points("seed", given, B, None), strict=False)]
        for _ in range(2)
    )
    assert first == second
    assert all(point["a"] > 0 and point["a"] + point["b"] < 1 for point in first)
    assert any(left != right for left, right in pairwise(first))


def test_missed_domain_is_an_error_and_not_a_pass() -> None:
    with pytest.raises(AssertionError, match="give a parametrisation"):
        counterexample("seed", (corpus.eq(A**2 + B**2, sp.Rational(1, 7)),), corpus.gt(A, 0), None, 10)
    with pytest.raises(AssertionError, match="no value for a in the pool"):
        counterexample("seed", (corpus.eq(A**2, 2),), corpus.gt(A, 0), None, 10)


@pytest.mark.parametrize("name", ["square-of-a-sum", "root-of-a-sum", "log-of-a-sum", "cancelled-summand"])
def test_false_claim_called_true_is_caught(name: str) -> None:
    planted = replace(BY_NAME[name], verdict="holds", witness=None)
    assert "fails at" in verdict_faults(name, planted, POINTS)[0]


def test_true_claim_called_refuted_is_caught() -> None:
    planted = replace(BY_NAME["am-gm-2"], verdict="refuted", witness={"a": sp.Integer(1), "b": sp.Integer(1)})
    assert verdict_faults(planted.name, planted, POINTS) == [f"the witness satisfies {planted.goal}"]


def test_witness_outside_the_domain_is_caught() -> None:
    planted = replace(BY_NAME["root-of-a-sum"], witness={"a": sp.Integer(1), "b": sp.Integer(-1)})
    assert witness_faults(planted) == ["the witness violates b >= 0"]


def test_witness_that_leaves_out_a_variable_is_caught() -> None:
    planted = replace(BY_NAME["root-of-a-sum"], witness={"a": sp.Integer(1)})
    assert witness_faults(planted) == ["the witness has no value for ['b']"]


def test_witness_that_satisfies_the_missing_hypothesis_is_caught() -> None:
    planted = replace(BY_NAME["root-of-a-square-is-the-number"], witness={"a": sp.Integer(1)})
    assert "the witness satisfies what is said to be missing" in witness_faults(planted)


def test_domain_with_points_called_empty_is_caught() -> None:
    planted = replace(BY_NAME["am-gm-2"], verdict="vacuous")
    assert "not empty" in verdict_faults(planted.name, planted, POINTS)[0]


def test_too_few_mutants_are_caught() -> None:
    planted = replace(BY_NAME["am-gm-2"], mutants=BY_NAME["am-gm-2"].mutants[:4])
    assert case_faults(planted) == ["4 mutants; at least five are wanted"]


def test_mutant_that_is_the_claim_itself_is_caught() -> None:
    case = BY_NAME["am-gm-2"]
    copy = replace(case.mutants[1], goal=case.goal)
    assert "is the claim itself" in mutation_faults(case, copy)
    assert mutation_faults(case, replace(case.mutants[2], kind="dropped-hypothesis")) != []
    assert mutation_faults(case, replace(case.mutants[2], kind="strict-for-non-strict")) != []


def test_relation_that_sympy_has_evaluated_is_caught() -> None:
    planted = replace(BY_NAME["am-gm-2"], goal=sp.true)
    assert "SymPy has evaluated a relation away" in case_faults(planted)
