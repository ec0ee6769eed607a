"""FILL_generated The order of operations matters.

Asked for: arithmetic rounds to nearest, ties to even, and keeps subnormal numbers. Then results are
the same bits everywhere where no function of the platform is named. Statements: manifest.json.
FILL_common
"""

FILL_imports

_PROBES = (FILL_probes)  # unknown to compilers


class OutsideDomainError(ValueError):
    """The arguments are not in the function's domain: it has no value there."""


class OutOfRangeError(ValueError):
    """An argument is too small or too large to compute with in binary64."""


def _binary64(name: str, value: float) -> float:
    """The argument as it is, or an error: never a rounded one."""
    if isinstance(value, float):
        return float(value)
    if not isinstance(value, Real):
        raise TypeError(f"{name} must be a real number, not {type(value).__name__}")
    try:
        converted = float(value)
    except OverflowError:
        raise OutOfRangeError(f"{name} is too large to compute with: above 2^1023") from None
    if converted != value and not math.isnan(converted):
        raise OutsideDomainError(f"{name} is not a binary64 number: round it first")
    return converted
FILL_kinds
FILL_helpers
FILL_functions
