"""Mutants of a claim: every operator at every place of its statement, and of its hypotheses.

A statement is walked as it is made: formulas by their parts, statement objects by the fields in which they
hold formulas, so that a new kind of statement has mutants without a word here. Only what a statement says is
changed: a mutant whose text is the claim's own has changed a hint, or nothing, and is none.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from benchmarks.mutants.operators import HYPOTHESIS, OPERATORS, STRICT, Knowledge, Operator, Spot, rebuilt
from verify.claims.claim import Claim, Locator, Verdict, judge, stated
from verify.claims.refutation_details import completed
from verify.errors import VerifyError
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

DROPPED = "dropped hypothesis"
KINDS = (*OPERATORS, DROPPED)

SAID_ELSEWHERE = ("locator", "remark", "wording")
"""Fields that say where or in which words a thing is printed."""


@dataclass(frozen=True)
class Mutant:
    """A claim with one thing changed.

    Parameters
    ----------
    operator : str
        By which operator.
    claim : Claim
        As changed; its place names the claim's place, the operator and a number.
    """

    operator: str
    claim: Claim

    @property
    def fingerprint(self) -> str:
        """SHA-256 of what is claimed, in whatever order the mutants are made."""
        parts = [self.claim.locator.paper, *map(exact, (self.claim.statement, *self.claim.domain))]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def exact(statement: object) -> str:
    """The statement with all that it says, node by node; SymPy's printers would sort and evaluate."""
    if isinstance(statement, sp.Basic):
        if not statement.args:
            return f"{type(statement).__name__} {statement}"
        return f"{type(statement).__name__}({', '.join(map(exact, statement.args))})"
    runs = stated(statement).runs
    return "".join(run if isinstance(run, str) else exact(run.expression) for run in runs)


def mutants(claim: Claim, operator: str, each: int | None = None) -> list[Mutant]:
    """The mutants of a claim that holds by one operator, no two the same.

    Parameters
    ----------
    claim : Claim
        In a form that is true; see `true_form`.
    operator : str
        One of `KINDS`.
    each : int, optional
        At most so many, chosen by the claim's place; all by default.
    """
    changed = list(dropped(claim) if operator == DROPPED else planted(claim, OPERATORS[operator]))
    if each is not None:
        random.Random(f"{claim.locator} {operator}").shuffle(changed)
    seen = {Mutant("", claim).fingerprint}
    found: list[Mutant] = []
    for statement, domain in changed:
        if len(found) == each:
            break
        place = Locator(claim.locator.paper, f"{claim.locator.place}#{operator}.{len(found) + 1}")
        try:
            mutant = Mutant(operator, replace(claim, statement=statement, domain=domain, locator=place))
        except (VerifyError, ValueError):
            continue  # its class refuses it: nothing that could be printed
        if mutant.fingerprint not in seen and not _said_by_sympy(statement):
            seen.add(mutant.fingerprint)
            found.append(mutant)
    return found


def _said_by_sympy(statement: object) -> bool:
    """Whether SymPy has already said that it is true or false, or takes it for no number."""
    return statement in (sp.true, sp.false) or (
        isinstance(statement, sp.Basic) and statement.has(sp.nan, sp.zoo, sp.I)
    )


def planted(claim: Claim, operator: Operator) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Statement and hypotheses with one node changed by the operator."""
    known = knowledge(claim)

    def change(spot: Spot) -> Iterator[object]:
        return operator(spot, known)

    for statement in variants(Spot(claim.statement, whole=True), change):
        yield statement, claim.domain
    for index, hypothesis in enumerate(claim.domain):
        for other in _of_hypothesis(hypothesis, operator, known):
            if isinstance(other, (Relational, sp.And, sp.Or)):
                yield claim.statement, (*claim.domain[:index], other, *claim.domain[index + 1 :])


def _of_hypothesis(hypothesis: sp.Basic, operator: Operator, known: Knowledge) -> Iterator[object]:
    """A hypothesis that says less, or another end of the range of an extremum.

    Other changes make another claim, whose truth the claim's own says nothing of.
    """
    strict = type(hypothesis) in (sp.Gt, sp.Lt)
    for other in operator(Spot(hypothesis, field=HYPOTHESIS), known):
        weaker = strict and type(other) is STRICT[type(hypothesis)] and other.args == hypothesis.args
        if weaker or (known.over & hypothesis.free_symbols and type(other) is type(hypothesis)):
            yield other


def dropped(claim: Claim) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Statement and hypotheses with one less: of the claim's own, or of the statement's setting."""
    for index in range(len(claim.domain)):
        yield claim.statement, (*claim.domain[:index], *claim.domain[index + 1 :])
    for statement in _supposing_less(claim.statement):
        yield statement, claim.domain


def _supposing_less(statement: Any) -> Iterator[Any]:
    """A statement object with one hypothesis of its setting less, or of that of a statement within it."""
    for part in fields(statement) if is_dataclass(statement) and hasattr(statement, "setting") else ():
        value = getattr(statement, part.name)
        if isinstance(value, Setting):
            for index in range(len(value.hypotheses)):
                fewer = (*value.hypotheses[:index], *value.hypotheses[index + 1 :])
                yield replace(statement, **{part.name: replace(value, hypotheses=fewer)})
        else:
            for other in _supposing_less(value):
                yield replace(statement, **{part.name: other})


def variants(spot: Spot, change: Callable[[Spot], Iterator[object]]) -> Iterator[Any]:
    """What stands at the spot, with one node of it changed."""
    yield from change(spot)
    node = spot.node
    if isinstance(node, sp.Basic):
        for index, part in enumerate(node.args):
            if isinstance(node, Total) and index:
                break  # indices
            inner = replace(
                spot,
                node=part,
                whole=isinstance(node, Relational),
                exponent=spot.exponent or (isinstance(node, sp.Pow) and index == 1),
            )
            for other in variants(inner, change):
                if isinstance(other, sp.Basic):
                    yield rebuilt(node, (*node.args[:index], other, *node.args[index + 1 :]))
    elif isinstance(node, Mapping):
        for key, value in node.items():
            for other in variants(replace(spot, node=value), change):
                yield {**node, key: other}
    elif isinstance(node, tuple):
        for index, value in enumerate(node):
            for other in variants(replace(spot, node=value), change):
                yield (*node[:index], other, *node[index + 1 :])
    elif is_dataclass(node) and not isinstance(node, type):
        yield from _of_object(node, change)


def _of_object(statement: Any, change: Callable[[Spot], Iterator[object]]) -> Iterator[Any]:
    """A statement object with one field changed; where a later field repeats it, it is changed there too."""
    for part in fields(statement):
        value = getattr(statement, part.name)
        names_symbols = "Symbol" in str(part.type) and "Mapping" not in str(part.type)
        if names_symbols or part.name in SAID_ELSEWHERE or not part.init or part.name == "setting":
            continue
        for other in variants(Spot(value, whole=True, field=part.name), change):
            try:
                made = replace(
                    statement, **{part.name: other, **_repeated(statement, part.name, value, other)}
                )
            except (VerifyError, ValueError, TypeError, AttributeError):
                continue  # its class refuses it
            yield made


def _repeated(statement: Any, name: str, value: object, other: object) -> dict[str, Any]:
    """Other fields whose parts hold the value itself: the end of a chain of steps repeats its goal."""
    found = {}
    for part in fields(statement):
        parts = getattr(statement, part.name)
        if part.name != name and isinstance(parts, tuple) and any(map(is_dataclass, parts)):
            found[part.name] = tuple(_with(step, value, other) for step in parts)
    return found


def _with(step: Any, value: object, other: object) -> Any:
    same = [part.name for part in fields(step) if getattr(step, part.name) == value]
    return replace(step, **dict.fromkeys(same, other))


def knowledge(claim: Claim) -> Knowledge:
    """What the hypotheses say of each symbol."""
    statement = claim.statement
    setting = getattr(statement, "setting", None)
    stated_of = (*claim.domain, *(setting.hypotheses if setting else ()))
    symbols = claim.symbols | set(getattr(statement, "free_symbols", ())) | _families(setting)
    if setting:
        symbols |= getattr(statement, "goal", sp.true).free_symbols
        symbols -= set(setting.indices)
    events = frozenset(setting.events) if setting else frozenset()
    ranges = {s: _range(s, stated_of) for s in symbols}
    shape = {s: (ranges[s], setting.families.get(s, ()) if setting else (), s in events) for s in symbols}
    alike = {
        s: tuple(sorted((o for o in symbols if o != s and shape[o] == shape[s]), key=str)) for s in symbols
    }
    return Knowledge(_confined(stated_of) | events, alike, frozenset(getattr(statement, "over", ())))


def _families(setting: Any) -> frozenset[sp.Symbol]:
    return frozenset(setting.families) if setting else frozenset()


def _range(symbol: sp.Symbol, hypotheses: tuple[sp.Basic, ...]) -> frozenset[str]:
    """The hypotheses on this symbol alone, whatever it is called, strict or not."""
    name = sp.Symbol("s")
    found = set()
    for h in hypotheses:
        if isinstance(h, Relational) and h.free_symbols == {symbol} and not h.has(Total):
            low, high = (h.lhs, h.rhs) if isinstance(h, (sp.Lt, sp.Le)) else (h.rhs, h.lhs)
            found.add(f"{low.xreplace({symbol: name})} to {high.xreplace({symbol: name})} {h.func is sp.Eq}")
    return frozenset(found)


def _confined(hypotheses: tuple[sp.Basic, ...]) -> frozenset[sp.Symbol]:
    """The symbols that chains of the hypotheses put between 0 and 1."""
    below = [
        (h.lhs, h.rhs) if isinstance(h, (sp.Lt, sp.Le)) else (h.rhs, h.lhs)
        for h in hypotheses
        if isinstance(h, (sp.Lt, sp.Le, sp.Gt, sp.Ge)) and all(s.is_Symbol or s.is_number for s in h.args)
    ]

    def chained(start: Callable[[sp.Expr], bool], pairs: list[tuple[sp.Expr, sp.Expr]]) -> set[sp.Expr]:
        reached: set[sp.Expr] = set()
        for _ in range(len(pairs) + 1):
            reached |= {high for low, high in pairs if low in reached or (low.is_number and start(low))}
        return reached

    over_0 = chained(lambda n: bool(n >= 0), below)
    under_1 = chained(lambda n: bool(n <= 1), [(high, low) for low, high in below])
    return frozenset(s for s in over_0 & under_1 if s.is_Symbol)


def true_form(claim: Claim, verdict: str) -> Claim | None:
    """The form of a claim that is proved to hold; None where there is none.

    As printed where that holds, else as corrected, or with the further hypothesis; one that the audit finds
    is found again.
    """
    bare = replace(claim, missing=(), corrected=None, eliminated=(), variables=())
    if verdict == Verdict.HOLDS:
        return bare
    if verdict == Verdict.MISPRINT and claim.corrected is not None:
        return replace(bare, statement=claim.corrected)
    if verdict == Verdict.HOLDS_IF:
        prover = Prover()
        extra = claim.missing or completed(judge(claim, prover), prover).judgement.extra_hypotheses
        return replace(bare, domain=(*claim.domain, *extra))
    return None
