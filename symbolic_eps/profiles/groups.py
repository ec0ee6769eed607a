"""Groups of people or classes of adversaries, each with caps, fixed priors and a box of its own.

The eps of several groups is the smallest of theirs (Kazan & Reiter 2024, Section 7). It is the eps of one
profile: the minimum over the groups of "the group's bound where the group is, no bound elsewhere".

A box such as `p0<=p<=p1` (Section 4, (33)) says of its ends that they are priors, in order: that is assumed
of a parameter at an end of which no assumption speaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import sympy as sp

from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.profiles.caps import Cap, CapKind, profile_of
from symbolic_eps.profiles.declared_signs import all_renamed, declared_signs, renamed
from symbolic_eps.profiles.exact_numbers import exact_expression
from symbolic_eps.profiles.parse import parse_binding, parse_box, parse_profile
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, conditions_from, prior_range
from symbolic_eps.profiles.profile import bounds_from as profile_bounds_from
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE, parameter
from symbolic_eps.theory.variants import Variant
from verify.language.condition import Condition, Relation, conjunction, non_negative, positive, zero
from verify.solvers.smt import UndecidedQueryError

_BY_NAME = {prior.name: prior for prior in PRIORS}
_FORM = (
    'write PROFILE or KIND: CAP, then fix: PRIOR=VALUE and box: BOUNDS, such as "3; fix: q=1; box: p<=1/2"'
)


@dataclass(frozen=True)
class Group:
    """A group of people, or a class of adversaries.

    Parameters
    ----------
    caps : tuple of Cap
        All of them have to be respected.
    fixed : mapping of Symbol to Expr
        Priors that the group does not vary: a number or a parameter (taken to lie in (0, 1]).
    box : tuple of Condition
        Where the group's caps are enforced.
    name : str
        How the group is called in reports.

    Examples
    --------
    >>> Group((Cap("relative-risk", 3),), {"q": 1}).fixed
    {q: 1}
    """

    caps: tuple[Cap, ...]
    fixed: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    box: tuple[Condition, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "caps", tuple(self.caps))
        object.__setattr__(self, "fixed", fixings(self.fixed))
        object.__setattr__(self, "box", bounds_from(self.box))

    @property
    def bound(self) -> sp.Expr:
        """The bound on the relative risk that respects all caps."""
        return profile_of(self.caps)

    @property
    def place(self) -> tuple[Condition, ...]:
        """The priors at which the group is."""
        return (*self.box, *(zero(prior - value) for prior, value in self.fixed.items()))


def bounds_from(bounds: Iterable[Condition | sp.Rel | str]) -> tuple[Condition, ...]:
    """Bounds on the priors, from conditions, comparisons or texts such as `p0<=p<=p1`.

    Raises
    ------
    symbolic_eps.errors.InputError
        A text that is not read, or that has nothing about p or q in it.

    Examples
    --------
    >>> [str(c) for c in bounds_from(["p0<=p<=p1"])]
    ['p0 <= p', 'p <= p1']
    """
    texts = (bounds,) if isinstance(bounds, str) else bounds
    read = (parse_box(one) if isinstance(one, str) else (one,) for one in texts)
    return profile_bounds_from(relational for parts in read for relational in parts)


def fixings(priors: Mapping[str | sp.Symbol, object] | Iterable[str]) -> dict[sp.Symbol, sp.Expr]:
    """Priors that are fixed: a mapping, or texts such as `q=1`, or `q` for a symbolic value.

    Raises
    ------
    symbolic_eps.errors.InputError
        Another name than p or q, a prior that is fixed twice, a value outside (0, 1].

    Examples
    --------
    >>> fixings(["q", "p=1/2"])
    {q: q, p: 1/2}
    """
    if isinstance(priors, str):
        priors = (priors,)
    pairs = priors.items() if isinstance(priors, Mapping) else map(_binding, priors)
    fixed: dict[sp.Symbol, sp.Expr] = {}
    for name, value in pairs:
        declared_signs(*([name] if isinstance(name, sp.Symbol) else []))
        prior = _BY_NAME.get(str(name))
        if prior is None:
            raise InputError(f"{name} cannot be fixed: only the priors p and q can, such as q=1")
        if prior in fixed:
            raise InputError(f"{prior} is fixed twice: give it one value, such as {prior}=1")
        fixed[prior] = _value(prior, value)
    return fixed


def _binding(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals or value.strip() == name.strip():
        return name.strip(), name.strip()
    if value.strip().isidentifier():
        return name.strip(), value.strip()
    return parse_binding(text)


def _value(prior: sp.Symbol, value: object) -> sp.Expr:
    if isinstance(value, str):
        value = parse_profile(value)
    exact = exact_expression(str(prior), value)
    if isinstance(exact, sp.Symbol):
        declared_signs(exact)
        named = parameter(exact.name)
        if named in PRIORS and named != prior:
            raise InputError(
                f"{prior} cannot be fixed at {named}, which is a prior: name a parameter, such as "
                f"{prior}={prior}0"
            )
        return named
    if not exact.is_Rational:
        raise InputError(f"{prior} is fixed at {value!r}: give an exact number or a name, such as {prior}=1")
    if not 0 < exact <= 1:
        raise DomainError(f"{prior} = {exact}: a prior lies in (0, 1], such as 1/10")
    return exact


def read_group(text: str, transcendental: bool = False) -> Group:
    """A group from its text: caps, and parts with `fix:`, `box:` and `name:`, separated by `;`.

    Parameters
    ----------
    text : str
        Such as `"max(a/(p*q), r); fix: q=1"` or `"posterior: 1/2; difference: b; box: p<=1/2"`.
    transcendental : bool
        Whether `exp`, `log` and real powers are read, see `symbolic_eps.parse_profile`.

    Raises
    ------
    symbolic_eps.errors.InputError
        A part that is not read, or no cap.

    Examples
    --------
    >>> group = read_group("3; posterior: 1/2; fix: q=1; name: insiders")
    >>> group.bound, group.fixed, group.name
    (Min(3, 1/(2*p*q)), {q: 1}, 'insiders')
    """
    caps: list[Cap] = []
    fixed: list[str] = []
    box: list[Condition] = []
    names: list[str] = []
    for part in filter(None, map(str.strip, text.split(";"))):
        head, colon, rest = part.partition(":")
        key, value = (head.strip(), rest.strip()) if colon else ("relative-risk", part)
        if key == "fix":
            fixed += [one.strip() for one in value.split(",")]
        elif key == "box":
            box += bounds_from(value)
        elif key == "name":
            names.append(value)
        elif key in set(CapKind):
            caps.append(Cap(CapKind(key), parse_profile(value, transcendental)))
        else:
            raise InputError(f"the group {text!r} has a part {part!r} that is not read: {_FORM}")
    if not caps:
        raise InputError(f"the group {text!r} has no cap: {_FORM}")
    return Group(tuple(caps), fixings(fixed), tuple(box), ", ".join(names))


def joint_profile(
    groups: Sequence[Group],
    assumptions: Iterable[Condition | sp.Rel | str],
    fixed: Mapping[sp.Symbol, sp.Expr],
    box: Iterable[Condition | sp.Rel | str],
    variant: Variant,
) -> RiskProfile:
    """One profile whose eps is the smallest over the groups.

    Parameters
    ----------
    groups : sequence of Group
        At least one.
    assumptions : iterable of Condition, comparison or str
        On the parameters. A box's end, or a prior's fixed value, of which they do not speak is taken to be a
        prior, see `ends_assumed`.
    fixed, box
        For all groups; see `Group`.
    variant : Variant
        Of the bound.

    Raises
    ------
    symbolic_eps.errors.InputError
        No group; an assumption on a prior that varies; a group that fixes a prior which is fixed for all, or
        fixes one symbolically by its own name while other groups do not.

    Examples
    --------
    >>> insiders, others = read_group("3; fix: q=1"), read_group("5")
    >>> print(joint_profile((insiders, others), (), {}, (), Variant.UNBOUNDED).bound)
    Min(5, Piecewise((3, Eq(q, 1)), (oo, True)))
    """
    if not groups:
        raise InputError("no group is given: give one with a cap, such as posterior: 1/2")
    common, assumed, limits = dict(fixed), conditions_from(assumptions), bounds_from(box)
    places = [all_renamed(group.box) for group in groups]
    if len(groups) == 1:
        (group,) = groups
        if both := set(common) & set(group.fixed):
            raise InputError(
                f"{min(map(str, both))} is fixed twice: write --fix for everyone, or fix: in the group"
            )
        common |= group.fixed
        bound, place = group.bound, (*all_renamed(limits), *places[0])
    else:
        bound, place = _least(groups, common), all_renamed(limits)
    declared = declared_signs(bound, *assumed, *limits, *(c for group in groups for c in group.box))
    region = [*all_renamed(assumed), *declared]
    symbolic = {v: value for v, value in common.items() if isinstance(value, sp.Symbol) and value != v}
    named = {value for g in groups for value in g.fixed.values() if isinstance(value, sp.Symbol)}
    for value in sorted({*symbolic.values(), *named} - set(PRIORS), key=str):
        region += [c for c in prior_range(value) if c not in region]
    for there in places:
        region += ends_assumed((*all_renamed(limits), *there), region)
    # A prior with a value that has a name of its own is that value everywhere: the bound says so.
    free = [v for v in PRIORS if v not in common]
    for condition in region:
        if taken := sorted(condition.symbols & set(free), key=str):
            raise InputError(
                f"the assumption {condition} is about {taken[0]}, a prior that varies: "
                f'write it as --box "{condition}", or fix the prior, as in --fix {taken[0]}=1'
            )
    place = (*place, *(zero(v - value) for v, value in symbolic.items()))
    numbers = {v: value for v, value in common.items() if v not in symbolic}
    return RiskProfile(renamed(bound), tuple(region), numbers, place, variant)


def _least(groups: Sequence[Group], common: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The minimum of the groups' bounds, each where its group is."""
    parts: dict[sp.Expr, None] = {}
    for group in groups:
        for prior, value in group.fixed.items():
            if prior in common:
                raise InputError(
                    f"{prior} is fixed for all groups and again in one: leave out one of the two"
                )
            if value == prior:
                raise InputError(
                    f"{prior} varies in other groups: name its value, such as fix: {prior}={prior}0, "
                    f"or fix it for all groups"
                )
        bounds = group.bound.args if isinstance(group.bound, sp.Min) else (group.bound,)
        here = conjunction(group.place)
        for bound in bounds:
            limited = sp.Piecewise((bound, here), (sp.oo, True), evaluate=False) if group.place else bound
            parts[limited] = None
    return next(iter(parts)) if len(parts) == 1 else sp.Min(*parts, evaluate=False)


_ORDERED = (Relation.POSITIVE, Relation.NON_NEGATIVE)


def ends_assumed(box: Iterable[Condition], assumptions: Iterable[Condition]) -> tuple[Condition, ...]:
    """What is assumed of the ends of a box, besides the assumptions.

    Parameters
    ----------
    box : iterable of Condition
        Bounds on the priors.
    assumptions : iterable of Condition
        What is known. Of a parameter that occurs here nothing more is assumed; an end that does not is
        taken to be in order with it.

    Returns
    -------
    tuple of Condition
        Without what follows from the others.

    Examples
    --------
    >>> [str(c) for c in ends_assumed(bounds_from("p0<=p<=p1"), ())]
    ['p0 > 0', 'p0 <= p1', 'p1 <= 1']
    """
    known = list(assumptions)
    spoken_of = {symbol for condition in known for symbol in condition.symbols}
    assumed: list[Condition] = []
    box = tuple(box)
    for prior in (PRIOR_INCLUSION, PRIOR_VALUE):
        lower, upper = (dict.fromkeys(_ends(box, prior, side)) for side in (1, -1))
        wanted = [positive(end) for end, _ in lower]
        wanted += [
            (positive if one_strict or other_strict else non_negative)(other - one)
            for (one, one_strict), (other, other_strict) in product(lower, upper)
        ]
        wanted += [non_negative(1 - end) for end, _ in upper]
        wanted += [positive(end) for end, _ in upper] + [non_negative(1 - end) for end, _ in lower]
        for condition in wanted:
            if condition.symbols - spoken_of and not _follows([*known, *assumed], condition):
                assumed.append(condition)
    return tuple(assumed)


def _ends(box: Iterable[Condition], prior: sp.Symbol, side: int) -> Iterator[tuple[sp.Expr, bool]]:
    """Parameters and numbers that bound the prior from below (side 1) or above, and whether strictly."""
    for condition in box:
        if condition.relation not in _ORDERED or sp.degree(condition.polynomial, prior) != 1:
            continue
        slope, offset = sp.Poly(condition.polynomial, prior).all_coeffs()
        if not slope.is_number or (slope > 0) != (side > 0):
            continue
        end = -offset / slope
        if (end.is_Symbol and end not in PRIORS) or end.is_Rational:
            yield end, condition.relation is Relation.POSITIVE


def _follows(known: list[Condition], condition: Condition) -> bool:
    """Only spares a repetition: what is derived is proved under the assumptions that are stated."""
    from symbolic_eps.minimum.exact_judge import exact_judge  # only now: it brings the engine with it

    try:
        return exact_judge().implies(known, condition, f"{condition} follows")
    except UndecidedQueryError:
        return False
