"""That the budget is reached at a place, or in a limit: no larger eps is admissible there.

The place is p and q with their equations, at which n floor(X) <= d for each piece n/d. Either it is in the
domain, or p + t u, q + t v are for all small t > 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind
from symbolic_eps.coq.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import Condition, Relation, non_negative, positive, zero


@dataclass(frozen=True)
class Place:
    """Priors that are quotients of polynomials in the parameters and X.

    Parameters
    ----------
    case : BranchCase
        The branch and its certificates.
    limit : bool
        Whether the place is only approached.
    ratios : mapping of Symbol to pair of Expr
        The free priors, as numerator and denominator.
    before, known : tuple of Condition
        What is known without the place, and with the equations of the priors.
    """

    case: BranchCase
    limit: bool
    ratios: Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]]
    before: tuple[Condition, ...]
    known: tuple[Condition, ...]


def place_of(case: BranchCase, attainment: Attainment, known: tuple[Condition, ...]) -> Place:
    """The place of an attainment, or UndecidedError where it is not rational."""
    ratios = {v: sp.fraction(sp.together(value)) for v, value in attainment.place.items()}
    parts = [part for ratio in ratios.values() for part in ratio]
    if any(part.atoms(sp.Pow) and not part.is_polynomial() for part in parts):
        raise UndecidedError("the minimum is at no rational priors")
    equations = [zero(sp.expand(d * v - n)) for v, (n, d) in ratios.items()]
    return Place(case, attainment.kind is AttainmentKind.LIMIT, ratios, known, (*known, *equations))


def reached_lines(place: Place) -> Iterator[str]:
    """Tactics that prove `sharp`."""
    steps, case = place.case.steps, place.case
    for v, (n, d) in place.ratios.items():
        yield from _named(place, v.name, n, d)
    ones = [non_negative(case.profile.fixed.get(v, v) - 1) for v in PRIORS]
    p, q = case.priors.values()
    refuted = steps.excluded((*place.known, *ones))
    yield f"assert (uncertain : {p} < 1 \\/ {q} < 1) by (apply not_both_1; intros one other; {refuted})."
    for i, quotient in enumerate(case.quotients):
        equal = non_negative(-case.constrained(quotient).polynomial)
        yield steps.shown(f"below{i}", place.known, equal)
    yield from _in_the_limit(place) if place.limit else _at_the_place(place)


def _named(place: Place, name: str, n: sp.Expr, d: sp.Expr) -> Iterator[str]:
    """The name of a prior at the place, of which only its equation is kept."""
    steps = place.case.steps
    number, above = steps.text(d), steps.text(n)
    if steps.excludes((*place.before, non_negative(-d))):
        yield steps.shown("nonzero0", place.before, positive(d))
    else:
        yield steps.shown("nonzero0", place.before, positive(-d))
    yield f"pose ({name} := {above} / {number})."
    yield f"assert (at_{name} : {number} * {name} = {above}) by (apply quotient_equation; lra)."
    yield f"clearbody {name}. clear nonzero0."


def _at_the_place(place: Place) -> Iterator[str]:
    """The place is in the domain."""
    case = place.case
    p, q = case.priors.values()
    for i, condition in enumerate(_inside(case)):
        yield case.steps.shown(f"inside{i}", place.known, condition)
    yield f"assert (inside : prior {case.domain} {p} {q}) by (repeat split; lra)."
    yield from _pieces_at(case, case.priors)
    yield "apply (sharp_within _ _ _ _ _ inside enough X0 uncertain). cbv beta."
    rule = f"apply (fraction_within _ _ _ (floor X {p} {q}) e%d d%d); rewrite floor_form; lra"
    yield from _each(case, rule)


def _inside(case: BranchCase) -> Sequence[Condition]:
    return [c for c in case.profile.domain if c.constant_truth is not True]


def _pieces_at(case: BranchCase, priors: Mapping[sp.Symbol, str]) -> Iterator[str]:
    """What is known of each piece at priors in the domain."""
    free = " ".join(priors[v] for v in case.profile.free_priors)
    for i, _ in enumerate(case.quotients):
        yield f"destruct (piece{i} {free} inside) as [d{i} e{i}]."


def _each(case: BranchCase, rule: str) -> Iterator[str]:
    """Whichever piece is the greatest, its rule proves the goal."""
    count = len(case.quotients)
    if count > 1:
        yield "take_maxima."
    first, *others = [f"solve [{rule % (i, i)}]" for i in range(count)]
    yield "all: first"
    yield from [f"  [ {first}", *(f"  | {other}" for other in others), "  ]."]


def _in_the_limit(place: Place) -> Iterator[str]:
    """The domain is entered along a straight path."""
    case = place.case
    path, entered = _path(place)
    moved = {**case.priors, **{v: f"({v.name} + {step} * t)" for v, step in path.items()}}
    p, q = moved.values()
    for v in case.profile.free_priors:
        yield case.steps.shown(f"{v.name}_low", place.known, non_negative(v))
        yield case.steps.shown(f"{v.name}_high", place.known, non_negative(1 - v))
    at_p, at_q = case.priors.values()
    yield f"assert (rising : 0 < slope X {at_p} {at_q}) by (apply slope_positive; try assumption; lra)."
    yield "intros eta eta0."
    for i, condition in enumerate(entered):
        yield from _soon_inside(f"inside{i}", condition)
    names = [f"inside{i}" for i in range(len(entered))]
    for i in range(len(case.quotients)):
        yield from _soon_below(place, i, moved)
        names.append(f"near{i}")
    together, pattern = names[-1], names[-1]
    for name in reversed(names[:-1]):
        together, pattern = f"(soon_both _ _ {name} {together})", f"[{name}_t {pattern}]"
    pattern = pattern.replace(names[-1], f"{names[-1]}_t")
    yield f"destruct (soon_some _ {together}) as [t [t0 {pattern}]]. cbv beta in *."
    yield f"assert (inside : prior {case.domain} {p} {q}) by (repeat split; lra)."
    yield from _pieces_at(case, moved)
    yield f"exists {p}, {q}. split; [exact inside|]. split; [exact (proj1 (enough _ _ inside))|]. cbv beta."
    rule = f"apply (fraction_near _ _ _ (floor X {p} {q}) (slope X {p} {q}) eta e%d d%d);"
    yield from _each(case, f"{rule} rewrite floor_form; unfold slope; lra")


@dataclass(frozen=True)
class Entry:
    """A condition of the domain along a path, by powers of t.

    Parameters
    ----------
    relation : str
        `0 <` or `0 <=`.
    coefficients : sequence of str
        In Coq, from the constant on.
    shown : sequence of str
        Tactics that show what is known of the coefficients.
    at_once : bool
        Whether no coefficient is negative, so that the condition holds for all t > 0; otherwise the first is
        positive.
    """

    relation: str
    coefficients: Sequence[str]
    shown: Sequence[str]
    at_once: bool


def _path(place: Place) -> tuple[Mapping[sp.Symbol, int], Sequence[Entry]]:
    """A direction in which the domain is entered."""
    free = place.case.profile.free_priors
    for steps in sorted(product((0, 1, -1), repeat=len(free)), key=lambda s: sum(map(abs, s))):
        path = dict(zip(free, steps, strict=True))
        entries = [_entry(place, condition, path) for condition in _inside(place.case)]
        if all(entries):
            return path, [entry for entry in entries if entry]
    raise UndecidedError("the domain is not entered along a straight line at the place of a limit")


def _entry(place: Place, condition: Condition, path: Mapping[sp.Symbol, int]) -> Entry | None:
    """How the condition comes to hold along the path, if it does."""
    if condition.relation not in (Relation.POSITIVE, Relation.NON_NEGATIVE):
        return None
    small, steps = sp.Dummy("t"), place.case.steps
    moved = condition.polynomial.subs({v: v + step * small for v, step in path.items()}, simultaneous=True)
    parts = sp.Poly(sp.expand(moved), small).all_coeffs()[::-1]
    texts = [steps.text(part) for part in parts]
    strict = condition.relation is Relation.POSITIVE
    relation = "0 <" if strict else "0 <="

    def known(goal: Condition) -> bool:
        return goal.constant_truth is True or steps.excludes((*place.known, goal.negation)) is not None

    if known(positive(parts[0])):
        return Entry(relation, texts, [steps.shown("least", place.known, positive(parts[0]))], at_once=False)
    signs = [positive(part) if known(positive(part)) else non_negative(part) for part in parts]
    rising = any(sign.relation is Relation.POSITIVE for sign in signs)
    if not all(known(sign) for sign in signs) or (strict and not rising):
        return None
    shown = [steps.shown(f"part{i}", place.known, sign) for i, sign in enumerate(signs)]
    return Entry(relation, texts, shown, at_once=True)


def _soon_inside(name: str, entry: Entry) -> Iterator[str]:
    """The condition holds for all small t > 0."""
    terms = " + ".join(f"t ^ {i} * {text}" for i, text in enumerate(entry.coefficients))
    relation = entry.relation if entry.at_once else "0 <"
    yield f"assert ({name} : soon (fun t => {relation} {terms}))."
    yield "{"
    yield from (f"  {line}" for line in entry.shown)
    if entry.at_once:
        yield "  apply soon_always. intros t t0."
        for i, _ in enumerate(entry.coefficients):
            product_of = f"t ^ {i} * {entry.coefficients[i]}"
            yield f"  assert (term{i} : 0 <= {product_of})"
            yield "    by (apply Rmult_le_pos; [apply pow_le; lra | lra])."
            yield f"  try assert (more{i} : 0 < {product_of})"
            yield "    by (apply Rmult_lt_0_compat; [apply pow_lt; lra | lra])."
        yield "  lra."
    else:
        yield f"  apply (soon_positive (fun t => {terms})); [reg | cbv beta; simpl; lra]."
    yield "}"


def _soon_below(place: Place, index: int, moved: Mapping[sp.Symbol, str]) -> Iterator[str]:
    """n (floor(X) - eta slope) < d for all small t > 0."""
    case = place.case
    quotient, (p, q) = case.quotients[index], moved.values()
    n, d = case.at_priors(quotient.numerator, moved), case.at_priors(quotient.denominator, moved)
    floor, slope = (
        f"({p} * {q} + X * X * {p} * (1 - {q}) + X * (1 - {p}))",
        f"({p} * (1 - {q}) * X + (1 - {p}))",
    )
    at_place = case.at_priors(quotient.numerator)
    some = case.steps.shown("numerator", place.known, positive(quotient.numerator))
    at_p, at_q = case.priors.values()
    difference = f"{d} - {n} * ({floor} - eta * {slope})"
    yield f"assert (near{index} : soon (fun t => 0 < {difference}))."
    yield f"{{ {some}"
    yield f"  assert (gain : 0 < eta * ({at_place} * slope X {at_p} {at_q}))"
    yield "    by (repeat apply Rmult_lt_0_compat; assumption)."
    yield "  unfold slope in gain."
    yield f"  apply (soon_positive (fun t => {difference})); [reg | cbv beta; lra]. }}"
