"""A formula in a note prints what it is: where its text is written by hand, both are read and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import pytest
import sympy as sp

from tests.symbolic_eps.audit_sample import CLAIMS as SAMPLE
from tests.test_evidence_carries_formulas import CASES, SECONDS
from verify.claims.auditor import judge_within
from verify.claims.claim import Claim
from verify.language.note import Formula, Note, equation
from verify.language.truth import UndefinedValueError, value_at

a, b = sp.symbols("a b", real=True)


def formulas_in(value: object) -> Iterator[Formula]:
    match value:
        case Note():
            yield from (run for run in value.runs if isinstance(run, Formula))
        case dict():
            for part in value.values():
                yield from formulas_in(part)
        case list() | tuple():
            for part in value:
                yield from formulas_in(part)


def says_what_it_is(formula: Formula) -> bool:
    text, expression = formula
    if text == str(expression):
        return True
    names = {s.name: s for s in expression.atoms(sp.Symbol, sp.Dummy)}

    def read(printed: str) -> sp.Basic:
        left, equals, right = printed.partition(" = ")
        whole = f"Eq({left}, {right}, evaluate=False)" if equals else printed
        return sp.sympify(whole.replace("^", "**"), names)

    own = f"{expression.lhs} = {expression.rhs}" if isinstance(expression, sp.Eq) else str(expression)
    return bool(read(text) == read(own))


@pytest.mark.parametrize("claim", [*CASES, *SAMPLE], ids=lambda claim: str(claim.locator))
def test_formulas_in_evidence_say_what_they_are(claim: Claim) -> None:
    found = list(formulas_in(asdict(judge_within(claim, SECONDS).record)))
    assert found and [formula for formula in found if not says_what_it_is(formula)] == []


@pytest.mark.parametrize("undefined", [sp.sqrt(a), a ** (b / 3), sp.log(a), 1 / (a + 2)])
def test_what_has_no_value_is_said_as_it_is(undefined: sp.Expr) -> None:
    with pytest.raises(UndefinedValueError) as raised:
        value_at(undefined, {a: sp.Integer(-2), b: sp.Integer(1)})
    (formula,) = formulas_in(Note(raised.value))
    assert says_what_it_is(formula)


def test_a_formula_that_is_another_than_its_text_is_caught() -> None:
    assert says_what_it_is(equation(a, b / 2))
    assert says_what_it_is(Formula("(a)**(1/2)", sp.sqrt(a)))
    assert not says_what_it_is(Formula("a = b/2", sp.Eq(b / 2, b / 2, evaluate=False)))
    assert not says_what_it_is(Formula("a**2 > b", a**2 >= b))
