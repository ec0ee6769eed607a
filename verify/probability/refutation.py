"""Counterexamples to statements about sums: finite models with small index sets, found and then confirmed.

For index sets of given sizes a statement is an implication between finitely many real numbers. The prover's
counterexample to it is a model, which counts only after exact evaluation (`verify.probability.model`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

import sympy as sp
from sympy.core.relational import Relational

from verify import kernel
from verify.evidence import Evidence, Grade, Outcome
from verify.language.case_functions import NOT_REAL
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.points.rational_search import QUICK_NODES, System, sorted_symbols
from verify.probability.model import Cell, Model, Place, cell_symbol
from verify.probability.named_model import NamedModel, named_among
from verify.probability.weighted_sum import Quotient, Setting, Total, divisors
from verify.prover.witness import UnconfirmedPointError, find_witness
from verify.search.facts import Fact
from verify.search.sign_facts import as_conditions
from verify.solvers.smt import QUICK_STEPS, Solver, UndecidedQueryError

LARGEST_SIZE = 3
MOST_UNKNOWNS = 14
"""Beyond these, no model is sought."""


@dataclass(frozen=True)
class Instance:
    """A setting with index sets of given sizes.

    Parameters
    ----------
    setting : Setting
        The families.
    sizes : tuple of (Symbol, int)
        The size of each index set.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> two = Instance(Setting({w: (z,)}), ((z, 2),))
    >>> two.expression(Total(w, z), {})
    w[1] + w[2]
    >>> two.statements(w >= 0)
    [w[1] >= 0, w[2] >= 0]
    """

    setting: Setting
    sizes: tuple[tuple[sp.Symbol, int], ...]

    def expression(self, expression: sp.Basic, place: Place) -> sp.Basic:
        """The expression at one value of its free indices, in symbols such as `w[1]`."""
        if isinstance(expression, Total):
            shape = self._shape
            terms = (
                self.expression(expression.summand, {**place, **chosen})
                for chosen in shape.places(frozenset(expression.indices))
            )
            return sp.Add(*terms)
        if expression.is_Symbol:
            return cell_symbol(self._cell(expression, place))
        if not expression.args:
            return expression
        parts = [self.expression(part, place) for part in expression.args]
        if isinstance(expression, Quotient):
            return parts[0] / parts[1]
        if isinstance(expression, Relational):
            return self._comparison(expression, parts, place)
        if isinstance(expression, (sp.And, sp.Or)):
            return expression.func(*parts, evaluate=False)
        return expression.func(*parts)

    def _comparison(self, comparison: sp.Basic, sides: list[sp.Expr], place: Place) -> sp.Basic:
        """The comparison of the sides, with the divisors that these have lost."""
        below = [
            self.expression(divisor, {**place, **running})
            for divisor in dict.fromkeys(d for d, _ in divisors(comparison))
            for running in self._shape.places(self.setting.free_indices(divisor) - set(place))
        ]
        if any(side.has(*NOT_REAL) for side in sides) or sp.S.Zero in below:
            return sp.false
        nonzero = [sp.Ne(d, 0, evaluate=False) for d in below if not d.is_number]
        compared = comparison.func(*sides, evaluate=False)
        return sp.And(compared, *nonzero, evaluate=False) if nonzero else compared

    def statements(self, statement: sp.Basic) -> list[sp.Basic]:
        """The statement at each value of its free indices."""
        return [*_ground(self, statement)]

    def cells(self, symbols: Iterable[sp.Symbol]) -> list[Cell]:
        """What needs a value, for these symbols."""
        cells = []
        for symbol in sorted(symbols, key=str):
            indices = self.setting.families.get(symbol, ())
            cells += [
                (symbol, tuple(place[i] for i in indices)) for place in self._shape.places(frozenset(indices))
            ]
        return cells

    @property
    def values_of_families(self) -> frozenset[sp.Symbol]:
        """The symbols of the values that vary with an index."""
        return frozenset(map(cell_symbol, self.cells(self.setting.families)))

    @property
    def _shape(self) -> Model:
        return Model(self.setting, dict(self.sizes), {})

    def _cell(self, symbol: sp.Symbol, place: Place) -> Cell:
        return symbol, tuple(place[i] for i in self.setting.families.get(symbol, ()))


@lru_cache(maxsize=1 << 12)
def _ground(instance: Instance, statement: sp.Basic) -> tuple[sp.Basic, ...]:
    """A statement at each value of its free indices; questions of a claim have most hypotheses in common."""
    places = instance._shape.places(instance.setting.free_indices(statement))
    return tuple(instance.expression(statement, place) for place in places)


def instances(setting: Setting, largest: int = LARGEST_SIZE) -> Iterator[Instance]:
    """Sizes of the index sets, small ones first: all 1, then with empty sets, then larger ones.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> [i.sizes[0][1] for i in instances(Setting({w: (z,)}))]
    [1, 0, 2, 3]
    """
    sizes = product(range(largest + 1), repeat=len(setting.indices))
    for chosen in sorted(sizes, key=lambda c: (max((1, *c)), 0 in c, sum(c), c)):
        yield Instance(setting, tuple(zip(setting.indices, chosen, strict=True)))


def find_model(
    setting: Setting,
    facts: Iterable[sp.Basic],
    goal: sp.Basic,
    largest: int = LARGEST_SIZE,
    known: KnownPoints | None = None,
) -> Model | None:
    """A confirmed model in which all facts hold and the goal fails; None where none is found.

    Facts hold for all values of their free indices, the goal fails for some (`False` for any model of the
    facts). Points found before are tried first, and new ones are kept. Index sets have at most `largest`
    elements; a size that cannot be decided with little work is passed over.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> print(find_model(Setting({w: (z,)}), [w >= 0], Total(w, z) > w))
    size(z) = 1, w[1] = 0
    """
    hypotheses = tuple(facts)
    if known is not None and (before := model_at_hand(setting, hypotheses, goal, known)) is not None:
        return before
    for instance in small_instances(setting, (*hypotheses, goal), largest):
        implication = question(instance, hypotheses, goal)
        point = _found(implication, _numbers_to_fix(instance, implication))
        model = model_with(instance, point, hypotheses, goal)
        if model is not None and point is not None:
            if known is not None:
                known.keep(implication, point)
            return model
    return None


def model_at_hand(
    setting: Setting, facts: Iterable[sp.Basic], goal: sp.Basic, known: KnownPoints
) -> Model | None:
    """A model as `find_model` would find it, if it was found before; it is confirmed again."""
    hypotheses = tuple(facts)
    for instance in small_instances(setting, (*hypotheses, goal)) if known.known_answers else ():
        implication = question(instance, hypotheses, goal)
        point = known.point(implication)
        model = model_with(instance, point, hypotheses, goal)
        if model is not None and point is not None:
            known.keep(implication, point)
            return model
    return None


def small_instances(
    setting: Setting, statements: tuple[sp.Basic, ...], largest: int = LARGEST_SIZE
) -> list[Instance]:
    """The sizes with few enough unknowns, small ones first.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> [dict(i.sizes)[z] for i in small_instances(Setting({w: (z,)}), (w >= 0,))]
    [1, 0, 2, 3]
    """
    symbols = _symbols(statements)
    return [i for i in instances(setting, largest) if len(i.cells(symbols)) <= MOST_UNKNOWNS]


def _symbols(statements: Iterable[sp.Basic]) -> frozenset[sp.Symbol]:
    return frozenset[sp.Symbol]().union(*(part.free_symbols for part in statements))


@dataclass(frozen=True)
class KnownPoints:
    """Counterexamples found before, by the fingerprint of what they refute, and those found now.

    Parameters
    ----------
    known_answers : mapping of str to mapping of str to str
        See `KnownAnswers.points`; none counts before the model it makes is confirmed.
    answers : dict of str to Evidence
        Takes what is found; see `verify.prover.prover.Prover.answers`.
    """

    known_answers: Mapping[str, Mapping[str, str]]
    answers: dict[str, Evidence]

    def point(self, implication: Implication) -> dict[sp.Symbol, sp.Expr] | None:
        """The point that is at hand, in the symbols of the statement."""
        named = self.known_answers.get(implication.encoded.fingerprint)
        symbols = {symbol.name: symbol for symbol in implication.symbols}
        if named is None or not set(named) <= set(symbols):
            return None
        return {symbols[name]: sp.Rational(value) for name, value in named.items()}

    def keep(self, implication: Implication, point: Mapping[sp.Symbol, sp.Expr]) -> None:
        """Keep a point for the next time."""
        self.answers[implication.encoded.fingerprint] = Evidence(
            Note(implication), Outcome.REFUTED, Grade.EXACT, "exact finite model", dict(point)
        )


def question(instance: Instance, hypotheses: tuple[sp.Basic, ...], goal: sp.Basic) -> Implication:
    """The statement for index sets of these sizes: finitely many real numbers.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> question(Instance(Setting({w: (z,)}), ((z, 2),)), (w >= 0,), Total(w, z) > 1).goal
    w[1] + w[2] > 1
    """
    ground = tuple(s for fact in hypotheses for s in instance.statements(fact))
    goals = instance.statements(goal)
    return Implication(ground, goals[0] if len(goals) == 1 else sp.And(*goals, evaluate=False))


def model_with(
    instance: Instance,
    point: Mapping[sp.Symbol, sp.Expr] | None,
    hypotheses: tuple[sp.Basic, ...],
    goal: sp.Basic,
) -> Model | None:
    """The model with these values, 0 for the others, if all facts hold in it and the goal fails.

    None where a value is not rational, or a part of the statement has no exact value.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> one = Instance(Setting({w: (z,)}), ((z, 1),))
    >>> print(model_with(one, {sp.Symbol("w[1]"): sp.S.Half}, (w >= 0,), w >= 1))
    size(z) = 1, w[1] = 1/2
    """
    if point is None:
        return None
    cells = instance.cells(_symbols((*hypotheses, goal)))
    values = {cell: point.get(cell_symbol(cell), sp.Integer(0)) for cell in cells}
    if not all(value.is_Rational for value in values.values()):
        return None
    exact = {cell: Fraction(int(v.p), int(v.q)) for cell, v in values.items()}
    model = Model(instance.setting, dict(instance.sizes), exact)
    try:
        fails = all(model.holds(fact) for fact in hypotheses) and not model.holds(goal)
    except TypeError:
        return None
    return model if fails else None


def refutation(statement: Note, model: Model, goal: sp.Basic) -> Evidence:
    """Evidence against a statement whose goal fails in a model of its hypotheses.

    Raises
    ------
    ValueError
        If the goal holds in the model.
    """
    place = model.failure(goal)
    if place is None:
        raise ValueError(f"{goal} holds in the model {model}")
    at = joined("", (Note(" at ", index, f" = {value}") for index, value in place.items()))
    return Evidence(
        statement,
        Outcome.REFUTED,
        Grade.EXACT,
        "exact finite model",
        model.point,
        note=Note(goal, " is false or undefined", at),
    )


def has_model(
    setting: Setting,
    facts: Iterable[sp.Basic],
    known: KnownPoints | None = None,
    named: Iterable[NamedModel] = (),
) -> Evidence:
    """Evidence that some finite model satisfies all facts: proved with the model, or open."""
    statement = Note("some finite model satisfies the hypotheses")
    hypotheses = tuple(facts)
    model = named_among(named, setting, hypotheses, sp.false)
    model = model or find_model(setting, hypotheses, sp.false, known=known)
    if model is None:
        return Evidence(statement, Outcome.OPEN, None, "no model found")
    return Evidence(statement, Outcome.PROVED, Grade.EXACT, "a model", model.point)


@lru_cache(maxsize=1024)
def _found(implication: Implication, numbers: tuple[sp.Symbol, ...]) -> Mapping[sp.Symbol, sp.Expr] | None:
    """A counterexample; a claim asks for the same one for each hypothesis that it may lack."""
    return _at_simple_numbers(implication, numbers) or _counterexample(implication)


def _numbers_to_fix(instance: Instance, implication: Implication) -> tuple[sp.Symbol, ...]:
    """The symbols without an index; none where sets of one element are small enough as they are."""
    if max((size for _, size in instance.sizes), default=1) < 2:
        return ()
    families = instance.values_of_families
    return tuple(s for s in sorted_symbols(implication.symbols) if s not in families)


def _at_simple_numbers(
    implication: Implication, numbers: tuple[sp.Symbol, ...]
) -> dict[sp.Symbol, sp.Expr] | None:
    """A counterexample in which each of these symbols has one of a few values; None decides nothing.

    With these fixed the polynomials of larger index sets are of a degree at which the search gets far.
    """
    if not numbers:
        return None
    for symbols, unknowns, facts in _systems(implication):
        named = {name: symbol for symbol, name in symbols.items()}
        system = System.of(as_conditions(facts, unknowns))
        for point in () if system.empty else _spread(numbers):
            at = {symbols[s]: value for s, value in point.items() if s in symbols}
            others = system.at(at).simplest(QUICK_NODES)
            if others is not None:
                return point | {named[s]: value for s, value in others.items() if s in named}
    return None


SPREAD = (sp.Rational(1, 10), sp.Rational(1, 2), sp.Rational(9, 10))


def _spread(symbols: Sequence[sp.Symbol]) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """All of them alike, then in rotation: small, middle and large in [0, 1]."""
    for turn, first in product(range(2), range(len(SPREAD))):
        yield {s: SPREAD[(first + turn * place) % len(SPREAD)] for place, s in enumerate(symbols)}


def _counterexample(implication: Implication) -> dict[sp.Symbol, sp.Expr] | None:
    """A point at which the hypotheses hold and the goal fails; None where little work finds none."""
    solver = Solver(steps=QUICK_STEPS)
    for symbols, unknowns, facts in _systems(implication):
        try:
            witness = find_witness(as_conditions(facts, unknowns), (), solver, "a finite model")
        except (UndecidedQueryError, UnconfirmedPointError):
            continue  # another size, or none: nothing is concluded from not finding a model
        if witness is not None:
            by_name = {s.name: value for s, value in witness.point.items()}
            return {
                symbol: by_name[unknown.name]
                for symbol, unknown in symbols.items()
                if unknown.name in by_name
            }
    return None


def _systems(
    implication: Implication,
) -> Iterator[tuple[dict[sp.Symbol, sp.Symbol], list[sp.Symbol], list[Fact]]]:
    """The unknown of each symbol, all unknowns, and a system; a counterexample solves one of the systems."""
    encoded = implication.encoded
    try:
        ring, systems = kernel.systems(encoded.claim)
    except kernel.Rejected:
        return  # too large to be looked at
    unknowns = {name: sp.Symbol(name, real=True) for name in ring.atoms}
    symbols = {encoded.symbols[n]: u for n, u in unknowns.items() if encoded.symbols[n].is_Symbol}
    for facts in systems:
        yield symbols, list(unknowns.values()), [*facts]
