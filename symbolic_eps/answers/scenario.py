"""The answer to a scenario: what each adversary allows, which of them binds, and the shares of the releases.

Every adversary's caps have to be respected, so eps is the least of what they allow. Each gets a
recommendation of its own; an adversary binds unless its eps is proved to be larger than another's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import sympy as sp

from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.recommendation import LEAST_SECONDS, recommend
from symbolic_eps.answers.translated_caps import translated
from symbolic_eps.enclosed.recommended import EnclosedRecommendation
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.guarantees.composition import Split, split
from symbolic_eps.results import Result
from symbolic_eps.scenarios.scenario import Adversary, PriorPair, Scenario, names_in, parameters_of
from symbolic_eps.spelling import suggest
from verify.deadline import OutOfTime, deadline, seconds_left
from verify.enclosure import Enclosure
from verify.evidence import Grade

Answer = Recommendation | EnclosedRecommendation


@dataclass(frozen=True)
class Allowance:
    """The eps that one adversary of a scenario allows.

    Parameters
    ----------
    adversary : Adversary
        Whose caps are respected.
    answers : tuple of (PriorPair or None, Recommendation or EnclosedRecommendation)
        One for each pair of priors of a table, or one for all priors that are meant.
    """

    adversary: Adversary
    answers: tuple[tuple[PriorPair | None, Answer], ...]

    @property
    def enclosure(self) -> Enclosure:
        """Rational ends that contain its eps."""
        return least(answer.enclosure for _, answer in self.answers)

    @property
    def binding(self) -> tuple[tuple[PriorPair | None, Answer], ...]:
        """The pairs of priors whose eps is not proved to be above the least."""
        upper = self.enclosure.upper
        return tuple(one for one in self.answers if one[1].enclosure.lower <= upper)

    @property
    def epsilon(self) -> sp.Expr | None:
        """The exact eps, where all that binds has the same."""
        return common(exact_value(answer) for _, answer in self.binding)

    @property
    def closed_form(self) -> sp.Expr | None:
        """The exact eps as a formula, where it has one."""
        return common(answer.closed_form for _, answer in self.binding)

    @property
    def grade(self) -> Grade:
        """The weakest grade: that no other pair asks for less is part of it."""
        return min(answer.grade for _, answer in self.answers)


@dataclass(frozen=True)
class ScenarioAnswer(Result):
    """The eps of a scenario: the least that an adversary allows.

    Parameters
    ----------
    scenario : Scenario
        The question.
    allowances : tuple of Allowance
        What each adversary allows, in the order of the scenario.

    Examples
    --------
    >>> from symbolic_eps.profiles.caps import Cap
    >>> adversaries = (Adversary("a", (Cap("relative-risk", 3),)), Adversary("b", (Cap("relative-risk", 2),)))
    >>> answer = answered(Scenario(adversaries))
    >>> [one.adversary.name for one in answer.binding], answer.closed_form, answer.enclosure.text(9)
    (['b'], log(2)/2, '[0.346573590, 0.346573591]')
    """

    scenario: Scenario
    allowances: tuple[Allowance, ...]

    @cached_property
    def enclosure(self) -> Enclosure:
        """Rational ends that contain eps (natural logarithm)."""
        return least(one.enclosure for one in self.allowances)

    @property
    def binding(self) -> tuple[Allowance, ...]:
        """Those whose eps is not proved to be above the least; one, as a rule."""
        return tuple(one for one in self.allowances if one.enclosure.lower <= self.enclosure.upper)

    @property
    def epsilon_double(self) -> float:
        """The largest binary64 that is not above the enclosure."""
        return self.enclosure.double_lower()

    @property
    def closed_form(self) -> sp.Expr | None:
        """The exact value as a formula, where all that bind have the same."""
        return common(one.closed_form for one in self.binding)

    @property
    def budget(self) -> sp.Expr:
        """The exact eps, or the double below it; `oo` where nothing constrains it."""
        exact = common(one.epsilon for one in self.binding)
        if exact is not None:
            return exact
        return sp.oo if self.enclosure.is_infinite else sp.Rational(Fraction(self.epsilon_double))

    @property
    def grade(self) -> Grade:
        """The weakest grade: that no other adversary allows less is part of the answer."""
        return min(one.grade for one in self.allowances)

    @property
    def reached(self) -> bool:
        """Whether every enclosure is as narrow as it was to be."""
        answers = [answer for one in self.allowances for _, answer in one.answers]
        return all(isinstance(answer, Recommendation) or answer.minimum.reached for answer in answers)

    @cached_property
    def shares(self) -> Split | None:
        """What each release gets; None without releases, and where eps is 0 or infinite."""
        if not self.scenario.releases or self.budget in (0, sp.oo):
            return None
        weights = [release.weight for release in self.scenario.releases]
        return split(self.budget, weights=weights, variant=self.scenario.variant)


def least(enclosures: Iterable[Enclosure]) -> Enclosure:
    """The enclosure of the least of several numbers.

    Examples
    --------
    >>> third, half = (Enclosure(Fraction(1, k), Fraction(1, k - 1)) for k in (4, 3))
    >>> least([third, half]).text(3)
    '[0.25, 0.334]'
    """
    ends = [(one.lower, one.upper) for one in enclosures]
    return Enclosure(min(low for low, _ in ends), min(high for _, high in ends))


def common(values: Iterable[sp.Expr | None]) -> sp.Expr | None:
    """The one value that all of these are; None if they differ, or are not known.

    Examples
    --------
    >>> common([sp.log(2), sp.log(2)]), common([sp.log(2), sp.log(3)])
    (log(2), None)
    """
    different = set(values)
    return different.pop() if len(different) == 1 else None


def exact_value(answer: Answer) -> sp.Expr | None:
    """The exact eps of a recommendation; None where it is only enclosed."""
    if isinstance(answer, Recommendation):
        return answer.epsilon
    return sp.oo if answer.enclosure.is_infinite else None


def answered(
    scenario: Scenario, progress: Callable[[str], None] = lambda _: None, patience: float | None = None
) -> ScenarioAnswer:
    """The recommended eps of a scenario: the largest that keeps to the caps of all adversaries.

    Parameters
    ----------
    scenario : Scenario
        With numbers for all parameters.
    progress : callable, optional
        Called with a short text at each stage.
    patience : float, optional
        Seconds for all of it; each adversary gets an equal part of what is left.

    Raises
    ------
    symbolic_eps.errors.InputError
        Or one of its kinds, as `symbolic_eps.recommend`; the message names the adversary.
    symbolic_eps.errors.UndecidedError
        An adversary's eps could not be decided.

    Notes
    -----
    Source: Kazan & Reiter 2024, Section 7.
    """
    _check_values(scenario)
    allowances = []
    with deadline(patience):
        for k, adversary in enumerate(scenario.adversaries):
            progress(adversary.name)
            share = None if patience is None else seconds_left() / (len(scenario.adversaries) - k)
            allowances.append(_allowance(scenario, adversary, share))
    return ScenarioAnswer(scenario, tuple(allowances))


def _allowance(scenario: Scenario, adversary: Adversary, patience: float | None) -> Allowance:
    where = f"{adversary.where}: {adversary.name}" if adversary.where else adversary.name
    try:
        domains = _domains(scenario, adversary)
        each = None if patience is None else max(patience / len(domains), LEAST_SECONDS)
        return Allowance(
            adversary,
            tuple((pair, _answer(scenario, adversary, fixed, box, each)) for pair, fixed, box in domains),
        )
    except (InputError, UndecidedError) as error:
        text = str(error).replace("--box ", "box = ") if adversary.where else str(error)
        raise type(error)(f"{where}: {text}") from None
    except OutOfTime:
        raise UndecidedError(f"{where}: nothing was decided in time: more patience may help") from None


def _domains(
    scenario: Scenario, adversary: Adversary
) -> list[tuple[PriorPair | None, Mapping[str, str], Sequence[str]]]:
    """The priors that are meant: each pair, or what is fixed and a box."""
    if adversary.pairs:
        return [(pair, {"p": str(pair.p), "q": str(pair.q)}, ()) for pair in adversary.pairs]
    fixed = {prior: scenario.values.get(value, value) for prior, value in adversary.fixed.items()}
    return [(None, fixed, adversary.box)]


def _answer(
    scenario: Scenario,
    adversary: Adversary,
    fixed: Mapping[str, str],
    box: Sequence[str],
    patience: float | None,
) -> Answer:
    def asked(bound: sp.Expr) -> Answer:
        used = names_in(bound, box)
        values = {name: value for name, value in scenario.values.items() if name in used}
        answer = recommend(bound, values, fixed, box, variant=scenario.variant, patience=patience)
        assert isinstance(answer, Recommendation | EnclosedRecommendation)  # only a callable is sampled
        return answer

    return asked(translated(adversary.caps, scenario.values, asked))


def _check_values(scenario: Scenario) -> None:
    """Refuse a number for what is nowhere a parameter."""
    used = parameters_of(scenario.adversaries)
    for name in scenario.values:
        if name not in used:
            raise InputError(f"{name} occurs in no cap: {suggest(name, used)}leave out {name}")
