"""The prior inclusion of a simple random sample: the share of samples that hold a person."""

from __future__ import annotations

import sympy as sp

from symbolic_eps.theory.symbols import parameter
from verify.language.as_printed import product, ratio

size, sampled = parameter("N"), parameter("n_s")
_others, _others_in, _left_out = parameter("F"), parameter("G"), parameter("H")

SAMPLES = (_others > 0, _others_in > 0, _left_out > 0)
"""Factorials."""

BY_COUNTING = (
    "Of all samples of n_s out of N, those with the person: F = (N-1)!, G = (n_s-1)!, H = (N-n_s)!, so that "
    "N! = N F and n_s! = n_s G."
)


def share_of_samples(population: sp.Expr, drawn: sp.Expr) -> sp.Expr:
    """Samples that hold a person, over all samples.

    Parameters
    ----------
    population, drawn : Expr
        N and n_s.

    Examples
    --------
    >>> sp.simplify(share_of_samples(size, sampled).doit())
    n_s/N
    """
    with_person = ratio(_others, product(_others_in, _left_out))
    return ratio(with_person, ratio(population * _others, product(drawn, _others_in, _left_out)))
