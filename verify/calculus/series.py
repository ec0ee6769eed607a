"""Sums over the integers, by antidifferences that are checked: normalisation of discrete distributions.

If `T(k+1) - T(k) = term(k)` for all k >= n, the sum from n to N - 1 is `T(N) - T(n)`, and the series
converges exactly if T does. For terms `P(k) r^k` with a polynomial P and r != 1 there is T = `Q(k) r^k` with
`r Q(k+1) - Q(k) = P(k)`; it tends to 0 if |r| < 1; the terms do not tend to 0 if |r| >= 1 and P is not 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from verify.calculus.bound_variable import bind
from verify.calculus.branches import dividing_expressions, resolved, resolved_between, slope_and_constant
from verify.calculus.cases import (
    NoRuleError,
    Region,
    UndefinedError,
    on_domain,
    require_free_of,
)
from verify.calculus.elementary import establish
from verify.calculus.expansion import Expander
from verify.calculus.points import as_expressions
from verify.errors import VerifyError
from verify.evidence import Evidence, combined
from verify.language.definedness import definedness
from verify.language.note import Formula, Note, equation, joined
from verify.prover.prover import Prover


class _DivergesError(VerifyError):
    """The terms do not tend to 0, or the antidifference is unbounded."""


@dataclass(frozen=True)
class Series:
    """The sum of a term over all integers from `lower` to `upper` has the value.

    Parameters
    ----------
    term : Expr
        A sum of polynomials times geometric terms `r^k` in the variable k (`exp(c*k)` included), by cases
        such as `Abs(k)` that change at numbers; or anything with a given antidifference.
    variable : Symbol
        The summation index k.
    lower, upper : Expr
        Integers, or `-oo` and `oo`.
    value : Expr
        In the parameters.
    antidifference : Expr or None
        T with `T(k+1) - T(k) = term`, for sums from an integer to oo of terms of another kind. Not trusted.

    Examples
    --------
    >>> from sympy.abc import k, q
    >>> two_sided = (1 - q) / (1 + q) * q ** sp.Abs(k)
    >>> Series(two_sided, k, -sp.oo, sp.oo, sp.Integer(1)).examine((q > 0, q < 1), Prover()).proved
    True
    >>> Series(q**k, k, sp.Integer(0), sp.oo, 1 / (1 - q)).examine((q > 0, q <= 1), Prover()).witness
    {q: 1}
    """

    term: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    value: sp.Expr
    antidifference: sp.Expr | None = None

    def __post_init__(self) -> None:
        as_expressions(self, "term", "lower", "upper", "value")
        if not (self.lower == -sp.oo or self.lower.is_Integer):
            raise ValueError(f"the lower end of a sum is an integer or -oo, not {self.lower}")
        if not (self.upper == sp.oo or self.upper.is_Integer):
            raise ValueError(f"the upper end of a sum is an integer or oo, not {self.upper}")
        if self.value.has(self.variable):
            raise ValueError(f"the value {self.value} holds the summation index {self.variable}")
        bind(self, "term", "antidifference", integers=True)
        if self.antidifference is not None and (self.lower == -sp.oo or self.upper != sp.oo):
            raise ValueError("an antidifference is for sums from an integer to oo")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        span = joined(", ", (self.variable, self.lower, self.upper))
        return Note("Sum(", self.term, ", (", span, ")) = ", self.value)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        return frozenset((self.term.free_symbols - {self.variable}) | self.value.free_symbols)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that the series converges to the value, for all parameters of the domain.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the parameters.
        prover : Prover
            Decides the implications.

        Raises
        ------
        ValueError
            If a hypothesis holds the summation index.
        """
        require_free_of(domain, self.variable, "summation index")
        about = (sp.Lambda(self.variable, self.term), self.value)
        return on_domain(self.text, domain, about, prover, self._on, "antidifferences, checked")

    def _on(self, region: Region) -> Evidence:
        try:
            total = self._total(region)
        except _DivergesError as error:
            return region.refutation(self.text, Note("the series diverges: ", error))
        equal = region.equality("sum", total, self.value)
        return combined(self.text, [*region.evidence, equal], "antidifferences, checked")

    def _total(self, region: Region) -> sp.Expr:
        """The sum: two half-lines beyond all changes of the cases, and the terms between."""
        k = self.variable
        changes = [self._change(e) for e in dividing_expressions(self.term) if e.has(k)]
        start = (
            self.lower if self.lower != -sp.oo else min([sp.floor(c) for c in changes], default=sp.Integer(0))
        )
        end = self.upper if self.upper != sp.oo else max([start, *(sp.ceiling(c) for c in changes)])
        total = sp.Add(*(self._single_term(sp.Integer(i), region) for i in range(int(start), int(end) + 1)))
        if self.upper == sp.oo:
            total += self._half_line(self._beyond(end, 1, region), end + 1, region)
        if self.lower == -sp.oo:
            mirrored = self._beyond(start, -1, region).subs(k, -k)
            total += self._half_line(mirrored, 1 - start, region)
        return total

    def _change(self, expression: sp.Expr) -> sp.Expr:
        slope, constant = slope_and_constant(expression, self.variable)
        if not (constant / slope).is_Rational:
            place = equation(expression, sp.S.Zero)
            raise NoRuleError(Note("the cases change where ", place, ", not at a number"))
        return -constant / slope

    def _single_term(self, index: sp.Integer, region: Region) -> sp.Expr:
        term = resolved(self.term.subs(self.variable, index), region, nearby=False)
        for obligation in definedness(term):
            region.require(obligation)
        return term

    def _beyond(self, end: sp.Expr, direction: int, region: Region) -> sp.Expr:
        """The term by the cases that apply at all indices beyond the end."""
        beyond = sp.Gt(direction * (self.variable - end), 0, evaluate=False)
        return resolved_between(self.term, region.narrowed(beyond), self.variable, Note(" beyond ", end))

    def _half_line(self, term: sp.Expr, start: sp.Expr, region: Region) -> sp.Expr:
        """The sum of a term without cases from `start` to oo."""
        k = self.variable
        if self.antidifference is not None:
            return self._telescoped(term, start, region)
        total: sp.Expr = sp.Integer(0)
        lasting: list[tuple[sp.Expr, sp.Expr]] = []
        for ratio, polynomial in geometric_terms(term, k).items():
            if polynomial == 0:
                continue
            for obligation in (o for e in (ratio, polynomial) for o in definedness(e)):
                region.require(obligation)
            if ratio != 1 and region.is_zero(ratio):
                if start <= 0:
                    raise NoRuleError(Note("0^k at ", equation(k, start)))
            elif ratio != 1 and region.sign(1 - ratio) > 0 and region.sign(1 + ratio) > 0:
                quotient = _antidifference(polynomial, ratio, k)
                total -= quotient.subs(k, start) * ratio**start
            elif any(not region.is_zero(c) for c in sp.Poly(polynomial, k).all_coeffs()):
                lasting.append((ratio, polynomial))
        if len(lasting) > 1:  # together they may tend to 0
            raise NoRuleError(
                Note("the part ", _written(lasting[0][1], lasting[0][0], k), " alone does not converge")
            )
        for ratio, polynomial in lasting:  # all others do tend to 0
            raise _DivergesError(Note("the terms ", _written(polynomial, ratio, k), " do not tend to 0"))
        return total

    def _telescoped(self, term: sp.Expr, start: sp.Expr, region: Region) -> sp.Expr:
        k, antidifference = self.variable, self.antidifference
        assert antidifference is not None
        hypotheses = (*region.hypotheses, sp.Ge(k, start, evaluate=False))
        step = antidifference.subs(k, k + 1) - antidifference
        checked = establish(hypotheses, sp.Eq(step, term, evaluate=False), region.prover)
        if not checked.proved:
            raise NoRuleError(Note("not proved: ", checked.statement, " (", checked.note, ")"))
        region.evidence.append(checked)
        t = sp.Dummy("t", positive=True)
        try:
            limit = Expander(t, region).limit(antidifference.subs(k, 1 / t))
        except UndefinedError as error:
            raise NoRuleError(Note("the antidifference ", antidifference, " at oo: ", error)) from error
        if limit in (sp.oo, -sp.oo):
            raise _DivergesError(Note("the antidifference tends to ", limit))
        return limit - antidifference.subs(k, start)


def geometric_terms(term: sp.Expr, variable: sp.Symbol) -> dict[sp.Expr, sp.Expr]:
    """The ratios r and polynomials P with `term = sum P(k) r^k` for all integers k.

    Raises
    ------
    verify.calculus.cases.NoRuleError
        If the term is not of this kind.

    Examples
    --------
    >>> from sympy.abc import k, q
    >>> geometric_terms(k * q ** (k + 1) + sp.exp(-2 * k), k)
    {q: k*q, exp(-2): 1}
    """
    polynomials: dict[sp.Expr, sp.Expr] = {}
    for part in sp.Add.make_args(sp.expand(term, power_base=False, power_exp=False, log=False)):
        ratio, polynomial = sp.Integer(1), sp.Integer(1)
        for factor in sp.Mul.make_args(part):
            base, exponent = factor.as_base_exp()
            if not factor.has(variable) or factor.is_polynomial(variable):
                polynomial *= factor
                continue
            if (
                base.has(variable)
                or not exponent.is_polynomial(variable)
                or sp.degree(exponent, variable) != 1
            ):
                raise NoRuleError(Note("not a polynomial times a geometric term: ", part))
            slope, constant = sp.Poly(exponent, variable).all_coeffs()
            if not (slope.is_Integer and constant.is_Integer) and base is not sp.E:
                raise NoRuleError(Note("not an integer power for every integer ", variable, ": ", factor))
            ratio *= base**slope
            polynomial *= base**constant
        polynomials[ratio] = polynomials.get(ratio, sp.Integer(0)) + polynomial
    return {ratio: sp.expand(polynomial) for ratio, polynomial in polynomials.items()}


@lru_cache(maxsize=1 << 8)
def _antidifference(polynomial: sp.Expr, ratio: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """Q with `ratio Q(k+1) - Q(k) = polynomial`, found from the leading coefficient down, and checked."""
    if not polynomial.is_polynomial(variable):
        raise NoRuleError(Note("not a polynomial in ", variable, ": ", polynomial))
    r = sp.Dummy("r")
    remaining, quotient = polynomial, sp.Integer(0)
    for power in range(int(sp.degree(polynomial, variable)) if polynomial.has(variable) else 0, -1, -1):
        coefficient = sp.expand(remaining).coeff(variable, power)
        step = coefficient / (r - 1) * variable**power
        quotient += step
        remaining = sp.cancel(sp.together(remaining - r * step.subs(variable, variable + 1) + step))
    if sp.cancel(sp.together(r * quotient.subs(variable, variable + 1) - quotient - polynomial)) != 0:
        raise NoRuleError(Note("no antidifference of ", _written(polynomial, ratio, variable)))
    return quotient.subs(r, ratio)


def _written(polynomial: sp.Expr, ratio: sp.Expr, variable: sp.Symbol) -> Formula:
    """A polynomial times a power, as one writes it."""
    product = sp.Mul(polynomial, sp.Pow(ratio, variable, evaluate=False), evaluate=False)
    return Formula(f"({polynomial})*({ratio})^{variable}", product)
