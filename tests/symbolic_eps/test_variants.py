"""Theorem 1 under other assumptions: the bounds against mechanisms one by one, and what is derived from them.

By hand (docs/variants.md): both variants have the bound 1/(t + (1 - t) x) with t = p q, so that e^eps is
r (1 - t)/(1 - r t) at the priors p, q.
"""

import random
from fractions import Fraction
from itertools import product

import pytest
import sympy as sp
from sympy import Max, log

from symbolic_eps.closed_forms.evaluate import branch_at, exact_epsilon
from symbolic_eps.errors import InputError
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.binary_mechanism import BinaryMechanism, attaining_mechanism
from symbolic_eps.theory.bound import relative_risk_upper_bound
from symbolic_eps.theory.likelihoods import prior_conditions
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.theory.variant_theorems import DOMAIN, attained, theorem
from symbolic_eps.theory.variants import (
    Variant,
    attained_by,
    demands_on,
    largest_risk,
    least_risk,
    variant_named,
    variant_polynomial,
)
from verify.evidence import Grade
from verify.language.condition import conditions_of, non_negative, positive
from verify.probability.derivation import Derivation
from verify.probability.weighted_sum import Setting
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.prover import Prover
from verify.solvers.smt import Solver

a, b, r = (parameter(name) for name in "abr")
OTHERS = (Variant.BOUNDED, Variant.INVARIANT)
BY_HAND = 1 / (p * q + (1 - p * q) * x)


@pytest.fixture(scope="module")
def prover():
    return Prover()


# --- the bound ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", OTHERS)
def test_bound_is_the_one_worked_out_by_hand(variant):
    assert sp.simplify(largest_risk(variant) - BY_HAND) == 0
    assert sp.simplify(least_risk(variant) - BY_HAND.subs(x, 1 / x)) == 0


def test_unbounded_is_theorem_1():
    assert largest_risk() == relative_risk_upper_bound()
    assert variant_polynomial().subs(x, 0) == p * q - sp.Symbol("s", real=True)


@pytest.mark.parametrize("variant", OTHERS)
def test_theorem_is_proved_for_all_countable_supports(variant, prover):
    assert theorem(variant).examine(DOMAIN, prover).grade is Grade.EXACT
    assert attained(variant).examine(DOMAIN, prover).grade is Grade.EXACT


@pytest.mark.family(6)
@pytest.mark.parametrize(("variant", "dropped"), [(Variant.BOUNDED, "f >= g"), (Variant.INVARIANT, "Eq(")])
def test_without_its_assumption_the_chain_proves_nothing(variant, dropped, prover):
    """Planted: the assumption that makes the difference is taken away."""
    whole = theorem(variant)
    kept = tuple(h for h in whole.setting.hypotheses if not str(h).startswith(dropped) or "Total" in str(h))
    assert len(kept) == len(whole.setting.hypotheses) - 1
    weaker = Setting(whole.setting.families, kept, whole.setting.events)
    assert not Derivation(weaker, whole.goal, whole.steps).examine(DOMAIN, prover).proved


@pytest.mark.parametrize("variant", list(Variant))
def test_mechanism_meets_the_demands_and_attains_the_bound(variant):
    mechanism, solver = attained_by(variant), Solver()
    assert sp.simplify(mechanism.relative_risk() - largest_risk(variant)) == 0
    region = (positive(x), non_negative(1 - x))
    assert all(solver.implies(region, demand, "met") for demand in demands_on(variant, mechanism))


@pytest.mark.parametrize("variant", OTHERS)
def test_mechanism_of_theorem_1_breaks_demands_and_bound(variant):
    """The check that the demands say something: p (1 - q) > 0 and x < 1 make the risk larger."""
    solver, mechanism = Solver(), attaining_mechanism()
    region = (positive(x), positive(1 - x))
    assert not all(solver.implies(region, demand, "met") for demand in demands_on(variant, mechanism))
    at = {p: sp.Rational(1, 2), q: sp.Rational(1, 3), x: sp.Rational(1, 2)}
    assert mechanism.relative_risk().subs(at) > largest_risk(variant).subs(at)


@pytest.mark.parametrize("variant", OTHERS)
def test_demands_imply_the_bound_for_mechanisms_with_two_outputs(variant):
    """Another proof, for one individual: the likelihoods are unknowns, and a solver finds no larger risk."""
    inside, outside, absent = (sp.Symbol(name, real=True) for name in ("L1", "L2", "L3"))
    mechanism = BinaryMechanism(inside, outside, absent)
    marginal = inside * p * q + outside * p * (1 - q) + absent * (1 - p)
    # inside / marginal > bound, multiplied out.
    exceeds = positive(sp.expand(inside * (p * q + (1 - p * q) * x) - marginal))
    region = [*prior_conditions(), positive(x), non_negative(1 - x), positive(inside), exceeds]
    assert not Solver().satisfiable([*region, *demands_on(variant, mechanism)], "a larger risk")
    assert Solver().satisfiable([*region, *demands_on(Variant.UNBOUNDED, mechanism)], "a larger risk")


@pytest.mark.parametrize("variant", OTHERS)
def test_no_random_finite_release_exceeds_the_bound(variant):
    """Three values, two data sets of the others: exact sums over random laws and private releases."""
    stream = random.Random(f"variant {variant}")

    def law(size):
        weights = [stream.randint(1, 6) for _ in range(size)]
        return [Fraction(w, sum(weights)) for w in weights]

    closest = Fraction(0)
    for _ in range(300):
        decay, inclusion = Fraction(stream.randint(1, 9), 10), Fraction(stream.randint(1, 10), 10)
        values, others = law(3), law(2)
        least = [Fraction(stream.randint(1, 9), 10) for _ in others]
        ratio = [[stream.choice((1, 1 / decay)) for _ in others] for _ in values]
        if variant is Variant.INVARIANT:
            ratio[1:] = [[Fraction(1)] * 2] * 2
        f = [[least[z] * ratio[y][z] for z in range(2)] for y in range(3)]
        absent = [law(3) if variant is Variant.BOUNDED else None for _ in others]
        left_out = sum(
            others[z] * (least[z] if absent[z] is None else sum(absent[z][y] * f[y][z] for y in range(3)))
            for z in range(2)
        )
        given = [sum(others[z] * f[y][z] for z in range(2)) for y in range(3)]
        prior = inclusion * values[0]
        seen = inclusion * sum(v * g for v, g in zip(values, given, strict=True)) + (1 - inclusion) * left_out
        risk = given[0] / seen
        bound = 1 / (prior + (1 - prior) * decay)
        assert risk <= bound
        closest = max(closest, risk / bound)
    assert closest > Fraction(9, 10)


# --- closed forms ------------------------------------------------------------------------------------------

REGION = {
    "constant": (r, ("r>1",)),
    "two-dimensional": (Max(a / (p * q), r), ("0<a<1<r",)),
    "difference": (1 + b / (p * q), ("0<b<1",)),
    "odds": (r / (1 - p * q + r * p * q), ("r>1",)),
}
TWICE = {
    "constant": log(r),
    "two-dimensional": log((r - a) / (1 - a)),
    "difference": 2 * log((1 + b) / (1 - b)),
    "odds": log(r),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("variant", OTHERS)
@pytest.mark.parametrize("name", list(REGION))
def test_closed_form_is_twice_that_of_theorem_1(name, variant):
    bound, assumptions = REGION[name]
    found = infimum(RiskProfile(bound, assumptions, variant=variant), judge=CertifyingSolver())
    assert found.grade is Grade.EXACT
    (branch,) = found.branches
    values = {a: sp.Rational(2, 7), b: sp.Rational(2, 7), r: sp.Rational(7, 2)}
    difference = (branch.epsilon - TWICE[name]).subs(values)
    assert abs(sp.N(difference, 40)) < sp.Float("1e-35")


@pytest.mark.family(18)
@pytest.mark.parametrize("variant", OTHERS)
@pytest.mark.parametrize(
    ("text", "fixed", "box"),
    [
        ("3", {p: sp.Rational(1, 2)}, ()),
        ("max(1/(4*p*q), 3)", {q: sp.Rational(1, 5)}, ()),
        ("2 + p", {}, ("1/4<=p<=1/2", "1/5<=q<=1/3")),
        ("1 + 1/(2*p)", {}, ()),
        ("1 + 1/(3*p*q)", {q: sp.Rational(2, 3)}, ()),
    ],
)
def test_closed_form_is_the_least_over_exact_points(text, fixed, box, variant):
    """Never above the value at any of 900 rational priors, and within 1/20 of the least of these."""
    profile = RiskProfile(text, (), fixed, box, variant)
    epsilon = exact_epsilon(infimum(profile), {})
    points = [sp.Rational(i, 30) for i in range(1, 31)]
    least = sp.oo
    for inclusion, value in product(*([fixed[v]] if v in fixed else points for v in (p, q))):
        at = {p: inclusion, q: value}
        if not all(c.relation.holds(int(sp.sign(c.polynomial.subs(at)))) for c in profile.box):
            continue
        bound, t = profile.bound.subs(at), inclusion * value
        if bound * t < 1:
            least = min(least, bound * (1 - t) / (1 - bound * t))
    assert sp.N(sp.exp(epsilon), 30) <= least * (1 + sp.Float("1e-25"))
    assert sp.N(epsilon, 30) > sp.N(log(least), 30) - sp.Rational(1, 20)


def test_variants_differ_where_inclusion_is_uncertain():
    """At p = 1/2 the square counts for less: log 3 against a number below half of it (r = 3, q -> 0)."""
    half = {p: sp.Rational(1, 2)}
    plain = exact_epsilon(infimum(RiskProfile("3", fixed=half)), {})
    other = exact_epsilon(infimum(RiskProfile("3", fixed=half, variant="invariant")), {})
    assert other == log(3)
    assert 0.5 < plain.evalf() / other.evalf() < 1


def test_parameters_and_branches_with_a_variant():
    found = infimum(RiskProfile("max(a/(p*q), r)", ("0<a<1<r",), {p: p}, variant=Variant.BOUNDED))
    low = {a: sp.Rational(1, 2), r: sp.Integer(3), p: sp.Rational(1, 3)}
    # p r >= a: the joint p q = a/r decides, e^eps = r (1 - a/r)/(1 - a).
    assert sp.simplify(branch_at(found, low).exponential.subs(low) - (3 - low[a]) / (1 - low[a])) == 0


def test_unknown_variant_is_refused():
    with pytest.raises(InputError, match="there is no bound 'local': give one of unbounded, bounded"):
        RiskProfile("3", variant="local")
    assert variant_named(Variant.BOUNDED) is Variant.BOUNDED


def test_conditions_name_the_variant_of_the_profile():
    assert RiskProfile("3", conditions_of(r > 1), variant="bounded").variant is Variant.BOUNDED
