"""Budgets under notions of privacy that bound the success of attacks, not the posterior of each output."""

EXPORTED = (
    "approximate-success",
    "approximate-advantage",
    "renyi-2-of-eps",
    "approximate-constant",
    "approximate-constant-from-m",
    "approximate-capped",
    "approximate-capped-from-m",
    "approximate-difference",
    "approximate-difference-from-m",
    "approximate-odds-ratio",
    "approximate-odds-ratio-from-m",
    "approximate-odds-ratio-at-k",
    "renyi-2-constant-from-m",
    "renyi-2-capped",
    "renyi-2-capped-from-m",
    "renyi-2-difference",
    "renyi-2-difference-from-m",
)
