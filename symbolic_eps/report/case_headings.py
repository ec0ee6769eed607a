"""Short headings for the cases of a closed form, from their conditions.

Cases with one answer are one (`joined_cases`). A long polynomial that is compared more than once, or stands
beside an "or", gets a name. A case that would need the longest "or" comes last, without conditions, where all
others are told and the cases are all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import sympy as sp

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.joined_cases import JoinedCase, joined_cases
from symbolic_eps.closed_forms.shortest_conditions import Region
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.report.prose import Line, line
from verify.language.condition import Condition
from verify.language.note import Note, equation, joined

LONG = 70
"""Letters of a polynomial from which on it gets a name."""

LETTER = "G"
"""Of names of polynomials, with a number behind."""

Cases = tuple[tuple[JoinedCase, Note], ...]


@dataclass(frozen=True)
class Headings:
    """The cases, each with the words before its value, and what the names in these mean.

    Parameters
    ----------
    cases : tuple
        Pairs of a case and a note.
    definitions : tuple of Line
        Of names.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> headings = Headings.of(infimum(RiskProfile("r", ["r>1"])))
    >>> [str(where) for _, where in headings.cases]
    ['For all parameters: ']
    """

    cases: Cases
    definitions: tuple[Line, ...] = field(default_factory=tuple)

    @classmethod
    def of(cls, derived: PiecewiseInfimum) -> Headings:
        """The headings of a closed form."""
        cases = joined_cases(derived)
        last = max(cases, key=lambda case: len(case.alternatives), default=None)
        whole = not (derived.open or derived.empty) and len(cases) > 1
        other = last if whole and last is not None and last.alternatives else None
        told = [case for case in cases if case is not other]
        compared = [c for case in told for region in (*case.regions, *case.alternatives) for c in region]
        names = _names(derived, compared)
        headed = [(case, _heading(case, names)) for case in told]
        if other is not None:
            headed.append((other, Note("Otherwise: ")))
        definitions = tuple(
            line("with ", equation(name, polynomial), level=1) for polynomial, name in names.items()
        )
        return cls(tuple(headed), definitions)


def fresh_names(letter: str, profile: RiskProfile) -> Iterator[sp.Symbol]:
    """Symbols of a letter and a number, none of them a parameter of the profile.

    Examples
    --------
    >>> from itertools import islice
    >>> print(*islice(fresh_names("G", RiskProfile("1 + G1/q", ["G1>0"])), 2))
    G2 G3
    """
    taken = {s.name for s in profile.parameters}
    return (sp.Symbol(name) for name in (f"{letter}{k}" for k in count(1)) if name not in taken)


def any_of(regions: Sequence[Region]) -> Note:
    """Regions with `or` between them.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import positive
    >>> print(any_of([(positive(a), positive(b)), (positive(-a),)]))
    a > 0 and b > 0, or a < 0
    """
    if len(regions) == 1:
        return joined(", ", regions[0])
    return joined(", or ", (joined(" and ", region) for region in regions))


def _heading(case: JoinedCase, names: dict[sp.Expr, sp.Symbol]) -> Note:
    common = tuple(_named(c, names) for c in case.common)
    further = tuple(tuple(_named(c, names) for c in region) for region in case.alternatives)
    if not (common or further):
        return Note("For all parameters: ")
    either = Note(" and either " if common else "either ", any_of(further)) if further else ""
    return Note("If ", joined(", ", common), either, ": ")


def _names(derived: PiecewiseInfimum, conditions: Sequence[Condition]) -> dict[sp.Expr, sp.Symbol]:
    """Symbols for long polynomials, of which none is a parameter."""
    times = Counter(_canonical(c.polynomial) for c in conditions)
    long = [g for g, number in times.items() if number > 1 and len(str(g)) > LONG]
    return dict(zip(long, fresh_names(LETTER, derived.profile), strict=False))


def _named(condition: Condition, names: dict[sp.Expr, sp.Symbol]) -> Condition:
    g = _canonical(condition.polynomial)
    if g not in names:
        return condition
    sign = 1 if sp.expand(condition.polynomial - g) == 0 else -1
    return replace(condition, polynomial=sign * names[g])


def _canonical(polynomial: sp.Expr) -> sp.Expr:
    """Of a polynomial and its negative the one that is written in fewer letters."""
    both = sp.expand(polynomial), sp.expand(-polynomial)
    return min(both, key=lambda g: (len(str(g)), str(g)))
