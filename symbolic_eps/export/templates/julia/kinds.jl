# What is asked of an argument by itself: an interval, and sizes to compute with.
_kind(low; above = false, high = Inf, below = false, least = 0.0, zero = false, most = Inf,
    whole = false) = (low = low, above = above, high = high, below = below, least = least,
    zero = zero, most = most, whole = whole)

FILL_kinds

# Asked for are the environment, then intervals of arguments, then sizes, then whole numbers.
function _ask(kinds::Tuple, names::Tuple, numbers::Tuple)
    _default_environment(_PROBES[]...)
    for (kind, name, x) in zip(kinds, names, numbers)
        if !(kind.above ? x > kind.low : x >= kind.low)
            said = kind.above ? "above" : "of at least"
            throw(DomainError(numbers, "$name is not a number $said $(Int(kind.low))"))
        end
        if !(kind.below ? x < kind.high : x <= kind.high)
            said = kind.below ? "below" : "of at most"
            throw(DomainError(numbers, "$name is not a number $said $(Int(kind.high))"))
        end
    end
    for (kind, name, x) in zip(kinds, names, numbers)
        if !(x >= kind.least || (kind.zero && x == 0.0))
            other = kind.zero ? ", and not 0" : ""
            said = "below $(_size(kind.least))$other"
            throw(DomainError(numbers, "$name is too small to compute with: $said"))
        end
        if !(x <= kind.most)
            said = "above $(_size(kind.most))"
            throw(DomainError(numbers, "$name is too large to compute with: $said"))
        end
    end
    for (kind, name, x) in zip(kinds, names, numbers)
        if kind.whole && x + 0x1p52 - 0x1p52 != x
            throw(DomainError(numbers, "$name is not a whole number"))
        end
    end
    return nothing
end

# A size in few digits.
_size(x::Float64) = significand(x) == 1.0 ? "2^$(exponent(x))" : "$(Int(x))"
