"""Section IV and Appendix A: the algorithm that turns odds into a probability, line by line."""

from __future__ import annotations

from sympy import Eq

from sample_2001.section_ii import claim, o

ODDS = (o > 0,)

CLAIMS = (
    # Line 2 sets t = o/(1 + o), line 3 returns t/(1 - t), which is o again.
    claim("alg:1.2", o / (1 + o) < 1, ODDS),
    claim("alg:1.3", Eq((o / (1 + o)) / (1 - o / (1 + o)), o), ODDS),
    # At o = 1 the difference is 1/2, not less.
    claim("text:A/half", 1 - o / (1 + o) < o / (1 + o), ODDS),
)
