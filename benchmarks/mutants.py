"""Mechanical mutants of every algebraic claim, and the share of them that the audit catches.

`python -m benchmarks.mutants [PAPER...] [--jobs N]`. A mutant changes one thing in a claim that holds (as
printed, as corrected, or with the missing hypothesis): a sign, a factor 2, p for q, a square, 1-q for q, a
strict sign, a hypothesis. It is caught if the audit refutes it with a witness, flagged if the audit leaves
it open, and survives if the audit proves it. A survivor is then tried at random points, by other arithmetic
than the prover's: one that fails there is a bug; the others hold on their domain, where nothing has changed.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, is_dataclass, replace
from multiprocessing import get_context
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symbolic_eps.papers import paper_named, papers
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.notation import Text
from verify.calculus.derivative import DerivativeSign
from verify.claims.auditor import audit
from verify.claims.claim import Claim, Kind, Locator, Verdict
from verify.claims.expected_verdicts import expected
from verify.claims.paper import selected
from verify.probability.derivation import Derivation

KINDS = ("sign", "factor 2", "p for q", "dropped square", "1-q for q", "strict", "dropped hypothesis")

POINTS = 60
DRAWS = 20_000
DIGITS = 30

OPPOSITE = {"=": ">", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

STRICTER: dict[type, type] = {sp.Ge: sp.Gt, sp.Le: sp.Lt}


@dataclass(frozen=True)
class Mutant:
    """A claim with one thing changed."""

    kind: str
    claim: Claim


def rebuilt(formula: sp.Basic, arguments: Sequence[sp.Basic]) -> sp.Basic:
    """The formula with other arguments, not evaluated where SymPy would collapse it."""
    if isinstance(formula, (sp.Add, sp.Mul, sp.Pow, Relational, sp.And, sp.Or)):
        return formula.func(*arguments, evaluate=False)
    return formula.func(*arguments)


def replacements(formula: sp.Basic, change: object) -> Iterator[sp.Basic]:
    """The formula with one node changed, for each node for which `change` yields something."""
    for other in change(formula):  # type: ignore[operator]
        yield other
    for index, argument in enumerate(formula.args):
        for other in replacements(argument, change):
            yield rebuilt(formula, [*formula.args[:index], other, *formula.args[index + 1 :]])


def flipped_signs(node: sp.Basic) -> Iterator[sp.Basic]:
    """A sum with the sign of one term changed."""
    if isinstance(node, sp.Add):
        for i, term in enumerate(node.args):
            yield sp.Add(*node.args[:i], -term, *node.args[i + 1 :], evaluate=False)


def doubled_terms(node: sp.Basic) -> Iterator[sp.Basic]:
    """A sum with one term doubled, a comparison with its right side doubled."""
    if isinstance(node, sp.Add):
        for i, term in enumerate(node.args):
            yield sp.Add(*node.args[:i], 2 * term, *node.args[i + 1 :], evaluate=False)
    if isinstance(node, Relational) and node.rhs != 0:
        yield node.func(node.lhs, 2 * node.rhs, evaluate=False)


def dropped_squares(node: sp.Basic) -> Iterator[sp.Basic]:
    """A square without its exponent; e^-eps for e^(-2 eps)."""
    if isinstance(node, sp.Pow) and node.exp == 2:
        yield node.base
    if isinstance(node, sp.exp) and node.args[0].as_coeff_Mul()[0] in (2, -2):
        yield sp.exp(node.args[0] / 2)


def complements(node: sp.Basic) -> Iterator[sp.Basic]:
    """1 - q for q."""
    if node == PRIOR_VALUE:
        yield 1 - node


def stricter(node: sp.Basic) -> Iterator[sp.Basic]:
    """A comparison that excludes equality."""
    if type(node) in STRICTER:
        yield STRICTER[type(node)](*node.args, evaluate=False)


CHANGES = {
    "sign": flipped_signs,
    "factor 2": doubled_terms,
    "dropped square": dropped_squares,
    "1-q for q": complements,
    "strict": stricter,
}


def swapped(statement: sp.Basic) -> Iterator[sp.Basic]:
    """The statement with p and q exchanged, if it has both."""
    if {PRIOR_INCLUSION, PRIOR_VALUE} <= statement.free_symbols:
        exchange = {PRIOR_INCLUSION: PRIOR_VALUE, PRIOR_VALUE: PRIOR_INCLUSION}
        yield statement.xreplace(exchange)


def changed(statement: Any, kind: str) -> Iterator[Any]:
    """The statement with one thing changed: a formula, or one formula of a statement with several parts.

    A chain of steps has no such mutants: it refuses a goal that its last step does not reach.
    """
    if isinstance(statement, sp.Basic):
        others = swapped(statement) if kind == "p for q" else replacements(statement, CHANGES[kind])
        yield from (other for other in others if other != statement and other not in (sp.true, sp.false))
        return
    for part in fields(statement) if not isinstance(statement, Derivation) else ():
        formula = getattr(statement, part.name)
        if isinstance(formula, sp.Basic) and not formula.is_Atom:
            yield from (replace(statement, **{part.name: other}) for other in changed(formula, kind))
    if kind == "sign" and isinstance(statement, DerivativeSign):
        yield replace(statement, relation=OPPOSITE[statement.relation])


def mutants(claim: Claim, each: int | None = None) -> Iterator[Mutant]:
    """Mutants of a claim that holds.

    Parameters
    ----------
    claim : Claim
        Of which a formula, or one part of a statement, is changed.
    each : int, optional
        At most so many of each kind, chosen by the claim's place; all by default.
    """
    if claim.statement in (sp.true, sp.false):
        return
    for kind in KINDS:
        if kind == "dropped hypothesis":
            domains = [(*claim.domain[:i], *claim.domain[i + 1 :]) for i in range(len(claim.domain))]
            claims = [replace(claim, domain=domain) for domain in domains]
        else:
            distinct: list[Any] = []
            distinct += (other for other in changed(claim.statement, kind) if other not in distinct)
            claims = [replace(claim, statement=other) for other in distinct]
        if each is not None and len(claims) > each:
            claims = random.Random(f"{claim.locator} {kind}").sample(claims, each)
        for number, mutant in enumerate(claims, 1):
            place = f"{claim.locator.place}#{kind}.{number}"
            yield Mutant(kind, replace(mutant, locator=Locator(claim.locator.paper, place)))


def true_form(claim: Claim, verdict: str) -> Claim | None:
    """The form of a claim that is proved to hold; None where there is none."""
    if claim.kind is not Kind.ASSERTION:
        return None
    bare = replace(claim, missing=(), corrected=None, eliminated=(), variables=())
    if verdict == Verdict.HOLDS:
        return bare
    if verdict == Verdict.MISPRINT and claim.corrected is not None:
        return replace(bare, statement=claim.corrected)
    if verdict == Verdict.HOLDS_IF and claim.missing:
        return replace(bare, domain=(*claim.domain, *claim.missing))
    return None


def sampled(domain: Sequence[sp.Basic], statement: sp.Basic, seed: str) -> tuple[int, dict[str, str] | None]:
    """How many random points of the domain were tried, and the first at which the statement fails."""
    symbols = sorted(frozenset().union(statement.free_symbols, *(d.free_symbols for d in domain)), key=str)
    draw, tried = random.Random(seed), 0
    for _ in range(DRAWS if symbols else 1):
        point = {s: sp.Rational(draw.randint(1, 30), draw.choice((7, 11, 13, 30))) for s in symbols}
        for condition in domain:  # an equation that names a symbol gives it its value
            if isinstance(condition, sp.Eq) and condition.lhs.is_Symbol:
                point[condition.lhs] = condition.rhs.xreplace(point)
        if not all(true_at(condition, point) for condition in domain):
            continue
        tried += 1
        if true_at(statement, point) is False:
            return tried, {str(symbol): str(value) for symbol, value in point.items()}
        if tried == POINTS:
            break
    return tried, None


def true_at(formula: sp.Basic, point: dict[sp.Symbol, sp.Rational]) -> bool | None:
    """Whether a formula is true at a point in 30-digit arithmetic; None where that is too close to call."""
    if isinstance(formula, Relational):
        left, right = (sp.N(side.xreplace(point), DIGITS) for side in formula.args)
        if not (left.is_real and right.is_real):
            return False
        gap = left - right
        if abs(gap) < sp.Float(10) ** (4 - DIGITS) * (1 + abs(left)):
            return True if isinstance(formula, (sp.Eq, sp.Ge, sp.Le)) else None
        return bool(formula.func(gap, 0))
    parts = [true_at(part, point) for part in formula.args]
    if isinstance(formula, sp.Not):
        return None if parts[0] is None else not parts[0]
    if isinstance(formula, sp.Implies):
        return True if parts[0] is False or parts[1] else None if None in parts else False
    if isinstance(formula, sp.Or):
        return True if True in parts else None if None in parts else False
    return False if False in parts else None if None in parts else True


def bases(identifiers: Iterable[str], places: Sequence[str]) -> Iterator[Claim]:
    """The true forms of the algebraic claims of the papers, by their pinned verdicts."""
    for identifier in identifiers:
        paper = paper_named(identifier)
        pins = expected(paper.expected_verdicts)
        for claim in selected(paper.claims, places):
            form = true_form(claim, pins.get(claim.locator.place, {}).get("verdict", ""))
            if form is not None and (isinstance(form.statement, sp.Basic) or is_dataclass(form.statement)):
                yield form


def report(planted: Sequence[Mutant], verdicts: Sequence[str]) -> str:
    """The table of what became of the mutants, and the survivors with what the points say."""
    counted = Counter((m.kind, v) for m, v in zip(planted, verdicts, strict=True))
    lines = [f"{'mutant':<20}{'planted':>9}{'refuted':>9}{'open':>7}{'survive':>9}"]
    for kind in KINDS:
        refuted, undecided, survived = (
            counted[kind, str(v)] for v in (Verdict.REFUTED, Verdict.OPEN, Verdict.HOLDS)
        )
        total = refuted + undecided + survived
        lines.append(f"{kind:<20}{total:>9}{refuted:>9}{undecided:>7}{survived:>9}")
    survivors = [m for m, v in zip(planted, verdicts, strict=True) if v == Verdict.HOLDS]
    bugs, untried, notes = 0, 0, []
    for mutant in survivors:
        claim = mutant.claim
        statement = claim.statement
        if isinstance(statement, sp.Basic):
            tried, failing = sampled(claim.domain, statement, str(claim.locator))
            text = Layout(Text()).set(statement)
        else:  # a limit, an infimum, ...: no point alone decides it
            tried, failing, text = 0, None, statement.text
        bugs, untried = bugs + (failing is not None), untried + (tried == 0)
        said = f"BUG: fails at {failing}" if failing else f"proved; true at {tried} random points"
        notes.append(f"  {claim.locator.place}: {said}: {text}")
    refuted = verdicts.count(str(Verdict.REFUTED))
    false = len(planted) - len(survivors) + bugs
    lines += [
        f"{len(planted)} mutants, {len(survivors)} still true on their domain; of the {false} others "
        + (f"{refuted / false:.1%} are refuted with a witness, " if false else "")
        + f"{verdicts.count(str(Verdict.OPEN))} are open (flagged, not passed), {bugs} pass wrongly",
        f"survivors tried at random points: {len(survivors) - untried} of {len(survivors)}",
        *notes,
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("papers", nargs="*", metavar="PAPER", default=list(papers()))
    parser.add_argument("--only", action="append", default=[], metavar="LOCATOR")
    parser.add_argument("--each", type=int, metavar="N", help="at most N mutants of each kind for a claim")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0, help="time budget of one mutant")
    options = parser.parse_args(arguments)
    planted = [m for base in bases(options.papers, options.only) for m in mutants(base, options.each)]
    claims = [mutant.claim for mutant in planted]
    if options.jobs > 1:
        with ProcessPoolExecutor(options.jobs, get_context("spawn")) as executor:
            judged = audit(claims, seconds=options.seconds, executor=executor)
    else:
        judged = audit(claims, seconds=options.seconds)
    text = report(planted, [one.record.verdict for one in judged])
    print(text)
    return int("BUG" in text)


if __name__ == "__main__":
    raise SystemExit(main())
