"""Proof of the exported algebra: without rounding, a program's every way ends in the derived closed form.

Three links, each exact: the decisions of a way name one case of the formula; what is returned there is the
case's tree; e to the tree's value is e to the derived one, with M > 0 and G >= 0. Rounding: see `tree`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import sympy as sp

from symbolic_eps.export.forms import entropy_term, sinhc_excess
from symbolic_eps.export.forms.divergences import (
    Answer,
    Divergence,
    LogarithmOfAffinity,
    LogarithmOfDivergence,
)
from symbolic_eps.export.forms.extreme import Over, Smaller
from symbolic_eps.export.forms.formula import LOGARITHM_ERROR, Case, Formula
from symbolic_eps.export.forms.laplace import Moved
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Node, Polynomial, PositiveRoot, Quotient
from symbolic_eps.export.programs.program import (
    LOGARITHMS,
    Operation,
    Order,
    Program,
    functions_of,
    operations_in,
)
from symbolic_eps.export.proofs import extreme_proofs, helper_proof, logarithm_proof, product_proof
from symbolic_eps.export.proofs.questions import Questions
from symbolic_eps.export.runtime.machine import Compared, Decision, Path, paths
from verify.evidence import Evidence, Grade, Outcome
from verify.language.condition import Condition, Relation, conjunction, non_negative, positive
from verify.language.note import Note
from verify.prover.certifying_solver import CertifyingSolver

_RELATIONS = {
    Order.GREATER: (Relation.POSITIVE, 1),
    Order.GREATER_OR_EQUAL: (Relation.NON_NEGATIVE, 1),
    Order.LESS: (Relation.POSITIVE, -1),
    Order.LESS_OR_EQUAL: (Relation.NON_NEGATIVE, -1),
    Order.EQUAL: (Relation.ZERO, 1),
}


def prove_algebra(
    formula: Formula, program: Program | None = None, solver: CertifyingSolver | None = None
) -> list[Evidence]:
    """Whether a program computes, but for rounding, what the formula was derived as.

    Parameters
    ----------
    formula : Formula
    program : Program, optional
        By default the formula's own.
    solver : CertifyingSolver, optional
        By default a new one.

    Returns
    -------
    list of Evidence
        First that a value is returned on the domain only, and that the cases cover the domain; then for each
        case its tree, and each distinct way through the program. The algebra is proved if all of them are.
    """
    asked = Questions(solver or CertifyingSolver())
    evaluated = program or formula.program()
    ways = [w for w in map(_way, paths(evaluated)) if w is not None]
    ways = [_named_as(formula, way) for way in ways]
    evidence = [_domain_checked(formula, ways), *_coverage(formula, asked), *_series_cut(evaluated)]
    helped = {Operation.SUM_ERROR, Operation.PRODUCT_ERROR, Operation.ROOT_ERROR, Operation.EXACT_SUM}
    if operations_in(evaluated.body) & helped:
        evidence += [helper_proof.evidence(), *product_proof.evidence(evaluated)]
    if formula.own_logarithms and functions_of(evaluated.body) & LOGARITHMS:
        evidence.append(_logarithms())
    for case in formula.cases:
        evidence += _tree(formula, case, asked)
    return evidence + _ways(formula, ways, asked)


def _series_cut(program: Program) -> list[Evidence]:
    """What the series of helpers leave out, which their error bounds count as less than 1 u."""
    series = {Operation.ENTROPY_TERM: entropy_term.left_out, Operation.SINHC_EXCESS: sinhc_excess.left_out}
    return [
        Evidence(
            Note(f"{operation}: its series leaves out less than 2^-53 of the value"),
            Outcome.PROVED if left_out() < 1 else Outcome.REFUTED,
            Grade.EXACT,
            "a geometric series, in rational numbers",
        )
        for operation, left_out in series.items()
        if operation in operations_in(program.body)
    ]


def _logarithms() -> Evidence:
    """Our own log and log1p, as they are printed, within the bound that is counted for them."""
    found = logarithm_proof.proof()
    return Evidence(
        Note(f"log and log1p are within {float(LOGARITHM_ERROR)} ulp (SHA-256 {found.fingerprint})"),
        Outcome.PROVED if found.error <= LOGARITHM_ERROR else Outcome.REFUTED,
        Grade.ENCLOSED,
        "rounding errors in rational numbers, logarithms in balls, for each row of the table",
    )


@dataclass(frozen=True)
class _Way:
    """A way that can be taken: the signs it has tested, where tested alone, and all its decisions."""

    signs: tuple[Condition, ...]
    decisions: tuple[Decision, ...]
    ended: sp.Expr


def _way(path: Path) -> _Way | None:
    """None where a decision is one about numbers, and wrong."""
    signs: list[Condition] = []
    for decision in path.decisions:
        truths = [_truth(c) for c in decision.conditions]
        if (decision.truth and False in truths) or (not decision.truth and all(t is True for t in truths)):
            return None
        if len(decision.conditions) == 1:
            sign = _condition(decision.conditions[0])
            if sign is not None and decision.conditions[0][2] == 0 and sign.constant_truth is None:
                signs.append(sign if decision.truth else sign.negation)
    return _Way(tuple(dict.fromkeys(signs)), path.decisions, path.ended)


@lru_cache(maxsize=4096)
def _truth(compared: Compared) -> bool | None:
    left, order, right = compared
    if not (left.is_extended_real and right.is_extended_real and left.is_number and right.is_number):
        return None
    relation, orientation = _RELATIONS[order]
    return relation.holds(int(sp.sign(orientation * (left - right))) if left != right else 0)


@lru_cache(maxsize=4096)
def _condition(compared: Compared) -> Condition | None:
    """The comparison as a condition on a polynomial; None where it is about something else."""
    left, order, right = compared
    relation, orientation = _RELATIONS[order]
    difference = sp.expand(orientation * (left - right))
    symbols = difference.free_symbols
    if not symbols or not difference.is_polynomial(*symbols):
        return None
    return _primitive(Condition(difference, relation))


def _primitive(condition: Condition) -> Condition:
    """The same condition without a common positive factor: programs scale by powers of 2."""
    polynomial = sp.expand(condition.polynomial)
    if polynomial.is_number:
        return condition
    return Condition(sp.expand(polynomial / sp.Poly(polynomial).content()), condition.relation)


def _named_as(formula: Formula, way: _Way) -> _Way:
    """With the formula's symbols for the program's parameters."""
    names = {sp.Symbol(a.name, real=True): a.symbol for a in formula.arguments}
    signs = tuple(Condition(s.polynomial.xreplace(names), s.relation) for s in way.signs)
    decisions = tuple(
        Decision(tuple((x.xreplace(names), o, y.xreplace(names)) for x, o, y in d.conditions), d.truth)
        for d in way.decisions
    )
    return _Way(signs, decisions, way.ended.xreplace(names))


def _region(formula: Formula, case: Case) -> list[Condition]:
    return [*formula.domain, *case.conditions]


def _said(conditions: Iterable[Condition]) -> str:
    return str(conjunction(tuple(conditions)))


def _domain_checked(formula: Formula, ways: Sequence[_Way]) -> Evidence:
    """Every way to a value has tested each condition of the domain, or a stronger one, with success."""
    statement = Note(f"{formula.name}: no value outside of the domain")
    for way in ways:
        met = _met(way)
        keys = {_key(condition) for condition in met}
        missing = [c for c in formula.domain if _key(c) not in keys]
        if any(not any(_is_stronger(m, c) for m in met) for c in missing):
            note = f"a way to {way.ended} does not test all of {_said(formula.domain)}"
            method = "the ways through the program"
            return Evidence(statement, Outcome.REFUTED, Grade.EXACT, method, note=Note(note))
    return Evidence(statement, Outcome.PROVED, Grade.EXACT, f"{len(ways)} ways through the program")


def _met(way: _Way) -> list[Condition]:
    """The polynomial conditions that held on the way."""
    return [k for d in way.decisions if d.truth for c in d.conditions if (k := _condition(c))]


def _is_stronger(met: Condition, wanted: Condition) -> bool:
    """Whether P >= 0 or P > 0 was met for P = c W - k, where W is the wanted polynomial, c > 0 and k >= 0."""
    ordered = {Relation.POSITIVE, Relation.NON_NEGATIVE}
    if met.symbols != wanted.symbols or not {met.relation, wanted.relation} <= ordered:
        return False
    leading = (sp.Poly(c.polynomial, *sorted(wanted.symbols, key=str)).LC() for c in (met, wanted))
    ratio = sp.Rational(next(leading), next(leading))
    beyond = sp.expand(ratio * wanted.polynomial - met.polynomial)
    enough = met.relation is Relation.POSITIVE or wanted.relation is Relation.NON_NEGATIVE
    return bool(ratio > 0 and beyond.is_number and (beyond > 0 or (beyond == 0 and enough)))


_Key = tuple[sp.Expr, Relation]


@lru_cache(maxsize=4096)
def _key(condition: Condition) -> _Key:
    found = _primitive(condition)
    return sp.expand(found.polynomial), found.relation


def _compared_key(compared: Compared) -> _Key | None:
    condition = _condition(compared)
    return None if condition is None else _key(condition)


def _coverage(formula: Formula, asked: Questions) -> list[Evidence]:
    """The last case, which programs take where no other's conditions hold, holds there."""
    *others, last = formula.cases
    clauses = [tuple(c.negation for c in case.conditions) for case in others]
    return [
        asked.empty(
            [*formula.domain, condition.negation],
            clauses,
            f"{formula.name}: {condition} where no other case holds",
        )
        for condition in last.conditions
    ]


def _tree(formula: Formula, case: Case, asked: Questions) -> list[Evidence]:
    """The tree's assumptions, and that its exact value is the derived one."""
    where, region = f"{formula.name}, {_said(case.conditions)}", _region(formula, case)
    if case.value is None:
        return [asked.equal(sp.oo, case.exact, region, f"{where}: eps is infinite")]
    value = _unscaled(case.value)
    found = [
        asked.implied(region, goal, f"{where}: {name} = {goal.polynomial} {goal.relation} 0")
        for name, goal in _assumed(value)
    ]
    known = [*region, *(goal for _, goal in _assumed(value) if goal.constant_truth is None)]
    if extreme_proofs.holds_extreme(case):
        found += extreme_proofs.tree(replace(case, value=value), known, asked, where)
    elif all(evidence.proved for evidence in found):
        same = _equal(asked, value)
        found.append(same(value.exact, case.exact, known, f"{where}: the tree is {case.exact}"))
    return found


def _unscaled(node: Node) -> Node:
    """The tree without the powers of 2 by which its polynomials are multiplied: they cancel."""
    match node:
        case Polynomial():
            return replace(node, scale=0)
        case Quotient(numerator=g, denominator=m) if g.scale == m.scale:
            return Quotient(replace(g, scale=0), replace(m, scale=0))
        case PositiveRoot(square=m, linear=k, constant=g) if m.scale == k.scale == g.scale:
            return PositiveRoot(replace(m, scale=0), replace(k, scale=0), replace(g, scale=0))
        case LogarithmOfOnePlus(excess=excess):
            return replace(node, excess=_unscaled(excess))
        case Smaller(first=first, second=second):
            return Smaller(_unscaled(first), _unscaled(second))
        case _:
            return node


def _assumed(node: Node) -> list[tuple[str, Condition]]:
    """What the tree takes for granted: M > 0 and G >= 0, and the signs of a ratio's factors."""
    match node:
        case LogarithmOfOnePlus(excess=excess):
            return _assumed(excess)
        case Quotient(numerator=g, denominator=m) | PositiveRoot(square=m, constant=g):
            return [("M", positive(m.expression)), ("G", non_negative(g.expression))]
        case Smaller(first=first, second=second):
            return [*_assumed(first), *_assumed(second)]
        case LogarithmOfDivergence(divergence=divergence):
            return _assumed(divergence)
        case Divergence() | LogarithmOfAffinity():
            return [said for answer in node.answers for said in _assumed_of(answer)]
        case Ratio():
            signs = [(part.name, non_negative(part.expression)) for part in node.vanishing]
            return signs + [(part.name, positive(part.expression)) for part in (*node.positive, *node.below)]
        case _:
            return []


def _assumed_of(answer: Answer) -> list[tuple[str, Condition]]:
    signs = [(part.name, non_negative(part.expression)) for part in answer.above]
    return signs + [(part.name, positive(part.expression)) for part in (*answer.below, answer.x, answer.y)]


def _equal(asked: Questions, node: Node | None) -> Callable[..., Evidence]:
    """How values of such a tree are compared; of a ratio of an argument, what it is divided by."""
    if isinstance(node, Over):
        top, same = node.top, _equal(asked, node.form)
        return lambda left, right, *others: same(top / left, top / right, *others)
    taken_apart = isinstance(node, (Divergence, LogarithmOfDivergence, LogarithmOfAffinity, Moved))
    return asked.equal_in_factors if taken_apart else asked.equal


def _ways(formula: Formula, ways: Sequence[_Way], asked: Questions) -> list[Evidence]:
    """Each distinct way, on the case that its decisions name."""
    evidence: list[Evidence] = []
    seen: set[tuple[int, frozenset[Condition], sp.Expr, tuple[Decision, ...]]] = set()
    reached = {_taken(formula, way) for way in ways}
    for number, unreached in enumerate(formula.cases):
        if number not in reached:
            statement = f"{formula.name}, {_said(unreached.conditions)}: a way through the program"
            note = Note("there is none")
            evidence.append(Evidence(Note(statement), Outcome.REFUTED, Grade.EXACT, "ways", note=note))
    for way in ways:
        position = _taken(formula, way)
        if position is None:
            note = Note(f"a way to {way.ended} tests the conditions of no case")
            case_of = Note(f"{formula.name}: a case")
            evidence.append(Evidence(case_of, Outcome.REFUTED, Grade.EXACT, "ways", note=note))
            continue
        case = formula.cases[position]
        region = _region(formula, case)
        signs = _telling(way, case)
        extreme = extreme_proofs.holds_extreme(case)
        chosen = tuple(d for d in way.decisions if len(d.conditions) == 1) if extreme else ()
        key = position, frozenset(signs), way.ended, chosen
        if key in seen:
            continue
        seen.add(key)
        where = f"{formula.name}, {_said(case.conditions)}"
        assumed = [] if case.value is None else [c for _, c in _assumed(_unscaled(case.value))]
        known_here = [*region, *(c for c in assumed if c.constant_truth is None), *signs]
        value = sp.oo if case.value is None else case.value.exact
        never = asked.empty(known_here, (), f"{where}: {_said(signs)} nowhere")
        if extreme and not never.proved:
            evidence.append(extreme_proofs.way(_plain(case), way.ended, chosen, known_here, asked, where))
            continue
        statement = f"{where}: returns {way.ended}"
        same = _equal(asked, case.value)
        evidence.append(never if never.proved else same(way.ended, value, known_here, statement))
    return evidence


def _plain(case: Case) -> Case:
    """The case without powers of 2 in its tree."""
    return case if case.value is None else replace(case, value=_unscaled(case.value))


def _telling(way: _Way, case: Case) -> list[Condition]:
    """The signs that the way has tested of polynomials by which the case's tree decides."""
    deciding = set() if case.value is None else _deciding(case.value)
    met = _met(way)
    implied = (s for s in map(positive, sorted(deciding, key=str)) if any(_is_stronger(m, s) for m in met))
    return [*(s for s in way.signs if s.polynomial in deciding), *implied]


def _deciding(node: Node) -> set[sp.Expr]:
    """The polynomials, and their negatives, by whose signs the tree's evaluation distinguishes cases."""
    match node:
        case LogarithmOfOnePlus(excess=excess):
            return _deciding(excess)
        case Smaller(first=first, second=second):
            return _deciding(first) | _deciding(second)
        case PositiveRoot(linear=k, constant=g):
            parts = [k, g]
        case Quotient(numerator=g):
            parts = [g]
        case Ratio(vanishing=vanishing):
            parts = [*vanishing]
        case _:
            parts = []
    sizes = {_primitive(positive(part.expression)).polynomial for part in parts}
    return sizes | {sp.expand(-size) for size in sizes}


def _taken(formula: Formula, way: _Way) -> int | None:
    """The position of the case in whose block the way ended, from the decisions it has taken."""
    met = _met(way)
    for position, case in enumerate(formula.cases[:-1]):
        if all(any(_is_stronger(m, c) for m in met) for c in case.conditions):
            return position  # an early answer
        wanted = [_key(c) for c in case.conditions]
        truth = next(
            (d.truth for d in way.decisions if [_compared_key(c) for c in d.conditions] == wanted), None
        )
        if truth is not False:
            return position if truth else None
    return len(formula.cases) - 1
