"""Premises of `Two_quotients.v` and `Two_rays.v` on x and m, or on n alone: lemmas that rest on certificates.

Those on x and m are the premises of `minimum.stationary.one_ray` and `two_rays`. That on n says that B < 0 at
the e of n if L > 0 at its x: in Python it is shown in two steps, by premise 3 there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy as sp

from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.stationary.one_ray import against_lemma
from symbolic_eps.minimum.stationary.two_rays import APART, inside_for_small, too_great
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import non_negative, positive

_N = parameter("n")


def less_before_turn() -> Region:
    """Where the premise on n is false."""
    n = _N
    x, one = 1 - 3 * n, (1 - n) ** 3  # x is this quotient
    above, below = 4 * n * one * (2 - 6 * n + 3 * n**2 - n**3), (3 - n) * x**2  # and so is e
    large = x**3 + 4 * x**2 * one + 7 * x * one**2 - 4 * one**3
    beyond = 4 * above**3 - 5 * above**2 * below - 15 * above * below**2 - 16 * below**3
    return positive(n), positive(x), positive(sp.expand(large)), non_negative(sp.expand(beyond))


FALSE: Mapping[str, Callable[[], Region]] = {
    "low_at_turn": lambda: against_lemma()[0],
    "less_at_turn": lambda: against_lemma()[1],
    "more_at_turn": lambda: inside_for_small(APART),
    "large_before_turn": too_great,
    "less_before_turn": less_before_turn,
}
"""Where a premise is false, by its definition in the library."""


def lemma_of(name: str, steps: Contradictions) -> str:
    """The name of the lemma that a premise holds, which is written when it is first needed.

    Parameters
    ----------
    name : str
        Of the premise's definition in the library.
    steps : Contradictions
        Finds the certificate and keeps the lemma.
    """
    lemma = f"{name}_holds"
    if lemma not in steps.lemmas:
        refuted = steps.excluded(FALSE[name]())
        variables, premises = ("n", "? ? ? ?") if name == "less_before_turn" else ("X m", "? ? ? ? ? ?")
        unfolded = " unfold e_numerator, e_denominator in *." if name == "less_before_turn" else ""
        proof = f"intros {variables} {premises}.{unfolded} {refuted}."
        steps.lemmas[lemma] = f"Lemma {lemma} : {name}.\nProof. {proof} Qed.\n"
    return lemma
