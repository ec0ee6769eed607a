"""The theorem for a profile with numbers, with its proof: what `derive --coq` and `recommend --coq` write.

With X = e^-eps the root of A x^2 + B x = C, X is enough at all priors (`enough_proof`), nothing below X is
(`sharp_proof`), and - log X is the closed form. Coq checks all of it; where a step is not of a form that is
known here, no theorem is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import sympy as sp

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.coq.decided_case import DecidedCase
from symbolic_eps.coq.enough_proof import enough_lines
from symbolic_eps.coq.project import project
from symbolic_eps.coq.sharp_proof import sharp_lines
from symbolic_eps.coq.statement import as_coq, domain, risk, statement
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.theory.variants import Variant
from verify.coq import proof

NAME = "recommended_budget"
"""The name of the theorem."""


def theorem_files(derived: PiecewiseInfimum) -> dict[Path, str]:
    """The theorem of `theorem_file` with the library, as a folder that Coq compiles; raises the same."""
    return project({"Mine": {"Theorem.v": theorem_file(derived)}})


def theorem_file(derived: PiecewiseInfimum) -> str:
    r"""A Coq file with the theorem that a profile with numbers has this budget.

    Parameters
    ----------
    derived : PiecewiseInfimum
        Without parameters, complete, with a closed form.

    Returns
    -------
    str
        To be compiled beside the library of `symbolic_eps.coq.project`.

    Raises
    ------
    symbolic_eps.errors.InputError
        A profile with parameters or of another kind, or a result without a closed form.
    symbolic_eps.errors.UndecidedError
        A step is not of a form for which a proof is written, or no certificate was found for it.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> text = theorem_file(infimum(RiskProfile("3")))
    >>> print(text[text.index("Theorem recommended") : text.index("Proof.\n  (*")].rstrip())
    Theorem recommended_budget :
      is_budget (fun p q => True) (fun p q => 3)
        (Finite (ln(3)/2)).
    """
    profile = derived.profile
    if profile.parameters:
        named = ", ".join(s.name for s in profile.parameters)
        raise InputError(f"--coq is for profiles with numbers: give {named} a value, as in recommend --set")
    if profile.variant is not Variant.UNBOUNDED:
        raise InputError(f"--coq is for the unbounded bound: leave out --variant {profile.variant}")
    if derived.open or len(derived.branches) != 1 or derived.branches[0].polynomial is None:
        raise UndecidedError("--coq needs a complete result with a finite eps: no theorem is written")
    (branch,) = derived.branches
    stated = statement(NAME, profile, branch)
    case = DecidedCase(profile, branch)
    lines = [
        *_root(case),
        *enough_lines(case, domain(profile), risk(profile)),
        "apply budget_of_root; [assumption | exact enough |].",
        *sharp_lines(case, domain(profile)),
    ]
    *others, last = case.certificates
    parts = [
        proof(last, others),
        "From SymbolicEps Require Import Privacy Bound Budget Profiles.\n",
        f"{stated}\nProof.",
        *(f"  {line}" for line in lines),
        f"Qed.\n\nPrint Assumptions {NAME}.\n",
    ]
    return "\n".join(parts)


def _root(case: DecidedCase) -> Sequence[str]:
    """X and its equation; the budget is - ln X."""
    a, b, c = map(as_coq, case.coefficients)
    root = f"inverse_root ({a}) ({b}) ({c})"
    return [
        "(* X = e^-eps is the positive root of A x^2 + B x = C. *)",
        f"assert (A0 : 0 <= {a}) by lra. assert (B0 : 0 <= {b}) by lra.",
        f"assert (some : 0 < {a} + {b}) by lra. assert (C0 : 0 < {c}) by lra.",
        "pose proof (root_positive _ _ _ A0 B0 some C0) as X0.",
        "pose proof (root_equation _ _ _ A0 B0 some C0) as equation.",
        f"assert (X1 : / {root} <= 1) by (apply root_at_most; lra).",
        f"assert (form : ln ({root}) = {as_coq(case.branch.epsilon)}).",
        f"{{ {_closed_form(case)} }}",
        "rewrite <- form, <- (ln_root _ _ _ A0 B0 some C0). clear form.",
        f"set (X := / {root}) in *. clearbody X.",
    ]


def _closed_form(case: DecidedCase) -> str:
    """That the closed form is the logarithm of 1 / X."""
    if case.coefficients[1] == 0:
        return "apply ln_inverse_square; lra."
    roots = sorted(
        as_coq(power.args[0])
        for power in sp.exp(case.branch.epsilon).atoms(sp.Pow)
        if power.exp == sp.Rational(1, 2)
    )
    facts = [
        f"assert (square{i} : sqrt({n}) * sqrt({n}) = {n}) by (apply sqrt_sqrt; lra)."
        f" assert (root{i} : 0 < sqrt({n})) by (apply sqrt_lt_R0; lra)."
        for i, n in enumerate(roots)
    ]
    return " ".join([*facts, "f_equal. apply inverse_root_value; lra."])
