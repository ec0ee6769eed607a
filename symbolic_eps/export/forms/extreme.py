"""The smaller or larger of an argument and a form, or of forms; an argument over a form; what is exact."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.export.forms.formula import LIBRARY_ERROR
from symbolic_eps.export.forms.tree import Node, Values
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import Comparison, Constant, Expression, Order, divide


@dataclass(frozen=True)
class Exactly:
    """An argument or a small whole number: nothing is rounded.

    Examples
    --------
    >>> Exactly(sp.Integer(1)).error
    Fraction(0, 1)
    """

    exact: sp.Expr
    error = library_error = Fraction(0)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """The argument or the number."""
        return values[self.exact] if self.exact.is_Symbol else Constant(float(self.exact))


@dataclass(frozen=True)
class Extreme:
    """The smaller, or the larger, of an argument and a form.

    The smaller of two numbers changes by no more than they do, and so does the larger: in proportion too.

    Parameters
    ----------
    argument : Symbol
    form : Node
    largest : bool

    Examples
    --------
    >>> x, y = sp.symbols("x y", real=True)
    >>> Extreme(x, Exactly(y), largest=True).exact
    Max(x, y)
    """

    argument: sp.Symbol
    form: Node
    largest: bool

    @property
    def exact(self) -> sp.Expr:
        """The extreme in real arithmetic."""
        return self.of(self.form.exact)

    def of(self, value: sp.Expr) -> sp.Expr:
        """The extreme of the argument and this value."""
        return (sp.Max if self.largest else sp.Min)(self.argument, value)

    @property
    def error(self) -> Fraction:
        """That of the form."""
        return self.form.error

    @property
    def library_error(self) -> Fraction:
        """That of the form."""
        return self.form.library_error

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """The argument, if it is at most (the larger: at least) the form's value; else that."""
        form, argument = self.form.lowered(block, values), values[self.argument]
        order = Order.GREATER_OR_EQUAL if self.largest else Order.LESS_OR_EQUAL
        said = f"the {'larger' if self.largest else 'smaller'} one"
        chosen = (Comparison(argument, order, form),)
        return block.choose("value", chosen, ((), argument), ((), form), said)


@dataclass(frozen=True)
class Smaller:
    """The smaller of two forms: wrong by no more than they are.

    Examples
    --------
    >>> x, y = sp.symbols("x y", real=True)
    >>> Smaller(Exactly(x), Exactly(y)).exact
    Min(x, y)
    """

    first: Node
    second: Node

    @property
    def exact(self) -> sp.Expr:
        """The smaller one in real arithmetic."""
        return sp.Min(self.first.exact, self.second.exact, evaluate=False)

    @property
    def error(self) -> Fraction:
        """The larger one."""
        return max(self.first.error, self.second.error)

    @property
    def library_error(self) -> Fraction:
        """The larger one."""
        return max(self.first.library_error, self.second.library_error)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """The first, if it is at most the second; else that."""
        first, second = self.first.lowered(block, values), self.second.lowered(block, values)
        chosen = (Comparison(first, Order.LESS_OR_EQUAL, second),)
        return block.choose("value", chosen, ((), first), ((), second), "the smaller one")


@dataclass(frozen=True)
class Over:
    """An argument > 0 over a form > 0: the form's error, and one rounding.

    Examples
    --------
    >>> x, y = sp.symbols("x y", real=True)
    >>> Over(x, Exactly(y)).exact, Over(x, Exactly(y)).error
    (x/y, Fraction(1, 1))
    """

    top: sp.Symbol
    form: Node
    library_error = Fraction(0)

    @property
    def exact(self) -> sp.Expr:
        """The ratio."""
        return self.top / self.form.exact

    @property
    def error(self) -> Fraction:
        """The last function of the form is not the last operation here: its error is a relative one."""
        return self.form.error + self.form.library_error * LIBRARY_ERROR + 1

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """The rounded ratio."""
        return block.assign("ratio", divide(values[self.top], self.form.lowered(block, values)))
