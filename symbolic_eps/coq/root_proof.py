"""X = e^-eps in proofs: the root of A x^2 + B x = C with its closed form, or of a higher polynomial."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symbolic_eps.coq.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.isolation import WHOLE
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Relation, non_negative, positive, rational_condition


def root_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that leave X with its equation, and `Finite (- ln X)` in the goal."""
    if case.branch.coefficients is None:
        raise UndecidedError("it has no closed form")
    a, b, c = case.branch.coefficients
    steps, region = case.steps, case.region
    first, second, _ = texts_of_three = [steps.text(value) for value in (a, b, c)]
    texts = " ".join(texts_of_three)
    root = f"inverse_root {texts}"
    signs = [("A0", non_negative(a)), ("B0", non_negative(b)), ("sum", positive(a + b)), ("C0", positive(c))]
    return [
        "(* X = e^-eps is the positive root of A x^2 + B x = C. *)",
        *(steps.shown(name, region, goal) for name, goal in signs),
        f"assert (some : 0 < {first} + {second}) by lra.",
        steps.shown("at_one", region, non_negative(sp.expand(a + b - c))),
        f"pose proof (root_positive {texts} A0 B0 some C0) as X0.",
        f"pose proof (root_equation {texts} A0 B0 some C0) as equation.",
        f"pose proof (root_rises {texts} A0 B0 some C0) as rises.",
        f"assert (X1 : / {root} <= 1) by (apply root_at_most; lra).",
        f"assert (form : ln ({root}) = {steps.text(case.branch.epsilon)}).",
        f"{{ {_closed_form(case)} }}",
        f"rewrite <- form, <- (ln_root {texts} A0 B0 some C0). clear form.",
        f"set (X := / {root}) in *. clearbody X.",
    ]


def _closed_form(case: BranchCase) -> str:
    """That the closed form is the logarithm of 1 / X."""
    assert case.branch.coefficients is not None
    a, b, _ = case.branch.coefficients
    if b == 0:
        return "apply ln_inverse_square; [lra | lra | field; nonzero]."
    if a == 0:
        return "f_equal. apply inverse_linear; [lra | lra | field; nonzero]."
    roots = sorted(
        (
            power.args[0]
            for power in sp.exp(case.branch.epsilon).atoms(sp.Pow)
            if power.exp == sp.Rational(1, 2)
        ),
        key=str,
    )
    if len(roots) == 1 and case.steps.parameters:
        return (
            f"f_equal. apply inverse_root_form with (D := {case.steps.text(roots[0])});"
            " [ring | field; nonzero]."
        )
    facts = [
        f"assert (square{i} : sqrt {n} * sqrt {n} = {n}) by (apply sqrt_sqrt; lra)."
        f" assert (root{i} : 0 < sqrt {n}) by (apply sqrt_lt_R0; lra)."
        for i, n in enumerate(map(case.steps.text, roots))
    ]
    return " ".join([*facts, "f_equal. apply inverse_root_value; lra."])


def isolated_lines(case: BranchCase) -> Sequence[str]:
    """Tactics for a root without a closed form: what is left is to show the budget at each root X between."""
    branch, steps = case.branch, case.steps
    assert branch.polynomial is not None
    low, high = branch.between or WHOLE
    ends = [
        ("order", high - low, Relation.NON_NEGATIVE),
        ("below", -branch.polynomial.subs(DECAY, low), Relation.POSITIVE),
        ("above", branch.polynomial.subs(DECAY, high), Relation.NON_NEGATIVE),
        ("low_end", low, Relation.NON_NEGATIVE),
        ("high_end", 1 - high, Relation.NON_NEGATIVE),
    ]
    shown = []
    for name, expression, relation in ends:
        conditions = rational_condition(sp.together(expression), relation)
        if len(conditions) != 1 or not conditions[0].polynomial.equals(expression):
            raise UndecidedError("the interval of the root has ends that are no polynomials")
        shown.append(steps.shown(name, case.region, conditions[0]))
    return [
        f"(* X = e^-eps is the only root of a polynomial between {low} and {high}. *)",
        *shown,
        "apply only_root; cbv beta; [reg | lra | lra | lra |].",
        "intros X [X_low X_high] equation.",
        "assert (X0 : 0 < X).",
        "{ apply not_at_most_0. intros less. assert (zero : X = 0) by lra. subst X. lra. }",
        "assert (X1 : X <= 1) by lra.",
        "split; [lra|].",
    ]
