"""Partial and implicit derivatives, as printed or by their sign: differentiation, then exact equality.

The function is that of the expression on its natural domain. It has to be defined around each point of the
claim's domain (radicands and arguments of logarithms > 0, divisors not 0): the derivative is two-sided.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

import sympy as sp

from verify.calculus.branches import resolved
from verify.calculus.cases import NoRuleError, Region, on_domain
from verify.calculus.elementary import establish
from verify.calculus.points import as_expressions
from verify.evidence import Evidence, Grade, combined
from verify.language.definedness import definedness
from verify.language.implication import Implication
from verify.language.note import Formula, Note, equation, printed
from verify.language.relations import COMPARISONS
from verify.language.special_functions import asked_by_calls, by_recurrences
from verify.prover.prover import Prover

_METHOD = "differentiation and exact equality"
_RELATIONS = {sign: comparison for sign, comparison in COMPARISONS.items() if sign != "!="}


@dataclass(frozen=True)
class PartialDerivative:
    """`d function / d variable = printed` on the domain.

    Parameters
    ----------
    function : Expr
        What is differentiated.
    variable : Symbol
        With respect to this.
    printed : Expr
        The derivative as printed.

    Examples
    --------
    >>> from sympy.abc import x
    >>> claim = PartialDerivative(sp.log(1 + sp.sqrt(x)), x, 1 / (2 * (x + sp.sqrt(x))))
    >>> claim.examine((x > 0,), Prover()).proved
    True
    >>> claim.examine((x >= 0,), Prover()).witness
    {x: 0}
    """

    function: sp.Expr
    variable: sp.Symbol
    printed: sp.Expr

    def __post_init__(self) -> None:
        as_expressions(self, "function", "printed")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        return Note(_slope(self.function, self.variable, self.printed))

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        return frozenset(self.function.free_symbols | {self.variable} | self.printed.free_symbols)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that both sides are defined and equal on the domain.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses.
        prover : Prover
            Decides the implications.
        """
        return on_domain(self.text, domain, (self.function, self.printed), prover, self._on, _METHOD)

    def _on(self, region: Region) -> Evidence:
        function = _smooth(self.function, region)
        derivative = _differentiated(function, self.variable)
        equality = sp.Eq(derivative, self.printed, evaluate=False)
        equal = establish(region.hypotheses, equality, region.prover)
        return combined(self.text, [*region.evidence, equal], _METHOD)


@dataclass(frozen=True)
class ImplicitDerivative:
    """`d unknown / d variable = printed` for the unknown that `equation = 0` defines near each of its points.

    By the implicit function theorem: where the equation is continuously differentiable and its derivative by
    the unknown is not zero, it is `-(d equation/d variable) / (d equation/d unknown)`.

    Parameters
    ----------
    equation : Expr
        Vanishes; in the unknown, the variable and parameters.
    unknown, variable : Symbol
        What is differentiated, and with respect to what.
    printed : Expr
        The derivative as printed; may hold the unknown.

    Examples
    --------
    >>> from sympy.abc import p, x
    >>> circle = ImplicitDerivative(x**2 + p**2 - 1, x, p, -p / x)
    >>> circle.examine((x > 0,), Prover()).proved
    True
    >>> circle.examine((), Prover()).witness[x]
    0
    """

    equation: sp.Expr
    unknown: sp.Symbol
    variable: sp.Symbol
    printed: sp.Expr

    def __post_init__(self) -> None:
        as_expressions(self, "equation", "printed")
        if self.unknown == self.variable:
            raise ValueError(f"the unknown and the variable are both {self.unknown}")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        return Note(
            _slope(self.unknown, self.variable, self.printed), " where ", equation(self.equation, sp.S.Zero)
        )

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        return frozenset(
            self.equation.free_symbols | {self.unknown, self.variable} | self.printed.free_symbols
        )

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence on the part of the domain where the equation holds.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the unknown, the variable and the parameters.
        prover : Prover
            Decides the implications.
        """
        on_curve = (*domain, sp.Eq(self.equation, 0, evaluate=False))
        about = (self.equation, self.printed)
        return on_domain(self.text, on_curve, about, prover, self._on, f"implicit {_METHOD}")

    def _on(self, region: Region) -> Evidence:
        equation = _smooth(self.equation, region)
        by_unknown, by_variable = (_differentiated(equation, s) for s in (self.unknown, self.variable))
        check = partial(establish, region.hypotheses, prover=region.prover)
        solvable = check(goal=sp.Ne(by_unknown, 0, evaluate=False))
        # Multiplied by the derivative just shown not to vanish.
        equal = check(goal=sp.Eq(self.printed * by_unknown, -by_variable, evaluate=False))
        parts = [*region.evidence, solvable, equal]
        return combined(self.text, parts, f"implicit {_METHOD}")


@dataclass(frozen=True)
class DerivativeSign:
    """`d function / d variable relation 0` everywhere on the domain.

    Parameters
    ----------
    function : Expr
        What is differentiated.
    variable : Symbol
        With respect to this.
    relation : str
        `">"`, `">="`, `"<"`, `"<="` or `"="`.

    Raises
    ------
    ValueError
        For another relation.

    Examples
    --------
    >>> from sympy.abc import x
    >>> DerivativeSign(sp.log(x), x, ">").examine((x > 0,), Prover()).proved
    True
    >>> DerivativeSign(sp.log(-x), x, ">").examine((x > 0,), Prover()).witness
    {x: 1}
    """

    function: sp.Expr
    variable: sp.Symbol
    relation: str

    def __post_init__(self) -> None:
        if self.relation not in _RELATIONS:
            raise ValueError(f"the relation is one of {', '.join(_RELATIONS)}, not {self.relation!r}")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        text = f"Derivative({printed(self.function)}, {self.variable}) {self.relation} 0"
        return Note(Formula(text, self.formula))

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        return frozenset(self.function.free_symbols | {self.variable})

    @property
    def formula(self) -> sp.Basic:
        """The statement as a comparison, the derivative not carried out."""
        slope = sp.Derivative(self.function, self.variable, evaluate=False)
        return _RELATIONS[self.relation](slope, 0, evaluate=False)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that the derivative exists on the domain and has the sign.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses.
        prover : Prover
            Decides the implications.
        """
        # A quotient's logarithm has a simpler derivative in two terms; that it is the derivative is proved.
        derivative = _in_terms(self.function, self.variable)
        exists = PartialDerivative(self.function, self.variable, derivative).examine(domain, prover)
        if exists.refuted:
            return combined(self.text, [exists], "differentiation")
        return self._by_numerator(exists, derivative, domain, prover)

    def _by_numerator(
        self, exists: Evidence, derivative: sp.Expr, domain: tuple[sp.Basic, ...], prover: Prover
    ) -> Evidence:
        """By the sign of a numerator over what is positive, in low powers of roots if that is exact."""
        plain = _as_quotient(derivative)
        low = _in_low_powers(derivative)
        evidence: list[Evidence] = []
        for numerator, denominator in dict.fromkeys((low, plain)):
            shown = self._over_positive(numerator, denominator, domain, prover)
            parts, over = ([exists], derivative) if shown is None else (shown, numerator)
            comparison = _RELATIONS[self.relation](over, 0, evaluate=False)
            sign = prover.prove(Implication(domain, comparison))
            evidence.append(combined(self.text, [*parts, sign], "differentiation and an implication"))
            if evidence[-1].refuted or evidence[-1].grade is Grade.EXACT:
                return evidence[-1]
        return max(evidence, key=lambda e: (e.proved, e.grade or Grade.SAMPLED))

    def _over_positive(
        self, numerator: sp.Expr, denominator: sp.Expr, domain: tuple[sp.Basic, ...], prover: Prover
    ) -> list[Evidence] | None:
        """Proof that the derivative is this quotient, and its denominator positive."""
        quotient = PartialDerivative(self.function, self.variable, numerator / denominator)
        shown = [quotient.examine(domain, prover)]
        for factor in sp.Mul.make_args(denominator):
            if not shown[-1].proved:
                return None
            shown.append(prover.prove(Implication(domain, sp.Gt(factor, 0, evaluate=False))))
        return shown if shown[-1].proved else None


@lru_cache(maxsize=1 << 8)
def _in_low_powers(expression: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Numerator and denominator, with no power of a square root in the numerator but the first.

    Examples
    --------
    >>> from sympy.abc import x
    >>> _in_low_powers((x * sp.sqrt(x + 1) + (x + 1) ** 2) * sp.sqrt(x + 1) / x)
    (x**2 + x + sqrt(x + 1)*(x**2 + 2*x + 1), x)
    """
    numerator, denominator = _as_quotient(expression)
    roots = [power for power in numerator.atoms(sp.Pow) if power.exp == sp.S.Half]
    for root in sorted(roots, key=lambda power: (-sp.count_ops(power), str(power))):
        name = sp.Dummy("root")
        named = numerator.subs(root, name)
        if not named.is_polynomial(name):
            continue
        lowered = sp.together(sp.rem(sp.expand(named), name**2 - root.base, name))
        lowered, divisor = sp.fraction(lowered)
        numerator = sp.collect(sp.expand(lowered), name).subs(name, root)
        denominator *= divisor
    return numerator, denominator


def _smooth(function: sp.Expr, region: Region) -> sp.Expr:
    """The function by the cases that apply, shown to be smooth around each point of the region."""
    for condition in asked_by_calls(function):
        region.require(condition)
    single = resolved(by_recurrences(function), region)
    for condition in definedness(single):
        strict = sp.Gt if isinstance(condition, sp.Ge) else condition.func
        region.require(strict(*condition.args, evaluate=False))
    return single


@lru_cache(maxsize=1 << 8)
def _in_terms(function: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """The derivative, logarithms of quotients being differences."""
    return sp.diff(sp.expand_log(function, force=True), variable)


@lru_cache(maxsize=1 << 8)
def _as_quotient(expression: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Numerator and denominator."""
    numerator, denominator = sp.fraction(sp.together(expression))
    return numerator, denominator


@lru_cache(maxsize=1 << 8)
def _differentiated(function: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    derivative = sp.diff(function, variable)
    if derivative.has(sp.Derivative, sp.Subs, sp.nan, sp.zoo):
        raise NoRuleError(Note("no rule differentiates ", function, " by ", variable))
    return derivative


def _slope(function: sp.Expr, variable: sp.Symbol, value: sp.Expr) -> Formula:
    """That the derivative is the value."""
    derivative = sp.Derivative(function, variable, evaluate=False)
    text = f"Derivative({printed(function)}, {variable}) = {printed(value)}"
    return Formula(text, sp.Eq(derivative, value, evaluate=False))
