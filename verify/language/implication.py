"""Implications between real algebraic conditions: for all real numbers, hypotheses imply a goal.

The one kind of statement that is proved directly; all others are reduced to such.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import sympy as sp

from verify.language.assumptions import with_signs
from verify.language.condition import Condition
from verify.language.encoding import Encoded, encoded
from verify.language.note import Note, joined


@dataclass(frozen=True)
class Hints:
    """What the asker knows about the proof; nothing that the proof relies on.

    Parameters
    ----------
    squares : tuple of Expr
        Expressions whose squares may occur as factors.
    splits : tuple of Expr
        Expressions by whose sign to distinguish cases.
    signed : tuple of Expr
        Expressions, linear in a root, that have one sign; the proof rests on it.
    """

    squares: tuple[sp.Expr, ...] = ()
    splits: tuple[sp.Expr, ...] = ()
    signed: tuple[sp.Expr, ...] = ()


@dataclass(frozen=True)
class Implication:
    """For all real values of the symbols, the hypotheses imply the goal.

    Parameters
    ----------
    hypotheses : tuple of Boolean
        Comparisons of algebraic expressions (see `verify.language.encoding`) and their combinations. The
        signs that symbols declare, such as `Symbol("m", positive=True)`, are added.
    goal : Boolean
        Likewise. Where it is undefined, it is false.
    hints : Hints
        For the search; not part of the statement.

    Raises
    ------
    verify.language.assumptions.AssumptionError
        If a symbol declares what cannot be taken into account, such as `integer=True`.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> print(Implication((a > 0, b > a), b / a > 1))
    (a > 0) and (b > a) imply b/a > 1
    """

    hypotheses: tuple[sp.Basic, ...]
    goal: sp.Basic
    hints: Hints = Hints()

    def __post_init__(self) -> None:
        object.__setattr__(self, "hypotheses", with_signs(self.hypotheses, self.goal))

    @classmethod
    def of(
        cls, hypotheses: Iterable[sp.Basic | Condition], goal: sp.Basic | Condition, hints: Hints = Hints()
    ) -> Implication:
        """From conditions or SymPy comparisons."""
        stated = (
            h.relational if isinstance(h, Condition) else sp.sympify(h, strict=True) for h in hypotheses
        )
        wanted = goal.relational if isinstance(goal, Condition) else sp.sympify(goal, strict=True)
        return cls(tuple(h for h in stated if h != sp.true), wanted, hints)

    @cached_property
    def encoded(self) -> Encoded:
        """The claim in the kernel's notation.

        Raises
        ------
        verify.language.encoding.NotAlgebraicError
            If it is not algebraic.
        """
        return _encoded(self.hypotheses, self.goal)

    @property
    def symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that occur."""
        return frozenset().union(*(part.free_symbols for part in (*self.hypotheses, self.goal)))

    @cached_property
    def note(self) -> Note:
        """The implication in words and formulas."""
        if not self.hypotheses:
            return Note(self.goal)
        return Note("(", joined(") and (", self.hypotheses), ") imply ", self.goal)

    def __str__(self) -> str:
        return str(self.note)


@lru_cache(maxsize=1 << 10)
def _encoded(hypotheses: tuple[sp.Basic, ...], goal: sp.Basic) -> Encoded:
    """The claim; the same is asked again in other implications."""
    return encoded(hypotheses, goal)
