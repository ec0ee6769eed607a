"""What a reader of Kazan & Reiter is told of our symbols, and how their tables name their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.claims.locator_grammar import Grammar

if TYPE_CHECKING:
    from verify.language.note import Note

GRAMMAR = Grammar(columns={"eps": "epsilon", "std": "standard deviation", "exact": "probability of no noise"})


def notation() -> tuple[tuple[str, str | Note], ...]:
    """Our symbols, and what the paper writes for them."""
    from sympy import Symbol, exp

    from verify.language.note import Note

    risk, constant, cap, difference = (Symbol(name) for name in ("r*", "r~", "a~", "b~"))
    p, q = Symbol("p_i"), Symbol("q_i")
    return (
        ("p", Note(p, ", the prior probability of being in the data")),
        ("q", Note(q, ", the prior probability of a disclosing value given that")),
        ("r", Note(risk, ", the bound on the relative risk; in a profile, its constant ", constant)),
        ("eps", "the privacy budget"),
        ("x", Note(exp(-Symbol("eps")))),
        ("s", Note(1 / risk, "; in the probability part, whether a value lies in S")),
        (
            "a",
            Note(cap, ", the constant of the cap ", cap / (p * q), " in a profile"),
        ),
        ("b", Note(difference, ", the constant of the cap on the difference of posterior and prior")),
        ("p0, p1, q0, q1", "the ends of the ranges of the priors that a profile is enforced on"),
        ("L_0, L_1", "the release's probability without the person, and with it"),
        ("L_S, L_N", "the same with a value in S, and with one that is not"),
        ("m, u, f, g", "the laws of data and release, discrete (y: the person's value, z: the others')"),
    )
