"""One certificate without case splits: families of products in turn, each given to the linear program.

What comes out is re-expanded in the ring of the system before it is returned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from verify.search.budget import Meter
from verify.search.exact import weights
from verify.search.harvest import harvested
from verify.search.ideal import Ideal
from verify.search.linear_program import program, solve
from verify.search.products import Column, Factor, Products, factors, up_to_size, within_box
from verify.search.ring import Polynomial
from verify.search.squares import candidate_squares

Node = dict[str, Any]
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
SIGN: Plan = ((Family.SIZE, 2), (Family.BOX, 1))
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
    if modulo.contains_one:
        return _leaf(modulo, (), [(1, Column((), modulo.system.ring.one))])
    given = factors(modulo)
    node = _vanishing(modulo, given)
    if node is not None:
        return node
    for columns in _families(modulo, given, meter, plan, hinted):
        node = _from_columns(modulo, given, columns, meter)
        if node is not None:
            return node
    return None


def _vanishing(modulo: Ideal, given: tuple[Factor, ...]) -> Node | None:
    """A product of strict conditions that is a multiple of an equation: it is 0 and positive."""
    carriers: dict[str, int] = {}
    for position, condition in enumerate(given):
        if condition.strict and condition.polynomial != 0:
            for factor, _ in condition.polynomial.factor()[1]:
                carriers.setdefault(str(factor), position)
    for member in modulo.basis:
        factors_of_member = [(str(f), int(n)) for f, n in member.polynomial.factor()[1]]
        if factors_of_member and all(f in carriers for f, _ in factors_of_member):
            chosen = sorted(carriers[f] for f, n in factors_of_member for _ in range(n))
            node = _leaf(modulo, given, [(1, Column(tuple(chosen), modulo.system.ring.one))])
            if node is not None:
                return node
    return None


def _families(
    modulo: Ideal, given: tuple[Factor, ...], meter: Meter, plan: Plan, hinted: Sequence[Polynomial]
) -> Iterator[list[Column]]:
    """Lists of columns, in the order of the plan."""
    products = Products(modulo, given)
    most = meter.limits.columns
    for family, size in plan:
        if size > meter.limits.level:
            continue
        if family is Family.HARVEST:
            yield from _harvests(modulo, given, hinted, meter)
        elif family is Family.BOX:
            narrow: list[tuple[int, ...]] | None = None
            for flag in (True, False):
                choices = within_box(products, size - 1, most, flag)
                meter.spend((most if choices is None else len(choices)) // 2)
                if choices is not None and choices != narrow:
                    yield products.columns(choices)
                narrow = choices
        else:
            choices = up_to_size(given, size, most)
            if choices is None:
                continue
            columns = products.columns(choices)
            if family is Family.SQUARES:
                roots = (*hinted, *candidate_squares(modulo, given))
                inner = up_to_size(given, size - 1, (most - len(columns)) // max(1, len(roots)))
                if inner is None or not roots:
                    continue
                columns += products.squared(inner, roots)
            yield columns


def _harvests(
    modulo: Ideal, given: tuple[Factor, ...], hinted: Sequence[Polynomial], meter: Meter
) -> Iterator[list[Column]]:
    """Lists of columns with squares found by duality."""
    present = [f.polynomial for f in given] + [m.polynomial for m in modulo.basis]
    gens = modulo.system.ring.gens
    if sum(any(p.degrees()[v] for p in present) for v in range(len(gens))) > MAX_HARVEST_VARIABLES:
        return
    products = Products(modulo, given)
    roots = tuple(hinted) + candidate_squares(modulo, given)
    for level, raised in ((2, 0), (2, 2), (3, 0)):
        choices = up_to_size(given, level, 60)
        multipliers = up_to_size(given, max(1, level - 1), 20) or [()]
        multipliers = sorted({*multipliers, *((k,) for k in range(len(given)))})
        if choices is None:
            continue
        choices = sorted({*choices, *((k,) for k in range(len(given)))})
        columns = products.columns(choices) + products.squared(
            [(), *((k,) for k in range(len(given)))], roots
        )
        strict = [c.square is None and all(given[k].strict for k in c.factors) for c in columns]
        yield from harvested(products, columns, strict, multipliers, raised, meter.spend)


def _from_columns(
    modulo: Ideal, given: tuple[Factor, ...], columns: list[Column], meter: Meter
) -> Node | None:
    """The refutation that these columns admit, if the linear program finds one."""
    strict = [c.square is None and all(given[k].strict for k in c.factors) for c in columns]
    cost = [
        1.0 + len(c.factors) + 0.01 * int(c.polynomial.total_degree()) + (c.square is not None)
        for c in columns
    ]
    task = program([c.polynomial for c in columns], strict, cost)
    meter.spend(len(task.values))
    proposal = solve(task, meter.limits.rows, meter.limits.iterations)
    if proposal is None:
        return None
    for chosen in (proposal.support, proposal.basic):
        found = weights([columns[k].polynomial for k in chosen], [strict[k] for k in chosen])
        if found is not None:
            terms = [(w, columns[k]) for w, k in zip(found, chosen, strict=True) if w]
            return _leaf(modulo, given, terms)
    return None


def _leaf(modulo: Ideal, given: tuple[Factor, ...], terms: list[tuple[int, Column]]) -> Node | None:
    """The node for these weights; None unless it adds up to 0 in the ring of the system."""
    system = modulo.system
    total = system.ring.context.constant(0)
    listed: list[Node] = []
    for weight, column in terms:
        value = system.ring.context.constant(weight)
        for k in column.factors:
            value *= (system.gt if given[k].strict else system.ge)[given[k].index]
        node: Node = {
            "weight": str(weight),
            "ge": sorted(given[k].index for k in column.factors if not given[k].strict),
            "gt": sorted(given[k].index for k in column.factors if given[k].strict),
        }
        if column.square is not None:
            value *= column.square**2
            node["square"] = system.ring.tree(column.square)
        total += value
        listed.append(node)
    multipliers = modulo.multipliers(total)
    if multipliers is None:
        return None
    for k, by in multipliers.items():
        total += by * system.eq[k]
    if total != 0 or not any(not t["ge"] and "square" not in t for t in listed):
        return None
    return {
        "terms": listed,
        "multipliers": [{"eq": k, "by": system.ring.tree(by)} for k, by in multipliers.items()],
    }
