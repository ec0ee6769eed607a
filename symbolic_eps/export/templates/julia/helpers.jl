# The square root; NaN below 0.
_sqrt(x::Float64) = x < 0.0 ? NaN : sqrt(x)

# Whether squares, products and quotients of such numbers neither overflow nor underflow.
_within(numbers::Float64...) = all(x -> 0x1p-960 <= x <= 0x1p960, numbers)

# A finite x less a share of it, several times; 2^-53 (1 + 2^-52) of it for the next number.
function _beside(x::Float64, times::Int, share::Float64)::Float64
    moved = x
    for _ in 1:times
        moved -= moved * share
    end
    return 0.0 < x < Inf ? moved : x
end
