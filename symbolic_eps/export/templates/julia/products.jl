# A product of a coefficient, which is a power of 2, and factors; and most of what that lacks.
function _rounded(term::Tuple)
    high, low = term[2], 0.0
    for i in 3:length(term)
        product = high * term[i]
        low = _product_error(high, term[i], product) + low * term[i]
        high = product
    end
    return high * term[1], low * term[1]
end

# The sum of products, its sign exact: added exactly where most of it cancels.
function _total_of(terms::Vararg{Tuple,N}) where {N}
    total, rest, size = 0.0, 0.0, 0.0
    for (high, low) in map(_rounded, terms)
        sum = total + high
        rest = rest + _sum_error(total, high, sum) + low
        size += abs(high)
        total = sum
    end
    return abs(total + rest) > 0x1p-30 * size ? total + rest : _exactly(terms)
end

# The same of all parts of products: each product is the exact sum of its parts.
function _exactly(terms::Tuple)
    sums = Float64[]
    for term in terms
        parts = [term[2]]
        for i in 3:length(term)
            longer = Float64[]
            for part in parts
                product = part * term[i]
                push!(longer, product, _product_error(part, term[i], product))
            end
            parts = longer
        end
        for part in parts
            push!(sums, part * term[1])
        end
    end
    return _exact_sum(sums...)
end
