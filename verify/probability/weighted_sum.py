"""Sums over index sets of unspecified size: the language of discrete probability.

A family such as the weights w_z is one symbol that is declared to vary with the index z; an expression in
such symbols is a generic term, and `Total(w * v, z)` is the sum of its values over all of the index set of z.
The index set may be empty, in which case the sum is 0, and may be infinite (`Setting.supports`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from verify.language.assumptions import with_signs
from verify.probability.supports import Supports


class Total(sp.Expr):
    """The sum of a generic term over all values of its indices.

    Defined where every term is, and where the parts of the term that do not vary with the indices are (so
    that a constant factor may be taken out of a sum over an empty set as well); if there are infinitely many
    terms, where it converges absolutely. An empty sum is 0.

    Parameters
    ----------
    summand : Expr
        The generic term.
    *indices : Symbol
        The indices that run, each through its own set.

    Raises
    ------
    ValueError
        Without an index, or with one twice.

    Examples
    --------
    >>> from sympy.abc import v, w, z
    >>> Total(w * v, z) / Total(w, z)
    Total(v*w, z)/Total(w, z)
    """

    # Not declared finite: SymPy would then take 1/Total != 0 for true where the sum is 0.
    is_commutative = True
    is_extended_real = True

    def __new__(cls, summand: sp.Expr | int, *indices: sp.Symbol) -> Total:
        """The sum, its indices in the order of their names."""
        if not indices or len(set(indices)) < len(indices):
            raise ValueError(f"a sum runs over one or more different indices, not over {indices}")
        made: Total = sp.Expr.__new__(cls, sp.sympify(summand, strict=True), *sorted(indices, key=str))
        return made

    @property
    def summand(self) -> sp.Expr:
        """The generic term."""
        return self.args[0]

    @property
    def indices(self) -> tuple[sp.Symbol, ...]:
        """The indices that run."""
        return tuple(self.args[1:])

    @property
    def free_symbols(self) -> set[sp.Basic]:
        """The symbols of the summand."""
        return set(self.summand.free_symbols)


class Quotient(sp.Expr):
    """Numerator over denominator, which SymPy does not cancel; undefined where the denominator is 0.

    P(A | B) * P(B) is undefined for a null event B, although the product of a plain quotient with its
    denominator would be simplified to P(A, B).

    Parameters
    ----------
    numerator, denominator : Expr
        In the language of the setting.

    Examples
    --------
    >>> from sympy.abc import s, w, z
    >>> Total(s * w, z) * Quotient(1, Total(s * w, z))
    (1/Total(s*w, z))*Total(s*w, z)
    """

    is_commutative = True
    is_extended_real = True

    def __new__(cls, numerator: sp.Expr | int, denominator: sp.Expr) -> Quotient:
        """The quotient, as it stands."""
        made: Quotient = sp.Expr.__new__(
            cls, sp.sympify(numerator, strict=True), sp.sympify(denominator, strict=True)
        )
        return made

    @property
    def numerator(self) -> sp.Expr:
        """What is divided."""
        return self.args[0]

    @property
    def denominator(self) -> sp.Expr:
        """By what it is divided."""
        return self.args[1]

    def _sympystr(self, printer: Any) -> str:
        # In parentheses, since SymPy takes what it does not know for an atom.
        above, below = (
            f"({printer._print(part)})" if part.is_Add or part.is_Mul else printer._print(part)
            for part in self.args
        )
        return f"({above}/{below})"


def conditional(
    weight: sp.Expr, event: sp.Expr, given: sp.Expr | int, over: Iterable[sp.Symbol] | sp.Symbol
) -> sp.Expr:
    """P(event | given): the sum of weight*event*given over that of weight*given; undefined for a null event.

    Parameters
    ----------
    weight : Expr
        The probability of an outcome, or anything proportional to it.
    event, given : Expr
        Indicators (1 where the outcome belongs to the event, else 0), or likelihoods.
    over : Symbol or iterable of Symbol
        The indices of the outcomes.

    Examples
    --------
    >>> from sympy.abc import a, b, w, z
    >>> conditional(w, a, b, z)
    (Total(a*b*w, z)/Total(b*w, z))
    """
    indices = (over,) if isinstance(over, sp.Symbol) else tuple(over)
    return Quotient(Total(weight * event * given, *indices), Total(weight * given, *indices))


@dataclass(frozen=True)
class Setting:
    """Which symbols are families, over which indices, and what is assumed of them.

    Parameters
    ----------
    families : mapping of Symbol to tuple of Symbol
        Each family with its indices. All other symbols are numbers.
    hypotheses : tuple of Boolean
        Comparisons, and their combinations by `And` and `Or`. One that holds families outside of a `Total` is
        assumed for every value of their indices.
    events : tuple of Symbol
        Families that take the values 0 and 1 only.
    supports : Supports
        How large the index sets may be.

    Raises
    ------
    ValueError
        For an event that is not a family, or an index that is used as a number.

    Examples
    --------
    >>> from sympy.abc import s, w, z
    >>> setting = Setting({w: (z,), s: (z,)}, (w >= 0, sp.Eq(Total(w, z), 1)), events=(s,))
    >>> setting.normal(Total(3 * w * s + w * (1 - s), z))
    Total(w, z) + 2*Total(s*w, z)
    >>> setting.free_indices(w * Total(w, z))
    frozenset({z})
    """

    families: Mapping[sp.Symbol, tuple[sp.Symbol, ...]] = field(hash=False)
    hypotheses: tuple[sp.Basic, ...] = ()
    events: tuple[sp.Symbol, ...] = ()
    supports: Supports = Supports.COUNTABLE

    def __post_init__(self) -> None:
        for event in self.events:
            if event not in self.families:
                raise ValueError(f"the event {event} is not declared as a family")
        object.__setattr__(self, "hypotheses", with_signs(self.hypotheses, *self.families))
        for hypothesis in self.hypotheses:
            self.check(hypothesis)

    @cached_property
    def indices(self) -> tuple[sp.Symbol, ...]:
        """All indices, by name."""
        return tuple(sorted({i for indices in self.families.values() for i in indices}, key=str))

    def check(self, statement: sp.Basic) -> None:
        """Refuse what is outside of the language.

        Raises
        ------
        ValueError
            For a statement that is no combination of comparisons by `And` and `Or`, for an index that no
            family has, and for an index that is used as a number.
        """
        if isinstance(statement, (sp.And, sp.Or)):
            for part in statement.args:
                self.check(part)
            return
        if statement in (sp.true, sp.false):
            return
        if not isinstance(statement, Relational):
            raise ValueError(f"not a comparison, nor some joined by And and Or: {statement}")
        numbers = sorted(statement.free_symbols & set(self.indices), key=str)
        if numbers:
            raise ValueError(f"the index {numbers[0]} is used as a number in {statement}")
        for total in statement.atoms(Total):
            for part in sp.preorder_traversal(total.summand):
                if not _is_rational_part(part):
                    raise ValueError(f"in a sum only rational functions, Max, Min and Abs are known: {part}")
            for index in total.indices:
                if index not in self.indices:
                    raise ValueError(f"no family varies with the index {index} of {total}")

    def facts(self, domain: Iterable[sp.Basic] = (), about: Iterable[sp.Basic] = ()) -> tuple[sp.Basic, ...]:
        """All that is assumed: the domain, the hypotheses, 0 or 1 for events, and signs that symbols declare.

        The last for the symbols of further statements too.
        """
        stated = (*domain, *self.hypotheses)
        for statement in domain:
            self.check(statement)
        indicators = (
            relation(part, 0, evaluate=False)
            for s in self.events
            for relation, part in ((sp.Eq, s * (1 - s)), (sp.Ge, s), (sp.Ge, 1 - s))
        )
        return tuple(dict.fromkeys(with_signs((*stated, *indicators), *about)))

    def free_indices(self, expression: sp.Basic) -> frozenset[sp.Symbol]:
        """The indices with which an expression or statement varies."""
        if isinstance(expression, Total):
            return self.free_indices(expression.summand) - set(expression.indices)
        if expression.is_Symbol:
            return frozenset(self.families.get(expression, ()))
        return frozenset[sp.Symbol]().union(*(self.free_indices(part) for part in expression.args))

    def normal(self, expression: sp.Basic) -> sp.Basic:
        """The expression with its sums as combinations of sums of products.

        Used are, for finite sums of real numbers: linearity (terms apart, factors that do not vary with the
        index in front), distributivity (a sum within a product is one sum over both indices, and the sum of
        a_y*b_z over y and z is the product of two sums), s**n = s for 0 and 1. Two sums with the same normal
        form are equal wherever both are defined; different normal forms show nothing. For infinite sums this
        is so where the sums of `pieces` converge absolutely (`verify.probability.convergence`).
        """
        if isinstance(expression, Total):
            return sp.Add(*self.pieces(expression))
        if isinstance(expression, Quotient):
            return self.normal(expression.numerator) / self.normal(expression.denominator)
        if not expression.args or not expression.has(Total, Quotient):
            return expression
        parts = [self.normal(part) for part in expression.args]
        return (
            expression.func(*parts, evaluate=False)
            if isinstance(expression, Relational)
            else expression.func(*parts)
        )

    def pieces(self, total: Total) -> list[sp.Expr]:
        """The products of sums that add up to a sum, before anything cancels."""
        summand, indices = self.normal(total.summand), frozenset(total.indices)
        names: dict[sp.Expr, sp.Symbol] = {}
        apart = with_names(summand, names, unused_prefix([summand]))
        meaning = {name: total for total, name in names.items()}
        numerator, denominator = sp.fraction(sp.together(apart))
        below = [1 / factor for factor in sp.Mul.make_args(denominator)]
        terms = sp.Add.make_args(sp.expand(numerator))
        products = (
            [f.xreplace(meaning) for f in (*sp.Mul.make_args(term), *below)] for term in terms if term != 0
        )
        return [self._product(factors, indices) for factors in products]

    def _product(self, factors: Iterable[sp.Expr], indices: frozenset[sp.Symbol]) -> sp.Expr:
        """The sum of a product of factors, as a product of sums that cannot be taken apart."""
        plain = [self._without_power(f) for f in sp.Mul.make_args(sp.Mul(*factors))]
        constant = [f for f in plain if not self.free_indices(f) & indices]
        varying = [f for f in plain if self.free_indices(f) & indices]
        for inner in varying:
            if isinstance(inner, Total):
                others = [f for f in varying if f is not inner]
                taken = indices.union(*(self.free_indices(f) for f in others))
                if not taken & set(inner.indices):
                    both = indices | set(inner.indices)
                    return sp.Mul(*constant, self._product([*others, inner.summand], both))
        sums: list[sp.Expr] = []
        remaining = set(indices)
        while remaining:
            group = {min(remaining, key=str)}
            while True:
                touched = [f for f in varying if self.free_indices(f) & group]
                wider = group.union(*(self.free_indices(f) & indices for f in touched))
                if wider == group:
                    break
                group = wider
            sums.append(Total(sp.Mul(*touched), *group))
            remaining -= group
        return sp.Mul(*constant, *sums)

    def _without_power(self, factor: sp.Expr) -> sp.Expr:
        if factor.is_Pow and factor.base in self.events and factor.exp.is_Integer and factor.exp > 0:
            return factor.base
        return factor


def with_names(expression: sp.Basic, names: dict[sp.Expr, sp.Symbol], prefix: str = "sum_") -> sp.Basic:
    """The expression with a symbol for each outermost sum; `names` is extended by those it lacks.

    Parameters
    ----------
    expression : Basic
        An expression or statement.
    names : dict of Total to Symbol
        The names given so far.
    prefix : str
        What a name begins with and no other symbol does; see `unused_prefix`.

    Examples
    --------
    >>> from sympy.abc import a, w, z
    >>> with_names(a * Total(w, z) + Total(w**2, z), {})
    a*sum_1 + sum_2
    """
    if isinstance(expression, Total):
        if expression not in names:
            names[expression] = sp.Symbol(f"{prefix}{len(names) + 1}", real=True)
        return names[expression]
    if not expression.args or not expression.has(Total):
        return expression
    parts = [with_names(part, names, prefix) for part in expression.args]
    if isinstance(expression, (Relational, sp.And, sp.Or)):
        return expression.func(*parts, evaluate=False)
    return expression.func(*parts)


def unused_prefix(statements: Iterable[sp.Basic]) -> str:
    """A beginning that no symbol of the statements has.

    Examples
    --------
    >>> unused_prefix([sp.Symbol("sum_1") + 1])
    'sum__'
    """
    taken = [s.name for statement in statements for s in statement.atoms(sp.Symbol)]
    prefix = "sum_"
    while any(name.startswith(prefix) for name in taken):
        prefix += "_"
    return prefix


def divisors(expression: Any, within: bool = False) -> Iterator[tuple[sp.Expr, bool]]:
    """What must not be 0 for the expression to be defined; and whether it stands within a sum.

    Examples
    --------
    >>> from sympy.abc import a, w, z
    >>> list(divisors(1 / (1 - a) + Total(1 / w, z)))
    [(1 - a, False), (w, True)]
    """
    if expression.is_Pow and expression.exp.is_negative:
        yield expression.base, within
    if isinstance(expression, Quotient):
        yield expression.denominator, within
    inside = within or isinstance(expression, Total)
    for part in expression.args:
        yield from divisors(part, inside)


def _is_rational_part(part: sp.Basic) -> bool:
    if part.is_Pow:
        return bool(part.exp.is_Integer)
    return bool(part.is_Symbol or part.is_Rational or part.is_Add or part.is_Mul) or isinstance(
        part, (Total, Quotient, sp.Max, sp.Min, sp.Abs)
    )
