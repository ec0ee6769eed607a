"""No prover prints a formula into the words of a note: the evidence holds each as an expression.

While claims are judged, every compound formula that is printed carries an invisible mark. The text of a
formula in a note may carry it; words must not. Where a formula's text is written by hand, text and expression
are read and compared. What plants a printed formula, or another formula than its text, is caught.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import pytest
import sympy as sp
from sympy.core._print_helpers import Printable

from symbolic_eps.papers import claims_in, papers
from tests.symbolic_eps.audit_sample import CLAIMS as SAMPLE
from verify.calculus.derivative import DerivativeSign, ImplicitDerivative, PartialDerivative
from verify.calculus.extremum import Infimum, Maximum, Minimum, Path, Supremum
from verify.calculus.integral import DefiniteIntegral, Normalised
from verify.calculus.limit import Limit
from verify.calculus.root import MinimumPlace, OnlyRoot
from verify.calculus.series import Series
from verify.claims.auditor import judge_within
from verify.claims.claim import Claim, Locator, Statement
from verify.claims.shipped_records import read
from verify.evidence import Evidence, Outcome
from verify.language.note import Formula, Note, equation, printed
from verify.language.truth import UndefinedValueError, value_at
from verify.probability.statements import TermwiseSum
from verify.probability.weighted_sum import Setting, Total

MARK = "\u2063"
SECONDS = 20.0
a, b, c, t, w, v, x, z = sp.symbols("a b c t w v x z", real=True)
k = sp.Symbol("k", real=True)
WEIGHTS = Setting({w: (z,), v: (z,)}, (w >= 0, v >= 0))

STATEMENTS: list[tuple[sp.Basic | Statement, tuple[sp.Basic, ...]]] = [
    (a**2 >= 2 * a * b - b**2, ()),
    (a**2 > a, (a > 0,)),
    (sp.And(a > 0, 1 / a > b / 2), (a > b,)),
    (sp.exp(a) > 1 + a + a**2, (a > 0,)),
    (sp.log(a - b) > 0, (a > 2 * b,)),
    (sp.gamma(a + 1) > a / 2, (a > 0,)),
    (sp.Function("f")(a + b) > 0, ()),
    (a**2 >= a, (a > 0, a < 0)),
    (Limit(x / (a + x), x, sp.oo, "-", sp.Integer(1)), (a > 0,)),
    (Limit(x / (a + x), x, sp.oo, "-", a + 1), (a > 0,)),
    (Limit(sp.log(x - a), x, a + 1, "both", sp.Integer(1)), ()),
    (Limit(sp.gamma(x + a), x, a + 1, "+", sp.Integer(1)), (a > 0,)),
    (Limit(sp.sin(a * x), x, sp.oo, "-", sp.Integer(0)), ()),
    (PartialDerivative(a**2 * b, a, 2 * a * b), ()),
    (PartialDerivative(a**2 * b, a, a * b + 1), ()),
    (PartialDerivative(sp.log(a - b), a, 1 / (a - b)), ()),
    (ImplicitDerivative(a**2 + b**2 - 1, b, a, -a / b), (b > 0,)),
    (ImplicitDerivative(a**2 + b**2 - 1, b, a, a / b), (b > 0,)),
    (DerivativeSign(a**3 + a * b, a, ">"), (b > 0,)),
    (DerivativeSign(a**3 + a * b, a, ">"), ()),
    (Infimum(a / b + b, (a,), b, Path(t, {a: t * b})), (a > 0, b > 0)),
    (Infimum(a / b + b, (a,), b + 1), (a > 0, b > 0)),
    (Supremum(a * b, (a,), b / 2, Path(t, {a: 1 - t * b})), (a > 0, a < 1, b > 0)),
    (Minimum(a**2 + b, (a,), b, {a: b - b}), ()),
    (Minimum(a**2 + b, (a,), b, {a: b / 2}), (b > 0,)),
    (Maximum(1 - a**2, (a,), sp.Rational(3, 2)), ()),
    (Minimum(a + 1, (a,), sp.Integer(1)), (a > 0,)),
    (OnlyRoot(sp.exp(x) + x, x, -sp.oo, sp.oo, "-0.567"), ()),
    (OnlyRoot(sp.exp(x) + x, x, -sp.oo, sp.oo, "-0.568"), ()),
    (OnlyRoot(sp.exp(x) + 1, x, -sp.oo, sp.oo), ()),
    (OnlyRoot(sp.exp(x) - 3 * x, x, sp.Integer(0), sp.Integer(3)), ()),
    (MinimumPlace(x * sp.log(x), x, sp.Integer(0), sp.oo, "0.368"), ()),
    (MinimumPlace(x * sp.log(x), x, sp.Integer(0), sp.oo, "0.4"), ()),
    (MinimumPlace((x**2 - 1) ** 2, x, -sp.oo, sp.oo, "1"), ()),
    (sp.exp(a) >= 1 + a + a**2 / 2, (a >= 0,)),
    (sp.exp(a) > sp.Rational(27, 10) * a, ()),
    (sp.And(sp.exp(a) > 1 + a, sp.exp(a) > 1 + a + a**2), (a > 0,)),
    (DefiniteIntegral(x**2, x, sp.Integer(0), b, b**3 / 3), (b > 0,)),
    (DefiniteIntegral(1 / x, x, sp.Integer(0), b, b**2), (b > 0,)),
    (DefiniteIntegral(sp.Max(x, a) / 2, x, sp.Integer(0), b, b**2 / 4), (b > 0, a > 0)),
    (DefiniteIntegral(sp.exp(-(x**2)) * a, x, sp.Integer(0), b, b / 2), (b > 0,)),
    (Normalised(sp.exp(-x / b) / b, x, sp.Integer(0), sp.oo), (b > 0,)),
    (Series(a**k, k, sp.Integer(0), sp.oo, 1 / (1 - a)), (a > 0, a < 1)),
    (Series(a**k, k, sp.Integer(0), sp.oo, 1 / (1 + a)), (a > 0, a < 1)),
    (Series(a**k * (b + 1), k, sp.Integer(0), sp.oo, sp.Integer(3)), (a > 1, b > 0)),
    (Series(a**k / (k + 1), k, sp.Integer(0), sp.oo, b / 2), (a > 0, a < 1)),
    (TermwiseSum(WEIGHTS, Total(w * v, z) <= Total((w**2 + v**2) / 2, z)), ()),
    (TermwiseSum(WEIGHTS, Total(w * v, z) >= Total((w**2 + v**2) / 2, z)), ()),
    (TermwiseSum(WEIGHTS, Total(w, z) / Total(v, z) >= 0), ()),
    (TermwiseSum(WEIGHTS, Total(w, z) ** 2 > Total(v, z) + a), ()),
]
CASES = [Claim(Locator("cases", f"eq:{n}"), s, given) for n, (s, given) in enumerate(STATEMENTS)]


def of_each_kind() -> list[Claim]:
    """The claim of every kind of statement that was judged in the least time, whichever paper has it."""
    least: dict[str, tuple[float, Claim]] = {}
    for paper in papers().values():
        shipped = read(paper)
        took = {line["locator"]: line["seconds"] for line in shipped.lines} if shipped else {}
        for claim in claims_in(paper):
            kind, seconds = type(claim.statement).__name__, took.get(claim.locator.place, SECONDS)
            if kind not in least or seconds < least[kind][0]:
                least[kind] = seconds, claim
    return [claim for _, claim in least.values()]


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each compound formula that is printed carries the mark."""
    plain = Printable.__str__

    def text(self: sp.Basic) -> str:
        return MARK + plain(self) if getattr(self, "args", ()) else plain(self)

    monkeypatch.setattr(Printable, "__str__", text)
    monkeypatch.setattr(Printable, "__repr__", text)
    printed.cache_clear()
    yield
    printed.cache_clear()


def words_in(value: object) -> Iterator[str]:
    """All words of a record: of a note what is no formula, and every other text."""
    match value:
        case Note():
            yield from (run for run in value.runs if isinstance(run, str))
        case str():
            yield value
        case dict():
            for part in (*value, *value.values()):
                yield from words_in(part)
        case list() | tuple():
            for part in value:
                yield from words_in(part)


def formulas_in(value: object) -> Iterator[Formula]:
    match value:
        case Note():
            yield from (run for run in value.runs if isinstance(run, Formula))
        case dict():
            for part in value.values():
                yield from formulas_in(part)
        case list() | tuple():
            for part in value:
                yield from formulas_in(part)


def says_what_it_is(formula: Formula) -> bool:
    text, expression = formula

    def plain(printed: object) -> str:
        return str(printed).replace(MARK, "")

    own = f"{expression.lhs} = {expression.rhs}" if isinstance(expression, sp.Eq) else expression
    if plain(text) in (plain(expression), plain(own)):
        return True
    names = {s.name: s for s in expression.atoms(sp.Symbol, sp.Dummy)}

    def read(printed: str) -> sp.Basic:
        left, equals, right = printed.partition(" = ")
        whole = f"Eq({left}, {right}, evaluate=False)" if equals else printed
        return sp.sympify(whole.replace("^", "**"), names)

    return bool(read(plain(text)) == read(plain(own)))


def record_of(claim: Claim) -> dict[str, object]:
    return asdict(judge_within(claim, SECONDS).record)


def printed_into_words(record: dict[str, object]) -> list[str]:
    return [words for words in words_in(record) if MARK in words]


def other_than_their_text(record: dict[str, object]) -> list[Formula]:
    return [formula for formula in formulas_in(record) if not says_what_it_is(formula)]


@pytest.mark.family(18)
@pytest.mark.parametrize("claim", [*CASES, *SAMPLE, *of_each_kind()], ids=lambda claim: str(claim.locator))
def test_evidence_holds_formulas_and_not_their_text(claim: Claim) -> None:
    record = record_of(claim)
    assert printed_into_words(record) == [] and other_than_their_text(record) == []
    assert any(formulas_in(record))


@pytest.mark.parametrize("undefined", [sp.sqrt(a), a ** (b / 3), sp.log(a), 1 / (a + 2)])
def test_what_has_no_value_is_said_as_it_is(undefined: sp.Expr) -> None:
    with pytest.raises(UndefinedValueError) as raised:
        value_at(undefined, {a: sp.Integer(-2), b: sp.Integer(1)})
    (formula,) = formulas_in(Note(raised.value))
    assert says_what_it_is(formula)


def test_a_formula_that_is_another_than_its_text_is_caught() -> None:
    assert says_what_it_is(equation(a, b / 2))
    assert says_what_it_is(Formula("(a)**(1/2)", sp.sqrt(a)))
    assert not says_what_it_is(Formula("a = b/2", sp.Eq(b / 2, b / 2, evaluate=False)))
    assert not says_what_it_is(Formula("a**2 > b", a**2 >= b))


@dataclass(frozen=True)
class Careless:
    """A statement that prints formulas into a text, in the place that is named."""

    place: str

    @property
    def text(self) -> Note:
        return Note(f"{a + b} is positive") if self.place == "text" else Note(a + b, " is positive")

    def examine(self, domain: object, prover: object) -> Evidence:
        note = Note(f"with {a * b}" if self.place == "note" else "")
        method = f"at {a / b}" if self.place == "method" else "none"
        witness = Note({a / 2: b}) if self.place == "mapping" else Note()
        return Evidence(self.text, Outcome.OPEN, None, method, note=note or witness)


@pytest.mark.parametrize(
    ("place", "caught"), [("text", True), ("note", True), ("method", True), ("mapping", False)]
)
def test_a_formula_printed_into_words_is_caught(place: str, caught: bool) -> None:
    assert bool(printed_into_words(record_of(Claim(Locator("planted", "eq:1"), Careless(place))))) is caught
