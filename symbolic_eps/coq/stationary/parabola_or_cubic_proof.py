"""Theorems on branches of `minimum.stationary.parabola_or_cubic`: r* = 1 + a/(p q) + b p with a, b > 0.

`Parabola_or_cubic.v` has the theorems; their premises on x and v are certificates. Which side decides follows
from what is known of a and b: the sign of (16 + 5 b) a - b, and that of N = N0 + k N1, where k^2 = 1 + b.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.stationary.stationary_proof import lifted_lines, reached_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.parabola_or_cubic import (
    ON_CUBIC,
    ON_PARABOLA,
    ParabolaOrCubic,
    at_both_roots,
    line,
    terms_of,
)
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive

_PREMISES = "high_at_first", "low_at_last"
"""The two claims of `at_both_roots`, by their definitions in the library."""

_LEVELS = {
    ON_CUBIC: ("on_cubic", "cubic_level", "unfold cubic_level, cubic_discriminant"),
    ON_PARABOLA: ("on_parabola", "parabola_level", "unfold parabola_level"),
}
"""The theorem where a side decides, and the polynomial of X with a tactic that writes it out."""


def parabola_or_cubic_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    form = terms_of(case.constrained(case.values[0])) if len(case.values) == 1 else None
    if form is None:
        raise UndecidedError("the profile is not 1 + a/(p*q) + b*p")
    words = next(step.words for step in case.branch.steps if step.words in _LEVELS)
    return list(_lines(case, form, words))


def _lines(case: BranchCase, form: ParabolaOrCubic, words: str) -> Iterator[str]:
    for name, value in (("a0", form.a), ("b0", form.b), ("a1", sp.expand(1 - form.a))):
        yield case.steps.shown(name, case.region, positive(value))
    terms = " ".join(map(case.steps.text, (form.a, form.b)))
    theorem, level, unfold = _LEVELS[words]
    yield from _later_lines(case, form, words, terms)
    yield f"destruct ({theorem} {terms} ltac:(lra) ltac:(lra) ltac:(lra) later)"
    yield "  as [X [X_range [zero [once [good places]]]]]."
    yield from _root_lines(case, form, words, f"{level} {terms}", unfold)
    yield "exists X. split; [split; [lra | split; [lra|]]|]."
    yield "{ intros y' y_range y_root. pose proof (of_root y' ltac:(lra)) as also."
    if words == ON_PARABOLA:
        yield "  apply Rnot_lt_le. intros less. apply (once y'); [lra | exact also]. }"
    else:
        yield "  apply once; [lra | exact also]. }"
    yield "assert (X0 : 0 < X) by lra."
    yield from lifted_lines(case, "both_priors")
    yield "destruct places as [p [q [p_range [q_range [inner touches]]]]]."
    yield "unfold both_priors in touches. rewrite floor_form in touches."
    yield from reached_lines(case)


def _known(case: BranchCase, *goals: Condition) -> bool:
    """Whether all that follows from what the branch says."""
    return all(case.steps.excludes((*case.region, goal.negation)) for goal in goals)


def _later_lines(case: BranchCase, form: ParabolaOrCubic, words: str, terms: str) -> Iterator[str]:
    """Tactics that leave which side decides."""
    beyond = sp.expand(line(form.a, form.b))
    at_first, at_last = (lemma_of(k, case.steps) for k in range(2))
    if words == ON_CUBIC and _known(case, below := non_negative(-beyond)):
        yield case.steps.shown("side_of_line", case.region, below)
        yield f"assert (later : later_at_second {terms})"
        yield f"  by (apply second_by_line; [lra | exact {at_first} | lra])."
        return
    signs = next((s for w, s in form.signs() if w == words and _known(case, *s)), None)
    if signs is None:
        raise UndecidedError("it is not known which of both sides decides")
    yield case.steps.shown("side_of_line", case.region, non_negative(beyond))
    yield from (case.steps.shown(f"sign{k}", case.region, c) for k, c in enumerate(signs))
    later, rule, surd, order = (
        ("later_at_first", "first_by_norm", "surd_at_least_0", "0 <= {}")
        if words == ON_PARABOLA
        else ("later_at_second", "second_by_norm", "surd_below_0", "{} < 0")
    )
    b = case.steps.text(form.b)
    yield f"assert (norm : {order.format(f'even_part {terms} + sqrt (1 + {b}) * odd_part {terms}')})"
    yield f"  by (apply {surd}; [lra | unfold even_part, odd_part; lra])."
    yield f"assert (later : {later} {terms})"
    yield f"  by (apply {rule}; [lra | lra | lra | exact {at_last} | lra | exact norm])."


def _root_lines(
    case: BranchCase, form: ParabolaOrCubic, words: str, level: str, unfold: str
) -> Iterator[str]:
    """Tactics that leave that X is a root of the branch's polynomial, and its roots those of the theorem."""
    polynomial, text = case.branch.polynomial, case.steps.text
    assert polynomial is not None
    p = sp.Dummy("p")
    cubic = sum(c * p ** (3 - k) for k, c in enumerate(form.cubic))
    whole = form.on_parabola if words == ON_PARABOLA else sp.discriminant(cubic, p)
    scale = sp.cancel(whole / polynomial)
    if not scale.is_Rational:
        raise UndecidedError("X is no root of what its profile gives")
    at_y = text(polynomial, {DECAY.name: "y"})
    yield f"assert (form : forall y, {level} y = {text(scale)} * {at_y}) by (intros; {unfold}; field)."
    yield f"assert (root : {text(polynomial)} = 0) by (rewrite form in zero; lra)."
    yield f"assert (of_root : forall y, {at_y} = 0 -> {level} y = 0)"
    yield "  by (intros y y_zero; rewrite form, y_zero; ring)."


def lemma_of(index: int, steps: Contradictions) -> str:
    """The name of the lemma that a premise holds, which is written when it is first needed.

    Parameters
    ----------
    index : int
        Of the premise in `at_both_roots`.
    steps : Contradictions
        Finds the certificate and keeps the lemma.
    """
    name, (region, _) = _PREMISES[index], [*at_both_roots()][index]
    lemma = f"{name}_holds"
    if lemma not in steps.lemmas:
        premises = " ".join("?" for _ in region)
        proof = (
            f"intros X {steps.name('v')} {premises}. unfold line_at, decider in *. {steps.excluded(region)}."
        )
        steps.lemmas[lemma] = f"Lemma {lemma} : {name}.\nProof. {proof} Qed.\n"
    return lemma
