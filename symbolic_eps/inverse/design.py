"""Inverse design: the smallest parameter of a profile (a, r, b, ...) whose recommended eps meets a goal.

eps never falls as the parameter rises (proved first), so that the values that meet the goal form a ray. Its
end is enclosed by exact comparisons with the derived closed form, and solved for where the branch allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial

import sympy as sp

from symbolic_eps.answers.recommendation import numeric_profile
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import branch_at, exact_epsilon
from symbolic_eps.deprecated_arguments import deprecated_arguments
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.inverse.goal import Goal
from symbolic_eps.inverse.monotone_profile import rises_with
from symbolic_eps.inverse.one_sided import Side, branch_beside, sign_beside
from symbolic_eps.inverse.parameter_range import Interval, range_of
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.exact_numbers import Exact, short_number
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, conditions_from, expression_of
from symbolic_eps.report.formula import profile_formula
from symbolic_eps.results import Result
from symbolic_eps.spelling import suggest
from symbolic_eps.theory.symbols import DECAY, parameter
from symbolic_eps.theory.variants import Variant, variant_named
from verify.enclosure import Enclosure, UncertifiedError, sign
from verify.evidence import Evidence
from verify.language.condition import Condition

WIDTH = Fraction(1, 10**12)
"""Width of the enclosure of the smallest value."""

DIGITS = 12
"""Significant digits of the value that is proposed."""

LONGEST = 1000
"""The largest denominator of an exact value that is proposed as a fraction."""

_MOST_STEPS = 200


class Outcome(StrEnum):
    """What was found."""

    SOLVED = "solved"
    """Some values meet the goal, and some do not."""
    ALWAYS = "always"
    """All values in the range meet it."""
    NEVER = "never"
    """No value in the range meets it."""


@dataclass(frozen=True)
class Design(Result):
    """The values of a parameter that meet a goal.

    Parameters
    ----------
    variable : Symbol
        The parameter.
    goal : Goal
        What was asked.
    outcome : Outcome
        Whether some, all or no values meet it.
    derived : PiecewiseInfimum
        eps as a function of the parameter.
    monotone : Evidence
        That r*, and so eps, never falls as the parameter rises.
    smallest : Enclosure or None
        Of the least value that meets the goal: every larger one does, no smaller one. None unless solved.
    exact : sympy.Expr or None
        That value exactly, where the closed form could be solved for it.
    proposed : sympy.Rational or None
        A value of few digits that surely meets the goal, not below the least; None unless solved.
    epsilon : sympy.Expr or None
        The recommended eps at the proposed value, exactly.

    Examples
    --------
    >>> from symbolic_eps.inverse.goal import budget_goal
    >>> result = design("1 + b/(p*q)", "b", budget_goal("log(3)"), assumptions=["0<b<1"])
    >>> result.exact, result.proposed, str(result.outcome)
    (1/2, 1/2, 'solved')
    """

    variable: sp.Symbol
    goal: Goal
    outcome: Outcome
    derived: PiecewiseInfimum
    monotone: Evidence
    smallest: Enclosure | None = None
    exact: sp.Expr | None = None
    proposed: sp.Rational | None = None
    epsilon: sp.Expr | None = None


@deprecated_arguments(assume="assumptions")
def design(
    profile: str | sp.Expr,
    find: str,
    goal: Goal,
    values: Mapping[str, Exact] | None = None,
    fixed: Mapping[str, Exact] | None = None,
    box: Sequence[str] = (),
    assumptions: Sequence[str] = (),
    progress: Callable[[str], None] = lambda _: None,
    variant: Variant | str = Variant.UNBOUNDED,
) -> Design:
    """The smallest value of a parameter for which the recommended eps meets a goal.

    Parameters
    ----------
    profile : str or sympy.Expr
        r*(p, q) with parameters, such as `"max(a/p, r)"`.
    find : str
        The parameter to choose.
    goal : Goal
        From `symbolic_eps.inverse.goal`.
    values : mapping of str to exact number
        A value for every other parameter.
    fixed : mapping of str to exact number
        Priors that are fixed.
    box : sequence of str
        Bounds on the priors.
    assumptions : sequence of str
        The range of the parameter, such as `"0<a<1"`.
    progress : callable
        Called with a short text at each stage.
    variant : Variant or str
        What is assumed of the release, see `symbolic_eps.theory.variants`.

    Raises
    ------
    symbolic_eps.errors.InputError
        A missing or unknown name, a number outside its domain, a range without a lower end.
    symbolic_eps.errors.UndecidedError
        It could not be proved that r* never falls as the parameter rises, or a comparison failed.

    Notes
    -----
    Source: Kazan & Reiter 2024, Section 5, the other way round.

    Examples
    --------
    >>> from symbolic_eps.inverse.goal import crossing_goal
    >>> goal = crossing_goal(25, "24.072", "1/10")
    >>> design("max(a/p, r)", "a", goal, {"r": 5}, {"q": 1}, assumptions=["0<a<1"]).exact
    1/2
    """
    if not isinstance(goal, Goal):
        raise InputError(f"{goal!r} is no goal: give budget_goal, deviation_goal or crossing_goal of numbers")
    variable = parameter(find)
    if variable in PRIORS:
        raise InputError(f"{find} is a prior: name a parameter of the profile, such as --find a")
    assumed = variant_named(variant)
    numeric = _profile_of(profile, variable, values or {}, fixed or {}, box, assumptions, assumed)
    allowed = range_of(numeric, variable)
    progress(f"proving that eps rises with {find}")
    monotone = rises_with(numeric, variable)
    if not monotone.proved:
        if mirrored := _if_it_falls(numeric, variable, allowed):
            raise UndecidedError(mirrored)
        raise UndecidedError(
            f"that eps never falls as {find} rises is not proved, and only then is a smallest {find} sought "
            f"({monotone.note}): narrow the range of {find} with --assume, or try values with symbolic-eps "
            f"sweep --vary {find}=..."
        )
    progress(f"deriving eps as a function of {find}")
    derived = infimum(numeric, progress=progress)
    progress(f"looking for the smallest {find}")
    return smallest_of(variable, goal, derived, monotone)


def smallest_of(variable: sp.Symbol, goal: Goal, derived: PiecewiseInfimum, monotone: Evidence) -> Design:
    """The smallest value of the one parameter of a closed form that meets a goal.

    Parameters
    ----------
    variable : Symbol
        Bounded from below by what the closed form assumes.
    goal : Goal
    derived : PiecewiseInfimum
        Without open regions.
    monotone : Evidence
        That eps never falls as the parameter rises.

    Raises
    ------
    symbolic_eps.errors.InputError
        The parameter has no lower end.
    symbolic_eps.errors.UndecidedError
        A comparison failed.
    """
    return _Search(variable, goal, derived, range_of(derived.profile, variable)).result(monotone)


def _profile_of(
    profile: str | sp.Expr,
    variable: sp.Symbol,
    values: Mapping[str, Exact],
    fixed: Mapping[str, Exact],
    box: Sequence[str],
    assumptions: Sequence[str],
    variant: Variant,
) -> RiskProfile:
    """The profile with numbers for all parameters but one."""
    if variable.name in values:
        raise InputError(f"{variable} is to be found: leave out --set {variable}={values[variable.name]}")
    numeric = numeric_profile(profile, values, fixed, box, variant, {variable.name})
    if variable not in numeric.bound.free_symbols:
        known = sorted(v.name for v in expression_of(profile).free_symbols - set(PRIORS))
        instead = f"{suggest(variable.name, known)}name one of {', '.join(known)}" if known else "it has none"
        raise InputError(
            f"{variable} does not occur in the profile {profile_formula(numeric.bound)}: {instead}"
        )
    numbers = {parameter(name): short_number(name, value) for name, value in values.items()}
    assumed = (Condition(c.polynomial.subs(numbers), c.relation) for c in conditions_from(assumptions))
    return replace(numeric, assumptions=(*numeric.assumptions, *assumed))


def _if_it_falls(profile: RiskProfile, variable: sp.Symbol, allowed: Interval) -> str:
    """What to write where eps falls as the parameter rises; empty where that is not proved either."""
    taken = {v.name for v in (*profile.parameters, *PRIORS)}
    opposite = parameter(next(name for name in ("t", "u", "v", "w") if name not in taken))
    bound = profile.bound.xreplace({variable: -opposite})
    low, high = ("" if end in (sp.oo, -sp.oo) else str(-end) for end in (allowed.upper, allowed.lower))
    left = f"{low}{'<' if allowed.upper_open else '<='}" if low else ""
    right = f"{'<' if allowed.lower_open else '<='}{high}" if high else ""
    region = conditions_from([f"{left}{opposite}{right}"])
    if not rises_with(replace(profile, bound=bound, assumptions=region), opposite).proved:
        return ""
    ends = "" if low else f", and an upper end of {variable}"
    return (
        f"eps falls as {variable} rises, and only a smallest value is sought: put -{opposite} for "
        f'{variable}, as in design "{profile_formula(bound)}" --find {opposite} --assume '
        f'"{left}{opposite}{right}"{ends}; the largest {variable} is minus the {opposite} that is found'
    )


@dataclass(frozen=True)
class _Search:
    """Compares eps with the goal at exact values of the parameter, and beside the ends of its range."""

    variable: sp.Symbol
    goal: Goal
    derived: PiecewiseInfimum
    allowed: Interval

    def result(self, monotone: Evidence) -> Design:
        answer = partial(Design, self.variable, self.goal, derived=self.derived, monotone=monotone)
        if self.goal.decay == 0:
            return answer(Outcome.NEVER)
        if self._met_at_end(Side.ABOVE):
            return answer(Outcome.ALWAYS)
        if not self._met_at_end(Side.BELOW):
            return answer(Outcome.NEVER)
        low, high = self._bracket()
        smallest, exact = Enclosure(_fraction(low), _fraction(high)), self._solved(low, high)
        proposed = sp.Rational(smallest.decimal_upper(DIGITS))
        if not proposed < self.allowed.upper:
            proposed = high
        if exact is not None and exact.is_Rational and exact.q <= LONGEST and self._met(exact):
            proposed = exact
        epsilon = exact_epsilon(self.derived, {self.variable: proposed})
        return answer(
            Outcome.SOLVED,
            smallest=smallest,
            exact=exact,
            proposed=proposed,
            epsilon=epsilon,
        )

    def _met(self, value: sp.Rational) -> bool:
        epsilon = exact_epsilon(self.derived, {self.variable: value})
        return epsilon is sp.oo or sign(self.goal.decay - sp.exp(-epsilon)) >= 0

    def _met_at_end(self, inward: Side) -> bool:
        """Whether the goal is met at an end of the range, or, where it is open, at all points beside it."""
        allowed = self.allowed
        lower, upper = (allowed.lower, allowed.lower_open), (allowed.upper, allowed.upper_open)
        end, is_open = lower if inward is Side.ABOVE else upper
        if not is_open:
            return self._met(end)
        branch = branch_beside(self.derived, {}, self.variable, end, inward)
        if branch is None:
            raise InputError(f"no value of {self.variable} is in its range: give a wider one with --assume")
        if branch.polynomial is None or self.goal.decay == 1:
            return True
        if branch.coefficients is None:
            return self._beyond_root(branch, end, inward)
        # P has one root in x > 0 and rises there: P(x) >= 0 exactly for x >= e^-eps.
        return sign_beside(branch.polynomial.subs(DECAY, self.goal.decay), self.variable, end, inward) >= 0

    def _beyond_root(self, branch: Branch, end: sp.Expr, inward: Side) -> bool:
        """Whether the goal's x is at least e^-eps beside an end, where that is an isolated root of P."""
        assert branch.polynomial is not None and branch.between is not None
        polynomial, decay = branch.polynomial, self.goal.decay
        if branch.faces:
            raise UndecidedError(f"eps beside {self.variable} = {end}: which root of P is meant is not seen")

        def beside(expression: sp.Expr) -> int:
            above, below = sp.fraction(sp.together(expression))
            return sign_beside(sp.expand(above * below), self.variable, end, inward)

        low, high = branch.between
        if beside(decay - low) < 0:
            return False
        if beside(decay - high) > 0:
            return True
        # Within the interval P has no other root, and so one sign on each side of it.
        before, after = (beside(polynomial.subs(DECAY, bound)) for bound in (low, high))
        here = beside(polynomial.subs(DECAY, decay))
        if here == 0:
            return True
        if branch.number:
            raise UndecidedError(f"eps beside {self.variable} = {end}: which root of P is meant is not seen")
        if branch.sides:
            if here > 0 or any(beside(c.polynomial.subs(DECAY, decay)) < 0 for c in branch.sides):
                return True  # P < 0 and the sides are >= 0 up to the least root
            raise UndecidedError(f"eps beside {self.variable} = {end}: which root of P is meant is not seen")
        if before * after >= 0:
            raise UndecidedError(
                f"eps beside {self.variable} = {end}: P does not change its sign at its root"
            )
        return here == after

    def _bracket(self) -> tuple[sp.Rational, sp.Rational]:
        """Ends of an interval of which the lower does not meet the goal and the upper does."""
        allowed = self.allowed
        low, high = allowed.lower, allowed.upper
        if high is sp.oo or allowed.upper_open:
            step = sp.Integer(1) if high is sp.oo else (high - low) / 2
            for _ in range(_MOST_STEPS):
                candidate = low + step if high is sp.oo else high - step
                if self._met(candidate):
                    high = candidate
                    break
                step = step * 2 if high is sp.oo else step / 2
            else:
                raise UndecidedError(f"no {self.variable} that meets the goal within 2^{_MOST_STEPS}")
        while high - low > WIDTH:
            middle = (low + high) / 2
            try:
                met = self._met(middle)
            except UncertifiedError:
                middle = (3 * low + 4 * high) / 7  # the end itself, perhaps: look beside it
                met = self._met(middle)
            low, high = (low, middle) if met else (middle, high)
        return low, high

    def _solved(self, low: sp.Rational, high: sp.Rational) -> sp.Expr | None:
        """The root of the branch's polynomial in the parameter that lies in the bracket, if it is the end."""
        branch = self._branch_throughout(low, high)
        if branch is None or branch.polynomial is None or not self.goal.decay.is_algebraic or branch.faces:
            return None
        polynomial = sp.Poly(branch.polynomial.subs(DECAY, self.goal.decay), self.variable)
        if polynomial.degree() not in (1, 2):
            return None
        try:
            # P changes its sign once in the bracket, so that exactly one root lies in it.
            inside = [
                root
                for root in sp.roots(polynomial, multiple=True)
                if root.is_real and sign(root - low) >= 0 and sign(high - root) >= 0
            ]
        except UncertifiedError:
            return None
        return sp.radsimp(inside[0]) if len(inside) == 1 else None

    def _branch_throughout(self, low: sp.Rational, high: sp.Rational) -> Branch | None:
        """The branch that holds at both ends, and between, its conditions being affine there."""
        try:
            first, last = (branch_at(self.derived, {self.variable: end}) for end in (low, high))
        except InputError:
            return None  # an open end of the range
        affine = all(sp.Poly(c.polynomial, self.variable).degree() <= 1 for c in last.conditions)
        return last if first is last and affine and last.coefficients is not None else None


def _fraction(number: sp.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))
