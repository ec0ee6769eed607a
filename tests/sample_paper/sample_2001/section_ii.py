"""Section II: a probability and its odds."""

from __future__ import annotations

from sympy import Basic, Eq, Symbol, log

from verify import Claim, Locator

t, o = Symbol("t"), Symbol("o")
PROBABILITY = (t > 0, t < 1)


def claim(place: str, statement: Basic, domain: tuple[Basic, ...] = PROBABILITY, **more: object) -> Claim:
    """A claim of this paper."""
    return Claim(Locator("sample-2001", place), statement, domain, **more)


CLAIMS = (
    claim("prop:1.1", t / (1 - t) > t),
    # At t = 1/4 the odds are 1/3: printed for every probability, true from one half on.
    claim("prop:1.2@II", t / (1 - t) >= 1, missing=(2 * t >= 1,)),
    claim("rem:2", log(t / (1 - t)) >= 0, (t > 0, t < 1, 2 * t >= 1)),
    # At t = 1/2 the left side is 2, the right side 1.
    claim("fn:3", Eq(1 / (1 - t), t / (1 - t)), corrected=Eq(1 / (1 - t), 1 + t / (1 - t))),
)
