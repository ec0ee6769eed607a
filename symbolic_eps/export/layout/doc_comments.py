"""What functions of a library say of themselves: what who calls them needs. The manifest has the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from symbolic_eps.export.forms.formula import Formula, Method
from symbolic_eps.export.layout.target import Sheet, wrapped

SAME = "the same bits everywhere"
"""Said of a result that no library function has a part in."""


def title(sheet: Sheet) -> str:
    """What the function is, as a sentence."""
    said = sheet.formula.title
    return f"{said[:1].upper()}{said[1:]}."


def _beside(formula: Formula) -> str:
    use = f"; {formula.safe_use}" if formula.safe_use else ""
    return f": never {formula.side.never} exact, within {formula.farthest_text} ulps{use}"


def documented(sheet: Sheet, name: Callable[[str], str] = str, short: bool = False) -> Iterator[str]:
    """The lines of a function's documentation after its title.

    Parameters
    ----------
    sheet : Sheet
    name : callable
        What a function is called in the language.
    short : bool
        Whether in fewer words.
    """
    arguments = (f"{a.name}: {a.meaning}" for a in sheet.formula.arguments)
    for said in (*arguments, *described(sheet, name, short)):
        yield from wrapped(said)


def described(sheet: Sheet, name: Callable[[str], str] = str, short: bool = False) -> Iterator[str]:
    """The same but for the arguments, each sentence in one line; where `short`, in fewer words."""
    formula, conditions = sheet.formula, map(str, sheet.formula.domain)
    yield f"Domain: {', '.join(intervals(conditions) if short else conditions)}; {_sizes(sheet)}."
    same = formula.own_logarithms and not formula.taken_for_granted
    proven = f"proven; {SAME if same else sheet.given}"
    yield f"Result: {formula.result}; at most {formula.error_text} ulps from exact ({proven})."
    never = f"never {formula.side.never} the exact value and at most {formula.safe_text}"
    yield f"{name(formula.safe_name)}{_beside(formula) if short else f' is {never}'}."
    yield from (note for note in formula.notes if not isinstance(note, Method))
    yield f"Source: {formula.source}."


def brief(sheet: Sheet) -> tuple[str, str, str]:
    """The same where the safe function says itself what it is: domain, result with notes, and source.

    That results without a library function are the same bits everywhere stands at the head of the file.
    """
    formula = sheet.formula
    same = formula.own_logarithms and not formula.taken_for_granted
    proven = "proven" if same else f"proven; {sheet.given}"
    notes = (note for note in formula.notes if not isinstance(note, Method))
    result = f"Result: {formula.result}; at most {formula.error_text} ulps from exact ({proven})"
    return (
        f"Domain: {', '.join(intervals(map(str, formula.domain)))}; {_sizes(sheet)}.",
        f"{'; '.join((result, *notes))}.",
        f"Source: {formula.source}.",
    )


def safe_side(sheet: Sheet, name: str) -> str:
    """What the safe function says of itself, for the name of the first one."""
    formula = sheet.formula
    use = f": {formula.safe_use}" if formula.safe_use else ""
    return f"{name}, never {formula.side.never} the exact value, within {formula.farthest_text} ulps{use}."


def intervals(conditions: Iterable[str]) -> Iterator[str]:
    """The conditions, two that are the ends of an interval as one.

    Examples
    --------
    >>> list(intervals(["p > 0", "p <= 1", "q >= 0", "p + q <= 1"]))
    ['0 < p <= 1', 'q >= 0', 'p + q <= 1']
    """
    waiting: re.Match[str] | None = None
    for condition in conditions:
        low, high = (re.fullmatch(rf"(\w+) ({sign}=?) (\d+)", condition) for sign in "><")
        if waiting and high and high[1] == waiting[1]:
            yield f"{waiting[3]} {waiting[2].replace('>', '<')} {condition}"
            waiting = None
            continue
        if waiting:
            yield waiting[0]
        waiting = low
        if not low:
            yield condition
    if waiting:
        yield waiting[0]


def _sizes(sheet: Sheet) -> str:
    """The sizes with which it can be computed; those of several arguments once."""
    alike: dict[str, list[str]] = {}
    for argument in sheet.formula.arguments:
        alike.setdefault(argument.range_text, []).append(argument.name)
    if len(alike) == 1:
        return next(iter(alike))
    return "; ".join(f"{', '.join(names)} {text}" for text, names in alike.items())
