"""The half of a proof that no larger eps is admissible: `sharp floor slope domain risk X`.

Either the bound holds with equality at priors that are rational numbers, or it does in the limit t -> 0 at
priors of which some are t: each piece times floor - eta slope is continuous and below 1 at t = 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind
from symbolic_eps.coq.decided_case import DecidedCase
from symbolic_eps.coq.statement import as_coq, pieces
from symbolic_eps.errors import UndecidedError
from symbolic_eps.profiles.profile import PRIORS


def sharp_lines(case: DecidedCase, domain: str) -> Sequence[str]:
    """Tactics that prove `sharp`, from `enough` and the facts on X; or UndecidedError."""
    attainment = next((a for a in case.branch.attained if _is_rational(a)), None)
    if attainment is None:
        raise UndecidedError("the minimum is at no rational priors: no theorem is written for that yet")
    place = {v: attainment.place.get(v, case.profile.fixed.get(v)) for v in PRIORS}
    if attainment.kind is AttainmentKind.LIMIT:
        return _in_the_limit(case, place, domain)
    return _at_a_point(case, place)


def _is_rational(attainment: Attainment) -> bool:
    return not attainment.conditions and all(value.is_Rational for value in attainment.place.values())


def _at_a_point(case: DecidedCase, place: dict[sp.Symbol, sp.Expr]) -> list[str]:
    at = {v.name: f"({as_coq(value)})" for v, value in place.items()}
    values = [bound.subs(place) for bound in pieces(case.profile.bound)]
    numbers = [
        f"replace ({case.at_priors(fraction.text, at)}) with ({as_coq(value)}) by (field; lra)."
        for fraction, value in zip(case.fractions, values, strict=True)
        if fraction.text != as_coq(value)
    ]
    greatest = [
        f"replace ({_maximum(values)}) with ({as_coq(max(values))}) by (take_maxima; lra)."
        for _ in values[1:2]
    ]
    a, b, c = case.coefficients
    linear = [f"replace X with ({as_coq(c / b)}) by lra."] if a == 0 else []
    p, _ = place.values()
    return [
        f"apply sharp_at with (p := {at['p']}) (q := {at['q']}); cbv beta.",
        "- repeat split; lra.",
        "- assumption.",
        *_bullet([*numbers, "take_maxima; lra."]),
        f"- {'left' if p < 1 else 'right'}; lra.",
        *_bullet([*numbers, *greatest, "rewrite floor_form.", *linear, "lra."]),
    ]


def _maximum(values: Sequence[sp.Expr]) -> str:
    *others, text = [as_coq(value) for value in values]
    for other in reversed(others):
        text = f"Rmax ({other}) ({text})"
    return text


def _bullet(lines: Sequence[str]) -> list[str]:
    return [f"- {lines[0]}", *(f"  {line}" for line in lines[1:])]


def _in_the_limit(case: DecidedCase, place: dict[sp.Symbol, sp.Expr], domain: str) -> list[str]:
    path = {v.name: "t" if value == 0 else f"({as_coq(value)})" for v, value in place.items()}
    p, q = path["p"], path["q"]
    count = range(len(case.fractions))
    lines = ["intros eta eta0. assert (etaX : 0 < eta * X) by (apply Rmult_lt_0_compat; assumption)."]
    for i, fraction in enumerate(case.fractions):
        risk = case.at_priors(fraction.text, path)
        lines += [
            f"destruct (soon_below_1 (fun t => ({risk}) * (floor X {p} {q} - eta * slope X {p} {q})))",
            f"  as [t{i} [t{i}_positive below{i}]].",
            "{ unfold floor, denominator, slope. reg; try lra. }",
            "{ unfold floor, denominator, slope. nra. }",
        ]
    least, facts = _least([f"t{i}" for i in count])
    return [
        *lines,
        f"assert (least : 0 < {least}) by (repeat apply Rmin_glb_lt; lra).",
        f"set (t := / 2 * {least}). {facts}",
        *(f"assert (near{i} : 0 < t < t{i}) by (unfold t; lra)." for i in count),
        "assert (t1 : 0 < t < 1) by (unfold t; lra). clearbody t.",
        f"assert (inside : prior {domain} {p} {q}) by (repeat split; lra).",
        f"destruct (enough {p} {q} inside) as [nonneg _].",
        f"exists {p}, {q}. split; [exact inside|]. split; [exact nonneg|]. cbv beta.",
        *(f"specialize (below{i} t near{i}). cbv beta in below{i}." for i in count),
        "take_maxima; lra.",
    ]


def _least(ends: Iterable[str]) -> tuple[str, str]:
    """The least of 1 and the ends, and the facts that it is."""
    least, facts = "1", []
    for end in ends:
        facts.append(f"pose proof (Rmin_l {end} {least}). pose proof (Rmin_r {end} {least}).")
        least = f"(Rmin {end} {least})"
    return least, " ".join(facts)
