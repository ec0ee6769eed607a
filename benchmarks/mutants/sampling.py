"""Mutants drawn by a seed, the same number by every operator: a share in which rare operators count alike."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from operator import itemgetter

from benchmarks.mutants.judging import Task
from benchmarks.mutants.planting import mutants


def drawn(todo: Sequence[Task], number: int, seed: str) -> list[Task]:
    """The tasks with those mutants alone that are drawn.

    Parameters
    ----------
    todo : sequence of Task
        From whose mutants is drawn.
    number : int
        So many by each operator, of as many claims as there are; all where it makes fewer.
    seed : str
        Another seed, another choice; the same choice whatever other operators are asked for.
    """
    chosen: list[tuple[int, str]] = []
    for operator in dict.fromkeys(task.operator for task in todo):
        own = [index for index, task in enumerate(todo) if task.operator == operator]
        chosen += islice(_one_after_the_other(todo, own, random.Random(f"{seed} {operator}")), number)
    return [
        replace(todo[index], drawn=frozenset(fingerprint for _, fingerprint in group))
        for index, group in groupby(sorted(chosen), itemgetter(0))
    ]


def _one_after_the_other(
    todo: Sequence[Task], own: list[int], chance: random.Random
) -> Iterator[tuple[int, str]]:
    """One mutant of each claim, in the order of chance; after all claims, what is left of them."""
    chance.shuffle(own)
    left: list[tuple[int, str]] = []
    for index in own:
        task = todo[index]
        made = [(index, mutant.fingerprint) for mutant in mutants(task.claim, task.operator, task.each)]
        chance.shuffle(made)
        yield from made[:1]
        left += made[1:]
    chance.shuffle(left)
    yield from left
