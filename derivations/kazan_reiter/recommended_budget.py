"""Statements on the recommended budget of a profile: that a printed formula gives it, or a printed number.

The budget itself is derived by `symbolic_eps.minimum`, which never sees what is printed; both are compared as
functions, e to the power of one with e to the power of the other, on every region of the derived form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

import sympy as sp

from derivations.kazan_reiter import profiles
from derivations.kazan_reiter.derived_budgets import derived
from symbolic_eps.closed_form_table.budget_formula import (
    DEVIATION,
    EPSILON,
    NO_NOISE,
    budget_text,
    given_profile,
    rounds_to,
)
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.mechanisms.geometric import GeometricNoise
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import RELATIVE_RISK_BOUND as r
from symbolic_eps.theory.symbols import parameter
from verify.enclosure import rounded
from verify.evidence import Evidence, Grade, Outcome, combined, needed
from verify.language.as_printed import eq
from verify.language.implication import Implication
from verify.language.note import Note, joined, point
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.prover import Prover

_a = parameter("a")
_WITHOUT_CAP = {
    "fixed-q": RiskProfile(r, (r > 1,), {q: q}),
    "fixed-p": RiskProfile(r, (r > 1,), {p: p}),
}
"""The profiles with a cap, where a <= 0: there the maximum of a/(p q) and r is r."""

PROFILES = ("constant", "box", "fixed-q", "fixed-p")
"""(10), (11), (15) and (13); the later version's rows (14), (25), (15) and (16)."""


@cache
def _without_cap(identifier: str) -> PiecewiseInfimum:
    """The budget of a profile with a cap, where a <= 0."""
    return infimum(_WITHOUT_CAP[identifier], judge=CertifyingSolver())


@dataclass(frozen=True)
class RecommendedBudget:
    """The largest budget that keeps to the profile at all priors in (0, 1] is the printed one.

    The infimum of (17), whether a pair of priors attains it or not; +oo where nothing constrains the budget.

    Parameters
    ----------
    identifier : str
        One of `PROFILES`.
    printed : Expr
        A rational multiple of one logarithm, in the parameters.
    where : tuple of Boolean
        A condition that belongs to the statement; nothing is said elsewhere.

    Raises
    ------
    ValueError
        For another profile, or another form.

    Examples
    --------
    >>> RecommendedBudget("constant", sp.log(r) / 2).examine((r > 1,), Prover()).proved
    True
    >>> RecommendedBudget("constant", sp.log(r)).examine((r > 1,), Prover()).refuted
    True
    """

    identifier: str
    printed: sp.Expr
    where: tuple[sp.Basic, ...] = ()

    def __post_init__(self) -> None:
        if self.identifier not in PROFILES:
            raise ValueError(f"no profile {self.identifier!r}; there are {', '.join(PROFILES)}")
        if not isinstance(self.printed.as_coeff_Mul()[1], sp.log):
            raise ValueError(f"not a rational multiple of a logarithm: {self.printed}")

    @property
    def text(self) -> Note:
        """The statement, rendered from what is examined."""
        stated = budget_text(profiles.PROFILES[self.identifier], self.printed)
        return Note(stated, *(Note(" if ", condition) for condition in self.where))

    @property
    def formula(self) -> sp.Basic:
        """The statement as a formula."""
        profile = profiles.PROFILES[self.identifier]
        return given_profile(profile, eq(EPSILON, self.printed), where=self.where)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that printed and derived budget agree on the domain.

        Parameters
        ----------
        domain : tuple of Boolean
            On the parameters; must imply what the profile assumes of them.
        prover : Prover
            Decides the implications.
        """
        parts = needed(self._parts((*domain, *self.where), prover), prover.any_point)
        return combined(self.text, parts, "agreement with the derived closed form on each of its regions")

    def _parts(self, given: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        cases = self._cases()
        yield self._covered(given, tuple(case for case, _ in cases), prover)
        for case, found in cases:
            region = (*given, case)
            if not prover.decide_inhabited(region).proved:
                yield prover.decide(Implication(region, sp.false))
                continue
            yield self._assumed(region, found, prover)
            yield self._derived(found)
            for branch in reversed(found.branches):  # the cap alone comes last: one slip for each witness
                assert branch.exponential is not None
                goal: sp.Basic = sp.false
                if branch.polynomial is not None:
                    goal = sp.Eq(self._exponential(), branch.exponential, evaluate=False)
                yield prover.decide(Implication((*region, branch.condition), goal))

    def _cases(self) -> tuple[tuple[sp.Basic, PiecewiseInfimum], ...]:
        if self.identifier not in _WITHOUT_CAP:
            return ((sp.true, derived(self.identifier)),)
        return (
            (_a > 0, derived(self.identifier)),
            (_a <= 0, _without_cap(self.identifier)),
        )

    def _covered(self, given: tuple[sp.Basic, ...], cases: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        return self._premise(prover.decide(Implication(given, sp.Or(*cases))))

    def _assumed(
        self, region: tuple[sp.Basic, ...], closed_form: PiecewiseInfimum, prover: Prover
    ) -> Evidence:
        goals = (c.relational for c in closed_form.profile.parameter_region)
        parts = [prover.decide(Implication(region, goal)) for goal in goals]
        statement = Note("what the profile assumes of its parameters")
        return self._premise(combined(statement, parts, "implications"))

    @staticmethod
    def _premise(evidence: Evidence) -> Evidence:
        """Open instead of refuted: where the profile has no meaning, the statement has none either."""
        if evidence.refuted:
            note = Note("the domain allows parameters outside of the profile's: ", evidence.witness)
            return Evidence(evidence.statement, Outcome.OPEN, None, evidence.method, note=note)
        return evidence

    @staticmethod
    def _derived(closed_form: PiecewiseInfimum) -> Evidence:
        branches = joined("; ", (Note(b.epsilon, " if ", b.condition) for b in closed_form.branches))
        statement = Note("the recommended budget is ", branches)
        return Evidence(statement, Outcome.PROVED, closed_form.grade, "derived, branch by branch")

    def _exponential(self) -> sp.Expr:
        factor, logarithm = self.printed.as_coeff_Mul()
        return sp.Pow(logarithm.args[0], factor, evaluate=False)


@dataclass(frozen=True)
class PrintedNumber:
    """A number about the recommended budget, rounded as printed.

    Parameters
    ----------
    identifier : str
        One of `PROFILES`.
    parameters : mapping of Symbol to Expr
        Exact values.
    quantity : str
        `"eps"`, `"std"` (standard deviation of the geometric mechanism's noise) or `"exact"` (probability of
        no noise, in percent).
    printed : str
        The digits, such as `"0.51"`, or `"25"` for 25 %.

    Raises
    ------
    ValueError
        For another quantity.

    Examples
    --------
    >>> print(PrintedNumber("constant", {r: sp.Integer(3)}, "eps", "0.55").examine((), Prover()).grade)
    enclosed
    >>> PrintedNumber("constant", {r: sp.Integer(3)}, "eps", "0.54").examine((), Prover()).note
    'rounded, it is 0.55'
    """

    identifier: str
    parameters: Mapping[sp.Symbol, sp.Expr] = field(hash=False)
    quantity: str
    printed: str

    def __post_init__(self) -> None:
        if self.quantity not in ("eps", "std", "exact"):
            raise ValueError(f"the quantity is eps, std or exact, not {self.quantity!r}")

    @property
    def text(self) -> Note:
        """The statement as text."""
        what = f"{self.quantity} of the profile {self.identifier} with "
        return Note(what, point(self.parameters), f" is {self.printed}, rounded")

    @property
    def formula(self) -> sp.Basic:
        """The statement as a formula."""
        number = {"eps": EPSILON, "std": DEVIATION, "exact": 100 * NO_NOISE}[self.quantity]
        profile = profiles.PROFILES[self.identifier]
        return given_profile(profile, rounds_to(number, self.printed), self.parameters)

    @property
    def figure(self) -> tuple[object, ...]:
        """Profile, parameters, quantity and digits: what is printed, however it is judged."""
        quantity = {"eps": "recommended eps"}.get(self.quantity, self.quantity)
        return self.identifier, self.parameters, quantity, self.printed

    @property
    def value(self) -> sp.Expr:
        """The exact value."""
        budget = exact_epsilon(derived(self.identifier), self.parameters)
        if self.quantity == "eps":
            return budget
        noise = GeometricNoise.for_budget(budget)
        return noise.standard_deviation if self.quantity == "std" else 100 * noise.probability_exact

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that the exact value, rounded with certainty, is as printed; the domain is not used."""
        decimals = len(self.printed.partition(".")[2])
        found = rounded(self.value, decimals)
        method = "exact value from the derived closed form, rounded in ball arithmetic"
        if found == self.printed:
            return Evidence(self.text, Outcome.PROVED, Grade.ENCLOSED, method)
        note = Note(f"rounded, it is {found}")
        return Evidence(self.text, Outcome.REFUTED, Grade.ENCLOSED, method, dict(self.parameters), note=note)
