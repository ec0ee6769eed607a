"""Identities of sums of hypergeometric terms on regions; see `terms` for the rules that they rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from math import prod

import sympy as sp

from verify.calculus.cases import NoRuleError, Region
from verify.integers.terms import Term, is_integer_form, merged
from verify.language.case_functions import NOT_REAL
from verify.language.definedness import definedness
from verify.language.note import Note
from verify.language.special_functions import by_recurrences

MOST_STEPS = 60
"""Between two gamma functions, or two powers, that are compared."""


@dataclass(frozen=True)
class Arithmetic:
    """Identities of hypergeometric terms on regions.

    Parameters
    ----------
    integers : frozenset of Symbol
        Which symbols stand for integers.
    """

    integers: frozenset[sp.Symbol]

    def require_defined(self, terms: Iterable[Term], region: Region) -> None:
        """Prove that every part of the terms has a value on the region, by the rules above.

        Raises
        ------
        verify.calculus.cases.NoRuleError
            Names what is not proved.
        """
        for term in terms:
            if any(part.has(*NOT_REAL) for part in term.parts):
                raise NoRuleError("divided by 0")
            for obligation in (asked for part in term.parts for asked in definedness(part)):
                require(region, obligation)
            self.require_named([term], region)

    def require_named(self, terms: Iterable[Term], region: Region) -> None:
        """Prove of the gamma functions and powers alone that they may be rewritten on the region.

        Raises
        ------
        verify.calculus.cases.NoRuleError
            Names what is not proved.
        """
        for term in terms:
            for form, _ in term.gammas:
                require(region, sp.Gt(form, 0, evaluate=False))
            for base, exponent in term.powers:
                self._require_power(base, exponent, region)

    def _require_power(self, base: sp.Expr, exponent: sp.Expr, region: Region) -> None:
        if isinstance(base, sp.exp) or base.is_positive or region.follows(sp.Gt(base, 0, evaluate=False)):
            return
        if not is_integer_form(exponent, self.integers):
            raise NoRuleError(Note("a power whose exponent may be no integer: ", base**exponent))
        if base.is_Rational and base != 0:
            return
        if not region.follows(sp.Ge(exponent, 0, evaluate=False)):
            require(region, sp.Ne(base, 0, evaluate=False))

    def require_zero(self, terms: Iterable[Term], region: Region, what: Note) -> None:
        """Prove that the sum of the terms is defined and 0 on the region.

        Raises
        ------
        verify.calculus.cases.NoRuleError
            Not so as a rational function of what is named; `what` says of which identity this is told.
        """
        terms = tuple(terms)
        self.require_defined(terms, region)
        total = by_recurrences(sp.Add(*named(terms).terms))
        if sp.cancel(sp.together(total)) != 0:
            raise NoRuleError(Note("no identity: ", what))


@dataclass(frozen=True)
class Named:
    """Terms with a name for each kind of gamma function and of power.

    Parameters
    ----------
    terms : tuple of Expr
        The terms, rational in what is named.
    gammas : tuple of Expr
        The values of gamma functions: names, or numbers.
    powers : tuple of (Expr, Expr, Expr)
        Name or value, base and exponent of each power.
    """

    terms: tuple[sp.Expr, ...]
    gammas: tuple[sp.Expr, ...]
    powers: tuple[tuple[sp.Expr, sp.Expr, sp.Expr], ...]


def named(terms: tuple[Term, ...]) -> Named:
    """The terms by names, which are the same in all of them; the terms are defined on the region at hand."""
    forms = _least((f for term in terms for f, _ in term.gammas), _gamma)
    alike = [_of_numbers(merged(term.powers)) for term in terms]
    bases = dict.fromkeys(base for powers in alike for base in powers)
    exponents = {base: _least((p[base] for p in alike if base in p), partial(_power, base)) for base in bases}
    found: list[sp.Expr] = []
    for term, powers in zip(terms, alike, strict=True):
        parts = [*term.factors]
        for form, count in term.gammas:
            least, name = forms[form]
            rising = prod((least + j for j in range(_steps(form, least))), start=sp.S.One)
            parts.append((name * rising) ** count)
        for base, exponent in powers.items():
            least, name = exponents[base][exponent]
            parts.append(name * base ** _steps(exponent, least))
        found.append(sp.Mul(*parts))
    gammas = dict.fromkeys(name for _, name in forms.values())
    kinds = ((name, base, least) for base in bases for least, name in exponents[base].values())
    return Named(tuple(found), tuple(gammas), tuple(dict.fromkeys(kinds)))


def _of_numbers(powers: dict[sp.Expr, sp.Expr]) -> dict[sp.Expr, sp.Expr]:
    """Powers of numbers in one form: `2^(n + 1/2)` is `2^n sqrt(2)`, and `(-1)^(3 n + 2)` is `(-1)^n`.

    The exponent of -1 is a sum of whole multiples of integers.
    """
    found: dict[sp.Expr, sp.Expr] = {}
    for base, exponent in powers.items():
        constant, rest = exponent.as_coeff_Add()
        parts = {base: exponent}
        if base == -1:
            summands = (term.as_coeff_Mul() for term in sp.Add.make_args(exponent))
            parts = {base: sp.Add(*(count % 2 * part for count, part in summands))}
        elif base.is_Rational and base > 0 and constant.is_Rational and not constant.is_Integer:
            whole = sp.floor(constant)
            parts = {base: rest + whole, base ** (constant - whole): sp.S.One}
        for one, power in parts.items():  # 4^(1/2) is 2, which may occur besides
            found[one] = sp.expand(found.get(one, sp.S.Zero) + power)
    return found


def _gamma(form: sp.Expr) -> sp.Expr:
    """A name, or the value at a positive multiple of 1/2."""
    return sp.gamma(form) if form.is_Rational and form.q <= 2 and form <= MOST_STEPS else sp.Dummy("gamma")


def _power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    """A name, or the power itself where the exponent is a number; then 0^0 is 1."""
    return base**exponent if exponent.is_Rational else sp.Dummy("power")


def _least(
    forms: Iterable[sp.Expr], named: Callable[[sp.Expr], sp.Expr]
) -> dict[sp.Expr, tuple[sp.Expr, sp.Expr]]:
    """To each form the least that differs from it by a whole number, and that one's name."""
    kinds: list[list[sp.Expr]] = []
    for form in dict.fromkeys(forms):
        kind = next((k for k in kinds if sp.expand(form - k[0]).is_Integer), None)
        if kind is None:
            kinds.append([form])
        else:
            kind.append(form)
    found: dict[sp.Expr, tuple[sp.Expr, sp.Expr]] = {}
    for kind in kinds:
        least = min(kind, key=lambda form: sp.expand(form - kind[0]))
        found |= dict.fromkeys(kind, (least, named(least)))
    return found


def _steps(form: sp.Expr, least: sp.Expr) -> int:
    steps = int(sp.expand(form - least))
    if steps > MOST_STEPS:
        raise NoRuleError(Note("too far apart: ", form, " and ", least))
    return steps


def require(region: Region, goal: sp.Basic) -> None:
    """Prove the goal on the region.

    Raises
    ------
    verify.calculus.cases.NoRuleError
        It is not proved; integers are taken for real numbers here, so that nothing is refuted.
    """
    if not region.follows(goal):
        raise NoRuleError(Note("not proved: ", goal))
