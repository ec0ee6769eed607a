"""Stored branches come back to the letter; all else is refused, and nothing is evaluated."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.kazan_reiter.derived_budgets import CLOSED_FORMS
from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.closed_forms.storage import restored, stored
from symbolic_eps.errors import InputError
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.language.condition import Condition, Relation

SYMBOLS = [DECAY, PRIOR_INCLUSION, PRIOR_VALUE, *map(parameter, ("a", "r", "p0", "beta"))]

numbers = st.fractions().map(lambda f: sp.Rational(f.numerator, f.denominator))
leaves = st.one_of(st.sampled_from(SYMBOLS), numbers)


def evaluated(parts: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Expr]:
    pairs = st.lists(parts, min_size=2, max_size=3)
    powers = st.tuples(parts, st.integers(2, 4)).map(lambda pair: pair[0] ** pair[1])
    return st.one_of(pairs.map(lambda p: sp.Add(*p)), pairs.map(lambda p: sp.Mul(*p)), powers)


expressions = st.recursive(leaves, evaluated, max_leaves=6)
conditions = st.lists(st.builds(Condition, expressions, st.sampled_from(Relation)), max_size=2).map(tuple)
places = st.dictionaries(st.sampled_from(SYMBOLS[1:3]), expressions, max_size=2)
attainments = st.builds(
    Attainment, conditions, places, st.sampled_from(AttainmentKind), st.one_of(st.none(), places)
)
steps = st.builds(
    Step,
    st.sampled_from(StepKind),
    st.one_of(st.none(), st.sampled_from(SYMBOLS[1:3])),
    st.text(max_size=20),
    st.one_of(st.none(), expressions),
    st.one_of(st.none(), st.builds(Condition, expressions, st.sampled_from(Relation))),
)
branches = st.builds(
    Branch,
    conditions,
    st.one_of(st.none(), expressions),
    st.one_of(st.none(), st.tuples(expressions, expressions, expressions)),
    st.lists(attainments, max_size=2).map(tuple),
    st.one_of(st.none(), st.tuples(numbers, numbers)),
    st.lists(steps, max_size=2).map(tuple),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(branches, max_size=2))
def test_branches_come_back_as_they_went(found: list[Branch]) -> None:
    text = json.dumps(stored(found))
    assert restored(json.loads(text)) == tuple(found)
    assert json.dumps(stored(restored(json.loads(text)))) == text


def test_products_keep_the_form_in_which_they_are_printed() -> None:
    r, a = parameter("r"), parameter("a")
    factored = sp.Mul(2, sp.Add(1, -a, evaluate=False), evaluate=False)
    branch = Branch((), factored * 0 + r * DECAY - 1, (sp.Integer(0), factored, r))
    (again,) = restored(stored([branch]))
    assert again.coefficients is not None and str(again.coefficients[1]) == str(factored)


@pytest.mark.parametrize("file", sorted((CLOSED_FORMS / "branches").glob("*.json")), ids=lambda f: f.stem)
def test_shipped_branches_come_back_to_the_letter(file: Any) -> None:
    document = json.loads(file.read_text(encoding="utf-8"))
    assert stored(restored(document)) == document


@pytest.mark.parametrize("expression", [sp.sqrt(parameter("r")) + sp.pi, sp.Symbol("r"), sp.log(DECAY)])
def test_what_has_no_stored_form_is_refused(expression: sp.Expr) -> None:
    with pytest.raises(InputError, match="only algebraic expressions"):
        stored([Branch((), expression)])


BASE = stored([Branch((), parameter("r") * DECAY - 1, (sp.Integer(0), parameter("r"), sp.Integer(1)))])


def planted(key: str, value: Any) -> dict[str, Any]:
    document = copy.deepcopy(BASE)
    document["branches"][0][key] = value
    return document


DAMAGED: dict[str, Any] = {
    "not an object": [],
    "nothing": None,
    "no format": {"branches": []},
    "another format": {"format": "closed-form/3", "branches": []},
    "a branch that is a number": {"format": "closed-form/1", "branches": [1]},
    "a part is missing": {"format": "closed-form/1", "branches": [{"polynomial": "r"}]},
    "a floating-point number": planted("polynomial", ["+", "x", 0.5]),
    "a decimal": planted("polynomial", "0.5"),
    "a division by 0": planted("polynomial", "1/0"),
    "code": planted("polynomial", "__import__('os')"),
    "a dotted name": planted("polynomial", "x.func"),
    "an unknown head": planted("polynomial", ["sin", "x"]),
    "an empty list": planted("polynomial", []),
    "a power of three": planted("polynomial", ["^", "x", "2", "3"]),
    "two coefficients": planted("coefficients", ["1", "2"]),
    "an unknown relation": planted("conditions", [["=>", "x"]]),
    "an unknown kind": planted(
        "attained", [{"conditions": [], "place": {}, "kind": "?", "segment_end": None}]
    ),
    "one end": planted("between", ["0"]),
    "a step without words": planted("steps", [["end"]]),
    "a step with a number for words": planted("steps", [["end", 1]]),
    "a step of an unknown kind": planted("steps", [["guess", "p = 1"]]),
    "a step with two conditions": planted("steps", [["split", "", "p", "r", [[">", "r"], [">", "p"]]]]),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_document_that_was_not_stored_is_refused(case: str) -> None:
    with pytest.raises(InputError):
        restored(DAMAGED[case])


def test_steps_of_the_first_format_are_read_as_words() -> None:
    document = planted("steps", [["end", "p at its end 1"]]) | {"format": "closed-form/1"}
    ((step,),) = (branch.steps for branch in restored(document))
    assert step == Step(StepKind.END, words="p at its end 1") and step.text == "p at its end 1"


def test_deep_nesting_is_refused() -> None:
    tree: Any = "x"
    for _ in range(100_000):
        tree = ["^", tree, "2"]
    with pytest.raises(InputError, match="nested too deeply"):
        restored(_with_polynomial(tree))


def _with_polynomial(tree: Any) -> dict[str, Any]:
    (branch,) = BASE["branches"]
    return {**BASE, "branches": [{**branch, "polynomial": tree}]}
