"""Equal totals give equal terms where these are ordered: true claims, false ones, planted errors."""

import pytest
import sympy as sp

from tests.verify.corpus import eq, ge, gt, le
from verify import kernel
from verify.claims.claim import Claim, Locator, Verdict, judge
from verify.evidence import Grade
from verify.functions.instances import Mixture
from verify.functions.statements import ForEveryFunction
from verify.functions.unspecified import SUBLINEAR, UnspecifiedFunction
from verify.probability.derivation import Derivation, Step
from verify.probability.equal_terms import EqualTerms
from verify.probability.rules import RuleNotApplicableError
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

m, p, q, u, x, y, z, c, t = sp.symbols("m p q u x y z c t")
psi = UnspecifiedFunction("psi", (x, y), SUBLINEAR)
LAWS = (ge(p, 0), ge(q, 0), eq(Total(p, z), 1), eq(Total(q, z), 1))
MEAN = (ge(m, 0), eq(Total(m, z), 1), le(u, c))
BY_TERMS = EqualTerms((z,))


def chain(goal, *hypotheses, before=(), supports=Supports.FINITE):
    families = {i: (z,) for i in (m, p, q, u) if any(h.has(i) for h in (*hypotheses, goal))}
    setting = Setting(families, tuple(hypotheses), supports=supports)
    return Derivation(setting, goal, (*before, Step(goal, BY_TERMS)))


TRUE = {
    "zeros": chain(eq(p, 0), ge(p, 0), eq(Total(p, z), 0)),
    "zeros-over-countable-sets": chain(eq(p, 0), ge(p, 0), eq(Total(p, z), 0), supports=Supports.COUNTABLE),
    "no-distance": chain(
        eq(p, q),
        *LAWS,
        eq(Total(abs(p - q), z), 0),
        before=(Step(eq(abs(p - q), 0), BY_TERMS),),
    ),
    "mean-that-is-the-bound": chain(
        eq(m * u, m * c), *MEAN, eq(Total(m * u, z), c), before=(Step(eq(Total(m * c, z), c)),)
    ),
    "disjoint": chain(eq(sp.Min(p, q), 0), *LAWS, eq(Total(sp.Min(p, q), z), 0)),
    "no-second-moment": chain(eq(m * u**2, 0), *MEAN[:2], eq(Total(m * u**2, z), 0)),
    "equal-masses": chain(eq(p, q), *LAWS, le(p, q)),
}
FALSE = {
    "zeros-of-either-sign": chain(eq(p, 0), eq(Total(p, z), 0)),
    "laws-are-not-equal": chain(eq(p, q), *LAWS),
    "bound-off-the-support": chain(eq(u, c), *MEAN, eq(Total(m * u, z), c)),
    "disjoint-is-not-zero": chain(eq(p, 0), *LAWS, eq(Total(sp.Min(p, q), z), 0)),
    "sums-that-differ": chain(eq(p, q), ge(p, 0), ge(q, p)),
}


@pytest.fixture(scope="module")
def prover():
    return Prover()


@pytest.mark.parametrize("name", TRUE)
def test_true_claim_holds(name, prover):
    found = judge(Claim(Locator("corpus", name), TRUE[name]), prover)
    assert found.verdict is Verdict.HOLDS, found.note
    assert found.grade is Grade.EXACT
    for certificate in found.certificates:
        kernel.check(certificate, {})


@pytest.mark.parametrize("name", FALSE)
def test_false_claim_is_refuted_by_a_model(name, prover):
    found = judge(Claim(Locator("corpus", name), FALSE[name]), prover)
    assert found.verdict is Verdict.REFUTED
    terms = [s for s in found.witness if s.name.startswith("size")]
    assert terms and found.witness[terms[0]] >= 1


def test_equality_for_every_function(prover):
    """If psi(p, q) attains the bound by pure parts in total, it does at each place."""
    setting = Setting({p: (z,), q: (z,)}, LAWS, supports=Supports.FINITE)
    bound = p * psi(1, 0) + q * psi(0, 1)
    attained = eq(Total(psi(p, q), z), psi(1, 0) + psi(0, 1))
    pure = (Mixture(psi, (p, q), ((p, (1, 0)), (q, (0, 1)))),)
    goal = eq(psi(p, q), bound)
    claim = ForEveryFunction((psi,), goal, setting, (attained,), pure, (Step(goal, BY_TERMS),))
    assert judge(Claim(Locator("corpus", "equality"), claim), prover).verdict is Verdict.HOLDS
    free = ForEveryFunction((psi,), goal, setting, (), pure, (Step(goal, BY_TERMS),))
    assert judge(Claim(Locator("corpus", "no equality"), free), prover).verdict is Verdict.REFUTED


def test_other_forms_are_refused(prover):
    setting = Setting({p: (z,)})
    for rule, conclusion in ((BY_TERMS, ge(p, 0)), (BY_TERMS, eq(c, 0)), (EqualTerms(()), eq(p, 0))):
        with pytest.raises(RuleNotApplicableError, match="expected an equation"):
            rule.examine(setting, (), conclusion, prover)


def test_order_at_one_place_is_not_enough(prover):
    setting = Setting({p: (z,)}, supports=Supports.FINITE)
    premises = (eq(Total(p, z), 0), gt(Total(p**2, z), 0))
    assert not BY_TERMS.examine(setting, premises, eq(p, 0), prover).proved
