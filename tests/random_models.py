"""Random exact models of a setting: an independent check of what is claimed for all of them.

Every drawn model satisfies all hypotheses exactly. That a statement holds in many of them supports it and
never proves it; one in which it fails refutes it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Protocol, TypeVar

import sympy as sp
from sympy.core.relational import Relational

from tests.finite_distribution import Distribution
from verify.evidence import Evidence, Outcome
from verify.probability.derivation import statement_text
from verify.probability.model import Cell, Model, Place, UndefinedError, cell_symbol
from verify.probability.refutation import Instance, refutation
from verify.probability.weighted_sum import Setting, Total

O = TypeVar("O", bound=Hashable)  # noqa: E741

LARGEST_SUPPORT = 6
ATTEMPTS = 20
"""Attempts at one model; hypotheses that are met by luck only may need several."""

DRAWS = 10
"""Most draws for each value in one attempt; where none is possible, the values before are drawn again."""


class FiniteStatement(Protocol):
    """A statement about sums over finite index sets: the goal holds in every model of setting and domain."""

    @property
    def setting(self) -> Setting:
        """The families and what is assumed of them."""

    @property
    def goal(self) -> sp.Basic:
        """What is stated."""


def random_check(
    statement: FiniteStatement, count: int, seed: int, domain: tuple[sp.Basic, ...] = ()
) -> Evidence:
    """Evidence from random models: refuted by the first in which the goal fails, else open.

    Parameters
    ----------
    statement : FiniteStatement
        What is claimed.
    count : int
        How many models to draw.
    seed : int
        Of the generator; the same seed draws the same models.
    domain : tuple of Boolean
        Further hypotheses.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> from verify.probability.statements import TermwiseSum
    >>> setting = Setting({w: (z,)}, (w >= 0, w <= 1))
    >>> random_check(TermwiseSum(setting, Total(w**2, z) <= Total(w, z)), 20, seed=1).note
    'holds in all of 20 random models, which proves nothing'
    >>> random_check(TermwiseSum(setting, Total(w, z) <= Total(w**2, z)), 20, seed=1).refuted
    True
    """
    text = statement_text(statement.setting, statement.goal)
    facts = statement.setting.facts(domain, (statement.goal,))
    symbols = frozenset[sp.Symbol]().union(*(s.free_symbols for s in (*facts, statement.goal)))
    drawn = 0
    for model in random_models(statement.setting, facts, symbols, count, seed):
        drawn += 1
        if not model.holds(statement.goal):
            return refutation(text, model, statement.goal)
    note = f"holds in all of {drawn} random models, which proves nothing"
    if drawn < count:
        note += f" ({count - drawn} draws did not meet the hypotheses)"
    return Evidence(text, Outcome.OPEN, None, "random models", note=note)


def random_models(
    setting: Setting,
    facts: Iterable[sp.Basic],
    symbols: Iterable[sp.Symbol],
    count: int,
    seed: int,
    largest: int = LARGEST_SUPPORT,
) -> Iterator[Model]:
    """Up to `count` random models of the facts, with index sets of 1 to `largest` elements.

    Fewer where the hypotheses are not met in several attempts.

    Parameters
    ----------
    setting : Setting
        The families.
    facts : iterable of Boolean
        What each model satisfies.
    symbols : iterable of Symbol
        What needs a value.
    count, seed : int
        How many, and the seed of the generator.
    largest : int
        Largest size of an index set.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> setting = Setting({w: (z,)}, (w >= 0, sp.Eq(Total(w, z), 1)))
    >>> models = list(random_models(setting, setting.facts(), [w], 5, seed=2))
    >>> [model.value(Total(w, z)) == 1 for model in models]
    [True, True, True, True, True]
    """
    random = Random(seed)
    given = tuple(facts)
    needed = tuple(symbols)
    plans: dict[tuple[int, ...], _Plan] = {}
    for _ in range(count):
        for _ in range(ATTEMPTS):
            sizes = tuple(random.randint(1, largest) for _ in setting.indices)
            if sizes not in plans:
                plans[sizes] = _Plan.of(setting, given, needed, sizes)
            model = plans[sizes].model(random)
            if model is not None:
                yield model
                break


@dataclass(frozen=True)
class _Plan:
    """In which order to draw values, and which comparisons limit each."""

    instance: Instance
    facts: tuple[sp.Basic, ...]
    shares: tuple[tuple[Cell, ...], ...]
    """Groups of values with sum 1."""
    order: tuple[Cell, ...]
    limits: Mapping[Cell, list[tuple[sp.Basic, Place]]] = field(hash=False)

    @classmethod
    def of(
        cls,
        setting: Setting,
        facts: tuple[sp.Basic, ...],
        symbols: tuple[sp.Symbol, ...],
        sizes: tuple[int, ...],
    ) -> _Plan:
        instance = Instance(setting, tuple(zip(setting.indices, sizes, strict=True)))
        shares = tuple(_shares(instance, facts))
        settled = [cell for group in shares for cell in group]
        cells = instance.cells(symbols)
        others = [c for c in cells if c not in set(settled)]
        numbers = [c for c in others if not c[1]]
        events = [c for c in others if c[0] in setting.events]
        families = [c for c in others if c[1] and c[0] not in setting.events]
        rest = sorted(families, key=lambda cell: (cell[1], str(cell[0])))
        order = (*numbers, *settled, *events, *rest)
        rank = {cell_symbol(cell): position for position, cell in enumerate(order)}
        limits: dict[Cell, list[tuple[sp.Basic, Place]]] = {cell: [] for cell in order}
        shape = Model(setting, dict(instance.sizes), {})
        for fact in facts:
            for comparison in fact.args if isinstance(fact, sp.And) else (fact,):
                if not isinstance(comparison, Relational):
                    continue
                for place in shape.places(setting.free_indices(comparison)):
                    concerned = instance.expression(comparison, place).free_symbols
                    if concerned:
                        limits[order[max(rank[s] for s in concerned)]].append((comparison, place))
        return cls(instance, facts, shares, order, limits)

    def model(self, random: Random) -> Model | None:
        """A random model; None where the values drawn meet no further one."""
        values: dict[Cell, Fraction] = {}
        model = Model(self.instance.setting, dict(self.instance.sizes), values)
        for group in self.shares:
            least = random.randint(0, 1)
            weights = [random.randint(least, 6) for _ in group]
            if not any(weights):
                return None
            values.update({c: Fraction(w, sum(weights)) for c, w in zip(group, weights, strict=True)})
        drawn = [cell for cell in self.order if cell not in values]
        position = 0
        for _ in range(DRAWS * len(drawn)):
            if position == len(drawn):
                break
            chosen = self._chosen(drawn[position], model, values, random)
            if chosen is not None:
                values[drawn[position]] = chosen
                position += 1
                continue
            position = max(0, position - random.randint(1, 2))
            for cell in drawn[position:]:
                values.pop(cell, None)
        if position < len(drawn):
            return None
        return model if all(model.holds(fact) for fact in self.facts) else None

    def _chosen(
        self, cell: Cell, model: Model, values: dict[Cell, Fraction], random: Random
    ) -> Fraction | None:
        if cell[0] in self.instance.setting.events:
            return Fraction(random.randint(0, 1))
        low: tuple[Fraction, bool] | None = None
        high: tuple[Fraction, bool] | None = None
        for comparison, place in self.limits[cell]:
            line = _line(comparison, place, cell, model, values)
            if line is None or isinstance(comparison, sp.Ne):
                continue
            slope, constant = line
            edge = -constant / slope
            if isinstance(comparison, sp.Eq):
                return edge
            strict = isinstance(comparison, (sp.Gt, sp.Lt))
            if (slope > 0) == isinstance(comparison, (sp.Gt, sp.Ge)):
                low = (edge, strict) if low is None else max(low, (edge, strict))
            else:
                high = (edge, strict) if high is None else min(high, (edge, strict), key=_tightest)
        return _between(low, high, random)


def _line(
    comparison: sp.Basic, place: Place, cell: Cell, model: Model, values: dict[Cell, Fraction]
) -> tuple[Fraction, Fraction] | None:
    """Slope and constant of left less right side as a function of one value, if that looks like a line."""
    found = []
    try:
        for trial in (0, 1, 2):
            values[cell] = Fraction(trial)
            found.append(model.value(comparison.lhs, place) - model.value(comparison.rhs, place))
    except UndefinedError:
        return None
    finally:
        del values[cell]
    slope = found[1] - found[0]
    return (slope, found[0]) if slope != 0 and found[2] - found[1] == slope else None


def _tightest(end: tuple[Fraction, bool]) -> tuple[Fraction, bool]:
    return end[0], not end[1]


def _between(
    low: tuple[Fraction, bool] | None, high: tuple[Fraction, bool] | None, random: Random
) -> Fraction | None:
    """A random number between two ends (flagged where excluded); None where there is none."""
    if low is None and high is None:
        return Fraction(random.randint(-8, 8), 4)
    if low is None or high is None:
        end, strict = low or high or (Fraction(0), False)
        away = Fraction(random.randint(int(strict), 8), 4)
        return end + away if high is None else end - away
    if low[0] > high[0] or (low[0] == high[0] and (low[1] or high[1])):
        return None
    return low[0] + (high[0] - low[0]) * Fraction(random.randint(int(low[1]), 6 - int(high[1])), 6)


def _shares(instance: Instance, facts: tuple[sp.Basic, ...]) -> Iterator[tuple[Cell, ...]]:
    """The groups of values of which a hypothesis says that their sum is 1."""
    setting = instance.setting
    shape = Model(setting, dict(instance.sizes), {})
    seen: set[sp.Symbol] = set()
    for fact in facts:
        if not isinstance(fact, sp.Eq) or 1 not in fact.args:
            continue
        total = fact.lhs if fact.rhs == 1 else fact.rhs
        if not isinstance(total, Total) or total.summand not in setting.families or total.summand in seen:
            continue
        family = total.summand
        indices = setting.families[family]
        if not set(total.indices) <= set(indices):
            continue
        seen.add(family)
        for outer in shape.places(frozenset(indices) - set(total.indices)):
            places = ({**outer, **inner} for inner in shape.places(frozenset(total.indices)))
            yield tuple((family, tuple(place[i] for i in indices)) for place in places)


def random_distribution(outcomes: Iterable[O], random: Random, positive: bool = False) -> Distribution[O]:
    """A random distribution with small rational probabilities.

    Parameters
    ----------
    outcomes : iterable
        At least one outcome.
    random : Random
        The seeded generator.
    positive : bool
        Whether every outcome has a positive probability.

    Examples
    --------
    >>> found = random_distribution("abc", Random(1), positive=True)
    >>> min(found.probabilities.values()) > 0
    True
    """
    listed = list(dict.fromkeys(outcomes))
    if not listed:
        raise ValueError("a distribution needs at least one outcome")
    while True:
        weights = [random.randint(1 if positive else 0, 8) for _ in listed]
        if any(weights):
            return Distribution({o: Fraction(w, sum(weights)) for o, w in zip(listed, weights, strict=True)})
