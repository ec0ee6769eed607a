"""Optima that an author names with their multipliers: textbook programs, false values, planted errors."""

from dataclasses import dataclass, replace

import pytest
import sympy as sp

from tests.verify.corpus import eq, ge, gt, le, lt
from verify import kernel
from verify.calculus.dual_multipliers import Optimum, by_optima
from verify.calculus.linear_program import LinearMaximum, LinearMinimum
from verify.claims.claim import Claim, Locator, judge
from verify.evidence import Grade
from verify.language.serialization import packed, unpacked
from verify.prover.prover import Prover

a, b, m, x, y = sp.symbols("a b m x y")
ITEMS = sp.symbols("x1:9")
LAW = sp.symbols("p0:10")
SHARES = sp.symbols("t1:4")
GAINS = sp.symbols("g1:4")
POSITIVE = (ge(x, 0), ge(y, 0))
FIFTH = sp.Rational(1, 5)

# Eight items of worth 8, 7, ..., 1 and size 1 in a sack of size a: C(17, 8) = 24310 choices of constraints.
WORTH = sum((8 - k) * item for k, item in enumerate(ITEMS))
WHOLE = [le(item, 1) for item in ITEMS]
PARTS = [ge(item, 0) for item in ITEMS]
SIZE = le(sum(ITEMS), a)
SACK = (*WHOLE, *PARTS, SIZE)
IN_SACK = Optimum(
    dict(zip(ITEMS, (1, 1, 1, a - 3, 0, 0, 0, 0), strict=True)),
    {SIZE: 5, WHOLE[0]: 3, WHOLE[1]: 2, WHOLE[2]: 1, **{PARTS[k]: k - 3 for k in range(4, 8)}},
)
BETWEEN = (ge(a, 3), le(a, 4))
KNAPSACK = LinearMaximum(WORTH, ITEMS, SACK, 21 + 5 * (a - 3), (IN_SACK,))

# A law on 0, ..., 9 with mean m has at most m/5 from 5 on: Markov's inequality.
MASS, MEAN = eq(sum(LAW), 1), eq(sum(k * p for k, p in enumerate(LAW)), m)
NO_LESS = [ge(p, 0) for p in LAW]
AT_ENDS = Optimum(
    {p: {0: 1 - m / 5, 5: m / 5}.get(k, 0) for k, p in enumerate(LAW)},
    {MEAN: -FIFTH, **{NO_LESS[k]: k * FIFTH - (1 if k >= 5 else 0) for k in range(10)}},
)
MARKOV = LinearMaximum(sum(LAW[5:]), LAW, (MASS, MEAN, *NO_LESS), m / 5, (AT_ENDS,))

# The best test between two laws on three points: g the difference of their masses.
UNIT = [(ge(t, 0), le(t, 1)) for t in SHARES]


def taken(signs):
    """Each difference that is positive is taken."""
    region = [(ge if s else le)(g, 0) for g, s in zip(GAINS, signs, strict=True)]
    pairs = list(zip(UNIT, GAINS, signs, strict=True))
    multipliers = {(one if s else zero): (g if s else -g) for (zero, one), g, s in pairs}
    return Optimum(dict(zip(SHARES, signs, strict=True)), multipliers, sp.And(*region, evaluate=False))


TESTS = tuple(taken((i, j, k)) for i in (0, 1) for j in (0, 1) for k in (0, 1))
BEST_TEST = LinearMaximum(
    sum(g * t for g, t in zip(GAINS, SHARES, strict=True)),
    SHARES,
    tuple(part for pair in UNIT for part in pair),
    sum(sp.Max(g, 0) for g in GAINS),
    TESTS,
)

PIPE = (ge(x, 0), le(x, a), le(x, b))
NARROWEST = LinearMaximum(
    x,
    (x,),
    PIPE,
    sp.Min(a, b),
    (Optimum({x: a}, {PIPE[1]: 1}, le(a, b)), Optimum({x: b}, {PIPE[2]: 1}, ge(a, b))),
)
NEEDS = (ge(x + 2 * y, a), ge(2 * x + y, a))
DIET = LinearMinimum(
    x + y,
    (x, y),
    (*POSITIVE, *NEEDS),
    2 * a / 3,
    (Optimum({x: a / 3, y: a / 3}, {NEEDS[0]: sp.Rational(1, 3), NEEDS[1]: sp.Rational(1, 3)}),),
)
PRICED = le(a * x + b * y, 1)
PRICE = LinearMaximum(
    x, (x, y), (*POSITIVE, PRICED), 1 / a, (Optimum({x: 1 / a, y: 0}, {PRICED: 1 / a, POSITIVE[1]: b / a}),)
)
PRICES = (gt(a, 0), ge(b, 0))


@dataclass(frozen=True)
class Case:
    """A claim: its name, the statement, the domain, the verdict and the reason."""

    name: str
    statement: LinearMaximum | LinearMinimum
    domain: tuple
    verdict: str
    reason: str


CASES = [
    Case("knapsack", KNAPSACK, BETWEEN, "holds", "the dearest first"),
    Case("knapsack-too-small", replace(KNAPSACK, value=20 + 5 * (a - 3)), BETWEEN, "refuted", "21 at a = 3"),
    Case("knapsack-too-large", replace(KNAPSACK, value=22 + 5 * (a - 3)), BETWEEN, "refuted", "21 at a = 3"),
    Case("knapsack-other-slope", replace(KNAPSACK, value=21 + 4 * (a - 3)), BETWEEN, "refuted", "26, a = 4"),
    Case("knapsack-too-full", KNAPSACK, BETWEEN[:1], "open", "another optimum from a = 4 on"),
    Case("markov", MARKOV, (ge(m, 0), le(m, 5)), "holds", "mass at 0 and 5"),
    Case("markov-halved", replace(MARKOV, value=m / 10), (ge(m, 0), le(m, 5)), "refuted", "m = 5"),
    Case("best-test", BEST_TEST, (), "holds", "each difference that is positive is taken"),
    Case("best-test-all", replace(BEST_TEST, value=sum(GAINS)), (), "refuted", "not those that are negative"),
    Case("narrowest-pipe", NARROWEST, PRICES, "holds", "the narrower of two"),
    Case("wider-pipe", replace(NARROWEST, value=sp.Max(a, b)), PRICES, "refuted", "a = 1, b = 0"),
    Case("diet", DIET, (ge(a, 0),), "holds", "both needs met"),
    Case("diet-halved", replace(DIET, value=a / 3), (gt(a, 0),), "refuted", "not enough"),
    Case("diet-doubled", replace(DIET, value=a), (gt(a, 0),), "refuted", "too much"),
    Case("dearest", PRICE, PRICES, "holds", "all for x"),
    Case("dearest-free", PRICE, (ge(a, 0), ge(b, 0)), "refuted", "a = 0: no value"),
]


@pytest.fixture(scope="module")
def prover():
    return Prover()


def vertex_value(statement, at):
    """The value at the named point whose region holds, if it is feasible there; by substitution alone."""
    for optimum in statement.optima:
        if optimum.region == sp.true or all(
            part.subs(at) == sp.true for part in sp.And.make_args(optimum.region)
        ):
            point = {v: sp.sympify(e).subs(at) for v, e in optimum.point.items()}
            assert all(part.subs(at).subs(point) == sp.true for part in statement.constraints)
            return statement.objective.subs(at).subs(point)
    raise AssertionError("no region")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case, prover):
    found = judge(Claim(Locator("corpus", case.name), case.statement, case.domain), prover)
    assert found.verdict.value == case.verdict, found.note
    for certificate in found.certificates:
        kernel.check(certificate, {})
    if case.verdict != "open":
        assert found.grade is Grade.EXACT
    if case.verdict == "refuted" and case.name != "dearest-free":
        at = {s: v for s, v in found.witness.items() if s not in case.statement.over}
        assert all(h.subs(at) == sp.true for h in case.domain)
        assert vertex_value(case.statement, at) != sp.sympify(case.statement.value).subs(at)


@pytest.mark.parametrize("case", [c for c in CASES if c.verdict == "holds"], ids=lambda case: case.name)
def test_proof_is_by_what_is_named(case, prover):
    assert case.statement.examine(case.domain, prover).method == "dual multipliers that are named"


def test_without_its_optima_a_large_program_is_refused():
    with pytest.raises(ValueError, match="too many: name the optima"):
        replace(KNAPSACK, optima=())


# --- planted errors -----------------------------------------------------------------------------------------


def changed(program, index=0, **fields):
    optima = list(program.optima)
    optima[index] = replace(optima[index], **fields)
    return replace(program, optima=tuple(optima))


@pytest.mark.parametrize(
    "wrong",
    [
        changed(KNAPSACK, multipliers={**IN_SACK.multipliers, SIZE: 4}),
        changed(KNAPSACK, multipliers={SIZE: 5}),
        changed(KNAPSACK, point={**IN_SACK.point, ITEMS[0]: 2, ITEMS[3]: a - 3 - sp.Rational(8, 5)}),
        changed(KNAPSACK, point={**IN_SACK.point, ITEMS[3]: 0}),
        changed(KNAPSACK, region=gt(a, 3)),
        replace(KNAPSACK, optima=(replace(IN_SACK, region=gt(a, 3)), replace(IN_SACK, region=lt(a, 3)))),
    ],
    ids=["multiplier", "missing ones", "infeasible", "not best", "region too small", "regions with a gap"],
)
def test_wrong_optimum_proves_nothing(wrong, prover):
    """The value is right; what is named does not show it, and does not refute it."""
    found = wrong.examine(BETWEEN, prover)
    assert not found.proved and not found.refuted


def test_multiplier_of_an_inequality_is_not_negative(prover):
    """x <= a and x >= b, the value b: reached, and bounded by -1 times the second, which is no bound."""
    box = (le(x, a), ge(x, b))
    signs = Optimum({x: b}, {box[1]: -1})
    program = LinearMaximum(x, (x,), box, b, (signs,))
    assert program.examine((lt(b, a),), prover).refuted
    equation = LinearMaximum(x, (x,), (le(x, a), eq(x, b)), b, (Optimum({x: b}, {eq(x, b): -1}),))
    assert equation.examine((lt(b, a),), prover).proved


UNIT = (ge(x, 0), le(x, 1))
UP_TO_1 = LinearMaximum(x, (x,), UNIT, 1)


@pytest.mark.parametrize(
    "wrong",
    [Optimum({x: 2}, {UNIT[1]: 1}), Optimum({x: 0}, {UNIT[0]: -1})],
    ids=["better, and infeasible", "worse, and best by a negative multiplier"],
)
def test_true_value_is_not_refuted_by_what_is_wrong(wrong, prover):
    found = by_optima(UP_TO_1, (wrong,), (), prover)
    assert not found.refuted and not found.proved


def test_regions_leave_out_where_their_comparison_has_no_value(prover):
    """Of b x <= b and x <= 2 the maximum is 1 for b > 0, and 2 for b = 0, where 1/b is no number."""
    box = (le(b * x, b), le(x, 2))
    program = LinearMaximum(x, (x,), box, 1)
    halves = (Optimum({x: 1}, {box[0]: 1 / b}, gt(1 / b, 0)), Optimum({x: 1}, {}, le(1 / b, 0)))
    assert not by_optima(program, halves, (ge(b, 0),), prover).proved
    assert by_optima(program, halves, (gt(b, 0),), prover).proved


def test_small_programs_are_examined_without_what_is_wrong(prover):
    wrong = changed(DIET, multipliers={})
    found = wrong.examine((ge(a, 0),), prover)
    assert found.proved and found.method == "dual multipliers"
    assert DIET.examine((ge(a, 0),), prover).method == "dual multipliers that are named"


def test_optima_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="a value to each of x, y"):
        changed(DIET, point={x: a})
    with pytest.raises(ValueError, match="which is no constraint"):
        changed(DIET, multipliers={ge(x, 1): 1})


def test_statement_survives_transport():
    assert unpacked(packed(KNAPSACK)) == KNAPSACK
