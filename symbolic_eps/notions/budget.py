"""The largest budget under a notion at which no attack passes the caps, in closed form and proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, Branch, PiecewiseInfimum, Proof
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.digits import enclosure_of
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.certain import certain_judge
from symbolic_eps.notions.notion import BASELINE
from symbolic_eps.notions.question import AttackQuestion
from symbolic_eps.notions.theorems import prove_notion
from symbolic_eps.results import Result
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION
from symbolic_eps.time_limit import Patience
from verify.certificates.certificate import Certificate
from verify.enclosure import Enclosure
from verify.evidence import Grade


@dataclass(frozen=True)
class AttackBudget(Result):
    """A budget for caps on the success of attacks, with its proof.

    Parameters
    ----------
    question : AttackQuestion
        What was asked.
    derived : PiecewiseInfimum
        The budget, in natural-log units, as the eps of `question.profile`; its p is the baseline k.
    notion : Proof
        That caps on success are caps on the ratio that the profile states, and that they can be kept.

    Examples
    --------
    >>> answer = attack_budget(AttackQuestion.of("difference", "b", "renyi-2", 0, ["0<b<1"]))
    >>> answer.derived.branches[0].epsilon, str(answer.grade)
    (log((3*b**2 + 1)/((1 - b)*(b + 1))), 'exact')
    """

    question: AttackQuestion
    derived: PiecewiseInfimum
    notion: Proof

    @property
    def complete(self) -> bool:
        """Whether nothing is open."""
        return not self.derived.open

    @property
    def grade(self) -> Grade:
        """The weakest grade of all parts of the proof."""
        return min(self.derived.grade, self.notion.grade)

    @property
    def certificates(self) -> dict[str, Certificate]:
        """All certificates, by the fingerprint of their claim."""
        return dict(sorted({**self.derived.certificates, **self.notion.certificates}.items()))

    @cached_property
    def exact(self) -> sp.Expr | None:
        """The budget as an exact number, oo included; None where it depends on parameters, or is open."""
        if self.derived.profile.parameters or not self.complete:
            return None
        return exact_epsilon(self.derived, {})

    @cached_property
    def enclosure(self) -> Enclosure | None:
        """Rational ends that contain that number."""
        return None if self.exact is None else enclosure_of(self.exact)


def attack_budget(
    question: AttackQuestion,
    progress: Callable[[str], None] = lambda _: None,
    patience: float | None = None,
) -> AttackBudget:
    """The largest budget at which the success of every attack keeps to the caps, at every baseline.

    Parameters
    ----------
    question : AttackQuestion
    progress : callable
        Called with a short text at each stage.
    patience : float, optional
        Seconds after which the result is returned as it is by then: what is proved, the rest open.

    Raises
    ------
    symbolic_eps.errors.InfeasibleProfileError
        A cap that no budget keeps at some baseline; the message names it.
    symbolic_eps.errors.InputError
        Or one of its kinds: contradictory assumptions, an empty box, a cap without a value somewhere.

    Examples
    --------
    >>> question = AttackQuestion.of("relative-risk", "3", "approximate", "1/1000", box=["k>=1/100"])
    >>> attack_budget(question).exact
    log(29/10)
    """
    time, judge = Patience(patience), certain_judge()
    with judge.recorded() as evidence, time.or_undecided():
        progress("what the notion says of attacks")
        released = prove_notion(question.notion, judge)
        question.require_feasible(judge)
    derived = infimum(question.profile, progress=progress, judge=judge, partial=True, patience=time.left)
    return AttackBudget(question, derived, Proof.of([*evidence, *released]))


def baseline_of(attainment: Attainment, branch: Branch) -> sp.Expr:
    """The baseline at which a branch's budget decides, which the profile calls p.

    Examples
    --------
    >>> answer = attack_budget(AttackQuestion.of("posterior", "1/2", "approximate", 0, box=["k<=1/10"]))
    >>> (branch,) = answer.derived.branches
    >>> [baseline_of(place, branch) for place in branch.attained]
    [1/10]
    """
    place = attainment.place[PRIOR_INCLUSION].subs(PRIOR_INCLUSION, BASELINE)
    if branch.exponential is None or not place.has(DECAY):
        return place
    return sp.simplify(place.subs(DECAY, 1 / branch.exponential))
