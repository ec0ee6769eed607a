"""Randomized response to a yes/no question: what is optimal under a bound on how well an answer betrays."""

EXPORTED = (
    "response-silent-0",
    "response-silent-1",
    "response-telling-0",
    "response-telling-1",
    "response-information",
    "response-information-two",
    "response-threshold",
    "response-error",
    "response-deviation",
    "response-privacy-delta",
    "response-total-variation",
    "response-chi-squared",
)
"""The names of the formulas in `formulas.FORMULAS`, for who completes a name without an algebra system."""
