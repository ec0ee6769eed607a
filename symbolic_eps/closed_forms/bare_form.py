"""The part of a closed form that is evaluated: branches and regions, with or without the proof."""

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
    >>> from symbolic_eps import RiskProfile, infimum
    >>> form = infimum(RiskProfile("r", ["r>1"]))
    >>> [str(c) for c in bare_form(form).region], [str(c) for c in bare_form(form.branches[0]).region]
    (['r > 1'], ['r >= 1'])
    """
    match what:
        case BareForm():
            return what
        case Branch():
            region = (*what.conditions, *_where_defined(what))
            own = frozenset() if what.polynomial is None else what.polynomial.free_symbols
            symbols = own.union(*(c.symbols for c in region)) - {DECAY}
            return BareForm(tuple(sorted(symbols, key=str)), region, (replace(what, conditions=()),))
        case _:
            closed_form: PiecewiseInfimum = closed_form_of(what)
            region = tuple(closed_form.profile.parameter_region)
            return BareForm(
                closed_form.profile.parameters,
                region,
                closed_form.branches,
                closed_form.empty,
                closed_form.open,
            )


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
