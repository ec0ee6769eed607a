"""Reads a scenario from a TOML file; errors give the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of
from symbolic_eps.mechanisms.accuracy import Threshold
from symbolic_eps.profiles.caps import Cap, CapKind
from symbolic_eps.profiles.exact_numbers import short_number
from symbolic_eps.profiles.parse import parse_box, parse_profile
from symbolic_eps.scenarios.fields import ADVERSARY, COUNT, RELEASE, TOP, Field, Kind
from symbolic_eps.scenarios.priors_table import priors_in, priors_text
from symbolic_eps.scenarios.scenario import Adversary, PriorPair, Release, Scenario, parameters_of
from symbolic_eps.scenarios.toml_lines import Path as Keys
from symbolic_eps.scenarios.toml_lines import line_of, lines_of
from symbolic_eps.spelling import suggest
from symbolic_eps.theory.variants import Variant, variant_named
from verify.files import MEGABYTE

MOST_ENTRIES = 1000
"""Adversaries or releases of a scenario."""

_CAPS = {"profile": CapKind.RELATIVE_RISK} | {
    str(kind): kind for kind in CapKind if kind is not CapKind.RELATIVE_RISK
}
_T = TypeVar("_T")


def read_scenario(path: Path | str, values: Mapping[str, str] | None = None) -> Scenario:
    r"""A scenario from a TOML file.

    Parameters
    ----------
    path : Path or str
        The file; tables of priors that it names are looked for beside it.
    values : mapping of str to str, optional
        Numbers for parameters, which go before those in the file.

    Raises
    ------
    symbolic_eps.errors.InputError
        The file cannot be read, or is no scenario; the message names the line.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "scenario.toml")
    ...     _ = file.write_text('[[adversary]]\nname = "neighbour"\nprofile = "3"\nfix = { q = 1 }\n')
    ...     (adversary,) = read_scenario(file).adversaries
    >>> adversary.name, adversary.bound, adversary.fixed
    ('neighbour', 3, {'q': '1'})
    """
    text = text_of(path, "the scenario", MEGABYTE)
    source = _Source(Path(path), lines_of(text))
    document = _parsed(text, path)
    source.known(document, (), [*TOP, "adversary", "release", "count"])
    top = source.values(document, (), TOP)
    adversaries = tuple(_adversary(source, *one) for one in source.entries(document, "adversary"))
    releases = tuple(_release(source, *one) for one in source.entries(document, "release"))
    _check_names(source, {"adversary": adversaries, "release": releases})
    _check_parameters(source, top.get("parameters", {}), adversaries)
    variant = source.at(("variant",), lambda: variant_named(top.get("variant", Variant.UNBOUNDED)))
    scenario = source.at(
        ("adversary", 0), lambda: Scenario(adversaries, top.get("parameters", {}), variant, releases)
    )
    named = replace(scenario, name=top.get("name", ""), question=top.get("question", ""))
    counted = replace(named, threshold=_threshold(source, document))
    return replace(counted, values={**counted.values, **(values or {})})


def _check_names(source: _Source, entries: Mapping[str, Sequence[Adversary | Release]]) -> None:
    for kind, several in entries.items():
        names = [one.name for one in several]
        for k, name in enumerate(names):
            if name in names[:k]:
                where = source.where((kind, k, "name"))
                raise InputError(f"{where}: the name {name!r} is given twice: give each a name of its own")


def _check_parameters(source: _Source, names: Iterable[str], adversaries: Sequence[Adversary]) -> None:
    used = parameters_of(adversaries)
    for name in names:
        if name not in used:
            where = source.where(("parameters", name))
            raise InputError(f"{where}: {name} occurs in no cap: {suggest(name, used)}leave out {name}")


def _parsed(text: str, path: Path | str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=str)  # numbers are read exactly
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(
            r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL
        )
        what = found[1] if found else str(error)
        line = found[2] if found and found[2] else len(text.splitlines())
        raise InputError(f'{path}, line {line}: {what}: write KEY = "TEXT", as TOML has it') from None
    except RecursionError:
        raise InputError(f"{path}: lists or tables stand too deep in each other: write it flat") from None


@dataclass(frozen=True)
class _Source:
    """The file, for messages."""

    path: Path
    lines: Mapping[Keys, int]

    def where(self, keys: Keys) -> str:
        return f"{self.path}, line {line_of(self.lines, keys)}"

    def at(self, keys: Keys, read: Callable[[], _T]) -> _T:
        """What is read, or an error that names the line."""
        try:
            return read()
        except InputError as error:
            key = f"{keys[-1]}: " if isinstance(keys[-1], str) and not str(error).startswith(keys[-1]) else ""
            raise type(error)(f"{self.where(keys)}: {key}{error}") from None

    def entries(self, document: Mapping[str, Any], name: str) -> Iterator[tuple[Mapping[str, Any], Keys]]:
        several = document.get(name, [])
        if not isinstance(several, list) or not all(isinstance(one, dict) for one in several):
            raise InputError(f"{self.where((name,))}: write [[{name}]], with two brackets, before its keys")
        if len(several) > MOST_ENTRIES:
            raise InputError(f"{self.path}: {len(several)} times [[{name}]]: give at most {MOST_ENTRIES}")
        return ((one, (name, k)) for k, one in enumerate(several))

    def known(self, table: Mapping[str, Any], keys: Keys, names: list[str]) -> None:
        for name in table:
            if name not in names:
                where, hint = self.where((*keys, name)), suggest(name, names)
                raise InputError(f"{where}: there is no key {name!r} here: {hint}give {', '.join(names)}")

    def values(self, table: Mapping[str, Any], keys: Keys, fields: Mapping[str, Field]) -> dict[str, Any]:
        """The values of a table, each of its kind."""
        found = {
            name: self.at((*keys, name), partial(_value, name, table[name], fields[name].kind))
            for name in fields
            if name in table
        }
        for name, field in fields.items():
            if field.required and name not in found:
                raise InputError(f"{self.where(keys)}: {name} is missing: write {name} = {field.kind.value}")
        return found


def _value(name: str, value: Any, kind: Kind) -> Any:
    match kind:
        case Kind.TEXT | Kind.FILE | Kind.VARIANT if isinstance(value, str):
            return value
        case Kind.NUMBER if _is_number(value):
            return str(short_number(name, value))
        case Kind.NUMBERS if isinstance(value, dict) and all(map(_is_number, value.values())):
            return {key: str(short_number(key, number)) for key, number in value.items()}
        case Kind.CAPS | Kind.BOUNDS:
            several = value if isinstance(value, list) else [value]
            if all(isinstance(one, str) or (kind is Kind.CAPS and _is_number(one)) for one in several):
                return tuple(map(str, several))
    raise InputError(f"{name} is something else: give {kind.value}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _adversary(source: _Source, table: Mapping[str, Any], keys: Keys) -> Adversary:
    source.known(table, keys, list(ADVERSARY))
    found = source.values(table, keys, ADVERSARY)
    caps = tuple(
        source.at((*keys, name), partial(_cap, kind, text))
        for name, kind in _CAPS.items()
        for text in found.get(name, ())
    )
    if not caps:
        raise InputError(
            f"{source.where(keys)}: {found['name']!r} has no cap: write profile, posterior, difference or "
            'odds-ratio, such as posterior = "1/4"'
        )
    for text in found.get("box", ()):
        source.at((*keys, "box"), partial(parse_box, text))
    pairs: tuple[PriorPair, ...] = ()
    if "priors" in found:
        if other := [name for name in ("fix", "box") if name in found]:
            raise InputError(
                f"{source.where((*keys, other[0]))}: the table of priors says which are meant: leave out "
                f"{other[0]} or priors"
            )
        file = source.path.parent / found["priors"]
        pairs = priors_in(source.at((*keys, "priors"), partial(priors_text, file)), file)
    _check_fixed(source, found.get("fix", {}), (*keys, "fix"))
    return Adversary(
        found["name"],
        caps,
        found.get("fix", {}),
        found.get("box", ()),
        pairs,
        found.get("about", ""),
        source.where(keys),
    )


def _check_fixed(source: _Source, fixed: Mapping[str, str], keys: Keys) -> None:
    for prior, value in fixed.items():
        if prior not in ("p", "q"):
            raise InputError(
                f"{source.where(keys)}: {prior} cannot be fixed: only the priors p and q can, such as "
                "fix = { q = 1 }; a parameter has its number under [parameters]"
            )
        if not 0 < Fraction(value) <= 1:
            raise InputError(
                f"{source.where(keys)}: {prior} = {value}: a prior lies in (0, 1]: write one such as 1/10"
            )


def _cap(kind: CapKind, text: str) -> Cap:
    return Cap(kind, parse_profile(text, transcendental=True))


def _release(source: _Source, table: Mapping[str, Any], keys: Keys) -> Release:
    source.known(table, keys, list(RELEASE))
    found = source.values(table, keys, RELEASE)
    weight = short_number("weight", found["weight"])
    if weight <= 0:
        where = source.where((*keys, "weight"))
        raise InputError(f"{where}: weight = {weight}: a release's weight is positive, such as 2")
    return Release(found["name"], weight)


def _threshold(source: _Source, document: Mapping[str, Any]) -> Threshold | None:
    if "count" not in document:
        return None
    table = document["count"]
    if not isinstance(table, dict):
        raise InputError(f"{source.where(('count',))}: write [count], then count = 25 and threshold = 24.072")
    source.known(table, ("count",), list(COUNT))
    found = source.values(table, ("count",), COUNT)
    return source.at(("count",), lambda: Threshold.of(found["count"], found["threshold"]))
