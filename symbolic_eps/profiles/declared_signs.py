"""Assumptions on a user's SymPy symbols: signs of parameters are used, everything else is refused.

SymPy tells symbols apart by what they declare; in profiles a name is one symbol, real and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.language.assumptions import (
    ALL_SIGNS,
    AssumptionError,
    refuse_namesakes,
    sign_conditions,
    signs_of,
    written,
)
from verify.language.condition import Condition

_PRIORS = (PRIOR_INCLUSION, PRIOR_VALUE)


def declared_signs(*expressions: sp.Basic | Condition) -> tuple[Condition, ...]:
    """The signs that symbols declare of parameters, as conditions on our symbols.

    Priors lie in (0, 1], whatever else they declare.

    Raises
    ------
    symbolic_eps.errors.InputError
        If a symbol declares something other than a sign, two of one name do not declare the same, or a prior
        declares that it is not positive.

    Examples
    --------
    >>> [str(c) for c in declared_signs(sp.Symbol("a", positive=True) / sp.Symbol("p", positive=True))]
    ['a > 0']
    """
    symbols = frozenset[sp.Symbol]().union(
        *(part.symbols if isinstance(part, Condition) else part.free_symbols for part in expressions)
    )
    signed = {s for s in symbols if _signs(s) != ALL_SIGNS and parameter(s.name) not in _PRIORS}
    _refuse_namesakes(signed)
    return all_renamed(sign_conditions(signed))


def renamed(expression: sp.Expr) -> sp.Expr:
    """The expression in the symbols of `symbolic_eps.theory.symbols`, with a value where it has one."""
    return with_values(expression, {s: o for s, o in _own(expression).items() if s != o})


def all_renamed(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """The conditions in the symbols of `symbolic_eps.theory.symbols`."""
    return tuple(Condition(renamed(c.polynomial), c.relation) for c in conditions)


def unless_signed(expression: sp.Expr) -> sp.Expr:
    """The expression with our own symbols for those that declare nothing, or are priors."""
    others = {s: o for s, o in _own(expression).items() if s != o}
    _refuse_namesakes({s for s, o in others.items() if o not in _PRIORS})
    plain = {s: o for s, o in others.items() if _signs(s) == ALL_SIGNS or o in _PRIORS}
    return with_values(expression, plain)


def _own(expression: sp.Expr) -> dict[sp.Symbol, sp.Symbol]:
    return {s: parameter(s.name) for s in expression.free_symbols}


def _refuse_namesakes(symbols: Iterable[sp.Symbol]) -> None:
    try:
        refuse_namesakes(symbols)
    except AssumptionError as error:
        raise InputError(str(error)) from error


def _signs(symbol: sp.Symbol) -> frozenset[int]:
    """What a symbol declares of its sign, refused in the words of a user's input."""
    try:
        signs = signs_of(symbol)
    except AssumptionError as error:
        raise InputError(str(error)) from error
    if parameter(symbol.name) in _PRIORS and 1 not in signs:
        raise InputError(f'{written(symbol)}: a prior lies in (0, 1]; give Symbol("{symbol}")')
    return signs
