# FILL_generated The order of operations matters.
"""Formulas of differential privacy on arrays of binary64 numbers.

Arguments are broadcast against each other; `out`, an array of float64 of that shape, takes the
result. They are evaluated in chunks: besides the arrays, memory is bounded. ValueError names the
first element for which there is no number.
FILL_platform
manifest.json: statements, and SHA-256 of them and of test vectors.
FILL_common
"""

import functools
import inspect
FILL_imports

import numpy as np

_CHUNK = 32000  # points
np.empty(2**20)  # once freed: from then on glibc keeps that much, and gives no chunk's memory back
_STEP = 1.1102230246251568e-16  # 2^-53 (1 + 2^-52): this share of a number moves it to the next one


def _require(inside, message):
    if not (inside.all() if np.ndim(inside) else inside):
        raise ValueError(message)


def _where(condition, function, arrays, otherwise):
    """`function(*arrays)` where the condition holds, and there alone; `otherwise` elsewhere."""
    (places,) = condition.nonzero()
    if not places.size:
        return otherwise if np.ndim(otherwise) else np.full(condition.shape, otherwise)
    if places.size == condition.size:
        return function(*arrays)
    found = np.full(condition.shape, otherwise)
    found[places] = function(*(a.take(places) if np.ndim(a) else a for a in arrays))
    return found


def _over_arrays(values):
    """A function of arrays from one of chunks."""
    out = inspect.Parameter("out", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)
    signature = inspect.Signature([*inspect.signature(values).parameters.values(), out])

    @functools.wraps(values)
    def function(*given, **named):
        arguments = signature.bind(*given, **named).arguments
        return _evaluated(values, arguments, arguments.pop("out", None))

    function.__signature__ = signature
    return function


def _evaluated(function, arguments, out):
    _values_of_default_environment(*_PROBES)  # code in the process may change how it rounds
    for name, value in (*arguments.items(), ("out", out)):
        if isinstance(value, np.ma.MaskedArray):
            raise TypeError(f"{name} has a mask, which would be lost: pass a plain array")
    arrays = [np.asarray(value) for value in arguments.values()]
    for name, array in zip(arguments, arrays):
        if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
            raise TypeError(f"{name} has dtype {array.dtype}: real numbers of 64 bits are needed")
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    result = np.empty(shape) if out is None else out
    if getattr(result, "dtype", None) != np.float64:
        raise TypeError("out must be an array of float64")
    if result.shape != shape:
        raise ValueError(f"out has shape {result.shape}; the arguments broadcast to {shape}")
    if result.size:
        flags = ("external_loop", "buffered", "copy_if_overlap")
        uses = [("readonly",)] * len(arrays) + [("writeonly",)]
        types = [np.float64] * len(uses)
        chunks = np.nditer((*arrays, result), flags, uses, types, "C", buffersize=_CHUNK)
        done = 0
        with chunks, np.errstate(all="ignore"):  # what is not selected may be anything
            for *values, filled in chunks:
                try:
                    filled[...] = function(*values)
                except ValueError:
                    raise _refusal(function, dict(zip(arguments, values)), done, shape) from None
                done += filled.size
    return result[()] if out is None else result


def _refusal(function, arguments, done, shape):
    """The error for the first point without a number, found by bisection."""
    first, end = 0, next(iter(arguments.values())).size
    message = ""
    while first < end:
        middle = (first + end + 1) // 2
        try:
            function(*(a[first:middle] for a in arguments.values()))
            first = middle
        except ValueError as error:
            message, end = str(error), middle if middle > first + 1 else first
    index = tuple(int(i) for i in np.unravel_index(done + first, shape))
    where = f" at index {index[0] if len(index) == 1 else index}" if index else ""
    point = ", ".join(f"{name} = {a[first]!s}" for name, a in arguments.items())
    return ValueError(f"{message}{where}: {point}")


_PROBES = (FILL_probes)  # unknown to compilers
FILL_kinds
FILL_functions
