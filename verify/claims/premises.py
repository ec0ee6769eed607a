"""Premises: the conditions that a paper prints, where it prints them, and for which claims they are in force.

A claim's domain may hold nothing else, nor may what a statement on sums supposes of its families. A premise
names a line of the transcription (`4#25`) and quotes a formula of it; it is in force for the claims that it
names, and these are printed at that line or later. Where the line's formulas name a quantity and only its
words say what is true of it, the premise says so, in words of our own from a closed list. What a domain holds
besides is a further hypothesis, not a premise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase

import sympy as sp

from verify.claims.claim import Claim
from verify.claims.coverage import Coverage
from verify.claims.printed_lines import PrintedLine, normalised
from verify.language.condition import conditions_of
from verify.language.encoding import NotAlgebraicError

_CONDITION = re.compile(r"P(?:_\{(?:[^{}]|\{[^{}]*\})*\})?\[[^\]]*\]")
_RELATION = re.compile(r"[=<>]|\\(?:leq?|geq?|neq?|in|to|rightarrow)(?![A-Za-z])")


class Words(StrEnum):
    """What words alone say of the quantity that is quoted."""

    PROBABILITY = "is a probability"
    LAW = "is a law of probability"
    NONZERO = "is a probability, and not zero"
    POSSIBLE = "is possible"
    INDEPENDENT = "is independent of the others' data"
    ANY_SET = "is any set of values"
    BOUND = "bounds a ratio of probabilities"
    NUMBER = "is a number of persons"
    PRIVATE = "is a probability of a private mechanism"
    LARGEST = "is as large as it can be"
    SMALL = "is a small positive number"
    MIXTURES = "is convex, of which the parts of every mixture tell"
    DIVISOR = "is divided by"
    ARGUMENT = "is the argument of a logarithm"
    RADICAND = "is under a root"
    COUNT = "is a number of things"
    COST = "is an amount of money"
    OUR_OWN = "is used by a model or proof of ours"


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
    words : Words, optional
        What the line's words say, where `printed` is a quantity and not its condition; `printed` may then be
        a word of the list of printed lines, too.
    """

    line: str
    printed: str
    conditions: tuple[sp.Basic, ...]
    claims: tuple[str, ...] = ("*",)
    words: Words | None = None

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


def supposed(claim: Claim) -> tuple[sp.Basic, ...]:
    """What a claim supposes, part by part: its domain, and of a statement on sums what its setting says.

    Parameters
    ----------
    claim : Claim
        Of any kind of statement; one on sums has a `setting` with hypotheses on its families.
    """
    setting = getattr(claim.statement, "setting", None)
    return tuple(parts_of((*claim.domain, *(setting.hypotheses if setting else ()))))


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
        yield from ((claim, part) for part in supposed(claim) if alike(part) not in in_force)


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
        elif not _stands(premise, line):
            yield f"{premise.line} does not print {premise.printed}"


def _stands(premise: Premise, line: PrintedLine) -> bool:
    quoted = normalised(premise.printed)
    return any(quoted in formula for formula in line.formulas) or (
        bool(premise.words) and quoted in line.words
    )


def without_condition(premises: Iterable[Premise]) -> Iterator[Premise]:
    r"""The premises that quote a quantity and do not say in which words its condition is printed.

    Examples
    --------
    >>> from sympy.abc import x
    >>> quantity = Premise("2#1", r"P[x=1]", (x > 0,))
    >>> [premise.printed for premise in without_condition([quantity, Premise("2#1", "x > 0", (x > 0,))])]
    ['P[x=1]']
    """
    for premise in premises:
        if premise.words is None and not _RELATION.search(_CONDITION.sub("P", premise.printed)):
            yield premise


def idle(claims: Iterable[Claim], premises: Iterable[Premise]) -> Iterator[tuple[Premise, sp.Basic]]:
    """The conditions of premises that no claim supposes for which they are in force.

    Parameters
    ----------
    claims : iterable of Claim
        Of one paper.
    premises : iterable of Premise
        What it prints.
    """
    needed = [(claim, {alike(part) for part in supposed(claim)}) for claim in claims]
    for premise in premises:
        conditions = [parts for claim, parts in needed if premise.names(claim)]
        for part in parts_of(premise.conditions):
            if not any(alike(part) in parts for parts in conditions):
                yield premise, part
