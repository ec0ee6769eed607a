"""A user's own file of claims: a Python module with `CLAIMS`, executed because the user names it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of
from verify.garbage_collection import collect_seldom

if TYPE_CHECKING:
    from verify.claims.claim import Claim

_RIGHT = "it needs CLAIMS, a tuple of verify.claims.claim.Claim"


def load(path: Path) -> tuple[Claim, ...]:
    """The claims of a file.

    Parameters
    ----------
    path : Path
        A Python file that defines `CLAIMS`. It is executed; modules beside it can be imported.

    Raises
    ------
    symbolic_eps.errors.InputError
        If there is no such file, it does not run, or it holds no claims.
    """
    from verify.claims.claim import Claim

    claims = getattr(_module(path), "CLAIMS", None)
    if not isinstance(claims, (tuple, list)):
        raise InputError(f"{path}: no CLAIMS: {_RIGHT}")
    for number, claim in enumerate(claims, 1):
        if not isinstance(claim, Claim):
            raise InputError(f"{path}: entry {number} of CLAIMS is of type {type(claim).__name__}: {_RIGHT}")
        if wrong := _wrong_part(claim):
            raise InputError(f"{path}: entry {number} of CLAIMS: {wrong}")
    if not claims:
        raise InputError(f"{path}: CLAIMS is empty: {_RIGHT}")
    return tuple(claims)


def _wrong_part(claim: Claim) -> str:
    """What in a claim is of a wrong type, and what would be right; empty for nothing."""
    from sympy import false, true
    from sympy.logic.boolalg import Boolean

    from verify.claims.claim import Locator, Statement

    right = "a SymPy comparison, several joined by And, Or or Implies, or an object with text and examine"
    if not isinstance(claim.locator, Locator):
        return f"locator is of type {type(claim.locator).__name__}; write Locator(paper, place)"
    for name, part in (("statement", claim.statement), ("corrected", claim.corrected)):
        if not isinstance(part, (Boolean, Statement)) and not (name == "corrected" and part is None):
            return f"{name} is of type {type(part).__name__}; write {right}"
    if claim.statement in (true, false):
        return (
            f"SymPy has simplified the statement to {claim.statement}; keep it with evaluate=False, as in "
            "Ge(a**2, 0, evaluate=False)"
        )
    for name, parts in (("domain", claim.domain), ("missing", claim.missing)):
        if not isinstance(parts, tuple):
            return f"{name} is of type {type(parts).__name__}; write a tuple, such as (a > 0,)"
        for part in parts:
            if not isinstance(part, Boolean):
                return f"{name} has an entry of type {type(part).__name__}; write SymPy comparisons"
    return ""


def begin_worker(paths: Iterable[Path]) -> None:
    """What a worker process of an audit begins with."""
    collect_seldom()
    load_all(paths)


def load_modules(names: Iterable[str]) -> None:
    """Import modules in a worker process before it needs them."""
    for name in names:
        import_module(name)


def load_all(paths: Iterable[Path]) -> None:
    """Execute files in a worker process, so that claims which use their classes can be sent to it."""
    for path in paths:
        _module(path)


def _module(path: Path) -> ModuleType:
    """The file as a module, under a name that every process gives it."""
    name = f"claims_of_{'_'.join(path.resolve().with_suffix('').parts[1:])}"
    if name in sys.modules:
        return sys.modules[name]
    if not path.exists():
        raise InputError(f"there is no file {path}: name a paper or a Python file with CLAIMS")
    text_of(path, "the file of claims")
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} is not a Python file: {_RIGHT}")
    module = module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        message = f"{path}{_line(error, path)}: {type(error).__name__}: {_said(error, path)}"
        raise InputError(message) from error
    finally:
        sys.path.remove(folder)
    return module


def _said(error: BaseException, path: Path) -> str:
    """The error's words; of a syntax error in this file without its place, which is named already."""
    if isinstance(error, SyntaxError) and _is(error.filename, path):
        return error.msg
    return str(error)


def _line(error: BaseException, path: Path) -> str:
    """The last line of the file that the error passed through."""
    if isinstance(error, SyntaxError) and _is(error.filename, path):
        return f", line {error.lineno}"
    frames: Sequence[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if _is(frame.filename, path)]
    return f", line {lines[-1]}" if lines else ""


def _is(name: str | None, path: Path) -> bool:
    return name is not None and Path(name).resolve() == path.resolve()
