"""Where an expression is real: what its logarithms, roots, quotients and Bessel functions ask for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import sympy as sp

from verify.language.case_functions import CHOICES
from verify.language.special_functions import asked_by_call, asked_by_calls, by_recurrences
from verify.language.truth import holds_at

EVERYWHERE = (sp.exp, sp.sinh, sp.cosh, sp.tanh, sp.sin, sp.cos, sp.erf)
"""Functions that are defined on the whole line."""

WITH_OBLIGATIONS = (sp.log, sp.coth, sp.besselk, sp.gamma)
"""Functions that ask something of their argument."""


@lru_cache(maxsize=1 << 10)
def definedness(expression: sp.Basic) -> tuple[sp.Basic, ...]:
    """What has to hold for the expression to be real: arguments of logarithms, radicands, divisors.

    Parts defined by cases (`Piecewise`) are left to the prover. Of a function that is not known here it has
    to be shown that it equals itself, which is false where it is undefined.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> definedness(sp.log(a) / b + sp.sqrt(a - b))
    (Ne(b, 0), a > 0, a - b >= 0)
    """
    asked = dict.fromkeys(_all_asked(expression))
    undecided = (f for f in asked if f.free_symbols or holds_at(f, {}) is not True)
    return tuple(sorted(undecided, key=lambda f: (f.count_ops(), str(f))))


def _all_asked(part: sp.Basic) -> Iterator[sp.Basic]:
    """What the part asks for, after what its own parts do."""
    if isinstance(part, sp.Piecewise):
        return
    for argument in part.args:
        yield from _all_asked(argument)
    yield from asked_by(part)
    if isinstance(part, sp.Function) and not isinstance(part, (*EVERYWHERE, *WITH_OBLIGATIONS, *CHOICES)):
        yield sp.Eq(part, part, evaluate=False)


def asked_by(part: sp.Basic) -> Iterator[sp.Basic]:
    """What a logarithm, `coth`, Bessel or gamma function or power asks of its own arguments.

    Examples
    --------
    >>> from sympy.abc import a
    >>> list(asked_by(sp.sqrt(a - 1)))
    [a - 1 >= 0]
    """
    if isinstance(part, sp.log):
        yield sp.Gt(part.args[0], 0, evaluate=False)
    elif isinstance(part, sp.coth):
        yield sp.Ne(part.args[0], 0, evaluate=False)
    elif isinstance(part, (sp.besselk, sp.gamma)):
        yield asked_by_call(part)
    elif isinstance(part, sp.Pow):
        base, exponent = part.args
        if not exponent.is_Rational:
            yield sp.Gt(base, 0, evaluate=False)
        elif exponent.q != 1:
            relation = sp.Ge if exponent > 0 else sp.Gt
            yield relation(base, 0, evaluate=False)
        elif exponent < 0:
            yield sp.Ne(base, 0, evaluate=False)


def obligations(goal: sp.Basic) -> tuple[sp.Basic, ...]:
    """What makes the goal defined, with what its special functions ask for before they are rewritten.

    Examples
    --------
    >>> from sympy.abc import z
    >>> obligations(sp.besselk(sp.Rational(1, 2), z) + sp.log(1 - z) > 0)
    (z > 0, 1 - z > 0)
    """
    return tuple(dict.fromkeys((*asked_by_calls(goal), *definedness(by_recurrences(goal)))))
