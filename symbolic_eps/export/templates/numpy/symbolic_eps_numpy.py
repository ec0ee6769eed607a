# FILL_generated The order of operations matters.
"""Formulas of differential privacy on arrays of binary64 numbers.

Arguments are broadcast against each other; `out`, an array of float64 of that shape, takes the
result. ValueError names the first element for which there is no number. Results have the same bits
everywhere where no function of the platform is named. manifest.json: statements, and SHA-256 of
them and of test vectors.
Arguments are evaluated in chunks: besides the arrays, memory is bounded. + - * / and
sqrt round correctly. The bounds on errors hold where np.log1p, np.log, np.exp and np.expm1 are
within 1 ulp of exact. NumPy promises no such bound; by processor and platform it takes its own
functions, or the C library's.
Largest errors measured (NumPy 2.4, x86-64, 10^6 points each, against 200 bits), in ulps:

    its own, with AVX-512    log1p 0.61, log 0.62, exp 0.72, expm1 0.53
    those of glibc 2.36      log1p 0.80, log 0.52, exp 0.51, expm1 0.78
"""

import functools
import inspect
FILL_imports

import numpy as np

_CHUNK = 24000  # points
np.empty(2**20)  # once freed: from then on glibc keeps that much, and gives no chunk's memory back
_STEP = 1.1102230246251568e-16  # 2^-53 (1 + 2^-52): this share of a number moves it to the next one


class _OutsideError(ValueError):
    """At some point of the chunk there is no number."""


def _require(inside, message):
    if not (inside.all() if np.ndim(inside) else inside):
        raise _OutsideError(message)


def _where(condition, function, arrays, otherwise):
    """`function(*arrays)` where the condition holds, and there alone; `otherwise` elsewhere."""
    holding = np.count_nonzero(condition)
    if not holding:
        return otherwise if np.ndim(otherwise) else np.full(condition.shape, otherwise)
    if holding == condition.size:
        return function(*arrays)
    (places,) = condition.nonzero()
    found = np.full(condition.shape, otherwise)
    found[places] = function(*(a.take(places) if np.ndim(a) else a for a in arrays))
    return found


def _over_arrays(values):
    """A function of arrays from one of chunks."""
    parameters = inspect.signature(values).parameters.values()
    out = inspect.Parameter("out", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)
    signature = inspect.Signature([*parameters, out])

    @functools.wraps(values)
    def function(*given, **named):
        bound = signature.bind(*given, **named)
        arguments = {parameter.name: bound.arguments[parameter.name] for parameter in parameters}
        return _evaluated(values, arguments, bound.arguments.get("out"))

    function.__signature__ = signature
    return function


def _evaluated(function, arguments, out):
    try:  # code in the process may change how numbers are rounded
        _values_of_default_environment(*_PROBES)
    except _OutsideError as error:
        raise ValueError(str(error)) from None
    for name, value in (*arguments.items(), ("out", out)):
        if isinstance(value, np.ma.MaskedArray):
            raise TypeError(f"{name} has a mask, which would be lost: pass a plain array")
    arrays = [_real(name, value) for name, value in arguments.items()]
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
                except _OutsideError:
                    raise _refusal(function, dict(zip(arguments, values)), done, shape) from None
                done += filled.size
    return result[()] if out is None else result


def _real(name, value):
    array = np.asarray(value)
    if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
        raise TypeError(f"{name} has dtype {array.dtype}: real numbers of 64 bits are needed")
    return array


def _refusal(function, arguments, done, shape):
    """The error for the first point without a number, found by bisection."""
    first, end = 0, next(iter(arguments.values())).size
    message = ""
    while first < end:
        middle = (first + end + 1) // 2
        try:
            function(*(a[first:middle] for a in arguments.values()))
            first = middle
        except _OutsideError as error:
            message, end = str(error), middle if middle > first + 1 else first
    index = tuple(int(i) for i in np.unravel_index(done + first, shape))
    where = f" at index {index[0] if len(index) == 1 else index}" if index else ""
    point = ", ".join(f"{name} = {a[first]!s}" for name, a in arguments.items())
    return ValueError(f"{message}{where}: {point}")


_PROBES = (FILL_probes)  # unknown to compilers
FILL_kinds
FILL_functions
