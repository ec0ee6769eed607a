"""What is required in few lines: a value that is asked for once stands in the condition, and is said once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.layout.doc_comments import Common
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.programs.program import (
    Assign,
    Comparison,
    Constant,
    Order,
    Program,
    Refusal,
    Require,
    Return,
    Variable,
    add,
    divide,
    multiply,
)
from symbolic_eps.export.rewriting.inlining import inlined
from symbolic_eps.export.rewriting.uncommented import uncommented
from symbolic_eps.export.targets import target_named

X, SIGN = Variable("x"), Variable("sign")
SQUARES = divide(multiply(X, X), add(X, X))
ASKED = Require(Comparison(SIGN, Order.GREATER, Constant(0.0)), Refusal.DOMAIN, "needed: x/2 > 0")
PROGRAM = Program("f", ("x",), (Assign("sign", SQUARES, "sign = x/2"), ASKED, Return(X)))


def test_what_is_required_alone_is_said_by_the_message() -> None:
    assert uncommented(PROGRAM).body[0] == Assign("sign", SQUARES)


def test_what_is_used_again_is_still_commented() -> None:
    again = Program("f", ("x",), (*PROGRAM.body[:2], Return(SIGN)))
    assert uncommented(again) == again


@pytest.mark.parametrize("longest", [33, 34])
def test_a_value_stands_in_a_condition_where_the_message_leaves_room(longest: int) -> None:
    def asks(required: Require) -> bool:
        terms = 19 if required.condition.left == SQUARES else 4
        return terms + len(required.message) <= longest

    found = inlined(uncommented(PROGRAM), lambda *line: True, asks=asks).body
    assert (len(found) == 2) == (longest >= 19 + len(ASKED.message))
    assert any(isinstance(s, Require) and s.message == ASKED.message for s in found)


def sheet(name: str) -> Sheet:
    return Sheet(exportable()[name].make(), "0" * 64, "vectors.csv", "0" * 64, "0.1.0")


def test_a_source_of_many_functions_is_said_by_how_their_names_begin() -> None:
    names = [name for name in exportable() if name.startswith(("response-", "constant", "box"))]
    common = Common.of([sheet(name) for name in names])
    (said,) = (line for line in common.said() if line.startswith("Sources"))
    assert said == (
        "Sources, by how names of functions begin: response: Optimal randomized response, derived in "
        "docs/randomized-response-mathematics.md."
    )
    assert common.brief(sheet("response-error"))[2] == ""
    assert common.brief(sheet("box"))[2] == f"Source: {sheet('box').formula.source}."


def test_names_that_begin_alike_with_other_sources_say_them() -> None:
    sheets = [sheet(name) for name in exportable() if name.startswith("response-")]
    other = replace(sheets[0].formula, identifier="response-of-others", source="others")
    assert Common.of(sheets).sources != {}
    assert Common.of([*sheets, replace(sheets[0], formula=other)]).sources == {}


@pytest.mark.parametrize("name", ["go", "python", "rust"])
def test_a_requirement_is_one_line(name: str) -> None:
    texts = build(target_named(name), [exportable()["response-silent-0"].make()], full=False)
    (line,) = (
        line
        for path, text in texts.items()
        if path.endswith((".go", ".py", ".rs"))
        for line in text.splitlines()
        if '"needed: delta + 1 >= 2*weight"' in line
    )
    assert "three(" in line.lower() and len(line.expandtabs(4)) <= 100
