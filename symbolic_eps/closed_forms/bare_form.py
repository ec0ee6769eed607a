"""What of a closed form is evaluated: its branches on their regions, with or without the proof."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, EmptyRegion, OpenRegion, PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import closed_form_of
from symbolic_eps.errors import InputError
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive


@dataclass(frozen=True)
class BareForm:
    """A closed form without its proof.

    Parameters
    ----------
    parameters : tuple of Symbol
        In the order in which functions take them.
    region : tuple of Condition
        For which parameters it is stated.
    branches : tuple of Branch
        Disjoint; they cover the region but for what follows.
    empty : tuple of EmptyRegion
        Where there is no value, for no prior satisfies the box.
    open : tuple of OpenRegion
        Where nothing is claimed.
    """

    parameters: tuple[sp.Symbol, ...]
    region: tuple[Condition, ...]
    branches: tuple[Branch, ...]
    empty: tuple[EmptyRegion, ...] = ()
    open: tuple[OpenRegion, ...] = ()


def bare_form(what: object) -> BareForm:
    """What is evaluated of a result of `derive` or `infimum`, or of one branch.

    A branch alone is stated where its conditions hold and its polynomial in x = e^-eps is negative at 0 and
    not negative at 1, so that eps >= 0; a region that its assumptions exclude may be among it.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is something else.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> found = infimum(RiskProfile("r", ["r>1"]))
    >>> [str(c) for c in bare_form(found).region], [str(c) for c in bare_form(found.branches[0]).region]
    (['r > 1'], ['r >= 1'])
    """
    match what:
        case BareForm():
            return what
        case Branch():
            region = (*what.conditions, *_where_defined(what))
            symbols = frozenset().union(*(c.symbols for c in region), _symbols(what.polynomial)) - {DECAY}
            return BareForm(tuple(sorted(symbols, key=str)), region, (replace(what, conditions=()),))
        case _:
            found: PiecewiseInfimum = closed_form_of(what)
            region = tuple(found.profile.parameter_region)
            return BareForm(found.profile.parameters, region, found.branches, found.empty, found.open)


def _symbols(polynomial: sp.Expr | None) -> frozenset[sp.Symbol]:
    return frozenset() if polynomial is None else frozenset(polynomial.free_symbols)


def _where_defined(branch: Branch) -> tuple[Condition, ...]:
    if branch.polynomial is None:
        return ()
    if branch.coefficients is None:
        raise InputError(
            f"the branch where {branch.condition} is a root of degree 3 or more, which is evaluated with its "
            "assumptions alone: give the whole result of derive(...) or infimum(...)"
        )
    at_zero, at_one = (sp.expand(branch.polynomial.subs(DECAY, x)) for x in (0, 1))
    return tuple(c for c in (positive(-at_zero), non_negative(at_one)) if c.constant_truth is not True)
