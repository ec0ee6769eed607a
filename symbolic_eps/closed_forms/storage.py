"""Branches as JSON and back, to the letter: what a derivation found is kept, to be proved without search.

Nothing stored is trusted: `symbolic_eps.minimum.infimum` proves the branches that it is given. An expression
is stored as its tree (a list of head and parts), a symbol as its name, a rational as `3/4`, the root of a
polynomial as its coefficients and the ends of an interval that isolates it; reading evaluates nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, EmptyRegion, RootFace
from symbolic_eps.closed_forms.roots import isolating, root_between
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.errors import InputError
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import Condition, Relation

FORMAT = "closed-form/2"

FIRST_FORMAT = "closed-form/1"
"""Where a step was its kind and its words; still read."""

Read = TypeVar("Read")

_ROOT = "root"
_HEADS = {"+": sp.Add, "*": sp.Mul, "^": sp.Pow}
_NAMES = {head: name for name, head in _HEADS.items()}
_RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")
_SYMBOL = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def stored(branches: Sequence[Branch], empty: Sequence[EmptyRegion] = ()) -> dict[str, Any]:
    """The branches, and where no prior satisfies the box, as a JSON document."""
    document = {"format": FORMAT, "branches": [_stored_branch(branch) for branch in branches]}
    return document | {"empty": [_stored_conditions(e.conditions) for e in empty]} if empty else document


def restored(document: Any) -> tuple[Branch, ...]:
    """The branches of a JSON document.

    Raises
    ------
    symbolic_eps.errors.InputError
        If it is not one that `stored` has made.

    Examples
    --------
    >>> r, x = parameter("r"), parameter("x")
    >>> region = (Condition(r - 1, Relation.POSITIVE),)
    >>> branch = Branch(region, r * x**2 - 1, (r, sp.Integer(0), sp.Integer(1)))
    >>> restored(stored([branch])) == (branch,)
    True
    """
    return _restored(document, lambda: tuple(_restored_branch(record) for record in document["branches"]))


def restored_empty(document: Any) -> tuple[EmptyRegion, ...]:
    """Where no prior satisfies the box, of a JSON document.

    Raises
    ------
    symbolic_eps.errors.InputError
        If it is not one that `stored` has made.

    Examples
    --------
    >>> region = EmptyRegion((Condition(parameter("t"), Relation.ZERO),))
    >>> restored_empty(stored([], [region])) == (region,)
    True
    """
    records = _restored(document, lambda: [_restored_conditions(c) for c in document.get("empty", ())])
    return tuple(map(EmptyRegion, records))


def _restored(document: Any, read: Callable[[], Read]) -> Read:
    try:
        if document["format"] not in (FORMAT, FIRST_FORMAT):
            raise InputError(f"the format is {document['format']!r}: {FORMAT!r} is needed")
        return read()
    except InputError:
        raise
    except RecursionError:
        raise InputError("not a stored closed form, nested too deeply: derive it anew") from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"not a stored closed form ({error!r}): derive it anew") from None


def _stored_branch(branch: Branch) -> dict[str, Any]:
    return {
        "conditions": _stored_conditions(branch.conditions),
        "polynomial": _maybe(branch.polynomial),
        "coefficients": None if branch.coefficients is None else [_tree(c) for c in branch.coefficients],
        "attained": [
            {
                "conditions": _stored_conditions(a.conditions),
                "place": _stored_place(a.place),
                "kind": str(a.kind),
                "segment_end": None if a.segment_end is None else _stored_place(a.segment_end),
            }
            for a in branch.attained
        ],
        "between": None if branch.between is None else [_tree(end) for end in branch.between],
        "steps": [_stored_step(step) for step in branch.steps],
        **({"sides": _stored_conditions(branch.sides)} if branch.sides else {}),
        **({"number": branch.number} if branch.number else {}),
        **({"faces": [_stored_face(face) for face in branch.faces]} if branch.faces else {}),
    }


def _stored_face(face: RootFace) -> dict[str, Any]:
    return {
        "polynomial": _tree(face.polynomial),
        "equations": [_tree(e) for e in face.equations],
        "bound": _tree(face.bound),
        "conditions": _stored_conditions(face.conditions),
        "tight": [_tree(h) for h in face.tight],
        "at_origin": face.at_origin,
    }


def _restored_face(record: Mapping[str, Any]) -> RootFace:
    if type(record["at_origin"]) is not bool:
        raise InputError("whether a face is a limit is not told: derive it anew")
    return RootFace(
        _expression(record["polynomial"]),
        tuple(map(_expression, record["equations"])),
        _expression(record["bound"]),
        _restored_conditions(record["conditions"]),
        tuple(map(_expression, record["tight"])),
        record["at_origin"],
    )


def _restored_branch(record: Mapping[str, Any]) -> Branch:
    coefficients, between = record["coefficients"], record["between"]
    return Branch(
        _restored_conditions(record["conditions"]),
        _maybe_expression(record["polynomial"]),
        None if coefficients is None else _triple(coefficients),
        tuple(
            Attainment(
                _restored_conditions(a["conditions"]),
                _restored_place(a["place"]),
                AttainmentKind(a["kind"]),
                None if a["segment_end"] is None else _restored_place(a["segment_end"]),
            )
            for a in record["attained"]
        ),
        None if between is None else (_expression(between[0]), _expression(between[1])),
        tuple(map(_restored_step, record["steps"])),
        _restored_conditions(record.get("sides", [])),
        _number(record.get("number", 0)),
        tuple(map(_restored_face, record.get("faces", []))),
    )


def _stored_step(step: Step) -> list[Any]:
    condition = None if step.condition is None else _stored_conditions([step.condition])
    prior = None if step.prior is None else step.prior.name
    return [str(step.kind), step.words, prior, _maybe(step.value), condition]


def _restored_step(record: Sequence[Any]) -> Step:
    kind, words, prior, value, conditions = record if len(record) != 2 else (*record, None, None, None)
    if not isinstance(words, str):
        raise InputError("a step without words: derive it anew")
    (condition,) = (None,) if conditions is None else _restored_conditions(conditions)
    return Step(
        StepKind(kind),
        None if prior is None else parameter(prior),
        words,
        _maybe_expression(value),
        condition,
    )


def _number(value: Any) -> int:
    if type(value) is not int:
        raise InputError("the number of a root is no integer: derive it anew")
    return value


def _triple(trees: Sequence[Any]) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    first, second, third = map(_expression, trees)
    return first, second, third


def _stored_conditions(conditions: Sequence[Condition]) -> list[list[Any]]:
    return [[str(c.relation), _tree(c.polynomial)] for c in conditions]


def _restored_conditions(records: Sequence[Any]) -> tuple[Condition, ...]:
    return tuple(Condition(_expression(tree), Relation(relation)) for relation, tree in records)


def _stored_place(place: Mapping[sp.Symbol, sp.Expr]) -> dict[str, Any]:
    return {symbol.name: _tree(value) for symbol, value in place.items()}


def _restored_place(record: Mapping[str, Any]) -> dict[sp.Symbol, sp.Expr]:
    return {parameter(name): _expression(tree) for name, tree in record.items()}


def _maybe(expression: sp.Expr | None) -> Any:
    return None if expression is None else _tree(expression)


def _maybe_expression(tree: Any) -> sp.Expr | None:
    return None if tree is None else _expression(tree)


def _tree(expression: sp.Expr) -> Any:
    if expression.is_Symbol and expression == parameter(expression.name):
        return expression.name
    if expression.is_Rational:
        return str(expression)
    if expression.func in _NAMES:
        return [_NAMES[expression.func], *(_tree(part) for part in expression.args)]
    if isinstance(expression, sp.CRootOf):
        coefficients = [str(c) for c in expression.poly.all_coeffs()]
        return [_ROOT, coefficients, *map(str, isolating(expression))]
    raise InputError(
        f"only algebraic expressions in named parameters can be stored, not {expression}: write it so"
    )


def _expression(tree: Any) -> sp.Expr:
    if isinstance(tree, str):
        if _RATIONAL.fullmatch(tree):
            return sp.Rational(tree)
        if _SYMBOL.fullmatch(tree):
            return parameter(tree)
        raise InputError(f"neither a rational number nor a name: {tree[:40]!r}")
    head, *parts = tree
    if head == _ROOT:
        coefficients, low, high = parts
        return root_between([_rational(c) for c in coefficients], _rational(low), _rational(high))
    return _HEADS[head](*map(_expression, parts), evaluate=False)


def _rational(text: str) -> sp.Rational:
    value = _expression(text)
    if not value.is_Rational:
        raise InputError(f"a rational number is needed: {text[:40]!r}")
    return value
