"""Sums over n-tuples: what products do not inherit proves nothing, and is not believed for its own sake.

Each false claim here would be accepted without one of the things that are looked at.
"""

import pytest
import sympy as sp

from tests.verify.corpus import eq, ge, gt, le, lt
from tests.verify.corpus_models import p, q, z
from tests.verify.corpus_named import DISTANT, HALF, ROOT, apart, c, d, decay
from verify.probability.derivation import Step
from verify.probability.products import ExponentialDecay
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

SIGNS, BELOW = (ge(p, 0), ge(c, 0)), lt(Total(c, z), 1)
CHAIN = (Step(BELOW),)
HIDDEN = sp.Max(0, HALF - p)
"""0 where p >= 1/2; near 1/2 along long tuples, if p < 1."""


@pytest.fixture(scope="module")
def prover():
    return Prover()


def bounded(term, relation, *given):
    """The sum of a term decays, where the sum of `c` is below 1 by hypothesis."""
    setting = Setting({p: (z,), c: (z,)}, (*given, BELOW), supports=Supports.FINITE)
    return ExponentialDecay(setting, term, c, relation, CHAIN)


def test_the_smaller_of_a_bound_decays(prover):
    """A relation that 1 does not obey, such as p <= 1/2, is inherited too."""
    relation = (*SIGNS, le(p, c), le(p, HALF))
    assert bounded(p, relation, *relation).examine((), prover).proved


def test_a_relation_that_products_do_not_inherit_is_no_proof(prover):
    """p >= 1/2 at each element gives max(0, 1/2 - p) = 0 <= c, and along tuples p tends to 0."""
    relation = (ge(p, HALF), ge(c, 0))
    assert not bounded(HIDDEN, relation, *relation, lt(p, 1)).examine((), prover).proved


def test_what_the_domain_says_of_each_element_is_not_inherited(prover):
    assert not bounded(HIDDEN, SIGNS, *SIGNS).examine((ge(p, HALF), lt(p, 1)), prover).proved


def test_a_relation_that_is_not_assumed_is_no_proof(prover):
    """p = 1 and c = 1/2 on one element: the sum of p stays 1."""
    relation = (*SIGNS, le(p, c))
    assert not bounded(p, relation, *SIGNS).examine((), prover).proved
    assert bounded(p, relation, *relation).examine((), prover).proved


def test_a_term_that_is_bounded_from_above_alone_is_no_proof(prover):
    """p = 1/2 on two elements: the sum of -p stays -1."""
    given = (*SIGNS, le(p, HALF), eq(Total(p, z), 1))
    assert not bounded(-p, SIGNS, *given).examine((), prover).proved


def test_a_number_is_no_bound_that_products_inherit():
    """p = 1 on each of two elements: p/4 is below 1/3, and its sum over n-tuples is 2^n/4."""
    relation = (ge(p, 0), le(p, 1))
    twice = Setting({p: (z,)}, (*relation, eq(Total(1, z), 2)), supports=Supports.FINITE)
    with pytest.raises(ValueError, match="no family"):
        ExponentialDecay(twice, p / 4, d, relation, (Step(lt(Total(d, z), 1)),))


def test_tuples_are_of_elements_of_one_set():
    two = Setting({p: (z,), q: (c,)}, supports=Supports.FINITE)
    with pytest.raises(ValueError, match="one index set"):
        ExponentialDecay(two, p, p, (), CHAIN)


def test_a_term_that_is_0_for_ones_is_not_refuted_by_them(prover):
    """p - q with p = q is 0 for every n; Chernoff's bound does not show it."""
    claim = decay(p - q, ROOT, *DISTANT, eq(p, q), strict=apart(2, p + q))
    assert not claim.examine((), prover).refuted


def test_errors_of_laws_that_differ_decay(prover):
    claim = decay(sp.Min(p, q), ROOT, *DISTANT, strict=apart(2, p + q))
    assert claim.examine((gt(d, 0),), prover).proved
    assert str(claim.text).count("imply that the sum of Min(p, q) over all n-tuples") == 1
