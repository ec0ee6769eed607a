# The square root; NaN below 0.
_sqrt(x::Float64) = x < 0.0 ? NaN : sqrt(x)

# Whether x is 0 or at least another number, for x >= 0: no product underflows.
_zero_or(least::Float64, x::Float64) = 0x1p600 * x * (0x1p600 * (x - least)) >= 0.0

# An error that shows the arguments, unless the condition holds.
_require(holds::Bool, arguments::Tuple, message::String) =
    holds || throw(DomainError(arguments, message))

# A result; below 0 it stands for none.
function _in_range(value::Float64, arguments::Tuple)::Float64
    _require(value >= 0.0, arguments,
        "the arguments are too small or too large to compute with")
    return value
end

# 0 where x is, and no result elsewhere.
_zero_alone(x::Float64) = x == 0.0 ? 0.0 : -1.0

# Whether squares, products and quotients of such numbers neither overflow nor underflow.
_within(numbers::Float64...) = all(x -> 0x1p-960 <= x <= 0x1p960, numbers)

# Whether g/m could overflow: then 1 + g/m is taken from two roots.
_overflows(g::Float64, m::Float64) = 0x1p-200 * g > m && m >= 0x1p-960

# A finite x less a share of it, several times.
function _beside(x::Float64, times::Int, share::Float64)::Float64
    moved = x
    for _ in 1:times
        moved -= moved * share
    end
    return 0.0 < x < Inf ? moved : x
end

# A finite x, several numbers lower: 2^-53 (1 + 2^-52) of a number leads to the next one.
_below(x::Float64, times::Int) = _beside(x, times, 0x1.0000000000001p-53)

# The same, higher.
_above(x::Float64, times::Int) = _beside(x, times, -0x1.0000000000001p-53)
