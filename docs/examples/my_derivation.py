"""A derivation of one's own: a lower bound on the budget for a constant bound r* = r, line by line.

Audit it with `symbolic-eps audit docs/examples/my_derivation.py`. The second line has a slip, and says what
was meant; the last one needs a hypothesis that the text forgot.
"""

from sympy import Eq, symbols

from verify.claims.claim import Claim, Locator

p, q, r, y = symbols("p q r y", real=True)

PRIORS = (p > 0, p <= 1, q > 0, q <= 1)

# With y = 1/sqrt(r) in place of e^-eps, the bound is kept exactly if this is not negative.
excess = p * (1 - q) * y**2 + (1 - p) * y + p * q - y**2


def line(place, statement, domain, **more):
    """A claim at a place of this derivation."""
    return Claim(Locator("my-derivation", place), statement, domain, **more)


CLAIMS = (
    line("eq:1", Eq(excess, (1 - p) * y * (1 - y) + p * q * (1 - y**2)), PRIORS),
    line(
        "eq:2",
        Eq(1 - y**2, (1 - y) * (1 - y)),
        (y > 0, y < 1),
        corrected=Eq(1 - y**2, (1 - y) * (1 + y)),
    ),
    line("eq:3", excess > 0, (*PRIORS, y > 0, y < 1)),
    line("text:conclusion", 1 / r < 1, (r >= 1,), missing=(r > 1,)),
)
