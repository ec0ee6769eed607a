"""Asymptotic expansions as t -> 0+: finite sums of scale functions with coefficients in the parameters.

A scale function is `exp(sum c_j t^-j) * log(1/t)^b * t^a`; any two are comparable once the signs of
differences of the c_j and a are known. Sums and products are exact up to a remainder O(scale). With a leading
term `c m`, c != 0, and w = f/(c m) - 1 -> 0, Taylor's theorem gives powers, logarithms and exponentials with
remainder O(w^n).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce

import sympy as sp

from verify.calculus.branches import truth_by_parts
from verify.calculus.cases import NoRuleError, Region, UndefinedError
from verify.calculus.scale import UNIT, Expansion, Scale, collected, tidy
from verify.errors import VerifyError
from verify.language.case_functions import NOT_REAL, extreme, is_undefined
from verify.language.definedness import definedness
from verify.language.note import Note
from verify.language.relations import HOLDS, sign_of
from verify.language.special_functions import half_integer_bessel

LEADING_TERMS = (1, 3, 6, 10)
"""Numbers of Taylor terms tried one after the other, where cancellation hides the leading term."""


class RemainderError(VerifyError):
    """All terms down to the remainder cancel: more terms are needed."""


@dataclass
class Expander:
    """Expands expressions in t on a region of parameters.

    Parameters
    ----------
    variable : Symbol
        t, which tends to 0 from above.
    region : Region
        The parameters; answers the questions about signs.
    order : int
        Number of Taylor terms.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.prover.prover import Prover
    >>> t = sp.Symbol("t", positive=True)
    >>> expander = Expander(t, Region((a > 0,), Prover()))
    >>> expander.limit((sp.sqrt(a + t) - sp.sqrt(a)) / t)
    1/(2*sqrt(a))
    """

    variable: sp.Symbol
    region: Region
    order: int = LEADING_TERMS[0]
    _known: dict[sp.Expr, Expansion] = field(default_factory=dict, repr=False)

    def limit(self, expression: sp.Expr) -> sp.Expr:
        """The limit for t -> 0+: an expression in the parameters, `oo` or `-oo`.

        Raises
        ------
        verify.calculus.cases.UndecidedSignError
            It depends on a sign that differs, or may differ, within the region.
        verify.calculus.cases.UndefinedError
            The expression is not real for small t.
        verify.calculus.cases.NoRuleError
            No rule applies.
        """
        return self._with_enough_terms(self._limit, expression)

    def eventual_sign(self, expression: sp.Expr) -> int:
        """The sign of the expression for all sufficiently small t > 0; same errors as `limit`."""
        return int(self._with_enough_terms(self._sign, expression))

    def eventually(self, condition: sp.Basic) -> bool:
        """Whether the condition is true for all small t > 0 (else it is false for all); errors as `limit`.

        A comparison is false where it is undefined.
        """
        return truth_by_parts(condition, self._compared)

    def _compared(self, comparison: sp.Basic) -> bool:
        try:
            sign = self.eventual_sign(comparison.lhs - comparison.rhs)
        except UndefinedError as error:
            if error.evidence is not None:
                raise NoRuleError(Note("undefined for some parameters: ", comparison)) from error
            return False
        return HOLDS[sign_of(comparison)](sign, 0)

    def _with_enough_terms(
        self, read_off: Callable[[Expansion], sp.Expr | int], expression: sp.Expr
    ) -> sp.Expr:
        for order in LEADING_TERMS:
            if order > self.order:
                self.order = order
                self._known.clear()
            try:
                return read_off(self.expand(expression))
            except RemainderError:
                continue
        shown = f"{self.order} terms of its expansion do not show how "
        raise NoRuleError(Note(shown, expression, " behaves"))

    def _limit(self, expansion: Expansion) -> sp.Expr:
        remaining = dict(expansion.terms)
        while remaining:
            largest = self._largest(remaining)
            order = self.compare(largest, UNIT)
            if order < 0:
                break
            if expansion.error is not None and self.compare(largest, expansion.error) <= 0:
                raise RemainderError
            if order == 0:
                return remaining[largest]
            sign = self.region.sign(remaining.pop(largest))
            if sign:
                return sign * sp.oo
        self._require_vanishing(expansion.error)
        return sp.Integer(0)

    def _sign(self, expansion: Expansion) -> int:
        lead = self._lead(expansion)
        return 0 if lead is None else self.region.sign(lead[1])

    def _require_vanishing(self, error: Scale | None) -> None:
        if error is not None and self.compare(error, UNIT) >= 0:
            raise RemainderError

    def compare(self, one: Scale, other: Scale) -> int:
        """1 where `other/one -> 0`, -1 where `one/other -> 0`, 0 where they are equal."""
        if one == other:
            return 0
        difference = collected([*one.growth, *((j, -c) for j, c in other.growth)])
        for _, coefficient in difference:
            sign = self.region.sign(coefficient)
            if sign:
                return sign
        sign = self.region.sign(tidy(other.power - one.power))
        if sign:
            return sign
        return (one.logarithms > other.logarithms) - (one.logarithms < other.logarithms)

    def _largest(self, scales: Iterable[Scale]) -> Scale:
        largest, *others = scales
        for scale in others:
            if self.compare(scale, largest) > 0:
                largest = scale
        return largest

    def _lead(self, expansion: Expansion) -> tuple[Scale, sp.Expr] | None:
        """The largest term with a coefficient that is not zero; None where the function is zero."""
        remaining = dict(expansion.terms)
        while remaining:
            largest = self._largest(remaining)
            if expansion.error is not None and self.compare(largest, expansion.error) <= 0:
                raise RemainderError
            coefficient = remaining.pop(largest)
            if not self.region.is_zero(coefficient):
                return largest, coefficient
        if expansion.error is not None:
            raise RemainderError
        return None

    def _size(self, expansion: Expansion) -> Scale | None:
        """A scale function that the function is O of; None for the zero function."""
        scales = [*expansion.terms, *([expansion.error] if expansion.error is not None else [])]
        return self._largest(scales) if scales else None

    def _merged(self, pairs: Iterable[tuple[Scale, sp.Expr]], errors: Iterable[Scale]) -> Expansion:
        """Equal scales joined, without what the largest of the errors hides."""
        bounds = list(errors)
        error = self._largest(bounds) if bounds else None
        terms: dict[Scale, sp.Expr] = {}
        for scale, coefficient in pairs:
            equal = next((known for known in terms if self.compare(known, scale) == 0), scale)
            terms[equal] = terms.get(equal, sp.Integer(0)) + coefficient
        tidied = {scale: tidy(coefficient) for scale, coefficient in terms.items()}
        larger = {
            scale: coefficient
            for scale, coefficient in tidied.items()
            if coefficient != 0 and (error is None or self.compare(scale, error) > 0)
        }
        return Expansion(larger, error)

    def _sum(self, expansions: Iterable[Expansion]) -> Expansion:
        parts = list(expansions)
        pairs = [pair for part in parts for pair in part.terms.items()]
        return self._merged(pairs, [part.error for part in parts if part.error is not None])

    def _product(self, one: Expansion, other: Expansion) -> Expansion:
        pairs = [(m * n, c * d) for m, c in one.terms.items() for n, d in other.terms.items()]
        errors = []
        for left, right in ((one, other), (other, one)):
            size = self._size(right)
            if left.error is not None and size is not None:
                errors.append(left.error * size)
        return self._merged(pairs, errors)

    def _power_series(self, small: Expansion, coefficients: list[sp.Expr]) -> Expansion:
        """`sum coefficients[k] small^k + O(small^n)`, n their number, for small -> 0."""
        size = self._size(small)
        total = Expansion({UNIT: coefficients[0]} if coefficients[0] != 0 else {})
        if size is None:
            return total
        if self.compare(size, UNIT) >= 0:
            raise RemainderError
        power = Expansion({UNIT: sp.Integer(1)})
        parts = [total]
        for coefficient in coefficients[1:]:
            power = self._product(power, small)
            parts.append(Expansion({m: coefficient * c for m, c in power.terms.items()}, power.error))
        parts.append(Expansion({}, size.raised(sp.Integer(len(coefficients)))))
        return self._sum(parts)

    def _relative(self, expansion: Expansion, scale: Scale, coefficient: sp.Expr) -> Expansion:
        """w with `expansion = coefficient scale (1 + w)`."""
        inverse = scale.raised(sp.Integer(-1))
        pairs = [(m * inverse, c / coefficient) for m, c in expansion.terms.items() if m != scale]
        error = None if expansion.error is None else expansion.error * inverse
        # Terms above the leading one were shown to be zero; their scales must not count.
        smaller = [(m, c) for m, c in pairs if self.compare(m, UNIT) < 0]
        return self._merged(smaller, [] if error is None else [error])

    def expand(self, expression: sp.Expr) -> Expansion:
        """The expansion of an expression in t and the parameters; errors as `limit`, and `RemainderError`."""
        if expression not in self._known:
            self._known[expression] = self._expanded(expression)
        return self._known[expression]

    def _expanded(self, expression: sp.Expr) -> Expansion:
        if is_undefined(expression):
            raise UndefinedError(Note("not a real number: ", expression))
        # A row of a `Piecewise` that does not apply need not be a number.
        if not expression.has(self.variable, *NOT_REAL):
            self._require_constant(expression)
            return Expansion({UNIT: expression} if expression != 0 else {})
        if expression == self.variable:
            return Expansion({Scale(sp.Integer(1)): sp.Integer(1)})
        if isinstance(expression, sp.Add):
            return self._expanded_sum(expression)
        if isinstance(expression, sp.Mul):
            return reduce(self._product, map(self.expand, expression.args), Expansion({UNIT: sp.Integer(1)}))
        if isinstance(expression, sp.Pow) and expression.exp.is_Rational:
            return self._power(expression)
        if isinstance(expression, sp.exp):
            return self._exponential(self.expand(expression.args[0]))
        if isinstance(expression, sp.Pow):
            return self._exponential(self.expand(sp.expand(expression.exp) * sp.log(expression.base)))
        if isinstance(expression, sp.log):
            return self._logarithm(expression.args[0])
        if isinstance(expression, sp.Abs):
            return self._scaled(expression.args[0], self.eventual_sign(expression.args[0]))
        if isinstance(expression, (sp.Max, sp.Min)):
            return self.expand(extreme(expression, expression.args, self.eventual_sign))
        if isinstance(expression, sp.Piecewise):
            for value, condition in expression.args:
                if self.eventually(condition):
                    return self.expand(value)
            raise UndefinedError(Note("no case of ", expression, " applies"))
        if isinstance(expression, sp.besselk):
            return self._bessel(*expression.args)
        if isinstance(expression, (sp.sinh, sp.cosh, sp.tanh, sp.coth)):
            return self.expand(expression.rewrite(sp.exp))
        raise NoRuleError(Note("no expansion of ", expression))

    def _expanded_sum(self, expression: sp.Expr) -> Expansion:
        self._require_defined(expression)
        if expression.is_rational_function(self.variable) and not expression.is_polynomial(self.variable):
            # Cancelled first, so that no terms are lost; every divisor was shown not to vanish.
            numerator, denominator = sp.fraction(sp.cancel(sp.together(expression)))
            if denominator.has(self.variable):
                quotient = self.expand(sp.Pow(sp.expand(denominator), -1))
                return self._product(self.expand(sp.expand(numerator)), quotient)
            expression = sp.expand(numerator) / denominator
        return self._sum(self.expand(part) for part in sp.Add.make_args(sp.expand_mul(expression)))

    def _require_constant(self, expression: sp.Expr) -> None:
        """Show that an expression in the parameters is defined; what is undefined does not equal itself."""
        for choice in sorted(expression.atoms(sp.Piecewise), key=str):
            self.region.require(sp.Eq(choice, choice, evaluate=False))
        for obligation in definedness(expression):
            self.region.require(obligation)

    def _require_defined(self, expression: sp.Expr) -> None:
        """Show that divisors and what is free of t are defined, before anything cancels."""
        if not expression.has(self.variable):
            self._require_constant(expression)
        elif isinstance(expression, (sp.Add, sp.Mul)):
            for part in expression.args:
                self._require_defined(part)
        elif isinstance(expression, sp.Pow) and expression.exp.is_Integer:
            self._require_defined(expression.base)
            if expression.exp < 0 and self._lead(self.expand(expression.base)) is None:
                raise UndefinedError(Note("division by zero: ", expression))

    def _bessel(self, order: sp.Expr, argument: sp.Expr) -> Expansion:
        if not (order.is_Rational and order.q == 2):
            raise NoRuleError(Note("a Bessel function of order ", order, ", which is not half-integer"))
        # Where the argument is negative, so is a radicand of the elementary form.
        return self.expand(half_integer_bessel(order, argument))

    def _scaled(self, expression: sp.Expr, factor: int) -> Expansion:
        terms = self.expand(expression)
        return Expansion({m: factor * c for m, c in terms.terms.items()} if factor else {}, terms.error)

    def _power(self, power: sp.Pow) -> Expansion:
        base, exponent = self.expand(power.base), power.exp
        if exponent.is_Integer and exponent > 0:
            return reduce(self._product, [base] * int(exponent))
        lead = self._lead(base)
        if lead is None:
            if exponent > 0:
                return Expansion({})
            raise UndefinedError(Note("division by zero: ", power))
        scale, coefficient = lead
        if not exponent.is_Integer and self.region.sign(coefficient) < 0:
            raise UndefinedError(Note("root of a negative number: ", power))
        relative = self._relative(base, scale, coefficient)
        series = self._power_series(relative, [sp.binomial(exponent, k) for k in range(self.order + 1)])
        factor = coefficient**exponent
        raised = scale.raised(exponent)
        return self._merged(
            [(m * raised, factor * c) for m, c in series.terms.items()],
            [] if series.error is None else [series.error * raised],
        )

    def _logarithm(self, argument: sp.Expr) -> Expansion:
        expansion = self.expand(argument)
        lead = self._lead(expansion)
        asked = sp.log(argument, evaluate=False)
        if lead is None or self.region.sign(lead[1]) < 0:
            raise UndefinedError(Note("logarithm of a number that is not positive: ", asked))
        scale, coefficient = lead
        if scale.logarithms:
            raise NoRuleError(Note("a logarithm of a logarithm: ", asked))
        pairs = [(Scale(-j), c) for j, c in scale.growth]
        if scale.power != 0:
            pairs.append((Scale(logarithms=1), -scale.power))
        if coefficient != 1:
            pairs.append((UNIT, sp.log(coefficient)))
        relative = self._relative(expansion, scale, coefficient)
        coefficients = [sp.Integer(0), *(sp.Rational((-1) ** (k + 1), k) for k in range(1, self.order + 1))]
        return self._sum([Expansion(dict(pairs)), self._power_series(relative, coefficients)])

    def _exponential(self, exponent: Expansion) -> Expansion:
        self._require_vanishing(exponent.error)
        growth: list[tuple[sp.Rational, sp.Expr]] = []
        power, constant, small = sp.Integer(0), sp.Integer(0), {}
        for scale, coefficient in exponent.terms.items():
            order = self.compare(scale, UNIT)
            if order < 0:
                small[scale] = coefficient
            elif order == 0:
                constant = coefficient
            elif scale == Scale(logarithms=1):
                power = -coefficient
            elif scale.logarithms == 0 and not scale.growth and scale.power.is_Rational:
                growth.append((-scale.power, coefficient))
            else:
                raise NoRuleError(Note("the exponential of a term of size ", scale))
        factor = Scale(power, 0, collected(growth))
        coefficients = [1 / sp.factorial(k) for k in range(self.order + 1)]
        series = self._power_series(Expansion(small, exponent.error), coefficients)
        return self._merged(
            [(m * factor, sp.exp(constant) * c) for m, c in series.terms.items()],
            [] if series.error is None else [series.error * factor],
        )
