"""The claims of the proofs of Theorems 3-5, (141)-(176), and the repairs, with verdicts derived by hand.

Where a verdict is not `holds`, the reason is given beside it. The verdicts do not depend on how a proof is
found, so that the search for certificates is left out here, and the solvers alone decide.
"""

from __future__ import annotations

import pytest
import sympy as sp

from derivations.kazan_reiter.notation import PRIORS, p, q, r, root_budget
from derivations.kazan_reiter_2024.proofs import repairs, theorem_3, theorem_4, theorem_5
from symbolic_eps.theory.symbols import parameter
from tests.derivations.verdicts import (
    as_parameters,
    assert_pinned,
    assert_verdict,
    displays,
    places,
    solvers_alone,
)
from verify.calculus.derivative import PartialDerivative
from verify.calculus.extremum import Infimum, Minimum, Path
from verify.calculus.limit import Limit
from verify.claims.claim import Claim, Kind, Locator, Statement, Verdict, examined, judge
from verify.language.as_printed import eq, ge, gt, lt
from verify.language.implication import Hints
from verify.prover.prover import Prover

a, t = parameter("a"), parameter("t")

MODULES = (theorem_3, theorem_4, theorem_5, repairs)
CLAIMS = tuple(claim for module in MODULES for claim in module.CLAIMS)

UNDEFINED_BEYOND_1_OVER_R = Verdict.HOLDS_IF
"""The logarithm has no positive argument once r p q >= 1, here with p = 1 or q = 1."""

FAILS_WITHOUT_A_CAP = Verdict.HOLDS_IF
"""At a = 0 the minimiser a/(p r) or a/(q r) is 0, no prior."""

NEGATIVE_RADICAND = Verdict.HOLDS_IF
"""p = 1, q > 1/r: the radicand is 4 (1-q) (1/r - q) < 0."""

OTHER_THAN_HOLDS = {
    # q -> 0 at p = 1 only; for q > 0 all budgets exceed log(r)/2.
    "thm:3@E": Verdict.MISPRINT,
    "eq:142": Verdict.DEFINITION,
    # p = 1, q = 1/2, r = 3.
    "text:E/theorem-3-no-critical-point": UNDEFINED_BEYOND_1_OVER_R,
    "eq:143": UNDEFINED_BEYOND_1_OVER_R,
    "eq:144": UNDEFINED_BEYOND_1_OVER_R,
    "text:E/theorem-3-rises-at-p-1": UNDEFINED_BEYOND_1_OVER_R,
    "text:E/theorem-3-least-at-p-1": UNDEFINED_BEYOND_1_OVER_R,
    "eq:146": Verdict.DEFINITION,
    "eq:147": UNDEFINED_BEYOND_1_OVER_R,
    "text:E/theorem-3-rises-at-q-1": UNDEFINED_BEYOND_1_OVER_R,
    "text:E/theorem-3-least-at-q-1": UNDEFINED_BEYOND_1_OVER_R,
    # At p = 1, r = 2 the roots are those of 2 and of 4 (1/2 - 1) < 0.
    "eq:155": Verdict.MISPRINT,
    "eq:149": Verdict.DEFINITION,
    "eq:153": Verdict.DEFINITION,
    "eq:159.1": Verdict.DEFINITION,
    "text:E/theorem-4-least": FAILS_WITHOUT_A_CAP,
    # r p q > 1: the divisor is not 0.
    "text:E/theorem-4-infinite.4": Verdict.HOLDS_IF,
    "text:E/theorem-5-infinite.4": Verdict.HOLDS_IF,
    # q = 1, p = 1/2, r = 3/2, and the same with p and q exchanged.
    "text:E/theorem-4-restriction": Verdict.HOLDS_IF,
    "text:E/theorem-5-restriction": Verdict.HOLDS_IF,
    # a < 0: the profile is r alone.
    "eq:157.2": Verdict.HOLDS_IF,
    "eq:158": Verdict.DEFINITION,
    # No case of the right-hand side has q = 1.
    "eq:160": Verdict.MISPRINT,
    "eq:161": NEGATIVE_RADICAND,
    # p = 1, where the least value is, is not in 0 < p < 1.
    "text:E/theorem-5-attained.1": Verdict.MISPRINT,
    "text:E/theorem-5-attained.2": Verdict.MISPRINT,
    "eq:166.3": Verdict.HOLDS_IF,
    "eq:166.4": Verdict.HOLDS_IF,
    "text:E/theorem-5-least.1": FAILS_WITHOUT_A_CAP,
    "text:E/theorem-5-least.2": FAILS_WITHOUT_A_CAP,
    "eq:167": Verdict.DEFINITION,
    # No case of the right-hand side has p = 1.
    "eq:169": Verdict.MISPRINT,
    "eq:170": NEGATIVE_RADICAND,
    # 0/0 at a = 0.
    "eq:174": Verdict.HOLDS_IF,
}


@pytest.fixture(scope="module")
def prover() -> Prover:
    """Solvers alone: no search for certificates."""
    return solvers_alone()


def test_every_display_has_a_claim_and_no_place_has_two() -> None:
    """(141)-(176), each once or line by line."""
    assert places(CLAIMS)
    assert displays(CLAIMS) == set(range(141, 177))


def test_expectations_are_about_claims_that_exist() -> None:
    """No expectation outlives its claim."""
    assert places(CLAIMS) >= OTHER_THAN_HOLDS.keys()


def test_definitions_are_marked_as_such() -> None:
    """Nothing is excused from proof but the definitions of the budget, and lines that put one in."""
    unproved = {claim.locator.place for claim in CLAIMS if claim.kind is not Kind.ASSERTION}
    substituted = {"eq:146", "eq:149", "eq:153", "eq:159.1"}
    assert unproved == {"eq:142", "eq:158", "eq:167"} | substituted


def test_pinned_verdicts_are_those_derived_by_hand() -> None:
    assert_pinned(
        "kazan-reiter-2024",
        {
            claim.locator.place: OTHER_THAN_HOLDS.get(claim.locator.place, Verdict.HOLDS)
            for claim in CLAIMS
            if claim.kind is Kind.ASSERTION
        },
    )


@pytest.mark.parametrize("claim", as_parameters(CLAIMS, places(CLAIMS)))
def test_verdict_is_the_one_derived_by_hand(claim: Claim, prover: Prover) -> None:
    """One claim, one verdict; a failure has a witness."""
    assert_verdict(claim, OTHER_THAN_HOLDS.get(claim.locator.place, Verdict.HOLDS), prover)


ONE, NOUGHT = sp.Integer(1), sp.Integer(0)
_LOW_VALUE = (q > 0, q <= a / r, a >= 0, a < 1, r > 1)
_HIGH_INCLUSION = (p > a / r, p > 0, p <= 1, a >= 0, a < 1, r > 1)
_RISING = (q > 1 / (r + 1), q > a / r, q < 1, q > 0, a > 0, a < 1, r > 1)
_DIVISOR = sp.sqrt((r * q - a) ** 2 + 4 * a * q * (1 - q) * (1 - a))
_AT_TURN = root_budget(1 / r).subs(p, a / (q * r))
_CLEARED = sp.sqrt(r**2 * (1 - p) ** 2 + 4 * (p * r - a) * (1 - a))

MUTANTS: dict[str, tuple[sp.Basic | Statement, tuple[sp.Basic, ...]]] = {
    "(144) with the signs exchanged": (
        PartialDerivative(theorem_3.KNOWN_INCLUSION, q, (1 / (1 - q) - 1 / (1 / r - q)) / 2),
        (q > 0, q < 1, r > 1, r * q < 1),
    ),
    "(145) without the factor 1/2": (
        Limit(theorem_3.KNOWN_INCLUSION, q, NOUGHT, "+", sp.log(r)),
        (q > 0, q < 1, r > 1),
    ),
    "(148) with a factor 1/2": (
        Limit(theorem_3.KNOWN_VALUE, p, NOUGHT, "+", sp.log(r) / 2),
        (p > 0, p < 1, r > 1),
    ),
    "least at q = 1 with the value at p = 1": (
        Infimum(theorem_3.KNOWN_VALUE, (p,), sp.log(r) / 2, Path(t, {p: t})),
        (p > 0, p < 1, r > 1, r * p < 1),
    ),
    "(156) below 1 without r > 1": (
        lt(2 * p / r / (sp.sqrt((1 - p) ** 2 + 4 * p / r) - (1 - p)), 1),
        (p > 0, p <= 1, r > 0),
    ),
    "(157), first case, halved": (
        eq(sp.log((1 - p) / (p / a - p)), theorem_4.LOW_BUDGET / 2),
        (p > 0, p <= a / r, a < 1, r > 1),
    ),
    "(157), second case, at q = 1": (
        Minimum(theorem_4.BUDGET, (q,), theorem_4.LOW_BUDGET, {q: ONE}),
        (*PRIORS, p > a / r, a > 0, a < 1, r > 1, r * p * q < 1),
    ),
    "(159) with a and p exchanged": (
        eq(sp.log((1 - p) / (p / a - p)), sp.log(p * (1 - p) / (a * (1 - a)))),
        (p > 0, p <= a / r, a < 1, r > 1),
    ),
    "(159) with a/p for p/a": (
        eq(sp.log((1 - p) / (a / p - p)), theorem_4.LOW_BUDGET),
        (p > 0, p <= a / r, a < 1, r > 1),
    ),
    "(161) strict": (
        lt(sp.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q)), 1 - p),
        (*PRIORS, r > 1, r * p * q >= 1, (1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q) >= 0),
    ),
    "(165) with r (1-p) added": (
        eq(theorem_4.HIGH_BUDGET, sp.log(2 * (p * r - a) / (_CLEARED + r * (1 - p)))),
        _HIGH_INCLUSION,
    ),
    "(168) without the factor 1/2": (
        eq(theorem_5.ROOT_BUDGET.subs(p, 1), 2 * theorem_5.LOW_BUDGET),
        _LOW_VALUE,
    ),
    "(166), third case, with - r q - a": (
        eq(_AT_TURN, sp.log(2 * a * (1 - q) / (_DIVISOR - r * q - a))),
        _RISING,
    ),
    "(170) reversed": (
        ge(sp.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q)), 1 - p),
        (*PRIORS, r > 1, r * p * q > 1, q < 1),
    ),
    "(172) with p and q exchanged": (
        eq(root_budget(1 / r).subs(p, 1), sp.log((1 - p) / (1 / r - p)) / 2),
        (*PRIORS, q < 1, p < 1, r > 1, r * q < 1, r * p < 1),
    ),
    "(176) with the sign of a changed": (
        eq(sp.log((1 - a / r) / (1 / r - a / r)), sp.log((r + a) / (1 - a))),
        (a > 0, a < 1, r > 1),
    ),
    "the repair of Theorem 3 beyond y = 1": (
        gt((1 - p) * parameter("y") * (1 - parameter("y")) + p * q * (1 - parameter("y") ** 2), 0),
        (*PRIORS, parameter("y") > 0),
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_planted_errors_are_refuted(name: str, prover: Prover) -> None:
    """A changed sign, factor, variable or hypothesis has a counterexample."""
    statement, domain = MUTANTS[name]
    assert examined(statement, domain, prover, Hints()).refuted


def test_a_true_form_of_a_mutant_is_not_refuted(prover: Prover) -> None:
    """The control: the third case of (166) with its printed sign."""
    form = sp.log(2 * a * (1 - q) / (_DIVISOR - (r * q - a)))
    claim = Claim(Locator("control", "eq:174"), eq(_AT_TURN, form), _RISING)
    assert judge(claim, prover).verdict is Verdict.HOLDS
