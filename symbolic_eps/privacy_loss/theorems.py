"""All theorems on the privacy loss, with the certificates that the package ships.

Run as a program, this module searches for the proofs anew and stores their certificates.
"""

from __future__ import annotations

from pathlib import Path

from symbolic_eps.privacy_loss import cost_shape, inverse, law, order_statistics, worst_pair
from symbolic_eps.privacy_loss.language import IDENTIFIER
from verify.claims.theory import Theory

PRIVACY_LOSS = Theory(
    IDENTIFIER,
    Path(__file__).resolve().parent / "evidence",
    (law.claims, inverse.claims, worst_pair.claims, order_statistics.claims, cost_shape.claims),
)

if __name__ == "__main__":
    PRIVACY_LOSS.prove_anew()
