"""The algebra of the exports, proved; and that planted errors are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import sympy as sp

from derivations.kazan_reiter_2024.formulas import bound, mechanism, root
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Polynomial, PositiveRoot
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Refusal,
    Require,
    Return,
)
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from verify.evidence import Evidence, Grade
from verify.language.condition import Relation


@pytest.fixture(scope="module")
def named(formulas: tuple[Formula, ...]) -> dict[str, Formula]:
    return {formula.name: formula for formula in formulas}


def _failed(found: list[Evidence]) -> list[str]:
    return [evidence.statement for evidence in found if not evidence.proved]


def test_each_program_computes_the_derived_closed_form(formulas: tuple[Formula, ...]) -> None:
    for formula in formulas:
        found = prove_algebra(formula)
        assert _failed(found) == []
        assert min(evidence.grade for evidence in found) is Grade.EXACT
        assert sum("returns" in evidence.statement for evidence in found) >= len(formula.cases)


def _with_square(formula: Formula, position: int, changed: sp.Expr) -> Formula:
    """Another M in the tree of a case."""
    case = formula.cases[position]
    assert isinstance(case.value, LogarithmOfOnePlus) and isinstance(case.value.excess, PositiveRoot)
    excess = replace(case.value.excess, square=Polynomial("m", changed))
    other = replace(case, value=replace(case.value, excess=excess))
    return replace(formula, cases=(*formula.cases[:position], other, *formula.cases[position + 1 :]))


def test_a_changed_sign_in_a_tree_is_refuted(named: dict[str, Formula]) -> None:
    formula = named["fixed_p"]
    a = formula.arguments[1].symbol
    wrong = _with_square(formula, 0, 1 + a)
    assert any("the tree is" in statement for statement in _failed(prove_algebra(wrong)))


def test_a_program_of_another_tree_is_refuted(named: dict[str, Formula]) -> None:
    formula = named["fixed_p"]
    a = formula.arguments[1].symbol
    program = _with_square(formula, 0, 1 + a).program()
    failed = _failed(prove_algebra(formula, program))
    assert failed and all("returns" in statement for statement in failed)


@pytest.mark.parametrize("dropped", [0, 1, 2])
def test_a_missing_case_is_refuted(named: dict[str, Formula], dropped: int) -> None:
    formula = named["box"]
    cases = (*formula.cases[:dropped], *formula.cases[dropped + 1 :])
    found = prove_algebra(replace(formula, cases=cases))
    missing = [e for e in found if e.refuted and "where no other case holds" in e.statement]
    assert missing and missing[0].witness is not None
    program = replace(formula, cases=cases).program()
    assert _failed(prove_algebra(formula, program))


def test_a_program_without_values_is_refuted(named: dict[str, Formula]) -> None:
    formula = named["difference"]
    program = formula.program()
    refusing = Program(program.name, program.parameters, (*program.body[:-1], Return(Constant(-1.0))))
    nothing = Require(
        Comparison(Constant(1.0), Order.LESS, Constant(0.0)), Refusal.RANGE, "there is no number below 0"
    )
    assert "returns -1" in " ".join(_failed(prove_algebra(formula, refusing)))
    never = Program(program.name, program.parameters, (nothing, *program.body))
    assert _failed(prove_algebra(formula, never)) == ["difference, True: a way through the program"]


def test_a_program_that_does_not_check_its_domain_is_refuted(named: dict[str, Formula]) -> None:
    formula = named["two_dimensional"]
    for dropped in range(len(formula.domain)):
        domain = (*formula.domain[:dropped], *formula.domain[dropped + 1 :])
        failed = _failed(prove_algebra(formula, replace(formula, domain=domain).program()))
        assert failed == ["two_dimensional: no value outside of the domain"]


def test_a_stronger_condition_is_enough_and_a_weaker_one_is_not(named: dict[str, Formula]) -> None:
    formula = named["two_dimensional"]
    strict = next(c for c in formula.domain if c.relation is Relation.POSITIVE)
    weaker = replace(strict, relation=Relation.NON_NEGATIVE)
    both = replace(formula, domain=(*formula.domain, weaker))
    assert _failed(prove_algebra(both, formula.program())) == []
    other = replace(formula, domain=tuple(weaker if c == strict else c for c in formula.domain))
    failed = _failed(prove_algebra(formula, other.program()))
    assert failed == ["two_dimensional: no value outside of the domain"]


_OTHER = {
    Operation.ADD: Operation.SUBTRACT,
    Operation.SUBTRACT: Operation.ADD,
    Operation.MULTIPLY: Operation.DIVIDE,
    Operation.DIVIDE: Operation.MULTIPLY,
}


def _changed_expressions(expression: Expression) -> Iterator[Expression]:
    if not isinstance(expression, Apply):
        return
    if expression.operation in _OTHER:
        yield Apply(_OTHER[expression.operation], expression.arguments)
    for position, argument in enumerate(expression.arguments):
        for other in _changed_expressions(argument):
            arguments = (*expression.arguments[:position], other, *expression.arguments[position + 1 :])
            yield Apply(expression.operation, arguments)


def _changed(block: Block) -> Iterator[Block]:
    """The block with one operation of an assignment or of the result changed, in all ways."""
    for position, statement in enumerate(block):
        before, after = block[:position], block[position + 1 :]
        match statement:
            case Assign(value=value) | Return(value=value):
                for other in _changed_expressions(value):
                    yield (*before, replace(statement, value=other), *after)
            case Choose(then=then, otherwise=otherwise):
                for inner in _changed(then):
                    yield (*before, replace(statement, then=inner), *after)
                for inner in _changed(otherwise):
                    yield (*before, replace(statement, otherwise=inner), *after)


def test_theorems_and_the_mechanism_are_proved_too() -> None:
    for formula in (root(), bound(), *mechanism()):
        found = prove_algebra(formula)
        assert _failed(found) == [] and min(evidence.grade for evidence in found) is Grade.EXACT


@pytest.mark.family(18)
@pytest.mark.parametrize("name", ["difference", "two_dimensional", "deviation", "variance", "exact"])
def test_each_change_of_one_operation_is_noticed(named: dict[str, Formula], name: str) -> None:
    formula = {**named, **{f.name: f for f in mechanism()}}[name]
    program = formula.program()
    mutants = [Program(program.name, program.parameters, body) for body in _changed(program.body)]
    assert len(mutants) >= 2
    for mutant in mutants:
        assert _failed(prove_algebra(formula, mutant)), mutant
