"""C as it is read: short numbers, lines of at most 100 characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

WIDTH = 100
_SHORT, _WHOLE = 8, 11

STEP = 2.0**-53 * (1.0 + 2.0**-52)
"""Of a finite number, for the next one."""


def unclaimed(name: str, words: Set[str]) -> str:
    """The name of a variable, changed where it is one of the words, or like a macro or a type of a header.

    Examples
    --------
    >>> [unclaimed(name, {"case"}) for name in ("case", "NAN", "size_t", "E", "x_2")]
    ['case_', 'NAN_', 'size_t_', 'E', 'x_2']
    """
    of_header = len(name) > 1 and (name.isupper() or name.endswith("_t"))
    return f"{name}_" if of_header or name in words else name


def number(value: float) -> str:
    """A short decimal text, or a hexadecimal one.

    Examples
    --------
    >>> number(0.5), number(-2.0**300)
    ('0.5', '-0x1p+300')
    """
    decimal = repr(value)
    if "e" not in decimal and len(decimal) <= (_WHOLE if value.is_integer() else _SHORT):
        return decimal
    return re.sub(r"\.?0*p", "p", value.hex())


def step_of(share: float) -> str:
    """What a step takes, of a number: the usual one has a name.

    Examples
    --------
    >>> step_of(-STEP), step_of(0.5)
    ('-STEP', '0.5')
    """
    return {STEP: "STEP", -STEP: "-STEP"}.get(share, number(share))


def short_title(title: str) -> str:
    """What a formula is, in one line of a comment if that can be without remarks and article.

    Examples
    --------
    >>> short_title("the largest success (in a game (of one round)) " + "of " * 15 + "max(a, b)")[:27]
    'the largest success of of o'
    >>> short_title("the largest success " + "of " * 24 + "max(a, b)")[:27]
    'largest success of of of of'
    """
    remarks = r"(?<!where)(?<!&) \((?:[^()]|\([^()]*\))*\)"
    bare = re.sub(remarks, "", title)
    return next((said for said in (title, bare) if len(said) + 6 <= WIDTH), bare.removeprefix("the "))


def joined(lines: Iterable[str], declared: str = "double ", comment: str = " /* ") -> Iterator[str]:
    """The lines of a function; numbers that are named one after the other in one line, if it is short.

    Parameters
    ----------
    lines : iterable of str
    declared, comment : str
        What stands before a name that is given a value, and before what is said at the end of a line.

    Examples
    --------
    >>> list(joined(["    double x = a * b;", "    double y = x - a; /* y */", "    return y;"]))
    ['    double x = a * b, y = x - a; /* y */', '    return y;']
    """
    before = ""
    for line in lines:
        told = re.fullmatch(rf"( *{declared})(\w+ =.*?;)({re.escape(comment)}.*)?", line)
        both = f"{before[:-1]}, {told[2]}{told[3] or ''}" if told and before.startswith(told[1]) else ""
        if before and not 0 < len(both) <= WIDTH:
            yield before
            both = ""
        before = (both or line) if told and not told[3] else ""
        if not before:
            yield both or line
    if before:
        yield before


def required(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a function; a sum of which the next line requires a sign asks for that itself.

    Examples
    --------
    >>> list(required(["    SUM(sign, alone(r), two(-1.0, a, r));", "    REQUIRE(sign >= 0.0);"]))
    ['    SUM_REQUIRED(sign, >= 0.0, alone(r), two(-1.0, a, r));']
    """
    before = ""
    for line in lines:
        named = re.fullmatch(r"    (?:(SUM|KNOWN)\(|double )(\w+)(?:, | = )(\w+\(.*);", before)
        asked = named and re.fullmatch(rf"    REQUIRE\({named[2]} ([<>]=? 0\.0)\);", line)
        if named and asked:
            before = ""
            yield (
                f"    {named[1] or 'KNOWN'}_REQUIRED({named[2]}, {asked[1]}, "
                f"{named[3] if named[1] else named[3] + ')'};"
            )
            continue
        if before:
            yield before
        before = line
    if before:
        yield before


def broken(lines: Iterable[str]) -> Iterator[str]:
    """The lines of functions, those that are too long in several.

    Examples
    --------
    >>> list(broken(["    f(" + "a, " * 40 + "b); /* long */"]))[0]
    '    /* long */'
    """
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()))
        code, comment = _parted(line)
        if len(line) <= WIDTH or line.startswith("#") or line.endswith("\\"):
            yield line
            continue
        if comment and code:
            yield from broken([f"{indent}{comment}"])
        if loop := re.fullmatch(r"(for \(.*?\+\+\)) (\w.*)", code):
            yield f"{indent}{loop[1]}"
            yield from _pieces(loop[2], f"{indent}    ")
        else:
            yield from _pieces(code or comment, indent)


def _parted(line: str) -> tuple[str, str]:
    found = re.fullmatch(r"(.*?)\s*(/\*.*\*/)", line)
    return (found[1].strip(), found[2]) if found else (line.strip(), "")


def _pieces(text: str, indent: str) -> Iterator[str]:
    """A text at its spaces: behind a comma or an operator within as few parentheses as can be."""
    told, star = text.startswith(("/*", "* ")), "* " if text.startswith("* ") else " * "
    places = r" (?!\*/)" if told else r"(?<=[,&|]) | (?=[?:] )|(?<= [+\-*/]) "
    before, open_ones = indent, 0
    while len(before) + len(text) > WIDTH:
        room = WIDTH - len(before)
        cuts = [m.start() for m in re.finditer(places, text) if room // 3 < m.start() <= room]
        if not cuts:
            break
        joined = [at for at in cuts if text[at - 1] == "&"]
        cut = (joined or cuts)[-1]
        if not told and not joined:
            cut = min(reversed(cuts), key=lambda at: (_depth(text[:at]), text[at - 1] in "*/"))
            early = [m.start() for m in re.finditer(places, text) if room // 6 < m.start() <= room]
            first = min(reversed(early), key=lambda at: _depth(text[:at]))
            cut = first if _depth(text[:first]) <= 1 < _depth(text[:cut]) else cut
        yield before + text[:cut]
        open_ones += _depth(text[:cut])
        text = text[cut + 1 :]
        before = indent + (star if told else "    " * max(open_ones, 1))
    yield before + text


def _depth(text: str) -> int:
    return text.count("(") - text.count(")")
