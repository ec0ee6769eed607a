"""Arguments under a new name: the old one is read for one more version, with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def deprecated_arguments(
    **names: str,
) -> Callable[[Callable[Arguments, Answer]], Callable[Arguments, Answer]]:
    """Read arguments by their old names as well.

    Parameters
    ----------
    **names : str
        The new name of each old one.

    Examples
    --------
    >>> @deprecated_arguments(seconds="patience")
    ... def wait(patience=None):
    ...     return patience
    >>> with warnings.catch_warnings(record=True) as seen:
    ...     warnings.simplefilter("always")
    ...     wait(seconds=3), str(seen[0].message)
    (3, 'wait(seconds=...) is deprecated and goes with version 0.2: write patience=...')
    """

    def decorated(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
        @wraps(function)
        def called(*positional: Arguments.args, **named: Arguments.kwargs) -> Answer:
            for old, new in names.items():
                if old in named:
                    if new in named:
                        raise TypeError(
                            f"{function.__name__}: {old} is an old name of {new}: give that alone"
                        )
                    warnings.warn(
                        f"{function.__name__}({old}=...) is deprecated and goes with version 0.2: "
                        f"write {new}=...",
                        DeprecationWarning,
                        stacklevel=2,
                    )
                    named[new] = named.pop(old)
            return function(*positional, **named)

        return called

    return decorated
