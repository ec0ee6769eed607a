"""The privacy loss of the Laplace mechanism as a random variable: its law, its inverses, its composition."""

EXPORTED = (
    "at-risk-probability",
    "at-risk-one-sided",
    "at-risk-delta",
    "at-risk-mean",
    "at-risk-variance",
    "at-risk-eps",
    "at-risk-eps-delta",
    "at-risk-eps0",
    "at-risk-eps0-delta",
    "at-risk-noise-scale",
    "at-risk-noise-scale-delta",
)
"""Names of the formulas in `formulas`, for who completes a name without an algebra system."""
