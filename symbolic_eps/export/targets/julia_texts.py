"""What the Julia export says in the same words whatever the formulas are, and its self-test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symbolic_eps.export.program import Operation
from symbolic_eps.export.targets.target import GENERATED, Sheet

EXACT = "Where most of it cancels: rounding errors are added too, so that the sign is exact."

ENVIRONMENT = (
    "Code in the process may change how numbers are rounded: asked at each call, of numbers in memory."
)

OPENING = """
# A number as a Float64, if it is one: never a rounded one.
function _float64(x::Real)::Float64
    converted = Float64(x)
    if !(converted == x || isnan(converted))
        throw(InexactError(:Float64, Float64, x))
    end
    return converted
end"""

FUNCTIONS = {
    Operation.SQUARE_ROOT: """
# The square root; NaN below 0.
_sqrt(x::Float64) = x < 0.0 ? NaN : sqrt(x)""",
    Operation.LOG: """
# The natural logarithm; NaN below 0.
_log(x::Float64) = x < 0.0 ? NaN : log(x)""",
    Operation.LOG1P: """
# log(1 + x); NaN below -1.
_log1p(x::Float64) = x < -1.0 ? NaN : log1p(x)""",
}


def self_test(module: str, sheets: Sequence[Sheet], name: Callable[[str], str]) -> str:
    """The program: each function is compared with its test vectors.

    Parameters
    ----------
    module : str
        That is tested.
    sheets : sequence of Sheet
    name : callable
        A formula's name as the module writes it.
    """
    checks = [
        f'    ("{s.vectors}", "{s.vectors_hash}",\n     {module}.{name(s.formula.name)}, '
        f"{module}.{name(f'{s.formula.name}_lower')}, {float(s.formula.error):.6f}, {s.formula.lowest:.6f}),"
        for s in sheets
    ]
    opening = f"# {GENERATED.format(version=sheets[0].version)} Compares each function with its test vectors."
    return "\n".join((opening, _BEFORE.replace("MODULE", module).strip("\n"), *checks, _AFTER.lstrip("\n")))


_BEFORE = """
using Printf: @printf
using SHA: sha256

include(joinpath(@__DIR__, "MODULE.jl"))

# Vectors, their SHA-256, a function, the one below it; in ulps the largest error, and the farthest below.
const CHECKS = [
"""

_AFTER = """
]

"A binary64 number from its 16 hexadecimal digits."
number(bits) = reinterpret(Float64, parse(UInt64, bits; base = 16))

"The value, or nothing where it is refused."
function value_at(f, point)
    try
        return f(point...)
    catch refused
        refused isa DomainError || rethrow()
        return nothing
    end
end

"The error in ulps, and whether anything is wrong."
function error_at(row, value, lower, bound, lowest)
    if row["status"] in ("outside", "beyond")
        return 0.0, !(isnothing(value) && isnothing(lower))
    elseif isnothing(value) || isnothing(lower)
        return 0.0, true
    elseif row["status"] == "infinite"
        return 0.0, !(value == Inf && lower == Inf)
    end
    rounded, below, unit = number(row["rounded"]), number(row["below"]), number(row["unit"])
    offset = parse(Float64, row["offset"])
    error = abs((value - rounded) / unit - offset)
    far = offset - (lower - rounded) / unit
    return error, !(error <= bound && lower <= below && far <= lowest)
end

"How many points are wrong; prints a line."
function wrong_in(path, digest, f, f_lower, bound, lowest)
    file = joinpath(@__DIR__, path)
    if !isfile(file)
        println(path, ": cannot be read")
        return 1
    end
    data = read(file)
    if bytes2hex(sha256(data)) != digest
        println(path, ": is not the file of this export (its SHA-256 differs)")
        return 1
    end
    lines = [split(line, ",") for line in split(String(data), "\\n"; keepempty = false)]
    head = lines[1]
    count = findfirst(isequal("status"), head) - 1
    largest, wrong = 0.0, 0
    for line in lines[2:end]
        point = number.(line[1:count])
        row = Dict(zip(head[(count + 1):end], line[(count + 1):end]))
        error, failed = error_at(row, value_at(f, point), value_at(f_lower, point), bound, lowest)
        largest = error > largest ? error : largest
        wrong += failed
    end
    points = length(lines) - 1
    @printf("%s: %d points, largest error %.2f ulps, %d wrong\\n", path, points, largest, wrong)
    return wrong + (points == 0)
end

failures = sum(wrong_in(check...) for check in CHECKS)
exit(failures == 0 ? 0 : 1)
"""
