# The square root; NaN below 0.
_sqrt(x::Float64) = x < 0.0 ? NaN : sqrt(x)
