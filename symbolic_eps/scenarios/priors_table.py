"""Tables of priors: a CSV file with one adversary's beliefs in each line."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of
from symbolic_eps.profiles.exact_numbers import short_number
from symbolic_eps.scenarios.scenario import PriorPair
from verify.files import MEGABYTE

MOST_PAIRS = 1000
_COLUMNS = ({"p", "q"}, {"name", "p", "q"})


def priors_text(path: Path) -> str:
    """The text of a table.

    Raises
    ------
    symbolic_eps.errors.InputError
        The file cannot be read.
    """
    return text_of(path, "the table of priors", MEGABYTE)


def priors_in(text: str, path: Path) -> tuple[PriorPair, ...]:
    r"""The pairs of priors in a CSV text, whose first line names the columns: p, q and, if wanted, name.

    Parameters
    ----------
    text : str
        The table.
    path : Path
        Where it stands, for messages.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is no such table, or has a prior outside (0, 1]; the message names the line.

    Examples
    --------
    >>> priors_in("name,p,q\ninsurer,1/2,0.05\n", Path("priors.csv"))
    (PriorPair(name='insurer', p=1/2, q=1/20),)
    """
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: {error}; write p,q in each line") from None
    columns = [cell.strip().lower() for cell in rows[0][1]] if rows else []
    if set(columns) not in _COLUMNS or len(columns) != len(set(columns)):
        raise InputError(f"{path}, line 1: name the columns: write p,q or name,p,q in the first line")
    if not 1 < len(rows) <= MOST_PAIRS + 1:
        raise InputError(
            f"{path}, line {rows[-1][0]}: {len(rows) - 1} pairs of priors: give 1 to {MOST_PAIRS}"
        )
    return tuple(_pair(f"{path}, line {line}", columns, row) for line, row in rows[1:])


def _pair(where: str, columns: list[str], row: list[str]) -> PriorPair:
    if len(row) != len(columns):
        raise InputError(f"{where}: {len(row)} values for {len(columns)} columns: write {','.join(columns)}")
    cells = dict(zip(columns, (cell.strip() for cell in row), strict=True))
    priors = []
    for name in ("p", "q"):
        try:
            value = short_number(name, cells[name])
        except InputError as error:
            raise InputError(f"{where}: {name} = {cells[name][:60]!r}: {error}") from None
        if not 0 < value <= 1:
            raise InputError(f"{where}: {name} = {value}: a prior lies in (0, 1]: write one such as 1/10")
        priors.append(value)
    return PriorPair(cells.get("name", ""), *priors)
