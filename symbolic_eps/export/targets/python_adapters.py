"""Python with adapters: modules that hand the budgets to another privacy library in its own terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symbolic_eps.errors import InputError
from symbolic_eps.export.layout.target import CannotExpressError, Sheet, generated
from symbolic_eps.export.targets.python import Python, parameters_of
from symbolic_eps.export.template import filled
from symbolic_eps.spelling import suggest


@dataclass(frozen=True)
class Adapter:
    """What a library takes: for each budget some functions, each of them a call on the safe function's value.

    Parameters
    ----------
    library : str
        Its name, as it is imported.
    others : tuple of str
        What the module offers besides.
    functions : tuple of tuple of str
        The end of the name, the type of the result, the function that makes it, and what it is.
    """

    library: str
    others: tuple[str, ...]
    functions: tuple[tuple[str, str, str, str], ...]


ADAPTERS: Mapping[str, Adapter] = {
    "opendp": Adapter(
        "opendp",
        ("Loss", "UnboundedError", "least_noise"),
        (("loss", "Loss", "_loss", "The privacy loss"),),
    ),
    "diffprivlib": Adapter(
        "diffprivlib",
        ("MOST_SPENDS", "UnboundedError"),
        (
            ("epsilon", "float", "_epsilon", "The `epsilon`"),
            ("accountant", "BudgetAccountant", "_accountant", "An accountant of the budget"),
        ),
    ),
}
"""By the name that `--adapter` takes."""


class PythonWithAdapters(Python):
    """The Python target, and a module for each of some libraries.

    Parameters
    ----------
    names : sequence of str
        Keys of `ADAPTERS`.

    Raises
    ------
    InputError
        There is no adapter of that name; the message lists the known ones.
    """

    def __init__(self, names: Sequence[str]) -> None:
        for name in names:
            if name not in ADAPTERS:
                raise InputError(
                    f"there is no adapter {name!r}: {suggest(name, ADAPTERS)}choose {' or '.join(ADAPTERS)}"
                )
        self.adapters = [ADAPTERS[name] for name in dict.fromkeys(names)]
        tests = (f"python3 -B self_test_{adapter.library}.py" for adapter in self.adapters)
        self.self_test = " && ".join((Python.self_test, *tests))

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """Those of the Python target; `symbolic_eps_LIBRARY.py` and a self-test for each library.

        Raises
        ------
        CannotExpressError
            None of the formulas is a budget.
        """
        budgets = [sheet for sheet in sheets if sheet.formula.budget]
        if not budgets:
            named = ", ".join(sheet.formula.identifier for sheet in sheets)
            raise CannotExpressError(
                f"adapters hand over budgets, and {named} is none: add root, for example"
            )
        said, found = generated(sheets), dict(super().files(sheets))
        found["self_test_adapter.py"] = filled("python/self_test_adapter.py", generated=said)
        for adapter in self.adapters:
            found |= _files(adapter, budgets, said)
        return found


def _files(adapter: Adapter, budgets: Sequence[Sheet], said: str) -> Mapping[str, str]:
    names = [f"{s.formula.name}_{end}" for s in budgets for end, *_ in adapter.functions]
    module, test = f"symbolic_eps_{adapter.library}.py", f"self_test_{adapter.library}.py"
    return {
        module: filled(
            f"python/{module}",
            generated=said,
            names=(f'    "{name}",' for name in sorted((*adapter.others, *names))),
            functions=(line for sheet in budgets for line in _functions(adapter, sheet)),
        ),
        test: filled(f"python/{test}", generated=said, checks=(_check(adapter, s) for s in budgets)),
    }


def _functions(adapter: Adapter, sheet: Sheet) -> Iterator[str]:
    formula = sheet.formula
    given, handed = parameters_of(formula.program())
    for end, kind, make, what in adapter.functions:
        value = f"formulas.{formula.safe_name}({handed})"
        inner = value if end != "accountant" else f"{formula.name}_epsilon({handed})"
        yield from ("", "", f"def {formula.name}_{end}({given}) -> {kind}:")
        yield f'    """{what} of {formula.name}: {formula.title}; see `symbolic_eps_formulas`."""'
        yield f"    return {make}({inner})"


def _check(adapter: Adapter, sheet: Sheet) -> str:
    functions = [f"adapter.{sheet.formula.name}_{end}" for end, *_ in adapter.functions]
    said = functions[0] if len(functions) == 1 else f"({', '.join(functions)})"
    return f'    ("{sheet.vectors}", {said}),'
