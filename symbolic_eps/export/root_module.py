"""The module `symbolic_eps/theory/root_lower.py`, written from the program that rounds the root down.

`proofs.algebra_proof` proves that program's algebra, and `forms.tree` its rounding. The module holds its
operations in their order, and a hash of the program. `make golden` writes it.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.vectors import sha256
from symbolic_eps.export.programs.steps import Give, Need, Routine
from symbolic_eps.export.rewriting.vectorised import helper_routines, routines
from symbolic_eps.export.runtime.helpers import helpers_of, without_sums
from symbolic_eps.export.targets.numpy import NOTATION, line_text
from symbolic_eps.export.template import definitions, filled, needed

_WHERE = definitions("numpy/symbolic_eps_numpy.py")["_where"]


def root_module(formula: Formula) -> str:
    """The text of the module.

    Parameters
    ----------
    formula : Formula
        The formula `root`.

    Returns
    -------
    str
        Python with one public function, `values_of_root_lower(r, p, q)`: arrays of float64 of one shape in,
        another one out, NaN where a number is too small or too large for the proof.
    """
    program = without_sums(formula.safe_program())
    lines = ["", "", *_typed(_WHERE.split("\n"))]
    for helper in helpers_of((program,)):
        for routine in helper_routines(helper.program):
            lines += _function(routine)
    main = [line for routine in routines((program,), frozenset(dir(builtins))) for line in _function(routine)]
    for part in needed("numpy/helpers.py", "\n".join(main)):
        lines += ("", "", *_typed(part.split("\n")))
    lines += main
    return filled(
        "numpy/root_lower.py",
        source=formula.source,
        name=formula.name,
        hash=sha256(repr(program)),
        bound=formula.farthest_text,
        functions=lines,
    )


def _typed(lines: list[str]) -> Iterator[str]:
    """Functions whose parameters and value are Any."""
    for line in lines:
        if line.startswith("def "):
            name, _, parameters = line.removesuffix("):").partition("(")
            yield f"{name}({', '.join(f'{p}: Any' for p in parameters.split(', '))}) -> Any:"
        else:
            yield line


def _function(routine: Routine) -> Iterator[str]:
    private = "" if routine.name.startswith("values_of") else "_"
    yield from ("", "", *_typed([f"def {private}{routine.name}({', '.join(routine.parameters)}):"]))
    if not private:
        yield '    """eps, never above the exact value; NaN where a number is too small or too large."""'
    needs = [step.condition for step in routine.steps if isinstance(step, Need)]
    for step in routine.steps:
        match step:
            case Need(condition=condition):
                first = condition is needs[0]
                yield f"    inside {'=' if first else '&='} {NOTATION.comparison(condition)}"
            case Give(value=value) if needs:
                yield f"    return np.where(inside, {NOTATION.expression(value)}, np.nan)"
            case _:
                yield f"    {line_text(step)}"
