
# The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
# SHA-256: FILL_fingerprint
function _exact_sum(terms::Float64...)
    parts = collect(terms)
    for i in eachindex(parts), j in 1:(i - 1)
        sum = parts[i] + parts[j]
        parts[j] = _sum_error(parts[i], parts[j], sum)
        parts[i] = sum
    end
    total, rest = parts[1], 0.0
    for part in parts[2:end]
        sum = part + total
        rest += _sum_error(part, total, sum)
        total = sum
    end
    return total + rest
end
