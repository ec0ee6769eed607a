"""Sets a SymPy formula faithfully: nothing is cancelled, collected or reordered that was put unevaluated.

SymPy's own printers rearrange products and, in MathML, lose brackets (`p + (-p + a)` becomes `p - p - a`);
what an audit shows must be what it judged. Only sums and products that SymPy has put in its own order anyway
are shown in a better one: positive terms first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFunction

from symbolic_eps.typesetting.notation import Notation
from verify.functions.unspecified import Value
from verify.language.relations import sign_of
from verify.language.signs_of_comparison import REVERSED
from verify.probability.weighted_sum import Quotient, Total


class Binding(IntEnum):
    """How tightly the outermost operation binds."""

    LOGIC = 0
    RELATION = 1
    SUM = 2
    PRODUCT = 3
    POWER = 4
    ATOM = 5


class Changed(sp.Function):
    """A value that is marked as changed."""

    @classmethod
    def eval(cls, value: sp.Expr) -> None:
        """Never another value: a mark stays where it is."""


class ChangedCondition(BooleanFunction):
    """A condition that is marked as changed."""

    @classmethod
    def eval(cls, condition: sp.Basic) -> None:
        """Never another condition: a mark stays where it is."""


class _Set(NamedTuple):
    """A piece that is set, and how tightly it binds."""

    text: str
    binding: Binding


_WORDS: dict[type, str] = {
    sp.And: "and",
    sp.Or: "or",
    sp.Implies: "implies",
    sp.Equivalent: "is equivalent to",
}


class Layout:
    r"""Sets formulas in one notation.

    Parameters
    ----------
    notation : Notation
        How the pieces look.
    names : mapping of Symbol to str, optional
        Symbols that are shown under another name.

    Examples
    --------
    >>> from sympy.abc import p, q, r
    >>> from symbolic_eps.typesetting.notation import Text
    >>> from symbolic_eps.typesetting.tex import Latex
    >>> share = sp.Mul(p, 1 / (1 - p), 1 - p, evaluate=False)
    >>> Layout(Text()).set(sp.Eq(share, sp.sqrt(p) / r, evaluate=False))
    'p*(1/(1 - p))*(1 - p) = sqrt(p)/r'
    >>> print(Layout(Latex()).set(sp.exp(-2 * p) >= q / r))
    e^{-2 p} \ge \frac{q}{r}
    """

    def __init__(self, notation: Notation, names: Mapping[sp.Symbol, str] | None = None) -> None:
        self._n = notation
        self._names = names or {}
        self._one_line = notation.needs_brackets

    def set(self, formula: sp.Basic) -> str:
        """The formula, set."""
        return self._set(formula).text

    def all_of(self, formulas: Iterable[sp.Basic]) -> str:
        """Formulas that hold together; the empty text for none."""
        parts = self.each_of(formulas)
        return self._n.joined(parts, "and") if len(parts) > 1 else "".join(parts)

    def each_of(self, formulas: Iterable[sp.Basic]) -> list[str]:
        """Formulas that hold together, one by one; bounds of a number from both sides are one chain."""
        return [
            self._between(first, *rest) if rest else self._inside(first, Binding.RELATION)
            for first, *rest in _chained(formulas)
        ]

    def _between(self, above: sp.Basic, below: sp.Basic) -> str:
        """`a > 0` and `a <= 1` as `0 < a <= 1`."""
        first = self._n.relation(self.set(above.rhs), REVERSED[sign_of(above)], self.set(above.lhs))
        return self._n.relation(first, sign_of(below), self.set(below.rhs))

    def _inside(self, formula: sp.Basic, at_least: Binding) -> str:
        """Set, in brackets if it binds less tightly than its place asks for."""
        return self._bracket(self._set(formula), at_least)

    def _bracket(self, piece: _Set, at_least: Binding) -> str:
        return piece.text if piece.binding >= at_least else self._n.bracketed(piece.text)

    def _set(self, formula: sp.Basic) -> _Set:
        if isinstance(formula, Relational):
            left, right = (self._inside(side, Binding.SUM) for side in formula.args)
            return _Set(self._n.relation(left, sign_of(formula), right), Binding.RELATION)
        if type(formula) in _WORDS:
            return self._logic(formula)
        if isinstance(formula, sp.Not):
            denied = self._inside(formula.args[0], Binding.ATOM)
            return _Set(self._n.row([self._n.words("not "), denied]), Binding.LOGIC)
        if isinstance(formula, sp.Symbol):
            name = self._names.get(formula, str(formula))  # a dummy's begins with an underscore
            return _Set(self._n.name(name), Binding.ATOM)
        if isinstance(formula, sp.Add):
            return self._sum(formula)
        if isinstance(formula, sp.Mul) or (isinstance(formula, sp.Rational) and not formula.is_Integer):
            return self._signed(formula)
        if isinstance(formula, sp.Pow):
            return self._power(formula)
        return self._other(formula)

    def _logic(self, formula: sp.Basic) -> _Set:
        arguments: Sequence[sp.Basic] = formula.args
        if isinstance(formula, (sp.And, sp.Or)):
            arguments = sorted(arguments, key=lambda a: (sp.count_ops(a), str(a)))
        parts = [self._inside(a, Binding.RELATION) for a in arguments]
        return _Set(self._n.joined(parts, _WORDS[type(formula)]), Binding.LOGIC)

    def _sum(self, formula: sp.Expr) -> _Set:
        terms: Sequence[sp.Expr] = formula.args
        if sp.Add(*terms) == formula:  # in SymPy's order, not the asker's
            terms = sorted(formula.as_ordered_terms(), key=_is_negative)
        pieces: list[str] = []
        for term in terms:
            negative, rest = _without_sign(term)
            if negative or pieces:
                pieces.append(self._n.sign("-" if negative else "+"))
            pieces.append(self._inside(rest, Binding.PRODUCT))
        return _Set(self._n.sum(pieces), Binding.SUM)

    def _signed(self, formula: sp.Expr) -> _Set:
        negative, rest = _without_sign(formula)
        if not negative:
            return self._quotient(rest)
        inner = self._quotient(rest) if isinstance(rest, (sp.Mul, sp.Rational)) else self._set(rest)
        return _Set(self._n.sign("-") + self._bracket(inner, Binding.PRODUCT), Binding.SUM)

    def _quotient(self, formula: sp.Expr) -> _Set:
        """A product or a rational number: a fraction if a factor is a reciprocal."""
        if formula.is_Rational:
            above, below = [sp.Integer(formula.p)], [sp.Integer(formula.q)] if formula.q != 1 else []
            return self._fraction(above, below)
        factors: Sequence[sp.Expr] = formula.args
        if sp.Mul(*factors) == formula:
            factors = formula.as_ordered_factors()
            above, below = _split(factors)
            if below and all(f.is_Integer for f in below) and above and isinstance(above[-1], sp.log):
                number = self._fraction([f for f in above if f.is_Integer], below)
                return self._product_of([number, *(self._set(f) for f in above if not f.is_Integer)])
            return self._fraction(above, below)
        # Put unevaluated: each factor stays where it is, and only a lone reciprocal at the end is a fraction.
        *first, last = factors
        if all(_reciprocal(f) is None for f in first) and (divisor := _reciprocal(last)) is not None:
            return self._fraction([f for f in first if f is not sp.S.One], [divisor])
        return self._product_of(list(map(self._set, factors)))

    def _fraction(self, above: Sequence[sp.Expr], below: Sequence[sp.Expr]) -> _Set:
        numerator = self._factors(above or [sp.S.One])
        if not below:
            return numerator
        denominator = self._factors(below)
        if not self._one_line:
            return _Set(self._n.fraction(numerator.text, denominator.text), Binding.PRODUCT)
        above_line = self._bracket(numerator, Binding.PRODUCT)
        return _Set(self._n.fraction(above_line, self._bracket(denominator, Binding.POWER)), Binding.PRODUCT)

    def _factors(self, factors: Sequence[sp.Expr]) -> _Set:
        return self._set(factors[0]) if len(factors) == 1 else self._product_of(list(map(self._set, factors)))

    def _product_of(self, pieces: Sequence[_Set]) -> _Set:
        """Factors side by side; on one line a product among them needs brackets unless it comes first."""
        first, *others = pieces
        needed = Binding.POWER if self._one_line else Binding.PRODUCT
        factors = [self._bracket(first, Binding.PRODUCT), *(self._bracket(p, needed) for p in others)]
        return _Set(self._n.product(factors), Binding.PRODUCT)

    def _power(self, formula: sp.Expr) -> _Set:
        base, exponent = formula.args
        divisor = _reciprocal(formula)
        if divisor is not None:
            return self._fraction([sp.S.One], [divisor])
        if exponent.is_Rational and exponent.p == 1 and exponent.q > 1:
            index = "" if exponent.q == 2 else str(exponent.q)
            return _Set(self._n.root(self.set(base), index), Binding.ATOM)
        if exponent.is_Rational and exponent.q == 2:
            root, power = self._n.root(self.set(base), ""), self._n.number(str(exponent.p))
            return _Set(self._n.power(root, power), Binding.POWER)
        return self._raised(self._inside(base, Binding.ATOM), exponent)

    def _raised(self, base: str, exponent: sp.Expr) -> _Set:
        raised = self._inside(exponent, Binding.ATOM) if self._one_line else self.set(exponent)
        return _Set(self._n.power(base, raised), Binding.POWER)

    def _other(self, formula: sp.Basic) -> _Set:
        if formula.is_Integer or formula in (sp.oo, -sp.oo):
            size = self._n.number(str(formula).lstrip("-"))
            return _Set(self._n.sign("-") + size, Binding.SUM) if formula < 0 else _Set(size, Binding.ATOM)
        if formula.is_Float:
            return _Set(self._n.number(str(formula)), Binding.ATOM)
        if formula in (sp.E, sp.pi):
            return _Set(self._n.name("e" if formula is sp.E else "pi"), Binding.ATOM)
        if isinstance(formula, sp.exp):
            return self._raised(self._n.name("e"), formula.args[0])
        if isinstance(formula, sp.Derivative):
            slopes = [self._n.slope(self.set(variable)) for variable in formula.variables]
            return _Set(self._n.row([*slopes, self._inside(formula.expr, Binding.ATOM)]), Binding.PRODUCT)
        if isinstance(formula, Total):
            operator = self._n.below("sum", self._n.listed(list(map(self.set, formula.indices))), "")
            return _Set(self._n.row([operator, self._inside(formula.summand, Binding.PRODUCT)]), Binding.SUM)
        if isinstance(formula, Quotient):
            return self._fraction([formula.args[0]], [formula.args[1]])
        if isinstance(formula, (Changed, ChangedCondition)):
            text, binding = self._set(formula.args[0])
            return _Set(self._n.marked(text), binding)
        return _Set(self._closed(formula), Binding.ATOM)

    def _closed(self, formula: sp.Basic) -> str:
        """What stands by itself: a function with its arguments, cases, a value between bars."""
        if isinstance(formula, sp.Abs):
            return self._n.absolute(self.set(formula.args[0]))
        if isinstance(formula, sp.Piecewise):
            cases = [(self.set(v), "" if c == sp.true else self.set(c)) for v, c in formula.args]
            return self._n.cases(cases)
        if isinstance(formula, (sp.Max, sp.Min)):
            arguments = sorted(formula.args, key=lambda a: (-sp.count_ops(a), str(a)))
            return self._n.apply(type(formula).__name__.lower(), list(map(self.set, arguments)))
        if isinstance(formula, Value):
            return self._n.apply(formula.name, list(map(self.set, formula.point)))
        if isinstance(formula, sp.Function):
            return self._n.apply(type(formula).__name__, list(map(self.set, formula.args)))
        return self._n.words(str(formula))


def _chained(formulas: Iterable[sp.Basic]) -> list[tuple[sp.Basic, ...]]:
    """The formulas, a bound of a symbol from below taken together with the next one from above."""
    chains: list[tuple[sp.Basic, ...]] = []
    for formula in formulas:
        before = chains[-1] if chains else ()
        if (
            len(before) == 1
            and isinstance(before[0], (sp.Gt, sp.Ge))
            and isinstance(formula, (sp.Lt, sp.Le))
            and before[0].lhs.is_Symbol
            and before[0].lhs == formula.lhs
            and before[0].rhs.is_number
        ):
            chains[-1] = (before[0], formula)
        else:
            chains.append((formula,))
    return chains


def _is_negative(term: sp.Expr) -> bool:
    return _without_sign(term)[0]


def _without_sign(term: sp.Expr) -> tuple[bool, sp.Expr]:
    """Whether the term starts with a minus sign, and what stays without it."""
    if term.is_Rational and term < 0:
        return True, -term
    if isinstance(term, sp.Mul) and term.args and term.args[0].is_Rational and term.args[0] < 0:
        number, *rest = term.args
        evaluated = sp.Mul(*term.args) == term
        factors = rest if number == -1 else [-number, *rest]
        if len(factors) == 1:
            return True, factors[0]
        return True, sp.Mul(*factors) if evaluated else sp.Mul(*factors, evaluate=False)
    return False, term


def _reciprocal(factor: sp.Expr) -> sp.Expr | None:
    """What a factor divides by, if it is a power with a negative number as exponent."""
    if factor.is_Rational and factor.p == 1 and factor.q != 1:
        return sp.Integer(factor.q)
    if not isinstance(factor, sp.Pow) or isinstance(factor, sp.exp):
        return None
    base, exponent = factor.args
    if not (exponent.is_Rational and exponent < 0):
        return None
    return base if exponent == -1 else sp.Pow(base, -exponent, evaluate=False)


def _split(factors: Iterable[sp.Expr]) -> tuple[list[sp.Expr], list[sp.Expr]]:
    """Numerator and denominator of an evaluated product."""
    above, below = [], []
    for factor in factors:
        if factor.is_Rational:
            above += [sp.Integer(factor.p)] if factor.p != 1 else []
            below += [sp.Integer(factor.q)] if factor.q != 1 else []
        elif (divisor := _reciprocal(factor)) is not None:
            below.append(divisor)
        else:
            above.append(factor)
    return above, below
