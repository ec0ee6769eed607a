"""The claims of Sections 1-6, Tables 3-5 and Appendices B-D of Kazan & Reiter (2024), verdicts by hand.

Where a verdict is not `holds`, the reason stands beside it. The verdicts do not depend on how a proof is
found, so that the search for certificates is left out here, and the solvers alone decide.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from derivations.kazan_reiter.finite_model import FAMILIES, INDEPENDENT, LAWS, m, u, y
from derivations.kazan_reiter.notation import PRIORS, eps, p, q, r, root_budget
from derivations.kazan_reiter_2024 import (
    appendix_b,
    appendix_c,
    appendix_d,
    section_2,
    section_3,
    section_4,
    section_5,
    tables,
)
from derivations.kazan_reiter_2024.numbers import CITED
from derivations.kazan_reiter_2024.printed_statements import PrintedBranch, PrintedValue, recomputed
from derivations.kazan_reiter_2024.proofs.capped_profile import PROFILE
from derivations.kazan_reiter_2024.proofs.theorem_4 import HIGH_BUDGET
from derivations.kazan_reiter_2024.proofs.theorem_5 import KNOWN_VALUE_BUDGET
from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.closed_form_table.printed_cell import PrintedCell
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.derivations.verdicts import assert_pinned
from verify.calculus.derivative import DerivativeSign
from verify.calculus.limit import Limit
from verify.calculus.series import Series
from verify.claims.claim import Kind, Statement, Verdict, examined, judge
from verify.language.as_printed import eq, ge, gt, le, lt
from verify.language.implication import Hints
from verify.probability.derivation import Derivation, Step
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover
from verify.search.budget import Budget

a, b, k, n, L_1 = (parameter(name) for name in ("a", "b", "k", "n", "L_1"))

MODULES = (section_2, section_3, section_4, section_5, tables, appendix_b, appendix_c, appendix_d)
CLAIMS = {claim.locator.place: claim for module in MODULES for claim in module.CLAIMS}

DEFINITIONS = {
    *(f"eq:{number}" for number in (1, 2, 3, 4, 6, 8, 9, 12, 13, 14, 17, 19, 20, 21, 25, 27, 31, 32)),
    *("eq:15.1", "eq:16.1", "eq:28.1", "eq:33.1", "eq:34", "eq:35", "eq:36", "eq:37", "eq:40", "eq:41"),
    "text:B.2/baseline",
    "text:3/assumption-1",
}

QUOTED = {
    *(f"text:1/early-advice.{number}" for number in (1, 2, 3, 4)),
    *("text:1/on-the-map", "text:1/ios", "text:1/census"),
    *(
        f"text:6/{what}"
        for what in ("bounded-privacy-and-risk", "total-variation", "odds", "resampled-record")
    ),
    "eq:39",
    *(item.locator for item in CITED),
}

HOLDS_IF: dict[str, tuple[sp.Basic, ...]] = {
    # At eps = 0 the mass (2) is 0 everywhere, and its variance divides by 0.
    "text:2.1/geometric-is-a-distribution": (x < 1,),
    "text:2.1/geometric-is-private.2": (x < 1,),
    "text:2.1/variance": (x < 1,),
    "text:2.1/variance-increases": (eps > 0,),
    # (17) bounds the risk at q = 1 alone.
    "text:5/a-0": (sp.Eq(q, 1),),
    # Without Assumption 2 a release may be possible only if the person is left out.
    "eq:5": (gt(q * L_S + (1 - q) * L_N, 0),),
    # Conditions on I = 0, on S and on its complement: null at p = 1, q = 0, q = 1.
    "text:3/assumption-2-is-defined": (p < 1,),
    "lem:1.1@3": (p < 1, q > 0),
    "lem:1.2@3": (q > 0, q < 1),
    # The logarithms of (12) and (19) need r p q < 1, and at q = 1 a numerator 1 - p > 0 too.
    # Where r p q >= 1 at all priors, no budget is too large.
    "text:0/unique-eps": (r * p * q < 1,),
    "text:2.3/largest-budget.1": (r * p * q < 1,),
    "text:2.3/largest-budget.2": (p < 1,),
    "text:3/eq-12-is-defined.1": (r * p * q < 1,),
    "text:3/eq-12-is-defined.2": (p < 1, r * p < 1),
    "text:3/solved-for-decay.1": (r * p * q < 1,),
    "text:3/solved-for-decay.2": (p < 1,),
    "text:B.1/corollary-2-is-defined": (r * q < 1,),
    # Part 1 has q < 1/(r+1), which gives r p q < 1.
    "lem:3.3@B.1": (r * p * q < 1,),
    "lem:3.4@B.1": (r * p * q < 1,),
    # For a < 0 the profile is r alone, and the budget is not the printed one; (24.3) is 0/0 at a = 0.
    "eq:23.2": (a >= 0,),
    "eq:24.3": (a > 0,),
    "eq:24.4": (a >= 0,),
    # The whole box has r p q >= 1 where its lower corner has: no budget is too large.
    **dict.fromkeys(
        ("eq:26.2", "eq:26.4", "tab:3/(25).2", "tab:3/(25).4"),
        (parameter("p0") * parameter("q0") * parameter("r") < 1,),
    ),
    # For q < a/r the curve a/(p q) is above r for all p.
    "text:C.3/fixed-q": (q >= sp.Rational(1, 12),),
    # The logarithm of (38): undefined for one person, for a cap of 1 and more, and for none.
    **dict.fromkeys(("eq:38.1", "eq:38.2"), (n > 1, a > 0, a < 1)),
    # A set that does not hold the person's value has probability 0.
    "text:D.1/known-value": (parameter("s") > 0,),
    # Z is a function of I too: with q_1 = 1 and q_0 = 0 the posteriors are 1 and 0.
    "eq:42": (eq(parameter("q_1"), parameter("q_0")),),
    # Who was left out, among n: two steps of (1), not one.
    "text:D.1/their-setting": (le(x, L_1 / L_0),),
}

MISPRINTS = {
    # Approached for p -> 1, q -> 0 and attained nowhere: an infimum.
    "thm:3@B.1",
    # The minimiser q = 1 or p = 1 is not in the printed range 0 < q < 1 or 0 < p < 1.
    "text:B.1/theorem-4-attained",
    "text:B.1/theorem-5-attained.1",
    "text:B.1/theorem-5-attained.2",
}

MISPRINTS |= {
    # A risk may be equal to its bound; the plot of (16) is over q, at one p.
    "text:4/either-or",
    "text:4/figure-1-axis",
}

REFUTED = {
    # One step of noise: x/(1+x) with x = 1/9 is 1/10. Two steps: three more profiles are below 1/10.
    "text:5/below-10-percent",
}


@pytest.fixture(scope="module")
def prover() -> Prover:
    """Solvers alone: no search for certificates."""
    return Prover(budget=Budget(work=0))


def expected(place: str) -> Verdict:
    """The verdict derived by hand."""
    for verdict, places in (
        (Verdict.DEFINITION, DEFINITIONS),
        (Verdict.CITED, QUOTED),
        (Verdict.HOLDS_IF, HOLDS_IF),
        (Verdict.MISPRINT, MISPRINTS),
        (Verdict.REFUTED, REFUTED),
    ):
        if place in places:
            return verdict
    return Verdict.HOLDS


def test_every_display_has_a_claim_and_no_place_has_two() -> None:
    """(1)-(43), each once or line by line."""
    places = [claim.locator.place for module in MODULES for claim in module.CLAIMS]
    assert len(set(places)) == len(places)
    displays = {int(place[3:].split(".")[0]) for place in places if place.startswith("eq:")}
    assert displays == set(range(1, 44))


def test_every_statement_of_section_3_and_b1_is_there() -> None:
    """Lemma 1 and Theorems 1-2 in Section 3, all others in B.1 (Theorems 4 and 5 as (23) and (24))."""
    statements = {"lem:1.1@3", "lem:1.2@3", "thm:1@3", "thm:2@3", "cor:1@B.1", "cor:2@B.1", "thm:3@B.1"}
    statements |= {f"lem:2.{part}@B.1" for part in (1, 2)} | {f"lem:3.{part}@B.1" for part in (1, 2, 3, 4)}
    statements |= {f"eq:23.{case}" for case in (1, 2)} | {f"eq:24.{case}" for case in (1, 2, 3, 4)}
    assert statements <= CLAIMS.keys()


def test_every_cell_of_the_tables_is_there() -> None:
    """12 cells of Table 3, 9 numbers in each of Tables 4 and 5."""
    counts = {table: sum(place.startswith(f"tab:{table}/") for place in CLAIMS) for table in (3, 4, 5)}
    assert counts == {3: 12, 4: 9, 5: 9}


def test_every_recomputed_number_has_a_claim() -> None:
    """None of the rows of `derivations.kazan_reiter_2024.printed_numbers` is left out."""
    assert set(recomputed()) <= CLAIMS.keys()


def test_expectations_are_about_claims_that_exist() -> None:
    """No expectation outlives its claim."""
    assert {*DEFINITIONS, *QUOTED, *HOLDS_IF, *MISPRINTS, *REFUTED} <= CLAIMS.keys()


def test_only_definitions_and_quotations_are_excused() -> None:
    """Everything else is put to proof."""
    kinds = {place: claim.kind for place, claim in CLAIMS.items()}
    assert {place for place, kind in kinds.items() if kind is Kind.DEFINITION} == DEFINITIONS
    assert {place for place, kind in kinds.items() if kind is Kind.CITED} == QUOTED


def test_pinned_verdicts_are_those_derived_by_hand() -> None:
    assert_pinned("kazan-reiter-2024", {place: expected(place) for place in CLAIMS})


@pytest.mark.slow
@pytest.mark.parametrize("place", CLAIMS)
def test_verdict_is_the_one_derived_by_hand(place: str, prover: Prover) -> None:
    """One claim, one verdict; a failure has a witness, a further hypothesis is the one derived by hand."""
    judged = judge(CLAIMS[place], prover)
    assert judged.verdict is expected(place), judged.note
    if judged.verdict in (Verdict.HOLDS_IF, Verdict.MISPRINT, Verdict.REFUTED):
        assert judged.witness is not None
    if judged.verdict is Verdict.HOLDS_IF:
        assert set(map(str, judged.extra_hypotheses)) == set(map(str, HOLDS_IF[place]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "locator", ["text:5/rmse-decreases", "text:5/largest-deviation", "text:5/below-10-percent"]
)
def test_wording_is_that_of_what_is_recomputed(locator: str) -> None:
    """Text and check are about one statement."""
    assert CLAIMS[locator].text == recomputed()[locator].quantity


_BOUND = q * p + x**2 * (1 - q) * p + x * (1 - p)
_MASS = section_2.MASS
_RISKS = (a > 0, a < 1, r > 1)
_ROOT = sp.sqrt(r**2 * (1 - p) ** 2 + 4 * (p * r - a) * (1 - a))
_SHIFTED = sp.log((1 + b) / (1 - b)) - 2 * b

MUTANTS: dict[str, tuple[sp.Basic | Statement, tuple[sp.Basic, ...]]] = {
    "(2) with 1 - x squared": (
        Series(_MASS * (1 - x), k, -sp.oo, sp.oo, sp.Integer(1)),
        (x > 0, x < 1),
    ),
    "the variance without its factor 2": (
        Series(k**2 * _MASS, k, -sp.oo, sp.oo, x / (1 - x) ** 2),
        (x > 0, x < 1),
    ),
    "the variance rises with eps": (DerivativeSign(section_2.VARIANCE, eps, ">"), (eps > 0,)),
    "(7) with eps for 2 eps": (le(1 / _BOUND, 1 / x), (*PRIORS, x > 0, x <= 1)),
    "(9) gives the joint law": (
        Derivation(
            Setting(FAMILIES, (*LAWS, INDEPENDENT)),
            sp.Eq(m, u),
            (Step(sp.Eq(m, u)),),
        ),
        (),
    ),
    "(9) left out": (
        Derivation(Setting(FAMILIES, LAWS), sp.Eq(Total(m, y), u), (Step(sp.Eq(Total(m, y), u)),)),
        (),
    ),
    "(11) with p and q exchanged": (
        ge(q * p + parameter("u") * (1 - p) * q + parameter("v") * (1 - q), _BOUND),
        (*PRIORS, x > 0, x <= 1, parameter("u") >= x**2, parameter("v") >= x),
    ),
    "(15) with the turn at a/r": (
        eq(PROFILE, sp.Piecewise((a / (p * q), p < a / r), (r, True))),
        (*PRIORS, *_RISKS),
    ),
    "(16.2) below the constant budget": (
        lt(HIGH_BUDGET, sp.log(r) / 2),
        (*_RISKS, p > a / r, p <= 1),
    ),
    "bounded below by log r": (ge(KNOWN_VALUE_BUDGET, sp.log(r)), (a > -1, a < 1, r > 1)),
    "the budget of 1/10 deaths needs log 10": (
        sp.Equivalent(lt(x / (1 + x), sp.Rational(1, 10)), lt(x, sp.Rational(1, 10))),
        (x > 0,),
    ),
    "p q = a gives a positive budget": (
        gt(root_budget(p * q / a), 0),
        (p > 0, p <= 1, q > 0, q < 1, a < 1, eq(p * q, a)),
    ),
    "Lemma 3.3 below the threshold": (
        DerivativeSign(root_budget(1 / r), p, ">"),
        (p > 0, p < 1, q > 0, q < 1 / (r + 1), r > 1),
    ),
    "(30) to the third order": (Limit(_SHIFTED / b**3, b, sp.Integer(0), "+", sp.Integer(0)), (b > 0, b < 1)),
    "(30) with + b^2": (
        Limit((_SHIFTED - b**2) / b**2, b, sp.Integer(0), "+", sp.Integer(0)),
        (b > 0, b < 1),
    ),
    "the budget rises with p in C.2": (DerivativeSign(HIGH_BUDGET, p, ">"), (*_RISKS, p > a / r, p < 1)),
    "(38) with n for n - 1": (
        eq(sp.log((1 - 1 / n) / (1 / (n * a) - 1 / n)), sp.log(n * a / (1 - a))),
        (n > 1, a > 0, a < 1),
    ),
    "(43) with e^-eps": (
        le(1 / _BOUND.subs(p, 1), 1 / (q + x * (1 - q))),
        (q > 0, q <= 1, x > 0, x <= 1),
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_planted_errors_are_refuted(name: str, prover: Prover) -> None:
    """A changed sign, factor, variable or hypothesis has a counterexample."""
    statement, domain = MUTANTS[name]
    assert examined(statement, domain, prover, Hints()).refuted


def test_a_changed_cell_is_refuted_and_the_printed_one_is_not(prover: Prover) -> None:
    """log(r)/2 against log(r), judged by the derived closed form."""
    printed = PrintedBranch("constant", ROWS[0].printed[0])
    changed = replace(printed, cell=replace(printed.cell, epsilon=sp.log(parameter("r"))))
    assert printed.examine(printed.domain, prover).proved
    found = changed.examine(changed.domain, prover)
    assert found.refuted and found.witness


def test_a_branch_is_not_examined_on_a_larger_domain(prover: Prover) -> None:
    """What is compared is the printed condition: a domain without it would claim more than was shown."""
    printed = PrintedBranch("constant", ROWS[0].printed[0])
    with pytest.raises(ValueError, match="should include"):
        printed.examine((), prover)


def test_a_branch_on_an_empty_domain_stays_open(prover: Prover) -> None:
    """Nothing is compared, so nothing is shown."""
    condition = sp.Lt(parameter("r"), 0, evaluate=False)
    statement = PrintedBranch("constant", PrintedCell("tab:3/(14).1", condition, sp.log(parameter("r")) / 2))
    found = statement.examine(statement.domain, prover)
    assert not found.proved and not found.refuted


def test_a_number_has_no_hypotheses_and_needs_an_item(prover: Prover) -> None:
    """A statement about numbers alone; a wording is for what has no item."""
    with pytest.raises(ValueError, match="no hypotheses"):
        PrintedValue("tab:4/1.eps").examine((r > 1,), prover)
    with pytest.raises(ValueError, match="a wording is for"):
        PrintedValue("tab:4/1.unknown")
    with pytest.raises(ValueError, match="a wording is for"):
        PrintedValue("tab:4/1.eps", "eps is 0.51")


def test_every_claim_says_what_it_is_about() -> None:
    """The report shows the text: none is empty."""
    assert all(claim.text for claim in CLAIMS.values())
