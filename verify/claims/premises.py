"""Premises: the conditions that a paper prints, where it prints them, and for which claims they are in force.

A claim's domain may hold nothing else. A premise names a line of the transcription (`4#25`) and quotes a
formula of it; it is in force for the claims that it names, and these are printed at that line or later. What
a domain holds besides is a further hypothesis, not a premise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import sympy as sp

from verify.claims.claim import Claim
from verify.claims.coverage import Coverage
from verify.claims.printed_lines import PrintedLine, normalised
from verify.language.condition import conditions_of
from verify.language.encoding import NotAlgebraicError


@dataclass(frozen=True)
class Premise:
    """Conditions as they are printed at a line.

    Parameters
    ----------
    line : str
        Section and number of the line, as in the list of printed lines.
    printed : str
        A formula of that line, as LaTeX: the condition itself, or the quantity that it is true of by
        definition (a probability is at least 0).
    conditions : tuple of Boolean
        What it says.
    claims : tuple of str
        Patterns for the places of the claims that it is in force for, such as `eq:15*`; `*` for all that are
        printed later.
    """

    line: str
    printed: str
    conditions: tuple[sp.Basic, ...]
    claims: tuple[str, ...] = ("*",)

    def names(self, claim: Claim) -> bool:
        """Whether it is in force for a claim."""
        return any(fnmatchcase(claim.locator.place, pattern) for pattern in self.claims)


def parts_of(domain: Iterable[sp.Basic]) -> Iterator[sp.Basic]:
    """The conditions of a domain one by one."""
    for hypothesis in domain:
        if isinstance(hypothesis, sp.And):
            yield from parts_of(hypothesis.args)
        elif hypothesis not in (True, sp.true):
            yield hypothesis


def alike(condition: sp.Basic) -> object:
    """What two ways of writing one condition have in common: the sides' difference, multiplied out.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> alike(a > b) == alike(b < a), alike(a > b) == alike(a >= b)
    (True, False)
    """
    try:
        return tuple(sorted(str(c.relational) for c in conditions_of(condition)))
    except (NotAlgebraicError, TypeError):
        return str(condition)


def unprinted(
    claims: Iterable[Claim], premises: Sequence[Premise], lines: Sequence[PrintedLine], coverage: Coverage
) -> Iterator[tuple[Claim, sp.Basic]]:
    """The entries of domains that the text does not print for the claim.

    Parameters
    ----------
    claims : iterable of Claim
        Of one paper.
    premises : sequence of Premise
        What it prints.
    lines : sequence of PrintedLine
        Its lines, in order.
    coverage : Coverage
        Which claim judges which line.

    Yields
    ------
    tuple of (Claim, Boolean)
        A claim and a condition of its domain.
    """
    order = {line.place: number for number, line in enumerate(lines)}
    for claim in claims:
        own = [order[line] for line in coverage.lines.get(claim.locator.place, ()) if line in order]
        in_force = {
            alike(part)
            for premise in premises
            if premise.names(claim) and (not own or order.get(premise.line, 0) <= max(own))
            for part in parts_of(premise.conditions)
        }
        yield from ((claim, part) for part in parts_of(claim.domain) if alike(part) not in in_force)


def unfounded(premises: Sequence[Premise], lines: Mapping[str, PrintedLine]) -> Iterator[str]:
    """The premises whose formula does not stand at the line that they name: one sentence each.

    Examples
    --------
    >>> from sympy.abc import x
    >>> from verify.claims.printed_lines import LineKind
    >>> lines = {"2#1": PrintedLine("2", 1, LineKind.SENTENCE, formulas=("x>0",))}
    >>> list(unfounded([Premise("2#1", "x > 0", (x > 0,)), Premise("2#1", "x > 1", (x > 1,))], lines))
    ['2#1 does not print x > 1']
    """
    for premise in premises:
        line = lines.get(premise.line)
        if line is None:
            yield f"there is no line {premise.line}"
        elif not any(normalised(premise.printed) in formula for formula in line.formulas):
            yield f"{premise.line} does not print {premise.printed}"
