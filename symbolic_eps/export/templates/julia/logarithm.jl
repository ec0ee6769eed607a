
# Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
# SHA-256 of numbers and operations:
# FILL_fingerprint
# 1/a rounded, for a = (257 + 2 i)/256; minus its logarithm, or that of twice it from
# i = 53 on, in two parts.
const _INVERSE = (
FILL_inverse
)
const _HIGH = (
FILL_high
)
const _LOW = (
FILL_low
)
FILL_programs

# log(total + error + low), where total + error = 1 + beside_one: total is 2^exponent m.
function _log_of_sum(total::Float64, error::Float64, low::Float64, beside_one::Float64)::Float64
    if abs(beside_one) < 33 / 4096
        return _log_sum(0.0, _log_low(0.0, 0.0, low, total), beside_one)
    end
    bits = reinterpret(UInt64, total)
    place = Int((bits >> 45) & 127)
    exponent = Float64(Int(bits >> 52) - 1023 + (place >= 53))
    m = reinterpret(Float64, (bits & 0x000fffffffffffff) | 0x3ff0000000000000)
    r = _reduced(m, 1.0 + place / 128, _INVERSE[place + 1])
    small = _log_low(exponent, _LOW[place + 1], error + low, total)
    return _log_sum(_log_high(exponent, _HIGH[place + 1]), small, r)
end
