"""The question of a largest budget under a notion, as one that `symbolic_eps.minimum` answers.

A cap on the success of attacks at the baseline k is a bound r*(k) on s/k, or says the same as one: s <= c,
s - k <= c, odds ratio <= c. With R = k r*, the ratio y(k) that `symbolic_eps.notions.notion.ratios` gives is
capped as an odds ratio, for releases that are private in the bounded sense, p = k and q = 1: the largest eps
of that profile at each k is log y(k), and oo where R >= 1, as no attack succeeds with a probability over 1.

Where eps is given and delta is sought, y = 1/(1 - D) with D(k) the largest delta: delta = 1 - 1/y = 1 - x.
The number e^eps is a parameter E, which lies between rational ends if e^eps is irrational.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.digits import enclosure_of
from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError, UndecidedError
from symbolic_eps.guarantees.parse_epsilon import read_epsilon
from symbolic_eps.notions.notion import (
    BASELINE,
    GROWTH,
    Notion,
    largest_deltas,
    least_cap,
    notion_named,
    ratios,
)
from symbolic_eps.profiles.caps import Cap, CapKind, relative_risk_of, require_positive
from symbolic_eps.profiles.cases import caps_of
from symbolic_eps.profiles.definedness import require_defined
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, conditions_from, expression_of
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from symbolic_eps.theory.variants import Variant
from verify.enclosure import sign
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

_PIN = 4
"""Digits of the rational ends between which an irrational e^eps lies: few, as proofs hold for all between."""

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


LARGEST_EPS = 400
"""A given eps: e^eps stands in the claims, with that many digits."""


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
        That of (eps, delta), a number or a parameter; 0 for `Notion.RENYI_2`, or where delta is sought.
    assumptions : tuple of Condition
        What is known of the parameters.
    box : tuple of Condition
        The baselines k at which the caps are enforced; empty for all of (0, 1).
    eps : sympy.Expr or None
        Given where delta is sought: a number >= 0, or `log(E)`.
    fixed : bool
        Whether the caps are enforced at one baseline k, of which the answer is a function.

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
    eps: sp.Expr | None = None
    fixed: bool = False

    def __post_init__(self) -> None:
        used = set().union(*(cap.value.free_symbols for cap in self.caps), *(c.symbols for c in self.box))
        if named := sorted(str(v) for v in PRIORS if v in used | self._assumed):
            raise InputError(
                f"{named[0]} is a prior of what one output tells, and {self.notion.promise} does not bound "
                "that: a rare output may tell all. It bounds the success of attacks, with one baseline, k: "
                "write cap and box in k"
            )
        if BASELINE in self._assumed:
            raise InputError(
                'k is the baseline, not a parameter: say where it lies with --box, as in "k>=1/100"'
            )
        if self.eps is not None:
            self._check_eps(used)
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
        eps: object | None = None,
        fixed: bool = False,
    ) -> AttackQuestion:
        """A question with one cap."""
        caps = (Cap(CapKind(kind), cap),)
        return cls(
            notion_named(notion),
            caps,
            expression_of(delta),
            conditions_from(assumptions),
            conditions_from(box),
            None if eps is None else read_eps(eps),
            fixed,
        )

    def _check_eps(self, used: set[sp.Symbol]) -> None:
        assert self.eps is not None
        if self.notion is not Notion.APPROXIMATE or self.delta != 0:
            raise InputError("--eps goes with --notion approximate, where delta is sought: leave out --delta")
        if self.eps.is_number and not (self.eps.is_finite and self.eps >= 0):
            raise DomainError(f"eps = {self.eps}: it is a number >= 0, such as 2 or log(9), or log(E)")
        if self.eps.is_number and GROWTH in used | self._assumed:
            raise InputError("E stands for e^eps where delta is sought: give the parameter another name")

    @property
    def sought(self) -> str:
        """What is sought: `eps`, `rho` or `delta`."""
        return self.notion.budget if self.eps is None else "delta"

    @cached_property
    def growth(self) -> sp.Expr | None:
        """e^eps where eps is given: rational, or in parameters, of which E is one if it is irrational."""
        if self.eps is None:
            return None
        exact = sp.exp(self.eps)
        return exact if exact.free_symbols or exact.is_Rational else GROWTH

    @property
    def pinned(self) -> dict[sp.Symbol, sp.Expr]:
        """The exact number for which E stands, if it stands for one."""
        if self.eps is None or not self.eps.is_number or self.growth != GROWTH:
            return {}
        return {GROWTH: sp.exp(self.eps)}

    @cached_property
    def _about_growth(self) -> tuple[Condition, ...]:
        if self.growth is None or self.growth.is_number:
            return ()
        if not self.pinned:
            return (non_negative(self.growth - 1),)
        exact = enclosure_of(self.pinned[GROWTH])
        low, high = (sp.Rational(end) for end in (exact.decimal_lower(_PIN), exact.decimal_upper(_PIN)))
        return positive(GROWTH - low), positive(high - GROWTH)

    def value(self, exponential: sp.Expr) -> sp.Expr:
        """What is sought, from 1/x = e^eps of `profile`.

        Examples
        --------
        >>> AttackQuestion.of("posterior", "k", "approximate", eps=0).value(sp.Integer(2))
        1/2
        """
        if self.eps is None:
            return sp.log(exponential)
        return sp.Integer(1) if exponential is sp.oo else _without_sign(sp.factor(1 - 1 / exponential))

    @property
    def _assumed(self) -> set[sp.Symbol]:
        return {s for c in self.assumptions for s in c.symbols}

    @cached_property
    def success_caps(self) -> tuple[Cases, ...]:
        """For each cap R on the success: its cases in k, each with where it is the case, if anywhere."""
        return tuple(_possible(cases) for bound in self.success_bounds for cases in caps_of(bound))

    @property
    def success_bounds(self) -> tuple[sp.Expr, ...]:
        """For each cap R on the success, in k."""
        return tuple(success_cap(cap.kind, cap.value) for cap in self.caps)

    @cached_property
    def region(self) -> tuple[Condition, ...]:
        """What is known of delta and the parameters."""
        delta = () if self.delta.is_number else (non_negative(self.delta), positive(1 - self.delta))
        return (*self.assumptions, *delta, *self._about_growth)

    @property
    def parameters(self) -> frozenset[sp.Symbol]:
        """The parameters whose values are not known."""
        return frozenset(self.profile.parameters) - set(self.pinned)

    @cached_property
    def profile(self) -> RiskProfile:
        """The profile whose eps is this question's budget."""
        bounds = [self._odds_bound(cases) for cases in self.success_caps]
        bound = bounds[0] if len(bounds) == 1 else sp.Min(*bounds, evaluate=False)
        box = tuple(Condition(c.polynomial.subs(AS_PRIOR), c.relation) for c in self.box)
        region, fixed = self.region, {PRIOR_VALUE: sp.Integer(1)}
        if self.fixed:
            region, box = (*region, *box, positive(1 - PRIOR_INCLUSION)), ()
            fixed[PRIOR_INCLUSION] = PRIOR_INCLUSION
        return RiskProfile(bound.subs(AS_PRIOR), region, fixed, box, Variant.BOUNDED)

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
            for ratio in self.ratios_at(cap)
        )
        yield sp.oo, sp.And(here, sp.Ge(cap, 1))
        yield first, sp.And(here, sp.Le(cap + BASELINE, 1))
        yield second, here

    def ratios_at(self, cap: sp.Expr) -> tuple[sp.Expr, ...]:
        """The largest 1/x of `profile` at which a cap R holds, where R + k <= 1 and where it is more."""
        if self.growth is None:
            return ratios(self.notion, cap, self.delta)
        return tuple(sp.cancel(1 / (1 - largest)) for largest in largest_deltas(cap, self.growth))

    def _ruled_out(self, cap: sp.Expr) -> tuple[sp.Expr, ...]:
        """Positive, all of them, exactly where no budget >= 0 keeps the cap."""
        if self.growth is None:
            return least_cap(self.notion, self.delta) - cap, 1 - cap
        return tuple(-largest for largest in largest_deltas(cap, self.growth))

    def require_feasible(self, solver: Solver) -> None:
        """Show that each cap leaves the success that no budget can rule out.

        Raises
        ------
        symbolic_eps.errors.InfeasibleProfileError
            A cap below that at some baseline; the message names it.
        symbolic_eps.errors.DomainError
            No baseline is in the box.
        """
        baseline = (positive(BASELINE), positive(1 - BASELINE))
        inside = [*self.region, *baseline, *self.box]
        if solver.satisfiable(self.region, "the assumptions") and not solver.satisfiable(inside, "the box"):
            raise DomainError('no baseline 0 < k < 1 is in the box: give another, such as --box "k>=1/100"')
        least = least_cap(self.notion, self.delta)
        for cap in self.caps:
            require_positive(cap, inside, solver)
        for bound in self.success_bounds:
            require_defined(bound, bound, inside, {}, solver)
        for cases in self.success_caps:
            for cap, where in cases:
                if cap is sp.oo:
                    continue
                small = (
                    c for part in self._ruled_out(cap) for c in rational_condition(part, Relation.POSITIVE)
                )
                asked = [*inside, *where, *small]
                point = solver.find_point(asked, f"the cap {cap} is below {least} at some baseline")
                if point is not None and self._at_exact_growth(cap, point):
                    raise InfeasibleProfileError(self._infeasible_remedy(cap, least, point))

    def _at_exact_growth(self, cap: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
        """Whether a point rules the cap out where E is the number e^eps, too, and not only next to it."""
        place = {v: value for v, value in point.items() if v not in self.pinned}
        if all(sign(part.subs(place).subs(self.pinned)) > 0 for part in self._ruled_out(cap)):
            return True
        raise UndecidedError(f"whether delta = 0 keeps the cap at eps = {self.eps}: it is all but the least")

    def _infeasible_remedy(self, cap: sp.Expr, least: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> str:
        """Which success no budget rules out at a point, and what to do."""
        if self.growth is not None:
            growth, k = self.growth.subs(point), point[BASELINE]
            least = min(growth * k, 1 - (1 - k) / growth)
            point = {v: value for v, value in point.items() if v not in self.pinned}
        else:
            least = least.subs(point)
        return (
            f"infeasible: at {_named(point)} an attack may succeed with probability {least} even with "
            f"{self.sought} = 0, and the cap is {cap.subs(point)}: raise it, or enforce it for other "
            f'baselines, such as --box "k>=1/100"{self._ruled_out_by_assuming}'
        )

    @property
    def _ruled_out_by_assuming(self) -> str:
        return ", or rule such parameters out with --assume" if self.parameters else ""


def _possible(cases: Cases) -> Cases:
    """The cases without comparisons of numbers, of which caps such as a/k and b/k leave some."""
    return tuple(
        (cap, tuple(c for c in where if c.constant_truth is None))
        for cap, where in cases
        if all(c.constant_truth is not False for c in where)
    )


def _without_sign(product: sp.Expr) -> sp.Expr:
    """A product without a minus sign in front, if a sum in it can take it up.

    Examples
    --------
    >>> E, r = sp.symbols("E r")
    >>> _without_sign(-(E - r) / (r + 1))
    (-E + r)/(r + 1)
    """
    factors = sp.Mul.make_args(product)
    sums = [factor for factor in factors if factor.is_Add]
    if sp.Integer(-1) not in factors or not sums:
        return product
    return sp.Mul(*(-f if f is sums[0] else f for f in factors if f != -1))


def _named(point: Mapping[sp.Symbol, sp.Expr]) -> str:
    return ", ".join(f"{v} = {point[v]}" for v in sorted(point, key=str))


def read_eps(eps: object) -> sp.Expr:
    """A given eps: a number, `log(9)`, or `log(E)` for any e^eps = E >= 1.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else, or a number above `LARGEST_EPS`.

    Examples
    --------
    >>> read_eps("log(E)"), read_eps("2")
    (log(E), 2)
    """
    if str(eps).replace(" ", "") == "log(E)":
        return sp.log(GROWTH)
    number = read_epsilon(eps)
    if number.is_finite and sign(number - LARGEST_EPS) > 0:
        raise DomainError(
            f"eps is above {LARGEST_EPS}, and e^eps too long a number: give a smaller one, such as 1"
        )
    return number
