"""The success of attacks on releases under a notion: the reverse of `symbolic_eps.notions.budget`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Proof
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.guarantees.explanation import budget_of
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.notions.composition import composed, prove_composition
from symbolic_eps.notions.conversion_theorems import conversion_theorems
from symbolic_eps.notions.notion import BASELINE, Notion, given_delta, notion_named
from symbolic_eps.notions.success import Allowance, all_kinds
from symbolic_eps.notions.success_theorems import success_theorems
from symbolic_eps.notions.theorems import prove_notion, prove_numbers
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.profiles.exact_numbers import Exact, exact_number
from symbolic_eps.profiles.profile import conditions_from
from symbolic_eps.results import Result
from verify.language.condition import Relation


@dataclass(frozen=True)
class AttackExplanation(Result):
    """What releases allow attacks.

    Parameters
    ----------
    allowed : Allowance
        The notion with the budget of all releases together.
    releases : int
    low, high : sympy.Rational
        The baselines that are looked at, from 0 to 1.
    worst : mapping of CapKind to (value, baseline)
        The largest of each over these baselines, exactly, oo included.
    at : mapping of sympy.Rational to mapping of CapKind to Expr
        At baselines that were asked for.
    proof : Proof

    Examples
    --------
    >>> found = explain_attacks("log(3)", "approximate", "1/100", box=["1/10<=k<=1/2"])
    >>> found.worst[CapKind.RELATIVE_RISK], found.worst[CapKind.DIFFERENCE]
    ((31/10, 1/10), (101/200, 99/400))
    """

    allowed: Allowance
    releases: int
    low: sp.Rational
    high: sp.Rational
    worst: Mapping[CapKind, tuple[sp.Expr, sp.Expr]]
    at: Mapping[sp.Rational, Mapping[CapKind, sp.Expr]]
    proof: Proof


def explain_attacks(
    budget: Exact | sp.Expr,
    notion: Notion | str,
    delta: Exact = 0,
    box: Iterable[str] = (),
    baselines: Iterable[Exact] = (),
    releases: int = 1,
) -> AttackExplanation:
    """What releases under a notion allow attacks, at their worst over baselines and at single ones.

    Parameters
    ----------
    budget : exact number, text or SymPy expression
        eps or rho of each release, in natural-log units.
    notion : Notion or str
    delta : exact number
        That of (eps, delta), for each release.
    box : iterable of str
        Bounds on k, such as `"1/100<=k<=1/2"`.
    baselines : iterable of exact number
        Single ones, in (0, 1).
    releases : int
        How many, each private given the earlier outputs.

    Raises
    ------
    symbolic_eps.errors.InputError
        A number outside its range, a box that is no interval of (0, 1).

    Examples
    --------
    >>> found = explain_attacks("log(2)", "renyi-2", baselines=["1/10"])
    >>> found.at[sp.Rational(1, 10)][CapKind.POSTERIOR], found.worst[CapKind.ODDS_RATIO][0]
    (2/5, oo)
    """
    named = notion_named(notion)
    share = given_delta(named, delta)
    low, high = _interval(box)
    singles = [_baseline(one) for one in baselines]
    total, together = composed(named, budget_of(budget), share, releases)
    allowed = Allowance(named, total, together)
    worst = {kind: allowed.worst(kind, low, high) for kind in all_kinds()}
    at = {k: {kind: allowed.measured(kind, k) for kind in all_kinds()} for k in singles}
    return AttackExplanation(allowed, releases, low, high, worst, at, prove_explanation(named, releases))


def prove_explanation(notion: Notion, releases: int) -> Proof:
    """Prove what an explanation says: the limits, where they are worst, and how releases compose."""
    judge = exact_judge()
    with judge.recorded() as evidence:
        released = prove_notion(notion, judge)
        prove_numbers(success_theorems(notion), judge)
        if notion is Notion.RENYI_2:
            prove_numbers(conversion_theorems(), judge)
    composition = prove_composition(notion) if releases > 1 else ()
    return Proof.of([*evidence, *released, *composition])


def _baseline(value: Exact) -> sp.Rational:
    k = exact_number("baseline", value)
    if not 0 < k < 1:
        raise DomainError(f"baseline = {k}: it lies between 0 and 1, such as 1/100")
    return k


def _interval(box: Iterable[str]) -> tuple[sp.Rational, sp.Rational]:
    """The ends of the baselines that bounds leave."""
    low, high = sp.Integer(0), sp.Integer(1)
    for condition in conditions_from(box):
        polynomial = condition.polynomial
        if polynomial.free_symbols != {BASELINE} or sp.degree(polynomial, BASELINE) != 1:
            raise InputError(f"{condition}: bound the baseline k by numbers, such as 1/100<=k<=1/2")
        if condition.relation is Relation.NON_ZERO:
            raise InputError(f"{condition}: give an interval of baselines, such as 1/100<=k<=1/2")
        slope, constant = sp.Poly(polynomial, BASELINE).all_coeffs()
        end = -constant / slope
        if slope > 0 or condition.relation is Relation.ZERO:
            low = max(low, end)
        if slope < 0 or condition.relation is Relation.ZERO:
            high = min(high, end)
    if low > high or (low == high and low in (0, 1)):
        raise InputError(f"no baseline lies from {low} to {high}: give an interval of (0, 1)")
    return low, high
