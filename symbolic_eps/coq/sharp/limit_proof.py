"""That the budget is reached in a limit: priors that move by t or t^2 are in the domain for small t > 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.comparisons import in_its_case, in_order
from symbolic_eps.coq.statements.place import Place, each_value, inside_conditions, quotients_at
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.corner import DISTANCE, Way, ways_from
from verify.language.condition import Condition, Relation, non_negative, positive


def limit_lines(place: Place) -> Iterator[str]:
    """The domain is entered along a path, from a place where the bound grows with X."""
    case, words = place.case, place.case.setting
    path, entered, left = path_into(place)
    for v in case.profile.free_priors:
        yield case.steps.shown(f"least_{v.name}", place.known, non_negative(v))
        yield case.steps.shown(f"most_{v.name}", place.known, non_negative(1 - v))
    p, q = case.priors.values()
    rule = f"apply {words.slope_positive}; try assumption; lra"
    yield f"assert (rising : 0 < {words.slope} X {p} {q}) by ({rule})."
    yield "intros eta eta0."
    moved = priors_along(place, path)
    below = {i: _soon_below(place, i, moved) for i in place.reached}
    yield from along(place, moved, entered, below, left)


def along(
    place: Place,
    moved: Mapping[sp.Symbol, str],
    entered: Sequence[Entry],
    below: Mapping[int, Iterable[str]],
    left: Mapping[int, Entry],
) -> Iterator[str]:
    """Priors near the place that show that X is sharp.

    Parameters
    ----------
    place : Place
        The limit.
    moved : mapping of Symbol to str
        The priors by t.
    entered : sequence of Entry
        The conditions of the domain.
    below : mapping of int to iterable of str
        For values of the cap, tactics that leave `nearI : soon (fun t => 0 < d - n (floor(X) - eta slope))`.
    left : mapping of int to Entry
        For the others, what excludes that the profile takes them.
    """
    case, words = place.case, place.case.setting
    p, q = moved.values()
    names = []
    for name, entry in (
        *((f"inside{i}", e) for i, e in enumerate(entered)),
        *((f"left{i}", e) for i, e in left.items()),
    ):
        yield from _soon_inside(name, entry)
        names.append(name)
    for i, lines in below.items():
        yield from lines
        names.append(f"near{i}")
    together, pattern = names[-1], f"{names[-1]}_t"
    for name in reversed(names[:-1]):
        together, pattern = f"(soon_both _ _ {name} {together})", f"[{name}_t {pattern}]"
    yield f"destruct (soon_some _ {together}) as [t [t0 {pattern}]]. cbv beta in *."
    yield f"assert (inside : prior {case.domain} {p} {q}) by (repeat split; lra)."
    yield from quotients_at(case, moved)
    yield "pose proof (proj1 (enough _ _ inside)) as risk0."
    yield f"exists {p}, {q}. split; [exact inside|]. split; [exact risk0|]. revert risk0. cbv beta."
    bound, slope = f"{words.floor} X {p} {q}", f"{words.slope} X {p} {q}"
    excluded = [
        "; ".join(["intros risk0", *in_order(case, case.values[i], moved), "exfalso; lra"]) for i in left
    ]
    near = [
        "; ".join(
            [
                "intros risk0",
                *in_its_case(case, case.values[value], moved),
                f"apply (fraction_near _ _ _ _ ({bound}) ({slope}) eta e{i} d{i} risk0)",
                f"[lra | rewrite {words.form}; unfold {words.slope}; lra]",
            ]
        )
        for value, i in ((value, case.values[value].quotient) for value in below)
    ]
    yield from each_value([*excluded, *near])


def priors_along(place: Place, path: Mapping[sp.Symbol, sp.Expr]) -> Mapping[sp.Symbol, str]:
    """p and q in Coq at a distance t from the place."""
    return {**place.case.priors, **{v: f"({v.name} + {_in_coq(gain)})" for v, gain in path.items()}}


def _in_coq(gain: sp.Expr) -> str:
    """A term in t."""
    term = sp.Poly(gain, DISTANCE)
    power, step = max(term.degree(), 0), term.LC()
    return f"{step} * t ^ {power}" if power > 1 else f"{step} * t"


def difference(case: BranchCase, index: int, moved: Mapping[sp.Symbol, str]) -> str:
    """What is positive where a value shows X to be sharp: d - n (floor(X) - eta slope)."""
    value = case.values[index]
    quotient, floor = case.quotients[value.quotient], case.constrained(value).inverse_risk
    parts = (quotient.denominator, quotient.numerator, floor, case.slope)
    return "{} - {} * ({} - eta * {})".format(*(case.at_priors(part, moved) for part in parts))


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
    vanishing : int or None
        How many coefficients are 0 before one that is positive, so that the condition holds for small t > 0;
        None where no coefficient is negative, so that it holds for all t > 0.
    """

    relation: str
    coefficients: Sequence[str]
    shown: Sequence[str]
    vanishing: int | None


def path_into(
    place: Place, ways: Iterable[Way] | None = None
) -> tuple[Mapping[sp.Symbol, sp.Expr], Sequence[Entry], Mapping[int, Entry]]:
    """A way, by default of `ways_from`, on which the domain is entered, how, and how other values are left.

    These are the values of the profile that do not reach the bound.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        There is none.
    """
    free = place.case.profile.free_priors
    for way in ways_from(len(free)) if ways is None else ways:
        path = dict(zip(free, way, strict=True))
        entries = [_entry(place, condition, path) for condition in inside_conditions(place.case)]
        if not all(entries):
            continue
        left = {i: _left(place, i, path) for i in place.values if i not in place.reached}
        if all(left.values()):
            return path, [entry for entry in entries if entry], {i: e for i, e in left.items() if e}
    raise UndecidedError("no way into the domain was found at the place of a limit")


def _left(place: Place, index: int, path: Mapping[sp.Symbol, sp.Expr]) -> Entry | None:
    """A condition of a value that fails along the path."""
    for condition in place.case.values[index].conditions:
        sides = (condition.polynomial, -condition.polynomial)
        equation = condition.relation is Relation.ZERO
        for failure in map(positive, sides) if equation else (condition.negation,):
            entry = _entry(place, failure, path)
            if entry:
                return entry
    return None


def _entry(place: Place, condition: Condition, path: Mapping[sp.Symbol, sp.Expr]) -> Entry | None:
    """How the condition comes to hold along the path, if it does."""
    if condition.relation not in (Relation.POSITIVE, Relation.NON_NEGATIVE):
        return None
    steps = place.case.steps
    moved = condition.polynomial.subs({v: v + gain for v, gain in path.items()}, simultaneous=True)
    parts = sp.Poly(sp.expand(moved), DISTANCE).all_coeffs()[::-1]
    strict = condition.relation is Relation.POSITIVE

    def known(goal: Condition) -> bool:
        return goal.constant_truth is True or steps.excludes((*place.known, goal.negation)) is not None

    def shown(goals: Iterable[Condition]) -> list[str]:
        return [steps.shown(f"part{i}", place.known, goal) for i, goal in enumerate(goals)]

    def entry(goals: Iterable[Condition], vanishing: int | None) -> Entry:
        relation = "0 <" if strict or vanishing is not None else "0 <="
        return Entry(relation, [steps.text(part) for part in parts], shown(goals), vanishing)

    if known(positive(parts[0])):
        return entry([positive(parts[0])], 0)
    signs = [positive(part) if known(positive(part)) else non_negative(part) for part in parts]
    rising = any(sign.relation is Relation.POSITIVE for sign in signs)
    if all(known(sign) for sign in signs) and (rising or not strict):
        return entry(signs, None)
    first = next((i for i, sign in enumerate(signs) if sign.relation is Relation.POSITIVE), 0)
    zeros = [non_negative(side) for part in parts[:first] for side in (part, -part)]
    if first and all(map(known, zeros)):
        return entry([*zeros, positive(parts[first])], first)
    return None


def _soon_inside(name: str, entry: Entry) -> Iterator[str]:
    """The condition holds for all small t > 0."""
    terms = [f"t ^ {i} * {text}" for i, text in enumerate(entry.coefficients)]
    whole = " + ".join(terms)
    yield f"assert ({name} : soon (fun t => {entry.relation} {whole}))."
    yield "{"
    yield from (f"  {line}" for line in entry.shown)
    if entry.vanishing is None:
        yield "  apply soon_always. intros t t0."
        for i, term in enumerate(terms):
            yield f"  assert (term{i} : 0 <= {term})"
            yield "    by (apply Rmult_le_pos; [apply pow_le; lra | lra])."
            yield f"  try assert (more{i} : 0 < {term})"
            yield "    by (apply Rmult_lt_0_compat; [apply pow_lt; lra | lra])."
        yield "  lra."
    else:
        rest = " + ".join(f"t ^ {i} * {text}" for i, text in enumerate(entry.coefficients[entry.vanishing :]))
        zeros = [f"replace {text} with 0 by lra; " for text in entry.coefficients[: entry.vanishing]]
        yield f"  apply (soon_leading {entry.vanishing} (fun t => {whole}) (fun t => {rest}));"
        yield f"    [reg | cbv beta; simpl; lra | intros t; {''.join(zeros)}ring']."
    yield "}"


def _soon_below(place: Place, index: int, moved: Mapping[sp.Symbol, str]) -> Iterator[str]:
    """n (floor(X) - eta slope) < d soon, as n floor(X) <= d at the place, and < where n may be 0."""
    case, slope = place.case, place.case.setting.slope
    numerator = case.quotients[case.values[index].quotient].numerator
    p, q = case.priors.values()
    value = difference(case, index, moved)
    yield f"assert (near{index} : soon (fun t => 0 < {value}))."
    gained = f"eta * ({case.at_priors(numerator)} * {slope} X {p} {q})"
    try:
        yield f"{{ {case.steps.shown('numerator', place.known, positive(numerator))}"
        yield f"  assert (gain : 0 < {gained})"
        yield "    by (apply Rmult_lt_0_compat; [assumption | apply Rmult_lt_0_compat; assumption])."
    except UndecidedError:
        apart = positive(-case.constrained(case.values[index]).polynomial)
        yield f"{{ {case.steps.shown('numerator', place.known, non_negative(numerator))}"
        yield f"  {case.steps.shown('apart', place.known, apart)}"
        yield f"  assert (gain : 0 <= {gained}) by (repeat apply Rmult_le_pos; lra)."
    yield f"  unfold {slope} in gain."
    yield f"  apply (soon_positive (fun t => {value})); [reg | cbv beta; lra]. }}"
