"""How a profile is written in Coq, and the values that it takes: by maxima, minima and cases.

Text and values have the same shape: where Coq replaces each `Rmax`, `Rmin` and `if` by one of its values
(`take_cases` in Profiles.v), what is left is the text of one of the values here, letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import sympy as sp

from symbolic_eps.errors import InputError
from verify.language.condition import Condition, Relation, conditions_of

Words = Callable[[sp.Expr], str]
"""Writes an expression, without parentheses around it."""


@dataclass(frozen=True)
class Rational:
    """A rational function, in which some symbols stand for values of other parts.

    Parameters
    ----------
    form : sympy.Expr
        The function.
    parts : tuple of pair of Symbol and Part
        What the symbols stand for.
    """

    form: sp.Expr
    parts: tuple[tuple[sp.Symbol, Part], ...] = ()

    @property
    def plain(self) -> bool:
        """Whether nothing is to be chosen in it."""
        return all(isinstance(part, Rational) and part.plain for _, part in self.parts)

    @property
    def expression(self) -> sp.Expr:
        """The function, where nothing is to be chosen."""
        inner = {symbol: part.expression for symbol, part in self.parts if isinstance(part, Rational)}
        return self.form.xreplace(inner)


@dataclass(frozen=True)
class Extremum:
    """The greatest (`Rmax`) or least (`Rmin`) of several parts, none of which is one itself."""

    word: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Cases:
    """One part where a comparison holds, another where it does not.

    Parameters
    ----------
    relational : sympy.Rel
        `<=`, `<` or `==`, between rational functions.
    yes, no : Part or None
        None where there is no bound.
    """

    relational: sp.Rel
    yes: Part | None
    no: Part | None

    @property
    def failures(self) -> Sequence[sp.Rel]:
        """In which ways the comparison fails: of an equation there are two."""
        low, high = self.relational.args
        return [low < high, high < low] if isinstance(self.relational, sp.Eq) else [sp.Not(self.relational)]


Part = Rational | Extremum | Cases


@dataclass(frozen=True)
class Chosen:
    """A value that a profile takes.

    Parameters
    ----------
    value : Rational
        With nothing left to choose.
    held : tuple of Rel
        The comparisons that lead to it, each decided after those before.
    comparisons : tuple of pair of Rational
        The lower and the upper one of what it was compared with.
    """

    value: Rational
    held: tuple[sp.Rel, ...] = ()
    comparisons: tuple[tuple[Rational, Rational], ...] = ()


def part_of(bound: sp.Expr) -> Part:
    """The shape of a profile.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is not made of rational functions, or has no bound somewhere.

    Examples
    --------
    >>> from sympy.abc import a, b, c
    >>> written(part_of(sp.Max(a, b) + c), str)
    '(Rmax a b) + c'
    >>> written(part_of(sp.Piecewise((a, b <= c), (2, True))), str)
    'if Rle_lt_dec b c then a else 2'
    """
    part = _part(bound)
    if part is None or _has_gap(part):
        raise InputError(f"there are theorems for profiles with a bound at all priors only, not for {bound}")
    return part


def written(part: Part, words: Words) -> str:
    """The text in Coq."""
    if isinstance(part, Rational):
        text = words(part.form)
        for symbol, inner in part.parts:
            text = text.replace(symbol.name, f"({written(inner, words)})")
        return text
    if isinstance(part, Extremum):
        *others, last = (written(inner, words) for inner in part.parts)
        for other in reversed(others):
            last = f"{part.word} {_argument(other)} {_argument(last)}"
        return last
    assert part.yes is not None
    assert part.no is not None
    low, high = (_argument(words(side)) for side in part.relational.args)
    yes, no = written(part.yes, words), written(part.no, words)
    return f"if {_QUESTIONS[part.relational.func]} {low} {high} then {yes} else {no}"


def chosen(part: Part | None) -> Iterator[Chosen]:
    """The values that it takes."""
    if isinstance(part, Rational):
        for inner in product(*(list(chosen(one)) for _, one in part.parts)):
            values = zip(part.parts, inner, strict=True)
            yield _joined(Rational(part.form, tuple((symbol, c.value) for (symbol, _), c in values)), inner)
    elif isinstance(part, Extremum):
        for i, one in enumerate(part.parts):
            rivals = [r for j, r in enumerate(part.parts) if j != i and isinstance(r, Rational) and r.plain]
            for c in chosen(one):
                pairs = ((r, c.value) if part.word == "Rmax" else (c.value, r) for r in rivals)
                yield Chosen(c.value, c.held, (*c.comparisons, *pairs))
    elif isinstance(part, Cases):
        for branch, first in [
            (part.yes, part.relational),
            *((part.no, failing) for failing in part.failures),
        ]:
            yield from (Chosen(c.value, (first, *c.held), c.comparisons) for c in chosen(branch))


_QUESTIONS = {sp.Le: "Rle_lt_dec", sp.Lt: "Rlt_le_dec", sp.Eq: "Req_EM_T"}


def signs_of(held: sp.Rel) -> tuple[Condition, ...]:
    """A comparison by the sign of a polynomial, where no denominator is 0.

    Examples
    --------
    >>> from sympy.abc import a
    >>> [str(c) for c in signs_of(1 / a < 1)]
    ['a < a**2']
    """
    return tuple(c for c in conditions_of(held) if c.relation is not Relation.NON_ZERO)


def _joined(value: Rational, inner: Sequence[Chosen]) -> Chosen:
    held = tuple(comparison for c in inner for comparison in c.held)
    return Chosen(value, held, tuple(pair for c in inner for pair in c.comparisons))


def _argument(text: str) -> str:
    return text if text.replace("_", "").isalnum() else f"({text})"


def _part(bound: sp.Expr) -> Part | None:
    if bound is sp.oo:
        return None
    if isinstance(bound, sp.Max | sp.Min):
        return _extremum("Rmax" if isinstance(bound, sp.Max) else "Rmin", _flat(bound))
    if isinstance(bound, sp.Piecewise):
        return _piecewise(bound.args)
    inner = sorted(_outermost(bound), key=str)
    # No parameter has such a name in Coq.
    names = {one: sp.Symbol(f"_{i}_of_{len(inner)}", real=True) for i, one in enumerate(inner)}
    form = bound.xreplace(names)
    if not form.is_rational_function(*form.free_symbols) or form.has(sp.oo, sp.nan):
        raise InputError(
            f"there are theorems for rational profiles, their maxima, minima and cases only, not for {bound}"
        )
    return Rational(form, tuple((symbol, part_of(one)) for one, symbol in names.items()))


def _outermost(bound: sp.Expr) -> set[sp.Expr]:
    """The maxima, minima and cases within it."""
    if isinstance(bound, sp.Max | sp.Min | sp.Piecewise):
        return {bound}
    return {inner for argument in bound.args for inner in _outermost(argument)}


def _flat(bound: sp.Expr) -> Iterator[Part | None]:
    for argument in sorted(bound.args, key=lambda a: (sp.count_ops(a), str(a))):
        if isinstance(argument, bound.func):
            yield from _flat(argument)
        else:
            yield _part(argument)


def _extremum(word: str, parts: Iterable[Part | None]) -> Part | None:
    """Where a part has no bound somewhere, its cases come first."""
    several = list(parts)
    if word == "Rmax" and None in several:
        return None
    bounded = [part for part in several if part is not None]
    for i, part in enumerate(bounded):
        if isinstance(part, Cases) and _has_gap(part):
            rest = bounded[i + 1 :]
            yes, no = (_extremum(word, [*bounded[:i], one, *rest]) for one in (part.yes, part.no))
            return Cases(part.relational, yes, no)
    if len(bounded) < 2:
        return bounded[0] if bounded else None
    return Extremum(word, tuple(bounded))


def _has_gap(part: Part | None) -> bool:
    if part is None:
        return True
    return isinstance(part, Cases) and (_has_gap(part.yes) or _has_gap(part.no))


def _piecewise(alternatives: Sequence[tuple[sp.Expr, sp.Basic]]) -> Part | None:
    (value, guard), *others = alternatives
    if guard == sp.true:
        return _part(value)
    if not others:
        raise InputError(f"there are theorems for profiles with a default only, not where {sp.Not(guard)}")
    return _cases(guard, _part(value), _piecewise(others))


def _cases(guard: sp.Basic, yes: Part | None, no: Part | None) -> Part | None:
    """A condition as one comparison after the other."""
    if isinstance(guard, sp.And | sp.Or):
        first, *rest = sorted(guard.args, key=str)
        both = isinstance(guard, sp.And)
        later = _cases(type(guard)(*rest), yes, no)
        return _cases(first, later, no) if both else _cases(first, yes, later)
    if isinstance(guard, sp.Not):
        return _cases(guard.args[0], no, yes)
    if isinstance(guard, sp.Ne):
        return _cases(sp.Eq(*guard.args), no, yes)
    if isinstance(guard, sp.Ge | sp.Gt):
        guard = guard.reversed
    rational = all(side.is_rational_function() for side in guard.args)
    if not (rational and isinstance(guard, sp.Le | sp.Lt | sp.Eq)):
        raise InputError(
            f"there are theorems for cases by comparisons of rational functions only, not for {guard}"
        )
    return Cases(guard, yes, no)
