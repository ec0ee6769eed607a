"""Functions that are written down, suprema over orders, extreme models, decay: verdicts, planted errors."""

from dataclasses import replace

import pytest
import sympy as sp

from tests.verify.corpus import eq, gt
from tests.verify.corpus_models import GREATEST, p, psi, q, z
from tests.verify.corpus_named import (
    AFFINITY,
    AT_AN_END,
    CASES,
    CONCAVE,
    DISTANT,
    ENTROPY,
    PAIR,
    ROOT,
    TRIANGULAR,
    apart,
    c,
    d,
    decay,
)
from verify import kernel
from verify.claims.claim import Claim, Locator, judge
from verify.evidence import Grade
from verify.functions.models import SymbolicModel
from verify.functions.named_extremum import SUM, Monotone, NamedMaximum
from verify.functions.suprema import ExtremumOfSuprema
from verify.prover.prover import Prover


@pytest.fixture(scope="module")
def prover():
    return Prover()


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


def test_a_sign_needs_a_family():
    with pytest.raises(ValueError, match="family"):
        Monotone(sp.log(SUM), 1)


def test_a_model_that_depends_on_the_order_is_refused():
    k = sp.Symbol("k")
    moving = SymbolicModel({z: 2}, {p: (k, 1 - k), q: (0, 1)})
    general = type(GREATEST)(PAIR, GREATEST.objective, GREATEST.value, moving, (psi,))
    with pytest.raises(ValueError, match="depend on an order"):
        ExtremumOfSuprema(NamedMaximum(general, ENTROPY), (k,), (k > 0,))


def test_a_relation_that_products_do_not_inherit_is_no_proof(prover):
    """c = (p + q)/2 bounds the smaller one, and 1 does so along no tuple."""
    mean = (*ROOT[:3], eq(2 * c, p + q))
    claim = decay(sp.Min(p, q), mean, *DISTANT, strict=apart(2, p + q))
    assert not claim.examine((gt(d, 0),), prover).proved


def test_a_relation_that_is_not_assumed_is_no_proof(prover):
    claim = decay(sp.Min(p, q), ROOT, *DISTANT, strict=apart(2, p + q))
    free = replace(
        claim, setting=replace(claim.setting, hypotheses=(*ROOT[:3], *claim.setting.hypotheses[4:]))
    )
    assert claim.examine((gt(d, 0),), prover).proved
    assert not free.examine((gt(d, 0),), prover).proved
