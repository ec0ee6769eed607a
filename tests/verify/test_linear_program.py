"""Linear programs with parameters: textbook optima, false ones, and planted errors."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import pytest
import sympy as sp

from tests.verify.corpus import eq, ge, gt, le, lt
from verify import kernel
from verify.calculus import linear_program
from verify.calculus.linear_program import LinearMaximum, LinearMinimum
from verify.claims.claim import Claim, Locator, Verdict, judge
from verify.evidence import Grade
from verify.prover.prover import Prover

a, b, c, d, m, x, y, z = sp.symbols("a b c d m x y z")
POSITIVE = (ge(x, 0), ge(y, 0))
GLASS = (*POSITIVE, le(x, 4), le(2 * y, 12), le(3 * x + 2 * y, 18))
SIMPLEX = (*POSITIVE, le(x + y, 1))
MOMENT = (ge(x, 0), ge(y, 0), ge(z, 0), eq(x + y + z, 1), eq(y + 2 * z, m))
SACK = (*POSITIVE, le(x, 1), le(y, 1), le(x + y, a))
MEAN = (ge(m, 0), le(m, 2))


@dataclass(frozen=True)
class Case:
    """A claim: its name, the statement, the domain, the verdict and the reason."""

    name: str
    statement: LinearMaximum | LinearMinimum
    domain: tuple
    verdict: str
    reason: str


CASES = [
    Case("glass", LinearMaximum(3 * x + 5 * y, (x, y), GLASS, 36), (), "holds", "at (2, 6)"),
    Case("glass-too-small", LinearMaximum(3 * x + 5 * y, (x, y), GLASS, 35), (), "refuted", "36 at (2, 6)"),
    Case("glass-too-large", LinearMaximum(3 * x + 5 * y, (x, y), GLASS, 37), (), "refuted", "never above 36"),
    Case(
        "best-price",
        LinearMaximum(c * x + d * y, (x, y), SIMPLEX, sp.Max(c, d)),
        (gt(c, 0), gt(d, 0)),
        "holds",
        "the dearer one",
    ),
    Case(
        "best-price-of-any-sign",
        LinearMaximum(c * x + d * y, (x, y), SIMPLEX, sp.Max(c, d)),
        (),
        "refuted",
        "nothing is bought at c, d < 0",
    ),
    Case(
        "best-price-or-nothing",
        LinearMaximum(c * x + d * y, (x, y), SIMPLEX, sp.Max(c, d, 0)),
        (),
        "holds",
        "three vertices",
    ),
    Case(
        "sack",
        LinearMaximum(2 * x + y, (x, y), SACK, sp.Min(2 * a, 1 + a, 3)),
        (ge(a, 0),),
        "holds",
        "the dearer one first",
    ),
    Case(
        "sack-without-its-end",
        LinearMaximum(2 * x + y, (x, y), SACK, sp.Min(2 * a, 1 + a)),
        (ge(a, 0),),
        "refuted",
        "3 from a = 2 on",
    ),
    Case(
        "top-of-a-law-with-a-mean",
        LinearMaximum(z, (x, y, z), MOMENT, m / 2),
        MEAN,
        "holds",
        "Markov's inequality at 2",
    ),
    Case(
        "bottom-of-a-law-with-a-mean",
        LinearMinimum(x, (x, y, z), MOMENT, sp.Max(0, 1 - m)),
        MEAN,
        "holds",
        "mass at 1, or at 0 and 1",
    ),
    Case(
        "bottom-without-its-kink",
        LinearMinimum(x, (x, y, z), MOMENT, 1 - m),
        MEAN,
        "refuted",
        "negative at m = 2",
    ),
    Case(
        "mean-that-no-law-has",
        LinearMaximum(z, (x, y, z), MOMENT, m / 2),
        (ge(m, 0),),
        "refuted",
        "empty at m = 3",
    ),
    Case(
        "diet",
        LinearMinimum(x + y, (x, y), (*POSITIVE, ge(x + 2 * y, a), ge(2 * x + y, a)), 2 * a / 3),
        (ge(a, 0),),
        "holds",
        "both needs met at a/3",
    ),
    Case(
        "unbounded",
        LinearMaximum(x, (x, y), (*POSITIVE, le(x - y, 1)), 1),
        (),
        "refuted",
        "no greatest value",
    ),
    Case(
        "budget-line",
        LinearMaximum(x / a + y / b, (x, y), (*POSITIVE, le(a * x + b * y, 1)), sp.Max(a**-2, b**-2)),
        (gt(a, 0), gt(b, 0)),
        "holds",
        "quotients",
    ),
    Case(
        "budget-line-where-it-is-undefined",
        LinearMaximum(x / a + y, (x, y), (*POSITIVE, le(a * x + y, 1)), sp.Max(a**-2, 1)),
        (ge(a, 0),),
        "refuted",
        "a = 0",
    ),
    Case(
        "equation-said-twice",
        LinearMaximum(x, (x, y), (*POSITIVE, eq(x + y, a), eq(2 * x + 2 * y, 2 * a)), a),
        (ge(a, 0),),
        "holds",
        "one of the equations is enough",
    ),
    Case(
        "one-point-by-two-equations",
        LinearMinimum(c * x, (x,), (eq(x, a), eq(2 * x, 2 * a)), a * c),
        (),
        "holds",
        "more equations than variables",
    ),
    Case(
        "equations-that-disagree",
        LinearMaximum(x, (x,), (eq(x, a), eq(2 * x, b)), a),
        (),
        "refuted",
        "empty unless b = 2a",
    ),
    *(
        Case(
            f"equations-that-disagree-{side}",
            LinearMaximum(x, (x,), (eq(x, a), eq(2 * x, b)), a),
            (further,),
            "refuted",
            "always empty",
        )
        for side, further in (("above", gt(2 * a, b)), ("below", lt(2 * a, b)))
    ),
    Case("equations-alone", LinearMaximum(x + y, (x, y), (eq(x + y, 1), eq(x - y, a)), 1), (), "holds", "1"),
]


@pytest.fixture(scope="module")
def prover():
    return Prover()


def best(statement, at):
    """The optimum by going through all vertices in fractions; None for no vertex."""
    slacks = [
        (t.rhs - t.lhs if isinstance(t, sp.Le) else t.lhs - t.rhs).subs(at) for t in statement.constraints
    ]
    found = []
    for active in combinations(slacks, len(statement.over)):
        solutions = sp.solve(active, statement.over, dict=True)
        if len(solutions) == 1 and len(solutions[0]) == len(statement.over):
            values = [
                (s.subs(solutions[0]), isinstance(t, sp.Eq))
                for s, t in zip(slacks, statement.constraints, strict=True)
            ]
            if all(v == 0 if equation else v >= 0 for v, equation in values):
                found.append(Fraction(str(statement.objective.subs(at).subs(solutions[0]))))
    pick = max if isinstance(statement, LinearMaximum) else min
    return pick(found) if found else None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case, prover):
    found = judge(Claim(Locator("corpus", case.name), case.statement, case.domain), prover)
    assert found.verdict.value == case.verdict, found.note
    assert found.grade is Grade.EXACT
    for certificate in found.certificates:
        kernel.check(certificate, {})
    if case.verdict == "refuted":
        at = {s: v for s, v in found.witness.items() if s not in case.statement.over}
        if case.name not in ("unbounded", "budget-line-where-it-is-undefined"):
            assert best(case.statement, at) != Fraction(str(case.statement.value.subs(at)))


@pytest.mark.parametrize("case", [c for c in CASES if c.verdict == "holds"], ids=lambda case: case.name)
def test_true_value_is_that_of_the_best_vertex(case):
    for number in (sp.Rational(1, 3), sp.Rational(1), sp.Rational(7, 4)):
        at = {a: number, b: number + 1, c: number, d: 2 * number - 1, m: number}
        if all(h.subs(at) == sp.true for h in case.domain):
            assert best(case.statement, at) == Fraction(str(sp.sympify(case.statement.value).subs(at)))


def test_multipliers_of_the_wrong_sign_are_noticed(prover, monkeypatch):
    original = linear_program._LinearProgram._sought

    def without_signs(self):
        for basis in original(self):
            kept = tuple(part for part in basis.conditions if part.lhs not in basis.multipliers)
            yield linear_program.Basis(basis.point, basis.multipliers, kept)

    false = LinearMaximum(3 * x + 5 * y, (x, y), GLASS, 0)  # at the origin, which is feasible and not best
    claim = Claim(Locator("corpus", "planted"), false)
    assert judge(claim, prover).verdict is Verdict.REFUTED
    monkeypatch.setattr(linear_program._LinearProgram, "_sought", without_signs)
    planted = LinearMaximum(3 * x + 5 * y, (x, y), GLASS, 0)
    assert judge(Claim(Locator("corpus", "planted"), planted), prover).verdict is Verdict.HOLDS


def test_bad_programs_are_refused():
    for objective, constraints, value, said in (
        (x * y, POSITIVE, 1, "not linear"),
        (x, (lt(x, 1),), 1, "a constraint is"),
        (x, POSITIVE, x, "holds a variable"),
        (sp.Piecewise((1, abs(x) < 1), (0, True)), POSITIVE, 0, "not linear"),  # its slope is 0
        (x, (*POSITIVE, le(sp.Piecewise((1, abs(x) < 1), (0, True)), 0)), 0, "not linear"),
        ((x**2 + x) / x, POSITIVE, 1, "not linear"),  # x + 1, but not at 0
    ):
        with pytest.raises(ValueError, match=said):
            LinearMaximum(objective, (x, y), constraints, value)


@pytest.mark.parametrize(
    "over", [(x, x), (sp.Symbol("x", positive=True), y), (x, sp.Symbol("y", negative=True))]
)
def test_variables_are_named_once_and_have_any_sign(over):
    with pytest.raises(ValueError, match="its sign is a constraint"):
        LinearMinimum(over[0], over, (ge(over[0] + over[1], 0), le(over[1] - 1, 0)), -1)


def test_bounds_that_cannot_be_told_apart_refute_nothing(prover):
    six = sp.log(2) + sp.log(3)
    true = LinearMaximum(x, (x,), (le(x, sp.log(6)), le(x, six)), six)
    assert judge(Claim(Locator("corpus", "tie"), true), prover).verdict in (Verdict.HOLDS, Verdict.OPEN)


def test_a_basis_that_is_best_only_where_equations_coincide_refutes_nothing(prover):
    constraints = (*POSITIVE, eq(x + y, 1), eq(x + a * y, 1))
    true = LinearMaximum(x, (x, y), constraints, 1)  # at a = 1 the equations are one
    assert judge(Claim(Locator("corpus", "coincide"), true), prover).verdict in (Verdict.HOLDS, Verdict.OPEN)


def test_over_no_variable_the_objective_is_the_value(prover):
    for value, verdict in ((a, Verdict.HOLDS), (a + 1, Verdict.REFUTED)):
        claim = Claim(Locator("corpus", "no-variables"), LinearMinimum(a, (), (), value))
        assert judge(claim, prover).verdict is verdict


def test_where_it_is_not_known_to_be_defined_nothing_is_proved(prover):
    other = sp.gamma(a)  # has no value at 0, and cancels
    claim = LinearMaximum(x + other, (x,), (ge(x, 0), le(x, 1)), 1 + other)
    assert judge(Claim(Locator("corpus", "undefined"), claim), prover).verdict is not Verdict.HOLDS
