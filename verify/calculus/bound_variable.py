"""Bound variables of integrals and sums: the ends give their range, and they declare nothing else.

SymPy may have simplified a term by what the variable declares; where that is true between the ends, a plain
symbol takes its place, so that no proof rests on the declaration.
"""

from __future__ import annotations

import sympy as sp

from verify.language.assumptions import (
    ALL_SIGNS,
    AssumptionError,
    declared,
    refuse_namesakes,
    signs_of,
    written,
)


def bind(statement: object, *fields: str, integers: bool = False) -> None:
    """Put a plain symbol for the `variable` of a frozen statement; for use while it is being made.

    Parameters
    ----------
    statement : object
        Has `variable`, `lower` and `upper`, and these fields, some of which may be None.
    integers : bool
        Whether the variable takes the integers from end to end, and may be declared so; else all real numbers
        between the ends.

    Raises
    ------
    verify.language.assumptions.AssumptionError
        If the variable declares more than the ends say, or another symbol has its name.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> k = sp.Symbol("k", integer=True, nonnegative=True)
    >>> series = SimpleNamespace(variable=k, lower=sp.Integer(0), upper=sp.oo, term=abs(k))
    >>> bind(series, "term", integers=True)
    >>> series.variable == sp.Symbol("k"), series.term
    (True, k)
    """
    variable, lower, upper = (getattr(statement, name) for name in ("variable", "lower", "upper"))
    parts = {name: part for name in fields if (part := getattr(statement, name)) is not None}
    refuse_namesakes({variable}.union(*(part.free_symbols for part in parts.values())))
    plain = _plain(variable, lower, upper, integers)
    object.__setattr__(statement, "variable", plain)
    for name, part in parts.items():
        object.__setattr__(statement, name, part.xreplace({variable: plain}))


def _plain(variable: sp.Symbol, lower: sp.Expr, upper: sp.Expr, integers: bool) -> sp.Symbol:
    """The variable itself if it declares no more than a real number does, else its plain namesake."""
    rest = declared(variable)
    is_integer = integers and rest.pop("integer", False)
    plain = sp.Dummy if isinstance(variable, sp.Dummy) else sp.Symbol
    signs = signs_of(plain(variable.name, **rest) if is_integer else variable)
    if signs == ALL_SIGNS and not is_integer:
        return variable
    occurring = {
        -1: sp.Or(lower < 0, upper < 0),
        0: sp.Or(
            sp.And(lower < 0, upper > 0), sp.And(upper < 0, lower > 0), sp.S(integers and 0 in (lower, upper))
        ),
        1: sp.Or(lower > 0, upper > 0),
    }
    if any(occurs != sp.false for sign, occurs in occurring.items() if sign not in signs):
        raise AssumptionError(
            f"the variable {written(variable)} runs from {lower} to {upper}, where it is not always as "
            f'declared: declare it as Symbol("{variable}"); the ends give its range'
        )
    return plain(variable.name)
