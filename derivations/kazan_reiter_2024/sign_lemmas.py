"""Lemmas 2 and 3: which printed claims are about the signs that `symbolic-eps signs` derives."""

from __future__ import annotations

from derivations.kazan_reiter.sign_lemmas import ABSOLUTE, CONSTANT
from derivations.kazan_reiter_2024.notation import PAPER
from symbolic_eps.answers.printed_signs import SignStatement

LEMMAS = (
    SignStatement(
        PAPER, "absolute", "Lemma 2", ABSOLUTE, ("lem:2.1@B.1", "lem:2.2@B.1", "lem:2.1@E", "lem:2.2@E")
    ),
    SignStatement(
        PAPER,
        "constant",
        "Lemma 3",
        CONSTANT,
        tuple(f"lem:3.{part}@{where}" for where in ("B.1", "E") for part in (1, 2, 3, 4)),
    ),
)
