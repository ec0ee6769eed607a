"""Infima, suprema, minima and maxima over a semialgebraic set, with symbolic parameters.

The bound is an implication. That it is sharp is shown by a point of the set where it is attained, or by a
path t -> 0+ whose points lie in the set for small t and along which the expression tends to the value.
Parameters range over those for which the set is not empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar

import sympy as sp

from verify.calculus.cases import Region, by_cases, nonempty, on_empty_domain
from verify.calculus.elementary import establish
from verify.calculus.expansion import Expander
from verify.calculus.limit import limit_evidence, without_symbols
from verify.calculus.points import as_expressions, at_point, others_called, value_there
from verify.evidence import Evidence, Outcome, combined, needed
from verify.language.assumptions import AssumptionError, signs_of, with_signs, written
from verify.language.implication import Hints, Implication
from verify.language.note import Note, joined
from verify.prover.by_enclosure import fails_near_an_end
from verify.prover.prover import Prover

GAPS = (sp.Integer(1), sp.Rational(1, 10), sp.Rational(1, 1000))
"""Distances from the value at which a better bound is tried, where no point is named."""

INFINITE = (sp.oo, -sp.oo)


@dataclass(frozen=True)
class Path:
    """A curve of points, for small positive values of its parameter.

    Parameters
    ----------
    parameter : Symbol
        Tends to 0 from above.
    at : mapping of Symbol to Expr
        The coordinates, in the parameter and in the parameters of the claim.
    """

    parameter: sp.Symbol
    at: Mapping[sp.Symbol, sp.Expr] = field(hash=False)

    def __post_init__(self) -> None:
        if 1 not in signs_of(self.parameter):
            raise AssumptionError(
                f"the path's parameter {written(self.parameter)} tends to 0 from above: "
                f'declare it as Symbol("{self.parameter}")'
            )

    @property
    def note(self) -> Note:
        """The path in words and formulas."""
        return Note(self.at, " for ", self.parameter, " -> 0+")

    def __str__(self) -> str:
        return str(self.note)


@dataclass(frozen=True)
class _Extremum:
    """What the four kinds have in common; see `Infimum`."""

    expression: sp.Expr
    over: tuple[sp.Symbol, ...]
    value: sp.Expr
    attained_at: Mapping[sp.Symbol, sp.Expr] | Path | None = field(default=None, hash=False)
    hints: Hints = field(default=Hints(), compare=False)

    name: ClassVar[str]
    lower: ClassVar[bool]
    must_be_attained: ClassVar[bool] = False

    def __post_init__(self) -> None:
        as_expressions(self, "expression", "value")
        if not self.over:
            raise ValueError(f"{self.name} over no variable: name at least one")
        if self.value.free_symbols & set(self.over):
            raise ValueError(
                f"the value {self.value} holds a variable over which the {self.name.lower()} is taken"
            )
        if self.must_be_attained and isinstance(self.attained_at, Path):
            raise ValueError(
                f"a {self.name.lower()} is attained at a point; along a path take the infimum or supremum"
            )
        if self.must_be_attained and self.value in INFINITE:
            raise ValueError(f"a {self.name.lower()} is a number, not {self.value}")
        if self.value in INFINITE and isinstance(self.attained_at, Mapping):
            raise ValueError(f"{self.value} is not attained at a point: name a path")
        coordinates = self._coordinates
        if coordinates is not None and set(coordinates) != set(self.over):
            missing = [str(s) for s in (*self.over, *coordinates) if (s in self.over) != (s in coordinates)]
            raise ValueError(f"point and variables differ in {', '.join(missing)}")
        for symbol, place in (coordinates or {}).items():
            if sp.sympify(place, strict=True).free_symbols & set(self.over):
                raise ValueError(f"the coordinate {symbol} = {place} holds a variable of the set")

    @property
    def _coordinates(self) -> Mapping[sp.Symbol, sp.Expr] | None:
        return self.attained_at.at if isinstance(self.attained_at, Path) else self.attained_at

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        over = joined(", ", self.over)
        statement = Note(self.name, "(", self.expression, ", over (", over, ")) = ", self.value)
        if isinstance(self.attained_at, Path):
            return Note(statement, ", approached along ", self.attained_at)
        if self.attained_at is not None:
            return Note(statement, ", attained at ", self.attained_at)
        return Note(statement, ", attained") if self.must_be_attained else statement

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        return frozenset(self.expression.free_symbols | {*self.over} | self.value.free_symbols)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for the bound and for its sharpness; for fixed parameters the domain describes the set."""
        domain = with_signs(domain, self.expression, self.value, *self.over)
        inhabited = nonempty(domain, prover)
        if inhabited.refuted:
            return on_empty_domain(self.text, inhabited)
        parts, sharp = [inhabited], None
        if prover.any_point and isinstance(self.attained_at, Mapping):
            sharp = self._sharpness(domain, inhabited, prover)
            if sharp.refuted:
                return combined(self.text, [inhabited, sharp], "sharpness")
        if self.value not in INFINITE:
            parts.append(establish(domain, self._bound(sp.Integer(0)), prover, self.hints))
        elif (self.value == -sp.oo) != self.lower:
            note = Note("the value is ", self.value)
            return Evidence(self.text, Outcome.OPEN, None, "not a value of this kind", note=note)
        if parts[-1].refuted:
            return combined(self.text, parts, "bound")
        parts.append(sharp or self._sharpness(domain, inhabited, prover))
        return combined(self.text, parts, "bound, and its sharpness")

    def _bound(self, gap: sp.Expr) -> sp.Basic:
        if self.lower:
            return sp.Ge(self.expression, self.value + gap, evaluate=False)
        return sp.Le(self.expression, self.value - gap, evaluate=False)

    def _sharpness(self, domain: tuple[sp.Basic, ...], inhabited: Evidence, prover: Prover) -> Evidence:
        if self.attained_at is None:
            return self._unnamed(domain, inhabited, prover)
        taken = self.free_symbols.union(*(h.free_symbols for h in domain))
        elsewhere = others_called(self.over, taken)
        parameters = tuple(at_point(h, elsewhere) for h in domain)
        about_set = [h for h in domain if h.free_symbols & set(self.over)]
        if isinstance(self.attained_at, Path):
            t = sp.Dummy("t", positive=True)
            moved = {
                s: place.xreplace({self.attained_at.parameter: t}) for s, place in self.attained_at.at.items()
            }
            inside = tuple(at_point(h, moved) for h in about_set)
            moving = value_there(self.expression, moved)
            statement = Note(self.value, " is approached along ", self.attained_at)
            on_region = partial(self._along, statement, moving, inside, t)
            evidence = by_cases(statement, parameters, prover, on_region)
        else:
            point = {s: sp.sympify(place, strict=True) for s, place in self.attained_at.items()}
            goals = [at_point(h, point) for h in about_set]
            if self.value not in INFINITE:
                reached = value_there(self.expression, point)
                goals.append(sp.Eq(reached, self.value, evaluate=False))
            parts = needed((establish(parameters, goal, prover) for goal in goals), prover.any_point)
            evidence = combined(Note(self.value, " is attained at ", point), parts, "a point of the set")
        return without_symbols(evidence, tuple(elsewhere.values()))

    def _along(
        self, statement: Note, moving: sp.Expr, inside: tuple[sp.Basic, ...], t: sp.Symbol, region: Region
    ) -> Evidence:
        expander = Expander(t, region)
        for condition in inside:
            if not expander.eventually(condition):
                return region.refutation(
                    statement, Note("the path leaves the set: ", condition, " fails for small ", t)
                )
        return limit_evidence(statement, expander, moving, self.value)

    def _unnamed(self, domain: tuple[sp.Basic, ...], inhabited: Evidence, prover: Prover) -> Evidence:
        """Sharpness where no point is named: a point is sought if there are no parameters; else a gap."""
        statement = Note(self.value, " is sharp")
        symbols = frozenset().union(*(h.free_symbols for h in domain), self.expression.free_symbols)
        if self.value in INFINITE:
            return Evidence(statement, Outcome.OPEN, None, "no path is named")
        if not (symbols | self.value.free_symbols) - set(self.over):
            reached = nonempty((*domain, sp.Eq(self.expression, self.value, evaluate=False)), prover)
            if reached.proved:
                return replace(reached, statement=Note(statement, ": attained at ", reached.witness))
            if reached.refuted and self.must_be_attained and inhabited.proved:
                return Evidence(
                    Note(self.value, " is attained"),
                    Outcome.REFUTED,
                    reached.grade,
                    "no point of the set has this value",
                    {},
                    certificate=reached.certificate,
                    note=Note("the value is not attained on the set"),
                )
        not_sharp = self._not_sharp(statement, domain, inhabited, prover)
        return not_sharp or Evidence(statement, Outcome.OPEN, None, "no point and no path is named")

    def _not_sharp(
        self, statement: Note, domain: tuple[sp.Basic, ...], inhabited: Evidence, prover: Prover
    ) -> Evidence | None:
        """A refutation by a better bound or, where the value must be attained, by a strict one."""
        if not inhabited.proved:
            return None
        relation = sp.Gt if self.lower else sp.Lt
        strict = establish(domain, relation(self.expression, self.value, evaluate=False), prover)
        if not strict.proved:
            return None  # No better bound can hold then.
        if least := self._better(domain, GAPS[-1], prover):  # Else no larger one is.
            larger = ((gap, self._better(domain, gap, prover)) for gap in GAPS[:-1])
            gap, reason = next(((g, e) for g, e in larger if e), (GAPS[-1], least))
            note = Note("a better bound is proved, by ", gap)
        else:
            if not self.must_be_attained:
                return None
            statement = Note(self.value, " is attained")
            reason, note = strict, Note("the value is not attained: ", strict.statement, " is proved")
        chosen = {s: v for s, v in (inhabited.witness or {}).items() if s not in self.over}
        return Evidence(
            statement, Outcome.REFUTED, reason.grade, reason.method, chosen, parts=(reason,), note=note
        )

    def _better(self, domain: tuple[sp.Basic, ...], gap: sp.Expr, prover: Prover) -> Evidence | None:
        """The proof of a better bound, if there is one; where it fails is of no account."""
        bound = self._bound(gap)
        if fails_near_an_end(Implication(domain, bound), self.over):
            return None
        doubting = prover.at_any_point()
        if not establish(domain, bound, doubting).proved:
            return None
        prover.learn(doubting)
        evidence = establish(domain, bound, prover)
        return evidence if evidence.proved else None


class Infimum(_Extremum):
    """The greatest lower bound of an expression over a set is the value.

    Parameters
    ----------
    expression : Expr
        In the variables and in parameters.
    over : tuple of Symbol
        The variables; all other symbols are parameters.
    value : Expr
        In the parameters, or `-oo`.
    attained_at : mapping, Path or None
        A point of the set, or a path in it, that shows the bound to be sharp; a part of the statement.
    hints : Hints
        For the search for a proof of the bound; not a part of the statement.
        Without one, a point is sought where there are no parameters.

    Examples
    --------
    >>> from sympy.abc import a, t, x
    >>> approached = Infimum(a + x, (x,), a, Path(t, {x: t}))
    >>> approached.examine((x > 0,), Prover()).proved
    True
    >>> Infimum(a + x, (x,), a, {x: sp.Integer(0)}).examine((x > 0,), Prover()).outcome.value
    'refuted'
    """

    name = "Infimum"
    lower = True


class Supremum(_Extremum):
    """The least upper bound of an expression over a set is the value; parameters as for `Infimum`.

    Examples
    --------
    >>> from sympy.abc import t, x
    >>> Supremum(x / (1 + x), (x,), sp.Integer(1), Path(t, {x: 1 / t})).examine((x > 0,), Prover()).proved
    True
    """

    name = "Supremum"
    lower = False


class Minimum(_Extremum):
    """The least value of an expression over a set, attained; parameters as for `Infimum`, without paths.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> Minimum(x + a**2 / x, (x,), 2 * a, {x: a}).examine((x > 0, a > 0), Prover()).proved
    True
    """

    name = "Minimum"
    lower = True
    must_be_attained = True


class Maximum(_Extremum):
    """The greatest value of an expression over a set, attained; parameters as for `Infimum`, without paths.

    Examples
    --------
    >>> from sympy.abc import x
    >>> Maximum(x * (1 - x), (x,), sp.Rational(1, 4)).examine((), Prover()).proved
    True
    """

    name = "Maximum"
    lower = False
    must_be_attained = True
