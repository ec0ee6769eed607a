# log(x) for normal numbers.
function _ln(x::Float64)::Float64
    if x == 0.0
        return -Inf
    elseif !(x >= 0x1p-1022 && x < Inf)
        return x > 1.0 ? x : NaN
    end
    return _log_of_sum(x, 0.0, 0.0, x - 1.0)
end

# log(1 + x).
function _ln1p(x::Float64)::Float64
    if x == -1.0
        return -Inf
    elseif !(x > -1.0 && x < Inf && x != 0.0)
        return x > -1.0 ? x : NaN
    end
    total = 1.0 + x
    return _log_of_sum(total, _sum_error(1.0, x, total), 0.0, x)
end

# log(1 + x + low), for a finite x > 0 and a low that is much smaller.
function _ln1p_sum(x::Float64, low::Float64)::Float64
    total = 1.0 + x
    return _log_of_sum(total, _sum_error(1.0, x, total), low, x)
end
