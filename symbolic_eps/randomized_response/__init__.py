"""Optimal randomized response to a yes/no question, under a bound on how much an answer may reveal."""

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
    "response-relative-entropy",
    "response-stein",
    "response-squared-hellinger",
    "response-triangular",
    "response-jensen-shannon",
    "response-renyi-half",
    "response-renyi-2",
    "response-renyi-infinite",
    "response-bhattacharyya",
    "response-chernoff",
)
"""The names of the formulas in `formulas.FORMULAS`, for who completes a name without an algebra system."""
