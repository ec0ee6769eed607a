"""Steps of a branch that was found along a path: certificates are searched for from less first.

What matters there are the parameters of the polynomial of X and those of the place of the minimum
(`symbolic_eps.minimum.relevance_solver`). Bounds that take the place of what is left out are linear in it, so
that Coq's linear arithmetic finds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import RULES, Contradictions
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.along_path.path_cases import is_found_along
from symbolic_eps.minimum.relevance_solver import RelevanceSolver
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition


@dataclass(frozen=True)
class RelevanceSteps(Contradictions):
    """The same, from fewer conditions where that does.

    Parameters
    ----------
    fewer : RelevanceSolver
        Which of the conditions may matter.
    """

    fewer: RelevanceSolver = field(default_factory=RelevanceSolver)

    def excluded(
        self,
        conditions: Iterable[Condition],
        splits: Sequence[sp.Expr] = (),
        at: Mapping[str, str] | None = None,
    ) -> str:
        """A tactic for `False` where all the conditions are known, or UndecidedError."""
        asked = tuple(conditions)
        for few in self.fewer.fewer_than(asked):
            with suppress(UndecidedError):
                return super().excluded(few, splits, at)
        return super().excluded(asked, splits, at)

    def shown(self, name: str, known: Iterable[Condition], goal: Condition) -> str:
        """A tactic that adds the goal to what is known, under a name."""
        asked = tuple(known)
        for few in self.fewer.fewer_for(asked, goal) if goal.constant_truth is None else ():
            with suppress(UndecidedError):
                refuted = super().excluded((*few, goal.negation))
                rule = RULES[goal.relation]
                return f"assert ({name} : {self.comparison(goal)}) by ({rule}; intros less; {refuted})."
        return super().shown(name, asked, goal)


def with_relevance_steps(case: BranchCase) -> BranchCase:
    """The same; where the branch was found along a path, with steps that need few conditions."""
    branch, steps = case.branch, case.steps
    if not is_found_along(branch) or branch.polynomial is None:
        return case
    values = [value for attained in branch.attained for value in attained.place.values()]
    about = branch.polynomial.free_symbols.union(*(value.free_symbols for value in values)) - {DECAY}
    fewer = RelevanceSolver(inner=steps.judge, region=case.region, about=frozenset(about))
    return replace(case, steps=RelevanceSteps(steps.judge, steps.parameters, steps.used, steps.lemmas, fewer))
