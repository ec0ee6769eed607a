"""Best-first branch and bound, whatever is bounded: halve the box with the lowest bound, within a budget."""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from flint import arb

from verify.boxes.compact_set import Box

BOX_LIMIT = 20_000
"""Boxes examined before a question is given up: some seconds of work."""


class Stop(StrEnum):
    """Why a search ended."""

    EXHAUSTED = "no box left"
    ENOUGH = "goal reached"
    BOXES = "box limit"
    RESOLUTION = "smallest box"
    DEADLINE = "deadline"


@dataclass(frozen=True)
class Remaining:
    """A box that is not settled.

    Parameters
    ----------
    box : Box
        Where.
    bound : arb
        Lower bound of what is searched, exact; -oo where nothing is known.
    axis : int or None
        Side to halve next; None where all are as small as they may become.
    hypotheses, clauses : tuple of int
        Which hypotheses cut the box, and which clauses of the goal are open on it.
    """

    box: Box
    bound: arb
    axis: int | None
    hypotheses: tuple[int, ...]
    clauses: tuple[int, ...] = ()


@dataclass(frozen=True)
class Budget:
    """How much work a search may do.

    Parameters
    ----------
    boxes : int
        Boxes to examine; the outcome is the same on every machine.
    deadline : float or None
        A reading of `time.thread_time` at which the search stops; None for never.
    """

    boxes: int = BOX_LIMIT
    deadline: float | None = None


@dataclass(frozen=True)
class Search:
    """How a search ended: `remaining` is sorted by bound, the lowest first."""

    stop: Stop
    remaining: tuple[Remaining, ...]
    boxes: int


def best_first(
    examine: Callable[[Box, Remaining | None], Remaining | None],
    enough: Callable[[Remaining], bool],
    root: Box,
    budget: Budget,
) -> Search:
    """Halve the box with the lowest bound until none is left, or enough is known, or the budget is spent.

    Parameters
    ----------
    examine : callable
        Takes a box and what was left of the box it is half of; returns None if the box is settled.
    enough : callable
        Takes the remaining box with the lowest bound; True ends the search.
    root : Box
        The whole set.
    budget : Budget
        Limits.
    """
    boxes = 1
    tie_breaker = itertools.count()
    first = examine(root, None)
    heap = [] if first is None else [(first.bound, next(tie_breaker), first)]
    stop = Stop.EXHAUSTED
    while heap:
        worst = heap[0][2]
        if enough(worst):
            stop = Stop.ENOUGH
        elif worst.axis is None:
            stop = Stop.RESOLUTION
        elif boxes + 2 > budget.boxes:
            stop = Stop.BOXES
        elif budget.deadline is not None and time.thread_time() >= budget.deadline:
            stop = Stop.DEADLINE
        else:
            heapq.heappop(heap)
            for half in worst.box.halves(worst.axis):
                boxes += 1
                left = examine(half, worst)
                if left is not None:
                    heapq.heappush(heap, (left.bound, next(tie_breaker), left))
            continue
        break
    return Search(stop, tuple(entry[2] for entry in sorted(heap)), boxes)
