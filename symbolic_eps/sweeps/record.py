"""The file of a sweep: rows are written as soon as they are known; the same command goes on after a stop.

Next to FILE lies FILE.sweep, which says what the sweep is: it tells the same command from another one. A
Parquet file cannot grow, so its rows are kept in FILE.rows until the last one is there.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from io import FileIO
from math import inf
from pathlib import Path
from typing import Any

from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of, try_to_write
from symbolic_eps.sweeps.run import Row
from verify.enclosure import Enclosure
from verify.files import MEGABYTE, size_text

RESULT_COLUMNS = ("epsilon", "epsilon_lower", "epsilon_upper", "grade", "error")
_DIGITS = 20
MOST_BYTES = 1000 * MEGABYTE
"""Of the rows of a sweep."""


@dataclass(frozen=True)
class Record:
    """Where the rows of one sweep are kept.

    Parameters
    ----------
    path : Path
        `.csv`, or `.parquet` (which needs pyarrow).
    names : tuple of str
        What is varied: the columns after `index`.
    description : mapping
        What the sweep is: everything that its rows depend on, as JSON.
    count : int
        Rows of the whole sweep.
    """

    path: Path
    names: tuple[str, ...]
    description: Mapping[str, Any]
    count: int

    @property
    def is_parquet(self) -> bool:
        """Whether the result is a Parquet file."""
        return self.path.suffix.lower() == ".parquet"

    @property
    def rows_path(self) -> Path:
        """The CSV file that grows."""
        return self.path.with_name(f"{self.path.name}.rows") if self.is_parquet else self.path

    @property
    def note_path(self) -> Path:
        """The file that says what the sweep is."""
        return self.path.with_name(f"{self.path.name}.sweep")

    @property
    def columns(self) -> tuple[str, ...]:
        """The header."""
        return ("index", *self.names, *RESULT_COLUMNS)

    @contextmanager
    def opened(self) -> Iterator[tuple[dict[int, str], Writer]]:
        """Why there is no result, by the indices that are known (empty where there is one), and a writer.

        Nobody else may write meanwhile.

        Raises
        ------
        symbolic_eps.errors.InputError
            The file cannot be written, belongs to another sweep or to no sweep, or is being written.
        """
        self.check_place()
        if self.is_parquet and self.path.exists() and not self.rows_path.exists():
            self._check_note()
            yield self._reasons(), Writer(None, self.columns)
            return
        if self.rows_path.exists() and self.rows_path.stat().st_size:
            self._check_note()
        else:
            _write_whole(self.note_path, json.dumps(self._note(), indent=2) + "\n")
        try:
            stream = FileIO(self.rows_path, "a+")
        except OSError as error:
            raise InputError(f"--output {self.path} cannot be written: {error.strerror}") from None
        with stream:
            _lock(stream, self.path)
            known = self._known(stream)
            yield known, Writer(stream, self.columns)
        if self.is_parquet and len(known) == self.count:
            self._convert()

    def results(self) -> list[Mapping[str, Any]]:
        """What the file has in `RESULT_COLUMNS` now, row by row in the grid's order."""
        if self.is_parquet and not self.rows_path.exists():
            _, parquet = _pyarrow()
            rows: list[Mapping[str, Any]] = parquet.read_table(self.path).to_pylist()
        else:
            with self.rows_path.open(newline="", encoding="utf-8") as stream:
                rows = list(csv.DictReader(stream))
        return sorted(rows, key=lambda row: int(row["index"]))

    def _note(self) -> dict[str, Any]:
        return {**self.description, "columns": list(self.columns), "rows": self.count}

    def check_place(self) -> None:
        """Refuse what cannot be written.

        Raises
        ------
        symbolic_eps.errors.InputError
            Another ending, no such folder, no ordinary file, no permission, or no package for the format.
        """
        if self.path.suffix.lower() not in (".csv", ".parquet"):
            raise InputError(f"--output {self.path}: name a file that ends in .csv or .parquet")
        if not self.path.parent.is_dir():
            raise InputError(
                f"--output {self.path}: there is no folder {self.path.parent}: make it, or name another"
            )
        for path in (self.path, self.rows_path, self.note_path):
            if path.is_dir():
                raise InputError(f"--output {self.path}: {path} is a folder: name another file")
            if path.exists() and not path.is_file():
                raise InputError(f"--output {self.path}: {path} is no ordinary file: name another one")
            if path.exists() and not os.access(path, os.W_OK):
                raise InputError(f"--output {self.path}: {path} cannot be written: name another file")
        try_to_write(self.path.parent, f"--output {self.path}")
        if self.is_parquet:
            _pyarrow()

    def _check_note(self) -> None:
        """Refuse a file of another sweep; nothing in it is touched."""
        try:
            note = json.loads(text_of(self.note_path, "the note of a sweep"))
        except (OSError, ValueError):
            raise InputError(
                f"--output {self.path} exists and is not a sweep's (there is no readable {self.note_path}): "
                "name another file, or remove it"
            ) from None
        own = json.loads(json.dumps(self._note()))
        if note != own:
            theirs, ours = _parts(note), _parts(own)
            changed = [k for k in ours if theirs.get(k) != ours[k]]
            raise InputError(
                f"--output {self.path} holds another sweep ({', '.join(changed) or 'more fields'} differ): "
                "repeat its command to go on with it, or name another file"
            )

    def _known(self, stream: FileIO) -> dict[int, str]:
        """The indices in the file with their errors; a last line that was cut off is dropped."""
        stream.seek(0)
        if os.fstat(stream.fileno()).st_size > MOST_BYTES:
            raise InputError(
                f"--output {self.path}: {self.rows_path} is larger than {size_text(MOST_BYTES)}, "
                "the most that is read: name another file"
            )
        content = stream.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            stream.truncate(whole)
        stream.seek(0, os.SEEK_END)
        rows = list(csv.reader(io.StringIO(content[:whole].decode("utf-8"), newline="")))
        if not rows:
            _append(stream, _line(self.columns))
            return {}
        if tuple(rows[0]) != self.columns:
            raise InputError(f"--output {self.path}: its header is not {','.join(self.columns)}")
        known: dict[int, str] = {}
        for number, row in enumerate(rows[1:], 2):
            index = int(row[0]) if row and row[0].isdigit() else -1
            if len(row) != len(self.columns) or not 0 <= index < self.count or index in known:
                raise InputError(
                    f"{self.rows_path}, line {number} is not a row of this sweep: it was changed by hand; "
                    "remove the line, or name another file"
                )
            known[index] = row[-1]
        return known

    def _reasons(self) -> dict[int, str]:
        """The errors of a Parquet file, by index."""
        _, parquet = _pyarrow()
        try:
            table = parquet.read_table(self.path, columns=["index", "error"])
        except (OSError, ValueError) as error:
            raise InputError(
                f"--output {self.path} is not the sweep's file any more ({error}): name another file, or "
                "remove it"
            ) from None
        return dict(zip(table["index"].to_pylist(), table["error"].to_pylist(), strict=True))

    def _convert(self) -> None:
        """The rows as a Parquet file, in the grid's order; then the CSV file goes."""
        pyarrow, parquet = _pyarrow()
        records = self.results()
        columns: dict[str, list[Any]] = {"index": [int(r["index"]) for r in records]}
        for name in self.names:
            columns[name] = [float(Fraction(r[name])) for r in records]
        columns["epsilon"] = [_double(r["epsilon"]) for r in records]
        for name in RESULT_COLUMNS[1:]:
            columns[name] = [r[name] for r in records]
        temporary = self.path.with_name(f".{self.path.name}.new")
        try:
            parquet.write_table(pyarrow.table(columns), temporary)
            temporary.replace(self.path)
        except OSError as error:
            raise InputError(
                f"--output {self.path} cannot be written: {error}; the rows are in {self.rows_path}"
            ) from None
        finally:
            temporary.unlink(missing_ok=True)
        self.rows_path.unlink()


class Writer:
    """Appends rows, each with one write, so that a stop leaves whole rows and at most one that is cut off."""

    def __init__(self, stream: FileIO | None, columns: Sequence[str]) -> None:
        self._stream = stream
        self._columns = columns

    def write(self, row: Row) -> None:
        """Append a row.

        Raises
        ------
        symbolic_eps.errors.InputError
            The disk does not take it; what was written before stays.
        """
        if self._stream is None:
            raise ValueError("the file is complete")
        _append(self._stream, _line(cells(row)))


def cells(row: Row) -> list[str]:
    """A row as texts: exact values, decimals that enclose eps.

    Examples
    --------
    >>> from verify.enclosure import Enclosure
    >>> cells(Row(3, {"a": Fraction(1, 4)}, Enclosure(Fraction(1, 2), Fraction(1, 2)), "exact"))
    ['3', '0.25', '0.5', '0.5', '0.5', 'exact', '']
    """
    texts = [str(row.index), *map(exact_text, row.values.values())]
    if row.enclosure is None:
        return [*texts, "", "", "", "", row.error]
    lower, upper = row.enclosure.decimal_lower(_DIGITS), row.enclosure.decimal_upper(_DIGITS)
    double = "oo" if row.enclosure.is_infinite else repr(row.epsilon)
    return [*texts, double, lower, upper, row.grade, row.error]


def enclosure(result: Mapping[str, str]) -> Enclosure | None:
    """The numbers between which eps lies; None where there is no result."""
    if result["error"]:
        return None
    if result["epsilon_lower"] == "oo":
        return Enclosure(inf, inf)
    return Enclosure(Fraction(result["epsilon_lower"]), Fraction(result["epsilon_upper"]))


def _double(text: str) -> float | None:
    """The number of a cell; infinity has no finite digits, and an error no number."""
    return float(text.replace("oo", "inf")) if text else None


def _parts(note: Any) -> dict[str, Any]:
    """What a sweep's note says, each part of its input by itself."""
    if not isinstance(note, dict):
        return {}
    settings = note.get("input")
    return {**note, **settings, "input": None} if isinstance(settings, dict) else note


def exact_text(value: Fraction) -> str:
    """The number as a decimal where that is exact and short, else as a fraction.

    Examples
    --------
    >>> exact_text(Fraction(1, 4)), exact_text(Fraction(1, 3))
    ('0.25', '1/3')
    """
    decimal = f"{float(value):.15g}"
    return decimal if Fraction(decimal) == value else str(value)


def _line(texts: Iterable[str]) -> bytes:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, lineterminator="\n").writerow(texts)
    return buffer.getvalue().encode("utf-8")


def _append(stream: FileIO, line: bytes) -> None:
    """Write a line at once, or what is left of it where the system takes only a part."""
    try:
        while line:
            line = line[stream.write(line) :]
    except OSError as error:
        raise InputError(
            f"a row cannot be written: {error.strerror}; make room and repeat the command to go on"
        ) from None


def _write_whole(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.new")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}; name another file") from None


def _lock(stream: FileIO, path: Path) -> None:
    """Keep a second sweep out; where the system has no such locks, nothing is checked."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"--output {path} is being written by another sweep: wait for it") from None


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]
        from pyarrow import parquet  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        raise InputError("a .parquet file needs pyarrow: pip install pyarrow; or name a .csv file") from None
    return pyarrow, parquet
