"""Errors that a user can cause; each message says what is wrong, where, and what would be right."""

from __future__ import annotations

from verify.errors import UndecidedError

__all__ = [
    "DisagreementError",
    "DomainError",
    "InfeasibleProfileError",
    "InputError",
    "ProfileSyntaxError",
    "UndecidedError",
    "UnsafeArithmeticError",
]

BOX = '--box "1/10<=p<=1/2"'
"""How some priors are left out on the command line."""

HIGHER = 'raise the bound, as in max(1, ...), or keep such priors out, as in --box "p*q<=1/10"'
"""What helps where a risk bound is below 1, or not positive."""

DEFINED = f"cover such priors by an earlier case of piecewise, or leave them out, as in {BOX}"
"""What helps where a risk bound is undefined."""


class InputError(ValueError):
    """Input that cannot be used: the command prints the message on one line and exits with status 2.

    Examples
    --------
    >>> from symbolic_eps import InputError, recommend
    >>> try:
    ...     recommend("r", {"r": 3.5})
    ... except InputError as error:
    ...     print(error)
    r = 3.5 is a float, not the number that is meant: give "3.5" as a text, a Fraction or a Decimal
    """


class ProfileSyntaxError(InputError):
    """A profile, condition or number whose text is not the arithmetic that we read.

    Examples
    --------
    >>> from symbolic_eps import parse_profile
    >>> try:
    ...     parse_profile("1 + b/")
    ... except ProfileSyntaxError as error:
    ...     print(type(error).__name__)
    ProfileSyntaxError
    """


class DomainError(InputError):
    """A value outside its domain, such as p > 1 or a parameter that breaks the row's assumptions.

    Examples
    --------
    >>> from symbolic_eps import privacy_budget
    >>> try:
    ...     privacy_budget(2, 1, 3)
    ... except DomainError as error:
    ...     print(error)
    p = 2 is outside (0, 1]: a prior probability is > 0 and <= 1
    """


class InfeasibleProfileError(InputError):
    """A risk profile below 1 at some point: no eps >= 0 satisfies it there.

    Examples
    --------
    >>> from symbolic_eps import privacy_budget
    >>> try:
    ...     privacy_budget(1, 1, "1/2")
    ... except InfeasibleProfileError as error:
    ...     print(error)
    r = 1/2 is below 1: no eps >= 0 satisfies it; give a bound >= 1, such as 3
    """


class UnsafeArithmeticError(RuntimeError):
    """The processor, or a library, does not compute as the proofs of rounding assume.

    Examples
    --------
    >>> issubclass(UnsafeArithmeticError, InputError)  # nothing is wrong with the input
    False
    """


class DisagreementError(UndecidedError):
    """Two ways to the same result contradict each other: an error of this program, and no answer."""
