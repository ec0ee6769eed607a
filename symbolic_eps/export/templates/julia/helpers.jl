# The natural logarithm; NaN below 0.
_log(x::Float64) = x < 0.0 ? NaN : log(x)

# log(1 + x); NaN below -1.
_log1p(x::Float64) = x < -1.0 ? NaN : log1p(x)

# The square root; NaN below 0.
_sqrt(x::Float64) = x < 0.0 ? NaN : sqrt(x)
