"""Errors of this package: whatever it refuses, or cannot decide, is a `VerifyError`.

Each has a second base of Python's own (`ValueError` and so on) that says of which kind it is. Apart
stand what the kernel rejects (it imports nothing of ours), and interruptions such as `OutOfTime`.
"""

from __future__ import annotations


class VerifyError(Exception):
    """Something was refused, or could not be done; the message says what, and why."""


class UndecidedError(VerifyError, RuntimeError):
    """The engine could not decide a question that the result needs; the message names it.

    Never turned into a guess: what was proved elsewhere stays proved, this stays open.

    Examples
    --------
    >>> issubclass(UndecidedError, ValueError)  # nothing is wrong with the input
    False
    """
