"""Functions that are written down, suprema over orders, extreme models, decay: verdicts, planted errors."""

import pytest
import sympy as sp

from tests.verify.corpus import eq, ge
from tests.verify.corpus_models import GREATEST, p, psi, q, z
from tests.verify.corpus_named import (
    AFFINITY,
    AT_AN_END,
    CASES,
    CONCAVE,
    ENTROPY,
    HALF,
    PAIR,
    SQUARE,
    TRIANGULAR,
    c,
)
from verify import kernel
from verify.claims.claim import Claim, Locator, judge
from verify.evidence import Grade
from verify.functions.extreme_model import ExtremeModel
from verify.functions.models import SymbolicModel
from verify.functions.named_extremum import SUM, Monotone, NamedMaximum
from verify.functions.suprema import ExtremumOfSuprema
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover


@pytest.fixture(scope="module")
def prover():
    return Prover()


@pytest.mark.family(2)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case, prover):
    found = judge(Claim(Locator("corpus", case.name), case.statement, case.domain), prover)
    assert found.verdict.value == case.verdict, found.note
    assert found.grade is Grade.EXACT
    assert (found.witness is not None) == (case.verdict == "refuted")
    for certificate in found.certificates:
        kernel.check(certificate, {})


@pytest.mark.parametrize("function", [CONCAVE, AT_AN_END], ids=["concave", "form-0-at-an-end"])
def test_what_is_not_shown_to_be_sublinear_is_no_instance(function, prover):
    assert not function.obeys(psi, (), prover).proved
    assert not NamedMaximum(GREATEST, function).examine((), prover).proved


@pytest.mark.parametrize("function", [ENTROPY, TRIANGULAR], ids=["entropy", "triangular"])
def test_sublinear_at_rational_points(function):
    points = [(1, 0), (0, 1), (2, 3), (5, 1), (0, 0)]
    for one in points:
        doubled = function.at(tuple(2 * c for c in one)) - 2 * function.at(one)
        assert abs(sp.N(doubled, 30)) < sp.Float("1e-25")
        for other in points:
            both = function.at(tuple(c + d for c, d in zip(one, other, strict=True)))
            assert sp.N(both - function.at(one) - function.at(other), 30) < sp.Float("1e-25")


def test_a_sum_without_its_sign_is_no_proof(prover):
    """T = sum psi is negative, so that log(T) is undefined."""
    claim = NamedMaximum(GREATEST, AFFINITY, of=Monotone(sp.log(SUM), 1, p))
    assert not claim.examine((), prover).proved


def test_suprema_that_are_no_real_numbers_decide_nothing(prover):
    """k + log(T) with T = sum psi < 0, and a parameter that no model names."""
    k, r = sp.symbols("k r")
    objective = NamedMaximum(GREATEST, AFFINITY, of=Monotone(r + k * sp.log(SUM), 1, p))
    assert not ExtremumOfSuprema(objective, (k,), (k > 0, k < 1)).examine((), prover).proved


def test_a_supremum_is_above_another_only_if_a_bound_lies_between(prover):
    k = sp.Symbol("k")
    claim = ExtremumOfSuprema(NamedMaximum(GREATEST, SQUARE, of=Monotone(k * SUM)), (k,), (k > 0, k < 1))
    one, two = sp.Integer(1), sp.Integer(2)
    assert claim._above(two, one, {k: HALF}, {}, prover) is not None
    assert claim._above(one, two, {k: HALF}, {}, prover) is None
    assert claim._above(one, one, {k: HALF}, {}, prover) is None


@pytest.mark.parametrize(
    "of_q",
    [eq(p * q, p), eq(q, 1)],
    ids=["q is free where p = 0", "q = 1 is no model with 0 on further elements"],
)
def test_further_elements_are_looked_at_too(of_q, prover):
    """On one element p = q = 1 is the only model; on two there are others, or it is none."""
    laws = Setting({p: (z,), q: (z,)}, (ge(p, 0), eq(Total(p, z), 1), of_q), supports=Supports.FINITE)
    alone = SymbolicModel({z: 1}, {p: (1,), q: (1,)})
    assert ExtremeModel(laws, alone, exactly=True).examine((), prover).proved
    assert not ExtremeModel(laws, alone).examine((), prover).proved


def test_what_two_families_share_does_not_make_each_of_them_0(prover):
    """Where p = 0, q and its double c may both move, to either side."""
    shared = (ge(p, 0), eq(Total(p, z), 1), eq(p * q, p), eq(c, 2 * q))
    laws = Setting({p: (z,), q: (z,), c: (z,)}, shared, supports=Supports.FINITE)
    alone = SymbolicModel({z: 1}, {p: (1,), q: (1,), c: (2,)})
    assert ExtremeModel(laws, alone, exactly=True).examine((), prover).proved
    assert not ExtremeModel(laws, alone).examine((), prover).proved


def test_a_sign_needs_a_family():
    with pytest.raises(ValueError, match="family"):
        Monotone(sp.log(SUM), 1)


def test_a_model_that_depends_on_the_order_is_refused():
    k = sp.Symbol("k")
    moving = SymbolicModel({z: 2}, {p: (k, 1 - k), q: (0, 1)})
    general = type(GREATEST)(PAIR, GREATEST.objective, GREATEST.value, moving, (psi,))
    with pytest.raises(ValueError, match="depend on an order"):
        ExtremumOfSuprema(NamedMaximum(general, ENTROPY), (k,), (k > 0,))
