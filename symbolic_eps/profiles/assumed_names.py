"""Whether assumptions speak of what a question has: a name that it lacks is most likely mistyped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.profiles.groups import Group, bounds_from, fixings
from symbolic_eps.profiles.profile import PRIORS, conditions_from
from symbolic_eps.spelling import suggest
from verify.language.condition import Condition


def check_assumed(assumptions: Iterable[Condition], names: Iterable[sp.Symbol]) -> None:
    """Refuse an assumption on a name that is not there, unless others relate it to one that is.

    Parameters
    ----------
    assumptions : iterable of Condition
        Such as `0 < t` and `t < r`: if r is there, t may help to say what r is.
    names : iterable of Symbol
        What is there.

    Raises
    ------
    symbolic_eps.errors.InputError

    Examples
    --------
    >>> from symbolic_eps.profiles.parse import parse_profile
    >>> check_assumed(conditions_from(["0 < t < r"]), parse_profile("r").free_symbols)
    >>> check_assumed(conditions_from(["A > 1"]), parse_profile("a/p").free_symbols)
    Traceback (most recent call last):
    ...
    symbolic_eps.errors.InputError: the assumption A > 1 is about A, which does not occur: did you mean a? ...
    """
    listed = list(assumptions)
    parameters = sorted({v.name for v in names} - {v.name for v in PRIORS})
    reached = {*names, *PRIORS}
    while more := {v for c in listed if c.symbols & reached for v in c.symbols} - reached:
        reached |= more
    for condition in listed:
        if lost := sorted(v.name for v in condition.symbols - reached):
            known = f"the parameters are {', '.join(parameters)}" if parameters else "there are no parameters"
            raise InputError(
                f"the assumption {condition} is about {lost[0]}, which does not occur: "
                f"{suggest(lost[0], parameters)}{known}; leave out what is about {lost[0]}"
            )


def check_assumed_of_groups(
    groups: Iterable[Group],
    assumptions: Iterable[str],
    fixed: Mapping[str | sp.Symbol, object] | Iterable[str],
    box: Sequence[str],
) -> None:
    """The same for groups of people, with what is fixed and the box of all.

    Examples
    --------
    >>> from symbolic_eps.profiles.groups import read_group
    >>> check_assumed_of_groups([read_group("3; fix: q=c")], ["c<1/2", "p0>0"], (), ["p>=p0"])
    """
    expressions = list(fixings(fixed).values())
    bounds = list(bounds_from(box))
    for group in groups:
        expressions += [*(cap.value for cap in group.caps), *group.fixed.values()]
        bounds += group.box
    names = {v for e in expressions for v in e.free_symbols} | {v for c in bounds for v in c.symbols}
    check_assumed(conditions_from(assumptions), names)
