"""What eps guarantees: against brute force over exact priors, a finite model enumerated, and its proofs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy as sp

from symbolic_eps.digits import enclosure_of
from symbolic_eps.errors import InputError
from symbolic_eps.guarantees.explanation import Explanation, explain
from symbolic_eps.guarantees.guarantee import Measure, bounds, lower_attaining_mechanism
from symbolic_eps.guarantees.parse_epsilon import parse_epsilon
from symbolic_eps.guarantees.posterior_curve import guaranteed_posteriors
from symbolic_eps.guarantees.prior_extremes import (
    IDENTIFIER,
    SHIPPED,
    answers,
    derivations,
    p,
    p1,
    proofs,
    q,
    q0,
    theorems,
)
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.guarantees.worst_priors import Reach
from symbolic_eps.report.explanation import text as told
from symbolic_eps.theory.binary_mechanism import BinaryMechanism
from symbolic_eps.theory.symbols import DECAY as X
from symbolic_eps.theory.variant_theorems import DOMAIN, f, g, lower_theorem, m
from symbolic_eps.theory.variants import Variant
from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Grade
from verify.language.condition import positive
from verify.language.implication import Implication
from verify.probability.derivation import Derivation
from verify.probability.weighted_sum import Setting
from verify.prover.prover import Prover

F = Fraction


def by_hand(
    x: Fraction, p: Fraction, q: Fraction, variant: Variant = Variant.UNBOUNDED
) -> dict[Measure, tuple[Fraction, Fraction]]:
    """The measures at a point, from likelihood ratios at the two corners of their box."""
    power = 2 if variant is Variant.UNBOUNDED else 1
    found = {}
    posteriors = []
    for u, v in ((1 / x**power, 1 / x), (x**power, x)):  # others' likelihoods over that of a disclosing value
        joint = (p * q, p * (1 - q) * u, (1 - p) * v)
        posteriors.append(joint[0] / sum(joint))
    prior = p * q
    found[Measure.POSTERIOR] = tuple(posteriors)
    found[Measure.RELATIVE_RISK] = tuple(a / prior for a in posteriors)
    found[Measure.CHANGE] = tuple(a - prior for a in posteriors)
    if prior < 1:
        odds = prior / (1 - prior)
        found[Measure.ODDS_RATIO] = tuple(a / (1 - a) / odds for a in posteriors)
    return found


REGIONS = [
    ({}, ()),
    ({"q": 1}, ()),
    ({"p": 1}, ()),
    ({"p": "1/20"}, ()),
    ({"q": "2/3"}, ()),
    ({}, ("1/10<=p<=1/2", "1/5<=q<=1/2")),
    ({}, ("1/2<=p", "3/5<=q<=9/10")),
    ({}, ("p<=1/4", "q>=4/5")),
    ({}, ("2/5<=p<=3/5", "q<=1/8")),
    ({"p": "1/3", "q": "1/4"}, ()),
]


CASES = [
    *((x, fixed, box, Variant.UNBOUNDED) for x in (F(1, 9), F(2, 3), F(19, 20)) for fixed, box in REGIONS),
    *((F(1, 9), fixed, box, Variant.BOUNDED) for fixed, box in REGIONS),
    *((F(2, 3), fixed, box, Variant.INVARIANT) for fixed, box in REGIONS),
]


@pytest.mark.family(18)
@pytest.mark.parametrize(("x", "fixed", "box", "variant"), CASES)
def test_extremes_enclose_brute_force_over_a_grid_and_are_reached(
    x: Fraction, fixed: dict[str, str], box: tuple[str, ...], variant: Variant
) -> None:
    budget = sp.log(sp.Rational(1) / sp.Rational(x.numerator, x.denominator))
    found = explain(budget, fixed, box, variant=variant)
    seen: dict[Measure, list[tuple[Fraction, Fraction]]] = {}
    for a, b in grid(found):
        for measure, pair in by_hand(x, a, b, variant).items():
            seen.setdefault(measure, []).append(pair)
    for measure, pairs in seen.items():
        least = F(enclosure_of(found.least[measure].value).lower)
        largest = F(enclosure_of(found.largest[measure].value).upper)
        lowest, highest = min(low for low, _ in pairs), max(high for _, high in pairs)
        assert least <= lowest and highest <= largest
        # The grid comes close: within 2 % of the range of values that it saw.
        room = F(1, 50) * max(highest - lowest, F(1, 100))
        assert lowest - least <= room and largest - highest <= room


def grid(found: Explanation) -> list[tuple[Fraction, Fraction]]:
    """Rational priors of the region, crowded towards the ends of its ranges, without those that are open."""
    steps = [
        F(0),
        F(1, 10**4),
        F(1, 100),
        *(F(k, 40) for k in range(1, 40)),
        F(99, 100),
        F(9999, 10**4),
        F(1),
    ]
    sides = []
    for side in (found.region.inclusion, found.region.value):
        low, high = F(str(side.lower)), F(str(side.upper))
        points = {low + (high - low) * t for t in steps}
        sides.append(sorted(v for v in points if side.contains(sp.Rational(v))))
    return list(product(*sides))


@pytest.mark.parametrize("variant", list(Variant))
@pytest.mark.parametrize("x", [F(1, 7), F(3, 5)])
def test_extremes_are_the_values_at_the_named_place(x: Fraction, variant: Variant) -> None:
    decay = sp.Rational(x.numerator, x.denominator)
    found = explain(-sp.log(decay), box=["1/10<=p<=9/10", "1/20<=q<=7/8"], variant=variant)
    for measure in Measure:
        for extreme, side in ((found.least[measure], "lower"), (found.largest[measure], "upper")):
            assert extreme.reach is Reach.POINT
            at = {p: extreme.inclusion, q: extreme.prior_value, X: decay}
            there = getattr(bounds(measure, variant), side).subs(at)
            assert found.region.contains(extreme.inclusion, extreme.prior_value)
            assert sp.simplify(there - extreme.value) == 0
            assert sp.simplify(extreme.formula.subs(X, decay) - extreme.value) == 0


def test_change_over_all_priors_is_the_printed_closed_form() -> None:
    # Kazan & Reiter 2024, (29): eps = log((1+b)/(1-b)), that is b = tanh(eps/2).
    found = explain("7/5")
    for extreme, sign in ((found.least[Measure.CHANGE], -1), (found.largest[Measure.CHANGE], 1)):
        with mpmath.workdps(30):
            expected = sign * mpmath.tanh(mpmath.mpf(7) / 10)
            assert abs(mpmath.mpf(str(sp.N(extreme.value, 30))) - expected) < mpmath.mpf(10) ** -25


def test_risk_over_all_priors_is_corollary_1_and_its_mirror_image() -> None:
    found = explain("log(3)")
    assert found.largest[Measure.RELATIVE_RISK].value == 9
    assert found.least[Measure.RELATIVE_RISK].value == sp.Rational(1, 9)
    assert found.largest[Measure.RELATIVE_RISK].reach is Reach.LIMIT


def test_no_budget_means_no_change() -> None:
    found = explain(0)
    assert {e.value for e in found.largest.values()} == {0, 1}
    assert found.largest[Measure.CHANGE].value == found.least[Measure.CHANGE].value == 0


def test_certain_prior_has_no_odds_and_cannot_change() -> None:
    found = explain(2, {"p": 1, "q": 1}, prior=[{"p": 1, "q": 1}])
    assert Measure.ODDS_RATIO not in found.least and Measure.ODDS_RATIO not in found.at[0].measures
    assert found.least[Measure.POSTERIOR].value == found.largest[Measure.POSTERIOR].value == 1


def test_an_open_end_is_a_limit() -> None:
    closed, opened = explain(1, box=["p<=1/2"]), explain(1, box=["p<1/2"])
    assert closed.largest[Measure.POSTERIOR].value == opened.largest[Measure.POSTERIOR].value
    assert closed.largest[Measure.POSTERIOR].reach is Reach.POINT
    assert opened.largest[Measure.POSTERIOR].reach is Reach.LIMIT


@pytest.mark.parametrize("variant", [Variant.UNBOUNDED, Variant.BOUNDED])
@pytest.mark.parametrize(
    ("fixed", "box"), [({}, ()), ({"q": "2/3"}, ()), ({"p": "1/20"}, ()), ({}, ("1/10<=p<=1/2", "1/5<=q"))]
)
def test_curve_is_the_worst_of_all_priors_with_that_product(
    fixed: dict[str, str], box: tuple[str, ...], variant: Variant
) -> None:
    x, region = F(2, 7), PriorRegion.of(fixed, box)
    p0, p1 = F(str(region.inclusion.lower)), F(str(region.inclusion.upper))
    q0, q1 = F(str(region.value.lower)), F(str(region.value.upper))
    points = guaranteed_posteriors(-sp.log(sp.Rational(2, 7)), region, variant, steps=6)
    assert [F(str(point.prior)) for point in points][-1] == p1 * q1
    for point in points:
        prior = F(str(point.prior))
        smallest, largest = max(p0, prior / q1), p1 if q0 == 0 else min(p1, prior / q0)
        inclusions = {smallest + (largest - smallest) * F(k, 30) for k in range(31)}
        pairs = [by_hand(x, a, prior / a, variant)[Measure.POSTERIOR] for a in inclusions]
        assert F(str(point.posterior.lower)) == min(low for low, _ in pairs)
        assert F(str(point.posterior.upper)) == max(high for _, high in pairs)


# --- the lower side is attained: a finite model, by enumeration


def enumerated(mechanism: BinaryMechanism, x: Fraction, p: Fraction, q: Fraction) -> dict[int, Fraction]:
    """Posterior of "in the data with a value in S" by output, summed over two values of two other people."""
    laws = [
        law.subs(X, sp.Rational(x.numerator, x.denominator))
        for law in (mechanism.inside, mechanism.outside, mechanism.absent)
    ]
    inside, outside, absent = (F(int(law.p), int(law.q)) for law in laws)
    others = {(0, 0): F(1, 6), (0, 1): F(1, 3), (1, 0): F(1, 12), (1, 1): F(5, 12)}  # any law will do
    posterior = {}
    for output in (0, 1):
        joint = {"disclosed": F(0), "other": F(0), "absent": F(0)}
        for weight in others.values():
            for name, prior, law in (
                ("disclosed", p * q, inside),
                ("other", p * (1 - q), outside),
                ("absent", 1 - p, absent),
            ):
                joint[name] += weight * prior * (law if output else 1 - law)
        posterior[output] = joint["disclosed"] / sum(joint.values())
    for one, other in product(
        (inside, outside, absent), (absent,)
    ):  # neighbours: with and without the person
        for a, b in ((one, other), (1 - one, 1 - other)):
            assert x * b <= a and x * a <= b
    return posterior


@pytest.mark.parametrize("x", [F(1, 2), F(1, 9)])
@pytest.mark.parametrize(
    ("p", "q"), [(F(1, 3), F(1, 4)), (F(1), F(1, 10)), (F(1, 20), F(1)), (F(3, 4), F(2, 3))]
)
def test_lower_bound_is_attained_in_a_finite_model(x: Fraction, p: Fraction, q: Fraction) -> None:
    posterior = enumerated(lower_attaining_mechanism(), x, p, q)
    assert posterior[1] == by_hand(x, p, q)[Measure.POSTERIOR][0]


@pytest.mark.parametrize("variant", [Variant.BOUNDED, Variant.INVARIANT])
def test_lower_bound_of_a_variant_is_attained_in_a_finite_model(variant: Variant) -> None:
    # Neighbours by replacement (absence is another record outside S), or by leaving out: the same two laws.
    posterior = enumerated(lower_attaining_mechanism(variant), F(1, 3), F(2, 5), F(1, 4))
    assert posterior[1] == by_hand(F(1, 3), F(2, 5), F(1, 4), variant)[Measure.POSTERIOR][0]


def test_a_mechanism_that_goes_below_the_bound_is_not_private() -> None:
    mechanism = BinaryMechanism(inside=X**3 / (1 + X), outside=1 / (1 + X), absent=X / (1 + X))
    with pytest.raises(AssertionError):
        enumerated(mechanism, F(1, 2), F(1, 3), F(1, 4))


# --- proofs


def test_every_theorem_is_proved_by_a_shipped_certificate() -> None:
    shipped = KnownAnswers.load(SHIPPED, IDENTIFIER)
    found = proofs()
    assert set(found) == set(theorems()) | set(derivations())
    assert {e.grade for e in found.values()} == {Grade.EXACT}
    used = {c["fingerprint"] for e in found.values() for c in e.certificates}
    assert used and used <= set(shipped.certificates)


@pytest.mark.slow
def test_the_search_proves_anew_what_is_shipped() -> None:
    # The certificates themselves may differ; that each is one, the kernel says in the test above.
    assert set(answers().certificates) == set(KnownAnswers.load(SHIPPED, IDENTIFIER).certificates)


PLANTED = {
    "risk-high-p1": "drop",  # without q0 (1 + x) <= x
    "risk-low-p0": "drop",
    "edge-rises": "drop",
    "edge-falls": "drop",
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_theorem_without_its_condition_is_refuted(name: str) -> None:
    theorem = theorems()[name]
    weaker = Implication(theorem.hypotheses[:-1], theorem.goal)
    evidence = Prover().decide(weaker)
    assert evidence.refuted and evidence.witness


NEEDED = {
    "privacy from below": lambda h: h == (f >= X * g),
    "privacy from above": lambda h: h in (X * f <= g, f <= g),
    "independence": lambda h: isinstance(h, sp.Eq) and h.lhs == m,
}


@pytest.mark.family(18)
@pytest.mark.parametrize("variant", [Variant.UNBOUNDED, Variant.BOUNDED])
@pytest.mark.parametrize("assumption", NEEDED)
def test_the_lower_bound_needs_its_assumptions(variant: Variant, assumption: str) -> None:
    """Planted: without privacy, or without independence, the chain proves nothing."""
    whole = lower_theorem(variant)
    kept = tuple(h for h in whole.setting.hypotheses if not NEEDED[assumption](h))
    assert len(kept) == len(whole.setting.hypotheses) - 1
    weaker = Setting(whole.setting.families, kept, whole.setting.events)
    assert not Derivation(weaker, whole.goal, whole.steps).examine(DOMAIN, Prover()).proved


@pytest.mark.parametrize("variant", list(Variant))
def test_a_larger_lower_bound_is_not_proved(variant: Variant) -> None:
    """Planted: the bound is attained, so that no larger one follows."""
    whole = lower_theorem(variant)
    goal = sp.Ge(whole.goal.lhs, sp.Rational(101, 100) * whole.goal.rhs, evaluate=False)
    steps = (*whole.steps[:-1], replace(whole.steps[-1], conclusion=goal))
    assert not Derivation(whole.setting, goal, steps).examine(DOMAIN, Prover()).proved


def test_the_wrong_end_of_the_range_is_refuted() -> None:
    theorem = theorems()["risk-high-p1"]
    turned = Implication((*theorem.hypotheses[:-1], sp.Ge(q0 * (1 + X), X)), theorem.goal)
    assert Prover().decide(turned).refuted
    assert p1 in turned.symbols


def test_explanation_names_the_theorems_it_rests_on() -> None:
    found = explain(1, {"q": 1})
    assert found.grade is Grade.EXACT
    assert {"risk-high-p0", "risk-low-p0", "change-high-edge"} <= set(found.evidence)


# --- input


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/2", sp.Rational(1, 2)),
        ("0.5", sp.Rational(1, 2)),
        ("log(9)", sp.log(9)),
        ("log(3)/2", sp.log(3) / 2),
        ("3/2*log(2)", sp.Rational(3, 2) * sp.log(2)),
        ("log((1+sqrt(5))/2)", sp.log((1 + sp.sqrt(5)) / 2)),
        ("oo", sp.oo),
    ],
)
def test_budgets_are_read_exactly(text: str, value: sp.Expr) -> None:
    assert parse_epsilon(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "x", "log(0)", "log(-1)", "log(p)", "log(2", "exp(1)", "log(2)+1", "log(2)/0", "__import__('os')"],
)
def test_other_texts_of_budgets_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        explain(text)


@pytest.mark.parametrize("epsilon", [-1, "oo", 0.5, sp.Symbol("t"), "1e9", sp.I])
def test_budgets_that_are_no_finite_exact_number_are_refused(epsilon: object) -> None:
    with pytest.raises(InputError):
        explain(epsilon)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fixed", "box"),
    [
        ({"p": 0}, ()),
        ({"q": "3/2"}, ()),
        ({"r": 1}, ()),
        ({}, ("p<0",)),
        ({}, ("p<=q",)),
        ({}, ("p*q<=1/2",)),
        ({}, ("p**2<=1/2",)),
        ({}, ("p<=p1",)),
        ({"p": "1/2"}, ("p<1/2",)),
    ],
)
def test_other_regions_are_refused(fixed: dict[str, str], box: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        PriorRegion.of(fixed, box)


def test_a_bound_beyond_the_unit_interval_changes_nothing() -> None:
    assert PriorRegion.of(box=["-1<=p<=2", "q<2"]) == PriorRegion()
    assert PriorRegion.of(box=["p>0"]) == PriorRegion()
    assert positive(p).symbols == {p}


def test_the_adversary_who_was_asked_for_comes_before_all_others() -> None:
    said = told(explain("log(9)", {"q": 1}, prior=[{"p": "1/10", "q": 1}]))
    asked, all_others = (
        said.index("At p = 1/10, q = 1:"),
        said.index("every adversary with 0 < p <= 1, q = 1:"),
    )
    assert said.index("(Assumptions 1 and 2") < asked < all_others < said.index("At priors p and q")
    assert said.count("1/82") == 1  # and nowhere else
