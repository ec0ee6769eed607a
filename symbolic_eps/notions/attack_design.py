"""The smallest parameter of a cap on the success of attacks for which a wanted budget suffices.

A larger cap is kept wherever a smaller one is; so the budget never falls as the parameter rises, if the cap
does not. With --eps the largest delta is the same question: eps and delta are wanted together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.errors import DomainError, InputError, UndecidedError
from symbolic_eps.guarantees.explanation import budget_of
from symbolic_eps.inverse.design import Design, smallest_of
from symbolic_eps.inverse.goal import Goal
from symbolic_eps.inverse.monotone_profile import bounds_rise
from symbolic_eps.notions.budget import AttackBudget, attack_budget
from symbolic_eps.notions.notion import BASELINE
from symbolic_eps.notions.question import AttackQuestion
from symbolic_eps.results import Result
from symbolic_eps.spelling import suggest
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Grade
from verify.language.condition import positive


@dataclass(frozen=True)
class AttackDesign(Result):
    """The values of a parameter of a cap for which a budget suffices.

    Parameters
    ----------
    budget : AttackBudget
        As a function of the parameter.
    wanted : sympy.Expr
        The eps or rho that is to be admissible.
    found : Design
    """

    budget: AttackBudget
    wanted: sp.Expr
    found: Design

    @property
    def grade(self) -> Grade | None:
        """The weakest grade of all parts of the proof."""
        monotone = self.found.monotone.grade
        return None if monotone is None else min(self.budget.grade, monotone)


def attack_design(
    question: AttackQuestion,
    find: str,
    wanted: object,
    progress: Callable[[str], None] = lambda _: None,
) -> AttackDesign:
    """The smallest value of a parameter of the caps for which the wanted budget keeps to them.

    Parameters
    ----------
    question : AttackQuestion
        With numbers for all parameters but one, whose range is assumed.
    find : str
        That parameter.
    wanted : exact number, text or SymPy expression
        eps or rho, in natural-log units.
    progress : callable
        Called with a short text at each stage.

    Raises
    ------
    symbolic_eps.errors.InputError
        Another parameter, a range without a lower end, a cap that no budget keeps somewhere in the range.
    symbolic_eps.errors.UndecidedError
        That the caps do not fall as the parameter rises is not proved, or a comparison failed.

    Examples
    --------
    >>> question = AttackQuestion.of("difference", "b", "approximate", "1/100", ["1/100<b<1"])
    >>> attack_design(question, "b", "log(3)").found.exact
    101/200
    """
    variable, budget = parameter(find), budget_of(wanted)
    known = sorted(v.name for v in question.profile.parameters)
    if question.eps is not None or question.fixed:
        raise InputError("give the notion's delta, and the wanted budget: no --eps and no --fix")
    if known != [find]:
        others = [name for name in known if name != find]
        if find in known:
            raise InputError(
                f"no value for {', '.join(others)}: give each a number, such as --set {others[0]}=3"
            )
        raise InputError(
            f"{find} does not occur in the caps: {suggest(find, known)}name one of {', '.join(known)}"
        )
    if any(variable in c.symbols for c in question.box) or variable in question.delta.free_symbols:
        raise DomainError(f"{find} is in the box or in delta: name a parameter that only the caps have")
    progress(f"proving that the caps rise with {find}")
    domain = (*question.region, *question.box, positive(BASELINE), positive(1 - BASELINE))
    monotone = bounds_rise(question.success_bounds, variable, domain, {})
    if not monotone.proved:
        raise UndecidedError(
            f"that the caps never fall as {find} rises is not proved: only then is a smallest {find} sought"
        )
    answer = attack_budget(question, progress, search=True)
    if not answer.complete:
        raise UndecidedError(f"the budget as a function of {find} is open somewhere: narrow its range")
    name = question.notion.budget
    goal = Goal(f"{name} >= {budget}", sp.exp(-budget))
    progress(f"looking for the smallest {find}")
    return AttackDesign(answer, budget, smallest_of(variable, goal, answer.derived, monotone))
