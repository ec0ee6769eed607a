"""Derivatives of the recommended eps by each parameter of the profile, from the closed forms.

On each branch, P(X, t) = 0 with P rising in x at X = e^-eps gives dX/dt = -P_t/P_x, hence
d eps/dt = P_t/(X P_x). Where branches meet, each side has its own derivative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import Values, closed_form_of, exact_epsilon
from symbolic_eps.digits import enclosure_of
from symbolic_eps.errors import DomainError, UndecidedError
from symbolic_eps.inverse.one_sided import Side, branch_beside
from symbolic_eps.profiles.exact_numbers import exact_number
from symbolic_eps.results import Result
from symbolic_eps.theory.slope import implicit_derivative
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.enclosure import Enclosure, UncertifiedError, sign
from verify.evidence import Grade


@dataclass(frozen=True)
class OneSided:
    """A derivative from one side.

    Parameters
    ----------
    value : sympy.Expr or None
        d eps/dt, an exact number in nats per unit of t; None where there is none.
    branch : Branch or None
        The branch on that side; None outside the assumptions.
    note : str
        Why there is no derivative.
    """

    value: sp.Expr | None
    branch: Branch | None
    note: str = ""

    @property
    def enclosure(self) -> Enclosure | None:
        """Rational ends that contain the value."""
        return None if self.value is None else enclosure_of(self.value)


@dataclass(frozen=True)
class Sensitivity:
    """The derivatives of eps in one parameter, at exact values of all parameters.

    Parameters
    ----------
    variable : Symbol
        The parameter.
    below, above : OneSided
        From either side.
    """

    variable: sp.Symbol
    below: OneSided
    above: OneSided


class Sensitivities(tuple[Sensitivity, ...], Result):
    """The derivatives of eps in all parameters, a tuple, with the eps that they are derivatives of.

    Attributes
    ----------
    epsilon : sympy.Expr
        The exact eps at the same parameters.
    grade : Grade
        How the closed form is proved.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> derivatives = sensitivities(infimum(RiskProfile("r", ["r>1"])), {"r": 3})
    >>> derivatives.epsilon, derivatives[0].above.value
    (log(3)/2, 1/6)
    """

    epsilon: sp.Expr
    grade: Grade

    @classmethod
    def of(cls, derivatives: Iterable[Sensitivity], epsilon: sp.Expr, grade: Grade) -> Sensitivities:
        """The derivatives with what they belong to."""
        made = cls(derivatives)
        made.epsilon, made.grade = epsilon, grade
        return made

    __str__ = Result.__str__


def derivative(branch: Branch, variable: sp.Symbol) -> sp.Expr | None:
    """d eps/d variable on a branch, as a formula in the parameters; in x = e^-eps too where that is a root.

    Parameters
    ----------
    branch : Branch
        Of a derived closed form.
    variable : Symbol
        A parameter.

    Returns
    -------
    sympy.Expr or None
        None where eps = oo, and where X is the greatest attained root: the face on which it is may change.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> (branch,) = infimum(RiskProfile("r", ["r > 1"])).branches
    >>> derivative(branch, parameter("r"))
    1/(2*r)
    """
    if branch.polynomial is None or branch.faces:
        return None
    slope = None if branch.epsilon is None else sp.diff(branch.epsilon, variable)
    if slope is not None and slope.is_rational_function():
        return sp.factor(slope)
    return implicit_derivative(branch.polynomial, variable)


def sensitivities(derived: PiecewiseInfimum, values: Mapping[str, object] | Values) -> Sensitivities:
    """The derivatives of eps in every parameter, from both sides.

    Parameters
    ----------
    derived : PiecewiseInfimum
        A derived closed form.
    values : mapping of str or Symbol to exact number
        A value for every parameter.

    Returns
    -------
    Sensitivities
        A tuple of Sensitivity, in the order of `derived.profile.parameters`.

    Raises
    ------
    symbolic_eps.errors.InputError
        A parameter without an exact value, or outside the assumptions.
    symbolic_eps.errors.UndecidedError
        A sign could not be decided.

    Notes
    -----
    A one-sided derivative is the limit of the derivative from that side: eps is continuous there, which is
    checked (else there is none), and the mean value theorem does the rest.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> derived = infimum(RiskProfile("max(a/p, r)", ["0<a<1", "r>1"], {"q": 1}))
    >>> [(str(s.variable), s.above.value) for s in sensitivities(derived, {"a": "1/2", "r": 5})]
    [('a', 16/9), ('r', 2/9)]
    """
    derived, exact = closed_form_of(derived), exact_values(values)
    epsilon = exact_epsilon(derived, exact)  # refuses missing and unknown names, and values outside
    derivatives = (
        Sensitivity(t, *(_one_sided(derived, exact, t, side) for side in (Side.BELOW, Side.ABOVE)))
        for t in derived.profile.parameters
    )
    return Sensitivities.of(derivatives, epsilon, derived.grade)


def exact_values(values: Mapping[str, object] | Values) -> dict[sp.Symbol, sp.Rational]:
    """Exact numbers by symbol, from texts or numbers by name or symbol.

    Raises
    ------
    symbolic_eps.errors.InputError
        A value that is no exact rational number.

    Examples
    --------
    >>> exact_values({"a": "0.05"})
    {a: 1/20}
    """
    return {parameter(str(k)): exact_number(str(k), v) for k, v in values.items()}


def _one_sided(derived: PiecewiseInfimum, values: Values, variable: sp.Symbol, side: Side) -> OneSided:
    try:
        branch = branch_beside(derived, values, variable, values[variable], side)
    except DomainError:
        return OneSided(None, None, "no prior satisfies the box on this side")
    if branch is None:
        return OneSided(None, None, "outside the assumptions")
    if branch.polynomial is None:
        return OneSided(None, branch, "eps = oo on this side")
    if branch.faces:
        return OneSided(None, branch, "on which face eps is attained on this side is not told")
    epsilon = exact_epsilon(derived, values)
    if epsilon is sp.oo:
        return OneSided(None, branch, "eps = oo here")
    at = {**values, DECAY: sp.exp(-epsilon)}
    polynomial = branch.polynomial
    if not _vanishes(polynomial.subs(at)):
        return OneSided(None, branch, "eps jumps here")
    slope = sp.diff(polynomial, DECAY).subs(at)
    if _vanishes(slope):
        return OneSided(None, branch, "a double root: the branch does not say")
    value = sp.diff(polynomial, variable).subs(at) / (at[DECAY] * slope)
    return OneSided(sp.expand(sp.radsimp(value)), branch)


def _vanishes(number: sp.Expr) -> bool:
    """Whether an exact algebraic number is 0; an enclosure that excludes 0 or exact algebra decides."""
    try:
        return sign(number) == 0
    except UncertifiedError as error:
        minimal = sp.minimal_polynomial(number, polys=True)
        if minimal.degree() == 1:
            return bool(minimal.eval(0) == 0)
        raise UndecidedError(f"whether {number} is 0: {error}") from error
