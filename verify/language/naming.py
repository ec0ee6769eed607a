"""Exponentials and logarithms as unknowns, so that statements about them become algebraic, and more general.

`exp(m/d)` becomes a positive unknown for each monomial m of an exponent, `log|f|` an unknown for each factor
f of an argument, Bessel's K a positive unknown, gamma(a) one that is positive for a > 0, pi one in (3, 22/7).
What holds for all values of the unknowns holds for these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import permutations
from math import lcm

import sympy as sp

_HYPERBOLIC = (sp.sinh, sp.cosh, sp.tanh, sp.coth)


@dataclass
class Naming:
    """Names for the exponentials and logarithms of several expressions; equal ones share a name.

    Parameters
    ----------
    exponentials : mapping of Expr to Symbol
        `exp(m/d)` by the monomial m.
    denominators : mapping of Expr to int
        The d of each monomial.
    logarithms : mapping of Expr to Symbol
        `log|f|` by the factor f.
    special : mapping of Expr to Symbol
        Values of Bessel's K and of the gamma function.
    """

    exponentials: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)
    denominators: dict[sp.Expr, int] = field(default_factory=dict)
    logarithms: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)
    special: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)
    pi: sp.Symbol = field(default_factory=lambda: sp.Dummy("pi", real=True))
    uses_pi: bool = False

    @classmethod
    def of(cls, expressions: Iterable[sp.Basic]) -> Naming:
        """Prepared for these expressions: common denominators of the exponents are known beforehand."""
        naming = cls()
        for expression in expressions:
            for call in prepared(expression).atoms(sp.exp):
                for coefficient, monomial in _linear_terms(call.args[0]):
                    if not isinstance(monomial, sp.log):
                        known = naming.denominators.get(monomial, 1)
                        naming.denominators[monomial] = lcm(known, int(coefficient.q))
        return naming

    @property
    def relations(self) -> tuple[sp.Basic, ...]:
        """What is known of the names."""
        bounds = (self.pi > 3, self.pi < sp.Rational(22, 7)) if self.uses_pi else ()
        special: list[sp.Basic] = []
        while len(special) < len(self.special):  # What is said of one may name others.
            special.append(self._positive(*list(self.special.items())[len(special)]))
        return (*(name > 0 for name in self.exponentials.values()), *special, *bounds)

    @property
    def inequalities(self) -> tuple[sp.Basic, ...]:
        """`e^y >= 1 + y` and `e^-y >= 1 - y`, and the same for logarithms, where y is algebraic."""
        inequalities: list[sp.Basic] = []
        for monomial, name in self.exponentials.items():
            y = sp.together(monomial / self.denominators.get(monomial, 1))
            if y.is_rational_function() and not y.has(sp.pi):
                bounds = _conjunction(
                    sp.Ge(name, 1 + y, evaluate=False), sp.Le(name * (1 - y), 1, evaluate=False)
                )
                # Where y is undefined, so is its exponential: nothing is known of the name.
                inequalities.append(sp.Or(sp.Eq(sp.fraction(y)[1], 0), bounds))
        for base, name in self.logarithms.items():
            if base.is_polynomial() and not base.has(sp.pi):
                bounds = _conjunction(
                    sp.Le(name, base - 1, evaluate=False), sp.Ge(name * base, base - 1, evaluate=False)
                )
                inequalities.append(sp.Or(sp.Le(base, 0, evaluate=False), bounds))
        return tuple(inequalities)

    @property
    def orders(self) -> list[Order]:
        """`e >= f (1 + y - z)` for any exponentials e = exp(y), f = exp(z), 1 among them; so for logarithms.

        Equality is for y = z only: `2 (e - f (1 + y - z)) (e + f) >= (y - z)^2 e f`, by Taylor's formula.
        """
        one: tuple[sp.Expr, sp.Expr] = (sp.S.Zero, sp.S.One)
        powers = [one]
        for monomial, name in self.exponentials.items():
            y = sp.together(monomial / self.denominators.get(monomial, 1))
            if y.is_rational_function() and not y.has(sp.pi):
                powers.append((y, name))
        logs = [(name, base) for base, name in self.logarithms.items() if base.is_polynomial()]
        return [_order(*pair) for family in (powers, [one, *logs]) for pair in permutations(family, 2)]

    def named(self, expression: sp.Basic) -> sp.Basic:
        """The expression, or comparison, in the names."""
        return self._named(prepared(expression))

    def _named(self, part: sp.Basic) -> sp.Basic:
        if part is sp.pi:
            self.uses_pi = True
            return self.pi
        if isinstance(part, sp.exp):
            return self._exponential(part.args[0])
        if isinstance(part, sp.log):
            return self._logarithm(part.args[0])
        if isinstance(part, (sp.besselk, sp.gamma)):
            return self.special.setdefault(part, sp.Dummy(f"S{len(self.special)}", real=True))
        if not part.args:
            return part
        arguments = [self._named(a) for a in part.args]
        if isinstance(part, sp.core.relational.Relational):
            return part.func(*arguments, evaluate=False)
        return part.func(*arguments)

    def _positive(self, call: sp.Expr, name: sp.Symbol) -> sp.Basic:
        """That the value of a special function is positive; of gamma, where its argument is."""
        if isinstance(call, sp.besselk):
            return name > 0
        return sp.Or(sp.Le(self.named(call.args[0]), 0, evaluate=False), name > 0, evaluate=False)

    def _exponential(self, exponent: sp.Expr) -> sp.Expr:
        factors = []
        for coefficient, monomial in _linear_terms(exponent):
            if isinstance(monomial, sp.log):
                factors.append(self._named(monomial.args[0]) ** coefficient)
                continue
            if monomial not in self.exponentials:
                self.exponentials[monomial] = sp.Dummy(f"E{len(self.exponentials)}", real=True)
            power = coefficient * self.denominators.get(monomial, 1)
            factors.append(self.exponentials[monomial] ** power)
        return sp.Mul(*factors)

    def _logarithm(self, argument: sp.Expr) -> sp.Expr:
        terms = []
        for base, power in _factors(argument):
            if isinstance(base, sp.exp):
                terms.append(power * self._named(base.args[0]))
                continue
            if base not in self.logarithms:
                self.logarithms[base] = sp.Dummy(f"L{len(self.logarithms)}", real=True)
            terms.append(power * self.logarithms[base])
        return sp.Add(*terms)


@dataclass(frozen=True)
class Order:
    """What is known of two names, where they are defined.

    Parameters
    ----------
    needs : tuple of Boolean
        That exponents are defined, and arguments of logarithms positive.
    tangent, strict : Boolean
        The inequality, and one that says more where the two differ.
    """

    needs: tuple[sp.Basic, ...]
    tangent: sp.Basic
    strict: sp.Basic


def _order(above: tuple[sp.Expr, sp.Expr], below: tuple[sp.Expr, sp.Expr]) -> Order:
    (y, e), (z, f) = above, below
    needs = [sp.Ne(sp.fraction(v)[1], 0, evaluate=False) for v in (y, z) if not v.is_polynomial()]
    needs += [sp.Gt(v, 0, evaluate=False) for v in (e, f) if not isinstance(v, sp.Dummy) and v != 1]
    gap, change = e - f * (1 + y - z), (y - z) ** 2 * e * f
    return Order(
        tuple(needs), sp.Ge(gap, 0, evaluate=False), sp.Ge(2 * gap * (e + f), change, evaluate=False)
    )


def _conjunction(one: sp.Basic, other: sp.Basic) -> sp.Basic:
    return sp.And(one, other, evaluate=False)


def prepared(expression: sp.Basic) -> sp.Basic:
    """Hyperbolic functions and powers with other than rational exponents as exponentials."""

    def real_power(part: sp.Basic) -> bool:
        return isinstance(part, sp.Pow) and not part.exp.is_Rational

    # `exp(c*log(b))` would turn back into a power by itself, hence the unevaluated form.
    rewritten = expression.replace(lambda e: isinstance(e, _HYPERBOLIC), lambda e: e.rewrite(sp.exp))
    rewritten = rewritten.xreplace({sp.E: sp.exp(1, evaluate=False)})
    return rewritten.replace(real_power, lambda e: sp.exp(sp.expand(e.exp) * sp.log(e.base), evaluate=False))


def _linear_terms(exponent: sp.Expr) -> list[tuple[sp.Rational, sp.Expr]]:
    """Rational coefficients and monomials whose sum of products the exponent is."""
    return [term.as_coeff_Mul(rational=True) for term in sp.Add.make_args(sp.expand(exponent))]


def _factors(argument: sp.Expr) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """Factors of |argument| with rational powers; prime numbers, and expressions up to their sign."""
    for part in sp.Mul.make_args(sp.factor(sp.together(argument))):
        base, power = part.as_base_exp() if not isinstance(part, sp.exp) else (part, sp.Integer(1))
        if not power.is_Rational:
            base, power = part, sp.Integer(1)
        if base.is_Rational:
            for number, sign in ((abs(int(base.p)), 1), (int(base.q), -1)):
                for prime, multiplicity in sp.factorint(number).items():
                    if prime > 1:
                        yield sp.Integer(prime), sign * power * multiplicity
        elif base.is_Mul and part != base:
            for inner, exponent in _factors(base):
                yield inner, exponent * power
        else:
            yield (-base if base.could_extract_minus_sign() else base), power
