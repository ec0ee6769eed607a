# What is asked of an argument by itself: an interval, and sizes to compute with.
_kind(low; above = false, high = Inf, below = false, least = 0.0, zero = false, most = Inf,
    whole = false) = (low = low, above = above, high = high, below = below, least = least,
    zero = zero, most = most, whole = whole)

FILL_kinds

# Numbers as Float64, asked for: the environment, then intervals, sizes, and whole numbers.
function _asked(names::String, given::Tuple, kinds::Tuple)
    numbers = map(_float64, given)
    _default_environment(_PROBES[]...)
    for i in 1:length(kinds)
        kind, x = kinds[i], numbers[i]
        above_low = kind.above ? x > kind.low : x >= kind.low
        below_high = kind.below ? x < kind.high : x <= kind.high
        if !(above_low && below_high)
            low = kind.above ? "above" : "of at least"
            high = kind.below ? "below" : "at most"
            other = kind.high == Inf ? "" : " and $high $(Int(kind.high))"
            _refuse(names, i, numbers, "is not a number $low $(Int(kind.low))$other")
        end
    end
    for i in 1:length(kinds)
        kind, x = kinds[i], numbers[i]
        if !(x >= kind.least || (kind.zero && x == 0.0))
            other = kind.zero ? ", and not 0" : ""
            said = "below $(_size(kind.least))$other"
            _refuse(names, i, numbers, "is too small to compute with: $said")
        end
        if !(x <= kind.most)
            _refuse(names, i, numbers, "is too large to compute with: above $(_size(kind.most))")
        end
    end
    for i in 1:length(kinds)
        kind, x = kinds[i], numbers[i]
        if kind.whole && x + 0x1p52 - 0x1p52 != x
            _refuse(names, i, numbers, "is not a whole number")
        end
    end
    return numbers
end

# An error that shows the numbers: what is wrong with one of them.
_refuse(names::String, place::Int, numbers::Tuple, message::String) =
    throw(DomainError(numbers, "$(split(names)[place]) $message"))

# A size in few digits.
_size(x::Float64) = significand(x) == 1.0 ? "2^$(exponent(x))" : "$(Int(x))"
