"""Expressions sent to another process as they are written.

SymPy evaluates an expression again when it is unpickled: `exp(-t) > 0` comes back as the constant true, and
`(1/(1 - p))*(1 - p)` as 1, without its side condition. Here each node is rebuilt from its class and its parts
and nothing is evaluated, so that what is judged elsewhere is the statement as printed.
"""

from __future__ import annotations

import io
import pickle
from typing import Any

import sympy as sp

_PARTS = ("_args", "_mhash", "_assumptions")


def packed(value: Any) -> bytes:
    """A value with expressions in it, as bytes that `unpacked` restores unevaluated.

    Parameters
    ----------
    value : object
        Expressions, or dataclasses, tuples and mappings of them.

    Raises
    ------
    pickle.PicklingError, TypeError, AttributeError
        If a part other than an expression cannot be pickled.

    Examples
    --------
    >>> from sympy.abc import p
    >>> line = sp.Mul(1 / (1 - p), 1 - p, evaluate=False)
    >>> pickle.loads(pickle.dumps(line)), unpacked(packed(line))
    (1, (1 - p)/(1 - p))
    """
    buffer = io.BytesIO()
    _Pickler(buffer).dump(value)
    return buffer.getvalue()


def written_out(value: Any) -> bytes:
    """A value as bytes that are the same for equal values, whichever of their parts are one object.

    The bytes of `packed` say which parts are: two equal conditions may be one object twice, or two.

    Parameters
    ----------
    value, and what is raised
        As for `packed`.

    Raises
    ------
    ValueError
        If a part holds itself.

    Examples
    --------
    >>> from sympy.abc import p
    >>> once, again = sp.Gt(p, 0, evaluate=False), sp.Gt(p, 0, evaluate=False)
    >>> packed((once, once)) == packed((once, again)), written_out((once, once)) == written_out((once, again))
    (False, True)
    """
    buffer = io.BytesIO()
    pickler = _Pickler(buffer)
    pickler.fast = True  # no part is said to be one that was written before
    pickler.dump(value)
    return buffer.getvalue()


def unpacked(data: bytes) -> Any:
    """The value that `packed` made these bytes of; only for bytes of our own making, as all pickles."""
    return pickle.loads(data)


class _Pickler(pickle.Pickler):
    """Takes expressions apart into class, parts and further attributes.

    What has a method `as_written` says by it which function restores it, and from what. All else is written
    as pickle does it: that is what `NotImplemented` asks it for.
    """

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, sp.Basic):
            composite = value.args and not isinstance(value, sp.Atom)
            return (rebuilt, (type(value), value._args, _attributes(value))) if composite else NotImplemented
        as_written = getattr(type(value), "as_written", None)
        return NotImplemented if as_written is None else as_written(value)


def _attributes(value: sp.Basic) -> dict[str, Any]:
    """What an instance has besides its parts, such as whether it commutes."""
    slots = (name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ()))
    in_slots = {name: getattr(value, name) for name in slots if name not in _PARTS and hasattr(value, name)}
    return in_slots | {k: v for k, v in getattr(value, "__dict__", {}).items() if k not in _PARTS}


def rebuilt(cls: type[sp.Basic], args: tuple[Any, ...], attributes: dict[str, Any]) -> sp.Basic:
    """The expression of a class with these parts, and its further attributes; nothing is evaluated."""
    node = sp.Basic.__new__(cls, *args)
    for name, value in attributes.items():
        setattr(node, name, value)
    return node
