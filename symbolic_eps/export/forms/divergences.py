"""Stable forms of divergences between two laws, and of logarithms of them: sums of terms that are >= 0.

A term belongs to one answer. Its probabilities are c x and c y, and x - y is a product of factors of which
each is accurate: so it keeps its digits where x and y are nearly equal, and no sum of terms cancels. Where
arguments start at 2^-200, no term other than 0 is below 2^-900.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import sympy as sp

from symbolic_eps.export.forms import entropy_term
from symbolic_eps.export.forms.ratio import factor_error
from symbolic_eps.export.forms.tree import SLACK, Polynomial, Values
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    add,
    apply,
    divide,
    multiply,
)

HALF = sp.Rational(1, 2)


class Kernel(Protocol):
    """What x and y add to a divergence: homogeneous of degree 1, and >= 0."""

    @property
    def needs_x(self) -> bool:
        """Whether x itself is needed, besides y and x - y."""
        ...

    def exact(self, x: sp.Expr, y: sp.Expr, difference: sp.Expr) -> sp.Expr:
        """The value in real arithmetic."""
        ...

    def error(self, of_values: Fraction, of_difference: Fraction) -> Fraction:
        """A bound on the relative error in u, from those of x and y, and of x - y."""
        ...

    def lowered(
        self, block: BlockBuilder, x: Expression, y: Expression, difference: Expression
    ) -> Expression:
        """Statements that evaluate it."""
        ...


class RelativeEntropy:
    """x log(x/y) - (x - y): over all answers the differences add up to 0."""

    needs_x = True
    exact = staticmethod(entropy_term.exact)
    error = staticmethod(entropy_term.error)

    def lowered(
        self, block: BlockBuilder, x: Expression, y: Expression, difference: Expression
    ) -> Expression:
        """A call."""
        return block.assign("term", Apply(Operation.ENTROPY_TERM, (x, y, difference)))


class JensenShannon:
    """The mean of the relative entropies of x, and of y, from m = (x + y)/2; x - m is half of x - y.

    The sum that makes m adds 1 to the error, that of both terms 1.
    """

    needs_x = True

    def exact(self, x: sp.Expr, y: sp.Expr, difference: sp.Expr) -> sp.Expr:
        """The value in real arithmetic."""
        mean, half = (x + y) / 2, difference / 2
        return (entropy_term.exact(x, mean, half) + entropy_term.exact(y, mean, -half)) / 2

    def error(self, of_values: Fraction, of_difference: Fraction) -> Fraction:
        """See the class."""
        return entropy_term.error(of_values + 1, of_difference) + 1

    def lowered(
        self, block: BlockBuilder, x: Expression, y: Expression, difference: Expression
    ) -> Expression:
        """Two calls."""
        half = Constant(0.5)
        mean = block.assign("mean", multiply(half, add(x, y)))
        away = block.assign("half", multiply(half, difference))
        back = Apply(Operation.NEGATE, (away,))
        both = [
            block.assign("term", Apply(Operation.ENTROPY_TERM, (one, mean, by)))
            for one, by in ((x, away), (y, back))
        ]
        return block.assign("term", multiply(half, add(*both)))


class SquaredHellinger:
    """(sqrt(x) - sqrt(y))^2/2, as half the square of (x - y)/(sqrt(x) + sqrt(y)).

    The roots halve the errors and add 1, the sum and the quotient 1 each; the square doubles that and adds 1.
    """

    needs_x = True

    def exact(self, x: sp.Expr, y: sp.Expr, difference: sp.Expr) -> sp.Expr:
        """The value in real arithmetic."""
        return (difference / (sp.sqrt(x) + sp.sqrt(y))) ** 2 / 2

    def error(self, of_values: Fraction, of_difference: Fraction) -> Fraction:
        """See the class."""
        return 2 * (of_difference + of_values / 2 + 1 + 1 + 1) + 1

    def lowered(
        self, block: BlockBuilder, x: Expression, y: Expression, difference: Expression
    ) -> Expression:
        """Statements that evaluate it."""
        roots = [block.assign("root", apply(Operation.SQUARE_ROOT, v)) for v in (x, y)]
        apart = block.assign("apart", divide(difference, add(*roots)))
        return block.assign("term", multiply(Constant(0.5), multiply(apart, apart)))


class Affinity:
    """sqrt(x y): the sum is 1 less the squared Hellinger distance, and no divergence."""

    needs_x = True

    def exact(self, x: sp.Expr, y: sp.Expr, difference: sp.Expr) -> sp.Expr:
        """The value in real arithmetic."""
        return sp.sqrt(x) * sp.sqrt(y)

    def error(self, of_values: Fraction, of_difference: Fraction) -> Fraction:
        """Each root halves an error and adds 1, the product adds 1."""
        return of_values + 3

    def lowered(
        self, block: BlockBuilder, x: Expression, y: Expression, difference: Expression
    ) -> Expression:
        """Statements that evaluate it."""
        roots = [block.assign("root", apply(Operation.SQUARE_ROOT, v)) for v in (x, y)]
        return block.assign("term", multiply(*roots))


@dataclass(frozen=True)
class Square:
    """(x - y)^2 over y, or over x + y: the difference counts twice, then two operations, and a sum."""

    over_both: bool

    @property
    def needs_x(self) -> bool:
        """See `over_both`."""
        return self.over_both

    def exact(self, x: sp.Expr, y: sp.Expr, difference: sp.Expr) -> sp.Expr:
        """The value in real arithmetic."""
        return difference**2 / (x + y if self.over_both else y)

    def error(self, of_values: Fraction, of_difference: Fraction) -> Fraction:
        """See the class."""
        return 2 * of_difference + of_values + 2 + self.over_both

    def lowered(
        self, block: BlockBuilder, x: Expression, y: Expression, difference: Expression
    ) -> Expression:
        """Statements that evaluate it."""
        below = add(x, y) if self.over_both else y
        return block.assign("term", multiply(difference, divide(difference, below)))


@dataclass(frozen=True)
class Answer:
    """An answer, with the probabilities c x and c y; c is a ratio of products.

    Parameters
    ----------
    above, below : tuple of Polynomial
        The factors of c, which are >= 0, and its divisors, which are > 0.
    x, y : Polynomial
        Both > 0.
    apart : tuple of Polynomial
        Their product is x - y.
    """

    above: tuple[Polynomial, ...]
    below: tuple[Polynomial, ...]
    x: Polynomial
    y: Polynomial
    apart: tuple[Polynomial, ...]

    @property
    def share(self) -> sp.Expr:
        """The ratio c."""
        above, below = (sp.Mul(*(p.exact for p in parts)) for parts in (self.above, self.below))
        return above / below

    @property
    def difference(self) -> sp.Expr:
        """The product of the factors of x - y."""
        return sp.Mul(*(part.exact for part in self.apart))

    def error(self, kernel: Kernel) -> Fraction:
        """That of the kernel, and of the factors and operations that follow."""
        of_difference = sum(map(factor_error, self.apart), Fraction(len(self.apart) - 1))
        of_kernel = kernel.error(max(map(factor_error, (self.x, self.y))), of_difference)
        return sum(((factor_error(part) + 1) for part in (*self.above, *self.below)), of_kernel)

    def lowered(self, block: BlockBuilder, values: Values, kernel: Kernel) -> Expression:
        """Statements that evaluate c times the kernel."""
        y, *factors = (part.lowered(block, values) for part in (self.y, *self.apart))
        x = self.x.lowered(block, values) if kernel.needs_x else y
        difference = factors[0]
        for factor in factors[1:]:
            difference = block.assign("difference", multiply(difference, factor))
        value = kernel.lowered(block, x, y, difference)
        for part in self.above:
            value = block.assign("term", multiply(value, part.lowered(block, values)))
        for part in self.below:
            value = block.assign("term", divide(value, part.lowered(block, values)))
        return value


@dataclass(frozen=True)
class Divergence:
    """The sum of a kernel over all answers: of terms >= 0, so that the largest error counts, and each sum."""

    answers: tuple[Answer, ...]
    kernel: Kernel
    library_error = Fraction(0)

    @property
    def exact(self) -> sp.Expr:
        """The sum in real arithmetic."""
        return sp.Add(
            *(a.share * self.kernel.exact(a.x.exact, a.y.exact, a.difference) for a in self.answers)
        )

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (max(a.error(self.kernel) for a in self.answers) + len(self.answers) - 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate the sum."""
        return _total(block, [a.lowered(block, values, self.kernel) for a in self.answers])


@dataclass(frozen=True)
class LogarithmOfDivergence:
    """log(1 + D): concave in D and 0 at 0, so that its relative error does not grow."""

    divergence: Divergence
    library_error = Fraction(2)

    @property
    def exact(self) -> sp.Expr:
        """The logarithm, natural."""
        return sp.log(1 + self.divergence.exact)

    @property
    def error(self) -> Fraction:
        """That of D."""
        return self.divergence.error

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        return block.assign("logarithm", apply(Operation.LOG1P, self.divergence.lowered(block, values)))


@dataclass(frozen=True)
class LogarithmOfAffinity:
    """-k log(B), B the sum of sqrt(x y) over all answers, k = 1 or 2.

    `common` are probabilities that both laws have, of answers that are not listed. Where H = 1 - B is at most
    1/2, it is -k log1p(-H): a relative error of H grows by H/((1 - H) log(1/(1 - H))), at most 3/2. Elsewhere
    the logarithm is at least log 2 in size, which is more than 2/3.
    """

    answers: tuple[Answer, ...]
    times: int
    common: tuple[Polynomial, ...] = ()
    library_error = Fraction(2)

    @property
    def distance(self) -> Divergence:
        """H, the squared Hellinger distance."""
        return Divergence(self.answers, SquaredHellinger())

    @property
    def affinity(self) -> Divergence:
        """B, without what both laws have in common."""
        return Divergence(self.answers, Affinity())

    @property
    def exact(self) -> sp.Expr:
        """The logarithm, natural."""
        return -self.times * sp.log(sp.Add(self.affinity.exact, *(part.exact for part in self.common)))

    @property
    def error(self) -> Fraction:
        """See the class."""
        of_sum = max(self.affinity.error, *map(factor_error, self.common), Fraction(0)) + len(self.common)
        return SLACK * Fraction(3, 2) * max(self.distance.error, of_sum)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        times = Constant(-float(self.times))
        distance = self.distance.lowered(block, values)
        near, far = block.inner(), block.inner()
        minus = near.assign("minus", Apply(Operation.NEGATE, (distance,)))
        close = near.assign("logarithm", multiply(times, apply(Operation.LOG1P, minus)))
        parts = [self.affinity.lowered(far, values), *(part.lowered(far, values) for part in self.common)]
        affinity = _total(far, parts)
        apart = far.assign("logarithm", multiply(times, apply(Operation.LOG, affinity)))
        return block.choose(
            "value",
            (Comparison(distance, Order.LESS_OR_EQUAL, Constant(0.5)),),
            (near.statements, close),
            (far.statements, apart),
            "the form that does not cancel",
        )


def _total(block: BlockBuilder, terms: Sequence[Expression]) -> Expression:
    total = terms[0]
    for term in terms[1:]:
        total = block.assign("total", add(total, term))
    return total
