"""Several budgets side by side: what each guarantees, and how much noise it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.recommendation import recommend
from symbolic_eps.enclosed.recommended import EnclosedRecommendation
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.guarantees.explanation import Explanation, budget_of, explain
from symbolic_eps.guarantees.posterior_curve import GuaranteedPosterior, guaranteed_posterior
from symbolic_eps.profiles.exact_numbers import Exact
from symbolic_eps.results import Result
from symbolic_eps.theory.variants import Variant
from verify.evidence import Grade

PRIORS = tuple(sp.Rational(1, k) for k in (100, 20, 10, 4, 2))
"""Prior probabilities of disclosure for which posteriors are shown."""


@dataclass(frozen=True)
class Budget:
    """One of the budgets that are compared.

    Parameters
    ----------
    text : str
        As it was given: a budget or a profile.
    epsilon : sympy.Expr
        The budget (natural logarithm), exact; for an enclosed profile the double below its eps.
    explanation : Explanation
        What it guarantees over the priors that are looked at.
    posteriors : tuple of GuaranteedPosterior
        The largest posterior for some priors.
    grade : Grade or None
        How the eps of a profile is proved; None for a budget that was given.
    """

    text: str
    epsilon: sp.Expr
    explanation: Explanation
    posteriors: tuple[GuaranteedPosterior, ...]
    grade: Grade | None = None


@dataclass(frozen=True)
class Comparison(Result):
    """Budgets side by side.

    Parameters
    ----------
    budgets : tuple of Budget
        Two or more, in the order given: budgets first, then profiles.

    Examples
    --------
    >>> compared = compare(["log(9)"], ["3"])
    >>> [(one.text, one.epsilon) for one in compared.budgets]
    [('log(9)', log(9)), ('3', log(3)/2)]
    """

    budgets: tuple[Budget, ...]


def compare(
    budgets: Sequence[Exact | sp.Expr] = (),
    profiles: Sequence[str] = (),
    values: Mapping[str, Exact] | None = None,
    fixed: Mapping[str, Exact] | None = None,
    box: Sequence[str] = (),
    variant: Variant | str = Variant.UNBOUNDED,
    progress: Callable[[str], None] = lambda _: None,
    patience: float | None = None,
) -> Comparison:
    """Compare budgets, given or recommended for profiles.

    Parameters
    ----------
    budgets : sequence of exact number, text or SymPy expression
        Finite and > 0 (natural logarithm).
    profiles : sequence of str
        Profiles for which an eps is recommended.
    values : mapping of str to exact number
        Of the profiles' parameters; each profile takes those that occur in it.
    fixed, box, variant, progress, patience
        As `symbolic_eps.recommend`; `patience` for each profile. The guarantees are about the same priors.

    Raises
    ------
    symbolic_eps.errors.InputError
        Fewer than two, a budget that is not positive and finite, a profile that constrains nothing; or as
        `symbolic_eps.recommend`.
    """
    if len(budgets) + len(profiles) < 2:
        raise InputError('a comparison needs two budgets: give two, such as compare "log(9)" --profile 3')
    _check_values(profiles, values or {})
    looked_at = fixed or {}, box, variant
    found: list[tuple[str, sp.Expr, Grade | None]] = [(str(one), budget_of(one), None) for one in budgets]
    for profile in profiles:
        progress(profile)
        found.append(_recommended(profile, values or {}, *looked_at, patience))
    return Comparison(tuple(_budget(*one, *looked_at) for one in found))


def _budget(
    text: str,
    epsilon: sp.Expr,
    grade: Grade | None,
    fixed: Mapping[str, Exact],
    box: Sequence[str],
    variant: Variant | str,
) -> Budget:
    if epsilon == 0:
        raise DomainError(f"{text}: eps = 0 allows no release: give a budget > 0, such as log(9)")
    explanation = explain(epsilon, fixed, box, variant=variant)
    region = explanation.region.product.inclusion
    wanted = [prior for prior in PRIORS if region.contains(prior)]
    posteriors = (
        guaranteed_posterior(prior, epsilon, explanation.region, explanation.variant) for prior in wanted
    )
    return Budget(text, epsilon, explanation, tuple(posteriors), grade)


def _recommended(
    profile: str,
    values: Mapping[str, Exact],
    fixed: Mapping[str, Exact],
    box: Sequence[str],
    variant: Variant | str,
    patience: float | None,
) -> tuple[str, sp.Expr, Grade]:
    own = {name: value for name, value in values.items() if name in _names(profile)}
    answer = recommend(profile, own, fixed, box, variant=variant, patience=patience)
    assert isinstance(answer, Recommendation | EnclosedRecommendation)  # only a callable is sampled
    if answer.enclosure.is_infinite:
        raise DomainError(f"{profile} constrains nothing, eps = oo: leave it out, or lower the bound: give 3")
    exact = answer.epsilon if isinstance(answer, Recommendation) else sp.Rational(answer.epsilon_double)
    return profile, exact, answer.grade


def _names(profile: str) -> set[str]:
    from symbolic_eps.profiles.parse import parse_profile

    return {symbol.name for symbol in parse_profile(profile, transcendental=True).free_symbols}


def _check_values(profiles: Sequence[str], values: Mapping[str, Exact]) -> None:
    used = set[str]().union(*map(_names, profiles))
    if unused := sorted(set(values) - used):
        raise InputError(f"{unused[0]} occurs in none of the profiles: leave out {unused[0]}")
