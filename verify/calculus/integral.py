"""Definite integrals and normalisation of densities, by antiderivatives that are checked.

The interval is cut where the cases of the integrand change, those of cases of cases from the inside outwards:
so for events and means of |phi(U)|, phi piecewise linear, and for max(f - c g, 0) with exponential f and g.
On each open piece an antiderivative F is accepted once F' = integrand is proved there (both sides defined);
the piece contributes the difference of the limits of F at its ends (fundamental theorem, improper integrals
too); an infinite limit means divergence.
The integral is the improper Riemann integral; of a density, also shown to be >= 0, it is Lebesgue's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import sympy as sp

from verify.calculus.antiderivative import antiderivatives
from verify.calculus.bound_variable import bind
from verify.calculus.branches import (
    dividing_expressions,
    factor_and_exponent,
    innermost,
    one_layer_resolved,
    resolved_between,
    slope_and_constant,
)
from verify.calculus.cases import (
    NoRuleError,
    Region,
    UndefinedError,
    on_domain,
    require_free_of,
)
from verify.calculus.elementary import establish
from verify.calculus.expansion import Expander
from verify.calculus.points import as_expressions
from verify.evidence import Evidence, Outcome, combined
from verify.language.definedness import definedness
from verify.language.note import Note, joined
from verify.language.special_functions import asked_by_calls, by_recurrences
from verify.prover.prover import Prover

INFINITE = (sp.oo, -sp.oo)

BETWEEN = Note(" between two places where the cases change")


@dataclass(frozen=True)
class _Piece:
    """The integrand on an open interval where one of its cases applies."""

    lower: sp.Expr
    upper: sp.Expr
    integrand: sp.Expr
    inside: Region


@dataclass(frozen=True)
class DefiniteIntegral:
    """The integral of an expression over an interval has the value, for all parameters of the domain.

    Parameters
    ----------
    integrand : Expr
        May be defined by cases (`Abs`, `Piecewise`) that change at points linear in the variable.
    variable : Symbol
        Of integration; not to be in the domain's hypotheses.
    lower, upper : Expr
        The ends, in the parameters; `-oo` and `oo` too.
    value : Expr
        In the parameters; `oo` and `-oo` too.
    antiderivative : Expr or None
        A proposal; without one, it is sought. Trusted in neither case.

    Examples
    --------
    >>> from sympy.abc import b, x
    >>> second_moment = x**2 * sp.exp(-sp.Abs(x) / b) / (2 * b)
    >>> claim = DefiniteIntegral(second_moment, x, -sp.oo, sp.oo, 2 * b**2)
    >>> claim.examine((b > 0,), Prover()).proved
    True
    >>> DefiniteIntegral(1 / x, x, sp.Integer(0), b, b).examine((b > 0,), Prover()).note
    'the integral diverges on (0, b)'
    """

    integrand: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    value: sp.Expr
    antiderivative: sp.Expr | None = None

    def __post_init__(self) -> None:
        as_expressions(self, "integrand", "lower", "upper", "value")
        if self.lower == self.upper and self.lower in INFINITE:
            raise ValueError(f"both ends of the integral are {self.lower}")
        for part in (self.lower, self.upper, self.value):
            if part.has(self.variable):
                raise ValueError(f"{part} holds the variable of integration {self.variable}")
        bind(self, "integrand", "antiderivative")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        span = joined(", ", (self.variable, self.lower, self.upper))
        return Note("Integral(", self.integrand, ", (", span, ")) = ", self.value)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        inside = self.integrand.free_symbols - {self.variable}
        return frozenset(inside | self.lower.free_symbols | self.upper.free_symbols | self.value.free_symbols)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that the integral converges to the value, for all parameters of the domain.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the parameters.
        prover : Prover
            Decides the implications.

        Raises
        ------
        ValueError
            If a hypothesis holds the variable of integration.
        """
        return self._examined(domain, prover, density=False)

    def _examined(self, domain: tuple[sp.Basic, ...], prover: Prover, density: bool) -> Evidence:
        require_free_of(domain, self.variable, "variable of integration")
        about = (sp.Lambda(self.variable, self.integrand), self.lower, self.upper, self.value)
        method, on_region = "antiderivatives, checked by differentiation", partial(self._on, density)
        evidence = on_domain(self.text, domain, about, prover, on_region, method)
        inhabited = evidence.parts[0]
        if evidence.outcome is Outcome.OPEN and inhabited.proved:
            return replace(evidence, note=Note(evidence.note, "; ", self._sampled(inhabited)))
        return evidence

    def _on(self, density: bool, region: Region) -> Evidence:
        if self.lower == -sp.oo or self.upper == sp.oo:
            order = 1
        elif self.lower == sp.oo or self.upper == -sp.oo:
            order = -1
        else:
            order = region.sign(self.upper - self.lower)
        ends = (self.lower, self.upper) if order >= 0 else (self.upper, self.lower)
        pieces = self._pieces(*ends, region) if order else ()
        total: sp.Expr = sp.Integer(0)
        signs = []
        for piece in pieces:
            if density:
                goal = sp.Ge(piece.integrand, 0, evaluate=False)
                signs.append(establish(piece.inside.hypotheses, goal, piece.inside.prover))
            amount = self._contribution(piece, region)
            total = _difference(total, -amount)
            if total is sp.nan or amount is sp.nan or (amount in INFINITE and self.value not in INFINITE):
                note = Note("the integral diverges on (", piece.lower, ", ", piece.upper, ")")
                return region.refutation(self.text, note)
        refuted = [sign for sign in signs if sign.refuted]
        if refuted:
            return combined(self.text, refuted, "sign of the density")
        total *= order
        if total in INFINITE or self.value in INFINITE:
            if total == self.value:
                return combined(self.text, [*region.evidence, *signs], "the antiderivative is unbounded")
            return region.refutation(self.text, Note("the integral is ", total, ", not ", self.value))
        equal = region.equality("integral", total, self.value)
        return combined(self.text, [*region.evidence, *signs, equal], "differences of antiderivatives")

    def _pieces(self, lower: sp.Expr, upper: sp.Expr, region: Region) -> Iterator[_Piece]:
        return self._cut(lower, upper, self.integrand.subs(_solved(region.hypotheses)), region)

    def _cut(self, lower: sp.Expr, upper: sp.Expr, integrand: sp.Expr, region: Region) -> Iterator[_Piece]:
        """Pieces with one case each; what is defined by cases of cases is cut from the inside outwards."""
        parts = innermost(integrand)
        cuts = [lower, upper]
        changes = dividing_expressions(sp.Tuple(*parts)) if parts else _singular(integrand, self.variable)
        for expression in changes:
            for point in _zeros(expression, self.variable, region):
                _insert(cuts, point, region)
        for start, end in pairwise(cuts):
            inside = region.narrowed(*_between(start, self.variable, end))
            if parts:
                simpler = one_layer_resolved(integrand, inside, self.variable, BETWEEN)
                yield from self._cut(start, end, simpler, region)
            else:
                yield _Piece(start, end, self._defined(integrand, inside), inside)

    def _defined(self, single: sp.Expr, inside: Region) -> sp.Expr:
        """The integrand on a piece, shown to be defined there."""
        for condition in asked_by_calls(single):
            inside.require(condition)
        elementary = by_recurrences(single)
        for obligation in definedness(elementary):
            try:
                inside.require(obligation)
            except UndefinedError as error:
                # Refuted only by parameters: across a point where it has no value, an integral may converge.
                if obligation.has(self.variable):
                    raise NoRuleError(Note("improper at a point between the ends: ", error)) from error
                raise
        return elementary

    def _contribution(self, piece: _Piece, region: Region) -> sp.Expr:
        """The integral over a piece; infinite, or `nan` where it diverges to both sides."""
        for candidate in self._candidates(piece):
            obligations = definedness(candidate)
            for divisor in (o.lhs for o in obligations if isinstance(o, sp.Ne)):
                if not divisor.has(self.variable):
                    region.is_zero(divisor)  # Distinguishes cases where a divisor may vanish.
            if not all(piece.inside.follows(obligation) for obligation in obligations):
                continue
            derivative = sp.Eq(sp.diff(candidate, self.variable), piece.integrand, evaluate=False)
            if not piece.inside.follows(derivative):
                continue
            try:
                start = self._limit(candidate, piece.lower, 1, region)
                end = self._limit(candidate, piece.upper, -1, region)
            except UndefinedError as error:
                raise NoRuleError(Note("the antiderivative ", candidate, " near an end: ", error)) from error
            return _difference(end, start)
        proposed = "" if self.antiderivative is None else " (the proposed one is not)"
        raise NoRuleError(Note("no antiderivative of ", piece.integrand, " is proved", proposed))

    def _candidates(self, piece: _Piece) -> Iterator[sp.Expr]:
        if self.antiderivative is not None:
            yield resolved_between(self.antiderivative, piece.inside, self.variable, BETWEEN)
            return
        for candidate in antiderivatives(piece.integrand, self.variable):
            yield candidate
            # A table's log(u) is meant as log|u|.
            logarithms = [c for c in candidate.atoms(sp.log) if c.has(self.variable)]
            if logarithms:
                yield candidate.xreplace({c: sp.log(-c.args[0]) for c in logarithms})

    def _limit(self, candidate: sp.Expr, end: sp.Expr, direction: int, region: Region) -> sp.Expr:
        t = sp.Dummy("t", positive=True)
        near = {sp.oo: 1 / t, -sp.oo: -1 / t}.get(end, end + direction * t)
        return Expander(t, region).limit(candidate.subs(self.variable, near))

    def _sampled(self, inhabited: Evidence) -> Note:
        """A quadrature at one choice of the parameters: support, no proof."""
        chosen = inhabited.witness or {}
        integral = sp.Integral(self.integrand, (self.variable, self.lower, self.upper)).subs(chosen)
        if integral.free_symbols:
            return Note("not sampled: parameters without a value")
        try:
            number = integral.evalf(10)
        except (ValueError, TypeError, ZeroDivisionError, NotImplementedError) as error:
            return Note("not sampled: ", error)
        return Note("sampled: ", number, " at ", chosen, ", against ", self.value.subs(chosen).evalf(10))


@dataclass(frozen=True)
class Normalised:
    """A density: not negative inside the interval (but for finitely many points), with integral 1.

    Parameters
    ----------
    density : Expr
        As the integrand of `DefiniteIntegral`.
    variable : Symbol
        Of integration.
    lower, upper : Expr
        The ends.
    antiderivative : Expr or None
        A proposal for the distribution function, up to a constant.

    Examples
    --------
    >>> from sympy.abc import b, x
    >>> laplace = Normalised(sp.exp(-sp.Abs(x) / b) / (2 * b), x, -sp.oo, sp.oo)
    >>> laplace.examine((b > 0,), Prover()).proved
    True
    >>> Normalised(sp.exp(-x / b), x, sp.Integer(0), sp.oo).examine((b > 0,), Prover()).witness
    {b: 1/2}
    """

    density: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    antiderivative: sp.Expr | None = None

    def __post_init__(self) -> None:
        as_expressions(self, "density", "lower", "upper")

    @property
    def integral(self) -> DefiniteIntegral:
        """The claim that the integral is 1."""
        one = sp.Integer(1)
        return DefiniteIntegral(self.density, self.variable, self.lower, self.upper, one, self.antiderivative)

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        return Note(sp.Ge(self.density, 0, evaluate=False), " and ", self.integral.text)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        return self.integral.free_symbols

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for the sign and the integral; as `DefiniteIntegral.examine`.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the parameters.
        prover : Prover
            Decides the implications.
        """
        return replace(self.integral._examined(domain, prover, density=True), statement=self.text)


def _difference(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    """`one - other`, where a symbol stands for a finite number; `nan` for `oo - oo`."""
    if one in INFINITE:
        return sp.nan if other == one else one
    return -other if other in INFINITE else one - other


def _between(start: sp.Expr, variable: sp.Symbol, end: sp.Expr) -> Iterator[sp.Basic]:
    if start != -sp.oo:
        yield sp.Lt(start, variable, evaluate=False)
    if end != sp.oo:
        yield sp.Lt(variable, end, evaluate=False)


def _singular(integrand: sp.Expr, variable: sp.Symbol) -> Iterator[sp.Expr]:
    """Linear expressions at whose zeros the integrand may have no value, so that the integral is improper."""
    for obligation in definedness(by_recurrences(integrand)):
        difference = sp.nan if isinstance(obligation, sp.Or) else obligation.lhs - obligation.rhs
        if difference.is_polynomial(variable):
            for factor, _ in sp.factor_list(sp.expand(difference))[1]:
                if sp.degree(factor, variable) == 1:
                    yield factor


def _zeros(expression: sp.Expr, variable: sp.Symbol, region: Region) -> list[sp.Expr]:
    """Where an expression changes its sign, one of whose factors is linear in the variable."""
    changing = [part for part in factor_and_exponent(expression) if part.has(variable)]
    lines = [slope_and_constant(part, variable) for part in changing]
    return [sp.cancel(-constant / slope) for slope, constant in lines if not region.is_zero(slope)]


def _insert(cuts: list[sp.Expr], point: sp.Expr, region: Region) -> None:
    """Put the point among the increasing cuts if it lies strictly inside and is new."""
    for index, cut in enumerate(cuts):
        order = -1 if cut == -sp.oo else 1 if cut == sp.oo else region.sign(cut - point)
        if order == 0:
            return
        if order > 0:
            if index > 0:
                cuts.insert(index, point)
            return


def _solved(hypotheses: tuple[sp.Basic, ...]) -> dict[sp.Symbol, sp.Expr]:
    """Values of parameters by equations `symbol = number` among the hypotheses."""
    values = {}
    for equation in hypotheses:
        if isinstance(equation, sp.Eq):
            difference = sp.expand(equation.lhs - equation.rhs)
            symbols = difference.free_symbols
            if len(symbols) == 1 and difference.is_polynomial(*symbols) and sp.degree(difference) == 1:
                slope, constant = sp.Poly(difference, *symbols).all_coeffs()
                values[symbols.pop()] = -constant / slope
    return values
