"""One-sided and two-sided limits at a border point or at infinity, with symbolic parameters.

The variable is put as `point + t`, `point - t` or `1/t`; the limit for t -> 0+ is the value at 0 where the
expression is continuous there. Else it is read off the expansion, whose leading coefficients are shown not to
vanish on the domain, by cases where they may. The parameters are those for which the domain has a point, and
for each of them it must contain all points close to the limit's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import sympy as sp

from verify.calculus.cases import Region, UndefinedError, by_cases, nonempty, on_empty_domain
from verify.calculus.continuity import continuous_value
from verify.calculus.expansion import Expander
from verify.calculus.points import as_expressions, at_point, others_called
from verify.evidence import Evidence, Outcome, combined
from verify.language.assumptions import with_signs
from verify.language.definedness import definedness
from verify.language.note import Note, equation
from verify.prover.prover import Prover

SIDES = ("+", "-", "both")

_STEP = sp.Dummy("step", positive=True)


@dataclass(frozen=True)
class Limit:
    """`expression -> value` as `variable -> point`, for all parameters of the domain.

    Parameters
    ----------
    expression : Expr
        In the variable and the parameters.
    variable : Symbol
        What moves.
    point : Expr
        Free of the variable; `oo` or `-oo` too.
    side : str
        `"+"` from above, `"-"` from below, `"both"`; at `oo` and `-oo` there is only one, and any is taken.
    value : Expr
        An expression in the parameters, `oo` or `-oo`.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> Limit((sp.exp(a * x) - 1) / x, x, sp.Integer(0), "+", a).examine((a > 0,), Prover()).proved
    True
    >>> Limit(a / (a + x), x, sp.Integer(0), "+", sp.Integer(1)).examine((a >= 0,), Prover()).witness
    {a: 0}
    """

    expression: sp.Expr
    variable: sp.Symbol
    point: sp.Expr
    side: str
    value: sp.Expr

    def __post_init__(self) -> None:
        as_expressions(self, "expression", "point", "value")
        if self.side not in SIDES:
            raise ValueError(f"the side of a limit is one of {', '.join(SIDES)}, not {self.side!r}")
        for part, name in ((self.point, "point"), (self.value, "value")):
            if part.has(self.variable):
                raise ValueError(f"the {name} of the limit {part} holds the variable {self.variable} itself")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        side = "" if self.point in (sp.oo, -sp.oo) else f", side={self.side}"
        towards = Note(self.variable, ", ", self.point, side)
        return Note("Limit(", self.expression, ", ", towards, ") = ", self.value)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        return frozenset(
            self.expression.free_symbols | {self.variable} | self.point.free_symbols | self.value.free_symbols
        )

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for the limit at all parameters for which the domain holds at some value of the variable.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the parameters, and on the variable.
        prover : Prover
            Decides the implications.
        """
        domain = with_signs(domain, self.expression, self.variable, self.point, self.value)
        taken = self.free_symbols.union(*(h.free_symbols for h in domain))
        elsewhere = others_called([self.variable], taken)[self.variable]
        parameters = tuple(at_point(h, {self.variable: elsewhere}) for h in domain)
        inhabited = nonempty(parameters, prover)
        if inhabited.refuted:
            return on_empty_domain(self.text, inhabited)
        about_variable = [h for h in domain if h.has(self.variable)]
        parts = [inhabited]
        for step, words in self._approaches():
            t = sp.Dummy("t", positive=True)
            near = {self.variable: step.xreplace({_STEP: t})}
            inside = tuple(at_point(h, near) for h in about_variable)
            defined = tuple(at_point(h, near) for h in self._may_get_lost())
            moving = self.expression.xreplace(near)
            statement = Note(self.text, f" [{words}]")
            on_region = partial(self._along, statement, moving, inside, defined, t)
            approached = by_cases(statement, parameters, prover, on_region)
            parts.append(without_symbols(approached, (elsewhere,)))
        evidence = combined(self.text, parts, "continuity, or leading terms of the expansion, at the point")
        if evidence.outcome is Outcome.OPEN:
            return replace(evidence, note=Note(evidence.note, "; ", self._sampled(inhabited, elsewhere)))
        return evidence

    def _approaches(self) -> list[tuple[sp.Expr, str]]:
        """What is put for the variable, in terms of a step t > 0 that tends to 0."""
        if self.point == sp.oo:
            return [(1 / _STEP, "at oo")]
        if self.point == -sp.oo:
            return [(-1 / _STEP, "at -oo")]
        above, below = (self.point + _STEP, "from above"), (self.point - _STEP, "from below")
        return {"+": [above], "-": [below], "both": [above, below]}[self.side]

    def _may_get_lost(self) -> tuple[sp.Basic, ...]:
        """What makes the expression defined, if SymPy simplifies it once the variable is replaced."""
        helper = sp.Dummy(self.variable.name)
        again = self.expression.xreplace({self.variable: helper}).xreplace({helper: self.variable})
        return () if again == self.expression else definedness(self.expression)

    def _along(
        self,
        statement: Note,
        moving: sp.Expr,
        inside: tuple[sp.Basic, ...],
        defined: tuple[sp.Basic, ...],
        t: sp.Symbol,
        region: Region,
    ) -> Evidence:
        expander = Expander(t, region)
        for condition in defined:
            if not condition.has(t):
                region.require(condition)
            elif not expander.eventually(condition):
                raise UndefinedError(Note(condition, " fails for small ", t))
        for condition in inside:
            if not expander.eventually(condition):
                return region.refutation(statement, Note(self.point, " is not approached within the domain"))
        return limit_evidence(statement, expander, moving, self.value)

    def _sampled(self, inhabited: Evidence, elsewhere: sp.Symbol) -> Note:
        """Values near the point at one choice of the parameters: support, no proof."""
        chosen = {s: v for s, v in (inhabited.witness or {}).items() if s != elsewhere}
        step, _ = self._approaches()[0]
        near = step.xreplace({_STEP: sp.Rational(1, 10**6)})
        value = self.expression.subs({self.variable: near}).subs(chosen).evalf(15)
        expected = self.value.subs(chosen).evalf(15)
        place = equation(self.variable, near)
        return Note("sampled: ", value, " at ", place, ", ", chosen, ", against ", expected)


def limit_evidence(statement: Note, expander: Expander, moving: sp.Expr, value: sp.Expr) -> Evidence:
    """Evidence on the expander's region that the expression tends to the value; raises as `Expander.limit`.

    Parameters
    ----------
    statement : str
        What is shown, for a person.
    expander : Expander
        Carries the variable and the region.
    moving : Expr
        In the expander's variable and the parameters.
    value : Expr
        In the parameters; `oo` and `-oo` too.

    Examples
    --------
    >>> t = sp.Symbol("t", positive=True)
    >>> expander = Expander(t, Region((), Prover()))
    >>> limit_evidence("log t -> -oo", expander, sp.log(t), -sp.oo).proved
    True
    """
    region = expander.region
    limit, rule = continuous_value(moving, expander.variable, region), "continuity at the point"
    if limit is None:
        limit, rule = expander.limit(moving), "constant term of the expansion"
    if {limit, value} & {sp.oo, -sp.oo}:
        if limit == value:
            return combined(statement, region.evidence, "leading term of the expansion")
        return region.refutation(statement, Note("the limit is ", limit, ", not ", value))
    equality = region.equality("limit", limit, value)
    return combined(statement, [*region.evidence, equality], rule)


def without_symbols(evidence: Evidence, symbols: tuple[sp.Symbol, ...]) -> Evidence:
    """The evidence with its witness restricted to other symbols than these.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.evidence import Grade
    >>> found = Evidence("a > b", Outcome.REFUTED, Grade.EXACT, "point", {a: sp.Integer(1), b: sp.Integer(1)})
    >>> without_symbols(found, (b,)).witness
    {a: 1}
    """
    if evidence.witness is None:
        return evidence
    witness = {s: v for s, v in evidence.witness.items() if s not in symbols}
    return replace(evidence, witness=witness)
