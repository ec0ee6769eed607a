"""Errors that a user can cause; each message says what is wrong, where, and what would be right."""

from __future__ import annotations

HIGHER = "raise the bound, as in max(1, ...), or keep such priors out, as in --box 1/10<=p<=1/2"
"""What helps where a risk bound is below 1, or not positive."""

DEFINED = "write a case for it, as in piecewise((3, p==1/2), ...), or keep such priors out with --box"
"""What helps where a risk bound is undefined."""


class InputError(ValueError):
    """Input that cannot be used: the command prints the message on one line and exits with status 2."""


class ProfileSyntaxError(InputError):
    """A profile, condition or number whose text is not the arithmetic that we read."""


class DomainError(InputError):
    """A value outside its domain, such as p > 1 or a parameter that breaks the row's assumptions."""


class InfeasibleProfileError(InputError):
    """A risk profile below 1 at some point: no eps >= 0 satisfies it there."""


class UndecidedError(RuntimeError):
    """The engine could not decide a question that the result needs; the message names it.

    Never turned into a guess: what was proved elsewhere stays proved, this stays open.
    """


class DisagreementError(UndecidedError):
    """Two ways to the same result contradict each other: an error of this program, and no answer."""
