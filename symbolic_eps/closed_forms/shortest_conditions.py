"""Shortest equivalent conditions on the parameters: a union of regions as fewer and simpler ones.

Each polynomial g of the conditions gives up to three sentences: g > 0, g < 0, g = 0. An assignment says of
each sentence whether it holds. Let W be the assignments under which a wanted region holds, and N those under
which an excluded one does. No parameters have an assignment of both, for the regions are disjoint; none has
one that contradicts itself; and none one of neither, if the regions are all there is. So a conjunction of
sentences that no other assignment of N meets may be added to the wanted regions, and whatever such
conjunctions take in W say together what the wanted regions say. (Quine's and McCluskey's method.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import and_, or_

import sympy as sp

from verify.language.condition import Condition, Relation

MOST_SENTENCES = 10
"""There are 3 to this power conjunctions."""

MOST_TOGETHER, MOST_TRIED = 3, 40
"""Conjunctions that are tried together, of so many short ones, before one after another is taken."""

FOREIGN = 50
"""Letters that a condition counts for which no region has, such as a <= 0 for a = 0."""

SIGNS = (1, -1, 0)

Region = tuple[Condition, ...]
Sentence = tuple[sp.Expr, int]
"""A polynomial and the sign that it has."""

Literal = tuple[Sentence, bool]


def shortest(
    wanted: Sequence[Region], excluded: Sequence[Region], *, are_all: bool = True
) -> tuple[Region, ...]:
    """Regions that are together what the wanted ones are.

    Parameters
    ----------
    wanted : sequence of tuple of Condition
        Each a conjunction.
    excluded : sequence of tuple of Condition
        Disjoint from these.
    are_all : bool
        Whether all parameters that are asked about lie in a wanted region or an excluded one.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import non_negative, positive
    >>> above, below = positive(a - 1), non_negative(1 - a)
    >>> found = shortest([(above, positive(b)), (below, positive(b))], [(non_negative(-b),)])
    >>> [[str(c) for c in region] for region in found]
    [['b > 0']]
    """
    sentences = list(dict.fromkeys(s for region in (*wanted, *excluded) for s, _ in map(_literal, region)))
    if not wanted or not 0 < len(sentences) <= MOST_SENTENCES:
        return tuple(wanted)
    table = _Table(tuple(sentences))
    inside, outside = table.union(wanted), table.union(excluded)
    possible = table.consistent & ~(inside & outside)
    inside &= possible
    outside = (outside if are_all else ~inside) & possible
    own = {literal for region in wanted for literal in map(_literal, region)}
    known = {literal for region in (*wanted, *excluded) for literal in map(_literal, region)}
    primes, letters = table.primes(inside, outside), {g: len(str(g)) for g, _ in sentences}

    def price(cube: tuple[Literal, ...]) -> int:
        lengths = (letters[s[0]] + FOREIGN * ((s, holds) not in known) for s, holds in cube)
        return sum(lengths) + sum(literal not in own for literal in cube) + 1

    chosen = _covering(
        sorted(((price(cube), cube) for cube in primes), key=lambda row: row[0]), table, inside
    )
    return tuple(tuple(_condition(*literal) for literal in cube) for cube in chosen)


def _covering(
    priced: Sequence[tuple[int, tuple[Literal, ...]]], table: _Table, inside: int
) -> list[tuple[Literal, ...]]:
    """Conjunctions that take in all that is wanted, cheap together."""
    masks = [(cost, cube, table.meeting(cube) & inside) for cost, cube in priced]
    few = masks[:MOST_TRIED]
    together = [
        some
        for size in range(1, MOST_TOGETHER + 1)
        for some in combinations(few, size)
        if reduce(or_, (mask for _, _, mask in some)) == inside
    ]
    if together:
        return [cube for _, cube, _ in min(together, key=lambda some: sum(cost for cost, _, _ in some))]
    chosen, left = list[tuple[Literal, ...]](), inside
    while left:
        _, cube, mask = min(masks, key=lambda row: row[0] / ((row[2] & left).bit_count() or 1e-9))
        chosen.append(cube)
        left &= ~mask
    return chosen


@dataclass(frozen=True)
class _Table:
    """All assignments, a set of them as the bits of a number."""

    sentences: tuple[Sentence, ...]

    @property
    def every(self) -> int:
        return int((1 << (1 << len(self.sentences))) - 1)

    def holding(self, literal: Literal) -> int:
        """Those under which a sentence holds, or does not."""
        sentence, holds = literal
        k = self.sentences.index(sentence)
        block, count = 1 << k, 1 << len(self.sentences)
        ones = sum(((1 << block) - 1) << start for start in range(block, count, 2 * block))
        return ones if holds else self.every & ~ones

    def meeting(self, literals: Iterable[Literal]) -> int:
        return reduce(and_, map(self.holding, literals), self.every)

    def union(self, regions: Iterable[Region]) -> int:
        return reduce(or_, (self.meeting(map(_literal, region)) for region in regions), 0)

    @property
    def consistent(self) -> int:
        """Those that give each polynomial one sign."""
        left, polynomials = self.every, {g for g, _ in self.sentences}
        for g in polynomials:
            about = [s for s in self.sentences if s[0] == g]
            for one, other in combinations(about, 2):
                left &= ~self.meeting([(one, True), (other, True)])
            if len(about) == len(SIGNS):
                left &= ~self.meeting([(one, False) for one in about])
        return left

    def primes(self, inside: int, outside: int) -> list[tuple[Literal, ...]]:
        """The conjunctions without what is outside, with something inside, that no shorter one contains."""
        held = {(s, holds): self.holding((s, holds)) for s in self.sentences for holds in (True, False)}

        def grown(cube: tuple[Literal, ...], mask: int, start: int) -> list[tuple[Literal, ...]]:
            if not mask & inside:
                return []
            if not mask & outside:
                return [cube]
            further = list[tuple[Literal, ...]]()
            for k in range(start, len(self.sentences)):
                for holds in (True, False):
                    literal = (self.sentences[k], holds)
                    further += grown((*cube, literal), mask & held[literal], k + 1)
            return further

        found = [frozenset(cube) for cube in grown((), self.every, 0)]
        least = [cube for cube in found if not any(other < cube for other in found)]
        return [tuple(sorted(cube, key=lambda one: self.sentences.index(one[0]))) for cube in least]


@lru_cache(maxsize=1 << 10)
def _literal(condition: Condition) -> Literal:
    """The condition as a sentence, or as its negation."""
    polynomial = sp.expand(condition.polynomial)
    first = min(polynomial, sp.expand(-polynomial), key=str)
    if condition.relation in (Relation.ZERO, Relation.NON_ZERO):
        return (first, 0), condition.relation is Relation.ZERO
    is_strict = condition.relation is Relation.POSITIVE
    return (first, 1 if (polynomial == first) == is_strict else -1), is_strict


def _condition(sentence: Sentence, holds: bool) -> Condition:
    polynomial, sign = sentence
    if sign == 0:
        return Condition(polynomial, Relation.ZERO if holds else Relation.NON_ZERO)
    strict = Condition(sp.expand(sign * polynomial), Relation.POSITIVE)
    return strict if holds else strict.negation
