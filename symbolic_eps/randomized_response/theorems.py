"""All theorems on randomized response, with the certificates that the package ships.

Run as a program, this module searches for the proofs anew and stores their certificates.
"""

from __future__ import annotations

from pathlib import Path

from symbolic_eps.randomized_response import (
    comparison,
    divergences,
    feasible,
    fisher,
    optimal,
    privacy,
    two_outcomes,
)
from symbolic_eps.randomized_response.language import IDENTIFIER
from verify.claims.theory import Theory

RANDOMIZED_RESPONSE = Theory(
    IDENTIFIER,
    Path(__file__).resolve().parent / "evidence",
    tuple(
        section.claims
        for section in (feasible, optimal, two_outcomes, fisher, divergences, privacy, comparison)
    ),
)

if __name__ == "__main__":
    RANDOMIZED_RESPONSE.prove_anew()
