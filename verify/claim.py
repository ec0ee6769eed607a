"""The old place of claims, for one more version: `from verify import Claim, Locator, judge`."""

from __future__ import annotations

import warnings

from verify.claims.claim import Claim, Locator, Statement, judge
from verify.claims.verdict import Verdict

__all__ = ["Claim", "Locator", "Statement", "Verdict", "judge"]

warnings.warn(
    "verify.claim is deprecated and goes with version 0.2: write from verify import Claim, Locator",
    DeprecationWarning,
    stacklevel=2,
)
