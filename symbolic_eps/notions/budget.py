"""The largest budget under a notion at which no attack passes the caps, in closed form and proved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

import sympy as sp

from symbolic_eps.answers.stored_closed_form import StoredClosedForm
from symbolic_eps.closed_forms.closed_form import Attainment, Branch, PiecewiseInfimum, Proof
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.digits import enclosure_of
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.notions.notion import BASELINE, GROWTH
from symbolic_eps.notions.odds_range import OddsRange, odds_range, range_theorems
from symbolic_eps.notions.question import AttackQuestion
from symbolic_eps.notions.theorems import delta_theorems, prove_notion, prove_numbers
from symbolic_eps.results import Result
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION
from symbolic_eps.time_limit import Patience
from verify.certificates.certificate import Certificate
from verify.enclosure import Enclosure, UncertifiedError, sign
from verify.evidence import Evidence, Grade
from verify.language.condition import Condition
from verify.solvers.smt import UndecidedQueryError


@dataclass(frozen=True)
class AttackBudget(Result):
    """A budget for caps on the success of attacks, with its proof.

    Parameters
    ----------
    question : AttackQuestion
        What was asked.
    derived : PiecewiseInfimum
        The answer as the eps of `question.profile`, in natural-log units; its p is the baseline k.
    notion : Proof
        That caps on success are caps on the ratio that the profile states, and that they can be kept.
    found : mapping of str to Evidence
        What every decision rests on, by the fingerprint of the claim.
    compared : OddsRange, optional
        Where the worst baselines were known beforehand, so that `derived` is about numbers alone.

    Examples
    --------
    >>> answer = attack_budget(AttackQuestion.of("difference", "b", "renyi-2", 0, ["0<b<1"]))
    >>> answer.derived.branches[0].epsilon, str(answer.grade)
    (log((3*b**2 + 1)/((1 - b)*(b + 1))), 'exact')
    """

    question: AttackQuestion
    derived: PiecewiseInfimum
    notion: Proof
    found: Mapping[str, Evidence] = field(default_factory=dict, compare=False, repr=False)
    compared: OddsRange | None = None

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
    def branches(self) -> tuple[Branch, ...]:
        """The cases, with the baseline called k where it is fixed."""
        shown = (
            self.derived.branches
            if self.compared is None
            else map(self.compared.shown_branch, self.derived.branches)
        )
        return tuple(_in_baseline(branch) for branch in shown)

    @property
    def pinned(self) -> dict[sp.Symbol, sp.Expr]:
        """The exact numbers for which parameters of `derived` stand."""
        roots = {} if self.compared is None else self.compared.shown
        return self.question.pinned | {v: value for v, value in roots.items() if value.is_number}

    @cached_property
    def exact(self) -> sp.Expr | None:
        """What is sought as an exact number, oo included; None where it depends on parameters, or is open."""
        pinned = self.pinned
        if set(self.derived.profile.parameters) - set(pinned) or not self.complete:
            return None
        if not pinned:
            found = exact_epsilon(self.derived, {})
            return found if self.question.eps is None else self.question.value(sp.exp(found))
        (branch,) = (b for b in self.derived.branches if all(_holds(c, pinned) for c in b.conditions))
        form = branch.exponential
        return None if form is None else self.question.value(form).subs(pinned)

    @cached_property
    def enclosure(self) -> Enclosure | None:
        """Rational ends that contain that number."""
        return None if self.exact is None else enclosure_of(self.exact)


def attack_budget(
    question: AttackQuestion,
    progress: Callable[[str], None] = lambda _: None,
    patience: float | None = None,
    stored: StoredClosedForm | None = None,
    search: bool = False,
) -> AttackBudget:
    """The largest budget at which the success of every attack keeps to the caps, at every baseline.

    Parameters
    ----------
    question : AttackQuestion
    progress : callable
        Called with a short text at each stage.
    patience : float, optional
        Seconds after which the result is returned as it is by then: what is proved, the rest open.
    stored : StoredClosedForm, optional
        What an earlier search found, which is proved again, and searched for anew where that fails.
    search : bool
        Whether the worst baseline is to be searched for where it is known beforehand, too, so that `derived`
        is in the caps' own parameters.

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
    time, judge = Patience(patience), exact_judge(None if stored is None else stored.answers)
    with judge.recorded() as evidence, time.or_undecided():
        progress("what the notion says of attacks")
        released = prove_notion(question.notion, judge)
        if question.eps is not None:
            prove_numbers(delta_theorems(), judge)
        question.require_feasible(judge)
        compared = None if search or not question.parameters else odds_range(question, judge)
        if compared is not None:
            prove_numbers(range_theorems(question.notion), judge)
    notion, derived = Proof.of([*evidence, *released]), None
    if compared is not None:
        with suppress(UndecidedError, UndecidedQueryError):
            derived = compared.least(judge)
    elif stored is not None and stored.branches is not None:
        with suppress(UndecidedError):  # what is stored does not hold, so that it is searched for
            derived = infimum(question.profile, progress=progress, judge=judge, branches=stored.branches)
    if derived is None:
        compared = None
        derived = infimum(question.profile, progress=progress, judge=judge, partial=True, patience=time.left)
    return AttackBudget(question, derived, notion, judge.found, compared)


def _holds(condition: Condition, values: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """Whether a condition holds at numbers, e^eps among them.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        4000 bits do not tell the sign, and the number is not shown to be 0.
    """
    value = condition.polynomial.subs(values)
    try:
        return condition.relation.holds(sign(value))
    except UncertifiedError:
        if not (value.is_algebraic and sp.minimal_polynomial(value, GROWTH) == GROWTH):
            raise UndecidedError(f"whether {condition} is not decided") from None
        return condition.relation.holds(0)


def in_baseline(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Conditions with k for p."""
    return tuple(Condition(c.polynomial.subs(PRIOR_INCLUSION, BASELINE), c.relation) for c in conditions)


def _in_baseline(branch: Branch) -> Branch:
    """A branch with k for p."""

    def renamed(expression: sp.Expr) -> sp.Expr:
        return expression.subs(PRIOR_INCLUSION, BASELINE)

    if branch.polynomial is None:
        return replace(branch, conditions=in_baseline(branch.conditions))
    if branch.faces:
        raise UndecidedError("the budget is told by faces of two priors")
    coefficients, between = branch.coefficients, branch.between
    return replace(
        branch,
        conditions=in_baseline(branch.conditions),
        polynomial=renamed(branch.polynomial),
        coefficients=None if coefficients is None else tuple(map(renamed, coefficients)),
        attained=tuple(replace(a, conditions=in_baseline(a.conditions)) for a in branch.attained),
        between=None if between is None else tuple(map(renamed, between)),
    )


def baseline_of(attainment: Attainment, branch: Branch) -> sp.Expr:
    """The baseline at which a branch's budget decides, which the profile calls p.

    Examples
    --------
    >>> answer = attack_budget(AttackQuestion.of("posterior", "1/2", "approximate", 0, box=["k<=1/10"]))
    >>> (branch,) = answer.derived.branches
    >>> [baseline_of(place, branch) for place in branch.attained]
    [1/10]
    """
    place = attainment.place.get(PRIOR_INCLUSION, BASELINE).subs(PRIOR_INCLUSION, BASELINE)
    if branch.exponential is None or not place.has(DECAY):
        return place
    return sp.simplify(place.subs(DECAY, 1 / branch.exponential))
