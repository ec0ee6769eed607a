"""SQL: what its dialects have in common. Each function is a scalar expression of columns, and part of a view.

The expression is a chain of common table expressions of one row each. NULL stands for "no number": outside
the domain, and where an engine has no NaN. SQL engines lack log1p and expm1: see `without_log1p`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError, Refusals, Sheet, bounds, generated
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Expression,
    Operation,
    Program,
    Variable,
    add,
    primitive,
    subtract,
)
from symbolic_eps.export.rewriting.layers import Choice, Column, Guard, Layers, Test, layered
from symbolic_eps.export.rewriting.without_expm1 import without_expm1
from symbolic_eps.export.rewriting.without_log1p import without_log1p
from symbolic_eps.export.runtime.helpers import unrolled
from symbolic_eps.export.template import filled, source

_WORDS = """
add all alter analyse analyze and anti any array as asc asof asymmetric at authorization
autoincrement between binary both by case cast check collate collation column commit concurrently
constraint create cross default deferrable delete desc describe distinct do drop else end escape
except exists fetch for foreign freeze from full glob grant group having ilike in index initially
inner insert intersect into is isnull join lambda lateral leading left like limit natural not
nothing notnull null offset on only or order outer overlaps pivot pivot_longer pivot_wider placing
positional primary qualify raise references returning right select semi set show similar some
summarize symmetric table tablesample then to trailing transaction union unique unpack unpivot
update using values variadic verbose when where window with
"""
_VALUES = """
current_catalog current_date current_role current_schema current_time current_timestamp current_user
false localtime localtimestamp session_user true user
"""
OWN_VALUES = frozenset(_VALUES.split())
"""Names that a dialect may read as values of its own, even in quotation marks."""

RESERVED = OWN_VALUES | frozenset(_WORDS.split())
"""Words that one of the dialects keeps for itself."""

Said: TypeAlias = Callable[[Expression], str]
Special: TypeAlias = Callable[[Said, Sequence[Expression]], str]


@dataclass(frozen=True)
class Dialect:
    """How a database writes expressions.

    Parameters
    ----------
    argument : str
        A column `{0}` as a binary64 number; NULL where it is none.
    number : callable
        A finite binary64 number as an expression that is read back exactly.
    infinity : str
    functions : mapping of Operation to str
        With `{0}` for the argument, a name or a number.
    special : mapping of Operation to callable
        How operations are written that would end the query where others give 0, an infinity or NaN.
    compared : str
        An operand of a comparison, so that nothing holds where it is NaN.
    materialized : str
        Stands between `AS` and a layer, so that its columns are not computed again wherever they are used.
    """

    argument: str
    number: Callable[[float], str]
    infinity: str
    functions: Mapping[Operation, str]
    special: Mapping[Operation, Special] = field(default_factory=dict)
    compared: str = "{0}"
    materialized: str = ""

    @property
    def atomic(self) -> frozenset[Operation]:
        """Operations whose operands have to be names or numbers, because they are repeated."""
        return frozenset(self.special) | frozenset(o for o, said in self.functions.items() if "CASE" in said)

    def expression(self, expression: Expression) -> str:
        """The expression, without parentheses around it."""
        match expression:
            case Constant(value=value):
                return self.infinity if value == float("inf") else self.number(value)
            case Variable(name=name):
                return identifier(name)
            case Apply(operation=operation, arguments=arguments) if operation in self.special:
                return self.special[primitive(operation)](self.operand, arguments)
            case Apply(operation=Operation.NEGATE, arguments=(value,)):
                return f"-{self.operand(value)}"
            case Apply(operation=operation, arguments=(left, right)):
                return f"{self.operand(left)} {operation} {self.operand(right)}"
            case Apply(operation=operation, arguments=(value,)):
                return self.functions[primitive(operation)].format(self.expression(value))
            case _:
                raise TypeError(f"not an expression: {expression}")

    def operand(self, expression: Expression) -> str:
        """The expression as an operand."""
        text = self.expression(expression)
        simple = not isinstance(expression, Apply) and not text.startswith("-")
        return text if simple else f"({text})"

    def comparison(self, comparison: Comparison) -> str:
        """`left order right`."""
        left, right = (self._compared(side) for side in (comparison.left, comparison.right))
        return f"{left} {'=' if comparison.order == '==' else comparison.order} {right}"

    def _compared(self, side: Expression) -> str:
        return self.operand(side) if isinstance(side, Constant) else self.compared.format(self.operand(side))

    def column(self, column: Column) -> str:
        """`expression AS name`."""
        return f"{self._guarded(column)} AS {identifier(column.name)}"

    def _guarded(self, column: Column) -> str:
        match column.content:
            case Test(conditions=conditions):
                text = " AND ".join(self.comparison(c) for c in conditions)
            case Choice(test=test, then=then, otherwise=other):
                said = identifier(test)
                rest = "" if other is None else f"WHEN NOT {said} THEN {self.expression(other)} "
                return f"CASE WHEN {said} THEN {self.expression(then)} {rest}END"
            case expression:
                text = self.expression(expression)
        return text if column.guard is None else f"CASE WHEN {_guard(column.guard)} THEN {text} END"


def identifier(name: str) -> str:
    """The name, in quotation marks where it is a word of the language, or would be read in small letters."""
    plain = name.isascii() and name == name.lower() and name not in RESERVED
    return name if plain else f'"{name}"'


def _guard(guard: Guard) -> str:
    return identifier(guard.test) if guard.truth else f"NOT {identifier(guard.test)}"


@dataclass(frozen=True)
class Sql:
    """A database as a target.

    Parameters
    ----------
    name, title : str
    dialect : Dialect
    self_test : str
    """

    name: str
    title: str
    dialect: Dialect
    self_test: str = "python3 self_test.py"
    refusals = Refusals.alike("NULL")
    environment = (
        "asked for each row: extensions, and programs around the engine, can change it in its threads"
    )

    @property
    def functions(self) -> frozenset[Operation]:
        """Without log1p and expm1."""
        return frozenset(self.dialect.functions)

    def adapted(self, formula: Formula) -> Formula:
        """The formula without log1p and expm1.

        Raises
        ------
        CannotExpressError
            The database would read the name of an argument as a value of its own.
        """
        for argument in formula.arguments:
            if argument.name.lower() in OWN_VALUES:
                raise CannotExpressError(
                    f"{self.name} may read {argument.name} as a value of its own: rename the parameter"
                )
        return without_log1p(without_expm1(formula))

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`expressions/NAME.sql`, `expressions/NAME_SIDE.sql`, `views/NAME.sql` for each; the self-test."""
        texts: dict[str, str] = {}
        for sheet in sheets:
            formula = sheet.formula
            lines_by_name = {
                program.name: tuple(expression(program, self.dialect))
                for program in (formula.program(), formula.safe_program())
            }
            for name, lines in lines_by_name.items():
                text = (*_comment(sheet, f"A scalar expression, {name}"), *lines)
                texts[f"expressions/{name}.sql"] = "\n".join(text) + "\n"
            texts[f"views/{formula.name}.sql"] = "\n".join(_view(sheet, lines_by_name)) + "\n"
        connection = "\n" + source(f"sql/{self.name}.py").rstrip("\n")
        program = filled(
            "sql/self_test.py", generated=generated(sheets), connection=connection, checks=_checks(sheets)
        )
        return {**texts, "self_test.py": program}


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        arguments = tuple(a.name for a in s.formula.arguments)
        yield f"    ({s.formula.name!r}, {s.formula.safe_name!r}, {s.vectors!r}, {arguments!r}, {bounds(s)}),"


def _comment(sheet: Sheet, what: str) -> Iterator[str]:
    columns = ", ".join(identifier(a.name) for a in sheet.formula.arguments)
    yield f"-- {generated([sheet])} The order of operations matters."
    yield f"-- {what} of the columns {columns}; {Sql.refusals.text}."
    yield from (f"-- {line}" for line in sheet.header)


def _view(sheet: Sheet, lines_by_name: Mapping[str, Sequence[str]]) -> Iterator[str]:
    name = sheet.formula.name
    yield from _comment(sheet, f"A view of the table `points` with {name} and {sheet.formula.safe_name}")
    yield f"CREATE VIEW eps_{name} AS"
    yield "SELECT points.*,"
    for (program, lines), end in zip(lines_by_name.items(), (",", ""), strict=True):
        yield from lines[:-1]
        yield f"{lines[-1]} AS {identifier(program)}{end}"
    yield "FROM points;"


def checked(program: Program) -> Program:
    """The program where arithmetic is as assumed: of each row, for rows are computed in many threads."""
    column = Variable(program.parameters[0])
    probes = (add(subtract(column, column), Constant(value)) for value in environment.PROBES.values())
    return replace(program, body=(*environment.requirements(*probes), *program.body))


def expression(program: Program, dialect: Dialect) -> Iterator[str]:
    """The lines of the scalar expression."""
    made: Layers = layered(checked(unrolled(program)), dialect.atomic)
    layer = "arguments"
    yield "(WITH"
    yield f"{layer} AS {dialect.materialized}(SELECT"
    yield ",\n".join(
        f"    {dialect.argument.format(identifier(p))} AS {identifier(column)}"
        for p, column in made.parameters.items()
    )
    for number, one in enumerate(made.layers, start=1):
        yield "),"
        said = [
            *((", ".join(map(identifier, one.kept)), "") for _ in one.kept[:1]),
            *((dialect.column(column), column.comment) for column in one.columns),
        ]
        yield f"step_{number} AS {dialect.materialized}(SELECT"
        for position, (text, comment) in enumerate(said, start=1):
            comma = "," if position < len(said) else ""
            yield f"    {text}{comma}" + (f" -- {comment}" if comment else "")
        yield f"    FROM {layer}"
        layer = f"step_{number}"
    yield ")"
    yield f"SELECT {dialect.expression(made.result)} FROM {layer})"
