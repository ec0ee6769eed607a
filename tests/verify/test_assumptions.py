"""What SymPy symbols declare is honoured or refused by all that takes statements, and never ignored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.core.assumptions import _assume_defined

from verify.boxes.branch_and_bound import Outcome as BoxOutcome
from verify.boxes.branch_and_bound import prove_positive_on
from verify.calculus.derivative import DerivativeSign, ImplicitDerivative, PartialDerivative
from verify.calculus.extremum import Infimum, Path
from verify.calculus.integral import DefiniteIntegral
from verify.calculus.limit import Limit
from verify.calculus.series import Series
from verify.claims.claim import Claim, Judgement, Locator, Verdict, judge
from verify.claims.missing_hypothesis import find_missing_hypothesis
from verify.evidence import Evidence
from verify.identity import equal_on
from verify.language.condition import Condition, non_negative, positive
from verify.language.encoding import encoded
from verify.language.implication import Implication
from verify.points.rational_search import simple_points
from verify.probability.statements import TermwiseSum
from verify.probability.weighted_sum import Setting, Supports, Total
from verify.prover.by_enclosure import failing_point
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.prover import Prover
from verify.prover.witness import UnconfirmedPointError, confirmed, find_witness
from verify.solvers.smt import Solver

PLACE = Locator("example", "eq:1")
ONE, TWO = sp.Integer(1), sp.Integer(2)
x, y, z = sp.symbols("x y z")

# SymPy's own table: every property that a symbol can declare.
PROPERTIES = sorted(_assume_defined)
NUMBERS = [sp.Integer(-2), sp.Rational(-1, 2), -sp.sqrt(2), sp.Integer(0), sp.sqrt(2), sp.Rational(1, 2), TWO]
HYPOTHESES: dict[str, Callable[..., sp.Basic]] = {
    "positive": sp.Gt,
    "negative": sp.Lt,
    "nonnegative": sp.Ge,
    "nonpositive": sp.Le,
    "nonzero": sp.Ne,
    "zero": sp.Eq,
}


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


def holds_for_the_number(name: str, value: bool, number: sp.Expr) -> bool:
    """What SymPy says of a number; `polar` is none of its attributes for a number."""
    return getattr(number, f"is_{name}", None) is value


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("name", PROPERTIES)
def test_every_property_of_sympy_is_honoured_or_refused(name: str, value: bool) -> None:
    symbol = sp.Symbol("m", **{name: value})
    allowed = [n for n in NUMBERS if holds_for_the_number(name, value, n)]
    try:
        domain = Claim(PLACE, sp.Ge(symbol**2, 0, evaluate=False)).domain
    except ValueError as error:
        said = str(error)
        assert "example eq:1" in said and "m" in said and 'Symbol("m")' in said
        # Nothing is refused that a sign, or nothing at all, would say.
        assert name not in {*HYPOTHESES, "real", "finite", "commutative"} or not allowed
        return
    admitted = [n for n in NUMBERS if all(h.subs(symbol, n) == sp.true for h in domain)]
    assert admitted == allowed


@pytest.mark.parametrize("name", ["integer", "rational", "irrational", "prime", "even", "odd", "complex"])
def test_a_refusal_says_what_to_do(name: str) -> None:
    with pytest.raises(ValueError, match=rf'{name}=True.*declare it as Symbol\("n"\).*such as n >= 1'):
        Claim(PLACE, sp.Ge(sp.Symbol("n", **{name: True}) ** 2, 1, evaluate=False))


# --- every function that takes statements

INTEGER = sp.Symbol("n", integer=True)
EVEN = sp.Symbol("k", even=True)
SQUARE = INTEGER**2


def examined(statement: Any) -> Callable[[], Evidence]:
    return lambda: statement.examine((), Prover())


REFUSING: dict[str, Callable[[], Any]] = {
    "Claim": lambda: Claim(PLACE, sp.Ge(SQUARE, INTEGER, evaluate=False)),
    "Claim.domain": lambda: Claim(PLACE, x > 0, (INTEGER > 1,)),
    "Claim.missing": lambda: judge(Claim(PLACE, x > 0, missing=(sp.Gt(x, SQUARE),)), Prover()),
    "Claim.corrected": lambda: judge(Claim(PLACE, x > 0, corrected=SQUARE > 1), Prover()),
    "Claim of a limit": lambda: Claim(PLACE, Limit(SQUARE + x, x, sp.Integer(0), "+", SQUARE)),
    "Implication": lambda: Implication((), SQUARE >= INTEGER),
    "Implication.of": lambda: Implication.of([positive(INTEGER)], positive(SQUARE)),
    "encoded": lambda: encoded([], SQUARE >= INTEGER),
    "Prover.inhabited": lambda: Prover().inhabited([INTEGER > 1]),
    "Prover.decide_inhabited": lambda: Prover().decide_inhabited([INTEGER > 1]),
    "Solver.satisfiable": lambda: Solver().satisfiable([positive(SQUARE - INTEGER)], "?"),
    "Solver.implies": lambda: Solver().implies([], non_negative(SQUARE - INTEGER), "?"),
    "Solver.possible": lambda: Solver().possible([positive(SQUARE - INTEGER)], "?"),
    "Solver.find_point": lambda: Solver().find_point([], "?", ((positive(INTEGER),),)),
    "CertifyingSolver.implies": lambda: CertifyingSolver().implies([], non_negative(SQUARE - INTEGER), "?"),
    "find_witness": lambda: find_witness([positive(INTEGER)], (), Solver(), "?"),
    "confirmed": lambda: confirmed({INTEGER: sp.Rational(1, 2)}, [positive(INTEGER)]),
    "simple_points": lambda: next(simple_points([positive(INTEGER)])),
    "failing_point": lambda: failing_point(Implication((), sp.exp(INTEGER) > 3)),
    "find_missing_hypothesis": lambda: find_missing_hypothesis([], positive(SQUARE - INTEGER), Solver()),
    "prove_positive_on": lambda: prove_positive_on(
        SQUARE + 1, [non_negative(INTEGER), non_negative(1 - INTEGER)]
    ),
    "equal_on": lambda: equal_on(SQUARE / INTEGER, INTEGER, [positive(INTEGER)], Solver()),
    "PartialDerivative": examined(PartialDerivative(SQUARE, INTEGER, 2 * INTEGER)),
    "ImplicitDerivative": examined(ImplicitDerivative(y - INTEGER * x, y, x, INTEGER)),
    "DerivativeSign": examined(DerivativeSign(x * (SQUARE + 1), x, ">")),
    "Limit": examined(Limit(x + INTEGER, x, sp.Integer(0), "+", INTEGER)),
    "Limit.variable": examined(Limit(sp.cos(2 * sp.pi * INTEGER), INTEGER, sp.oo, "+", ONE)),
    "DefiniteIntegral": examined(DefiniteIntegral(SQUARE, x, sp.Integer(0), ONE, SQUARE)),
    "DefiniteIntegral.variable": lambda: DefiniteIntegral(
        sp.cos(2 * sp.pi * INTEGER), INTEGER, sp.Integer(0), ONE, ONE
    ),
    "Series": examined(Series(INTEGER / 2**x, x, ONE, sp.oo, INTEGER)),
    "Series.variable": lambda: Series(2**-EVEN, EVEN, ONE, sp.oo, ONE),
    "Infimum": examined(Infimum(SQUARE + y**2, (y,), SQUARE, {y: sp.Integer(0)})),
    "Infimum.over": examined(Infimum(SQUARE, (INTEGER,), sp.Integer(0), {INTEGER: sp.Integer(0)})),
    "Infimum.path": lambda: Path(INTEGER, {y: INTEGER}),
    "Setting": lambda: Setting({INTEGER: (z,)}, (INTEGER >= 0,)),
    "TermwiseSum": examined(TermwiseSum(Setting({y: (z,)}, (y >= 0,)), Total(y * SQUARE, z) >= 0)),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSING)
def test_what_no_method_takes_into_account_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"declare it as Symbol\("):
        REFUSING[name]()


m = sp.Symbol("m", positive=True)
LARGE_ENOUGH = sp.Ge(m + 1 / m, 2, evaluate=False)

FINITE_SETS = Setting({m: (z,)}, supports=Supports.FINITE)

HONOURING: dict[str, Callable[[], bool]] = {
    "Implication": lambda: Prover().prove(Implication((), LARGE_ENOUGH)).proved,
    "encoded": lambda: encoded([], LARGE_ENOUGH).claim["hypotheses"] == [[">", "m", "0"]],
    "Prover.inhabited": lambda: Prover().inhabited([sp.Lt(m, 0, evaluate=False)]).refuted,
    "Solver.implies": lambda: Solver().implies([], positive(m), "?"),
    "Solver.satisfiable": lambda: not Solver().satisfiable([positive(-m)], "?"),
    "Solver.find_point": lambda: Solver().find_point([], "?", ((positive(-m), positive(m - 3)),))[m] > 3,
    "CertifyingSolver.implies": lambda: CertifyingSolver().implies([], positive(m), "?"),
    "find_witness": lambda: find_witness([positive(m**2 - 4)], (), Solver(), "?").point[m] > 2,
    "simple_points": lambda: not list(simple_points([positive(-m)])),
    "failing_point": lambda: failing_point(Implication((), sp.exp(m) > 1)) is None,
    "find_missing_hypothesis": lambda: (
        str(find_missing_hypothesis([], positive(m * x), Solver(), [m])) == "x > 0"
    ),
    "prove_positive_on": lambda: (
        prove_positive_on(m + 1 - ONE / 10, [non_negative(m + 2), non_negative(1 - m)]).outcome
        is BoxOutcome.PROVED
    ),
    "equal_on": lambda: equal_on(sp.Max(m, 0, evaluate=False) * 0 + m, m, [], Solver()).equal,
    "DerivativeSign": lambda: DerivativeSign(m * x, x, ">").examine((), Prover()).proved,
    "Infimum.over": lambda: Infimum(m, (m,), sp.Integer(0), Path(x, {m: x})).examine((), Prover()).proved,
    "TermwiseSum": lambda: TermwiseSum(FINITE_SETS, Total(m, z) >= 0).examine((), Prover()).proved,
}  # fmt: skip


@pytest.mark.parametrize("name", HONOURING)
def test_signs_are_honoured(name: str) -> None:
    assert HONOURING[name]()


def test_a_point_that_contradicts_a_sign_is_not_confirmed() -> None:
    with pytest.raises(UnconfirmedPointError, match="m > 0 is false at m = -1"):
        confirmed({m: -ONE}, [positive(m**2)])


def test_signs_are_seen_in_text_and_record(prover: Prover) -> None:
    judged = judge(Claim(PLACE, LARGE_ENOUGH, (m < 7,)), prover)
    assert judged.verdict is Verdict.HOLDS and judged.claim.domain == (m < 7, sp.Gt(m, 0, evaluate=False))
    (certificate,) = judged.certificates
    assert [">", "m", "0"] in certificate["claim"]["hypotheses"]
    assert str(Implication((), LARGE_ENOUGH)) == "(m > 0) imply m + 1/m >= 2"
    assert "(m > 0)" in TermwiseSum(Setting({m: (z,)}), Total(m, z) >= 0).text


def test_what_sympy_has_simplified_to_nothing_is_said_again(prover: Prover) -> None:
    domain = (sp.Gt(m, 0), sp.Lt(m, 1))  # the first is the bare truth for SymPy
    assert Claim(PLACE, sp.Lt(m**2, m, evaluate=False), domain).domain == (m < 1, sp.Gt(m, 0, evaluate=False))


def test_contradicting_domain_is_empty(prover: Prover) -> None:
    judged = judge(Claim(PLACE, LARGE_ENOUGH, (sp.Lt(m, 0, evaluate=False),)), prover)
    assert judged.verdict is Verdict.OPEN and "is empty" in judged.note


# --- names


@pytest.mark.parametrize(
    "make",
    [
        lambda one, other: Claim(PLACE, one > other),
        lambda one, other: Claim(PLACE, one > 1, (other > 2,)),
        lambda one, other: Claim(PLACE, one > 1, missing=(other > 2,)),
        lambda one, other: Claim(PLACE, one > 1, corrected=other > 2),
        lambda one, other: Claim(PLACE, one > 1, eliminated=(other,)),
        lambda one, other: Claim(PLACE, one > 1, variables=(one, other)),
        lambda one, other: Implication((one > 1,), other > 1),
        lambda one, other: encoded([one > 1], other > 1),
        lambda one, other: Solver().satisfiable([positive(one - 1), positive(other - 2)], "?"),
        lambda one, other: find_witness([positive(one - 1), positive(other - 2)], (), Solver(), "?"),
        lambda one, other: DefiniteIntegral(one * other, one, sp.Integer(0), ONE, TWO),
    ],
)
@pytest.mark.parametrize("declared", [{"positive": True}, {"real": True}, {"zero": False}])
def test_two_symbols_of_one_name_are_refused(make: Callable[..., Any], declared: dict[str, bool]) -> None:
    with pytest.raises(ValueError, match=r'two symbols are called m, .*Symbol\("m".*declare it once'):
        make(sp.Symbol("m", **declared), sp.Symbol("m"))


# --- bound variables


@pytest.mark.parametrize(
    "declared", [{}, {"real": True}, {"integer": True}, {"integer": True, "positive": True}]
)
def test_a_summation_index_may_be_an_integer(declared: dict[str, bool], prover: Prover) -> None:
    k = sp.Symbol("k", **declared)
    statement = Series(sp.Abs(k) / 2**k, k, ONE, sp.oo, TWO)
    assert judge(Claim(PLACE, statement), prover).verdict is Verdict.HOLDS
    assert statement == Series(sp.Abs(k) / 2**k, k, ONE, sp.oo, TWO)


def test_an_index_that_is_not_as_declared_is_refused() -> None:
    # SymPy has written k for |k|: from -oo the sum of 2^-k would not even converge.
    k = sp.Symbol("k", integer=True, positive=True)
    with pytest.raises(ValueError, match="runs from -oo to oo, where it is not always as declared"):
        Series(2 ** (-sp.Abs(k)), k, -sp.oo, sp.oo, sp.Integer(3))


def test_a_variable_of_integration_is_held_to_its_declaration(prover: Prover) -> None:
    # SymPy has written x for |x|: from -1 to 1 the integral of |x| is 1, not 0.
    with pytest.raises(ValueError, match="runs from -1 to 1, where it is not always as declared"):
        DefiniteIntegral(sp.Abs(m), m, -ONE, ONE, sp.Integer(0))
    over_positive = DefiniteIntegral(sp.Abs(m), m, sp.Integer(0), ONE, ONE / 2)
    assert judge(Claim(PLACE, over_positive), prover).verdict is Verdict.HOLDS


# --- as with explicit hypotheses

coefficients = st.integers(-2, 2)
declarations = st.sampled_from([None, *HYPOTHESES])


def verdict_of(claim: Claim, prover: Prover) -> tuple[Verdict, dict[str, sp.Expr] | None]:
    judged: Judgement = judge(claim, prover)
    witness = judged.witness
    return judged.verdict, None if witness is None else {str(s): v for s, v in witness.items()}


@settings(max_examples=40, deadline=None)
@given(
    table=st.lists(coefficients, min_size=6, max_size=6),
    declared=st.tuples(declarations, declarations),
    strict=st.booleans(),
)
def test_same_verdict_as_with_explicit_hypotheses(
    prover: Prover, table: list[int], declared: tuple[str | None, str | None], strict: bool
) -> None:
    def claim(u: sp.Symbol, v: sp.Symbol, *hypotheses: sp.Basic) -> Claim:
        a, b, c, d, e, f = table
        polynomial = a * u**2 + b * u * v + c * v**2 + d * u + e * v + f
        return Claim(PLACE, (sp.Gt if strict else sp.Ge)(polynomial, 0, evaluate=False), hypotheses)

    plain = sp.symbols("u v")
    # What SymPy drops when it simplifies (0*u is 0) is not claimed in either form.
    stated = [
        HYPOTHESES[name](symbol, 0, evaluate=False)
        for symbol, name in zip(plain, declared, strict=True)
        if name is not None and symbol in claim(*plain).symbols
    ]
    symbols = [
        sp.Symbol(s.name, **({} if name is None else {name: True}))
        for s, name in zip(plain, declared, strict=True)
    ]
    assert verdict_of(claim(*symbols), prover) == verdict_of(claim(*plain, *stated), prover)


def test_the_examples_that_were_wrong(prover: Prover) -> None:
    assert judge(Claim(PLACE, LARGE_ENOUGH), prover).verdict is Verdict.HOLDS
    with pytest.raises(ValueError, match="n is declared with integer=True"):
        Claim(PLACE, sp.Ge(SQUARE, INTEGER, evaluate=False))


def test_condition_with_a_sign_is_what_the_solver_is_asked() -> None:
    assert not Solver().satisfiable([Condition(m + 1, non_negative(-m - 1).relation), positive(-m)], "?")
