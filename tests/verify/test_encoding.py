"""The binding between statement and claim: the claim is true at a point exactly where the statement is.

Both are evaluated by evaluators that share no code with the package.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import sympy as sp
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sympy import Abs, Eq, Ge, Gt, Le, Lt, Max, Min, Ne, Piecewise, exp, log, sqrt
from sympy.abc import a, b, x, y

from tests.verify.corpus import CASES
from tests.verify.two_evaluators import claim_true, tree_true, true_at
from verify import kernel
from verify.language.assumptions import AssumptionError
from verify.language.encoding import NotAlgebraicError, encoded
from verify.language.formula_tree import decoded
from verify.language.truth import holds_at

# --- random statements --------------------------------------------------------------------------------------

RATIONALS = st.sampled_from(
    [Fraction(n) for n in ("0", "1", "-1", "2", "-2", "1/2", "-1/2", "4", "1/4", "3", "-3/2")]
)
POINTS = st.lists(RATIONALS, min_size=2, max_size=2)
NUMBERS = st.sampled_from([sp.Integer(0), sp.Integer(1), sp.Integer(2), sp.Integer(-1), sp.Rational(1, 2)])
ATOMS = st.one_of(st.sampled_from([x, y]), NUMBERS)
RELATIONS = st.sampled_from([Gt, Ge, Lt, Le, Eq, Ne])


def built(build: Callable[..., sp.Expr], *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[sp.Expr]:
    """What SymPy makes of the parts; `nan` where it refuses them."""

    def tried(*chosen: Any) -> sp.Expr:
        try:
            return build(*chosen)
        except (TypeError, ValueError):
            return sp.nan

    return st.builds(tried, *parts)


def pieces(u: sp.Expr, v: sp.Expr, relation: Any, s: sp.Expr, t: sp.Expr, default: bool) -> sp.Expr:
    other = sp.true if default else Gt(s, 0, evaluate=False)
    return Piecewise((u, relation(s, t, evaluate=False)), (v, other), evaluate=False)


EXPONENTS = st.sampled_from(
    [sp.Rational(n) for n in ("2", "3", "-1", "-2", "1/2", "1/2", "-1/2", "3/2", "1/3")]
)


def larger(inner: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Expr]:
    return st.one_of(
        built(sp.Add, inner, inner),
        built(lambda u, v: u - v, inner, inner),
        built(sp.Mul, inner, inner),
        built(lambda u, v: u / v, inner, inner),
        built(lambda u, n: u**n, inner, EXPONENTS),
        built(Abs, inner),
        built(sp.sign, inner),
        built(Max, inner, inner),
        built(Min, inner, inner),
        built(pieces, inner, inner, RELATIONS, inner, inner, st.booleans()),
    )


ALGEBRAIC = st.recursive(ATOMS, larger, max_leaves=5)


def comparisons(sides: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Basic]:
    return st.builds(lambda r, u, v: r(u, v, evaluate=False), RELATIONS, sides, sides)


def formulas(sides: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Basic]:
    one = comparisons(sides)
    return st.one_of(
        one,
        one,
        st.builds(lambda p, q: sp.And(p, q, evaluate=False), one, one),
        st.builds(lambda p, q: sp.Or(p, q, evaluate=False), one, one),
        st.builds(lambda p: sp.Not(p, evaluate=False), one),
        st.builds(lambda p, q: sp.Implies(p, q, evaluate=False), one, one),
        st.builds(lambda p, q: sp.Equivalent(p, q, evaluate=False), one, one),
    )


def is_real(*formulas: sp.Basic) -> bool:
    """Whether SymPy left no complex or infinite number behind."""
    return not any(f.has(sp.I, sp.zoo, sp.oo, -sp.oo, sp.nan, sp.Float) for f in formulas)


def check_binding(hypothesis: sp.Basic, goal: sp.Basic, coordinates: list[list[Fraction]]) -> None:
    if not is_real(hypothesis, goal):
        with suppress(NotAlgebraicError):  # and no other error; a piece that is `nan` counts as undefined
            encoded([hypothesis], goal)
        return
    found = encoded([hypothesis], goal)
    back = [decoded(h, found.symbols) for h in found.claim["hypotheses"]]
    back_goal = decoded(found.claim["goal"], found.symbols)
    for one, other in coordinates:
        at = {x: one, y: other}
        wanted = true_at(goal, at) or not true_at(hypothesis, at)
        assert claim_true(found, at) == wanted, (hypothesis, goal, at, found.claim)
        again = true_at(back_goal, at) or not all(true_at(h, at) for h in back)
        assert again == wanted or found.symbols.keys() - {"x", "y"}, (hypothesis, goal, at)
        if wanted:  # a wrong value of an unknown never refutes what is true
            for filling in (Fraction(0), Fraction(-1), Fraction(5, 2)):
                assert claim_true(found, at, filling), (hypothesis, goal, at, filling)


@settings(max_examples=160, deadline=None, derandomize=True, phases=[Phase.generate])
@given(formulas(ALGEBRAIC), formulas(ALGEBRAIC), st.lists(POINTS, min_size=6, max_size=6))
def test_claim_is_true_exactly_where_the_statement_is(
    hypothesis: sp.Basic, goal: sp.Basic, coordinates: list[list[Fraction]]
) -> None:
    check_binding(hypothesis, goal, coordinates)


SUMS_OF_LOGS = st.lists(
    st.tuples(st.sampled_from([1, -1, 2, sp.Rational(1, 2), sp.Rational(-2, 3)]), ALGEBRAIC),
    min_size=1,
    max_size=2,
).map(lambda terms: sp.Add(*(c * log(u) for c, u in terms)))


@settings(max_examples=50, deadline=None, derandomize=True, phases=[Phase.generate])
@given(comparisons(SUMS_OF_LOGS), comparisons(ALGEBRAIC), st.lists(POINTS, min_size=6, max_size=6))
def test_logarithms_are_bound(one: sp.Basic, other: sp.Basic, coordinates: list[list[Fraction]]) -> None:
    if any(not u.args[0].free_symbols for u in one.atoms(log)) and not is_real(one):
        return
    try:
        check_binding(other, one, coordinates)
        check_binding(one, other, coordinates)
    except (
        NotAlgebraicError
    ) as error:  # a power above the limit, or a number such as log(2) + 1 made by SymPy
        assert "exponent above" in str(error) or "logarithm" in str(error)


LOGS = st.builds(
    lambda c, u, v: c * log(u) + v,
    st.sampled_from([1, -1, 2, sp.Rational(1, 2)]),
    st.sampled_from([x, y, x * y, x - 1, x / y, sqrt(x), Max(x, y)]),
    st.sampled_from([sp.Integer(0), log(x), -log(y)]),
)
CASES_OF_LOGS = st.one_of(
    built(Max, LOGS, LOGS),
    built(Min, LOGS, st.just(sp.Integer(0))),
    built(Abs, LOGS),
    built(lambda u, v: v * sp.sign(u), LOGS, LOGS),
    built(pieces, LOGS, LOGS, RELATIONS, LOGS, ATOMS, st.booleans()),
)


@settings(max_examples=60, deadline=None, derandomize=True, phases=[Phase.generate])
@given(comparisons(CASES_OF_LOGS), st.lists(POINTS, min_size=6, max_size=6))
def test_cases_between_logarithms_are_bound(goal: sp.Basic, coordinates: list[list[Fraction]]) -> None:
    try:
        check_binding(x >= y, goal, coordinates)
    except NotAlgebraicError as error:
        assert "exponent above" in str(error) or "logarithm" in str(error)


EXPONENTIALS = st.builds(
    lambda c, d, u, v, f: c * exp(f(u, v)) + d,
    NUMBERS,
    NUMBERS,
    st.sampled_from([x, -x, 2 * x, x / 2, Abs(x)]),
    st.sampled_from([y, -y, 3 * y, sp.Integer(0), Max(x, y)]),
    st.sampled_from([sp.Add, Max, lambda u, v: u - v]),
)


@settings(max_examples=60, deadline=None, derandomize=True, phases=[Phase.generate])
@given(
    comparisons(EXPONENTIALS),
    comparisons(st.sampled_from([x, 2 * x, -x, sp.Integer(0)])),
    st.lists(POINTS, min_size=5, max_size=5),
)
def test_exponentials_are_bound(one: sp.Basic, other: sp.Basic, coordinates: list[list[Fraction]]) -> None:
    both = [exp(x) > 0, one]  # so that x is an exponent throughout
    check_binding(sp.And(*both, evaluate=False), other, coordinates)
    check_binding(other, sp.And(*both, evaluate=False), coordinates)


@settings(max_examples=80, deadline=None, derandomize=True, phases=[Phase.generate])
@given(formulas(ALGEBRAIC), POINTS)
def test_truth_at_a_point_agrees_with_a_second_evaluator(
    formula: sp.Basic, coordinates: list[Fraction]
) -> None:
    if is_real(formula):
        exact = {s: sp.Rational(v.numerator, v.denominator) for s, v in zip((x, y), coordinates, strict=True)}
        assert holds_at(formula, exact) in (
            true_at(formula, dict(zip((x, y), coordinates, strict=True))),
            None,
        )


def unevaluated(*terms: sp.Expr) -> sp.Expr:
    return sp.Add(*terms, evaluate=False)


def nought(expression: sp.Expr) -> sp.Expr:
    """0 times the expression: undefined where that is."""
    return sp.Mul(0, expression, evaluate=False)


# --- particular statements ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "point"),
    [
        (Ge(Abs(x) / x, -1, evaluate=False), {x: 0}),
        (Gt(Max(x, 0) / x, -1, evaluate=False), {x: 0}),
        (Ge(log(x) + log(y), log(x), evaluate=False), {x: -1, y: 2}),
        (Ge(log(x * (1 + 1 / x)), -9, evaluate=False).subs(-9, log(sp.Rational(1, 9))), {x: 0}),
        (Ge(exp(x * (1 + 1 / x) - 1), 0, evaluate=False), {x: 0}),
        (Ge(sqrt(sqrt(x) - 1), 0, evaluate=False), {x: 0}),
        (Eq(sp.sign(x) / x, sp.sign(x) / x, evaluate=False), {x: 0}),
        (Eq(log(x), log(x), evaluate=False), {x: 0}),
        (Eq(log(x), log(x), evaluate=False), {x: -1}),
        (Ge(unevaluated(log(x), nought(log(x))), 0, evaluate=False), {x: -1}),
        (Eq(nought(log(x)), 0, evaluate=False), {x: 0}),
        (Eq(unevaluated(log(y), nought(1 / x)), log(y), evaluate=False), {x: 0, y: 1}),
        (Eq(unevaluated(log(y), nought(sqrt(x))), log(y), evaluate=False), {x: -1, y: 1}),
        (Eq(unevaluated(log(y), nought(log(x) * log(y))), log(y), evaluate=False), {x: -1, y: 1}),
        (Eq(exp(nought(1 / x)), 1, evaluate=False), {x: 0}),
        (Eq(exp(nought(log(x)), evaluate=False), 1, evaluate=False), {x: -1}),
        (Eq(Max(log(x), 0), Max(log(x), 0), evaluate=False), {x: -1}),
        (Eq(Min(log(x), log(y)), Min(log(x), log(y)), evaluate=False), {x: 1, y: 0}),
        (Eq(Abs(log(x)), Abs(log(x)), evaluate=False), {x: 0}),
        (Ge(sp.sign(log(x)), -1, evaluate=False), {x: 0}),
        (Gt(Piecewise((1, Gt(log(x), 0)), (1, True), evaluate=False), 0, evaluate=False), {x: -1}),
        # the outer radicand says nothing where the inner one is negative
        (Ge(sqrt(sqrt(x) + 1), 0, evaluate=False), {x: -1}),
        # a piece that is no number, where it applies
        (Ge(Piecewise((sp.zoo, Lt(x, 0)), (x**2, True), evaluate=False), 0, evaluate=False), {x: -1}),
        # no real number has this root as its unknown's value: that must not contradict the hypotheses
        (Ge(x * sp.Pow(-1, sp.Rational(1, 3)), 0, evaluate=False), {x: 1}),
    ],
)
def test_what_is_undefined_stays_undefined(goal: sp.Basic, point: Mapping[sp.Symbol, int]) -> None:
    at = {symbol: Fraction(number) for symbol, number in point.items()}
    assert not true_at(goal, at)
    try:
        found = encoded([], goal)
    except NotAlgebraicError:
        return  # refused, which is no wrong answer
    assert not claim_true(found, at)


@pytest.mark.parametrize(
    ("hypothesis", "goal"),
    [
        (sp.true, sp.Not(Lt(sqrt(x), 1), evaluate=False)),
        (sp.Not(Lt(sqrt(x), 1), evaluate=False), Ge(x, 1)),
        (sp.true, sp.Implies(Lt(sqrt(x), 1), Lt(x, 1), evaluate=False)),
        (sp.Implies(Lt(sqrt(x), 1), Lt(y, 1), evaluate=False), Ge(x, 1)),
        (sp.true, sp.Equivalent(Lt(sqrt(x), 1), Lt(x, 1), evaluate=False)),
        # two roots of the same number
        (sp.true, Eq(sqrt(x), x ** sp.Rational(1, 3), evaluate=False)),
        (Gt(sqrt(x), x ** sp.Rational(1, 3), evaluate=False), Gt(x, 1)),
    ],
)
def test_roots_within_negations_are_bound(hypothesis: sp.Basic, goal: sp.Basic) -> None:
    numbers = [Fraction(n) for n in ("-1", "0", "1/64", "1/4", "1", "4", "64")]
    check_binding(hypothesis, goal, [[one, other] for one in numbers for other in numbers[:4]])


def test_exponential_is_a_positive_unknown() -> None:
    found = encoded([], Gt(exp(x), 0, evaluate=False))
    (name,) = found.claim["variables"]
    for number, possible in ((Fraction(-1), False), (Fraction(0), False), (Fraction(1, 9), True)):
        assert all(tree_true(h, {name: number}) for h in found.claim["hypotheses"]) is possible


def test_cases_between_logarithms_are_total_where_these_are_defined() -> None:
    for part in (Max(log(x), 0), Abs(log(x)), sp.sign(log(x))):
        found = encoded([], Eq(part, part, evaluate=False))
        assert claim_true(found, {x: Fraction(1, 2)})
        assert claim_true(found, {x: Fraction(2)})


def test_branch_that_is_not_taken_need_not_be_defined() -> None:
    goal = Ge(Piecewise((Abs(1 / x), Gt(x, 0)), (0, True)), 0, evaluate=False)
    found = encoded([], goal)
    assert claim_true(found, {x: Fraction(0)})
    assert claim_true(found, {x: Fraction(2)})


def test_equal_roots_in_different_cases_are_different_unknowns() -> None:
    goal = Ge(sqrt(Abs(x)), 2, evaluate=False)
    found = encoded([], goal)
    assert claim_true(found, {x: Fraction(-4)})
    assert not claim_true(found, {x: Fraction(-1)})
    assert not claim_true(found, {x: Fraction(1)})


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        (x > 0.5, "0.5"),
        (Gt(x, sp.pi, evaluate=False), "pi"),
        (Gt(sp.sin(x), 0, evaluate=False), "sin(x)"),
        (Gt(sp.Function("f")(x), 0, evaluate=False), "f(x)"),
        (Gt(x**65, 0, evaluate=False), "x**65"),
        (Gt(x ** sp.Rational(65, 2), 0, evaluate=False), "x**(65/2)"),
        (Gt(2**x, 0, evaluate=False), "2**x"),
        (Gt(x**y, 0, evaluate=False), "x**y"),
        (Gt(x, sp.oo, evaluate=False), "oo"),
        (Gt(x, -sp.oo, evaluate=False), "oo"),
        (Eq(x, sp.nan, evaluate=False), "nan"),
        (Eq(x, sp.zoo, evaluate=False), "zoo"),
        (Eq(x, sp.I, evaluate=False), "I"),
        (Eq(x, sp.I * y, evaluate=False), "I"),
        (Gt(exp(x), 1 + x, evaluate=False), "exp(x)"),
        (Gt(log(x) + x, 0, evaluate=False), "x"),
        (Gt(0.5 * log(x), 0, evaluate=False), "0.5"),
        (Gt(log(x) ** 2, 0, evaluate=False), "log(x)"),
        (Gt(log(x) * y, 0, evaluate=False), "log(x)"),
        (Gt(exp(1), x, evaluate=False), "E"),
        (Gt(exp(x + 1), 1, evaluate=False), "x + 1"),
        (sp.Xor(x > 0, y > 0), "(x > 0) ^ (y > 0)"),
        (sp.Symbol("truth"), "truth"),
    ],
)
def test_what_is_not_algebraic_is_refused_by_name(statement: sp.Basic, named: str) -> None:
    for hypotheses, goal in (([], statement), ([statement], a > 0)):
        with pytest.raises(NotAlgebraicError) as refusal:
            encoded(hypotheses, goal)
        assert named in str(refusal.value)


def test_claims_without_variables() -> None:
    assert encoded([], sp.true).claim == {"variables": [], "hypotheses": [], "goal": ["and"]}
    assert encoded([sp.false], sp.false).claim == {"variables": [], "hypotheses": [["or"]], "goal": ["or"]}
    assert encoded([sp.true], Gt(2, 1, evaluate=False)).claim["goal"] == [">", "2", "1"]


def test_goal_that_repeats_a_hypothesis_is_kept() -> None:
    assert encoded([x > 0], x > 0).claim == {
        "variables": ["x"],
        "hypotheses": [[">", "x", "0"]],
        "goal": [">", "x", "0"],
    }


def names_of(*formulas: sp.Basic) -> list[str]:
    claim = encoded(formulas[1:], formulas[0]).claim
    kernel.systems(claim)  # the kernel takes the names
    return list(claim["variables"])


def test_odd_names_become_plain_and_stay_apart() -> None:
    greek, other_greek, wavy, digit, keyword = (sp.Symbol(n) for n in ("α", "β", "a~", "1x", "lambda"))
    variables = names_of(greek + other_greek + wavy + digit + keyword > a)
    assert len(variables) == 6 and "a" in variables and "lambda" in variables
    assert len(names_of(sp.Symbol("n" * 100) > sp.Symbol("n" * 101))) == 2


def test_namesakes_are_different_unknowns() -> None:
    dummies = [sp.Dummy("x", positive=True), sp.Dummy("x", real=True), sp.Dummy("x")]
    found = encoded([], Eq(dummies[0] + dummies[1], dummies[2] + x, evaluate=False))
    assert len(found.claim["variables"]) == 4
    assert set(found.symbols.values()) == {*dummies, x}
    with pytest.raises(AssumptionError, match="two symbols are called x"):
        encoded([], Eq(sp.Symbol("x", real=True), x, evaluate=False))
    # An unknown that the encoding makes is none of the statement's symbols, whatever their names.
    own = sp.Symbol("exp_y", positive=True)
    assert len(encoded([], Gt(exp(y), own, evaluate=False)).claim["variables"]) == 2
    assert len(encoded([], Gt(sqrt(y), sp.Symbol("root_1"), evaluate=False)).claim["variables"]) == 3


def test_signs_of_symbols_are_hypotheses() -> None:
    positive = sp.Symbol("t", positive=True)
    assert encoded([], Gt(positive, 0, evaluate=False)).claim["hypotheses"] == [[">", "t", "0"]]


SCRIPT = """
import sympy as sp
from sympy import Abs, Max, log, sqrt, Piecewise, exp
from sympy.abc import a, b, c
from verify.language.encoding import encoded
r = sp.Dummy("a", real=True)
for hypotheses, goal in (
    ([a > 0, b > a], sp.Or(b / a > 1, sp.And(c < a, sqrt(b + c) >= sqrt(a)))),
    ([sqrt(a + sqrt(b)) > sqrt(c)], log(a) + log(b) / 2 > log(c)),
    ([a > r], Max(a, b, r, c) >= Abs(a - b) - exp(sp.Symbol('d') / 2)),
    ([], Piecewise((a, b > 0), (r, True)) >= sqrt(a) * sqrt(r)),
):
    print(encoded(hypotheses, goal).fingerprint)
"""


def test_fingerprint_is_the_same_in_every_process() -> None:
    runs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            check=True,
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1")
    }
    assert len(runs) == 1
    assert len(set(runs.pop().split())) == 4


def test_order_of_hypotheses_is_of_no_account() -> None:
    given = (sqrt(a) > b, sqrt(b) > 1, a > 2)
    assert (
        len({encoded(h, a > b).fingerprint for h in (given, given[::-1], (given[1], given[2], given[0]))})
        == 1
    )


def test_different_statements_have_different_fingerprints() -> None:
    p, q = sp.Symbol("p"), sp.Symbol("q")
    statements = [
        ((p > 0,), 2 * p**2 - q / 3 >= sqrt(q)),
        ((p >= 0,), 2 * p**2 - q / 3 >= sqrt(q)),
        ((p > 0,), 2 * p**2 + q / 3 >= sqrt(q)),
        ((p > 0,), 3 * p**2 - q / 3 >= sqrt(q)),
        ((p > 0,), 2 * p**3 - q / 3 >= sqrt(q)),
        ((p > 0,), 2 * p**2 - q / 4 >= sqrt(q)),
        ((p > 0,), 2 * p**2 - q / 3 > sqrt(q)),
        ((p > 0,), 2 * p**2 - q / 3 <= sqrt(q)),
        ((p > 0,), sp.Eq(2 * p**2 - q / 3, sqrt(q))),
        ((p > 0,), sp.Ne(2 * p**2 - q / 3, sqrt(q))),
        ((p > 0,), 2 * p**2 - q / 3 >= sqrt(p)),
        ((p > 0,), 2 * p**2 - q / 3 >= q ** sp.Rational(1, 3)),
        ((p > 0,), 2 * q**2 - p / 3 >= sqrt(p)),
        ((q > 0,), 2 * p**2 - q / 3 >= sqrt(q)),
        ((), 2 * p**2 - q / 3 >= sqrt(q)),
        ((p > 0,), sp.Not(2 * p**2 - q / 3 >= sqrt(q), evaluate=False)),
        ((p > 0,), sp.true),
    ]
    assert len({encoded(h, g).fingerprint for h, g in statements}) == len(statements)


def test_no_two_claims_of_the_corpus_share_a_fingerprint() -> None:
    """Mutants differ from their claim in one sign, constant, exponent, variable or relation."""
    for case in CASES:
        variants = {(case.hypotheses, case.goal)} | {(m.hypotheses, m.goal) for m in case.mutants}
        found = []
        for variant in variants:
            with suppress(NotAlgebraicError):  # a mutant with log and a number
                found.append((encoded(*variant), variant))
        for (one, left), (other, right) in combinations(found, 2):
            assert one.fingerprint != other.fingerprint, (case.name, left, right)
