# The platform's log(x); NaN below 0.
_ln(x::Float64) = x < 0.0 ? NaN : log(x)

# The platform's log(1 + x); NaN below -1.
_ln1p(x::Float64) = x < -1.0 ? NaN : log1p(x)
