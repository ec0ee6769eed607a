"""The question of a largest budget under a notion, as one that `symbolic_eps.minimum` answers.

A cap on the success of attacks at the baseline k is a bound r*(k) on s/k, or says the same as one: s <= c,
s - k <= c, odds ratio <= c. With R = k r*, the ratio y(k) that `symbolic_eps.notions.notion.ratios` gives is
capped as an odds ratio, for releases that are private in the bounded sense, p = k and q = 1: the largest eps
of that profile at each k is log y(k), and oo where R >= 1, as no attack succeeds with a probability over 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError
from symbolic_eps.notions.notion import BASELINE, Notion, least_cap, notion_named, ratios
from symbolic_eps.profiles.caps import Cap, CapKind, relative_risk_of, require_positive
from symbolic_eps.profiles.cases import caps_of
from symbolic_eps.profiles.definedness import require_defined
from symbolic_eps.profiles.parse import parse_number, parse_profile
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, conditions_from, expression_of
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE, parameter
from symbolic_eps.theory.variants import Variant
from verify.language.condition import (
    Condition,
    Relation,
    conjunction,
    non_negative,
    positive,
    rational_condition,
)
from verify.solvers.smt import Solver

AS_BASELINE = {PRIOR_INCLUSION: BASELINE, PRIOR_VALUE: sp.Integer(1)}
AS_PRIOR = {BASELINE: PRIOR_INCLUSION}

Cases = tuple[tuple[sp.Expr, tuple[Condition, ...]], ...]


def success_cap(kind: CapKind, value: sp.Expr) -> sp.Expr:
    """The bound R on the success that says the same as a cap, at the baseline k > 0.

    Parameters
    ----------
    kind : CapKind
        What is capped: s/k (`RELATIVE_RISK`), s (`POSTERIOR`), s - k (`DIFFERENCE`), or the odds of s over
        those of k (`ODDS_RATIO`).
    value : sympy.Expr
        The cap, in k; `Max`, `Min` and `Piecewise` are kept outermost, as R rises with the cap.

    Examples
    --------
    >>> success_cap(CapKind.RELATIVE_RISK, sp.Max(1 / (4 * BASELINE), 3))
    Max(1/4, 3*k)
    """
    if value is sp.oo:
        return value
    if isinstance(value, sp.Max | sp.Min):
        return value.func(*(success_cap(kind, a) for a in value.args), evaluate=False)
    if isinstance(value, sp.Piecewise):
        cases = ((success_cap(kind, inner), guard) for inner, guard in value.args)
        return sp.Piecewise(*cases, evaluate=False)
    risk = sp.together(relative_risk_of(kind, value)).subs(AS_BASELINE)
    return sp.cancel(BASELINE * risk)


@dataclass(frozen=True)
class AttackQuestion:
    """Which budget keeps the success of every attack within caps.

    Parameters
    ----------
    notion : Notion
        What the release keeps to.
    caps : tuple of Cap
        In k and parameters; all have to be respected.
    delta : sympy.Expr
        That of (eps, delta), a number or a parameter; 0 for `Notion.RENYI_2`.
    assumptions : tuple of Condition
        What is known of the parameters.
    box : tuple of Condition
        The baselines k at which the caps are enforced; empty for all of (0, 1).

    Raises
    ------
    symbolic_eps.errors.InputError
        A cap or a box that speaks of p or q, no cap, or a delta that is no probability.

    Examples
    --------
    >>> question = AttackQuestion.of("difference", "1/10", "approximate", "0")
    >>> [str(case) for case, _ in question.success_caps[0]]
    ['k + 1/10']
    """

    notion: Notion
    caps: tuple[Cap, ...]
    delta: sp.Expr
    assumptions: tuple[Condition, ...] = ()
    box: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        used = set().union(*(cap.value.free_symbols for cap in self.caps), *(c.symbols for c in self.box))
        if named := sorted(str(v) for v in PRIORS if v in used | self._assumed):
            raise InputError(f"{named[0]}: attacks have one baseline, k: write the cap and the box in k")
        if BASELINE in self._assumed:
            raise InputError(
                'k is the baseline, not a parameter: say where it lies with --box, as in "k>=1/100"'
            )
        if not self.caps:
            raise InputError("no cap is given: give one, such as --posterior k+1/10")
        if self.delta.is_number and not 0 <= self.delta < 1:
            raise DomainError(f"delta = {self.delta}: it lies in [0, 1), such as 1e-6")

    @classmethod
    def of(
        cls,
        kind: CapKind | str,
        cap: object,
        notion: Notion | str,
        delta: object = 0,
        assumptions: Iterable[Condition | sp.Rel | str] = (),
        box: Iterable[Condition | sp.Rel | str] = (),
    ) -> AttackQuestion:
        """A question with one cap."""
        caps = (Cap(CapKind(kind), cap),)
        return cls(
            notion_named(notion),
            caps,
            expression_of(delta),
            conditions_from(assumptions),
            conditions_from(box),
        )

    @property
    def _assumed(self) -> set[sp.Symbol]:
        return {s for c in self.assumptions for s in c.symbols}

    @cached_property
    def success_caps(self) -> tuple[Cases, ...]:
        """For each cap R on the success: its cases in k, each with where it is the case."""
        return tuple(cases for bound in self._bounds for cases in caps_of(bound))

    @property
    def _bounds(self) -> tuple[sp.Expr, ...]:
        return tuple(success_cap(cap.kind, cap.value) for cap in self.caps)

    @cached_property
    def region(self) -> tuple[Condition, ...]:
        """What is known of delta and the parameters."""
        delta = () if self.delta.is_number else (non_negative(self.delta), positive(1 - self.delta))
        return (*self.assumptions, *delta)

    @cached_property
    def profile(self) -> RiskProfile:
        """The profile whose eps is this question's budget."""
        bounds = [self._odds_bound(cases) for cases in self.success_caps]
        bound = bounds[0] if len(bounds) == 1 else sp.Min(*bounds, evaluate=False)
        box = tuple(Condition(c.polynomial.subs(AS_PRIOR), c.relation) for c in self.box)
        return RiskProfile(
            bound.subs(AS_PRIOR), self.region, {PRIOR_VALUE: sp.Integer(1)}, box, Variant.BOUNDED
        )

    def _odds_bound(self, cases: Cases) -> sp.Expr:
        """The cap on the odds ratio: the cases cover all baselines, so that the last needs no condition."""
        *others, (last, _) = cases
        parts = [part for cap, where in others for part in self._parts(cap, conjunction(where))]
        return sp.Piecewise(*parts, *self._parts(last, sp.true), evaluate=False)

    def _parts(self, cap: sp.Expr, here: sp.Basic) -> Iterator[tuple[sp.Expr, sp.Basic]]:
        if cap is sp.oo:
            yield sp.oo, here
            return
        first, second = (
            sp.cancel(relative_risk_of(CapKind.ODDS_RATIO, ratio).subs(AS_BASELINE))
            for ratio in ratios(self.notion, cap, self.delta)
        )
        yield sp.oo, sp.And(here, sp.Ge(cap, 1))
        yield first, sp.And(here, sp.Le(cap + BASELINE, 1))
        yield second, here

    def require_feasible(self, solver: Solver) -> None:
        """Show that each cap leaves the success that no budget can rule out.

        Raises
        ------
        symbolic_eps.errors.InfeasibleProfileError
            A cap below that at some baseline; the message names it.
        """
        baseline = (positive(BASELINE), positive(1 - BASELINE))
        least = least_cap(self.notion, self.delta)
        for cap in self.caps:
            require_positive(cap, [*self.region, *baseline, *self.box], solver)
        for bound in self._bounds:
            require_defined(bound, bound, [*self.region, *baseline, *self.box], {}, solver)
        for cases in self.success_caps:
            for cap, where in cases:
                if cap is sp.oo:
                    continue
                small = (
                    *rational_condition(least - cap, Relation.POSITIVE),
                    *rational_condition(1 - cap, Relation.POSITIVE),
                )
                asked = [*self.region, *baseline, *self.box, *where, *small]
                point = solver.find_point(asked, f"the cap {cap} is below {least} at some baseline")
                if point is not None:
                    raise InfeasibleProfileError(
                        f"infeasible: at {_named(point)} an attack may succeed with probability {least} = "
                        f"{least.subs(point)} even with {self.notion.budget} = 0, and the cap is "
                        f"{cap.subs(point)}: raise it, or enforce it for other baselines, such as "
                        '--box "k>=1/100"'
                    )


def _named(point: Mapping[sp.Symbol, sp.Expr]) -> str:
    return ", ".join(f"{v} = {point[v]}" for v in sorted(point, key=str))


def read_question(
    caps: Mapping[str, Sequence[str] | None],
    notion: str,
    delta: str,
    assumptions: Sequence[str] = (),
    box: Sequence[str] = (),
    numbers: Mapping[str, str] | None = None,
) -> AttackQuestion:
    """The question that a command asks.

    Parameters
    ----------
    caps : mapping of str to sequence of str
        Texts by kind of cap.
    notion, delta : str
        delta a number, or the name of a parameter.
    assumptions, box : sequence of str
        Comparisons of the parameters, and bounds on k.
    numbers : mapping of str to str
        The parameters' values, exact.

    Raises
    ------
    symbolic_eps.errors.InputError
        A text that is not read, a number for a name that does not occur.

    Examples
    --------
    >>> read_question({"relative-risk": ["r"]}, "renyi-2", "0", numbers={"r": "3"}).caps[0].value
    3
    """
    texts = [(CapKind(kind), text) for kind, several in caps.items() for text in several or ()]
    if not texts:
        raise InputError(
            'nothing to respect: give a bound on success / baseline, such as "max(1/(4*k), 3)", or '
            "--posterior, --difference or --odds-ratio with a cap in k"
        )
    values = {parameter(name): parse_number(number) for name, number in (numbers or {}).items()}
    read = [(kind, parse_profile(text)) for kind, text in texts]
    of_delta, comparisons, bounds = parse_profile(delta), conditions_from(assumptions), conditions_from(box)
    known = of_delta.free_symbols.union(*(v.free_symbols for _, v in read), *(c.symbols for c in bounds))
    if unknown := sorted(str(v) for v in values if v not in known - {BASELINE}):
        raise InputError(f"unknown parameter {unknown[0]}: no cap, box or delta has it; leave its --set out")
    return AttackQuestion(
        notion_named(notion),
        tuple(Cap(kind, with_values(value, values)) for kind, value in read),
        with_values(of_delta, values),
        tuple(one for c in comparisons for one in c.substituted(values)),
        tuple(one for c in bounds for one in c.substituted(values)),
    )
