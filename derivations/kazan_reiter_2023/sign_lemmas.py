"""Lemmas 3 and 4 of the first version: which printed claims are about the signs of eps's derivatives."""

from __future__ import annotations

from derivations.kazan_reiter.sign_lemmas import ABSOLUTE, CONSTANT
from derivations.kazan_reiter_2023.notation import PAPER
from symbolic_eps.answers.printed_signs import SignStatement

LEMMAS = (
    SignStatement(PAPER, "absolute", "Lemma 3", ABSOLUTE, ("lem:3.1", "lem:3.2")),
    SignStatement(PAPER, "constant", "Lemma 4", CONSTANT, ("lem:4.1", "lem:4.2", "lem:4.3", "lem:4.4")),
)
