"""One certificate without case splits: families of products in turn, each given to the linear program.

What comes out is re-expanded in the ring of the system before it is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np

from verify.search.budget import Meter
from verify.search.candidates import candidate_squares
from verify.search.column_generation import generated_columns
from verify.search.columns import Program, numbered, program_of
from verify.search.derivation import Node, Term, copied, leaf
from verify.search.ideal import Ideal
from verify.search.linear_program import solve, weights
from verify.search.memory import Memory
from verify.search.products import Column, Factor, Products, factors, up_to_size, within_box
from verify.search.ring import Polynomial, factored, text

MAX_HARVEST_VARIABLES = 4


class Family(Enum):
    """Ways to choose columns."""

    SIZE = "products up to a number of factors"
    BOX = "products within the degrees of the conditions"
    SQUARES = "products up to a number of factors, shorter ones also times squares"
    HARVEST = "squares found by duality"


Plan = Sequence[tuple[Family, int]]
QUICK: Plan = ((Family.SIZE, 2),)
FEW: Plan = ((Family.SIZE, 1), (Family.SIZE, 2), (Family.SQUARES, 2), (Family.BOX, 1))
SHORT: Plan = ((Family.SIZE, 1), (Family.SIZE, 2))
SIGN: Plan = ((Family.SIZE, 1), (Family.SIZE, 2), (Family.BOX, 1))
THOROUGH: Plan = (*SIGN, (Family.SIZE, 3))
FIRST: Plan = (
    *((Family.SIZE, 1), (Family.SIZE, 2), (Family.SQUARES, 2)),
    *((Family.BOX, 1), (Family.SIZE, 3), (Family.BOX, 2)),
)
SMALL: Plan = ((Family.SIZE, 2), (Family.BOX, 1), (Family.SQUARES, 2))
MEDIUM: Plan = ((Family.SIZE, 3), (Family.BOX, 2), (Family.SQUARES, 3))
LARGE: Plan = ((Family.SIZE, 4), (Family.SQUARES, 3))
LAST: Plan = ((Family.HARVEST, 2), (Family.BOX, 3), (Family.SQUARES, 4))


def direct(modulo: Ideal, meter: Meter, plan: Plan, hinted: Sequence[Polynomial] = ()) -> Node | None:
    """A refutation without case splits.

    Parameters
    ----------
    modulo : Ideal
        The system and its equations.
    meter : Meter
        What may be spent.
    plan : sequence of (Family, int)
        Families and their sizes, in the order in which they are tried.
    hinted : sequence of flint.fmpq_mpoly
        Squares to try first.

    Returns
    -------
    dict or None
        A node with terms and multipliers, or None.

    Raises
    ------
    verify.search.budget.Exhausted
        If the budget does not suffice.

    Examples
    --------
    >>> from verify.search.budget import Budget
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> both = ideal(system(["x"], [{(1,): -1}], [{(1,): 1}], []))
    >>> direct(both, Meter.of(Budget()), QUICK)["multipliers"]
    []
    """
    question = _Question.of(modulo, meter, plan, hinted)
    return copied(_MEMORY.answer(question, meter, lambda: _sought(modulo, meter, plan, hinted)))


@dataclass(frozen=True)
class _Question:
    """All that the outcome depends on, apart from the work that is left; polynomials as texts."""

    variables: tuple[str, ...]
    conditions: tuple[tuple[str, ...], ...]
    plan: tuple[tuple[Family, int], ...]
    hinted: tuple[str, ...]
    limits: tuple[int, ...]

    @classmethod
    def of(cls, modulo: Ideal, meter: Meter, plan: Plan, hinted: Sequence[Polynomial]) -> _Question:
        system, limits = modulo.system, meter.limits
        return cls(
            system.ring.variables,
            tuple(tuple(map(text, polynomials)) for polynomials in (system.ge, system.gt, system.eq)),
            tuple(plan),
            tuple(map(text, hinted)),
            (limits.level, limits.columns, limits.rows, limits.iterations),
        )


_MEMORY: Memory[Node | None] = Memory()


def _sought(modulo: Ideal, meter: Meter, plan: Plan, hinted: Sequence[Polynomial]) -> Node | None:
    if modulo.contains_one:
        return _leaf(modulo, (), [(1, Products(modulo, ()).columns([()])[0])])
    conditions = factors(modulo)
    if node := _vanishing(modulo, conditions):
        return node
    for candidates in _families(modulo, conditions, meter, plan, hinted):
        if node := _from_candidates(modulo, conditions, candidates, meter):
            return node
    return None


def _vanishing(modulo: Ideal, conditions: tuple[Factor, ...]) -> Node | None:
    """A product of strict conditions that is a multiple of an equation: it is 0 and positive."""
    carriers: dict[str, int] = {}
    for position, condition in enumerate(conditions):
        if condition.strict and condition.polynomial != 0:
            for factor, _ in factored(condition.polynomial)[1]:
                carriers.setdefault(text(factor), position)
    for member in modulo.basis:
        factors_of_member = [(text(f), n) for f, n in factored(member.polynomial)[1]]
        if factors_of_member and all(f in carriers for f, _ in factors_of_member):
            chosen = sorted(carriers[f] for f, n in factors_of_member for _ in range(n))
            (column,) = Products(modulo, conditions).columns([tuple(chosen)])
            if node := _leaf(modulo, conditions, [(1, column)]):
                return node
    return None


def _families(
    modulo: Ideal, conditions: tuple[Factor, ...], meter: Meter, plan: Plan, hinted: Sequence[Polynomial]
) -> Iterator[_Candidates]:
    """Columns with their linear programs, in the order of the plan."""
    products = Products(modulo, conditions)
    most = meter.limits.columns
    for family, size in plan:
        if size > meter.limits.level:
            continue
        if family is Family.HARVEST:
            for columns in _generated_columns(modulo, conditions, hinted, meter):
                yield _of_columns(conditions, columns)
        elif family is Family.BOX:
            narrow: list[tuple[int, ...]] | None = None
            for flag in (True, False):
                listed = within_box(products, size - 1, most, flag)
                meter.spend((most if listed is None else len(listed)) // 2)
                if listed is not None and listed != narrow:
                    yield _of_products(products, listed)
                narrow = listed
        else:
            listed = up_to_size(conditions, size, most)
            if listed is None:
                continue
            if family is Family.SQUARES:
                roots = (*hinted, *candidate_squares(modulo, conditions))
                inner = up_to_size(conditions, size - 1, (most - len(listed)) // max(1, len(roots)))
                if inner is None or not roots:
                    continue
                yield _of_products(products, listed, roots, inner)
            else:
                yield _of_products(products, listed)


def _generated_columns(
    modulo: Ideal, conditions: tuple[Factor, ...], hinted: Sequence[Polynomial], meter: Meter
) -> Iterator[list[Column]]:
    """Lists of columns with squares found by duality."""
    present = [f.polynomial for f in conditions] + [m.polynomial for m in modulo.basis]
    gens = modulo.system.ring.gens
    if sum(any(p.degrees()[v] for p in present) for v in range(len(gens))) > MAX_HARVEST_VARIABLES:
        return
    products = Products(modulo, conditions)
    roots = tuple(hinted) + candidate_squares(modulo, conditions)
    for level, raised in ((2, 0), (2, 2), (3, 0)):
        listed = up_to_size(conditions, level, 60)
        multipliers = up_to_size(conditions, max(1, level - 1), 20) or [()]
        multipliers = sorted({*multipliers, *((k,) for k in range(len(conditions)))})
        if listed is None:
            continue
        listed = sorted({*listed, *((k,) for k in range(len(conditions)))})
        columns = products.columns(listed) + products.squared(
            [(), *((k,) for k in range(len(conditions)))], roots
        )
        strict = _strict(conditions, columns)
        yield from generated_columns(products, columns, strict, multipliers, raised, meter.spend)


def _strict(conditions: Sequence[Factor], columns: Sequence[Column]) -> list[bool]:
    """Which columns are positive: products of strict conditions alone."""
    positive = {k for k, condition in enumerate(conditions) if condition.strict}
    return [column.square is None and positive.issuperset(column.factors) for column in columns]


class _Candidates(NamedTuple):
    """A linear program, and the column of each number."""

    task: Program
    column: Callable[[int], Column]


MANY = 60
"""So many products are worked out at once."""


def _of_products(
    products: Products,
    listed: Sequence[tuple[int, ...]],
    roots: Sequence[Polynomial] = (),
    inner: Sequence[tuple[int, ...]] = (),
) -> _Candidates:
    """These products, and for each of the roots some of them times its square."""
    conditions = products.factors
    squared = [(root, chosen) for root in range(len(roots)) for chosen in inner]
    every = [*listed, *((*chosen, len(conditions) + root) for root, chosen in squared)]
    vectors = products.vectors(every, roots) if len(every) >= MANY else None
    if vectors is None:
        return _of_columns(conditions, products.columns(listed) + products.squared(inner, roots))

    def column(number: int) -> Column:
        if number < len(listed):
            return products.columns([listed[number]])[0]
        root, chosen = squared[number - len(listed)]
        return products.squared([chosen], [roots[root]])[0]

    rows, height = numbered(vectors.monomials)
    there = vectors.counts > 0
    first = (np.cumsum(vectors.counts) - vectors.counts)[there]
    largest, degrees = np.ones(len(every)), np.full(len(every), -1)
    largest[there] = np.maximum.reduceat(np.abs(vectors.values), first)
    degrees[there] = products.degrees(vectors.monomials[first])
    squares = np.arange(len(every)) >= len(listed)
    positive = {k for k, condition in enumerate(conditions) if condition.strict}
    task = Program(
        rows.astype(np.int32),
        np.repeat(np.arange(len(every), dtype=np.int32), vectors.counts),
        vectors.values / np.repeat(largest, vectors.counts),
        height,
        np.array(list(map(positive.issuperset, every)), dtype=bool),
        1.0 + (np.array(list(map(len, every))) - squares) + 0.01 * degrees + squares,
    )
    return _Candidates(task, column)


def _of_columns(conditions: Sequence[Factor], columns: Sequence[Column]) -> _Candidates:
    strict = _strict(conditions, columns)
    cost = [1.0 + len(c.factors) + 0.01 * c.scaled.degree + (c.square is not None) for c in columns]
    return _Candidates(program_of([c.scaled for c in columns], strict, cost), columns.__getitem__)


def _from_candidates(
    modulo: Ideal, conditions: tuple[Factor, ...], candidates: _Candidates, meter: Meter
) -> Node | None:
    """The refutation that these columns admit, if the linear program finds one."""
    task, column = candidates
    meter.spend(len(task.values))
    proposal = solve(task, meter.limits.rows, meter.limits.iterations)
    if proposal is None:
        return None
    for chosen in proposal.choices():
        columns = list(map(column, chosen))
        solution = weights([c.polynomial for c in columns], task.strict[chosen].tolist())
        if solution is not None:
            return _leaf(modulo, conditions, [(w, c) for w, c in zip(solution, columns, strict=True) if w])
    return None


def _leaf(modulo: Ideal, conditions: tuple[Factor, ...], weighted: list[tuple[int, Column]]) -> Node | None:
    """The node for these weights; None unless it adds up to 0 in the ring of the system."""
    terms = [
        Term(
            weight,
            tuple(conditions[k].index for k in column.factors if conditions[k].strict),
            tuple(conditions[k].index for k in column.factors if not conditions[k].strict),
            column.square,
        )
        for weight, column in weighted
    ]
    system = modulo.system
    total = sum((term.product(system) for term in terms), start=system.ring.context.constant(0))
    multipliers = modulo.multipliers(total)
    return None if multipliers is None else leaf(system, terms, multipliers)
