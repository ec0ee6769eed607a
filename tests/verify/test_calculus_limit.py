"""Limits: values derived by hand; a wrong value, side, or domain is refuted or stays open, never proved."""

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.abc import a, b, p, q, r, x

from verify.calculus.cases import Region
from verify.calculus.continuity import continuous_value
from verify.calculus.expansion import Expander
from verify.calculus.limit import Limit
from verify.evidence import Evidence, Outcome
from verify.language.implication import Implication
from verify.prover.prover import Prover

ZERO, ONE = sp.Integer(0), sp.Integer(1)
SHARED = Prover()


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


def examined(prover: Prover, claim: Limit, *domain: sp.Basic) -> Evidence:
    return claim.examine(domain, prover)


ROOT = sp.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (1 - r * p * q) / r)
BUDGET_RATIO = 1 + (r - 1) / (1 - r * p * q) * ((1 - p) + ROOT) / ((1 - p) + 2 * p * (1 - q) + ROOT)

# What remains of e^x is x^4/24 and smaller terms.
REMAINDER = sp.exp(x) - 1 - x - x**2 / 2 - x**3 / 6

TRUE = [
    (Limit(REMAINDER / x**4, x, ZERO, "both", sp.Rational(1, 24)), []),
    (Limit((x**2 - 1) / (x - 1), x, ONE, "both", sp.Integer(2)), []),
    (Limit(sp.sqrt(x**2 + a * x) - x, x, sp.oo, "+", a / 2), []),
    (Limit((sp.sqrt(a + x) - sp.sqrt(a)) / x, x, ZERO, "both", 1 / (2 * sp.sqrt(a))), [a > 0]),
    (Limit((sp.sqrt(1 + x) - 1 - x / 2) / x**2, x, ZERO, "+", -sp.Rational(1, 8)), []),
    (Limit(a / x, x, ZERO, "+", sp.oo), [a > 0]),
    (Limit(a / x, x, ZERO, "-", -sp.oo), [a > 0]),
    (Limit(sp.log(x), x, ZERO, "+", -sp.oo), []),
    (Limit(x**2 * sp.log(x), x, ZERO, "+", ZERO), []),
    (Limit(x**a, x, ZERO, "+", ZERO), [a > 0]),
    (Limit(x**3 * sp.exp(-x / b), x, sp.oo, "+", ZERO), [b > 0]),
    (Limit(x / (sp.exp(x) - 1), x, ZERO, "both", ONE), []),
    (Limit((1 + a / x) ** x, x, sp.oo, "+", sp.exp(a)), []),
    (Limit(sp.tanh(x), x, -sp.oo, "-", -ONE), []),
    (Limit(sp.Abs(x) / x, x, ZERO, "-", -ONE), []),
    (Limit(sp.Max(x, a), x, ZERO, "both", a), [a >= 0]),
    (Limit(sp.log(BUDGET_RATIO), p, ZERO, "+", sp.log(r)), [r > 1, p > 0, p < 1, q > 0, q < 1]),
]

FALSE = [
    (Limit(REMAINDER / x**4, x, ZERO, "both", ZERO), []),  # the first attempt's terms all cancel
    (Limit(sp.exp(REMAINDER / x**4), x, ZERO, "+", ONE), []),
    (Limit((x**2 - 1) / (x - 1), x, ONE, "both", sp.Integer(3)), []),
    (Limit(1 / x, x, ZERO, "both", sp.oo), []),
    (Limit(sp.sqrt(x**2 + a * x) - x, x, sp.oo, "+", a), []),
    (Limit((sp.sqrt(1 + x) - 1 - x / 2) / x**2, x, ZERO, "+", sp.Rational(1, 8)), []),
    (Limit(sp.log(x), x, ZERO, "+", sp.oo), []),
    (Limit(sp.Abs(x) / x, x, ZERO, "both", ONE), []),
    (Limit(sp.Max(x, a), x, ZERO, "both", a), []),
    (Limit(x**2 * sp.log(x), x, ZERO, "+", ONE), []),
    (Limit(sp.sqrt(x - 1) * sp.sqrt(x - 1 - x**2), x, ZERO, "+", -ONE), []),  # not real near 0
    (Limit(sp.log(x - 1) - sp.log(2 * x - 1), x, ZERO, "+", ZERO), []),  # not real near 0
    (Limit(sp.log(BUDGET_RATIO), p, ZERO, "+", sp.log(r + 1)), [r > 1, p > 0, p < 1, q > 0, q < 1]),
]


@pytest.mark.parametrize(("claim", "domain"), TRUE, ids=[c.text[:60] for c, _ in TRUE])
def test_true_limits_are_proved(prover: Prover, claim: Limit, domain: list[sp.Basic]) -> None:
    evidence = examined(prover, claim, *domain)
    assert evidence.proved, evidence.note


@pytest.mark.parametrize(("claim", "domain"), FALSE, ids=[c.text[:60] for c, _ in FALSE])
def test_false_limits_are_refuted(prover: Prover, claim: Limit, domain: list[sp.Basic]) -> None:
    evidence = examined(prover, claim, *domain)
    assert evidence.refuted, evidence.note
    assert evidence.witness is not None


def test_value_changes_where_the_leading_coefficient_vanishes(prover: Prover) -> None:
    claim = Limit((a * x + x**2) / (a * x), x, ZERO, "+", ONE)
    assert examined(prover, claim, sp.Ne(a, 0)).proved
    tends = Limit((a + x) / (a + 2 * x), x, ZERO, "+", ONE)  # 1/2 at a = 0
    assert examined(prover, tends, sp.Ne(a, 0)).proved
    evidence = examined(prover, tends)
    assert evidence.refuted
    assert evidence.witness == {a: 0}


def test_sign_of_the_leading_coefficient_decides_between_infinities(prover: Prover) -> None:
    claim = Limit(a / x, x, ZERO, "+", sp.oo)
    assert examined(prover, claim, a >= 0).witness == {a: 0}
    assert examined(prover, claim, a < 0).refuted


def test_growth_rate_that_may_vanish(prover: Prover) -> None:
    evidence = examined(prover, Limit(x * sp.exp(-b * x), x, sp.oo, "+", ZERO), b >= 0)
    assert evidence.witness == {b: 0}


def test_point_outside_of_the_closure_of_the_domain(prover: Prover) -> None:
    outside = Limit(x, x, sp.Integer(2), "-", sp.Integer(2))
    evidence = examined(prover, outside, x > 0, x < 1)
    assert evidence.refuted
    assert "not approached within the domain" in evidence.note
    from_the_wrong_side = Limit(x, x, ONE, "+", ONE)
    assert examined(prover, from_the_wrong_side, x > 0, x < 1).refuted
    assert examined(prover, Limit(x, x, ONE, "-", ONE), x > 0, x < 1).proved


def test_domain_ties_the_variable_to_a_parameter(prover: Prover) -> None:
    claim = Limit(x / q, x, q, "-", ONE)
    assert examined(prover, claim, x > 0, x < q).proved  # q > 0 follows from there being an x


def test_empty_domain_proves_nothing(prover: Prover) -> None:
    evidence = examined(prover, Limit(a, x, ZERO, "+", a), a > 0, a < 0)
    assert evidence.outcome is Outcome.OPEN
    assert evidence.method == "the domain is empty"


def test_divisor_that_cancels_still_has_to_be_nonzero(prover: Prover) -> None:
    cancels = Limit((a * x + a**2) / a + 1 / (1 + x), x, ZERO, "+", a + 1)
    assert examined(prover, cancels).witness == {a: 0}
    assert examined(prover, cancels, a > 0).proved


def test_oscillation_stays_open_with_samples_as_support_only(prover: Prover) -> None:
    evidence = examined(prover, Limit(sp.sin(x) / x, x, ZERO, "+", ONE))
    assert evidence.outcome is Outcome.OPEN
    assert "sampled" in evidence.note


def test_signs_of_symbols_are_hypotheses(prover: Prover) -> None:
    positive = sp.Symbol("c", positive=True)
    root = Limit(sp.sqrt(positive**2) * x / x, x, ZERO, "+", positive)  # SymPy has dropped the root
    assert examined(prover, root, positive < 1).proved
    assert examined(prover, root, sp.Lt(positive, 0, evaluate=False)).outcome is Outcome.OPEN


@settings(max_examples=25, deadline=None)
@given(
    order=st.integers(-2, 2),
    top=st.tuples(st.integers(1, 9), st.integers(-9, 9)),
    bottom=st.tuples(st.integers(1, 9), st.integers(-9, 9)),
    sign=st.sampled_from([1, -1]),
)
def test_quotients_with_known_leading_terms(order: int, top, bottom, sign: int) -> None:
    lead = sp.Rational(sign * top[0], bottom[0])
    quotient = x**order * (sign * top[0] + top[1] * x) / (bottom[0] + bottom[1] * x)
    value = lead if order == 0 else ZERO if order > 0 else sign * sp.oo
    hidden = sp.expand(sp.numer(quotient)) / sp.expand(sp.denom(quotient)) + sp.sqrt(1 + x) - 1
    assert Limit(hidden, x, ZERO, "+", value).examine((), SHARED).proved
    assert Limit(hidden, x, ZERO, "+", lead + 1).examine((), SHARED).refuted or (order > 0 and lead == -1)


def test_bessel_function_near_zero_and_on_the_wrong_side(prover: Prover) -> None:
    product = sp.sqrt(x) * sp.besselk(sp.Rational(1, 2), x)
    assert examined(prover, Limit(product, x, ZERO, "+", sp.sqrt(sp.pi / 2))).proved
    assert examined(prover, Limit(product, x, ZERO, "+", sp.sqrt(sp.pi))).refuted
    assert examined(prover, Limit(product, x, ZERO, "-", sp.sqrt(sp.pi / 2))).refuted


def test_bad_input_is_refused() -> None:
    with pytest.raises(TypeError, match="expression"):
        Limit("x", x, ZERO, "+", ZERO)
    with pytest.raises(ValueError, match="side"):
        Limit(x, x, ZERO, "left", ZERO)
    with pytest.raises(ValueError, match="variable"):
        Limit(x, x, ZERO, "+", x)


# --- continuity

FORMULA = 2 * p * (1 - q) / (sp.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q)) - (1 - p))
AT_ZERO = 2 * p / (sp.sqrt((1 - p) ** 2 + 4 * p / r) - (1 - p))
PRIORS = (p > 0, p <= 1, q > 0, q <= 1, r > 1)


def test_limit_of_a_continuous_expression_needs_no_expansion(
    prover: Prover, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: object) -> sp.Expr:
        raise AssertionError("it was expanded")

    monkeypatch.setattr(Expander, "limit", endless)
    for expression, value in ((FORMULA, AT_ZERO), (sp.log(FORMULA), sp.log(AT_ZERO))):
        evidence = examined(prover, Limit(expression, q, ZERO, "+", value), *PRIORS)
        assert evidence.proved, evidence.note
    wrong = Limit(sp.log(FORMULA), q, ZERO, "+", sp.log(AT_ZERO) + 1)
    assert examined(prover, wrong, *PRIORS).refuted


@pytest.mark.parametrize(
    "expression",
    [
        1 / x,
        sp.log(x),
        sp.sqrt(a + x),  # where a = 0 it is continuous from above only
        sp.sqrt(a - x),
        1 / (a + x),
        x / x**2,
        x * sp.log(a),
        sp.sign(x),
        sp.Piecewise((1, x > 0), (0, True)),
        sp.Piecewise((x, sp.Gt(a, 0)), (1 / a, True)),
        sp.gamma(a + x),
        sp.tan(a + x),
        sp.Float(0.5) + x,
    ],
    ids=str,
)
def test_no_value_where_something_may_be_discontinuous(prover: Prover, expression: sp.Expr) -> None:
    assert continuous_value(expression, x, Region((a >= 0,), prover)) is None


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (sp.sqrt(a), sp.sqrt(a)),
        (sp.Abs(x - a) + sp.Max(x, a) * sp.exp(x), 2 * a),
        ((x + 1) ** a, ONE),
        (sp.log(1 + x + a) / (1 + x), sp.log(1 + a)),
    ],
    ids=str,
)
def test_value_where_all_is_continuous(prover: Prover, expression: sp.Expr, value: sp.Expr) -> None:
    region = Region((a >= 0,), prover)
    found = continuous_value(expression, x, region)
    assert found is not None
    assert prover.prove(Implication((a >= 0,), sp.Eq(found, value, evaluate=False))).proved


def test_evidence_is_left_alone_where_the_rule_does_not_apply(prover: Prover) -> None:
    region = Region((a >= 0,), prover)
    assert continuous_value(1 / (1 + a + x) + sp.log(a + x), x, region) is None
    assert region.evidence == []


# --- what is undefined in the parameters

UNDEFINED_SOMEWHERE = [
    x * sp.gamma(a),
    x * sp.tan(a),
    x * sp.besselk(sp.Rational(1, 2), a),
    x * sp.Piecewise((1 / a, a > 0)),
    x * sp.Piecewise((1 / a, a > -1), (1, True)),
    sp.Add(x, 1 / a, -1 / a, evaluate=False),
    sp.Add(x, sp.log(x - 1), -sp.log(x - 1), evaluate=False),
    sp.Add(x, sp.log(a + x), -sp.log(a + x), evaluate=False),
]


@pytest.mark.parametrize("expression", UNDEFINED_SOMEWHERE, ids=str)
def test_factor_that_tends_to_zero_does_not_hide_what_is_undefined(
    prover: Prover, expression: sp.Expr
) -> None:
    assert not examined(prover, Limit(expression, x, ZERO, "+", ZERO)).proved


def test_what_is_defined_everywhere_is_not_asked_for_more(prover: Prover) -> None:
    assert examined(prover, Limit(x * sp.Piecewise((1 / a, a > 0)), x, ZERO, "+", ZERO), a > 1).proved
    assert examined(prover, Limit(UNDEFINED_SOMEWHERE[5], x, ZERO, "+", ZERO), a > 0).proved
    assert examined(prover, Limit(UNDEFINED_SOMEWHERE[7], x, ZERO, "+", ZERO), a > 0).proved


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (REMAINDER / x**4, sp.Rational(1, 24)),
        (x**4 / REMAINDER, sp.Integer(24)),
        (sp.Abs(REMAINDER) / x**4, sp.Rational(1, 24)),
        # a term that is smaller than what remains is not the leading one
        ((REMAINDER + x**6) / x**4, sp.Rational(1, 24)),
        (x**4 / (REMAINDER - x**6), sp.Integer(24)),
        (sp.Abs(REMAINDER - x**6) / x**4, sp.Rational(1, 24)),
    ],
)
def test_terms_that_cancel_leave_a_remainder_that_is_not_zero(
    expression: sp.Expr, value: sp.Expr, prover: Prover
) -> None:
    assert Limit(expression, x, ZERO, "+", value).examine((), prover).proved
    for wrong in (ZERO, value + 1, sp.oo):
        assert not Limit(expression, x, ZERO, "+", wrong).examine((), prover).proved
