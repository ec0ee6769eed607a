"""Resultants, discriminants and factors of long polynomials, in a process of its own that the deadline ends.

FLINT cannot be interrupted, and what takes minutes is not told from what takes milliseconds before. Where
there is a deadline, whatever may be long is computed by a copy of this process, which is killed when the
deadline has passed; what is short, and all where there is no deadline or no such copy, is computed here.
What is long and has two variables is found by its values (`by_values`), which looks at the deadline itself.

A search that has another way may say how long a resultant may be: one that is longer is not begun.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from flint import fmpq, fmpq_mpoly

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.cylinders import by_values
from verify.deadline import check_time, seconds_left
from verify.solvers.process_copy import CAN_COPY, in_copy

LONG = 100_000
"""The product of the lengths and degrees of two polynomials, from which on a resultant may be long."""

MANY = 1_000
"""Terms, from which on it may be long to factor a polynomial."""

_longest: ContextVar[float] = ContextVar("longest resultant", default=math.inf)
"""The same product, for the longest resultant of three variables or more that is begun."""

TOO_LONG = "a resultant is too long to be begun"
"""The reason where one is."""

Terms = dict[tuple[int, ...], tuple[int, int]]
"""Numerators and denominators of the coefficients, by the powers of the variables."""


class LongResultantError(UndecidedError):
    """A resultant is longer than it may be."""


@contextmanager
def no_resultant_beyond(size: float) -> Iterator[None]:
    """Inside, no resultant of three variables or more is begun that is longer.

    Parameters
    ----------
    size : float
        The product of the lengths and degrees of the two polynomials.

    Examples
    --------
    >>> from flint import fmpq_mpoly_ctx
    >>> names = fmpq_mpoly_ctx.get(["y0", "y1", "y2", "y3"], "lex")
    >>> y = names.gens()
    >>> with no_resultant_beyond(10**5):
    ...     resultant(sum(y, y[0]) ** 7, sum(y, y[1]) ** 7, 3)
    Traceback (most recent call last):
        ...
    symbolic_eps.minimum.cylinders.elimination.LongResultantError: a resultant is too long to be begun: of ...
    """
    before = _longest.set(size)
    try:
        yield
    finally:
        _longest.reset(before)


def discriminant(polynomial: fmpq_mpoly, index: int) -> fmpq_mpoly:
    """In the variable of an index.

    Examples
    --------
    >>> from flint import fmpq_mpoly_ctx
    >>> names = fmpq_mpoly_ctx.get(["y0", "y1"], "lex")
    >>> discriminant(names.gen(1) ** 2 - names.gen(0), 1)
    4*y0
    """
    if not _is_long(polynomial, polynomial, index):
        return polynomial.discriminant(polynomial.context().names()[index])
    if len(others := by_values.others_of([polynomial], index)) == 1:
        return by_values.discriminant(polynomial, index, *others)
    if _is_unlimited():
        return polynomial.discriminant(polynomial.context().names()[index])
    (found,) = _apart("discriminant", (polynomial,), index)
    return found


def resultant(one: fmpq_mpoly, other: fmpq_mpoly, index: int) -> fmpq_mpoly:
    """Of two polynomials, in the variable of an index."""
    if not _is_long(one, other, index):
        return one.resultant(other, one.context().names()[index])
    if len(others := by_values.others_of([one, other], index)) == 1:
        return by_values.resultant(one, other, index, *others)
    if _size(one, other, index) > _longest.get():
        degrees = " and ".join(str(int(g.degrees()[index])) for g in (one, other))
        lengths = " and ".join(str(len(g)) for g in (one, other))
        raise LongResultantError(f"{TOO_LONG}: of polynomials of degrees {degrees}, with {lengths} terms")
    if _is_unlimited():
        return one.resultant(other, one.context().names()[index])
    (found,) = _apart("resultant", (one, other), index)
    return found


def factors(polynomial: fmpq_mpoly) -> tuple[fmpq_mpoly, ...]:
    """The irreducible ones, none of a constant."""
    if len(polynomial) < MANY or _is_unlimited():
        return tuple(factor for factor, _ in polynomial.factor()[1])
    return _apart("factors", (polynomial,), 0)


def _is_long(one: fmpq_mpoly, other: fmpq_mpoly, index: int) -> bool:
    """Whether it may be; then the variable occurs in both."""
    return _size(one, other, index) >= LONG


def _size(one: fmpq_mpoly, other: fmpq_mpoly, index: int) -> int:
    return len(one) * int(one.degrees()[index]) * len(other) * int(other.degrees()[index])


def _is_unlimited() -> bool:
    check_time()
    return seconds_left() == math.inf or not CAN_COPY


def _apart(problem: str, polynomials: Sequence[fmpq_mpoly], index: int) -> tuple[fmpq_mpoly, ...]:
    """What a copy of this process computes, or OutOfTime."""

    def work() -> list[Terms]:
        first, *others = polynomials
        name = first.context().names()[index]
        if problem == "factors":
            return [_terms(factor) for factor, _ in first.factor()[1]]
        return [_terms(first.resultant(others[0], name) if others else first.discriminant(name))]

    context = polynomials[0].context()
    return tuple(context.from_dict(_coefficients(terms)) for terms in in_copy(work))


def _terms(polynomial: fmpq_mpoly) -> Terms:
    rows = polynomial.to_dict().items()
    return {tuple(map(int, powers)): (int(c.p), int(c.q)) for powers, c in rows}


def _coefficients(terms: Terms) -> dict[tuple[int, ...], fmpq]:
    return {powers: fmpq(*c) for powers, c in terms.items()}
