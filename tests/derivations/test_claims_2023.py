"""The claims of Kazan & Reiter (2023), with verdicts derived by hand, and slips that must be seen.

Where a verdict is not `holds`, the reason is given beside it. The verdicts do not depend on how a proof is
found, so that the search for certificates is left out here, and the solvers alone decide.
"""

from __future__ import annotations

import pytest
import sympy as sp

from derivations.kazan_reiter.notation import (
    INSIDE,
    PRIORS,
    decay,
    eps,
    p,
    q,
    r,
    radicand,
    risk_bound,
    root_budget,
)
from derivations.kazan_reiter.recommended_budget import PrintedNumber, RecommendedBudget
from derivations.kazan_reiter_2023 import printed_forms, probability
from derivations.kazan_reiter_2023.claims import CLAIMS
from derivations.kazan_reiter_2023.notation import CONSTANTS, a
from derivations.kazan_reiter_2023.printed_forms import p0, q0
from derivations.kazan_reiter_2024.probability.adversary import (
    BUDGET,
    LIKELIHOOD_ABSENT,
    LIKELIHOOD_INSIDE,
    LIKELIHOOD_OUTSIDE,
)
from symbolic_eps.theory.likelihoods import RATIO_ABSENT as v
from symbolic_eps.theory.likelihoods import RATIO_OUTSIDE as u
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.derivations.verdicts import (
    as_parameters,
    assert_pinned,
    assert_verdict,
    displays,
    places,
    solvers_alone,
)
from verify.calculus.derivative import DerivativeSign
from verify.calculus.series import Series
from verify.claims.claim import Claim, Kind, Statement, Verdict, examined
from verify.language.as_printed import eq, ge, gt, le, lt
from verify.language.implication import Hints
from verify.probability.derivation import Derivation, Step
from verify.prover.prover import Prover

k, n = parameter("k"), parameter("n")
ONE, HALF, QUARTER = sp.Integer(1), sp.Rational(1, 2), sp.Rational(1, 4)

OTHER_THAN_HOLDS = {
    # eps_1 = 1, eps_2 = 2: 2 and 1.
    "text:2.1/variance-inversely-proportional": Verdict.MISPRINT,
    # r = 3, p = 1, q = 1/2: no budget is largest; p = q = 1: 0/0.
    **dict.fromkeys(("text:1/largest-budget.1", "text:1/largest-budget.2"), Verdict.HOLDS_IF),
    # P[I = 1 | t*] = 0: 0 on the left, 0/0 on the right.
    "eq:6": Verdict.HOLDS_IF,
    # r p0 q0 >= 1: nothing constrains the budget.
    "eq:12.2": Verdict.HOLDS_IF,
    "eq:12.4": Verdict.HOLDS_IF,
    "eq:52.2": Verdict.HOLDS_IF,
    "eq:52.4": Verdict.HOLDS_IF,
    # q = 1 and p = 1 are in no case of the right-hand sides.
    "eq:13.2": Verdict.MISPRINT,
    "eq:15.2": Verdict.MISPRINT,
    # The divisor r - q for 1/r - q: (1 - q)/(r - q) < 1.
    "eq:16.1": Verdict.MISPRINT,
    # a < 0: the profile is r, and the formula is not.
    **dict.fromkeys(("eq:14.1", "eq:53.1", "eq:16.3", "eq:54.3"), Verdict.HOLDS_IF),
    "text:3.1/14-at-least-half-log.1": Verdict.HOLDS_IF,
    "text:3.1/16-at-least-half-log.3": Verdict.HOLDS_IF,
    # p = q = 1/2, risk = r = 2: allowed, and not less than r.
    "text:3.1/either-bound": Verdict.MISPRINT,
    # At p_i = 1/2 and p~ = 1 there is no bound.
    "text:3.1/figure-1-variable": Verdict.MISPRINT,
    # q = 1: 3/20 > 1/40.
    "text:3.2/absolute-risk.1": Verdict.HOLDS_IF,
    # The factor J once too often; the root that ends early; a reciprocal; (1-q) p for 1 - q p.
    **dict.fromkeys(("eq:29", "eq:35", "eq:36", "eq:70.1", "eq:70.2", "eq:83.2"), Verdict.MISPRINT),
    # A set that does not hold the person's value has probability 0.
    "text:5.1/known-for-any-set": Verdict.HOLDS_IF,
    # n = 1, a = 1: log 0, 1/0.
    "eq:41.1": Verdict.HOLDS_IF,
    "eq:41.2": Verdict.HOLDS_IF,
    # n = 3, a = 1/2, x = 1/2, L_1 = L_0/3: 1/(1 + 2/3) > 1/2.
    "text:5.1/their-setting": Verdict.HOLDS_IF,
    # q_1 = 1, q_0 = 0: 1 and 0.
    "eq:45": Verdict.HOLDS_IF,
    # a > r q: the profile is a/(p q) at all p.
    "eq:54.1": Verdict.HOLDS_IF,
    # The factor a is missing under the root: for small a the formula gives a negative budget.
    "eq:16.2": Verdict.MISPRINT,
    "eq:54.2": Verdict.MISPRINT,
    # p = 1: I = 0 is null.
    "text:4/assumption-2-is-defined": Verdict.HOLDS_IF,
    # A law of the others' data that is not the adversary's.
    "text:4/lemma-1-law-in-23": Verdict.MISPRINT,
    # The same in each line that conditions on I = 0.
    **dict.fromkeys(("eq:20", "eq:23", "eq:24", "eq:25", "eq:55"), Verdict.HOLDS_IF),
    "text:4/lemma-1-left-half.2": Verdict.HOLDS_IF,
    "text:4/lemma-1-left-half.3": Verdict.HOLDS_IF,
    **{f"eq:{n}": Verdict.HOLDS_IF for n in (57, 58, 59, 60, 61, 62.1, 63.1)},
    # S is any subset, so that it may have probability 0: 0/0.
    "eq:62.2": Verdict.HOLDS_IF,
    "eq:63.2": Verdict.HOLDS_IF,
    # q = 1: Y not in S is null (and S is where q = 0).
    "eq:26": Verdict.HOLDS_IF,
    "eq:56": Verdict.HOLDS_IF,
    "eq:65": Verdict.HOLDS_IF,
    **dict.fromkeys(("eq:31", "eq:33", "eq:64"), Verdict.HOLDS_IF),
    # r p q >= 1 (and p = 1 in the second): no positive argument.
    "text:4/first-branch-is-defined": Verdict.HOLDS_IF,
    "text:4/second-branch-is-defined": Verdict.HOLDS_IF,
    "text:A.1/corollary-2-is-defined": Verdict.HOLDS_IF,
    # r p q >= 1; part 1 has q < 1/(r+1), which excludes it.
    "lem:4.3": Verdict.HOLDS_IF,
    "lem:4.4": Verdict.HOLDS_IF,
    # Approached for q -> 0 alone, or for q -> 1 alone in the theorem's range.
    "thm:3": Verdict.MISPRINT,
    "thm:5.2": Verdict.MISPRINT,
    # p = 1 is not in 0 < p < 1, and below it only q = 1/(r+1) has the value.
    "thm:6.1": Verdict.HOLDS_IF,
    # a = 0, or a > r q.
    "thm:6.2": Verdict.HOLDS_IF,
    # q0 = 0, p0 = 0: not a pair of priors in (0, 1].
    "thm:4.1": Verdict.HOLDS_IF,
    "thm:4.3": Verdict.REFUTED,
    "thm:4.4": Verdict.HOLDS_IF,
    # a = 0: the minimiser would be a prior of 0.
    "thm:5.1": Verdict.HOLDS_IF,
    "thm:6.3": Verdict.HOLDS_IF,
}

DEFINITIONS = frozenset(
    {
        *(f"eq:{n}" for n in (1, 2, 4.1, 4.2, 5, 7, 9, 10, 11, 13.1, 15.1, 17, 18, 19, 28)),
        *(f"eq:{n}" for n in (37, 38, 39, 40, 43, 44, 48, 49, 50, 68, 72, 76, 84)),
        *(f"text:4/assumption-{n}" for n in ("1.1", "1.2", "2")),
    }
)

CITED = frozenset(
    {
        "eq:42",
        *(f"text:1/{slug}" for slug in ("early-advice", "on-the-map", "local-use", "census")),
        *(f"text:5.1/{slug}" for slug in ("lowest", "highest")),
    }
)


@pytest.fixture(scope="module")
def prover() -> Prover:
    """Solvers alone: no search for certificates."""
    return solvers_alone()


def test_every_display_has_a_claim_and_no_place_has_two() -> None:
    """(1)-(85), each once or line by line."""
    assert places(CLAIMS)
    assert displays(CLAIMS) == set(range(1, 86))


def test_every_result_has_a_claim() -> None:
    """Theorems and lemmas that are not displays of their own, and the tables cell by cell."""
    found = places(CLAIMS)
    assert found >= {"thm:2@4", "thm:2@A.2", "cor:2@A.1", "cor:2@A.2", "thm:3", "thm:5.1", "thm:6.3"}
    assert found >= {f"lem:{n}" for n in ("3.1", "3.2", "4.1", "4.2", "4.3", "4.4")}
    cells = {place for place in found if place.startswith("tab:")}
    assert cells == {f"tab:{t}/{n}.{x}" for t in "34" for n in "123" for x in ("eps", "std", "exact")}


def test_expectations_are_about_claims_that_exist() -> None:
    """No expectation outlives its claim."""
    found = places(CLAIMS)
    assert found >= OTHER_THAN_HOLDS.keys() | DEFINITIONS | CITED


def test_definitions_and_citations_are_marked_as_such() -> None:
    """Nothing else is excused from proof."""
    assert {c.locator.place for c in CLAIMS if c.kind is Kind.DEFINITION} == DEFINITIONS
    assert {c.locator.place for c in CLAIMS if c.kind is Kind.CITED} == CITED


def expected(place: str) -> Verdict:
    """The verdict derived by hand."""
    if place in DEFINITIONS:
        return Verdict.DEFINITION
    if place in CITED:
        return Verdict.CITED
    return OTHER_THAN_HOLDS.get(place, Verdict.HOLDS)


def test_pinned_verdicts_are_those_derived_by_hand() -> None:
    assert_pinned("kazan-reiter-2023", {place: expected(place) for place in places(CLAIMS)})


@pytest.mark.parametrize("claim", as_parameters(CLAIMS, places(CLAIMS)))
def test_verdict_is_the_one_derived_by_hand(claim: Claim, prover: Prover) -> None:
    """One claim, one verdict; a failure has a witness."""
    assert_verdict(claim, expected(claim.locator.place), prover)


def replace_goal(chain: Derivation, goal: sp.Basic) -> Derivation:
    """The same setting with another goal."""
    return Derivation(chain.setting, goal, (Step(goal),))


_UNIT = (x > 0, x < 1)
_ONE_VALUE = (*BUDGET, q > 0, q < 1)
_mass = (1 - x) / (1 + x) * x ** sp.Abs(k)
_excess = 1 / r - p * q
_swapped = 1 / (q * p + u * (1 - p) * q + v * (1 - p))
_FINITE = (*INSIDE, r > 1, lt(r * p * q, 1))
_root = sp.sqrt(radicand(1 / r))

MUTANTS: dict[str, tuple[sp.Basic | Statement, tuple[sp.Basic, ...]]] = {
    "(3) without its 2": (Series(k**2 * _mass, k, -sp.oo, sp.oo, x / (1 - x) ** 2), _UNIT),
    "(2) with 1 for 1 + x": (Series((1 - x) * x ** sp.Abs(k), k, -sp.oo, sp.oo, sp.Integer(1)), _UNIT),
    "(8) with e^eps": (le(risk_bound(), sp.exp(eps)), (*PRIORS, eps > 0)),
    "(12) with p0 for p1": (
        RecommendedBudget("box", root_budget(1 / r).subs({p: p0, q: q0}, simultaneous=True)),
        (*printed_forms.CORNERS, *printed_forms.LOW_CORNER, p0 > 0),
    ),
    "(14) with its cases exchanged": (
        RecommendedBudget("fixed-p", printed_forms.FIXED_INCLUSION[1]),
        (*printed_forms.INCLUSION, *printed_forms.BELOW, p < 1, a > 0),
    ),
    "(16) with r + a": (
        RecommendedBudget("fixed-q", sp.log((r + a) / (1 - a))),
        (*CONSTANTS, *printed_forms.KNOWN_VALUE),
    ),
    "Table 3 with 0.52": (PrintedNumber("fixed-q", {a: QUARTER, r: HALF * 3, q: ONE}, "eps", "0.52"), ()),
    "Table 4 with 1.23": (
        PrintedNumber("fixed-p", {a: ONE / 40, r: ONE * 3, p: ONE / 20}, "std", "1.23"),
        (),
    ),
    "Table 4 with 51 %": (
        PrintedNumber("fixed-p", {a: ONE / 40, r: ONE * 3, p: ONE / 20}, "exact", "51"),
        (),
    ),
    "(25) without e^eps": (
        replace_goal(probability.LEMMA_2_FIRST, sp.Le(LIKELIHOOD_INSIDE / LIKELIHOOD_ABSENT, 1)),
        _ONE_VALUE,
    ),
    "(26) with one e^eps": (
        replace_goal(probability.LEMMA_2_SECOND, sp.Ge(LIKELIHOOD_INSIDE / LIKELIHOOD_OUTSIDE, x)),
        _ONE_VALUE,
    ),
    "(34) with p and q exchanged in one term": (
        le(1 / _swapped, risk_bound()),
        (*PRIORS, eps >= 0, ge(u, sp.exp(-2 * eps)), ge(v, decay)),
    ),
    "(41) with n for n - 1": (
        eq(sp.log((1 - 1 / n) / (1 / (n * a) - 1 / n)), sp.log(n * a / (1 - a))),
        (n >= 2, a > 0, a < 1),
    ),
    "(46) with e^-eps": (risk_bound().subs(p, 1) <= 1 / (q + decay * (1 - q)), (q > 0, q <= 1, eps > 0)),
    "(51) without the half": (RecommendedBudget("constant", sp.log(r)), (r > 1,)),
    "Lemma 3 with the sign turned": (
        DerivativeSign(root_budget(p * q / a), p, ">"),
        (*INSIDE, a > 0, a < 1),
    ),
    "Lemma 4 with 1/r for 1/(r + 1)": (
        DerivativeSign(root_budget(1 / r), p, "<"),
        (*INSIDE, r > 1, q < 1 / r),
    ),
    "(73) with the root's sign turned": (
        ge(decay, (_root + (1 - p)) / (2 * p * (1 - q))),
        (*_FINITE, gt(decay, 0), le(eps, root_budget(1 / r))),
    ),
    "(75) without a factor p": (
        eq(4 * p * (1 - q) * _excess / (4 * p**2 * (1 - q) ** 2), _excess / (1 - q)),
        _FINITE,
    ),
    "(82) the other way round": (
        le(1 / (q * p + decay**2 * (1 - q * p)), risk_bound()),
        (*PRIORS, eps > 0),
    ),
    "(83) with (1 - q) p": (
        le(1 / (q * p + decay**2 * (1 - q) * p), 1 / (decay**2 + q * p * (1 - decay**2))),
        (*PRIORS, eps >= 0),
    ),
    "(85) without the root": (
        eq(
            sp.log(2 * (1 - q) / sp.sqrt(4 * (1 - q) * (1 / r - q))),
            sp.log((1 - q) / (1 / r - q)),
        ),
        (q > 0, q < 1, r > 1, lt(r * q, 1)),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTANTS)
def test_a_slip_is_refuted_with_a_witness(name: str, prover: Prover) -> None:
    """Each is near to something printed and false."""
    statement, domain = MUTANTS[name]
    found = examined(statement, domain, prover, Hints())
    assert found.refuted
    assert found.witness is not None


def test_a_profile_outside_of_its_assumptions_decides_nothing(prover: Prover) -> None:
    """A formula is not judged where the profile has no meaning."""
    found = RecommendedBudget("constant", sp.log(r) / 2).examine((r > 0,), prover)
    assert not found.proved and not found.refuted
    assert "outside" in found.note


def test_statements_refuse_what_they_do_not_know() -> None:
    """Other profiles, forms and quantities."""
    with pytest.raises(ValueError, match="no profile"):
        RecommendedBudget("odds", sp.log(r))
    with pytest.raises(ValueError, match="of a logarithm"):
        RecommendedBudget("constant", sp.log(r) + 1)
    with pytest.raises(ValueError, match="eps, std or exact"):
        PrintedNumber("constant", {r: ONE}, "variance", "1")
